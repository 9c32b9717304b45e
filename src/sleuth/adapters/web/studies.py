"""Studies: what the lab finds out about a game, as sentences, charts and one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sleuth.adapters.web.site import game_title
from sleuth.core.text import plural
from sleuth.show.svg.charts import (
    AxisNames,
    ChartLine,
    ChartValue,
    Quantiles,
    svg_bars,
    svg_fan,
    svg_groups,
    svg_heat_map,
    svg_lines,
)

MAX_BARS = 24
"""First moves with more different values are counted in ranges."""
SWEPT = {
    "bits": ("start_bits", "fan_width", "first_deviation"),
    "steps": ("random_mean", "best_mean", "optimum"),
    "%": ("saving", "skill"),
}
"""The figures that are drawn over sizes, by their unit: one a chart."""
COMPARED = {
    "bits": ("start_bits", "first_best", "choice", "fan_width", "uncertainty"),
    "steps": ("random_mean", "best_mean", "optimum"),
    "%": ("dead", "never_best", "saving", "skill", "secret"),
}
"""The figures by which two games are drawn beside each other, by their unit: one a chart."""
SHORT = {
    "start_bits": "start", "first_best": "first", "first_deviation": "spread", "choice": "choice",
    "fan_width": "fan", "uncertainty": "answer", "random_mean": "random", "best_mean": "one-step rule",
    "optimum": "optimum", "dead": "dead", "never_best": "unused", "saving": "saved", "skill": "skill",
    "secret": "secret",
}  # fmt: skip
"""What the figures are called below a bar."""
COMMON_BINS = 12
"""Ranges of bits in which the first questions of two games are counted."""
UNITS = {"bits": "bits", "steps": "questions", "%": "per cent"}


@dataclass(frozen=True)
class Chart:
    """A drawing with its title."""

    title: str
    svg: str


@dataclass(frozen=True)
class Study:
    """What was found out: sentences first, then charts, then all figures in a table."""

    game: str
    sentences: Sequence[str]
    charts: Sequence[Chart] = ()
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    note: str = ""
    wrong: str = ""
    """Why nothing was found out."""
    numbers: frozenset[int] = frozenset({1})
    """The columns of the table that hold numbers."""
    about: Sequence[tuple[str, Sequence[str]]] = ()
    """What is said of each of two games."""


def key_figures(report: dict[str, Any]) -> Study:
    """The designer's report."""
    charts = [first_moves(report["first_moves"]["openings"])]
    if report["fan"] is not None:
        charts.append(fan(report["fan"]["steps"]))
    rows = [(f["label"], _with_unit(f["text"], f["unit"]), f["interval"], f["meaning"]) for f in report["headline"]]
    heads = ("figure", "value", "95% interval", "meaning")
    return Study(report["game"], report["sentences"], charts, heads, rows, numbers=frozenset({1, 2}))


def versus_figures(report: dict[str, Any]) -> Study:
    """Two games beside each other: what the comparison says, charts on common axes, one table with intervals."""
    other = report["versus"]
    names = [game_title(report["game"]), game_title(other["game"])]
    told = other["sentences"]
    own = [line for line in report["sentences"] if line not in told]
    said = [line.replace(report["game"], names[0]).replace(other["game"], names[1]) for line in told]
    pairs = list(zip(report["headline"], other["headline"], strict=True))
    charts = [_first_moves_of_both(names, report, other)]
    if report["fan"] is not None and other["fan"] is not None:
        charts.append(_falls_of_both(names, report["fan"]["steps"], other["fan"]["steps"]))
    charts += [chart for unit, keys in COMPARED.items() if (chart := _figures_of_both(names, pairs, unit, keys))]
    rows = [
        (a["label"], _with_unit(a["text"], a["unit"]), a["interval"], _with_unit(b["text"], b["unit"]), b["interval"])
        for a, b in pairs
    ]
    heads = ("figure", names[0], "95% interval", names[1], "95% interval")
    about = [(names[0], own), (names[1], other["own_sentences"])]
    return Study(report["game"], said, charts, heads, rows, numbers=frozenset({1, 2, 3, 4}), about=about)


def _figures_of_both(
    names: Sequence[str], pairs: list[tuple[dict[str, Any], dict[str, Any]]], unit: str, keys: Sequence[str]
) -> Chart | None:
    """The figures of one unit, those of both games side by side."""
    shown = [(a, b) for a, b in pairs if a["key"] in keys and not a["value"] is b["value"] is None]
    if not shown:
        return None
    scale = 100 if unit == "%" else 1
    lines = [ChartLine(name, [_figure_value(pair[side], scale) for pair in shown]) for side, name in enumerate(names)]
    title = f"{UNITS[unit].capitalize()}, with 95% intervals"
    labels = [SHORT.get(a["key"], a["label"]) for a, _ in shown]
    return Chart(title, svg_groups(title, AxisNames("figure", UNITS[unit]), labels, lines))


def _figure_value(figure: dict[str, Any], scale: float) -> ChartValue | None:
    if figure["value"] is None:
        return None
    ends = (None if figure[end] is None else scale * figure[end] for end in ("low", "high"))
    return ChartValue(scale * figure["value"], *ends)


def _first_moves_of_both(names: Sequence[str], *reports: dict[str, Any]) -> Chart:
    """How the bits of first questions are spread: shares, in the same ranges."""
    openings = [report["first_moves"]["openings"] for report in reports]
    values = [one["bits"] for game in openings for one in game]
    least, most = min(values), max(values)
    wide = (most - least) / COMMON_BINS or 1.0
    lines = []
    for name, game in zip(names, openings, strict=True):
        counts = Counter[int]()
        for one in game:
            counts[min(COMMON_BINS - 1, int((one["bits"] - least) / wide))] += one["count"]
        whole = sum(counts.values())
        lines.append(ChartLine(name, [ChartValue(100 * counts[place] / whole) for place in range(COMMON_BINS)]))
    title = "First questions: bits each is expected to tell"
    labels = [f"{least + wide * (place + 0.5):.1f}" for place in range(COMMON_BINS)]
    return Chart(title, svg_groups(title, AxisNames("bits", "per cent of the first questions"), labels, lines))


def _falls_of_both(names: Sequence[str], *fans: list[dict[str, Any]]) -> Chart:
    """What is missing after each question on average, with the middle half of all plays."""
    most = max(len(steps) for steps in fans)
    lines = [
        ChartLine(name, [ChartValue(step["mean"], step["q25"], step["q75"]) for step in steps])
        for name, steps in zip(names, fans, strict=True)
    ]
    title = "Bits that are missing after each question: mean, and the middle half of plays"
    return Chart(title, svg_lines(title, AxisNames("question", "bits"), [str(step) for step in range(most)], lines))


def pair(one: Study, other: Study) -> Study:
    """Two studies of one kind side by side: both say what they say, and the table has a column for each."""
    names = game_title(one.game), game_title(other.game)
    charts = [
        Chart(f"{name}: {chart.title}", chart.svg)
        for name, study in zip(names, (one, other), strict=True)
        for chart in study.charts
    ]
    values = {row[0]: row[1] for row in other.rows}
    rows = [(row[0], row[1], values.pop(row[0], "–")) for row in one.rows]
    rows += [(label, "–", value) for label, value in values.items()]
    about = [(names[0], one.sentences), (names[1], other.sentences)]
    heads = (one.heads[0], *names)
    return Study(one.game, (), charts, heads, rows, one.note, numbers=frozenset({1, 2}), about=about)


def evaluation_pair(one: dict[str, Any], other: dict[str, Any], study: Callable[[dict[str, Any]], Study]) -> Study:
    """Two evaluations, or two solutions: how long plays are, on common axes."""
    made = pair(study(one), study(other))
    lengths = [result.get("histogram") or {} for result in (one, other)]
    if not all(lengths):
        return made
    most = max(int(steps) for known in lengths for steps in known)
    names = [game_title(one["game"]), game_title(other["game"])]
    lines = [
        ChartLine(
            name,
            [ChartValue(100 * known.get(str(step), 0) / sum(known.values())) for step in range(1, most + 1)],
        )
        for name, known in zip(names, lengths, strict=True)
    ]
    title = "How many questions the secrets take"
    axes, labels = AxisNames("questions", "per cent of the secrets"), [str(step) for step in range(1, most + 1)]
    return replace(made, charts=[Chart(title, svg_groups(title, axes, labels, lines))])


def first_moves(openings: list[dict[str, Any]]) -> Chart:
    """How the bits of first moves are spread: a bar for each different value, or for each range of them."""
    counts: Counter[float] = Counter()
    least, most = (pick(o["bits"] for o in openings) for pick in (min, max))
    wide = (most - least) / MAX_BARS
    for opening in openings:
        place = min(MAX_BARS - 1, int((opening["bits"] - least) / wide)) if wide else 0
        counts[least + wide * place if len(openings) > MAX_BARS else opening["bits"]] += opening["count"]
    bars = [(f"{bits:.2f}", float(counts[bits])) for bits in sorted(counts)]
    name = "First questions: bits each is expected to tell"
    return Chart(name, svg_bars(name, AxisNames("bits", "first questions"), bars))


def fan(steps: list[dict[str, Any]]) -> Chart:
    """How plays spread: what is missing after each step, over all secrets."""
    places = [(str(s["step"]), Quantiles(s["q0"], s["q25"], s["mean"], s["q75"], s["q100"])) for s in steps]
    name = "Bits that are missing after each question, over all secrets"
    return Chart(name, svg_fan(name, AxisNames("question", "bits"), places))


def evaluation(result: dict[str, Any]) -> Study:
    """What a strategy needs, and what the best one does."""
    secrets = plural(result["secrets"], "secret")
    against = "every secret" if result["exact"] else f"{secrets} drawn at random"
    said = [f"The strategy {result['strategy']} against {against}."]
    best = result["optimum"]
    if best is not None:
        more = result["total"] - best["total"]
        said.append(
            "No strategy is better." if not more else f"The best one needs {plural(more, 'question')} less in all."
        )
    rows = [*_step_figures(result), *([] if best is None else [("total of the best strategy", f"{best['total']:,}")])]
    return Study(result["game"], said, _plays(result), ("figure", "value"), rows)


def solution(result: dict[str, Any]) -> Study:
    """The best strategy, and whether that is proved."""
    mean = result["objective"] == "mean"
    proof = "Proved: no strategy is better." if result["proved"] else "The best that was found in time."
    said = [f"The strategy with the least {'mean' if mean else 'longest play'}. {proof}"]
    bound = (f"least {'total' if mean else 'longest play'} that is possible", f"{result['lower_bound']:,}")
    return Study(result["game"], said, _plays(result), ("figure", "value"), [*_step_figures(result), bound])


def _plays(result: dict[str, Any]) -> list[Chart]:
    """How long plays are, where that is known."""
    lengths = result.get("histogram") or {}
    name = "How many questions the secrets take"
    bars = [(str(steps), float(lengths[steps])) for steps in sorted(lengths, key=int)]
    return [Chart(name, svg_bars(name, AxisNames("questions", "secrets"), bars))] if bars else []


def _step_figures(result: dict[str, Any]) -> list[tuple[str, str]]:
    """The figures of an evaluation or of a solution, as far as they are known."""
    names = {"secrets": "secrets", "total": "total", "mean": "mean", "worst": "longest play"}
    known = [(key, name) for key, name in names.items() if result[key] is not None]
    return [(name, f"{result[key]:.4f}" if key == "mean" else f"{result[key]:,}") for key, name in known]


def size_sweep(result: dict[str, Any]) -> Study:
    """The key figures for each size; a chart for each unit, with intervals."""
    key, labels, values = result["key"], result["labels"], [str(value) for value in result["values"]]
    charts = []
    for unit, keys in SWEPT.items():
        scale = 100 if unit == "%" else 1
        lines = [ChartLine(labels[k], [_chart_value(row, k, scale) for row in result["rows"]]) for k in keys]
        known = [line for line in lines if any(value is not None for value in line.values)]
        if known:
            name = f"{UNITS[unit].capitalize()} over {key}"
            charts.append(Chart(name, svg_lines(name, AxisNames(key, UNITS[unit]), values, known)))
    rows = [(_with_unit(labels[k], result["units"][k], ", "), *(row[k] for row in result["texts"])) for k in labels]
    heads = ("figure", *(f"{key} {value}" for value in values))
    note = "In brackets: the 95% interval of an estimate. What has none is exact."
    game = result["rows"][0]["game"].replace(f"{key}={values[0]}", f"{key}={values[0]} to {values[-1]}")
    numbers = frozenset(range(1, len(heads)))
    return Study(game, result["sentences"], charts, heads, rows, note, numbers=numbers)


def _chart_value(row: dict[str, Any], key: str, scale: float) -> ChartValue | None:
    if row[key] is None:
        return None
    ends = (row["intervals"][key][end] for end in ("low", "high"))
    return ChartValue(scale * row[key], *(None if end is None else scale * end for end in ends))


def plane(result: dict[str, Any]) -> Study:
    """Expected steps of each entropy."""
    means = [mean for column in result["means"] for mean in column]
    said = [
        f"Every entropy of Sharma and Mittal as a strategy: the best needs {result['best']:.4f} questions on average, "
        f"the worst {max(means):.4f}."
    ]
    name = "Questions on average, by order and degree"
    drawn = svg_heat_map(name, AxisNames("order", "degree"), result["orders"], result["degrees"], result["means"])
    rows = [(entropy, f"{mean:.4f}") for entropy, mean in result["named"].items()]
    note = "The stronger the colour, the fewer questions."
    return Study(result["game"], said, [Chart(name, drawn)], ("entropy", "questions on average"), rows, note)


def _with_unit(text: str, unit: str, between: str = " ") -> str:
    return f"{text}{between}{unit}" if unit.strip("%") and text != "–" else text
