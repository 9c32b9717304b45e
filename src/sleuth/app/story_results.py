"""The story of a play, as plain values."""

from __future__ import annotations

from dataclasses import field

from sleuth.app.results import FoundResult, LineResult, Result, Subject


class StoryMoveResult(Result):
    """One move: its class, and why."""

    step: int
    action: str
    feedback: str
    spoken: str
    """The action as people say it."""
    spoken_answer: str
    picture: str = ""
    """A small drawing of the action, where pictures were asked for and there is one."""
    answer_picture: str = ""
    before: int
    """How many secrets were possible before it, of those that the game lists."""
    left: int
    """And after it."""
    left_text: str
    """What it left, in a word or two: `39 left`, `Solved`."""
    kind: str
    """`best`, `good`, `slip`, `miss`, `lucky` or `ungraded`."""
    title: str
    """The same for people: Best, Good, Could be better, Missed chance, Lucky, Not graded."""
    sentence: str
    """Why, in a sentence or two."""
    better: str | None = None
    """A better action, where there was one."""
    better_spoken: str = ""
    better_picture: str = ""
    mark: str
    """The mark of the grade: best, fine, inaccuracy, mistake, blunder; nothing where it is not graded."""
    bits: float
    """What it was expected to tell."""
    best_bits: float
    """The most that any action was."""
    gained: float
    """What the answer told."""
    lost: float
    """What was given away, in the unit of the story."""
    luck: float
    """What the answer gave beyond expectation, in the same unit."""


class StoryResult(FoundResult, Subject):
    """A play told as a story."""

    name: str
    """The name of the game."""
    player: str
    noun: str
    goal: str
    solved: bool
    over: bool
    rows: int | None
    """Steps that the game gives, where it says."""
    headline: str
    """`Solved in 4, with a little luck`."""
    lead: list[str]
    """What the play turned on, in a sentence or two."""
    skill: int | None
    """0 to 99; 99 where nothing was given away, `None` where no move is graded."""
    skill_text: str
    luck: int | None
    """0 to 99, 50 where luck was neither good nor bad; `None` where no move is graded."""
    luck_text: str
    unit: str
    """What is given away: `steps`, `hits` or `bits`."""
    measured: str
    """Whom the play is measured against, in a sentence."""
    moves: list[StoryMoveResult]
    turning_point: int | None = None
    """The step that gave most away, where one gave away something that counts."""
    chart: list[int]
    """How many secrets were possible before play and after each move."""
    best_chart: list[int] = field(default_factory=list)
    """The same along the best line; empty where there is none."""
    exact: bool = True
    """Whether those numbers are counted, rather than estimated."""
    line: LineResult | None = None
    """How good play would have gone against the same secret, where that is known and was soon found."""
    notes: list[str]
