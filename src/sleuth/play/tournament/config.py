"""What a tournament is: games, agents, trials and seeds, in TOML or in Python.

    name = "small"
    trials = 20
    seed = 1
    agents = ["random", "entropy"]
    games = ["fake-coin:coins=9", "mastermind:pegs=3,colours=4"]

A game may be a table instead, with several sizes, and with trials and agents of its own:

    [[games]]
    game = "mastermind"
    sizes = [{pegs = 3, colours = 4}, {pegs = 4, colours = 6}]
    trials = 100
    agents = ["entropy"]

Where several play, an agent is a line of players, `race vs most-likely`; the last one fills the seats that are left.
The players of a line may also be a list (or a list of such lists):

    [[games]]
    game = "clue:hands=6-6-6"
    seats = ["race", "most-likely"]

In Python an agent may also be an object (see `sleuth.strategies.agent`). A file holds only its name, and says so:

    objects = ["my-agent"]
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from sleuth.belief.begin import FORMS
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.files import read_text
from sleuth.core.game_spec import game_class, is_table, parse_game, parse_table, spec_of, split_channel
from sleuth.core.registry import STRATEGIES
from sleuth.core.spec import split_spec
from sleuth.core.text import listing, shorten
from sleuth.play.tournament.errors import ConfigError, Place
from sleuth.play.tournament.toml import locate, read_toml
from sleuth.strategies.agent import Agent
from sleuth.strategies.agent_files import names_code, split_strategy
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy, strategy_label, strategy_of
from sleuth.strategies.seat_strategy import BETWEEN, parse_seats

KEYS = ("name", "trials", "seed", "seeds", "belief", "agents", "games", "objects")
GAME_KEYS = ("game", "sizes", "trials", "agents", "seats")


class Pair(NamedTuple):
    """One agent (or line of players) in one game, with one seed: what trials are counted in."""

    seed: int
    game: str
    agent: str


@dataclass(frozen=True)
class Entry:
    """One game, who plays it, and how often."""

    game: str
    agents: tuple[str, ...]
    trials: int


@dataclass(frozen=True)
class Config:
    """A tournament. Games and agents are spec strings, each in its shortest form; objects go by their names."""

    entries: tuple[Entry, ...]
    seeds: tuple[int, ...] = (1,)
    name: str = "tournament"
    belief: str = "auto"
    objects: Mapping[str, Strategy | None] = field(default_factory=dict, compare=False, repr=False)
    """The agents that are objects, by name; nothing where they are not at hand, as in what a file holds."""

    @classmethod
    def of(
        cls,
        games: Sequence[str | Mapping[str, Any]],
        agents: Sequence[Agent] = (),
        trials: int | None = None,
        seeds: Sequence[int] = (1,),
        name: str = "tournament",
        belief: str = "auto",
        objects: Sequence[str] = (),
    ) -> Config:
        """A checked config; what is wrong is a `ConfigError` that names the key.

        Agents are spec strings, strategies, objects with `decide(info)`, or functions from an information set to an
        action. `objects` names such as are not at hand.
        """
        return cls._checked(_Known(objects), games, agents, trials, seeds, name, belief)

    @classmethod
    def _checked(
        cls,
        known: _Known,
        games: Sequence[str | Mapping[str, Any]],
        agents: Sequence[Agent],
        trials: int | None,
        seeds: Sequence[int] = (1,),
        name: str = "tournament",
        belief: str = "auto",
    ) -> Config:
        _require(_is_text(name), f"is a text, not {name!r}", ("name",), name)
        _require(belief in FORMS, f"is one of {', '.join(FORMS)}, not {belief!r}", ("belief",), belief)
        _array(seeds, ("seeds",), "whole numbers")
        for i, seed in enumerate(seeds):
            _require(_whole(seed, 0), f"a seed is a whole number from 0, not {seed!r}", ("seeds", i), seed)
            _require(seed not in seeds[:i], f"{seed} is given twice", ("seeds", i), seed)
        _array(games, ("games",), "games")
        entries = [entry for i, game in enumerate(games) for entry in _entries(game, i, agents, trials, known)]
        places = [place for place, _ in entries]
        made = [entry for _, entry in entries]
        for i, entry in enumerate(made):
            twice = any(entry.game == other.game for other in made[:i])
            _require(not twice, f"{entry.game} is given twice", places[i], entry.game)
        return cls(tuple(made), tuple(seeds), name, belief, known.objects)

    @classmethod
    def parse(cls, text: str, where: str = "config", stored: bool = False) -> Config:
        """Read TOML; errors name the line and the key. Of what was `stored` by `str`, agents in files are not run."""
        data = read_toml(text, where)
        try:
            _known(data, KEYS, ())
            if "seed" in data:
                _require("seeds" not in data, "write seed or seeds, not both", ("seed",))
                seed = data.pop("seed")
                _require(_whole(seed, 0), f"a seed is a whole number from 0, not {seed!r}", ("seed",))
                data["seeds"] = [seed]
            for key in ("trials", "agents"):
                data.setdefault(key, None if key == "trials" else ())
            for i, one in enumerate(_array(data["objects"], ("objects",), "names") if "objects" in data else ()):
                _require(_is_text(one), f"is the name of an agent, not {one!r}", ("objects", i), one)
            _require("games" in data, "is missing; name at least one game", ("games",))
            known = _Known(data.pop("objects", ()), stored)
            return cls._checked(known, **data)
        except ConfigError as error:
            raise locate(error, text, where) from error.__cause__

    @classmethod
    def read(cls, path: str | Path) -> Config:
        """Read a TOML file."""
        return cls.parse(read_text(path, "config", ConfigError), str(path))

    def __str__(self) -> str:
        """The config as TOML; it reads back as the same config."""
        head: dict[str, Any] = {"name": self.name, "seeds": list(self.seeds), "belief": self.belief}
        head |= {"objects": list(self.objects)} if self.objects else {}
        lines = [f"{key} = {_toml(value)}" for key, value in head.items()]
        for entry in self.entries:
            lines += ["", "[[games]]"]
            lines += [f"{key} = {_toml(getattr(entry, key))}" for key in ("game", "trials", "agents")]
        return "\n".join(lines) + "\n"

    def pairs(self) -> Iterator[tuple[Pair, int]]:
        """Every pair, with its number of trials; game by game."""
        for entry in self.entries:
            for seed in self.seeds:
                for agent in entry.agents:
                    yield Pair(seed, entry.game, agent), entry.trials

    def with_agents(self, agents: Sequence[Agent]) -> Config:
        """The same tournament, with agents at hand again that are objects."""
        given = {str(strategy): strategy for strategy in map(strategy_of, agents)}
        for label in given:
            if label not in self.objects:
                known = f"these do: {listing(list(self.objects))}" if self.objects else "none does"
                raise ConfigError(f"no agent called {shorten(label)} plays here as an object; {known}")
        return replace(self, objects={**self.objects, **given})

    def strategy(self, agent: str) -> Strategy:
        """An agent by its name or its spec string."""
        if agent not in self.objects:
            return parse_strategy(agent)
        found = self.objects[agent]
        if found is None:
            raise ConfigError(
                f"the agent {agent} is an object, which no file holds; give it again in Python: "
                "resume(FILE, agents=[...])"
            )
        return found

    @property
    def total(self) -> int:
        """How many trials there are."""
        return sum(trials for _, trials in self.pairs())


class _Known:
    """The agents that were met as objects, or are known to be some."""

    def __init__(self, names: Sequence[str], stored: bool = False) -> None:
        self.objects: dict[str, Strategy | None] = dict.fromkeys(names)
        self._stored = stored
        self._strategies: dict[int, tuple[object, Strategy]] = {}
        """By the identity of agents, which are kept, so that no other has it: a class plays all games as one agent."""

    def label(self, agent: Agent, game: str) -> str:
        """An agent as text: a spec in its shortest form, or the name of an object."""
        if isinstance(agent, str) and is_table(game):
            return BETWEEN.join(map(str, parse_seats(agent, parse_table(game))))
        if isinstance(agent, str):
            as_it_is = agent in self.objects or (self._stored and names_code(split_strategy(agent)[0]))
            return agent if as_it_is else strategy_label(parse_strategy(agent), agent)
        if is_table(game):
            raise ParameterError("where several play, players are named by spec strings")
        if id(agent) not in self._strategies:
            self._strategies[id(agent)] = agent, strategy_of(agent)
        strategy = self._strategies[id(agent)][1]
        label = str(strategy)
        if split_strategy(label)[0] in STRATEGIES:
            if parse_strategy(label) == strategy:
                return label
            raise ParameterError(f"{label} is a strategy of the catalogue; give this agent a name of its own")
        if self.objects.setdefault(label, strategy) != strategy:
            raise ParameterError(f"there are two agents called {label}; give one of them another name")
        return label


def _entries(
    game: str | Mapping[str, Any], i: int, agents: Sequence[Agent], trials: int | None, known: _Known
) -> Iterator[tuple[Place, Entry]]:
    """The games of one element of `games`: one, or one for each size."""
    place: Place = ("games", i)
    table: Mapping[str, Any] = {"game": game} if isinstance(game, str) else game
    _require(isinstance(table, Mapping), "a game is a spec string or a table", place, game)
    _known(table, GAME_KEYS, place)
    of_game, at = ("game",) if isinstance(game, Mapping) else (), table.get("game")
    _require(isinstance(at, str), "names no game; write game = NAME", (*place, *of_game), at)
    own_agents, agents = _own_agents(table, place, agents)
    own_trials: Place = (*place, "trials") if "trials" in table else ("trials",)
    number = table.get("trials", trials)
    _require(number is not None, "is missing; write trials = 100", own_trials)
    _require(_whole(number, 1), f"is a whole number from 1, not {number!r}", own_trials, number)
    _game_name(str(at), (*place, *of_game))
    for here, spec in _sized(str(at), table, (*place, *of_game), (*place, "sizes")):
        label = _canonical_game(spec, here)
        yield here, Entry(label, _agents(agents, own_agents, label, known), int(number))


def _own_agents(table: Mapping[str, Any], place: Place, agents: Any) -> tuple[Place, Any]:
    """Who plays a game, and the place that says so; a line of players in `seats` is an agent."""
    if "seats" not in table:
        return ((*place, "agents"), table["agents"]) if "agents" in table else (("agents",), agents)
    here, seats = (*place, "seats"), table["seats"]
    _require("agents" not in table, "write seats or agents, not both", here)
    _require(is_table(table["game"]), "is for games of several players; write agents = [...]", here)
    _array(seats, here, "players")
    lines = [seats] if all(isinstance(one, str) for one in seats) else seats
    for i, line in enumerate(lines):
        _array(line, (*here, i), "players")
        for one in line:
            _require(isinstance(one, str), f"a player is a spec string, not {one!r}", (*here, i), one)
    return here, [BETWEEN.join(line) for line in lines]


def _sized(game: str, table: Mapping[str, Any], at: Place, place: Place) -> Iterator[tuple[Place, str]]:
    """The game in each of its sizes, if it has any."""
    if "sizes" not in table:
        yield at, game
        return
    _array(table["sizes"], place, "tables such as {pegs = 4, colours = 6}")
    for j, size in enumerate(table["sizes"]):
        here = (*place, j)
        _require(isinstance(size, Mapping), f"a size is a table such as {{pegs = 4}}, not {size!r}", here)
        yield here, _with_size(game, size, here)


def _with_size(game: str, size: Mapping[str, Any], place: Place) -> str:
    joined = []
    for key, value in size.items():
        plain = isinstance(value, str | int | float)
        _require(plain, f"{key} is a number, a text or a flag, not {value!r}", place)
        joined.append(f"{key}={str(value).lower() if isinstance(value, bool) else value}")
    if not joined:
        return game
    base, channel = split_channel(game)
    sized = f"{base}{',' if split_spec(base)[1] else ':'}{','.join(joined)}"
    return sized if channel is None else f"{sized}@{channel}"


def _game_name(spec: str, place: Place) -> None:
    try:
        if not is_table(spec):
            game_class(split_spec(split_channel(spec)[0])[0])
    except SleuthError as error:
        raise ConfigError(str(error), place, value=spec) from error


def _canonical_game(spec: str, place: Place) -> str:
    try:
        if is_table(spec):
            return str(parse_table(spec))
        # A file is named as here, from the working folder.
        return spec_of(parse_game(spec), file=split_spec(split_channel(spec)[0])[0])
    except SleuthError as error:
        raise ConfigError(str(error), place, value=spec) from error


def _agents(agents: Any, place: Place, game: str, known: _Known) -> tuple[str, ...]:
    _array(agents, place, "strategies")
    made: list[str] = []
    for i, spec in enumerate(agents):
        here = (*place, i)
        try:
            made.append(known.label(spec, game))
        except SleuthError as error:
            raise ConfigError(str(error), here, value=spec) from error
        _require(made[-1] not in made[:-1], f"{made[-1]} is given twice", here, spec)
    return tuple(made)


def _require(condition: bool, message: str, place: Place, value: object = None) -> None:
    if not condition:
        raise ConfigError(message, place, value=value)


def _array(value: Any, place: Place, what: str) -> Sequence[Any]:
    good = isinstance(value, Sequence) and not isinstance(value, str)
    _require(good, f"is a list of {what}, not {shorten(repr(value))}", place)
    _require(len(value) > 0, f"is empty or missing; it is a list of {what}", place)
    found: Sequence[Any] = value
    return found


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _whole(value: object, least: int) -> bool:
    return type(value) is int and value >= least


def _known(table: Mapping[str, Any], keys: Sequence[str], place: Place) -> None:
    for key in table:
        if key not in keys:
            near = get_close_matches(key, keys, n=1)
            hint = f"did you mean {near[0]}?" if near else f"the keys are {', '.join(keys)}"
            raise ConfigError(f"there is no such key here; {hint}", (*place, key))


def _toml(value: Any) -> str:
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
