"""What a player sees holds nothing that only the referee knows."""

from __future__ import annotations

import gc
from types import CodeType, FunctionType, MethodType, ModuleType

import pytest

from sleuth import Game, InformationSet, Record, begin, parse_game
from sleuth.app import Play
from sleuth.play.oracles import Oracle
from sleuth.referee import Prompt, Referee, Refusal, Reply, Verdict

SPECS = [
    "mastermind:pegs=3,colours=4", "bulls-and-cows:length=3,symbols=5", "fake-coin:coins=4", "treasure-hunt:cells=6",
    "low-middle-high:numbers=9", "black-box:size=3,atoms=2", "wordle", "guess-who", "number:numbers=12",
    "ulam:numbers=8", "battleship:size=4,fleet=3-2", "sploosh-kaboom:size=4,fleet=2", "hangman:lengths=4",
    "mastermind:pegs=2,colours=3@lies:most=1",
]  # fmt: skip


def reachable(*roots: object) -> list[object]:
    """Everything that can be reached from some objects, however they hold it; but for code and classes."""
    found: dict[int, object] = {}
    left = list(roots)
    while left:
        one = left.pop()
        if id(one) in found or isinstance(one, type | ModuleType | CodeType):
            continue
        found[id(one)] = one
        if isinstance(one, FunctionType | MethodType):
            left += [cell.cell_contents for cell in getattr(one, "__closure__", None) or ()]
            left.append(getattr(one, "__self__", None))
        else:
            left += gc.get_referents(one)
    return list(found.values())


def seen(referee: Referee, *verdicts: Verdict) -> list[object]:
    """What a player is given."""
    prompt = referee.prompt()
    return [prompt, prompt.messages, prompt.text, *(verdict.reply for verdict in verdicts)]


@pytest.mark.parametrize("spec", SPECS)
def test_a_player_is_given_texts_and_nothing_behind_them(spec: str) -> None:
    referee = Referee(spec, seed=3, retries=1)
    verdicts = [referee.step("no idea"), referee.ask(referee.info.actions[-1])]
    things = reachable(*seen(referee, *verdicts))
    allowed = (Prompt, Reply, str, int, bool, float, dict, list, tuple, type(None))
    kinds = {type(one) for one in things}
    assert kinds <= {*allowed, *(kind for kind in kinds if kind.__module__ == "sleuth.referee.prompt")}
    for kind in (Referee, InformationSet, Play, Record, Oracle, Verdict, Game):
        assert not any(isinstance(one, kind) for one in things)
    refusal = referee.read("nothing at all")
    assert isinstance(refusal, Refusal)
    assert {type(one) for one in reachable(refusal)} <= {Refusal, str, dict}


@pytest.mark.parametrize("spec", [spec for spec in SPECS if "lies" not in spec])
def test_what_is_seen_follows_from_the_history_alone(spec: str) -> None:
    """Two secrets that were answered alike so far make the same prompt: so it says nothing of which it is."""
    game = parse_game(spec)
    start = begin(game)
    secrets = start.candidates(40)
    action = start.actions[len(start.actions) // 2]
    prompts: dict[object, set[str]] = {}
    for secret in secrets:
        referee = Referee(game, game.format_secret(secret), reference="none")
        before = referee.prompt()
        prompts.setdefault("start", set()).add(str(before.messages))
        verdict = referee.ask(action)
        if not verdict.done:
            prompts.setdefault(verdict.reply.answer, set()).add(str(referee.prompt().messages) + str(verdict.reply))
    assert all(len(texts) == 1 for texts in prompts.values())
