"""Requests: what can be asked for, as plain values. A result depends on its request and on the bounds alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, dataclass_transform

from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.play.record import Record


@dataclass(frozen=True)
class About:
    """What a field of a request is, for the schema and for people."""

    help: str
    kind: str = "spec"
    """spec, text (long), seed, count, seconds; `local` is for one's own machine, and nothing has no bound."""
    example: object = None
    choices: tuple[str, ...] = ()


SUGGESTED = "*"
"""What is suggested was asked."""
PRESSED = "+"
"""The same, where the answer takes one press; what is answered by a row is asked first."""


@dataclass(frozen=True)
class Drawing:
    """How a board is to be drawn."""

    pending: Mapping[str, str] = field(default_factory=dict)
    """The parts of an action that were chosen so far."""
    hint: str = ""
    """An action to be marked."""
    heat: bool = False
    """Whether chances are shown."""
    still: bool = False
    """Whether nothing can be pressed."""
    asked: str = ""
    """A question whose answer is being given on the board; or `SUGGESTED`, or `PRESSED`."""
    marks: str = ""
    """The signs of that answer so far."""
    fresh: bool = False
    """Whether the last step has just been made, and may move."""
    own: bool = False
    """Whether the player marks for herself what follows from the answers."""
    answering: bool = False
    """Whether the computer asks: then only answers can be pressed."""

    def __hash__(self) -> int:
        shown = self.hint, self.heat, self.still, self.asked, self.marks, self.fresh, self.own, self.answering
        return hash((tuple(sorted(self.pending.items())), *shown))


GameSpec = Annotated[str | Game, About("A game as NAME or NAME:key=value,...", example="mastermind:pegs=2,colours=3")]
OtherGame = Annotated[str | Game, About("Another game, or nothing.", example="")]
StrategySpec = Annotated[str, About("A strategy; the usual one for the game if empty.", example="entropy")]
OracleSpec = Annotated[
    str,
    About(
        "Who answers: truthful, lying, adversarial, setter, or one that a package brings; the usual one if empty.",
        example="adversarial",
    ),
]
Steps = Annotated[str | History, About("What was asked and answered: A=F;A=F", "text", "01=0.1")]
ActionText = Annotated[str, About("An action.", example="01")]
OptionalAction = Annotated[str, About("An action, or nothing.", example="")]
SecretText = Annotated[str, About("A secret.", example="12")]
BeliefForm = Annotated[
    str, About("How the information set is held.", "", "auto", ("auto", "enumerated", "tabular", "sampled"))
]
Seed = Annotated[int, About("Fixes every draw at random.", "seed", 0)]
OptionalSeed = Annotated[int | None, About("The same seed draws the same secret; without one, any.", "seed", 7)]
RecordText = Annotated[str | Record, About("A record of a play.", "text")]
OutputPath = Annotated[str, About("Where to write; nothing is written if empty.", "local")]
PartHistory = Annotated[str, About("Draw what follows these steps: A=F;A=F; all of it if empty.", "local")]
PartDepth = Annotated[int | None, About("Draw so many questions deep.", "local")]
Board = Annotated[Drawing | None, About("How to draw the board, if at all.", "local")]


ClueLogText = Annotated[
    str, About("A log of Clue, one turn a line.", "text", "players: Ann 6, Ben 6, Cat 6\nAnn: Plum, Rope, Hall -> none")
]
LogFolder = Annotated[str, About("The folder of the log, where its edition is looked for first.", "local")]
ShowsName = Annotated[
    str,
    About("How the others choose the card they show; any is no evidence.", "", "random", ("random", "repeat", "any")),
]
HabitsName = Annotated[
    str, About("What the questions and silences of others tell; none is no evidence.", "", "none", ("none", "usual"))
]
FormulaText = Annotated[str, About("A formula about who holds and who knows what.", "text", "h(Ben,Rope)")]
TableSpec = Annotated[str, About("A game of several players as NAME or NAME:key=value,...", example="clue:hands=6-6-6")]
TableText = Annotated[str, About("A table, as it was given.", "")]
PlayerSpecs = Annotated[
    tuple[str, ...], About("The players; the last one fills the seats that are left.", example=("race",))
]
WithNotebook = Annotated[bool, About("Whether the notebook is worked out.", "")]
FaceUp = Annotated[int, About("How many cards lie face up, in no hand.", "", 0)]
Pile = Annotated[int, About("m: cards in the pile.", "count", 2)]
Hand = Annotated[int, About("n: cards in each hand.", "count", 2)]
Seats = Annotated[int, About("p: players.", "count", 2)]
Question = Annotated[int, About("q: cards in a question.", "count", 1)]


@dataclass_transform(frozen_default=True)
class Request:
    """What can be asked for. Every kind is a frozen dataclass, and says in its first line how it is served."""

    home: ClassVar[str]
    """The function that serves it, as MODULE:NAME; loaded when it is asked for."""
    slow: ClassVar[bool] = False
    """Whether it may take more than a few seconds."""
    pure: ClassVar[bool] = True
    """Whether the result follows from the request alone, so that it can be remembered."""

    def __init_subclass__(cls, *, kw_only: bool = False, **served: str | bool) -> None:
        """`served` are `home`, `slow` and `pure`, where they differ from those of the base."""
        for name, value in served.items():
            setattr(cls, name, value)
        dataclass(frozen=True, kw_only=kw_only)(cls)


class Assist(Request, home="sleuth.app.assist:assist"):
    """What to ask next in a game that is played elsewhere, and why; or which answer to check."""

    game: GameSpec
    history: Steps = ""
    strategy: StrategySpec = ""
    belief: BeliefForm = "auto"
    seed: Seed = 0
    draw: Board = None


class MarkedAnswer(Request, home="sleuth.app.assist:marked_answer"):
    """The answer that was given by signs on a board, as the game writes it."""

    game: GameSpec
    action: ActionText
    marks: Annotated[str, About("A sign for each place.", example="-y-g-")]
    history: Steps = ""


class PossibleAnswers(Request, home="sleuth.app.assist:answers"):
    """Every answer that a question may get now, the likeliest first."""

    game: GameSpec
    action: ActionText
    history: Steps = ""


class QuestionParts(Request, home="sleuth.app.parts:parts"):
    """What a question would tell, before it is asked: what each answer would leave. Without an action, that which the
    chosen parts of the drawing make."""

    game: GameSpec
    action: OptionalAction = ""
    history: Steps = ""
    belief: BeliefForm = "auto"
    seed: Seed = 0
    draw: Board = None


class Feedback(Request, home="sleuth.app.assist:feedback"):
    """What a truthful oracle answers that holds a given secret."""

    game: GameSpec
    action: ActionText
    secret: SecretText
    history: Steps = ""


class Start(Request, home="sleuth.app.play:start", pure=False):
    """A play that is to begin."""

    game: GameSpec
    oracle: OracleSpec = ""
    strategy: StrategySpec = ""
    secret: SecretText = ""
    seed: OptionalSeed = None
    draw: Board = None


class AnswerOfSeed(Request, home="sleuth.app.play:answer_of_seed"):
    """The secret that a seed draws, for those who may know it; none where whoever answers evades."""

    game: GameSpec
    oracle: OracleSpec = ""
    seed: Seed = 0
    draw: Board = None


class PlayRequest(Request, pure=False):
    """Something about a play that is under way. `dice` go into what an oracle throws for: a name of the play."""

    record: RecordText
    strategy: StrategySpec = ""
    dice: str = ""
    given_up: bool = False
    draw: Board = None


class Look(PlayRequest, home="sleuth.app.play:look"):
    """A play as it is."""


class Ask(PlayRequest, home="sleuth.app.play:ask", kw_only=True):
    """A question."""

    action: ActionText


class Undo(PlayRequest, home="sleuth.app.play:undo"):
    """The last step is taken back."""


class GiveUp(PlayRequest, home="sleuth.app.play:give_up"):
    """The play is ended, and the secret is told."""


class Hint(PlayRequest, home="sleuth.app.play:hint"):
    """What a strategy would ask now, and why."""


class PlayParts(PlayRequest, home="sleuth.app.parts:play_parts", pure=True):
    """What a question would tell in a play, before it is asked."""

    action: OptionalAction = ""


class Advance(PlayRequest, home="sleuth.app.play:advance"):
    """A strategy asks one question more: for watching."""


class Share(PlayRequest, home="sleuth.app.play:share"):
    """A copy to give away: without the secret of a play that is not over."""


class Grade(PlayRequest, home="sleuth.app.review:grade", slow=True, pure=True):
    """Every move of a play that is over, against optimal play or a strategy, and luck apart."""

    finished: Annotated[bool, About("Whether a play that is not over is refused.", "")] = False
    belief: BeliefForm = "auto"
    seed: Seed = 0


class BestLine(PlayRequest, home="sleuth.app.review:best_line", slow=True, pure=True):
    """How good play would have gone from the start, against the same secret and with the same dice."""


class GradeHistory(Request, home="sleuth.app.review:grade_history", slow=True):
    """Every move of a play that was made elsewhere."""

    game: GameSpec
    history: Steps


class Story(PlayRequest, home="sleuth.app.story:story", slow=True, pure=True):
    """The story of a play: skill and luck from 0 to 99, every move with its class and the reason, the best line."""

    finished: Annotated[bool, About("Whether a play that is not over is refused.", "")] = False


class StoryOfHistory(Request, home="sleuth.app.story:story_of_history", slow=True):
    """The same for a play that was made elsewhere."""

    game: GameSpec
    history: Steps
    secret: SecretText = ""
    strategy: StrategySpec = ""
    draw: Board = None


class Watch(Request, home="sleuth.app.watch:watch", slow=True):
    """A whole play of a strategy at one secret."""

    game: GameSpec
    strategy: StrategySpec = ""
    secret: SecretText = ""
    oracle: OracleSpec = ""
    belief: BeliefForm = "auto"
    seed: Seed = 0


class Compare(Request, home="sleuth.app.watch:compare", pure=False):
    """The start of a play that several strategies are to go through, each by itself."""

    game: GameSpec
    strategies: tuple[str, ...]
    secret: SecretText = ""
    seed: OptionalSeed = None
    draw: Board = None


class CompareStep(Request, home="sleuth.app.watch:compare_step", pure=False):
    """One turn of each strategy whose play goes on; or the plays after so many, where the records hold more."""

    records: tuple[str, ...]
    strategies: tuple[str, ...]
    draw: Board = None
    to: Annotated[int | None, About("The step to be shown; the next one of each play, if nothing.", "", 2)] = None


class Evaluate(Request, home="sleuth.app.evaluate:evaluate", slow=True):
    """A strategy against every secret, or against a sample of them."""

    game: GameSpec
    strategy: StrategySpec = ""
    first: OptionalAction = ""
    by_first_feedback: Annotated[bool, About("Whether to tell each answer to the first action apart.", "")] = False
    sample: Annotated[int | None, About("Play so many secrets drawn at random.", "count", 30)] = None
    seed: Seed = 0
    optimum: Annotated[bool, About("Prove the optimum even where that must be compiled first.", "")] = False


class Solve(Request, home="sleuth.app.solve:solve", slow=True, pure=False):  # cut short, it may be better next time
    """The best strategy there is, or the best that was found in time and a bound."""

    game: GameSpec
    objective: Annotated[
        str,
        About(
            "What to make least: mean, worst, within=N (what comes later than N steps) or setter (the mean against "
            "whoever hides the secret); what can be, if empty.",
            example="mean",
        ),
    ] = ""
    first: OptionalAction = ""
    beam: Annotated[int, About("Try only so many actions at each set; it proves nothing then.", "count", 0)] = 0
    within: Annotated[int | None, About("The most steps of a play; 0 for any number.", "count", 6)] = None
    only_possible: Annotated[bool, About("Guess only what may be the secret.", "")] = False
    shortest: Annotated[
        bool, About("Of trees with the least total, one with the shortest longest play, and the proof.", "")
    ] = False
    bound: Annotated[float | None, About("Only a tree with a total below this.", "", 5700.0)] = None
    symmetry: Annotated[bool, About("Try one action of those that are alike.", "")] = True
    seconds: Annotated[float | None, About("Time for it; then the best so far.", "seconds", 10.0)] = None
    memory: Annotated[int | None, About("Bytes for what is known of sets.", "local")] = None
    out: OutputPath = ""
    certificate: Annotated[bool, About("Whether the file holds what it takes to check the proof.", "local")] = False
    history: PartHistory = ""
    depth: PartDepth = None
    count: Annotated[bool, About("Count the optimal first actions and trees.", "")] = False


class Analyse(Request, home="sleuth.app.analyse:analyse", slow=True):
    """The designer's report, perhaps beside that of another game."""

    game: GameSpec
    versus: OtherGame = ""
    sweep: Annotated[str, About("Sizes to go through: pegs=2..4 or colours=3,4,6.", example="pegs=2..4")] = ""
    seed: Seed = 0
    out: OutputPath = ""


class Sweep(Request, home="sleuth.app.analyse:sweep", slow=True):
    """The key figures of a game for each value of one parameter."""

    game: GameSpec
    over: Annotated[str, About("A parameter and its values.", example="pegs=2..4")]
    seed: Seed = 0


class EntropyPlane(Request, home="sleuth.app.analyse:plane", slow=True):
    """Expected steps over the plane of Sharma and Mittal's order and degree."""

    game: GameSpec


class GameSize(Request, home="sleuth.app.analyse:size"):
    """How large a game is: what can be said at once."""

    game: GameSpec


class Interest(Request, home="sleuth.app.analyse:interest", slow=True):
    """The few figures that say how interesting a game is."""

    game: GameSpec


class ClueAssist(Request, home="sleuth.app.clue:assist", slow=True):
    """Who has what, what to suggest and why, and when to accuse; or which lines contradict each other."""

    log: ClueLogText
    shows: ShowsName = "random"
    why: FormulaText = ""
    seed: Seed = 0
    habits: HabitsName = "none"
    rooms: Annotated[str, About("The rooms that can be reached; all, if empty.", "text", "Hall, Study")] = ""
    tolerant: Annotated[bool, About("Whether lines that cannot be read are left out, and named.", "")] = False
    folder: LogFolder = ""
    at: Annotated[str, About("Where your token is, if the edition has a board.", "text", "Kitchen")] = ""
    roll: Annotated[int | None, About("What you rolled, if you have.", "", 7)] = None
    suppose: Annotated[
        str, About("What if: lines that are taken to be so, turns or formulas about cards.", "text", "h(Ben,Wrench)")
    ] = ""
    ask: Annotated[str, About("A suggestion whose possible answers are weighed.", "text", "Plum, Rope, Hall")] = ""


class ClueLook(Request, home="sleuth.app.clue_look:look"):
    """What a log says, line by line: who plays, whose turn it is, and which lines cannot be read."""

    log: ClueLogText
    heads: Annotated[str, About("First lines to take the place of its own; players keep their seats.", "text")] = ""


class TableBegin(Request, home="sleuth.app.table:begin", pure=False):
    """A table with a person in one seat: dealt, and played until it is the person's turn to choose."""

    game: TableSpec
    seat: Annotated[int, About("The person's seat; seat 1 begins.", "", 1)] = 1
    opponents: PlayerSpecs = ()
    seed: OptionalSeed = None
    public: FaceUp = 0
    names: Annotated[
        tuple[str, ...], About("What the others are called, seat by seat; numbers, if empty.", example=("Anna", "Ben"))
    ] = ()


class TableLook(Request, home="sleuth.app.table:look", pure=False):
    """What the person at a table sees."""

    table: TableText
    chances: WithNotebook = False


class TableAct(Request, home="sleuth.app.table:act", pure=False):
    """The person at a table acts, then the others do."""

    table: TableText
    action: Annotated[str, About("What the person does, as she would type it.", "text", "suggest Plum, Rope, Hall")]
    chances: WithNotebook = False


class TableHint(Request, home="sleuth.app.table:hint", pure=False):
    """What the usual player would do in the person's place, and why."""

    table: TableText


class TableWatch(Request, home="sleuth.app.table:watch", slow=True):
    """A whole game between strategies, with what each still misses after each event."""

    game: TableSpec
    players: Annotated[str, About("Seat by seat; the last one fills those left.", example="race vs most-likely")] = ""
    seed: Seed = 0


class TableReview(Request, home="sleuth.app.table_review:review", slow=True):
    """A game at a table that is over, turn by turn: what each player could know, and what each question told."""

    record: TableText


class ClueReview(Request, home="sleuth.app.table_review:review_log", slow=True):
    """The same for a log of Clue, as far as it tells."""

    log: ClueLogText
    solution: Annotated[str, About("What the envelope held, if no accusation was right.", example="")] = ""
    hands: Annotated[str, About("Hands that became known at the end.", example="Ben: Plum, Rope; Cat: Hall")] = ""
    folder: LogFolder = ""


class TableReplay(Request, home="sleuth.app.table:replay", slow=True):
    """A recorded game at a table, told again with what each still misses after each event."""

    record: TableText


class TableSimulate(Request, home="sleuth.app.seats:simulate", slow=True):
    """Many games between computer players, every deal from every seat."""

    game: TableSpec
    players: PlayerSpecs = ()
    games: Annotated[int, About("Games; each deal is played once from every seat.", "", 3)] = 300
    seed: Seed = 0
    workers: Annotated[int, About("Processes to play on; 0 plays in this one.", "local", 1)] = 1
    out: Annotated[str, About("A results file for the games, to go on with later; none if empty.", "local")] = ""


class MystValue(Request, home="sleuth.app.myst:value", slow=True):
    """The chance that the first of two players of MYST wins, if both play as well as can be."""

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


class MystSolvable(Request, home="sleuth.app.myst:solvable"):
    """Whether asking alone can force the pile into the open, with a winning sequence where it can."""

    m: Pile
    n: Hand
    p: Seats
    q: Question


class MystCheck(Request, home="sleuth.app.myst:check", slow=True):
    """Whether a formula about who holds and who knows what is true after a log."""

    formula: FormulaText
    log: Annotated[str, About("A log of MYST, one action a line.", "text")]
