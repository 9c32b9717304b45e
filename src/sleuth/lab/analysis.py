"""All figures about one game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.belief.begin import listable
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.displayed import Displayed
from sleuth.core.errors import StuckError, TooLargeError
from sleuth.core.game import Game
from sleuth.core.limit import work_clock
from sleuth.core.offers import constrained, count_of, has_own
from sleuth.core.progress import Progress, silent
from sleuth.core.table_files import memory_limit
from sleuth.core.tables import Tables
from sleuth.core.tabulate import MAX_SECRETS, tabulate
from sleuth.core.text import plural
from sleuth.lab.difficulty import Difficulty, difficulty, one_step
from sleuth.lab.first_moves import FirstMoves, first_moves
from sleuth.lab.luck import Luck, luck
from sleuth.lab.players import play_all, skills
from sleuth.lab.published_optima import KnownOptimum
from sleuth.lab.sampling import analyse_sample
from sleuth.lab.spatial_interest import AlongPlay, along_play
from sleuth.lab.temporal_interest import Fan, fan
from sleuth.play.evaluate_table import evaluate_table
from sleuth.play.tournament.trial import stream
from sleuth.strategies.catalogue import parse_strategy

MAX_WALK = 2e9
"""Secrets x actions up to which the game trees of one-step rules are walked."""
MAX_PLAY = 1e8
"""Secrets x actions up to which random players, who decide node by node, play every secret."""
SECTIONS = ("first_moves", "along_play", "fan", "difficulty", "luck")
"""The parts of an analysis, each empty where it is left out; the first never is."""


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(Displayed):
    """One game: what it offers at the start and along play, how hard it is, and what luck does."""

    game: Game
    """The game that was analysed."""
    secrets: int
    """How many secrets there are."""
    actions: int
    """How many actions there are."""
    first_moves: FirstMoves
    """What each first action is expected to tell."""
    along_play: AlongPlay | None
    """How much the choice of a question matters step by step."""
    fan: Fan | None
    """How far apart plays are that are all played well."""
    difficulty: Difficulty | None
    """What a random player, one-step rules and the best player need."""
    luck: Luck | None
    """Where differences between plays come from."""
    left_out: str
    """Why figures are missing; empty where none are."""
    seconds: float
    """What the analysis took."""
    exact: bool = True
    """Whether first moves were weighed over all secrets, rather than a sample."""

    def __repr__(self) -> str:
        size = f"{plural(self.secrets, 'secret')}, {plural(self.actions, 'action')}"
        return f"<{type(self).__name__} of {self.game}: {size}>"

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        parts = {name: None if part is None else part.as_json() for name, part in self.parts.items()}
        if parts["along_play"] is not None:
            parts["along_play"] |= {"fan": parts["fan"]}
        numbers = {"game": str(self.game), "secrets": self.secrets, "actions": self.actions}
        return {**numbers, **parts, "left_out": self.left_out, "seconds": self.seconds}

    @property
    def parts(self) -> dict[str, Any]:
        """The figures by section, with nothing for a section that is left out."""
        return {name: getattr(self, name) for name in SECTIONS}


def analyse_game(
    game: Game,
    *,
    seed: int = 0,
    runs: int | None = None,
    optimum: KnownOptimum | None = None,
    progress: Progress = silent,
) -> Analysis:
    """Analyse one game. `runs` is how often random players play every secret: by the size of the game unless given.

    Every draw follows from the seed and the game alone, so that a game has the same figures wherever it is analysed:
    by itself, beside another one, among sizes, from the command line and on the page.
    """
    began = work_clock()
    seed = own_seed(game, seed)
    if not listable(game):
        figures, exact = analyse_sample(game, seed, progress)
        return Analysis(game, *figures, seconds=work_clock() - began, exact=exact)
    check_size(game)
    tables = tabulate(game, progress)
    work = float(len(tables.secrets)) * len(tables.actions)
    opening = first_moves(EnumeratedSet(tables))
    size = f"{plural(len(tables.secrets), 'secret')} and {plural(len(tables.actions), 'action')}"
    along = plays = courses = hard = None
    left_out = ""
    plain = constrained(tables.game) or not tables.quick
    if work > (MAX_PLAY if plain else MAX_WALK) or not tables.quick:
        left_out = f"With {size} the game is too large to play every secret, so only first moves are analysed."
    else:
        rules = [evaluate_table(game, parse_strategy(name), progress=progress) for name in one_step(game.goal)]
        tree = rules[0].game_tree
        along, courses = along_play(tables, tree, opening.actions, progress), fan(tables, tree)
        if work > MAX_PLAY:
            left_out = f"With {size} the game is too large for random players, so luck is left out."
        else:
            try:
                plays = play_all(tables, skills(game.goal), runs or enough_runs(tables), seed, progress)
            except StuckError as error:
                if not constrained(game):
                    raise
                left_out = f"Who asks at random can get stuck, so random players and luck are left out: {error}."
        answers = int(EnumeratedSet(tables).outcomes().parts.max())
        hard = difficulty(tables, plays, rules, answers, optimum)
    parts = (opening, along, courses, hard, None if plays is None else luck(plays))
    seconds = work_clock() - began
    return Analysis(game, len(tables.secrets), len(tables.actions), *parts, left_out, seconds)


def own_seed(game: Game, seed: int) -> int:
    """The seed of a game's draws."""
    return int(stream("lab", seed, game).integers(2**32))


def enough_runs(tables: Tables) -> int:
    """How often random players play every secret: the smaller the game, the more often. It never asks the clock."""
    return int(np.clip(6_000 / (len(tables.secrets) * (1 + len(tables.actions) / 5_000)), 4, 20))


def check_size(game: Game) -> None:
    """Refuse a game that is too large to weigh every first move, where that is known without listing its secrets."""
    number = count_of(game)
    if number is None:
        return
    # A question is a guess unless the game lists its own; how many those are is not known here.
    cells = number * number if not has_own(game, "actions") else number
    if number > MAX_SECRETS or cells > max(memory_limit(), 1 << 28):
        raise TooLargeError(
            f"{game} has {plural(number, 'secret')}, too many to weigh every action against every one; make it smaller"
        )
