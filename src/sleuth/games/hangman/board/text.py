"""Hangman: the phrase as far as it is shown, the letters that were denied, and how likely the others are."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret
from sleuth.games.hangman.belief.phrase_set import PhraseSet
from sleuth.games.hangman.rules import HIDDEN, NO, Hangman
from sleuth.show.ink import bar, ink
from sleuth.show.steps import steps
from sleuth.show.words import bits_text, capital, size_text
from sleuth.strategies.decision import percent

BARS = 8
"""How many letters have a bar: the likeliest."""
WIDTH = 24
GALLOWS = (" ┌──┐ ", " │  {} ", " │ {}{}{}", " │ {} {}", "─┴─   ")
BODY = "o/|\\/\\"
"""Head, arm, trunk, arm and legs, one for each answer `no`."""


def board(game: Hangman, info: InformationSet, secret: Secret | None) -> RenderableType:
    """The phrase, the gallows beside what was denied, and bars for the letters that are likeliest."""
    if not isinstance(info, PhraseSet):
        return steps(info)
    parts: list[RenderableType] = [phrase(info, secret), "", *gallows(info)]
    if not info.over:
        parts += ["", Text(f"{size_text(info)}, {bits_text(info)}", "dim"), *chances(info)]
    parts += [ink(note, "bold") for note in info.notes]
    return Group(*parts)


def phrase(info: PhraseSet, secret: Secret | None = None) -> Text:
    """`_ P P _ _   P _ E`: the letters in their places; those of a secret that is told are small."""
    out = Text()
    hidden = str(secret) if secret is not None else info.shown.replace(HIDDEN, "_")
    for shown, other in zip(info.shown, hidden, strict=True):
        if shown == " ":
            out.append("  ")
        elif shown != HIDDEN:
            out.append(capital(shown), "bold").append(" ")
        else:
            out.append(other, "dim" if other != "_" else "").append(" ")
    out.rstrip()
    return out


def gallows(info: PhraseSet) -> list[RenderableType]:
    """A man for the answers `no`, drawn part by part; beside him what was denied, struck through unless in doubt."""
    wrong = [step for step, (_, feedback) in enumerate(info.history, 1) if feedback == NO]
    body = [sign if i < len(wrong) else " " for i, sign in enumerate(BODY)]
    rows = [
        GALLOWS[0],
        GALLOWS[1].format(body[0]),
        GALLOWS[2].format(*body[1:4]),
        GALLOWS[3].format(*body[4:]),
        GALLOWS[4],
    ]
    lines = [Text(row) for row in rows]
    alphabet, suspects = info.hangman.alphabet, info.lies.suspects
    denied, doubted = Text(), Text()
    for step in wrong:
        action = info.history.steps[step - 1].action
        doubtful = (
            len(action) == 1 and suspects >> alphabet.index(action) & 1 and info.chances[alphabet.index(action)] > 0
        )
        if step in info.caught or (doubtful and action in doubted.plain):
            continue
        (doubted if doubtful else denied).append(f" {capital(action)}", "" if doubtful else "dim strike")
    if denied.plain:
        lines[1].append("  not in it:").append_text(denied)
    if doubted.plain:
        lines[2].append("  denied, perhaps falsely:").append_text(doubted)
    lines[3].append(f"  {len(wrong)} wrong")
    return list(lines)


def chances(info: PhraseSet) -> list[Text]:
    """A bar for the chance of each of the likeliest letters."""
    alphabet = info.hangman.alphabet
    letters = [a for a in info.actions if len(a) == 1 and info.chances[alphabet.index(a)] > 0]
    best = sorted(letters, key=lambda letter: -info.chances[alphabet.index(letter)])[:BARS]
    out = []
    for letter in best:
        share = float(info.chances[alphabet.index(letter)])
        out.append(Text(f" {capital(letter)} ", "bold").append(f"{bar(share, WIDTH):<{WIDTH}} ").append(percent(share)))
    return out
