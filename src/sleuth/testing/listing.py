"""What is known after a history, by listing: each secret, what it may have been answered, and how likely that was.

Plain and slow on purpose, for games under true answers and under every channel. It knows the contract of a game and the
parameters of its channel, and shares no code with the information sets that it is compared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb, log2

from sleuth.core.capabilities import Past
from sleuth.core.channel import Channel, HalfLies, Lies, Noise
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History, Step
from sleuth.core.offers import allows, hits_of, repeats, truthful
from sleuth.games.wordle.fibble import Fibble

TILES = "gy-"


def posterior(game: Game, history: History) -> dict[Secret, Fraction]:
    """The probability of each secret that explains a history; empty if none does.

    Under a channel without a chance, a lie is as likely as the planned chance says; false answers share it alike.
    """
    weights = {secret: Fraction(game.prior(secret)) * _likelihood(game, history.steps, secret) for secret in _all(game)}
    return _normalised(weights)


def predicted(game: Game, history: History, action: Action) -> dict[Feedback, Fraction]:
    """The probability of each answer to an action after a history."""
    out: dict[Feedback, Fraction] = {}
    for secret, chance in posterior(game, history).items():
        for feedback, share in sayings(game, history.steps, action, secret).items():
            out[feedback] = out.get(feedback, Fraction(0)) + chance * share
    return {feedback: chance for feedback, chance in out.items() if chance}


def entropy(chances: Sequence[Fraction]) -> float:
    """Shannon's entropy in bits; exact probabilities, so that nothing is lost before the logarithm."""
    return sum(-float(p) * (log2(p.numerator) - log2(p.denominator)) for p in chances if p)


def legal(game: Game, history: History) -> list[Action]:
    """What may be asked after a history."""
    if _channel(game) is not None:
        return list(game.actions())
    asked = {action for action, _ in history}
    return [
        action for action in game.actions() if (repeats(game) or action not in asked) and allows(game, action, history)
    ]


def over(game: Game, history: History) -> bool:
    """Whether the goal is reached: the secret was named, or is known, or all that any candidate hides was found.

    A hit counts as found once it was asked and answered truly.
    """
    chances, channel = posterior(game, history), _channel(game)
    if game.goal.knows:
        if isinstance(channel, Noise):  # a chance of 9/10 is as sure as 0.9, which no float is exactly
            return float(max(chances.values())) >= channel.sure - 1e-12
        return len(chances) == 1
    if history.steps and list(chances) == [history.steps[-1].action]:
        *past, (action, feedback) = history.steps
        if feedback == truth(game, past, action, action):
            return True
    return game.goal.finds and all(_found(game, history, secret) for secret in chances)


def hits(game: Game, secret: Secret) -> frozenset[Action]:
    """The actions that find a part of a secret, where everything is to be found."""
    return frozenset(hits_of(game, secret)) if game.goal.finds else frozenset()


def _found(game: Game, history: History, secret: Secret) -> bool:
    """Whether everything that a secret hides was asked, and answered as it truly does."""
    if _channel(game) is None:
        return {action for action, _ in history}.issuperset(hits_of(game, secret))
    return all((hit, game.feedback(hit, secret)) in history.steps for hit in hits_of(game, secret))


def _likelihood(game: Game, steps: Sequence[Step], secret: Secret) -> Fraction:
    """How likely the answers of a history are, if this is the secret."""
    out = Fraction(1)
    for place, (action, feedback) in enumerate(steps):
        out *= sayings(game, steps[:place], action, secret).get(feedback, Fraction(0))
        if not out:
            break
    return out


def truth(game: Game, past: Sequence[Step], action: Action, secret: Secret) -> Feedback:
    """What the law answers to an action, once others were asked."""
    law = game.offers(Past)
    if law is not None:
        return law.feedback_after([a for a, _ in past], action, secret)
    feedback: Feedback = game.feedback(action, secret)
    return feedback


def sayings(game: Game, past: Sequence[Step], action: Action, secret: Secret) -> dict[Feedback, Fraction]:
    """Everything that may be said to an action if this is the secret, and how likely each is."""
    true, channel = truth(game, past, action, secret), _channel(game)
    if channel is None:
        return {true: Fraction(1)}
    told = sum(feedback != game.feedback(a, secret) for a, feedback in past)
    lies = _lies(game, channel, action, true) if channel.most is None or told < channel.most else ()
    if not lies:
        return {true: Fraction(1)}
    if isinstance(channel, Fibble):
        return {lie: Fraction(1, len(lies)) for lie in lies}
    chance = _planned_chance(game, tuple(past), told) if channel.chance is None else Fraction(channel.chance)
    return {true: 1 - chance} | {lie: chance / len(lies) for lie in lies}


def _planned_chance(game: Game, past: tuple[Step, ...], told: int) -> Fraction:
    """How likely a secret that has told so many lies is to lie next, where the channel does not say.

    All ways in which it may lie in the steps that are needed at least count the same: the chance is the share of those
    that begin with a lie.
    """
    channel = _channel(game)
    assert channel is not None
    assert channel.most is not None
    steps, left = _steps_needed(game, past), channel.most - told
    ways = [lying for lying in product((False, True), repeat=steps) if sum(lying) <= left]
    return Fraction(sum(lying[0] for lying in ways), len(ways))


@lru_cache(maxsize=4096)
def _steps_needed(game: Game, past: tuple[Step, ...]) -> int:
    """The fewest steps, one at least, in which answers could tell every secret and all its lies apart (Berlekamp).

    Each false answer is a way of its own to lie, as if all answers of the game could be given to every action.
    """
    channel = _channel(game)
    assert channel is not None
    assert channel.most is not None
    answers = max(2, len({game.feedback(action, secret) for action in game.actions() for secret in _all(game)}))
    left = [
        channel.most - told for secret in _all(game) if (told := _lies_told(game, channel, past, secret)) is not None
    ]
    steps = 1
    while sum(comb(steps, i) * (answers - 1) ** i for most in left for i in range(most + 1)) > answers**steps:
        steps += 1
    return steps


def _lies_told(game: Game, channel: Channel, past: Sequence[Step], secret: Secret) -> int | None:
    """How many lies a secret needs to explain a history; `None` if it cannot."""
    told = 0
    for action, feedback in past:
        true = game.feedback(action, secret)
        if feedback != true:
            told += 1
            if told > (channel.most or 0) or feedback not in _lies(game, channel, action, true):
                return None
    return told


@lru_cache(maxsize=4096)
def _lies(game: Game, channel: Channel, action: Action, true: Feedback) -> tuple[Feedback, ...]:
    """The lies that may be told where this is the true answer. A win is never a lie, and never denied."""
    wins = game.goal.names and action in _all(game)
    win = game.feedback(action, action) if wins else None
    if wins and true == win:
        return ()
    if isinstance(channel, Fibble):
        rows = ["".join(row) for row in product(TILES, repeat=len(str(true)))]
        return tuple(r for r in rows if set(r) != {"g"} and sum(a != b for a, b in zip(r, str(true), strict=True)) == 1)
    answers = dict.fromkeys(game.feedback(action, secret) for secret in _all(game))
    lies = [answer for answer in answers if answer != true and not (wins and answer == win)]
    match channel:
        case Lies() | Noise():
            return tuple(lies)
        case HalfLies():
            return tuple(answer for answer in lies if game.format_feedback(answer) == "no")
    raise ParameterError(f"brute force does not know the channel {channel}")


def _channel(game: Game) -> Channel | None:
    channel = None if truthful(game) else getattr(game, "channel", None)
    return channel if isinstance(channel, Channel) else None


@lru_cache(maxsize=16)
def _all(game: Game) -> list[Secret]:
    return [secret for secret in game.secrets() if game.prior(secret) > 0]


def _normalised(weights: dict[Secret, Fraction]) -> dict[Secret, Fraction]:
    total = sum(weights.values())
    return {secret: weight / total for secret, weight in weights.items() if weight}


def worst_case(game: Game) -> int | None:
    """The fewest steps that are always enough, whatever lies are told; `None` where no number is.

    A state is who may be the secret, each with the lies told so far. Those that one step settles are found first, then
    those that two do, until nothing is added.
    """
    channel, actions = _channel(game), list(game.actions())
    assert channel is not None
    start = frozenset((secret, 0) for secret in _all(game))
    after: dict[LiarState, list[list[LiarState]]] = {}
    new = [start]
    while new:
        state = new.pop()
        if state not in after:
            after[state] = [] if _told_all(game, state) else [_heard(game, channel, state, a) for a in actions]
            new += [child for children in after[state] for child in children]
    settled = {state: 0 for state in after if _told_all(game, state)}
    for steps in range(1, len(after) + 1):
        more = [s for s in after if s not in settled and any(all(c in settled for c in row) for row in after[s])]
        if not more:
            break
        settled |= dict.fromkeys(more, steps)
    return settled.get(start)


LiarState = frozenset[tuple[Secret, int]]


def _told_all(game: Game, state: LiarState) -> bool:
    return game.goal.knows and len(state) == 1


def _heard(game: Game, channel: Channel, state: LiarState, action: Action) -> list[LiarState]:
    """What each thing that may be said to an action leaves, but for the win."""
    left: dict[Feedback, set[tuple[Secret, int]]] = {}
    for secret, told in state:
        true = game.feedback(action, secret)
        if not (game.goal.names and action == secret):
            left.setdefault(true, set()).add((secret, told))
            for lie in _lies(game, channel, action, true) if told < (channel.most or 0) else ():
                left.setdefault(lie, set()).add((secret, told + 1))
    return [frozenset(group) for group in left.values()]


def fewest_questions(numbers: int, lies: int, *, half: bool = False) -> int:
    """The fewest yes-or-no questions that find one of some numbers if so many answers may be lies, in the worst case.

    Every question is a set of numbers. Numbers that have taken equally many lies are alike, so it is enough to choose
    how many of each kind a question asks for. With `half`, only a yes may be turned into a no.
    """
    start = (numbers,) + (0,) * lies
    return next(steps for steps in range(10_000) if _within(start, steps, half))


@cache
def _within(counts: tuple[int, ...], steps: int, half: bool) -> bool:
    """Whether so many questions are enough; `counts` are the numbers that have taken 0, 1, 2 ... lies."""
    if sum(counts) <= 1:
        return True
    if not steps:
        return False
    for chosen in product(*(range(count + 1) for count in counts)):
        others = tuple(count - some for count, some in zip(counts, chosen, strict=True))
        yes = _plus(chosen, (0,) * len(counts) if half else others)
        if _within(yes, steps - 1, half) and _within(_plus(others, chosen), steps - 1, half):
            return True
    return False


def _plus(true: tuple[int, ...], false: tuple[int, ...]) -> tuple[int, ...]:
    """Those whose answer is true, and those who take one lie more for it."""
    return tuple(a + b for a, b in zip(true, (0, *false[:-1]), strict=True))
