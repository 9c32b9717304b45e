"""Results: plain values that travel as JSON. Their fields are the keys of the JSON, here and on every door."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from math import isfinite
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Result:
    """What a request gives. Every kind is a frozen dataclass whose fields are given by name."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        values: dict[str, Any] = plain(self)
        return values


def plain(value: Any) -> Any:
    """A value as JSON can hold it: no infinities, no numbers of NumPy."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return value if isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    return str(value)


class StepResult(Result):
    """One step of a play, and what it left."""

    action: str
    """What was asked."""
    feedback: str
    """What was answered."""
    gained: float
    """Bits that the answer told."""
    entropy: float
    """Bits that are missing after it."""
    candidates: int
    """How many secrets it left."""
    exact: bool = True
    """Whether all candidates are known, rather than a sample."""
    lies_needed: list[int] | None = None
    """How many of the candidates take no lie, one, two, and so on; `None` where lies are not counted."""
    lie: bool = False
    """Whether the answer was found out as a lie, or confessed when the play was over."""


class OptionResult(Result):
    """An action, and what is to be expected of it."""

    action: str
    """What to ask."""
    score: float | None
    """Its score by the strategy; lower is better."""
    bits: float
    """What the answer is expected to tell."""
    parts: int
    """How many different answers there may be."""
    worst: int
    """Candidates that the worst answer leaves."""
    expected: float
    """Candidates that are left on average."""
    win: float
    """The chance that it is the secret itself."""
    hit: float
    """The chance that it finds something, where something is to be found."""
    possible: bool
    """Whether it may be the secret."""
    spoken: str = ""
    """The action as people say it."""
    picture: str = ""
    """A small drawing of it, where boards are drawn and there is one."""


class LeafResult(Result):
    """What one answer would leave."""

    feedback: str
    """The answer."""
    probability: float
    """How likely it is."""
    candidates: int
    """How many secrets it would leave."""
    wins: bool
    """Whether play would be won."""
    lies_needed: list[int] | None = None
    """How many of these candidates take no lie, one, two, and so on; `None` where lies are not counted."""
    spoken: str = ""
    """The answer as people say it."""
    picture: str = ""
    """A small drawing of the answer, where there is one."""


class Subject(Result):
    """What a result is about."""

    game: str
    """The game, as a spec string."""
    strategy: str
    """The strategy, as a spec string."""


class FoundResult(Result):
    """A secret, once it may be known."""

    secret: str | None
    """`None` as long as it is hidden."""
    spoken_secret: str = ""
    """As people say it."""
    secret_picture: str = ""
    """A small drawing of it, where the game has one and a board was asked for."""


class SeedAnswerResult(FoundResult):
    """The secret that a seed draws."""

    game: str
    noun: str
    """What one secret is called: a code, a word, a fleet."""
    summary: str


class LikelyResult(Result):
    """A secret and its chance."""

    secret: str
    chance: float
    picture: str = ""
    spoken: str = ""
    """As people say it."""
    lies: int | None = None
    """The lies that it takes to explain the answers; `None` where lies are not counted."""


class KnowledgeResult(Result):
    """What is known of the secret."""

    candidates: int
    """How many secrets are possible; of a sample, how many it holds."""
    estimated_candidates: float | None = None
    """How many are possible by estimate, where only a sample is held."""
    exact: bool
    """Whether all of them are known, rather than a sample."""
    effective_size: float | None = None
    """How many independent draws a sample is worth: the standard error of a chance `p` is about
    `sqrt(p (1 - p) / effective_size)`, or less; `None` where no sample is held, or where that is not known."""
    size_text: str
    """How many are possible, in words."""
    entropy: float
    """Bits that are missing."""
    examples: list[str]
    """Some of the candidates, the likeliest first."""
    lies_needed: list[int] | None = None
    """How many candidates take no lie, one, two, and so on; `None` where lies are not counted."""
    notes: list[str]
    """What else a person should be told of it."""
    noun: str = "secret"
    """What one secret is called: a code, a word, a fleet."""
    left_text: str = ""
    """How many are possible, in plain words."""
    share_left: float | None = None
    """The share of the bits at the start that are missing; `None` where that is not known."""
    likely: list[LikelyResult] = field(default_factory=list)
    """The likeliest candidates; none where they are too many to weigh each."""


class SuggestionResult(Result):
    """What to ask, and why; an action of `None` where there is nothing to ask."""

    action: str | None = None
    score: float | None = None
    bits: float = 0.0
    """What the answer is expected to tell."""
    parts: int | None = None
    """How many different answers there may be."""
    worst: int | None = None
    """Candidates that the worst answer leaves."""
    expected: float | None = None
    """Candidates that are left on average."""
    win: float | None = None
    """The chance that it is the secret itself."""
    hit: float | None = None
    """The chance that it finds something, where something is to be found."""
    possible: bool | None = None
    """Whether it may be the secret."""
    spoken: str = ""
    """The action as people say it."""
    picture: str = ""
    """A small drawing of it, where boards are drawn and there is one."""
    reasons: list[str]
    alternatives: list[OptionResult]
    """The runners-up."""
    leaves: list[LeafResult]
    """What each answer would leave, the likeliest first."""
    tie_break: str = ""
    headline: str
    """What to do, in plain words."""
    why: list[str]
    """The reasons in plain words, a sentence each."""
    bits_story: str = ""
    """What a bit is, and how many of them the answer is worth."""


class RepairResult(Result):
    """A step that may hold the mistake: without it, or with one of these answers, the others agree."""

    step: int
    action: str
    feedback: str
    spoken: str = ""
    """What was asked, as people say it."""
    spoken_answers: list[str] = field(default_factory=list)
    answers: list[str]
    """The answers that would agree with all others, the likeliest first."""
    candidates: int
    """Secrets that agree with all other steps."""
    text: str


class ContradictionResult(Result):
    """Answers that no secret explains."""

    step: int
    """The first impossible step, counted from 1."""
    text: str
    advice: str
    """What to do about it, in plain words."""
    repairs: list[RepairResult]
    """The single steps that may be wrong, the likeliest first; empty if more than one must be."""


class AnswerChoiceResult(Result):
    """An answer that is given by one press."""

    feedback: str
    text: str
    """As a person says it."""
    key: str
    icon: str


class AnswerFormResult(Result):
    """How a person says what was answered to an action."""

    action: str
    choices: list[AnswerChoiceResult]
    places: int
    """The places of a row that take a sign each; 0 if the answer is no row."""
    signs: str
    words: list[str]
    """What each sign means."""
    on_board: bool
    """Whether answers are pressed on the board."""
    prompt: str


class AdviceResult(FoundResult, SuggestionResult, KnowledgeResult, Subject):
    """Help with a game that is played elsewhere."""

    history: str
    """What was asked and answered, `A=F;A=F`."""
    goal: str
    """What ends a play."""
    steps: list[StepResult]
    """Of a history that contradicts itself, the steps before the first impossible one."""
    start_entropy: float
    """Bits that were missing at the start."""
    solved: bool
    """Whether the goal is reached."""
    contradiction: ContradictionResult | None = None
    """What is wrong with the history, where no secret explains it."""
    asked: str = ""
    """The question whose answer is being given on the board."""
    form: AnswerFormResult | None = None
    """How to answer the question that was asked, or is suggested; only with a board."""
    composed: str | None = None
    """The action that the chosen parts make."""
    reserve: float = 0.0
    """The chance that the secret is none of the listed ones; what `likely` and it leave belongs to other candidates."""
    rarer: list[LikelyResult] = field(default_factory=list)
    """Some of what it may be then, the likeliest first."""
    beyond: str = ""
    """`rare` or `none` where no listed secret explains the history, so that it is a rare one, or in no list."""
    pattern: str = ""
    """What is known of such a secret, as in `_ A _ T _`."""
    board: str = ""
    """The board as SVG, if it was asked for."""


class FeedbackResult(Result):
    """What a truthful oracle answers."""

    feedback: str
    spoken_question: str = ""
    """What was asked, as people say it."""
    spoken: str = ""
    """The answer, as people say it."""


class HintResult(SuggestionResult):
    """What a strategy would ask now in a play."""

    strategy: str
    board: str = ""
    """The board with the action marked, as SVG, if it was asked for."""


class PlayResult(FoundResult, KnowledgeResult, Subject):
    """A play as the player may see it. The secret is told at the end, and not before."""

    id: str = ""
    """Where a server keeps it; empty elsewhere."""
    name: str
    """The name of the game."""
    summary: str
    """What the game is about."""
    goal: str
    """What ends a play."""
    oracle: str
    """Who answers."""
    rows: int | None
    """Steps that the game gives, where it says."""
    steps: list[StepResult]
    """What was asked and answered."""
    start_entropy: float
    """Bits that were missing at the start."""
    solved: bool
    """Whether the goal is reached."""
    over: bool
    """Whether it is solved, or was given up."""
    version: int = 0
    """Goes up with each change."""
    board: str = ""
    """The board as SVG, if it was asked for."""
    composed: str | None = None
    """The action that the chosen parts of a board make, if they make one."""


class WatchStepResult(StepResult):
    """One step of a strategy that is watched."""

    expected_bits: float
    """What the answer was expected to tell."""
    gained_bits: float
    """What it told."""


class WatchResult(Subject):
    """A strategy at one secret."""

    oracle: str
    """Who answered."""
    secret: str
    """What was to be found."""
    start_entropy: float
    """Bits that were missing at the start."""
    steps: list[WatchStepResult]
    """What was asked and answered."""
    solved: bool
    """Whether the goal was reached."""
    confession: list[str]
    """What an oracle that lied says at the end."""


class ReplayResult(Result):
    """A recorded play, gone through again."""

    game: str
    """The game, as a spec string."""
    player: str
    """Who asked."""
    oracle: str
    """Who answered."""
    solved: bool
    """Whether the goal was reached."""
    secret: str | None
    """What was to be found, where the record tells it."""
    steps: list[StepResult]
    """What was asked and answered."""


class LineResult(Result):
    """How good play would have gone from the start, against the same secret."""

    strategy: str
    """`optimal`, or the strategy of the play."""
    optimal: bool
    """Whether no strategy takes fewer steps on average; proved."""
    steps: list[StepResult]
    solved: bool
    notes: list[str]
    """Against whom it was played, and why it ended early."""


class FieldResult(Result):
    """A parameter of a game or a strategy, for a form."""

    name: str
    kind: str
    """int, float, bool or str."""
    default: int | float | bool | str | None
    choices: list[str]
    help: str
    label: str
    """What a form asks for, in words."""
    words: dict[str, str]
    """What people call a choice."""
    empty: str
    """What it means to fill in nothing, where that is a value."""
    elsewhere: bool
    """Whether it must be given for a play that is elsewhere."""
    word_list: str
    """Which lists of words it may name: any, or those that people brought; empty where it names none."""


class EntryResult(Result):
    """A game, a strategy or a channel of the catalogue."""

    name: str
    summary: str
    parameters: dict[str, Any]
    """Every parameter with its default."""
    fields: list[FieldResult]
    """The parameters that a form may offer: those that name no file."""
    title: str
    """What people call it."""
    tagline: str
    """A few words about it."""
    presets: dict[str, str]
    """Specs to begin with, by what they are called."""


class FigureResult(Result):
    """One figure of a report."""

    key: str
    title: str
    value: float | None
    text: str


class SizeResult(Result):
    """How large a game is."""

    game: str
    secrets: int
    actions: int
    entropy: float


class CheckResult(Result):
    """A game, or a strategy at a game, that keeps the contract."""

    game: str
    ok: bool
    secrets: int | None = None
    actions: int | None = None
    feedbacks: int | None = None
    """How many there are, where the game has a table."""
    overrides: list[str] = field(default_factory=list)
    """What the class of the game says otherwise than by default."""
    offers: list[str] = field(default_factory=list)
    """The capabilities that the game offers."""
    strategy: str | None = None
    """The strategy that was checked instead of the game, if one was."""
    stuck: list[str] = field(default_factory=list)
    """Questions with their answers, after which nothing that may still be asked reaches the goal or tells anything;
    empty where no play was seen to get stuck."""


class TableSeatResult(Result):
    """What the person at a table sees."""

    game: str
    players: list[str]
    strategies: list[str]
    """How each of them plays; `human` for the person."""
    seat: int
    own: str
    """What the person has of the deal, as a sentence."""
    events: list[str]
    """What happened, as the person saw it."""
    over: bool
    """Whether the game is over, at least for the person."""
    won: bool
    winner: str | None
    prompt: str | None
    """What there is to do now."""
    details: dict[str, Any]
    """What a page needs besides; of Clue: hand, to_do, drawn, choices and sorts."""
    solution: str | None
    """What was hidden; told at the end, and not before."""
    notebook: dict[str, Any] | None = None


class TableTurnResult(Result):
    """A table after a turn. Only `seen` is for the person: the table holds the whole deal."""

    table: str
    """Text that reads back: a record."""
    seen: TableSeatResult


class TableHintResult(Result):
    """What a player would do in the person's place."""

    action: str
    strategy: str
    reasons: list[str]
    alternatives: list[str]
    typed: str = ""
    """The same action as a person types it."""


class TableEventResult(Result):
    """Something that happened at a table that is watched."""

    player: int
    text: str
    entropy: list[float]
    """What each player still misses after it, in bits."""


class TableWatchResult(Result):
    """A whole game between strategies."""

    game: str
    players: list[str]
    seed: int
    start_entropy: list[float]
    steps: list[TableEventResult]
    winner: int | None
    """The seat that won; `None` where nobody did in time."""
    ending: str
    turns: int
    solution: str
    record: str
    """The whole game, as text that reads back."""


class SeatKnowledgeResult(Result):
    """What a player could know at the end of a turn, by what she saw."""

    bits: float
    """What she misses to know what wins."""
    guess_chance: float | None
    """The chance that her best guess is right; `None` where the game does not say."""
    certain: bool
    """Whether only one thing is possible, by the rules alone."""


class ReviewedTurnResult(Result):
    """One turn of a game that is over. What a log does not tell is `None`, or left out."""

    turn: int
    player: str
    action: str
    answer: str
    bits: float | None
    """What it was expected to tell who asked."""
    best: str | None
    """The action that was expected to tell most."""
    best_bits: float | None
    gained: float | None
    """What the answers told who asked."""
    leaked: dict[str, float]
    """What they told each of the others."""
    knows: dict[str, SeatKnowledgeResult]
    """What each player who is still in could know after the turn."""
    note: str
    """A guess that was made, or not made."""


class DeducibleResult(Result):
    """The first turn after which a player could be certain."""

    player: str
    turn: int
    accused: int | None
    """The turn in which she said it."""


class TableLuckResult(Result):
    """How lucky a player was."""

    player: str
    start: float
    """The bits that she missed before the first turn."""
    usual_start: float | None
    """The same, on average over deals; `None` where the game does not say."""
    expected: float
    """What her questions were expected to tell."""
    gained: float
    """What their answers told."""
    luck: float
    """The difference: 0 on average, whatever is asked."""
    overheard: float
    """What the questions of the others told her."""


class TableReviewResult(Result):
    """A game of several players that is over, turn by turn."""

    game: str
    players: list[str]
    winner: str | None
    solution: str
    turns: list[ReviewedTurnResult]
    deducible: list[DeducibleResult]
    """The first to know comes first."""
    luck: list[TableLuckResult]
    summary: list[str]
    """The same in sentences."""
