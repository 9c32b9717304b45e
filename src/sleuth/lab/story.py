"""A graded play as a story: each move with its class and the reason, and what the play turned on, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.belief.base import InformationSet
from sleuth.core.displayed import Displayed
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.offers import channel_of, lists_all
from sleuth.core.text import capital, several
from sleuth.lab.grading import GradedMove, Grades
from sleuth.show.plain import amount, counted, odds, turn_word
from sleuth.show.spoken import spoken
from sleuth.strategies.criteria import TOLERANCE

TITLES = {
    "best": "Best", "good": "Good", "slip": "Could be better", "miss": "Missed chance", "lucky": "Lucky",
    "ungraded": "Not graded",
}  # fmt: skip
"""The classes of moves, and what people call them."""
KINDS = {"best": "best", "fine": "good", "inaccuracy": "slip", "mistake": "miss", "blunder": "miss"}
"""The class of a mark; a move that was no slip is lucky where its answer was."""
WRONG = ("slip", "miss")
LUCKY = {"steps": 0.75, "bits": 2.5}
"""An answer is lucky that saves so much beyond expectation."""
KIND_ANSWER = {"steps": 0.2, "bits": 0.8}
"""From here on an answer is called kind, or unkind."""
NEAR = 0.05
"""A chance of a hit is near the best within this."""
FEW = 12
"""Of so many candidates it is said which could not be told apart."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SKILL_TEXTS = (
    (99, "nothing to improve"), (90, "masterly"), (75, "very good"), (60, "good"), (40, "solid"), (20, "getting there"),
    (0, "room to grow"),
)  # fmt: skip
LUCK_TEXTS = (
    (90, "a very kind day"), (70, "a kind day"), (31, "about even"), (11, "a little unlucky"),
    (0, "a hard day"),
)  # fmt: skip
"""What is said from each score on."""
WITH_LUCK = (
    (90, ", with a lot of luck"), (70, ", with a little luck"), (31, ""), (11, ", without much luck"),
    (0, ", against all luck"),
)  # fmt: skip
PARTS = (
    (0.15, "a little"),
    (0.35, "about a quarter of a {}"),
    (0.65, "about half a {}"),
    (0.9, "most of a {}"),
    (1.3, "about a {}"),
)
"""What is said of steps up to each number."""


@dataclass(frozen=True)
class StoryStep:
    """A move with what was known before and after it."""

    info: InformationSet
    action: Action
    feedback: Feedback
    after: InformationSet


@dataclass(frozen=True)
class MoveStory:
    """The class of a move, and why."""

    kind: str
    sentence: str
    better: Action | None
    """A better one, where there was one."""


@dataclass(frozen=True)
class PlayStory(Displayed):
    """A play as it is told."""

    headline: str
    lead: list[str]
    moves: list[MoveStory]
    turning_point: int | None
    """The step that gave most away, if one was a slip."""


def story(grades: Grades, steps: Sequence[StoryStep], over: bool) -> PlayStory:
    """The story of a play; `over` says that it was given up where it was not solved."""
    told = [_Telling(grades, move, step).story() for move, step in zip(grades.moves, steps, strict=True)]
    losses = [getattr(move, f"inaccuracy_{grades.unit}") or 0.0 for move in grades.moves]
    slips = [place for place, one in enumerate(told) if one.kind in WRONG]
    worst = max(slips, key=lambda place: losses[place], default=None)
    lead = [] if not told else [_turning(grades, worst, told), *_luck(grades, steps)]
    return PlayStory(_headline(grades, over), lead, told, None if worst is None else worst + 1)


def skill_text(score: int) -> str:
    """A score of skill in a word or two."""
    return _said(SKILL_TEXTS, score)


def luck_text(score: int) -> str:
    """A score of luck in a word or two."""
    return _said(LUCK_TEXTS, score)


def ordinal(number: int) -> str:
    """`first`, `second`, ... `11th`."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _said(texts: Sequence[tuple[int, str]], score: int) -> str:
    return next(text for least, text in texts if score >= least)


def _headline(grades: Grades, over: bool) -> str:
    luck = _said(WITH_LUCK, grades.luck)
    return f"{headline(grades.game, len(grades.moves), grades.solved, over)}{luck}"


def headline(game: Game, number: int, solved: bool, over: bool) -> str:
    """How a play of so many moves ended, without a word on luck."""
    if solved:
        return f"Solved in {number}"
    word = turn_word(game.goal.value)
    turns = f"1 {word}" if number == 1 else f"{number} {several(word)}"
    return f"Not found in {turns}" if over else f"{capital(turns)} so far"


def _turning(grades: Grades, worst: int | None, told: Sequence[MoveStory]) -> str:
    word = turn_word(grades.game.goal.value)
    if worst is None:
        best = all(one.kind in ("best", "lucky") for one in told)
        return f"Every {word} was as good as any." if best else "You gave hardly anything away."
    which = f"Your {ordinal(worst + 1)} {word}"
    lost = grades.moves[worst].inaccuracy_steps
    if grades.unit != "steps" or grades.priced or lost is None:
        return f"{which} was the turning point: there was a clearly better one."
    return f"{which} was the turning point: it cost {_in_words(lost, word)}."


def _in_words(lost: float, word: str) -> str:
    return next((text.format(word) for most, text in PARTS if lost <= most), f"{amount(lost, False)} {several(word)}")


def _luck(grades: Grades, steps: Sequence[StoryStep]) -> list[str]:
    """What luck did, where it did something."""
    word, unit, last = turn_word(grades.game.goal.value), grades.luck_unit, steps[-1]
    if grades.luck >= 70:
        chance = _chances(last).win
        if grades.solved and grades.game.goal.only_names and last.info.exact and last.info.size > 2 and chance <= 0.5:
            return [f"Then you picked the right one of {amount(last.info.size)}."]
        best = max(grades.moves, key=lambda move: getattr(move, f"luck_{unit}") or 0.0)
        return [f"The kindest answer was the one to your {ordinal(best.step)} {word}."]
    if grades.luck <= 30:
        worst = min(grades.moves, key=lambda move: getattr(move, f"luck_{unit}") or 0.0)
        return [f"The answers were unkind, most of all the one to your {ordinal(worst.step)} {word}."]
    return []


@dataclass(frozen=True)
class _Chances:
    """What was to be expected of an action."""

    parts: int
    most: float
    mean: float
    win: float
    hit: float


def _chances(step: StoryStep, action: Action | None = None) -> _Chances:
    outcomes = step.info.outcomes([step.action if action is None else action])
    return _Chances(
        int(outcomes.answers_possible[0]),
        float(outcomes.most_left[0]),
        float(outcomes.mean_left[0]),
        float(outcomes.win_probability[0]),
        float(outcomes.hit_probability[0]),
    )


@dataclass(frozen=True)
class _Telling:
    """One move, and how it is told."""

    grades: Grades
    move: GradedMove
    step: StoryStep

    @property
    def noun(self) -> str:
        return self.step.info.game.noun

    @property
    def luck(self) -> float:
        return getattr(self.move, f"luck_{self.grades.luck_unit}") or 0.0

    @property
    def counts(self) -> bool:
        """Whether answers rule candidates out, which are counted."""
        channel = channel_of(self.step.info.game)
        return self.step.info.exact and (channel is None or channel.excludes)

    def story(self) -> MoveStory:
        kind, better = KINDS[self.move.mark], self._better()
        lucky = self.luck >= LUCKY[self.grades.luck_unit]
        wrong = kind in WRONG and better is not None
        if wrong and lucky and self.step.after.over and self.step.info.game.goal.only_names:
            safer = _named(self.step.info.game, better)
            return MoveStory(
                "lucky", f"{self._right(_chances(self.step).win)} {capital(safer)} was the safer way.", None
            )
        if wrong:
            return MoveStory(kind, self._slip(better), better)
        if kind in WRONG:  # nothing that is listed is better
            kind = "good"
        return MoveStory("lucky" if lucky else kind, self._good(kind), None)

    def _better(self) -> Action | None:
        move, game = self.move, self.step.info.game
        named = (None if self.grades.unit == "bits" else move.best_action) or move.best_bits_action
        return None if named == move.action else game.parse_action(named)

    def _good(self, kind: str) -> str:
        step, chances = self.step, _chances(self.step)
        goal = step.info.game.goal
        if goal.only_names and step.after.over:
            return self._right(chances.win)
        if goal.finds:
            return self._shot(kind, chances.hit)
        if chances.parts <= 1:
            return "Its answer was certain before."
        if not self.counts:
            return "Nothing tells more." if kind == "best" else "Hardly anything tells more."
        start = "A solid start. " if self.move.step == 1 else ""
        return f"{start}{self._leaves(chances)}"

    def _shot(self, kind: str, chance: float) -> str:
        """A good shot: for its chance of a hit, or for what it tells."""
        said, given_away = odds(chance, self.step.info.exact), self.move.inaccuracy_hits or 0.0
        if given_away > NEAR:
            return f"A hit was less likely than elsewhere, {said}, but hardly anything tells more."
        best = given_away <= TOLERANCE and kind == "best"
        return f"{'Nothing was likelier to hit' if best else 'Nearly the best chance of a hit'}: {said}."

    def _right(self, chance: float) -> str:
        info = self.step.info
        if info.exact and info.size == 1:
            return f"It was the only {self.noun} left." if lists_all(info.game) else f"The only {self.noun} of my list."
        if chance >= 0.5:
            return "As likely as not, and it was right." if chance < 0.55 else "It was probably right, and it was."
        return f"{capital(odds(chance))}, and it came off."

    def _leaves(self, chances: _Chances) -> str:
        """What a good move leaves on average, and what it left."""
        left = self.step.after.size
        if chances.most <= 1:
            return f"It tells all {counted(self.step.info.size, self.noun)} apart."
        mean = f"It leaves {counted(chances.mean, self.noun, exact=False)} on average"
        if self.step.after.over:
            return f"{mean}, and this time one."
        if abs(self.luck) < KIND_ANSWER[self.grades.luck_unit]:
            return f"{mean}; this time it left {amount(left)}."
        return f"{mean}; the answer was {'kind' if self.luck > 0 else 'unkind'} and left {amount(left)}."

    def _slip(self, better: Action) -> str:
        step, mine, other = self.step, _chances(self.step), _chances(self.step, better)
        info, named = step.info, _named(step.info.game, better)
        if info.game.goal.finds:
            return f"A hit was {_likely(mine.hit)} here; {named} had {odds(other.hit, info.exact)}."
        if mine.parts <= 1 and mine.win < 1:
            return (
                f"All {several(self.noun)} that fit give the same answer to it, so it told nothing new; {named} would."
            )
        if not self.counts:
            return f"{capital(named)} would have told more."
        return self._told(mine, other, named)

    def _told(self, mine: _Chances, other: _Chances, named: str) -> str:
        size, noun = self.step.info.size, self.noun
        if size <= FEW and other.most < mine.most:
            apart = f"It could not tell {amount(mine.most)} of the {counted(size, noun)} apart"
            return (
                f"{apart}; {named} could."
                if other.most <= 1
                else f"{apart}; {named} leaves {amount(other.most)} at most."
            )
        if other.mean < 0.95 * mine.mean:
            return (
                f"{capital(named)} would have left {counted(other.mean, noun, exact=False)} on average, "
                f"not {amount(mine.mean, exact=False).removeprefix('about ')}."
            )
        if mine.win <= 0 < other.win:
            return f"It could not be the {noun} itself; {named} tells as much, and may be it."
        lost = self.move.inaccuracy_steps
        word = turn_word(self.step.info.game.goal.value)
        if self.grades.priced and lost is not None:
            return f"{capital(named)} is cheaper on average, with what must be asked after it."
        if self.grades.unit == "steps" and lost is not None:
            return f"{capital(named)} saves {_in_words(lost, word)} on average, by what can be asked after it."
        return f"{capital(named)} would have told more."


def _named(game: Game, action: Action) -> str:
    """An action within a sentence; a question stands in quotes."""
    text = spoken(game, action)
    return f"“{text}”" if text.endswith("?") else text


def _likely(chance: float) -> str:
    return "out of the question" if chance <= 0 else odds(chance)
