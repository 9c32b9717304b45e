"""What a play was worth: each move graded, and the best line beside it."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from nicegui import ui

from sleuth.adapters.web.parts import box, heading, say, table
from sleuth.app.results import LineResult, PlayResult, StepResult
from sleuth.core.text import plural
from sleuth.show.svg import svg_curve


def show_grades(grades: dict[str, Any]) -> None:
    """Each move graded, with the best one beside it."""
    heading("Your moves", 2)
    for sentence in grades["sentences"]:
        say(sentence)
    moves, totals, unit = grades["moves"], grades["totals"], grades["unit"]
    luck = "steps" if unit == "steps" else "bits"
    rows = []
    for move in moves:
        best = (None if unit == "bits" else move["best_action"]) or move["best_bits_action"]
        better = "–" if move["mark"] == "best" or best == move["action"] else best
        figures = [
            f"{move['bits']:.2f}",
            better,
            _signed(move[f"inaccuracy_{unit}"]),
            _signed(move[f"luck_{luck}"], "+"),
        ]
        rows.append([str(move["step"]), move["action"], move["mark"], *figures])
    if len(moves) > 1:
        sums = _signed(totals[f"inaccuracy_{unit}"]), _signed(totals[f"luck_{luck}"], "+")
        rows.append(["", "sum", "", "", "", *sums])
    by = f", by {grades['baseline']}" if unit == "steps" else ""
    heads = ["", "asked", "mark", "bits", f"better{by}", f"given away, {unit}", f"luck, {luck}"]
    fold = ("1/2", "2/6", "6/10", "10/13", "2/6", "6/10", "10/13")
    table(heads, rows, {3, 5, 6}, {1, 4}, fold).classes("grades")


def _signed(value: float, sign: str = "") -> str:
    """Two decimals, with a true minus; nothing is just 0.00."""
    text = f"{value:{sign}.2f}"
    return "0.00" if float(text) == 0 else text.replace("-", "−")


def show_line(line: LineResult, play: PlayResult) -> None:
    """How good play would have gone, beside the steps of the person."""
    heading("The best line", 2)
    say(line_sentence(line, play))
    for note in line.notes:
        say(note, "soft")
    if not line.steps:
        return
    who = "the best" if line.optimal else line.strategy
    pairs = enumerate(zip_longest(play.steps, line.steps), 1)
    rows = [[str(place), *step_cells(mine), *step_cells(best)] for place, (mine, best) in pairs]
    fold = ("1/2", "2/6", "6/9", "9/13", "2/6", "6/9", "9/13")
    table(["", "you", "answer", "left", who, "answer", "left"], rows, {3, 6}, {1, 4}, fold)


def line_sentence(line: LineResult, play: PlayResult) -> str:
    """Who was done when."""
    who = "Optimal play (proved)" if line.optimal else f"The strategy {line.strategy}"
    steps, mine = len(line.steps), len(play.steps)
    if not line.solved:
        return f"{who} would have gone on like this."
    beside = ""
    if play.solved and steps == mine:
        beside = ", as you were"
    elif play.solved:
        beside = f", {plural(abs(steps - mine), 'step')} {'sooner' if steps < mine else 'later'} than you"
    past = f", past the {play.rows} that are given" if play.rows and steps > play.rows else ""
    return f"{who} would have been done at step {steps}{past}{beside}."


def step_cells(step: StepResult | None) -> list[str]:
    """A question, its answer, and how many candidates that left; empty where there was no step."""
    if step is None:
        return ["", "", ""]
    return [step.action, step.feedback + (" (a lie)" if step.lie else ""), f"{step.candidates:,}"]


def show_review(review: dict[str, Any]) -> None:
    """A game at a table: the sentences, how the bits of each player fell, and the turns."""
    for sentence in review["summary"]:
        say(sentence)
    series = [(one["player"], [one["start"], *_missing(review, one["player"])]) for one in review["luck"]]
    with box("board").style("max-width:640px"):
        ui.html(svg_curve(series, "bits that each player misses after each turn"), sanitize=False)
    rows = []
    for turn in review["turns"]:
        figures = ["" if turn[key] is None else _signed(turn[key]) for key in ("bits", "best_bits", "gained")]
        rows.append([str(turn["turn"]), turn["player"], turn["action"], turn["answer"], turn["note"], *figures])
    heads = ["", "player", "action", "answer", "", "bits expected", "of the best", "bits told"]
    fold = ("1/2", "2/5", "5/13", "2/13", "2/13", "2/5", "5/9", "9/13")
    table(heads, rows, {5, 6, 7}, {2, 3, 4}, fold).classes("grades")


def _missing(review: dict[str, Any], player: str) -> list[float]:
    return [turn["knows"][player]["bits"] for turn in review["turns"] if player in turn["knows"]]
