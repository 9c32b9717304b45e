"""Agents that are no strategies: objects with `decide`, functions, and decisions of those who only have an action."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import Decision, Limit, Strategy, begin, evaluate, match, parse_game, parse_strategy
from sleuth.app import Assist, perform
from sleuth.app.set_cache import decide
from sleuth.belief.base import InformationSet
from sleuth.core.errors import ActionError, ConformanceError, ParameterError, StuckError
from sleuth.play.oracles import make_oracle
from sleuth.show import watch
from sleuth.strategies import OwnAgent, strategy_of
from sleuth.testing import check_strategy

GAME = parse_game("mastermind:pegs=2,colours=3")
START = begin(GAME)


class FirstCandidate:
    """Names the first that is possible."""

    def decide(self, info: InformationSet) -> Any:
        return info.candidates(1)[0]


class Dice:
    def decide(self, info: InformationSet, rng: np.random.Generator) -> Any:
        return info.actions[int(rng.integers(len(info.actions)))]


class Everything:
    given: Any = None

    def decide(self, info: InformationSet, **options: Any) -> Decision:
        self.given = options
        return parse_strategy("entropy").decide(info, **options)


@dataclass(frozen=True)
class Own(Strategy):
    """The n-th candidate."""

    place: int = 1

    def decide(self, info: InformationSet, **options: Any) -> Decision:
        return Decision.of(info, info.candidates(self.place)[-1], str(self))


def first_candidate(info: InformationSet) -> str:
    return info.game.format_secret(info.candidates(1)[0])


def in_circles(info: InformationSet) -> Any:
    return info.actions[len(info.history) % 3]


def test_every_kind_of_agent_is_a_strategy() -> None:
    agents = [FirstCandidate(), FirstCandidate, first_candidate, Own(), Own, partial(first_candidate)]
    names = ["first-candidate", "first-candidate", "first-candidate", "own", "own", "first-candidate"]
    assert [str(strategy_of(agent)) for agent in agents] == names
    for agent in agents:
        assert evaluate(GAME, agent).total == 24
    assert [str(strategy_of(agent)) for agent in ("entropy", None, lambda info: None)] == [
        "entropy",
        "entropy",
        "lambda",
    ]
    assert str(strategy_of(None, parse_game("battleship"))) == "hit-probability"


def test_a_name_of_its_own_stands_in_results() -> None:
    agent = FirstCandidate()
    agent.name = "My agent: 2nd"  # type: ignore[attr-defined]
    assert str(strategy_of(agent)) == "My-agent-2nd"
    assert evaluate(GAME, agent).strategy == "My-agent-2nd"


@pytest.mark.parametrize(
    ("answer", "asked"),
    [((0, 1), (0, 1)), ([0, 1], (0, 1)), ("01", (0, 1)), (" 01 ", (0, 1)), (np.array([0, 1]), (0, 1))],
)
def test_an_action_may_be_written_in_many_ways(answer: Any, asked: Any) -> None:
    assert OwnAgent(lambda info: answer).decide(START).action == asked
    assert Decision.of(START, answer).action == asked


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "step 1: nothing is asked"),
        ((0, 9), "step 1: 09 is not an action of mastermind:pegs=2,colours=3"),
        ("09", "'09' is no action of mastermind"),
        ({"a": 1}, "step 1: a is not an action"),
        ({1, 2}, "step 1: 12 is not an action"),
        (3.5, "is not an action"),
        (b"01", "is not an action"),
    ],
)
def test_what_may_not_be_asked_is_refused_in_one_sentence(answer: Any, said: str) -> None:
    with pytest.raises(ActionError, match=said) as caught:
        Decision.of(START, answer)
    assert "\n" not in str(caught.value)
    with pytest.raises(ActionError, match="lambda: "):
        OwnAgent(lambda info: answer).decide(START)


def test_legal_is_what_the_rules_allow_now() -> None:
    hard = begin(parse_game("wordle:hard=true")).observe("crane", parse_game("wordle").feedback("crane", "crank"))
    with pytest.raises(ActionError, match="after step 1"):
        Decision.of(hard, "stole")
    wrong = Decision.of(begin(parse_game("wordle")), "stole")
    with pytest.raises(ActionError, match="wrong: step 2"):
        _decide_wrongly(wrong, hard)


def _decide_wrongly(decision: Decision, info: InformationSet) -> None:
    def wrong(info: InformationSet) -> Decision:
        return decision

    strategy_of(wrong).decide(info)


@pytest.mark.parametrize("agent", [5, [], object(), lambda: None, lambda info, more: None, dict])
def test_what_is_no_agent_is_refused(agent: Any) -> None:
    with pytest.raises(ParameterError, match=r"an agent (is|takes)"):
        strategy_of(agent)


def test_a_class_that_needs_something_is_refused() -> None:
    class Needy:
        def __init__(self, depth: int) -> None:
            self.depth = depth

        def decide(self, info: InformationSet) -> Any:
            return info.candidates(1)[0]

    with pytest.raises(ParameterError, match="Needy needs something to begin with"):
        strategy_of(Needy)
    assert str(strategy_of(Needy(2))) == "needy"


def test_rng_and_limit_are_given_to_those_who_take_them() -> None:
    agent, limit, rng = Everything(), Limit(nodes=5), np.random.default_rng(1)
    strategy_of(agent).decide(START, rng=rng, limit=limit)
    assert agent.given == {"rng": rng, "limit": limit}
    assert strategy_of(Dice()).random
    assert not strategy_of(FirstCandidate()).random
    one, other = (evaluate(GAME, Dice(), seed=3) for _ in range(2))
    assert one.mean == other.mean != evaluate(GAME, Dice(), seed=4).mean


def test_a_question_in_vain_counts_like_any_other() -> None:
    """Whoever asks at random does that now and then; in a table it has no place, so that the secrets are played."""
    result = evaluate(GAME, Dice(), seed=3)
    assert (result.method, result.exact or result.secrets == 9) == ("plays", True)
    with pytest.raises(StuckError, match="lambda asks 00 although every candidate gives the same answer"):
        evaluate(GAME, lambda info: info.actions[0])
    with pytest.raises(StuckError, match=r"in-circles asks 0. although"):
        match(START, in_circles, make_oracle(None, START, np.random.default_rng(1), (2, 1)))
    with pytest.raises(StuckError, match=r"dice asks .. although only 00 is left"):
        evaluate(GAME, Dice(), seed=3, by_first_feedback=True)


def test_matches_and_watching_take_agents(capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(1)
    for agent in (FirstCandidate(), first_candidate, "entropy"):
        assert match(START, agent, make_oracle(None, START, rng), rng=rng).solved
    assert watch(GAME, first_candidate, "21", pause=0).strategy == "first-candidate"
    assert "The secret is 21." in capsys.readouterr().out


def test_an_agent_travels_and_decides_alike() -> None:
    strategy = strategy_of(FirstCandidate())
    again = pickle.loads(pickle.dumps(strategy))
    assert str(again) == str(strategy)
    assert again.decide(START).action == strategy.decide(START).action
    assert strategy_of(first_candidate) == pickle.loads(pickle.dumps(strategy_of(first_candidate)))
    assert len({strategy_of(first_candidate), strategy_of(first_candidate)}) == 1


def test_two_agents_of_one_name_are_not_taken_for_each_other() -> None:
    def last(info: InformationSet) -> Any:
        return info.candidates()[-1]

    last.__name__ = "first_candidate"
    one, other = (decide(START, strategy_of(agent)).action for agent in (first_candidate, last))
    assert (one, other) == ((0, 0), (2, 2))


def test_the_kit_checks_agents() -> None:
    check_strategy(FirstCandidate(), [GAME])
    check_strategy(first_candidate, [GAME])
    check_strategy(Own(2), [GAME])
    with pytest.raises(ConformanceError, match="can neither win nor tell anything"):
        check_strategy(lambda info: info.actions[0], [GAME])
    seen: list[int] = []

    def counter(info: InformationSet) -> Any:
        seen.append(1)
        return info.candidates(len(seen))[-1]

    with pytest.raises(ConformanceError, match="the same seed gave"):
        check_strategy(counter, [GAME])


SETS = ["mastermind:pegs=2,colours=3", "fake-coin:coins=5", "number:numbers=9@lies:most=1", "battleship:size=4,fleet=3"]


@given(st.sampled_from(SETS), st.integers(0, 10**6))
def test_a_decision_of_an_action_has_the_figures_of_entropy(spec: str, place: int) -> None:
    info = begin(parse_game(spec))
    everything = parse_strategy("entropy").decide(info)
    row = place % len(everything.outcomes)
    action = everything.outcomes.actions[row]
    one = Decision.of(info, action, "me")
    assert one.action == action
    assert one.strategy == "me"
    assert one.score == pytest.approx(float(everything.scores[row]))
    assert one.chosen.bits == pytest.approx(everything.options([row])[0].bits)
    assert one.reasons
    assert one.alternatives == []
    assert Decision.of(info, action, score=2.5).score == 2.5
    assert Decision.of(info, info.game.format_action(action)).action == action


def test_sampled_sets_too() -> None:
    info = begin(parse_game("mastermind:pegs=6,colours=8"), "sampled", seed=1)
    assert strategy_of(lambda info: info.candidates(1)[0]).decide(info).bits > 0


def test_assist_takes_a_file(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def ask(info):\n    return info.candidates()[-1]\n")
    assert perform(Assist(GAME, "", str(file))).action == "22"
