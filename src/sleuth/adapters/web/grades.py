"""What a play was worth: each move graded, and the best line beside it."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from sleuth.adapters.service.answers import BestLine, PlayTold, StepTold
from sleuth.adapters.web.frame import heading, say, table
from sleuth.core.text import plural


def show_grades(grades: dict[str, Any]) -> None:
    """Each move graded, with the best one beside it."""
    heading("Your moves", 2)
    for sentence in grades["sentences"]:
        say(sentence)
    moves = grades["moves"]
    lost = _column("given away", moves, "inaccuracy", "{:.2f}")
    luck = _column("luck", moves, "luck", "{:+.2f}", zero="0.00")
    rows = []
    for place, move in enumerate(moves):
        best = move["best_action"] or move["best_bits_action"]
        better = "–" if best == move["action"] else best
        figures = [f"{move['bits']:.2f}", better, lost[1][place], luck[1][place]]
        rows.append([str(move["step"]), move["action"], move["mark"], *figures])
    heads = ["", "asked", "mark", "bits", "better", lost[0], luck[0]]
    fold = ("1/2", "2/6", "6/10", "10/13", "2/6", "6/10", "10/13")
    table(heads, rows, {3, 5, 6}, {1, 4}, fold).classes("grades")


def _column(head: str, moves: list[dict[str, Any]], key: str, form: str, zero: str = "") -> tuple[str, list[str]]:
    """A column in steps where they are known, else in bits; the unit is in its head where all moves share it."""
    units = ["bits" if move[f"{key}_steps"] is None else "steps" for move in moves]
    cells = [form.format(move[f"{key}_{unit}"]) for move, unit in zip(moves, units, strict=True)]
    cells = [zero or cell if float(cell) == 0 else cell.replace("-", "−") for cell in cells]
    if len(set(units)) == 1:
        return f"{head}, {units[0]}", cells
    return head, [f"{cell} {unit}" for cell, unit in zip(cells, units, strict=True)]


def show_line(line: BestLine, told: PlayTold) -> None:
    """How good play would have gone, beside the steps of the person."""
    heading("The best line", 2)
    say(line_sentence(line, told))
    for note in line.notes:
        say(note, "soft")
    if not line.steps:
        return
    who = "the best" if line.optimal else line.strategy
    pairs = enumerate(zip_longest(told.steps, line.steps), 1)
    rows = [[str(place), *_step(mine), *_step(best)] for place, (mine, best) in pairs]
    fold = ("1/2", "2/6", "6/9", "9/13", "2/6", "6/9", "9/13")
    table(["", "you", "answer", "left", who, "answer", "left"], rows, {3, 6}, {1, 4}, fold)


def line_sentence(line: BestLine, told: PlayTold) -> str:
    """Who was done when."""
    who = "Optimal play" if line.optimal else f"The strategy {line.strategy}"
    steps, mine = len(line.steps), len(told.steps)
    if not line.solved:
        return f"{who} would have gone on like this."
    beside = ""
    if told.solved and steps == mine:
        beside = ", as you were"
    elif told.solved:
        beside = f", {plural(abs(steps - mine), 'step')} {'sooner' if steps < mine else 'later'} than you"
    past = f", past the {told.rows} that are given" if told.rows and steps > told.rows else ""
    return f"{who} would have been done at step {steps}{past}{beside}."


def _step(step: StepTold | None) -> list[str]:
    if step is None:
        return ["", "", ""]
    return [step.action, step.feedback + (" (a lie)" if step.lie else ""), f"{step.candidates:,}"]
