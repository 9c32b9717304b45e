"""What is known, in a notebook: information sets, the outcomes of questions, and what a seat at a table knows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.outcomes import Outcomes
from sleuth.belief.seat_set import SeatSet
from sleuth.core.game import Game
from sleuth.core.text import plural, shorten
from sleuth.show.html.elements import Content, Html, chance_bar, element, joined, named_values, sentences, table
from sleuth.show.html.view import drawing, quiet, view
from sleuth.show.likeliest import likeliest
from sleuth.show.svg.boards import svg_board
from sleuth.show.svg.canvas import Canvas, standalone
from sleuth.show.svg.steps import bar
from sleuth.show.svg.tokens import svg_token
from sleuth.show.words import bits_text, lies_text, size_text
from sleuth.strategies.decision import percent

MAX_CANDIDATES = 12
MAX_ACTIONS = 10


def written(game: Game | None, kind: str, value: object, text: str) -> Html:
    """A secret, an action or an answer: its small drawing where the game has one, and its text."""
    token = "" if game is None else svg_token(game, kind, value, text)
    return joined((Html(token + " ") if token else None, shorten(text)))


def information_set(info: InformationSet) -> Html:
    """The board, how much is possible, and the likeliest candidates."""
    figures = [("possible", size_text(info)), ("missing", bits_text(info))]
    if not info.exact:
        figures.append(("held as", plural(info.size, "particle")))
    if info.kinds:
        figures.append(("of them", lies_text(info.kinds)))
    notes = sentences(info.notes) if info.notes else None
    board = drawing(svg_board(info, live=False))
    return view(set_title(info), board, element("div", named_values(figures), _candidates(info)), notes=notes)


def set_title(info: InformationSet) -> str:
    """The game, and how far it is."""
    steps = plural(len(info.history), "step") if info.history.steps else ""
    return f"{info.game}" + (f", found in {steps}" if info.over and steps else f" after {steps}" if steps else "")


def _candidates(info: InformationSet) -> Html:
    game, shown = info.game, likeliest(info, MAX_CANDIDATES)
    texts = [shorten(game.format_secret(one.secret)) for one in shown]
    more = info.size - len(shown)
    rest = f"and {more:,} more" if more > 0 and info.exact else "and others" if not info.exact else ""
    chances = [one.chance for one in shown]
    if not chances or max(chances) - min(chances) < 1e-12:
        between = "; " if any("," in text for text in texts) else ", "
        each = f", {percent(chances[0])} each" if len(chances) > 1 else ""
        return element("p", between.join(texts) + (f" {rest}" if rest else "") + each)
    rows = [
        (text, percent(chance), chance_bar(chance / max(chances))) for text, chance in zip(texts, chances, strict=True)
    ]
    return joined((table(("candidate", "chance", ""), rows), quiet(rest) if rest else None))


def set_drawing(info: InformationSet) -> str:
    """The board as a file of its own."""
    return standalone(svg_board(info, live=False))


def outcomes(found: Outcomes) -> Html:
    """The questions that are expected to tell most."""
    number = min(MAX_ACTIONS, len(found))
    best = np.argsort(-found.information, kind="stable")[:number].astype(np.int32)
    some, more = found.take(best), len(found) - number
    columns = (some.information, some.answers_possible, some.most_left, some.mean_left, some.hit_probability)
    rows: list[Sequence[Content]] = []
    for action, bits, parts, worst, mean, hit in zip(
        some.actions, *(column.tolist() for column in columns), strict=True
    ):
        text = str(action) if found.game is None else found.game.format_action(action)
        figures = (f"{bits:.3f}", f"{int(parts):,}", f"{worst:,.0f}", f"{mean:,.1f}", percent(hit))
        rows.append((written(found.game, "action", action, text), *figures))
    heads = ("question", "bits", "answers", "left at most", "on average", "hit")
    title = f"{plural(len(found), 'question')} over {plural(found.size, 'candidate')}, {found.bits:.2f} bits missing"
    return view(title, table(heads, rows), notes=f"and {more:,} more" if more > 0 else None)


def seat_set(info: SeatSet) -> Html:
    """What a player at a table misses, where the game has no notebook of its own."""
    whose = "somebody who watches" if info.player is None else f"player {info.player}"
    rows = [("possible", plural(info.size, "deal")), ("missing", f"{info.entropy:.2f} bits")]
    if info.guess_chance is not None:
        rows.append(("best guess", f"right with a chance of {percent(info.guess_chance)}"))
    return view(f"{info.game}: what {whose} knows", named_values(rows))


def seat_drawing(info: SeatSet) -> str:
    """The same as a bar."""
    canvas = Canvas(f"{info.game}: {info.entropy:.2f} bits missing")
    bar(canvas, 8, info.entropy, max(info.usual_start or info.entropy, info.entropy))
    return standalone(canvas.svg())
