"""What if: turns and cards that are taken to be so for a moment, and what is wrong with them if they cannot be."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sleuth.app.clue_words import turn_words
from sleuth.core.errors import ParameterError
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.facts import Evidence, EvidenceEntry, Fact
from sleuth.games.clue.belief.formula_text import format_formula, parse_formula
from sleuth.games.clue.belief.formulas import Formula, Holds, Not, is_plain
from sleuth.games.clue.belief.log_turns import ACCUSES
from sleuth.games.clue.belief.reasons import cases, clash, why
from sleuth.games.clue.players.advice import view_of
from sleuth.games.clue.rules.cards import PILE
from sleuth.games.clue.rules.errors import LogError

MAX_SUPPOSED = 20
"""Lines that may be supposed at once."""


@dataclass(frozen=True)
class Supposition:
    """A log with turns that are supposed after its own, and what is supposed of the cards."""

    log: ClueLog
    own: int
    """How many turns the log has of its own."""
    formulas: tuple[Formula, ...] = ()
    order: tuple[bool, ...] = ()
    """Line by line, whether it is a turn."""

    @classmethod
    def read(cls, log: ClueLog, text: str, folder: str = "") -> Supposition:
        """Read lines: turns as a log has them, or formulas about cards, as in `h(Ben,Rope)` or `!h(0,Plum)`."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if len(lines) > MAX_SUPPOSED:
            raise ParameterError(f"at most {MAX_SUPPOSED} lines can be supposed at once, not {len(lines)}")
        order = tuple(map(_is_turn, lines))
        turns = [line for line, turn in zip(lines, order, strict=True) if turn]
        formulas = tuple(_formula(log, line) for line, turn in zip(lines, order, strict=True) if not turn)
        return cls(_continued(log, turns, folder) if turns else log, len(log.turns), formulas, order)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is supposed of the cards."""
        return tuple(fact for formula in self.formulas for fact in _facts(formula))

    @property
    def words(self) -> list[str]:
        """What is supposed, line by line, each a sentence without its full stop."""
        turns = (turn_words(self.log, turn).rstrip(".") for turn in self.log.turns[self.own :])
        formulas = (self._said(formula, ("has", "does not have")) for formula in self.formulas)
        return [next(turns if turn else formulas) for turn in self.order]

    def seen_by(self, info: CardSet) -> CardSet:
        """A belief with all of this in it."""
        return replace(info, view=view_of(self.log), supposed=self.facts)

    def fault(self) -> str:
        """Why this cannot be, in a sentence; the log by itself can."""
        lines = self.log.lines[self.own :]
        if lines and (found := clash(self.log.evidence())) is not None:
            others = [entry for entry in found.entries if entry.line not in lines]
            return f"that cannot happen: {_named(others)}"
        entries = self.log.evidence().entries
        for formula in self.formulas:
            reasons = why(Evidence(self.log.game, entries), Not(formula))
            if reasons is not None:
                said = self._said(formula, ("cannot have", "must have"))
                return f"{said}: {_named(reasons)}"
            text = self._said(formula, ("has", "does not have"))
            entries += tuple(EvidenceEntry(fact, f"you suppose that {text}") for fact in _facts(formula))
        return "these suppositions do not fit together"

    def _said(self, formula: Formula, verbs: tuple[str, str]) -> str:
        """A formula in words, where it is about one card: `Ben has Rope`."""
        inner = formula.inner if isinstance(formula, Not) else formula
        if not isinstance(inner, Holds):
            return format_formula(self.log.game, formula)
        verb = verbs[isinstance(formula, Not)]
        game, card = self.log.game, self.log.game.format_card(inner.card)
        if inner.holder == PILE:
            held = {"has": "holds", "does not have": "does not hold", "cannot have": "cannot hold"}
            return f"the envelope {held.get(verb, 'must hold')} {card}"
        if inner.holder == self.log.me:
            return f"you {verb.replace('does', 'do').replace('has', 'have')} {card}"
        return f"{game.holder_name(inner.holder)} {verb} {card}"


def _is_turn(line: str) -> bool:
    return ":" in line or ACCUSES.fullmatch(line) is not None


def _formula(log: ClueLog, line: str) -> Formula:
    formula = parse_formula(log.game, line)
    if not is_plain(formula):
        raise ParameterError("what is supposed is a turn, or who has a card: h(Ben,Rope), !h(0,Plum)")
    _facts(formula)
    return formula


def _facts(formula: Formula) -> tuple[Fact, ...]:
    """The facts of a formula, which must come down to facts that hold together."""
    ways = cases(formula)
    if len(ways) != 1:
        raise ParameterError("suppose one thing a line, without `or` between players: h(Ben,Rope), !h(0,Plum)")
    return tuple(sorted(next(iter(ways)), key=repr))


def _continued(log: ClueLog, turns: list[str], folder: str) -> ClueLog:
    """The log with more turns; one that cannot be read is refused."""
    text = f"{log.text}{'' if log.text.endswith(chr(10)) else chr(10)}"
    last = text.count("\n")
    after = ClueLog.parse("".join([text, *(f"{line}\n" for line in turns)]), tolerant=True, folder=folder)
    wrong = [fault for fault in after.faults if fault.line > last]
    if wrong or len(after.turns) != len(log.turns) + len(turns):
        raise LogError(0, wrong[0].message if wrong else f"{turns[0]!r} is no turn")
    return after


def _named(entries: list[EvidenceEntry] | tuple[EvidenceEntry, ...]) -> str:
    """Entries in a sentence; without any, the hand and the rules are the reason."""
    return "; ".join(dict.fromkeys(map(str, entries))) or "by your hand and the rules"
