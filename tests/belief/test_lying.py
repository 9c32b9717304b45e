"""The lying information set against all lies written out, for every channel, on small games."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import combinations, product
from math import log2
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import Game, begin, parse_game, parse_strategy
from sleuth.belief.lying import LyingSet
from sleuth.belief.lying_law import histories, steps_needed
from sleuth.belief.lying_outcomes import figures
from sleuth.belief.lying_weights import MoreLiesError
from sleuth.core.channel import Channel, HalfLies, Lies, parse_channel
from sleuth.core.channel_game import ChannelGame, with_channel
from sleuth.core.errors import ContradictionError, ParameterError
from sleuth.kernels import partitions as parts
from sleuth.testing.generators import random_tables_game

quick = settings(max_examples=trials(30), deadline=None, suppress_health_check=[HealthCheck.too_slow])
SPECS = [
    "mastermind:pegs=2,colours=3@lies:most=1",
    "mastermind:pegs=2,colours=3,jar=3-2-1@lies:most=2,chance=0.3",
    "mastermind:pegs=2,colours=2@noise:chance=0.2",
    "fake-coin:coins=3@lies:most=1",
    "fake-coin:coins=3@noise:chance=0.1",
    "treasure-hunt:cells=5@half-lies:most=1",
    "treasure-hunt:cells=5@half-lies:most=2,chance=0.4",
    "treasure-hunt:cells=4@lies:most=2",
    "number:numbers=5@lies:most=1,chance=0.25",
]
Said = tuple[Any, int, float]
"""What may be said, the lies told after it, and its probability (or its weight)."""


class Plain:
    """A channel by the plain law: what may be said about one secret, from the rules as they are written."""

    def __init__(self, game: ChannelGame) -> None:
        self.game, self.channel = game.game, game.channel
        self.secrets = [s for s in self.game.secrets() if self.game.prior(s) > 0]

    def lies(self, action: Any, secret: Any) -> list[Any]:
        game, true = self.game, self.game.feedback(action, secret)
        names = game.goal.only_names and action in self.secrets
        win = game.feedback(action, action) if names else None
        if names and true == win:
            return []
        if self.channel.name == "fibble":
            rows = ["".join(row) for row in product("gy-", repeat=len(str(true)))]
            return [r for r in rows if sum(map(str.__ne__, r, str(true))) == 1 and set(r) != {"g"}]
        others = [f for f in dict.fromkeys(game.feedback(action, s) for s in self.secrets) if f not in (true, win)]
        return [f for f in others if f is False] if self.channel.name == "half-lies" else others

    def said(self, action: Any, secret: Any, lies: int, lying: float) -> list[Said]:
        """Everything that may be said about a secret that has told so many lies, and lies next with some chance."""
        true, others = self.game.feedback(action, secret), self.lies(action, secret)
        most = self.channel.most
        if self.channel.always and others:
            return [(f, lies + 1, 1 / len(others)) for f in others]
        if not others or (most is not None and lies >= most):
            return [(true, lies, 1.0)]
        return [(true, lies, 1 - lying)] + [(f, lies + 1, lying / len(others)) for f in others]

    def lying(self, lies: int, known: dict[Any, tuple[int, float]]) -> float:
        """How likely a secret that has told so many lies is to lie next, where it can: the channel's chance, or the
        share of the ways to lie in the steps that are needed at least that begin with a lie."""
        most, chance = self.channel.most, self.channel.chance
        if chance is not None or most is None:
            return chance or 0.0
        ways = patterns(most - lies, self.needed(known))
        return sum(0 in way for way in ways) / len(ways)

    def needed(self, known: dict[Any, tuple[int, float]]) -> int:
        """The fewest steps in which answers can tell every secret and every way that it may still lie apart."""
        most, answers = self.channel.most or 0, max(2, self.answers)
        for steps in range(1, 40):
            each = (sum((answers - 1) ** len(way) for way in patterns(most - n, steps)) for n, _ in known.values())
            if sum(each) <= answers**steps:
                return steps
        raise AssertionError("that many steps are never needed")

    @cached_property
    def answers(self) -> int:
        return len({self.game.feedback(a, s) for a in self.game.actions() for s in self.secrets})

    def posterior(self, steps: list[tuple[Any, Any]]) -> dict[Any, tuple[int, float]]:
        """The secrets that explain a history, each with the lies that it takes and its probability."""
        known = {secret: (0, float(self.game.prior(secret))) for secret in self.secrets}
        for action, feedback in steps:
            after = {}
            chances = {n: self.lying(n, known) for n in {n for n, _ in known.values()}}
            for secret, (lies, weight) in known.items():
                for said, count, chance in self.said(action, secret, lies, chances[lies]):
                    if said == feedback and chance > 0:
                        after[secret] = count, weight * chance
            known = after
        total = sum(weight for _, weight in known.values())
        return {secret: (lies, weight / total) for secret, (lies, weight) in known.items()}


def patterns(lies_left: int, steps: int) -> list[tuple[int, ...]]:
    """All ways to lie at most so often in so many steps, written out: the steps at which a lie is told."""
    return [which for n in range(lies_left + 1) for which in combinations(range(steps), n)]


def plain_outcomes(plain: Plain, info: LyingSet, action: Any) -> tuple[dict[Any, float], dict[Any, int], float]:
    """For an action: the probability of each answer, what it would leave, and the bits told about the secret."""
    chances: dict[Any, float] = defaultdict(float)
    counts: dict[Any, int] = defaultdict(int)
    joint: dict[tuple[Any, Any], float] = defaultdict(float)
    known = plain.posterior(list(info.history))
    for secret, (lies, share) in known.items():
        for feedback, _, chance in plain.said(action, secret, lies, plain.lying(lies, known)):
            chances[feedback] += share * chance
            counts[feedback] += 1
            joint[secret, feedback] += share * chance
    by_secret: dict[Any, float] = defaultdict(float)
    by_answer: dict[Any, float] = defaultdict(float)
    for (secret, feedback), weight in joint.items():
        by_secret[secret] += weight
        by_answer[feedback] += weight
    bits = sum(w * log2(w / (by_secret[s] * by_answer[f])) for (s, f), w in joint.items() if w > 0)
    return chances, counts, bits


def check(info: LyingSet, plain: Plain, actions: list[Any]) -> None:
    """A set holds what the plain law says, and so do its outcomes."""
    right = plain.posterior(list(info.history))
    assert info.candidates() == list(right)
    assert info.size == len(right)
    for secret, (lies, share) in right.items():
        assert info.probability(secret) == pytest.approx(share)
        assert info.lies[info.tables.secret_index(secret)] == lies
    assert info.entropy == pytest.approx(-sum(p * log2(p) for _, p in right.values()), abs=1e-9)
    for lies, share in enumerate(info.spent):
        assert share == pytest.approx(sum(p for n, p in right.values() if n == lies))
    caught = [
        place
        for place, (action, said) in enumerate(info.history, 1)
        if all(plain.game.feedback(action, secret) != said for secret in right)
    ]
    assert list(info.caught) == ([] if plain.channel.always else caught)
    outcomes = info.outcomes(actions)
    for row, action in enumerate(actions):
        chances, counts, bits = plain_outcomes(plain, info, action)
        leaves = info.children(action)
        assert {leaf.feedback: leaf.left for leaf in leaves} == dict(counts)
        for leaf in leaves:
            assert leaf.probability == pytest.approx(chances[leaf.feedback])
            assert leaf.left == len(plain.posterior([*info.history, (action, leaf.feedback)]))
        assert outcomes.information[row] == pytest.approx(max(bits, 0), abs=1e-9)
        assert outcomes.parts[row] == len({plain.game.feedback(action, secret) for secret in right})
        if info.game.goal.only_names:
            assert outcomes.win_probability[row] == pytest.approx(right.get(action, (0, 0.0))[1])
            assert bool(outcomes.possible[row]) == (action in right)


def walk(info: LyingSet, plain: Plain, rng: np.random.Generator, steps: int) -> None:
    """A random history, also of answers that nobody would give, checked after every step."""
    actions = list(plain.game.actions())
    for _ in range(steps):
        some = [actions[i] for i in rng.choice(len(actions), min(4, len(actions)), replace=False)]
        check(info, plain, some)
        action = some[0]
        answers = list(dict.fromkeys(plain.game.feedback(action, s) for s in plain.secrets))
        feedback = answers[int(rng.integers(len(answers)))]
        if rng.random() < 0.7:
            leaves = info.children(action)
            feedback = leaves[int(rng.integers(len(leaves)))].feedback
        right = plain.posterior([*info.history, (action, feedback)])
        if right:
            after = info.observe(action, feedback)
            assert isinstance(after, LyingSet)
            info = after
        else:
            with pytest.raises(ContradictionError):
                info.observe(action, feedback)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(4))
def test_against_all_lies_written_out(spec: str, seed: int) -> None:
    game = parse_game(spec)
    assert isinstance(game, ChannelGame)
    info = begin(game)
    assert isinstance(info, LyingSet)
    walk(info, Plain(game), np.random.default_rng(seed), 6)


@pytest.mark.parametrize("spec", ["mastermind:pegs=1,colours=3@lies:most=1", "treasure-hunt:cells=3@half-lies:most=1"])
def test_every_history_of_three_steps(spec: str) -> None:
    game = parse_game(spec)
    assert isinstance(game, ChannelGame)
    plain, start = Plain(game), begin(game)
    actions = list(game.actions())
    answers = list(dict.fromkeys(game.feedback(a, s) for a in actions for s in game.secrets()))
    seen = 0
    for steps in product(product(actions, answers), repeat=3):
        right = plain.posterior(list(steps))
        if not right:
            with pytest.raises(ContradictionError):
                start.observe_all(steps)
            continue
        info = start.observe_all(steps)
        assert isinstance(info, LyingSet)
        assert {s: pytest.approx(info.probability(s)) for s in info.candidates()} == {
            s: p for s, (_, p) in right.items()
        }
        seen += 1
    assert seen > 50


@pytest.fixture
def words(tmp_path: Path) -> Path:
    file = tmp_path / "words.txt"
    file.write_text("\n".join(["cat", "cot", "dog", "dot", "tot", "god", "act", "tac"]))
    return file


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("channel", ["fibble", "lies:most=1", "noise:chance=0.1"])
def test_rows_of_tiles(words: Path, channel: str, seed: int) -> None:
    game = parse_game(f"wordle:answers={words}@{channel}")
    assert isinstance(game, ChannelGame)
    info = begin(game)
    assert isinstance(info, LyingSet)
    walk(info, Plain(game), np.random.default_rng(seed), 5)


@quick
@given(
    random_tables_game(most=8),
    st.sampled_from(["lies:most=0", "lies:most=1", "lies:most=3", "lies:most=1,chance=0.2", "noise:chance=0.3"]),
    st.integers(0, 1000),
)
def test_random_games(game: Game, channel: str, seed: int) -> None:
    lied = with_channel(game, channel)
    assert isinstance(lied, ChannelGame)
    info = begin(lied)
    assert isinstance(info, LyingSet)
    walk(info, Plain(lied), np.random.default_rng(seed), 3)


@quick
@given(
    random_tables_game(most=30),
    st.sampled_from(["lies:most=1", "lies:most=3", "lies:most=2,chance=0.2", "noise:chance=0.3"]),
    st.integers(0, 1000),
)
def test_the_kernel_is_its_twin(game: Game, channel: str, seed: int) -> None:
    """All actions at once, weighed by the kernel and by products of matrices."""
    rng = np.random.default_rng(seed)
    info: Any = begin(with_channel(game, channel))
    for _ in range(3):
        compare_with_twin(info)
        action = info.actions[int(rng.integers(len(info.actions)))]
        leaves = info.children(action)
        info = info.observe(action, leaves[int(rng.integers(len(leaves)))].feedback)


def test_the_kernel_is_its_twin_where_not_every_answer_may_be_a_lie(words: Path) -> None:
    for spec in (
        f"wordle:answers={words}@fibble",
        "guess-who@half-lies:most=2",
        "guess-who@half-lies:most=1,chance=0.1",
    ):
        info: Any = begin(parse_game(spec))
        rng = np.random.default_rng(3)
        for _ in range(4):
            compare_with_twin(info)
            action = info.actions[int(rng.integers(len(info.actions)))]
            leaves = info.children(action)
            info = info.observe(action, leaves[int(rng.integers(len(leaves)))].feedback)


def compare_with_twin(info: LyingSet) -> None:
    law, numbers = info.law, np.arange(len(info.tables.actions), dtype=np.int32)
    may = law.open(numbers)
    tallies = []
    for group in info.groups:
        counts = parts.counts(law.codes, group.members, numbers, law.width).astype(np.float64)
        tallies.append((counts, parts.masses(law.codes, group.members, numbers, law.width, info.weights)))
    right = figures(law, may, law.ways(numbers, may), info.groups, tallies)
    outcomes = info.outcomes()
    np.testing.assert_allclose(outcomes.counts, right.counts)
    np.testing.assert_allclose(outcomes.masses, right.masses, atol=1e-12)
    np.testing.assert_allclose(outcomes.information, right.told_bits, atol=1e-9)
    np.testing.assert_allclose(outcomes.reach, right.reach, atol=1e-9)
    assert outcomes.parts.tolist() == right.answers.tolist()


@quick
@given(random_tables_game(most=8), st.integers(0, 1000))
def test_no_lie_is_the_game_itself(game: Game, seed: int) -> None:
    rng = np.random.default_rng(seed)
    plain, lied = begin(game, "enumerated"), begin(with_channel(game, "lies:most=0"))
    secret = plain.sample(rng)[0]
    for _ in range(3):
        one, other = plain.outcomes(), lied.outcomes()
        np.testing.assert_allclose(one.information, other.information, atol=1e-9)
        np.testing.assert_allclose(one.expected_size, other.expected_size)
        np.testing.assert_allclose(one.win_probability, other.win_probability)
        assert one.largest.tolist() == other.largest.tolist()
        action = plain.actions[int(rng.integers(len(plain.actions)))]
        feedback = game.feedback(action, secret)
        plain, lied = plain.observe(action, feedback), lied.observe(action, feedback)
        assert plain.candidates() == lied.candidates()
        assert lied.entropy == pytest.approx(plain.entropy, abs=1e-9)


@pytest.mark.parametrize(
    "spec",
    [
        *SPECS,
        "mastermind:pegs=2,colours=2@half-lies:most=1",
        "ulam:numbers=7@lies:most=2",
        "ulam:numbers=7@half-lies:most=1",
        "ulam:numbers=7@lies:most=1,chance=0.2",
        "ulam:numbers=7@noise:chance=0.2",
        "guess-who@half-lies:most=1",
        "number:numbers=8@lies:most=3",
    ],
)
def test_a_question_is_expected_to_tell_what_its_answers_tell_on_average(spec: str) -> None:
    """Where lies have a chance and where they have none: bits, and the chance of every secret."""
    try:
        info = begin(parse_game(spec))
    except ParameterError:
        assert "half-lies" in spec  # no answer of it is a no
        return
    rng = np.random.default_rng(5)
    for _ in range(4):
        outcomes = info.outcomes()
        for row in rng.choice(len(outcomes), 3).tolist():
            action, leaves = outcomes.actions[row], info.children(outcomes.actions[row])
            after = [(leaf.probability, info.observe(action, leaf.feedback)) for leaf in leaves]
            assert sum(chance for chance, _ in after) == pytest.approx(1)
            gained = sum(chance * (info.entropy - then.entropy) for chance, then in after)
            assert outcomes.information[row] == pytest.approx(gained, abs=1e-9)
            assert outcomes.remaining[row] == pytest.approx(info.entropy - gained, abs=1e-9)
            for leaf, (_, then) in zip(leaves, after, strict=True):
                assert leaf.left == then.size
            assert outcomes.most_left[row] == max(then.size for _, then in after)
            assert outcomes.mean_left[row] == pytest.approx(sum(chance * then.size for chance, then in after))
            assert outcomes.answers_possible[row] == len(leaves)
            for secret in info.candidates():
                assert sum(chance * then.probability(secret) for chance, then in after) == pytest.approx(
                    info.probability(secret)
                )
        info = after[int(rng.integers(len(after)))][1]


def test_the_candidates_are_the_hypotheses_of_the_paper() -> None:
    """One denial at most, L letters denied: L + 1 hypotheses, one that nobody lied and one for each denied letter."""
    game = parse_game("guess-who@half-lies")
    info = begin(game)
    asked = []
    for action in list(game.actions())[:3]:
        info = info.observe(action, False)
        asked.append(action)
    truthful = [s for s in game.secrets() if all(game.feedback(a, s) is False for a in asked)]
    denied = [s for s in game.secrets() if sum(game.feedback(a, s) is True for a in asked) == 1]
    assert set(info.candidates()) == {*truthful, *denied}
    assert info.kinds == (len(truthful), len(denied))
    assert max(map(info.probability, denied)) < min(map(info.probability, truthful))


def test_a_set_says_what_its_chances_are_where_the_channel_gives_none() -> None:
    assert "all ways to tell" in begin(parse_game("number:numbers=5@lies:most=1")).assumption
    for spec in ("number:numbers=5@lies:most=1,chance=0.1", "number:numbers=5@noise", "number:numbers=5"):
        assert begin(parse_game(spec)).assumption == ""


def test_a_win_is_true_and_is_never_denied() -> None:
    info = begin(parse_game("mastermind:pegs=2,colours=3@lies:most=2"))
    won = info.observe((0, 1), (2, 0))
    assert won.candidates() == [(0, 1)]
    assert won.over
    assert info.observe((0, 1), (1, 0)).probability((0, 1)) == 0


def test_a_question_may_be_asked_again_and_three_answers_settle_it() -> None:
    info = begin(parse_game("treasure-hunt:cells=4@lies:most=1"))
    action = info.actions[0]
    once = info.observe(action, True)
    assert once.size == 4
    twice = once.observe(action, True)
    assert [info.game.feedback(action, s) for s in twice.candidates()] == [True] * twice.size
    unsure = once.observe(action, False)
    assert unsure.size == 4
    assert isinstance(unsure, LyingSet)
    assert unsure.caught == ()
    settled = unsure.observe(action, False)
    assert [info.game.feedback(action, s) for s in settled.candidates()] == [False] * settled.size
    assert isinstance(settled, LyingSet)
    assert settled.caught == (1,)
    lines = settled.caught_since(unsure)
    assert lines == [f"A lie is caught: {info.game.format_action(action)} = yes at step 1 was false."]
    assert settled.caught_since(settled) == []
    plain = begin(parse_game("treasure-hunt:cells=4"))
    assert plain.caught_since(plain) == []


def test_answers_that_take_too_many_lies() -> None:
    info = begin(parse_game("treasure-hunt:cells=4@lies:most=1"))
    action = info.actions[0]
    for feedback in (True, True, False):
        info = info.observe(action, feedback)
    with pytest.raises(MoreLiesError, match="take at least 2 lies") as caught:
        info.observe(action, False)
    assert (caught.value.step, caught.value.least, caught.value.most) == (4, 2, 1)
    assert info.observe(action, True).size > 0


def test_a_denial_cannot_be_a_lie_about_a_no() -> None:
    info = begin(parse_game("treasure-hunt:cells=4@half-lies:most=1"))
    action = info.actions[0]
    assert all(info.game.feedback(action, s) for s in info.observe(action, True).candidates())
    assert info.observe(action, False).size == 4


def test_half_lies_need_a_no() -> None:
    with pytest.raises(ParameterError, match="no answer of mastermind is a no"):
        begin(parse_game("mastermind@half-lies"))


def test_noise_ends_when_it_is_sure() -> None:
    info = begin(parse_game("treasure-hunt:cells=4@noise:chance=0.1,sure=0.95"))
    secret, strategy = info.candidates(1)[0], parse_strategy("entropy")
    steps = 0
    while not info.over:
        action = strategy.decide(info).action
        info = info.observe(action, info.game.feedback(action, secret))
        steps += 1
        assert steps < 30
    assert info.size == 4
    assert info.probability(secret) >= 0.95


@pytest.mark.parametrize("form", ["enumerated", "sampled", "tabular"])
def test_no_other_form_of_set_knows_lies(form: str) -> None:
    with pytest.raises(ParameterError, match="under lies"):
        begin(parse_game("mastermind@lies"), form)


@given(st.integers(0, 9), st.integers(0, 4))
def test_histories_are_counted(steps: int, lies: int) -> None:
    assert histories(steps, lies) == sum(sum(way) <= lies for way in product((0, 1), repeat=steps))


def test_berlekamps_bound() -> None:
    assert steps_needed({1: 1 << 20}, 2) == 25
    assert steps_needed({0: 1 << 20}, 2) == 20
    assert steps_needed({0: 1}, 2) == 1


@pytest.mark.parametrize("channel", [Lies(1), HalfLies(2), parse_channel("noise:chance=0.2")])
@pytest.mark.parametrize("rule", ["entropy", "minimax", "size", "parts", "random"])
def test_every_rule_ends(channel: Channel, rule: str) -> None:
    if rule == "parts" and channel.most is None:
        pytest.skip("under noise every question has every answer, so counting answers is no guide")
    rng = np.random.default_rng(0)
    for game in ("treasure-hunt:cells=6", "guess-who"):
        info = begin(with_channel(parse_game(game), channel))
        secret = info.sample(rng)[0]
        for _ in range(200):
            if info.over:
                break
            action = parse_strategy(rule).decide(info, rng=rng).action
            info = info.observe(action, info.game.feedback(action, secret))
        assert info.over
        assert info.probability(secret) >= 0.99
