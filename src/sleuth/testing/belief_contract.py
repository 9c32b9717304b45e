"""What an information set owes its neighbours: what is said, what follows, when it is over, and that it can be kept."""

from __future__ import annotations

import pickle
from collections.abc import Hashable
from math import isclose

import numpy as np

from sleuth.belief.base import Child, InformationSet
from sleuth.core.channel import Channel
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.history import History
from sleuth.core.offers import channel_of, plain_game, truthful
from sleuth.core.sequential import law
from sleuth.testing.claims import attempt, claim, show

EXACT = 1e-9
SECRETS = 12
"""How many secrets of a set are asked what would be said of them."""
FOLLOWED = 3
"""How many actions of a set are followed to all that they lead to."""

Joint = dict[Feedback, dict[Secret, float]]
"""For each answer, how likely it is with each secret that may give it."""


def joint_of(info: InformationSet, action: Action) -> Joint:
    """How likely each secret is, together with each answer that may be given to an action: candidate by candidate."""
    out: Joint = {}
    for secret in info.candidates():
        share = info.probability(secret)
        for feedback, chance in info.sayings(action, secret).items():
            out.setdefault(feedback, {})[secret] = share * chance
    return out


def check_sayings(info: InformationSet, action: Action, rng: np.random.Generator) -> None:
    """What is said of a secret is what the law says, or a lie that the channel allows, as likely as it says."""
    secrets = info.candidates()
    for place in rng.permutation(len(secrets))[:SECRETS].tolist():
        secret = secrets[place]
        said, true = info.sayings(action, secret), law(info.game, info.history, action, secret)
        where = f"to action {show(action)} about secret {show(secret)}"
        claim(isclose(sum(said.values()), 1, abs_tol=EXACT), info, f"the sayings {where} sum to {sum(said.values())}")
        claim(min(said.values()) > 0, info, f"the sayings {where} have an answer of no chance: {show(said)}")
        if (channel := channel_of(info.game)) is not None:
            _check_lies(info, channel, secret, said, true, action)
        else:
            claim(said.keys() == {true}, info, f"the sayings {where} are {show(said)}, and the law is {show(true)}")
        one, other = (info.answer(action, secret, np.random.default_rng(5)) for _ in range(2))
        claim(one == other, info, f"answer {where} differs for generators that are equal")
        claim(one in said, info, f"answer {where} is {show(one)}, which is none of {show(said)}")
    if len(secrets) > 1:
        _check_draws(info, action, secrets[0])


def _check_draws(info: InformationSet, action: Action, secret: Secret) -> None:
    """Answers are drawn by their chances: 400 draws are off by less than six standard deviations."""
    said = info.sayings(action, secret)
    if len(said) < 2:
        return
    rng = np.random.default_rng(7)
    drawn = [info.answer(action, secret, rng) for _ in range(400)]
    for feedback, chance in said.items():
        share = drawn.count(feedback) / len(drawn)
        off = abs(share - chance) > 6 * (chance * (1 - chance) / len(drawn)) ** 0.5
        where = f"answer to action {show(action)} about secret {show(secret)}"
        claim(not off, info, f"{where} is {show(feedback)} in {share:.2f} of draws, not {chance:.2f}")


def _check_lies(
    info: InformationSet, channel: Channel, secret: Secret, said: object, true: Feedback, action: Action
) -> None:
    game, chances = info.game, dict(info.sayings(action, secret))
    lies = channel.lies(plain_game(game), action, true)
    where = f"to action {show(action)} about secret {show(secret)}"
    more = [f for f in chances if f != true and f not in lies]
    claim(not more, info, f"the sayings {where} have {show(more)}, which the channel does not allow for {show(true)}")
    told = sum(f != game.feedback(a, secret) for a, f in info.history)
    spent = channel.most is not None and told >= channel.most
    lie = 1 - chances.get(true, 0.0)
    if not lies or spent:
        claim(lie == 0, info, f"the sayings {where} have a lie, and none is left: {show(said)}")
    elif channel.always or channel.chance is not None:
        given = 1.0 if channel.always else float(channel.chance or 0)
        claim(isclose(lie, given, abs_tol=EXACT), info, f"a lie {where} has the chance {lie}, not {given}")


def check_children(info: InformationSet, action: Action) -> None:
    """Children are the parts that the sayings make, the likeliest first, and nothing is lost."""
    where = f"children of action {show(action)}"
    children = attempt(info, where, info.children, action)
    chances = [child.probability for child in children]
    claim(min(chances, default=1.0) > 0, info, f"{where} have one of no chance")
    claim(chances == sorted(chances, reverse=True), info, f"{where} do not come with the likeliest first: {chances}")
    whole = sum(chances) + children.rest
    claim(isclose(whole, 1, abs_tol=EXACT) and children.rest >= 0, info, f"{where} and their rest sum to {whole}")
    joint = joint_of(info, action)
    given = {child.feedback: child.probability for child in children}
    others = [f for f in given if f not in joint]
    claim(not others, info, f"{where} have the answers {show(others)}, which nobody gives")
    for feedback, part in joint.items():
        share = sum(part.values())
        claim(
            feedback in given or children.rest >= share - EXACT,
            info,
            f"{where} lack {show(feedback)}, which has a chance of {share}; their rest is {children.rest}",
        )
        if feedback in given:
            chance = given[feedback]
            said = f"{where} give {show(feedback)} a chance of {chance}, not {share}"
            claim(isclose(chance, share, abs_tol=EXACT), info, said)
    few = info.children(action, 1)
    rest = 1 - (few[0].probability if few else 0.0)
    claim(len(few) <= 1, info, f"{where}, at most one, are {len(few)}")
    claim(isclose(few.rest, rest, abs_tol=EXACT), info, f"{where}, at most one, leave {few.rest} out, not {rest}")


def check_followed(info: InformationSet, action: Action) -> None:
    """The sets that an action leads to are those that are observed, and over when they say so."""
    joint = joint_of(info, action)
    for child in info.children(action, None if info.exact else 1):
        _check_child(info, action, child, joint[child.feedback])


def _check_child(info: InformationSet, action: Action, child: Child, part: dict[Secret, float]) -> None:
    where = f"after action {show(action)} answered {show(child.feedback)}"
    after = attempt(info, f"the child {where}", child.after)
    claim(after == info.observe(action, child.feedback), info, f"the child {where} is not the set that was observed")
    claim(after.history == info.history.add(action, child.feedback), info, f"the child {where} has another history")
    claim(child.over == after.over, info, f"the child {where} says over: {child.over}, and the set: {after.over}")
    if not info.exact:
        return
    claim(child.left == after.size, info, f"the child {where} has {child.left} left, and the set {after.size}")
    mass = sum(part.values())
    for secret, share in part.items():
        given = after.probability(secret)
        said = f"{where} {show(secret)} has the chance {given}, not {share / mass}"
        claim(isclose(given, share / mass, rel_tol=1e-6, abs_tol=EXACT), info, said)


def check_over(info: InformationSet) -> None:
    """Play is over exactly if the goal says so; how many steps are left agrees with that."""
    goal, given = info.game.goal, info.over
    claim(given == goal.over(info), info, f"over is {given}, and the goal says {not given}")
    if goal.tabulated and info.exact:
        plain = _plainly_over(info)
        claim(given == plain, info, f"over is {given}, and by the history it is {plain}")
    least, estimate = goal.left(info)
    claim(0 <= least <= estimate, info, f"the steps left are {least} at least, and an estimate of {estimate}")
    claim((least == 0) == given, info, f"over is {given}, and the steps left are {least} at least")


def _plainly_over(info: InformationSet) -> bool:
    """Whether one of the three goals is reached, by the candidates and the history alone."""
    game, secrets = info.game, info.candidates()
    if game.goal.knows:
        channel = channel_of(game)
        settled = channel is not None and channel.settles(max(map(info.probability, secrets)))
        return len(secrets) == 1 or settled
    steps = info.history.steps
    if steps and secrets == [steps[-1].action]:
        past = History(steps[:-1])
        if law(game, past, steps[-1].action, secrets[0]) == steps[-1].feedback:
            return True
    if not game.goal.finds:
        return False
    true = {
        s: {a for place, (a, f) in enumerate(steps) if law(game, History(steps[:place]), a, s) == f} for s in secrets
    }
    return all(true[s].issuperset(game.goal.hits(game, s)) for s in secrets)


def check_travel(info: InformationSet) -> None:
    """A set that is copied by pickling, or observed again, is equal, and says the same; its text is one line."""
    again = pickle.loads(attempt(info, "pickling", pickle.dumps, info))
    claim(again == info and hash(again) == hash(info), info, "a set that was pickled is not equal to it")
    claim(again.key == info.key, info, "the key changes when the set is pickled")
    claim(again.candidates(5) == info.candidates(5), info, "a set that was pickled has other candidates")
    claim(isclose(again.entropy, info.entropy, abs_tol=EXACT), info, "a set that was pickled has another entropy")
    claim("\n" not in repr(info) and " at 0x" not in repr(info), info, f"its repr is not one line: {info!r}")
    hash(info.key)


def check_notes(info: InformationSet) -> None:
    """What a person should be told is text, and says so where figures are estimates or rest on an assumption."""
    notes: object = info.notes
    assert isinstance(notes, tuple), f"its notes are {notes!r}"
    claim(all(isinstance(note, str) and note for note in notes), info, f"its notes are {notes!r}")
    claim(info.exact or bool(notes), info, "it is no exact set, and its notes do not say so")
    claim(not info.assumption or info.assumption in notes, info, "its notes do not tell what it assumes")
    for place in info.caught:
        claim(info.lie_caught(place) in notes, info, f"the lie of step {place} is not in its notes")


def check_table(info: InformationSet) -> None:
    """Where there is a table, it holds the same candidates with the same chances, and answers by the law."""
    table = info.table()
    if table is None:
        return
    claim(info.exact and truthful(info.game) and info.game.goal.tabulated, info, "it has a table, and must have none")
    claim(table.candidates() == info.candidates(), info, "its table has other candidates")
    for secret, weight in zip(table.candidates(), table.weights.tolist(), strict=True):
        share = weight / float(table.weights.sum())
        said = f"its table gives {show(secret)} a chance of {share}, not {info.probability(secret)}"
        claim(isclose(share, info.probability(secret), abs_tol=EXACT), info, said)
    claim(list(table.actions) == list(info.actions), info, "its table has other actions")


def check_arrays(info: InformationSet) -> None:
    """What a set tells drawings in arrays is what it tells one by one."""
    secrets, shares, taken = info.candidates(), info.shares(), info.lies_taken()
    if shares is not None:
        given = shares[1].tolist()
        told = [info.probability(secret) for secret in secrets]
        right = len(given) == len(told) and np.allclose(given, told, atol=EXACT)
        claim(right, info, f"shares gives the chances {show(given)}, and probability {show(told)}")
    if taken is not None:
        lies = [sum(f != info.game.feedback(a, s) for a, f in info.history) for s in secrets]
        claim(taken[1].tolist() == lies, info, f"lies_taken gives {show(taken[1].tolist())}, and the history {lies}")
    named = info.game.goal.names and any(map(info.is_legal, secrets))
    claim(info.may_name or not named, info, "may_name is false, and a candidate may be named")


class Keys:
    """The sets that were met, by key: those with one key must have one future."""

    def __init__(self) -> None:
        self._met: dict[Hashable, InformationSet] = {}

    def meet(self, info: InformationSet) -> None:
        """Compare a set with one of the same key that was met before."""
        other = self._met.setdefault(info.key, info)
        if other is info or other.history == info.history:
            return
        where = f"the key is that of the set after {other.history.format(info.game) or 'nothing'}, but"
        claim(info.candidates() == other.candidates(), info, f"{where} the candidates differ")
        claim(list(info.actions) == list(other.actions), info, f"{where} the actions differ")
        claim(info.over == other.over, info, f"{where} only one of them is over")
        for secret in info.candidates(SECRETS):
            one, two = info.probability(secret), other.probability(secret)
            claim(isclose(one, two, abs_tol=EXACT), info, f"{where} the chances of {show(secret)} differ: {one}, {two}")
        for action in list(info.actions)[:FOLLOWED]:
            ours, theirs = ({c.feedback: c for c in each.children(action)} for each in (info, other))
            claim(ours.keys() == theirs.keys(), info, f"{where} the answers to {show(action)} differ")
            for feedback, child in ours.items():
                same = child.over == theirs[feedback].over
                claim(same, info, f"{where} {show(action)} answered {show(feedback)} ends only one of them")
