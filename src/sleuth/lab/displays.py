"""Reports, graded plays, stories and fits in a notebook. What is shown was worked out before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sleuth.core.registry import DISPLAYS
from sleuth.core.text import plural
from sleuth.lab.report_text import better_action
from sleuth.show.html.elements import Content, Html, element, joined, sentences, table
from sleuth.show.html.view import drawing, view
from sleuth.show.svg.charts import AxisNames, Quantiles, svg_fan

if TYPE_CHECKING:
    from sleuth.lab.analysis import Analysis
    from sleuth.lab.findings import Findings
    from sleuth.lab.fitting import Fit
    from sleuth.lab.grading import GradedMove, Grades
    from sleuth.lab.headline import KeyFigure
    from sleuth.lab.story import PlayStory
    from sleuth.lab.sweep import SizeSweep
    from sleuth.lab.temporal_interest import Fan

for _kind, _shown in {
    "analysis:Analysis": "analysis",
    "findings:Findings": "findings",
    "sweep:SizeSweep": "sizes",
    "grading:Grades": "grades",
    "story:PlayStory": "play_story",
    "fitting:Fit": "fit",
}.items():
    DISPLAYS.add(f"sleuth.lab.{_kind}", f"{__name__}:{_shown}")

NO_FIGURE = "–"
INTERVALS = "In brackets: the 95% interval of an estimate. What has none is exact."


def analysis(one: Analysis) -> Html:
    """What the figures of one game say, and the figures."""
    from sleuth.lab.headline import headline
    from sleuth.lab.sentences import sentences as spoken

    told = sentences(sentence.text for sentence in spoken(one))
    figures = _figures("figure", [("value", headline(one))])
    return view(str(one.game), told, _fan(one.fan), figures, notes=INTERVALS)


def findings(report: Findings) -> Html:
    """A report: what it says, the key figures of one game or two, and those over sizes."""
    columns = [("value", report.headline)]
    if report.versus is not None:
        one, other = zip(*report.versus.rows, strict=True)
        columns = [(str(report.versus.one.game), one), (str(report.versus.other.game), other)]
    parts = [sentences(report.sentences), _fan(report.fan), _figures("figure", columns)]
    if report.sweep is not None:
        parts.append(_figures(report.sweep.key, report.sweep.rows))
    return view(str(report.game), *parts, notes=INTERVALS)


def sizes(sweep: SizeSweep) -> Html:
    """The key figures of each size, and what grows and shrinks."""
    return view(repr(sweep)[1:-1], sentences(sweep.sentences), _figures(sweep.key, sweep.rows), notes=INTERVALS)


def _figures(head: str, columns: Sequence[tuple[str, Sequence[KeyFigure]]]) -> Html:
    """A row a figure; those that are known nowhere are left out."""
    rows: list[Sequence[Content]] = []
    for row in zip(*(figures for _, figures in columns), strict=True):
        if any(figure.value is not None for figure in row):
            unit = "" if row[0].unit == "%" else row[0].unit
            rows.append((f"{row[0].label}, {unit}" if unit else row[0].label, *(figure.estimate for figure in row)))
    return table((head, *(name for name, _ in columns)), rows)


def _fan(fan: Fan | None) -> Html | None:
    """How plays run: the bits missing after each step."""
    if fan is None:
        return None
    steps = [step.as_json() for step in fan.steps]
    places = [(str(s["step"]), Quantiles(s["q0"], s["q25"], s["mean"], s["q75"], s["q100"])) for s in steps]
    return drawing(svg_fan("How plays run", AxisNames("question", "bits missing"), places))


def grades(graded: Grades) -> Html:
    """A row a move, and the play in a few sentences."""
    unit = graded.unit
    heads = ["step", "question", "answer", "left", "bits", "best bits", "luck, bits", f"lost, {unit}"]
    heads += ["luck, steps"] if unit == "steps" else []
    rows = [_move(move, unit) for move in graded.moves]
    moves = table([*heads, "mark", "better"], rows, words=3, last_words=2)
    scores = [f"Skill {graded.skill} of 99, luck {graded.luck} of 99."] if graded.moves else []
    played = f", played by {graded.player}" if graded.player else ""
    return view(f"{graded.game}{played}", moves, sentences((*graded.sentences, *scores)))


def _move(move: GradedMove, unit: str) -> list[str]:
    bits = [f"{move.candidates:,}", f"{move.bits:.2f}", f"{move.best_bits:.2f}", f"{move.luck_bits:+.2f}"]
    lost = [_number(getattr(move, f"inaccuracy_{unit}"), ".2f")]
    lost += [_number(move.luck_steps, "+.2f")] if unit == "steps" else []
    return [str(move.step), move.action, move.feedback, *bits, *lost, move.mark, better_action(move, unit)]


def _number(value: float | None, form: str) -> str:
    return NO_FIGURE if value is None else f"{0.0 if abs(value) < 0.005 else value:{form}}"


def play_story(story: PlayStory) -> Html:
    """The headline, what the play turned on, and each move with its class and the reason."""
    from sleuth.lab.story import TITLES

    moves = [(str(step), TITLES[move.kind], move.sentence) for step, move in enumerate(story.moves, 1)]
    return view(story.headline, sentences(story.lead), table(("step", "how good", "why"), moves, words=3))


def fit(found: Fit) -> Html:
    """The estimates with their intervals, and the models from the best to the worst."""
    estimates = [
        (name, f"{estimate.value:.3g}", f"{estimate.low:.3g} to {estimate.high:.3g}")
        for name, estimate in (("order", found.order), ("degree", found.degree), ("noise", found.noise))
        if estimate is not None
    ]
    models = [
        (model.name, str(model.parameters), f"{model.log_likelihood:.1f}", f"{model.aic:.1f}", f"{model.weight:.3f}",
         f"{model.held_out:.4f}")
        for model in found.models
    ]  # fmt: skip
    told = f"Most speaks for {found.best.name} (weight {found.best.weight:.2f})."
    tables = joined((table(("", "estimate", "interval"), estimates), element("p", told)))
    heads = ("model", "parameters", "log-likelihood", "AIC", "weight", "held out")
    asked = f"{plural(found.questions, 'question')} of {plural(found.plays, 'play')}"
    return view(asked, tables, table(heads, models))
