"""The log of a game of Clue at a real table, while it is typed. A wrong line raises, and the log stays as it was."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from sleuth.app.card_results import ClueAdviceResult, ClueAssistResult, NotebookResult, ReasonResult
from sleuth.app.clue import assist, belief_of, clash_text, log_advice, log_reasons, log_travel, notes_of, rooms_of
from sleuth.app.requests import ClueAssist
from sleuth.core.errors import SleuthError
from sleuth.core.files import read_text, write_text
from sleuth.core.text import listing, plural, whole_number
from sleuth.games.clue.belief.asking_habits import parse_habit
from sleuth.games.clue.belief.clue_log import ClueLog, LogLines, is_line, seats_of
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.showing_habits import parse_policy
from sleuth.games.clue.players.travel import TravelOption
from sleuth.games.clue.rules.errors import LogError, TooManyWorldsError


def check_supposed(shows: str, habits: str) -> None:
    """Refuse a way of showing, or habits, that there are not."""
    parse_policy(shows)
    parse_habit(habits)


FIRST_LINES = "players: Ann 6, Ben 6, Cat 6", "me: Ann", "hand: Mustard, Plum, Knife, Rope, Hall, Study"


@dataclass(frozen=True)
class ClueNotes:
    """The lines of a log, what they tell, and what they were before. It never changes: every change makes new ones."""

    lines: tuple[str, ...] = ()
    past: tuple[tuple[str, ...], ...] = ()
    """The lines before each change."""
    future: tuple[tuple[str, ...], ...] = ()
    """The lines after each change that was taken back."""
    folder: str = ""
    """Where an edition is looked for first."""

    @classmethod
    def read(cls, path: str | Path) -> ClueNotes:
        """Read a log from a file, even one that contradicts itself."""
        text = read_text(path, "log", partial(LogError, 0))
        return cls(tuple(text.removesuffix("\n").split("\n")) if text else (), folder=str(Path(path).parent))

    def write(self, path: str | Path) -> None:
        """Write the log to a file, all or nothing."""
        write_text(path, str(self), "log", partial(LogError, 0))

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    @cached_property
    def _sorted(self) -> LogLines:
        return LogLines.of(str(self))

    @property
    def ready(self) -> bool:
        """Whether the first lines are all there: the players, one's own name and hand; without these, a turn."""
        return self._sorted.finished and ("hand" in self._sorted.heads or bool(self._sorted.turns))

    @cached_property
    def _reading(self) -> ClueLog | LogError | None:
        lines = self._sorted
        try:
            if "players" in lines.heads or lines.turns:
                return ClueLog.parse(str(self), tolerant=True, folder=self.folder)
            lines.edition(self.folder)
        except LogError as error:
            return error
        return None

    @property
    def log(self) -> ClueLog | None:
        """What the lines tell; `None` while the players are missing or the heads cannot be read."""
        return self._reading if isinstance(self._reading, ClueLog) else None

    @property
    def faults(self) -> tuple[LogError, ...]:
        """What is wrong with lines that cannot be read."""
        if isinstance(self._reading, LogError):
            return (self._reading,)
        return self._reading.faults if self._reading else ()

    @cached_property
    def contradiction(self) -> str | None:
        """Which lines contradict each other, if they do, and if there is not too much left open to tell."""
        if self.log is None:
            return None
        evidence = self.log.evidence()
        try:
            return clash_text(evidence, Position.of(evidence, None))
        except TooManyWorldsError:
            return None

    @property
    def troubles(self) -> list[str]:
        """What is wrong with the log: lines that cannot be read, or that contradict each other."""
        return [*map(str, self.faults), *([self.contradiction] if self.contradiction else [])]

    @property
    def mine(self) -> bool:
        """Whether it is for the writer to suggest or to accuse."""
        log = self.log
        asked = log is not None and bool(log.turns) and log.turns[-1].player == log.me
        return log is not None and log.me is not None and (log.to_move in (None, log.me) or asked)

    @property
    def passed_over(self) -> str:
        """Who made no suggestion before the last line, if it skipped somebody."""
        names = [] if self.log is None else [self.log.game.player_names[i - 1] for i in self.log.passed_over]
        return f"({listing(names)} made no suggestion.)" if names else ""

    @property
    def own_cards(self) -> str:
        """The sorts of cards that the lines name themselves, before the players are there."""
        sorts = () if self.log or self.faults or not self._sorted.sorts else self._sorted.edition().sorts
        return "; ".join(f"{sort}: {plural(len(cards), 'card')}" for sort, cards in sorts)

    # Changes.

    def means_line(self, text: str) -> bool:
        """Whether a text is a line of the log, and no command."""
        return is_line(text, self.log)

    def add(self, line: str) -> ClueNotes:
        """With one line more. A head takes the place of the one there was, or goes behind the others."""
        end, heads = len(self.lines), self._sorted.heads
        after = LogLines.of(f"{self}{line}")
        places = [*after.repeated, *((number, key) for key, (number, _) in after.heads.items())]
        key = next((key for number, key in places if number == end + 1), None)
        if key is None:
            return self._change(end, end, line)
        if key in heads:
            number = heads[key][0]
            if key in (name.lower() for name in (self.log.game.player_names if self.log else ())):
                raise LogError(
                    0,
                    f"{key!r} is a player here and also line {number}; end a turn with -> and the answers, "
                    f"or change that line by its number: edit {number} {key}: ...",
                )
            return self._change(number - 1, number, line)
        last = max((number for number, _ in (*heads.values(), *self._sorted.sorts)), default=0)
        return self._change(last, last, line)

    def watch(self) -> ClueNotes:
        """Without one's own name: for somebody who only watches."""
        place = self._sorted.heads.get("me", (0, ""))[0]
        self.whole()
        return self._change(place - 1, place) if place else self

    def edit(self, rest: str) -> ClueNotes:
        """With another line in place of one: `3 LINE`."""
        number, line = self._numbered("edit", rest)
        return self._change(number - 1, number, line)

    def insert(self, rest: str) -> ClueNotes:
        """With a line before one: `3 LINE`."""
        number, line = self._numbered("insert", rest)
        return self._change(number - 1, number - 1, line)

    def delete(self, rest: str) -> ClueNotes:
        """Without a line: `3`."""
        number, _ = self._numbered("delete", rest)
        return self._change(number - 1, number)

    def undo(self) -> ClueNotes:
        """Before the last change; of a log just read, without its last turn."""
        if self.past:
            *past, lines = self.past
        elif self.log is not None and self._sorted.turns:
            last = self._sorted.turns[-1][0]
            past, lines = [], (*self.lines[: last - 1], *self.lines[last:])
        else:
            raise LogError(0, "there is nothing to undo")
        return replace(self, lines=lines, past=tuple(past), future=(self.lines, *self.future))

    def redo(self) -> ClueNotes:
        """With the change again that was taken back last."""
        if not self.future:
            raise LogError(0, "there is nothing to redo")
        lines, *future = self.future
        return replace(self, lines=lines, past=(*self.past, self.lines), future=tuple(future))

    def _numbered(self, how: str, rest: str) -> tuple[int, str]:
        """The number of a line and the text behind it."""
        word, _, text = rest.partition(" ")
        number = whole_number(word, 1, len(self.lines) + (how == "insert"))
        line = "" if how == "delete" else " LINE"
        if number is None:
            raise LogError(0, f"name a line from 1 to {len(self.lines)}: {how} 1{line}")
        if line and not text.strip():
            raise LogError(0, f"say what line {number} should be: {how} {number} LINE")
        return number, text.strip()

    def _change(self, first: int, last: int, *line: str) -> ClueNotes:
        """With some lines replaced, unless that makes something wrong which was not.

        Heads belong together: one of them may be changed so that another one has to follow.
        """
        lines = (*self.lines[:first], *line, *self.lines[last:])
        if line and self.log and self.log.heads.get("players") == last and not self.faults:
            lines = _renamed(self.log, lines)
        after = replace(self, lines=lines, past=(*self.past, self.lines), future=())
        changed, known = first + 1 if line else 0, {fault.message for fault in self.faults}
        heads = {number for number, _ in after._sorted.heads.values()}
        head = first + 1 in (heads if line else {number for number, _ in self._sorted.heads.values()})
        unread = self.log is None and self.faults
        for fault in after.faults:
            follows = unread or fault.message in known or (head and fault.line in heads)
            if fault.line == changed or not follows:
                raise fault
        if after.contradiction and not (unread or self.contradiction):
            raise LogError(0, f"{after.contradiction}. Nothing was changed.")
        return after._tidied(first) if line else after

    def _tidied(self, place: int) -> ClueNotes:
        """With one line as the log itself would write it; its comment is kept."""
        text = _tidy(self.log, place + 1, self.lines[place])
        return replace(self, lines=(*self.lines[:place], text, *self.lines[place + 1 :]))

    # What it tells.

    def whole(self) -> ClueLog:
        """The log, where its first lines are there."""
        if self.log is None:
            raise self.faults[0] if self.faults else LogError(0, f"first the line of the players: {FIRST_LINES[0]}")
        return self.log

    def notebook(self, shows: str = "random", habits: str = "none") -> NotebookResult:
        """Who has what."""
        return notes_of(belief_of(self.whole(), shows, habits))

    def advice(self, seed: int = 0, rooms: str = "", shows: str = "random", habits: str = "none") -> ClueAdviceResult:
        """What to do now, and why; in one of the rooms, if they are named."""
        return log_advice(self.whole(), belief_of(self.whole(), shows, habits), seed, rooms)

    def travel(self, seed: int, at: str, roll: int | None, **supposed: str) -> list[TravelOption]:
        """Where to go on a board from where one is."""
        return log_travel(self.whole(), belief_of(self.whole(), **supposed), seed, at, roll)

    def wonder(
        self, suppose: str, ask: str, seed: int = 0, rooms: str = "", shows: str = "random", habits: str = "none"
    ) -> ClueAssistResult:
        """Everything under a supposition, and what a suggestion may be answered with; nothing is kept."""
        request = ClueAssist(str(self.whole()), shows, "", seed, habits, rooms, tolerant=True, folder=self.folder)
        return assist(replace(request, suppose=suppose, ask=ask))

    def rooms(self, text: str) -> str:
        """The rooms that a text names, in full."""
        game = self.whole().game
        return game.format_cards(rooms_of(game, text) or 0)

    def reasons(self, formula: str) -> ReasonResult:
        """The fewest lines from which a formula follows."""
        return log_reasons(self.whole(), formula)


def with_heads(text: str, heads: str) -> str:
    """A log with other first lines; players who are called otherwise keep their seats, and what was told of them."""
    lines, sorted_lines, new = text.removesuffix("\n").split("\n"), LogLines.of(text), LogLines.of(heads)
    gone = {number for number, _ in sorted_lines.heads.values()}
    own = {number for number, _ in sorted_lines.sorts}
    named = [] if "edition" in new.heads else [lines[number - 1] for number in sorted(own)]
    if "players" in new.heads:
        lines = list(_called(text, lines, tuple(name for name, _ in seats_of(new.heads["players"][1]))))
    rest = [line for number, line in enumerate(lines, 1) if number not in gone | own and (text or line)]
    return "".join(f"{line}\n" for line in (*named, *heads.removesuffix("\n").split("\n"), *rest))


def _called(text: str, lines: list[str], names: tuple[str, ...]) -> list[str]:
    """The lines of a log with other names of its players, where as many are called otherwise."""
    try:
        log = ClueLog.parse(text, tolerant=True)
        old = log.game.player_names
        if len(names) != len(old) or set(map(str.casefold, names)) == set(map(str.casefold, old)):
            return lines
        other = replace(log, game=replace(log.game, seats=names))
    except SleuthError:
        return lines
    return [_tidy(other, number, line) for number, line in enumerate(lines, 1)]


def _tidy(log: ClueLog | None, number: int, line: str) -> str:
    """A line as the log itself would write it; its comment is kept."""
    text = None if log is None else log.written(number)
    _, mark, comment = line.partition("#")
    return line if text is None else f"{text}  #{comment}" if mark else text


def _renamed(log: ClueLog, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines with the names of a new line of players, where as many are called otherwise: they keep their seats."""
    number, old = log.heads["players"], log.game.player_names
    new = tuple(name for name, _ in seats_of(lines[number - 1].partition("#")[0].partition(":")[2]))
    if len(new) != len(old) or set(map(str.casefold, new)) == set(map(str.casefold, old)):
        return lines
    other = replace(log, game=replace(log.game, seats=new))
    return tuple(line if n == number else _tidy(other, n, line) for n, line in enumerate(lines, 1))
