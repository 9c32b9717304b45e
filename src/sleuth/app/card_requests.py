"""Requests about Clue and MYST: help at a real table, a table with a person in a seat, the numbers of MYST."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sleuth.app.requests import About, OptionalSeed, Request, Seed

ClueLogText = Annotated[
    str, About("A log of Clue, one turn a line.", "text", "players: Ann 6, Ben 6, Cat 6\nAnn: Plum, Rope, Hall -> none")
]
ShowsName = Annotated[
    str,
    About("How the others choose the card they show; any is no evidence.", "", "random", ("random", "repeat", "any")),
]
FormulaText = Annotated[str, About("A formula about who holds and who knows what.", "text", "h(Ben,Rope)")]
TableText = Annotated[str, About("A table of Clue, as it was given.", "")]
PlayerSpecs = Annotated[
    tuple[str, ...], About("The players; the last one fills the seats that are left.", example=("race",))
]
WithNotebook = Annotated[bool, About("Whether the notebook is worked out.", "")]
EditionName = Annotated[str, About("classic, or a file with another set of cards.", example="classic")]
DrawnRooms = Annotated[bool, About("Whether the room of each suggestion is drawn by chance, as by dice.", "")]
Pile = Annotated[int, About("m: cards in the pile.", "count", 2)]
Hand = Annotated[int, About("n: cards in each hand.", "count", 2)]
Seats = Annotated[int, About("p: players.", "count", 2)]
Question = Annotated[int, About("q: cards in a question.", "count", 1)]


@dataclass(frozen=True)
class ClueAssist(Request):
    """Who has what, what to suggest and why, and when to accuse; or which lines contradict each other."""

    home = "sleuth.app.clue:assist"
    slow = True
    log: ClueLogText
    shows: ShowsName = "random"
    why: FormulaText = ""
    seed: Seed = 0


@dataclass(frozen=True)
class ClueBegin(Request):
    """A table of Clue with a person in one seat: dealt, and played until it is the person's turn to choose."""

    home = "sleuth.app.clue_table:begin"
    pure = False
    players: Annotated[int, About("Seats at the table, the person's too.", "", 3)] = 3
    seat: Annotated[int, About("The person's seat; seat 1 begins.", "", 1)] = 1
    opponents: PlayerSpecs = ("race",)
    drawn_rooms: DrawnRooms = False
    edition: EditionName = "classic"
    seed: OptionalSeed = None


@dataclass(frozen=True)
class ClueLook(Request):
    """What the person at a table of Clue sees."""

    home = "sleuth.app.clue_table:look"
    pure = False
    table: TableText
    chances: WithNotebook = False


@dataclass(frozen=True)
class ClueAct(Request):
    """The person at a table of Clue acts, then the others do."""

    home = "sleuth.app.clue_table:act"
    pure = False
    table: TableText
    action: Annotated[str, About("suggest, show, accuse or end.", "", "suggest")]
    cards: Annotated[str, About("The cards that are named, with commas between them.", "text", "Plum, Rope, Hall")] = ""
    chances: WithNotebook = False


@dataclass(frozen=True)
class ClueHint(Request):
    """What the racing player would do in the person's place."""

    home = "sleuth.app.clue_table:hint"
    pure = False
    table: TableText


@dataclass(frozen=True, kw_only=True)
class SimulateRequest(Request):
    """Many games between computer players, every deal from every seat."""

    home = "sleuth.app.seats:simulate"
    slow = True
    agents: PlayerSpecs
    games: Annotated[int, About("Games; each deal is played once from every seat.", "", 3)] = 300
    seed: Seed = 0
    workers: Annotated[int, About("Processes to play on.", "local", 1)] = 1
    out: Annotated[str, About("A file for the games, to go on with later; none if empty.", "local")] = ""


@dataclass(frozen=True, kw_only=True)
class ClueSimulate(SimulateRequest):
    """Many games of Clue."""

    players: Annotated[int, About("Seats at the table.", "", 3)] = 3
    drawn_rooms: DrawnRooms = False
    edition: EditionName = "classic"


@dataclass(frozen=True, kw_only=True)
class MystSimulate(SimulateRequest):
    """Many games of MYST."""

    m: Pile
    n: Hand
    p: Seats = 2
    q: Question = 1


@dataclass(frozen=True)
class MystValue(Request):
    """The chance that the first of two players of MYST wins, if both play as well as can be."""

    home = "sleuth.app.myst:value"
    slow = True
    m: Pile
    n: Hand
    q: Question = 1
    bluff: Annotated[bool, About("Whether players may ask for their own cards.", "")] = False
    iterations: Annotated[int | None, About("Rounds of CFR+ where no linear program fits.", "local")] = None
    seconds: Annotated[float | None, About("Time for it; then a bracket, as good as it got.", "local")] = None
    situations: Annotated[int, About("How many situations to list with their bluffs.", "local", 8)] = 8

    @property
    def bluffing(self) -> bool:
        """Whether one's own cards may be asked for: among several cards they are camouflage, and always allowed."""
        return self.bluff or self.q > 1


@dataclass(frozen=True)
class MystSolvable(Request):
    """Whether asking alone can force the pile into the open, with a winning sequence where it can."""

    home = "sleuth.app.myst:solvable"
    m: Pile
    n: Hand
    p: Seats
    q: Question


@dataclass(frozen=True)
class MystCheck(Request):
    """Whether a formula about who holds and who knows what is true after a log."""

    home = "sleuth.app.myst:check"
    slow = True
    formula: FormulaText
    log: Annotated[str, About("A log of MYST, one action a line.", "text")]
