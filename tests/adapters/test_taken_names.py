"""Every name that means something, taken by chance: a class is refused in one line, or plays as it would without."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.adapters.web.conftest import Served

from sleuth.core.capabilities import Rounds
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.members import CAPABILITIES, overridden
from sleuth.core.spec import Specified
from sleuth.referee import Referee

PUBLIC = {n for kind in (Game, Specified, *CAPABILITIES) for n in vars(kind) if not n.startswith("_")}
INNOCENT = {"about_answers", "helper"}
"""Names that mean nothing to whoever meets a game."""
NAMES = sorted(PUBLIC | INNOCENT)
BITS = '''
from dataclasses import dataclass
from itertools import product
from operator import eq
from sleuth import Game
{helper}
@dataclass(frozen=True)
class Bits({bases}):
    """Find a row of bits."""

    pegs: int = 2
{before}
    def secrets(self):
        return product(range(2), repeat=self.pegs)

    def feedback(self, guess, code):
        return {law}
{after}
{last}
'''
PIECES = {"helper": "", "bases": "Game", "before": "", "law": "", "after": "", "last": ""}
LAW = "sum(map(eq, guess, code))"
WAYS = {
    "field": {"before": "    {name}: int = 2\n"},
    "value": {"before": "    {name} = 2\n"},
    "method": {
        "after": f"\n    def {{name}}(self, guess, code):\n        return {LAW}\n",
        "law": "self.{name}(guess, code)",
    },
    "property": {"after": "\n    @property\n    def {name}(self):\n        return 2\n"},
    "helper": {
        "helper": "\nclass Helper:\n    def {name}(self, *, most):\n        return most\n",
        "bases": "Helper, Game",
    },
    "behind": {"helper": "\nclass Helper:\n    {name} = 2\n", "bases": "Game, Helper"},
    "later": {"last": "\nBits.{name} = 2\n"},
    "set": {"after": '\n    def __post_init__(self):\n        object.__setattr__(self, "{name}", 2)\n'},
}
"""How the game comes by a member of a name: the pieces that differ."""
LAWFUL = {(name, way) for name in ("secrets", "feedback") for way in ("method", "value", "helper", "behind")}
"""What the game has anyhow."""
OVERRIDES = {("parse_feedback", "method"), ("writes_sizes", "value")}
"""What only overrides, as far as can be seen: another member of the same kind."""
TAKEN = (
    {(name, way) for name in INNOCENT for way in WAYS}
    | OVERRIDES
    | {("writes_sizes", "set"), ("writes_sizes", "later")}
)
DOORS = (["check"], ["assist", "--history", "00=1"], ["evaluate"], ["solve"])
CHANGING = {"seconds", "overrides", "parameters", "told"}


def written(folder: Path, name: str = "", way: str = "") -> Path:
    """A file with the game, and a member of that name."""
    parts = {**PIECES, "law": LAW}
    if way:
        parts |= {piece: text.format(name=name) for piece, text in WAYS[way].items()}
    file = folder / f"bits_{name}_{way}.py"
    file.write_text(BITS.format(**parts), encoding="utf-8")
    return file


def figures(answer: str, name: str) -> str:
    """An answer without the name of the game, and without times."""
    plain = re.sub(rf"(/[^ \"]*)?bits[\w.]*(:pegs=2)?(,{name}=2)?", "BITS", answer)
    plain = re.sub(r'"(\w*seconds|overrides)": (\[[^]]*\]|[^,}}]*)', "", plain)
    return re.sub(r"\b\d[\d.e-]* (s|ms|seconds)\b", "TIME", plain)


def refusal(file: Path) -> str:
    """What is said of a game that does not load; nothing of one that does."""
    try:
        parse_game(str(file))
    except SleuthError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_taken_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    for way in WAYS:
        if (name, way) in LAWFUL:
            continue
        told = refusal(written(tmp_path, name, way))
        assert bool(told) == ((name, way) not in TAKEN), (way, told)
        if told:
            assert f"{'Helper' if way in ('helper', 'behind') else 'Bits'}.{name} " in told
            assert "or rename it" in told
            assert "\n" not in told
            assert re.search(r"write it so|class Bits\([^)]*Game, |name Helper before it", told)


@pytest.mark.parametrize("name", ["count", "allows", "reserve", "rows", "announced", "prior", "cost", "goal", "offers"])
def test_every_door_says_so(name: str, shell: Any, tmp_path: Path) -> None:
    for way in ("field", "method"):
        file = str(written(tmp_path, name, way))
        for door, *more in DOORS:
            code, out, err = shell(door, file, *more)
            assert (code, out, err.count("\n")) == (2, "", 1), (door, way)
            assert f"MemberError: Bits.{name} " in err
        with pytest.raises(SleuthError, match="or rename it"):
            Referee(file)


@pytest.mark.parametrize(("name", "way"), sorted(TAKEN))
def test_what_is_not_refused_changes_nothing_or_is_named(name: str, way: str, shell: Any, tmp_path: Path) -> None:
    plain, file = str(written(tmp_path)), str(written(tmp_path, name, way))
    same = []
    for door, *more in DOORS:
        usual, told = (shell(door, game, *more, "--json") for game in (plain, file))
        assert (told[0], told[2].count("\n")) in ((0, 0), (2, 1)), told
        same.append(figures(told[1], name) == figures(usual[1], name))
    if (name, way) in OVERRIDES:
        assert name in overridden(type(parse_game(file, files=True)))
    else:
        assert all(same)
        usual, told = Referee(plain, "11", seed=1), Referee(file, "11", seed=1)
        assert usual.step("01").reply == told.step("01").reply
        assert told.game.offers(Rounds) is None


def test_the_page_offers_what_loads(tmp_path: Path) -> None:
    """A server with a folder of all that loads, and some that does not."""
    games, data = tmp_path / "games", tmp_path / "data"
    games.mkdir()
    data.mkdir()
    for name, way in TAKEN | {(name, "field") for name in ("count", "rows", "prior", "noun")}:
        written(games, name, way)
    served = Served(data, 0, "--games", str(games))
    try:
        with httpx.Client(base_url=served.url, timeout=60, follow_redirects=True) as client:
            for name, way in sorted(TAKEN):
                game = f"bits-{name}-{way}".replace("_", "-")
                for role in ("guess", "assist"):
                    reply = client.get(f"/{role}", params={"game": game})
                    assert reply.status_code == 200, (role, game, reply.text)
            assert client.get("/guess", params={"game": "bits-count-field"}).status_code == 400
    finally:
        served.stop()
