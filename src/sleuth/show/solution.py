"""A solution in words: what the best tree takes, and what is proved of it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sleuth.core.text import plural
from sleuth.show.figures import histogram_table
from sleuth.show.ink import ink
from sleuth.solve import MEAN, Solution
from sleuth.solve.finding import Finding
from sleuth.solve.own import OwnSolution


def solution_table(solution: Solution) -> RenderableType:
    """How many secrets take how many steps in the best tree, with the figures and the proof."""
    figures = Table.grid(padding=(0, 2))
    for name, value in _rows(solution):
        figures.add_row(Text(name, "dim"), ink(value))
    return Group(ink(f"the best tree for {solution.game}", "bold"), histogram_table(solution.histogram), "", figures)


def finding_table(found: Finding) -> RenderableType:
    """What the best way to find everything takes, and whether that is proved."""
    early = {"time": "; the time was up", "interrupt": "; it was interrupted"}.get(found.stopped, "")
    least = f"nothing below {found.lower_bound:,.0f} in total is possible{early}"
    rows = [
        ("secrets", f"{found.secrets:,}"),
        ("total", f"{found.total:,.0f}" if float(found.total).is_integer() else f"{found.total:,.3f}"),
        ("mean", f"{found.mean:.4f} steps"),
        ("to find", f"{found.hits:.4f} on average"),
        ("worst", str(found.worst)),
        *([("first action", found.first)] if found.first else []),
        ("proved", "the total is the least there is" if found.proved else least),
        ("searched", f"{plural(found.nodes, 'state')} in {found.seconds:.2f} s"),
    ]
    figures = Table.grid(padding=(0, 2))
    for name, value in rows:
        figures.add_row(Text(name, "dim"), ink(value))
    return Group(ink(f"the best way to find everything in {found.game}", "bold"), "", figures)


def own_table(found: OwnSolution) -> RenderableType:
    """What a solver of a game's own has found."""
    figures = Table.grid(padding=(0, 2))
    for name, value in found.rows():
        figures.add_row(Text(name, "dim"), ink(value))
    return Group(ink(found.title, "bold"), "", figures)


def _rows(solution: Solution) -> list[tuple[str, str]]:
    weighted = not solution.tables.uniform
    rows = [
        ("secrets", f"{solution.secrets:,}{', not equally likely' if weighted else ''}"),
        ("total", _number(solution.total)),
        ("mean", f"{solution.mean:.4f}"),
        ("worst", str(solution.worst)),
    ]
    if solution.tables.costs.size > 1:
        rows.append(("mean cost", f"{solution.mean_cost:.4f}"))
    if len(solution.game_tree):
        rows.append(("first action", solution.game.format_action(solution.first)))
    rows.append(("proved", verdict(solution)))
    rows.append(("searched", f"{plural(solution.nodes, 'set')} in {solution.seconds:.2f} s"))
    return rows


def verdict(solution: Solution) -> str:
    """What is proved, and what is not."""
    if solution.beam:
        return f"nothing: no more than {plural(solution.beam, 'action')} had a try at each set"
    what = "cost" if solution.tables.costs.size > 1 else "total"
    early = {"time": "; the time was up", "interrupt": "; it was interrupted"}.get(solution.stopped, "")
    least = f"the {what} is the least there is"
    if not solution.total_proved:
        least = f"no tree has a {what} below {_number(solution.total_bound)}"
    shortest = "no tree is shorter in the worst case"
    given = " among trees that begin so" if solution.forced else ""
    given += " among trees that guess only what is possible" if solution.only_possible else ""
    given += f" among trees of at most {plural(solution.within, 'step')}" if solution.within else ""
    least, shortest = least + given, shortest + given
    if solution.objective == MEAN:
        if not solution.total_proved:
            return least + early
        told = f", and no tree with it has a shorter longest play{early}"
        return least + (told if solution.worst_proved else f"{early}")
    if not solution.worst_proved:
        return f"no tree has a longest play below {_number(solution.lower_bound)}{early}"
    return f"{shortest}; of those that are as short, {least}{early}"


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3f}"
