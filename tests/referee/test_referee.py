"""The referee: what steps lose and what luck gives, against brute force; refused replies; rewards; reports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import Game, Goal, InformationSet, Record, begin, evaluate, parse_game, parse_strategy
from sleuth.app import ConflictError
from sleuth.core.errors import ParameterError, SecretError
from sleuth.referee import REWARDS, Referee, RefereeReport, Verdict
from sleuth.testing.random_games import RandomLaw, RandomNaming

SMALL = "mastermind:pegs=3,colours=4"
SOLVABLE = [
    "mastermind:pegs=2,colours=3",
    "mastermind:pegs=3,colours=3",
    "mastermind:pegs=2,jar=4-2-1",
    "simple-mastermind:pegs=2,colours=4",
    "bulls-and-cows:length=2,symbols=5",
    "fake-coin:coins=4",
    "treasure-hunt:cells=6",
    "treasure-hunt:cells=6,price=0.5",
    "low-middle-high:numbers=9",
    "black-box:size=3,atoms=2",
    "guess-who",
    "number:numbers=12",
    "ulam:numbers=6",
    "battleship:size=3,fleet=2",
    "battleship:size=2,fleet=2",
    "sploosh-kaboom:size=3,fleet=2",
]


def random_play(referee: Referee, seed: int, nonsense: float = 0.0) -> RefereeReport:
    """A play at random to the end, with some replies that cannot be read."""
    rng = np.random.default_rng(seed)
    while not referee.over:
        if rng.random() < nonsense:
            referee.step("I have no idea")
        else:
            actions = referee.info.actions
            referee.ask(actions[int(rng.integers(len(actions)))])
    return referee.report()


KNOWN: dict[object, float] = {}


def least(info: InformationSet) -> float:
    """The fewest steps (or the least cost) that are expected from a set, by looking at everything that may be asked."""
    if info.over:
        return 0.0
    key = info.game, info.key
    if key not in KNOWN:
        KNOWN[key] = min(asking(info, action) for action in info.actions if tells(info, action))
    return KNOWN[key]


def tells(info: InformationSet, action: object) -> bool:
    """Whether a question changes anything: it may win, it cuts the set, or it finds something."""
    children = info.children(action)
    return len(children) > 1 or children[0].over or (info.game.goal.finds and action not in dict(info.history))


def asking(info: InformationSet, action: object) -> float:
    after = sum(child.probability * least(child.after()) for child in info.children(action))
    return float(info.game.cost(action)) + after


@given(st.sampled_from(SOLVABLE), st.integers(0, 10_000), st.sampled_from([0.0, 0.3]))
def test_steps_lost_are_steps_spent_less_the_optimum_plus_luck(spec: str, seed: int, nonsense: float) -> None:
    report = random_play(Referee(spec, seed=seed, reference="optimal", max_steps=40), seed, nonsense)
    assert report.reference == "optimal"
    assert report.proved
    assert report.lost is not None
    assert report.luck is not None
    assert report.expected is not None
    assert report.left is not None
    assert report.solved == (report.left == 0.0)
    if "price" not in spec:
        assert report.spent == report.steps
    assert report.lost == pytest.approx(report.spent + report.left - report.expected + report.luck, abs=1e-9)
    assert all((verdict.lost or 0.0) >= -1e-9 for verdict in report.verdicts)


@given(
    st.sampled_from([RandomLaw, RandomNaming]),
    st.integers(2, 7),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(0, 500),
)
def test_any_law_is_graded_as_brute_force_grades_it(
    kind: type[RandomLaw], size: int, questions: int, heaviest: int, seed: int
) -> None:
    referee = Referee(kind(size, questions, 3, heaviest, seed), seed=seed, reference="optimal", max_steps=8)
    rng = np.random.default_rng(seed)
    while not referee.over:
        info, actions = referee.info, referee.info.actions
        action = actions[int(rng.integers(len(actions)))]
        verdict = referee.ask(action)
        assert verdict.expected == pytest.approx(least(info))
        assert verdict.left == pytest.approx(least(referee.info))
        if tells(info, action):
            assert verdict.lost == pytest.approx(asking(info, action) - least(info), abs=1e-9)
        else:
            assert verdict.redundant
            assert verdict.lost == pytest.approx(1.0)


@pytest.mark.parametrize(
    "spec", ["battleship:size=2,fleet=2", "battleship:size=3,fleet=3", "treasure-hunt:cells=5,price=0.5"]
)
def test_what_must_be_found_and_what_has_a_price_is_graded_as_brute_force_grades_it(spec: str) -> None:
    for seed in range(6):
        referee, rng = Referee(spec, seed=seed, reference="optimal"), np.random.default_rng(seed)
        while not referee.over:
            info, actions = referee.info, referee.info.actions
            action = actions[int(rng.integers(len(actions)))]
            value = asking(info, action)
            verdict = referee.ask(action)
            assert verdict.expected == pytest.approx(least(info))
            assert verdict.lost == pytest.approx(value - least(info), abs=1e-9)


def test_a_report_says_cost_where_cost_is_graded() -> None:
    referee = Referee("treasure-hunt:cells=5,price=0.5", "3", reference="optimal")
    for action in list(referee.info.actions):
        if not referee.over:
            referee.ask(action)
    report = referee.report()
    assert report.spent != report.steps
    assert f"a cost of {report.expected:.2f}, this play cost {report.spent:.2f}: " in str(report)
    by_steps = Referee("mastermind:pegs=2,colours=3", "00", reference="optimal")
    by_steps.ask((0, 0))
    assert "cost" not in str(by_steps.report())


@pytest.mark.parametrize(
    "spec", ["mastermind:pegs=2,colours=3", "bulls-and-cows:length=2,symbols=4", "fake-coin:coins=4"]
)
def test_best_questions_lose_exactly_nothing(spec: str) -> None:
    info = begin(parse_game(spec))
    for action in info.actions:
        verdict = Referee(spec, seed=0, reference="optimal").ask(action)
        best = asking(info, action) <= least(info) + 1e-9 if tells(info, action) else False
        assert (verdict.lost == 0.0) == best
        assert (verdict.reward == 0.0) == best


@pytest.mark.parametrize("spec", SOLVABLE)
def test_luck_is_nothing_on_average(spec: str) -> None:
    info = begin(parse_game(spec))
    action = info.actions[0]
    luck = 0.0
    for secret in info.candidates():
        gained = Referee(spec, info.game.format_secret(secret), reference="optimal").ask(action).luck
        assert gained is not None
        luck += info.probability(secret) * gained
    assert luck == pytest.approx(0.0, abs=1e-9)


def test_the_whole_of_a_strategy_loses_what_its_evaluation_says() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    strategy, lost = parse_strategy("entropy"), 0.0
    for secret in game.secrets():
        referee = Referee(game, secret, reference="optimal")
        while not referee.over:
            referee.ask(strategy.decide(referee.info).action)
        lost += referee.report().lost or 0.0
    assert lost == pytest.approx(evaluate(game, strategy).total - 206)


def test_an_unreadable_reply_costs_a_turn_or_a_retry() -> None:
    strict, patient = Referee(SMALL, "012"), Referee(SMALL, "012", retries=2)
    assert [strict.step("what?").turn_lost for _ in range(3)] == [True, True, True]
    assert [patient.step("what?").turn_lost for _ in range(6)] == [False, False, True, False, False, True]
    assert (strict.steps, patient.steps) == (3, 2)
    assert patient.report().refused == 6
    assert patient.report().turns_lost == 2
    patient.step("what?")
    patient.step("001")  # a question that is taken makes up for what was refused before
    assert [patient.step("what?").turn_lost for _ in range(2)] == [False, False]
    assert "This cost nothing" in patient.verdicts[-1].reply.text
    assert strict.verdicts[0].lost == 1.0
    assert strict.verdicts[0].mark == "refused"


def test_what_may_not_be_asked_is_refused_in_one_sentence() -> None:
    referee = Referee("battleship:size=3,fleet=2", seed=1)
    referee.step("1,1")
    verdict = referee.step("1,1")
    assert verdict.refusal is not None
    assert "was asked at step 1 already" in str(verdict.refusal)
    assert "\n" not in str(verdict.refusal)
    assert Referee("mastermind", seed=1).step("Question: 0189").refusal is not None


def test_questions_asked_again_are_redundant() -> None:
    referee = Referee("mastermind:pegs=3,colours=4", "123")
    referee.step("001")
    again = referee.step("001")
    assert again.redundant
    assert again.lost == 1.0
    assert again.gained_bits == 0.0


def test_guesses_that_contradict_an_answer_are_inconsistent() -> None:
    referee = Referee("bulls-and-cows:length=3,symbols=6", "123")
    assert referee.step("012").consistent
    assert not referee.step("012").consistent
    coins = Referee("fake-coin:coins=4", seed=0)
    assert coins.ask(coins.info.actions[0]).consistent is None  # a weighing is no guess


def test_what_could_be_deduced_is_said() -> None:
    referee = Referee("number:numbers=3", "1")
    assert not referee.step("2").deducible
    last = referee.step("3")
    assert last.deducible
    assert last.redundant
    assert referee.step("1").deducible
    assert referee.report().overdue == 1


def test_play_ends_at_the_goal_or_where_no_step_is_left() -> None:
    referee = Referee("mastermind:pegs=2,colours=3", "00", max_steps=2)
    referee.step("11")
    last = referee.step("22")
    assert last.truncated
    assert last.done
    assert not last.solved
    with pytest.raises(ConflictError, match="this play is over"):
        referee.step("00")
    won = Referee("mastermind:pegs=2,colours=3", "00").step("00")
    assert won.solved
    assert won.done
    assert won.reply.over
    assert won.left == 0.0


def test_rewards() -> None:
    verdicts = {name: Referee("mastermind:pegs=3,colours=4", "123", reward=name).step("000") for name in REWARDS}
    one = verdicts["loss"]
    assert one.lost
    assert one.luck is not None
    assert verdicts["end"].reward == 0.0
    assert verdicts["loss"].reward == -one.lost
    assert verdicts["loss-and-luck"].reward == pytest.approx(one.luck - one.lost)
    assert verdicts["bits"].reward == one.bits
    assert Referee("mastermind:pegs=2,colours=3", "00", reward="end").step("00").reward == 1.0
    blacks = Referee("mastermind:pegs=2,colours=3", "00", reward=lambda verdict: float(verdict.feedback[0]))  # type: ignore[index]
    assert blacks.step("01").reward == 1.0


@given(st.sampled_from(SOLVABLE), st.integers(0, 1000))
def test_steps_lost_plus_luck_sum_to_the_steps_saved(spec: str, seed: int) -> None:
    report = random_play(Referee(spec, seed=seed, reward="loss-and-luck", reference="optimal", max_steps=60), seed)
    assert report.expected is not None
    assert report.left is not None
    assert report.reward == pytest.approx(report.expected - report.left - report.spent)


@dataclass(frozen=True)
class Bag(Game):
    """Three numbers, two of which nothing tells apart but their names."""

    goal = Goal.NAME

    def secrets(self) -> range:
        return range(3)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret


def test_a_game_of_one_own_needs_nothing_more() -> None:
    referee = Referee(Bag(), 2)
    assert referee.reference == "optimal"
    assert [referee.step(f"I guess {number}").solved for number in range(3)] == [False, False, True]
    assert referee.report().expected == 2.0


@pytest.mark.parametrize(
    ("game", "reference", "found"),
    [
        ("mastermind:pegs=3,colours=4", "auto", "optimal"),
        ("mastermind:pegs=3,colours=4", "entropy", "entropy"),
        ("mastermind:pegs=3,colours=4", "none", "none"),
        ("bulls-and-cows", "auto", "entropy"),
        ("battleship", "auto", "none"),
        ("mastermind:pegs=3,colours=4@lies:most=1", "auto", "none"),
        ("ulam", "auto", "none"),
    ],
)
def test_references(game: str, reference: str, found: str) -> None:
    referee = Referee(game, seed=2, reference=reference)
    assert referee.reference == found
    verdict = referee.ask(referee.info.actions[0])
    assert (verdict.lost is None) == (found == "none")
    assert verdict.bits >= 0


def test_what_no_list_has_is_graded_too() -> None:
    """A phrase that is in no list, and a set whose complement is listed, may be asked."""
    words = Referee("hangman:lengths=4", seed=2, reference="none")
    assert words.ask("zzzz").redundant
    few = Referee("ulam:numbers=6", "3", reference="optimal")
    for text in ("1-5", "0", "2-4"):
        if not few.over:
            few.step(text)
    report = few.report()
    assert report.refused == 0
    assert report.lost is not None
    assert report.expected is not None
    assert report.lost == pytest.approx(report.spent + (report.left or 0) - report.expected + (report.luck or 0))


def test_a_phrase_that_no_list_has_costs_a_step(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("cat\ncot\ndog\n")
    referee = Referee(f"hangman:words={tmp_path / 'words.txt'},lengths=3", "dog", reference="optimal")
    before = referee.step("uqf")
    assert before.redundant
    assert before.lost == pytest.approx(1.0)
    assert before.left == before.expected
    assert referee.step("dog").solved


def test_channel_is_the_same_as_in_the_spec() -> None:
    inside = Referee("mastermind:pegs=2,colours=3", seed=4, channel="lies:most=1")
    assert str(inside.game) == "mastermind:pegs=2,colours=3@lies:most=1"
    assert inside.ask((0, 1)).consistent is True


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "greens"}, "there is no reward 'greens'; it is one of end, loss, loss-and-luck, bits"),
        ({"reference": "random"}, "random cannot be a reference"),
        ({"reference": "none", "reward": "loss"}, "take the reward end or bits"),
        ({"max_steps": 0}, "max_steps is from 1 to 10,000, not 0"),
        ({"retries": -1}, "retries are from 0 to 10,000, not -1"),
        ({"reference": "look-ahead"}, "cannot be a reference"),
        ({"max_steps": 10**9}, "max_steps is from 1 to 10,000, not 1000000000"),
        ({"max_steps": 2.5}, "max_steps is a whole number, not 2.5"),
        ({"max_steps": True}, "max_steps is a whole number, not True"),
        ({"retries": 10**9}, "retries are from 0 to 10,000"),
    ],
)
def test_bad_terms_are_told_in_one_sentence(options: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Referee("mastermind:pegs=2,colours=3", seed=0, **options)  # type: ignore[arg-type]


def test_optimal_play_that_cannot_be_had_is_told() -> None:
    for game in ("battleship", "ulam", "mastermind:pegs=2,colours=3@lies:most=1"):
        with pytest.raises(ParameterError) as refused:
            Referee(game, seed=0, reference="optimal")
        advised = str(refused.value).partition("take the reference ")[2].split(", or ")
        assert advised[-1] == "none"
        for reference in advised:  # what is advised can be had
            assert Referee(game, seed=0, reference=reference).reference == reference


@pytest.mark.parametrize("secret", [5, (0, 9), ((),), (), {}])
def test_what_is_no_secret_is_told_in_one_sentence(secret: object) -> None:
    with pytest.raises(SecretError, match="secret of mastermind"):
        Referee("mastermind:pegs=2,colours=3", secret)


def test_a_reward_is_a_number() -> None:
    with pytest.raises(ParameterError, match="a reward is a number, not 'much'"):
        Referee("number:numbers=3", 1, reward=lambda verdict: "much").ask(2)  # type: ignore[arg-type,return-value]


def test_the_best_question_gives_nothing_below_nothing() -> None:
    assert str(Referee("number:numbers=3", 1, reward="loss").ask(2).reward) == "0.0"


def test_a_report_reads_back_and_says_it_in_sentences() -> None:
    referee = Referee("mastermind:pegs=3,colours=4", "123", player="somebody")
    for text in ("001", "what", "222", "123"):
        referee.step(text)
    report = referee.report()
    record = Record.parse(report.record)
    assert (record.player, record.solved, len(record.history)) == ("somebody", True, 3)
    assert report.sentences[0] == "Solved after 4 steps."
    assert "Optimal play expects 3.22" in report.sentences[1]
    assert "1 reply was not taken." in report.sentences
    plain = report.as_json()
    assert plain["verdicts"][1]["refusal"]
    assert plain["marks"]["refused"] == 1
    assert len(report.to_frame()) == 4
    assert repr(report).startswith("<RefereeReport of mastermind:pegs=3,colours=4: 4 steps")


def test_the_same_seed_draws_the_same_secret() -> None:
    secrets = {Referee("mastermind", seed=5).record.secret for _ in range(3)}
    assert len(secrets) == 1


def test_nothing_is_said_twice_of_a_refusal_at_the_end() -> None:
    referee = Referee(SMALL, "012", max_steps=1)
    verdict: Verdict = referee.step("nothing")
    assert verdict.truncated
    assert verdict.reply.over
    assert verdict.reply.text.endswith("This cost a question. No question is left.")
