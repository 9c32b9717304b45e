"""Advice at a real table of Clue in plain words; what is in bits stays behind a fold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sleuth.adapters.web.notebook import notebook_of
from sleuth.adapters.web.site import sentence
from sleuth.app.card_results import ClueAssistResult, ClueLogResult
from sleuth.show.plain import odds

_HOLDS = re.compile(r"(!?)h\((.+),(.+)\)")


@dataclass(frozen=True)
class AdviceWords:
    """Advice in plain words; what is in bits stays behind a fold."""

    look: ClueLogResult
    found: ClueAssistResult | None

    def values(self) -> dict[str, Any]:
        """What the template needs."""
        found = self.found
        if found is None:
            return {"words": None}
        names = {name: "You" if name == found.me else name for name in found.players}
        clear = not found.contradiction
        return {
            "words": found,
            "headline": self._headline(found),
            "cards": self._cards(found),
            "because": self._because(found),
            "notebook": notebook_of(vars(found), names) if clear else None,
            "reasons": self._reasons(found, names),
            "odds": odds,
            "supposed_lines": [sentence(self._by_turns(text)) for text in found.supposition],
        }

    @staticmethod
    def _headline(found: ClueAssistResult) -> str:
        if found.contradiction:
            return "That cannot be." if found.supposition else "These lines do not fit together."
        if found.accuse is None:
            return "Nothing to do for you now."
        if found.accuse.now:
            return "Accuse now."
        if found.asked:
            return "Do not accuse yet."
        sure = [card for card, chance in found.envelope.items() if chance >= 1]
        return f"It was {', '.join(sure)}, for sure. Now suggest:" if sure else "Suggest this:"

    @staticmethod
    def _cards(found: ClueAssistResult) -> list[str]:
        if found.accuse is not None and found.accuse.now:
            return found.accuse.cards
        return found.suggestion.cards if found.suggestion is not None and not found.asked else []

    def _because(self, found: ClueAssistResult) -> list[str]:
        """Why, and whether to accuse, in one sentence each."""
        if found.contradiction and found.supposition:
            return [sentence(self._by_turns(found.contradiction))]
        if found.contradiction:
            return [
                sentence(self._by_turns(found.contradiction)),
                "One of them was heard or written wrongly: change it, or take it out.",
            ]
        if found.accuse is None:
            return ["You only watch, or are out, or the game is over."]
        lines, accuse = [], found.accuse
        if found.suggestion is not None and not found.asked and not accuse.now:
            own = [card for card in found.suggestion.cards if card in self.look.hand]
            chance = odds(found.suggestion.guess_chance)
            lines.append(f"After the answers your best guess is right with a chance of {chance}.")
            lines += (
                [f"{' and '.join(own)} {'is' if len(own) == 1 else 'are'} yours, so nobody else can show it."]
                if own
                else []
            )
        likeliest, chance = ", ".join(accuse.cards), odds(accuse.chance, accuse.certain)
        if accuse.now:
            certain = "No other three cards are possible." if accuse.certain else ""
            return [certain or f"The chance is {chance}, and somebody else could know soon."]
        wait = "The" if found.asked else "Do not accuse yet: the"
        return [*lines, f"{wait} likeliest is {likeliest}, {chance}."]

    def _by_turns(self, text: str) -> str:
        """A text that speaks of lines, with the turns that they tell."""
        turns = {str(entry.line): f"turn {entry.turn}" for entry in self.look.entries if entry.turn}
        return re.sub(r"line (\d+)", lambda found: turns.get(found[1], found[0]), text)

    def _reasons(self, found: ClueAssistResult, names: Mapping[str, str]) -> dict[str, Any] | None:
        """From which lines something follows that was asked for."""
        if found.why is None:
            return None
        match = _HOLDS.fullmatch(found.why.formula)
        said = found.why.formula
        if match:
            who = "The envelope" if match[2] == "0" else names.get(match[2], match[2])
            verb = ("do not have" if match[1] else "have") if who == "You" else "does not have" if match[1] else "has"
            said = f"{who} {verb} {match[3]}"
        spoken = {entry.line: entry.words for entry in self.look.entries}
        lines = [spoken.get(entry.line) or entry.text for entry in found.why.entries]
        return {"said": said, "known": found.why.known, "lines": list(dict.fromkeys(lines))}
