"""The report as one page: everything is inside the file, and nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from sleuth import __version__
from sleuth.core.text import shorten
from sleuth.lab.along_play import AlongPlay
from sleuth.lab.analysis import Analysis
from sleuth.lab.difficulty import Difficulty
from sleuth.lab.drawing import COLOURS, Picture
from sleuth.lab.fan import QUANTILES, Fan
from sleuth.lab.figures import PARTS
from sleuth.lab.first_moves import FirstMoves
from sleuth.lab.headline import KeyFigure
from sleuth.lab.luck import Luck
from sleuth.lab.sentences import sentences

if TYPE_CHECKING:
    from sleuth.lab.report import Report

TITLES = {
    "first_moves": "The first move",
    "along_play": "Choices along play",
    "fan": "How plays run",
    "difficulty": "Difficulty",
    "luck": "Luck and skill",
}
MEANINGS = {
    "first_moves": (
        "A move is expected to tell as many bits as the entropy of its answer. The spread is the standard deviation "
        "over all first moves; the middle one is their median. A move is dead if it tells nothing. One kind of opening "
        "is forced if everything else tells at least 5% less."
    ),
    "along_play": (
        "Every play of the entropy rule is followed, and at each step all questions are weighed. A step counts where "
        "there is something to decide: two candidates, or three where the secret must be named. Means are over plays."
    ),
    "fan": (
        "Every secret is played by the entropy rule, and counts as often as it is drawn. A play that has ended has 0 "
        "bits missing. The width of the fan is what lies between the 10% and the 90% quantile. The uncertainty of an "
        "answer is the standard deviation of the bits that it tells, given all before it."
    ),
    "difficulty": (
        "The random player asks anything that may win or tell something. One-step rules ask what looks best now. The "
        "optimum is the least mean of any strategy; it is shown where it is published, or where a rule reaches the "
        "bound that follows from the number of answers."
    ),
    "luck": (
        "Players of different skill play the same secrets. The variance of the number of steps is cut in four: between "
        "players, between secrets, between pairs of the two beyond that, and between runs of one player on one secret."
    ),
}
NO_INTERVAL = '<p class="faint">In brackets: the 95% interval of an estimate. What has none is exact.</p>'
SHOWN = 12
"""Rows of a table; the rest is in the CSV file."""

LIGHT = {name: colour for colour, name in COLOURS.items()} | {"soft": "#f4f5f7", "faint": "#5c5c5c"}
DARK = {
    "paper": "#15181c", "ink": "#e6e6e6", "line": "#3a4048", "blue": "#56b4e9", "orange": "#e8833a", "green": "#2fbf95",
    "purple": "#d999bd", "grey": "#8f969e", "soft": "#1e2329", "faint": "#a9b0b8",
}  # fmt: skip
STYLE = """
:root { color-scheme: light dark; LIGHT }
@media (prefers-color-scheme: dark) { :root { DARK } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 0; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1.2rem; }
h3 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: .4rem 0; max-width: 44rem; }
.faint { color: var(--faint); font-size: .9rem; }
.short { background: var(--soft); border-radius: .5rem; padding: .7rem 1rem; margin: 1rem 0; }
.short ul { margin: .2rem 0; padding-left: 1.2rem; max-width: 48rem; }
.pair, .column { display: grid; gap: .5rem 2rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
@media (min-width: 56rem) {
  .two, .one .column { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .one .column { grid-template-columns: minmax(0, 4fr) minmax(0, 5fr); }
  .two { row-gap: 2rem; }
}
figure { margin: .3rem 0; max-width: 40rem; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--faint); font-size: .9rem; margin-top: .3rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0; font-variant-numeric: tabular-nums;
  overflow-wrap: normal; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; vertical-align: bottom; }
.left { text-align: left; }
summary { cursor: pointer; color: var(--faint); font-size: .9rem; }
a { color: var(--blue); }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
@media print { details { display: none; } }
"""


def page(report: Report, pictures: Sequence[Picture], others: Sequence[Picture], files: Sequence[str]) -> str:
    """The page. `others` are the figures of the game on the other side, `files` the CSV files beside the page."""
    drawn = {p.name: p for p in (*pictures, *others)}
    title = f"{report.game}" + (f" and {report.versus.other.game}" if report.versus is not None else "")
    parts = [
        f"<h1>{safe(title)}</h1>",
        f'<p class="faint">{safe(report.game.summary())}</p>',
        _short(report),
        _key_figures(report, drawn),
        *(_section(name, report, drawn) for name in TITLES),
        _sweep(report, drawn),
        _footer(report, files),
    ]
    style = STYLE.replace("LIGHT", _variables(LIGHT)).replace("DARK", _variables(DARK))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{safe(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body>\n</html>\n"
    )


def safe(text: str, width: int = 200) -> str:
    """A text of the game, shortened, without what cannot be printed, and with nothing that a browser would obey."""
    return escape(shorten("".join(sign if sign.isprintable() else "�" for sign in text), width))


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table of safe texts; the first `left` columns are words."""

    def cells(tag: str, row: Sequence[str]) -> str:
        out = []
        for place, cell in enumerate(row):
            align = ' class="left"' if place < left else ""
            out.append(f"<{tag}{align}>{cell}</{tag}>")
        return "<tr>" + "".join(out) + "</tr>"

    body = "".join(cells("td", row) for row in rows)
    return f'<div class="scroll"><table><thead>{cells("th", head)}</thead><tbody>{body}</tbody></table></div>'


def _figure(drawn: Picture | None) -> str:
    if drawn is None:
        return ""
    caption = safe(drawn.caption, 400)
    svg = drawn.inline().replace("<svg", f'<svg role="img" aria-label="{caption}"', 1)
    return f"<figure>{svg}<figcaption>{caption}</figcaption></figure>"


def _short(report: Report) -> str:
    """The first sentence of each section."""
    said: dict[str, str] = {}
    for sentence in sentences(report.analysis):
        said.setdefault(sentence.section, sentence.text)
    lines = list(said.values())
    if report.versus is not None:
        lines = report.versus.sentences
    items = "".join(f"<li>{safe(line, 400)}</li>" for line in lines)
    return f'<div class="short"><strong>In short</strong><ul>{items}</ul></div>'


def _unit(figure: KeyFigure) -> str:
    """The value with its unit."""
    return figure.text if figure.value is None else f"{figure.text} {figure.unit.strip('%')}".strip()


def _key_figures(report: Report, drawn: dict[str, Picture]) -> str:
    if report.versus is None:
        rows = [(safe(f.label), safe(_unit(f)), safe(f.interval_text), safe(f.meaning)) for f in report.headline]
        table = _table(("figure", "value", "95% interval", ""), rows).replace("<td>", '<td class="left">')
        return f"<details><summary>Key figures</summary>{table}</details>"
    # A long name may break after each parameter, so that both columns fit on a phone.
    sides = (report.versus.one, report.versus.other)
    names = tuple(safe(str(a.game)).replace(":", ":<wbr>").replace(",", ",<wbr>") for a in sides)
    table = _table(("figure", *names), ((safe(a.label), a.shown, b.shown) for a, b in report.versus.rows)) + NO_INTERVAL
    figure = _figure(drawn.get("versus"))
    return f'<section id="versus"><h2>Side by side</h2><div class="pair two"><div>{table}</div>{figure}</div></section>'


def _section(name: str, report: Report, drawn: dict[str, Picture]) -> str:
    sides = [(report.analysis, "")]
    if report.versus is not None:
        sides.append((report.versus.other, "versus_"))
    columns = [_column(name, analysis, drawn.get(prefix + name), len(sides) > 1) for analysis, prefix in sides]
    if not any(columns):
        return ""
    pair = '<div class="pair two">' if len(sides) > 1 else '<div class="pair one">'
    body = "".join(f'<div class="column">{column}</div>' for column in columns)
    return f'<section id="{name}"><h2>{TITLES[name]}</h2>{pair}{body}</div></section>'


def _column(name: str, analysis: Analysis, drawn: Picture | None, titled: bool) -> str:
    said = [s.text for s in sentences(analysis) if s.section == name]
    table = _details(name, analysis)
    if not said and not table:
        return ""
    title = f"<h3>{safe(str(analysis.game))}</h3>" if titled else ""
    lines = "".join(f"<p>{safe(line, 600)}</p>" for line in said)
    meaning = f'<p class="faint">{safe(MEANINGS[name], 1000)}</p>'
    more = f"<details><summary>The numbers, and how they are measured</summary>{meaning}{table}</details>"
    return f"<div>{title}{lines}{more}</div><div>{_figure(drawn)}</div>"


def _details(name: str, analysis: Analysis) -> str:
    """The table behind a figure."""
    if name == "first_moves":
        return _first_moves(analysis.first_moves)
    if name == "along_play" and analysis.along_play is not None:
        return _along_play(analysis.along_play)
    if name == "fan" and analysis.fan is not None:
        return _fan(analysis.fan)
    if name == "difficulty" and analysis.difficulty is not None:
        return _difficulty(analysis.difficulty)
    if name == "luck" and analysis.luck is not None:
        return _luck(analysis.luck)
    return ""


def _first_moves(first: FirstMoves) -> str:
    rows = [
        (safe(", ".join(o.examples[:3]), 60), f"{o.bits:.4f}", f"{o.count:,}", f"{o.count / first.spread.actions:.1%}")
        for o in first.openings[:SHOWN]
    ]
    more = len(first.openings) - SHOWN
    rest = f'<p class="faint">and {more:,} more values, in first_moves.csv</p>' if more > 0 else ""
    return _table(("such as", "bits", "moves", "share"), rows) + rest


def _along_play(along: AlongPlay) -> str:
    head = ("step", "plays", "best", "middle", "difference", "spread", "different values")
    rows = []
    for s in along.steps:
        figures = (s.best, s.median, s.choice, s.deviation)
        rows.append((str(s.step), f"{s.share:.1%}", *(f"{v:.3f}" for v in figures), f"{s.distinct:,.1f}"))
    return _table(head, rows, 0) if rows else ""


def _fan(fan: Fan) -> str:
    head = ("steps", "open", *(f"{q:.0%}" for q in QUANTILES), "mean", "told", "± all", "± node")
    rows = []
    for s in fan.steps:
        figures = (*s.quantiles, s.mean, s.gain, s.gain_deviation, s.answer_deviation)
        rows.append((str(s.step), f"{s.open:.1%}", *(f"{v:.2f}" for v in figures)))
    note = (
        '<p class="faint">Bits missing after so many steps: quantiles over plays, from the least to the most, and the '
        "mean. Told: the mean of the bits that the step told, with its standard deviation over all plays and within a "
        "node.</p>"
    )
    return _table(head, rows, 0) + note


def _difficulty(hard: Difficulty) -> str:
    rows = []
    for r in hard.rows:
        known = r.low is not None and r.high is not None
        interval = "exact" if r.exact else f"{r.low:.3f} to {r.high:.3f}" if known else "–"
        rows.append((safe(r.player), f"{r.mean:.4f}", interval, str(r.worst)))
    if hard.optimum is not None:
        worst = "–" if hard.optimum.worst is None else str(hard.optimum.worst)
        rows.append((f"optimum: {safe(hard.optimum.source)}", f"{hard.optimal_mean:.4f}", "exact", worst))
    rows.append(("no player beats", f"{hard.bound:.4f}", "bound", "–"))
    return _table(("player", "mean steps", "95% interval", "worst"), rows)


def _luck(luck: Luck) -> str:
    shares = luck.shares
    rows = []
    for key, words, _, _ in PARTS:
        ends = luck.intervals[key]
        interval = "–" if ends.low is None or ends.high is None else f"{ends.low:.1%} to {ends.high:.1%}"
        rows.append((words, f"{getattr(luck, key):.4f}", f"{shares[key]:.1%}", interval))
    who = ", ".join(f"{player} ({mean:.2f})" for player, mean in zip(luck.players, luck.means, strict=True))
    note = f'<p class="faint">Players and their mean steps: {safe(who, 400)}. Runs: {luck.runs}.</p>'
    return _table(("source", "variance", "share", "95% interval"), rows) + note


def _sweep(report: Report, drawn: dict[str, Picture]) -> str:
    swept = report.sweep
    if swept is None:
        return ""
    said = "".join(f"<p>{safe(line, 400)}</p>" for line in swept.sentences)
    columns = [figures for _, figures in swept.rows]
    table = _table(
        (safe(swept.key), *map(safe, swept.values)),
        ((safe(f.label), *(column[place].estimate for column in columns)) for place, f in enumerate(report.headline)),
    )
    table += NO_INTERVAL
    left_out = "".join(f'<p class="faint">{safe(a.left_out, 400)}</p>' for a in swept.analyses if a.left_out)
    body = f"<div>{said}{table}{left_out}</div><div>{_figure(drawn.get('sweep'))}</div>"
    return f'<section id="sweep"><h2>Sizes</h2><div class="pair one"><div class="column">{body}</div></div></section>'


def _footer(report: Report, files: Sequence[str]) -> str:
    left_out = f"<p>{safe(report.analysis.left_out, 400)}</p>" if report.analysis.left_out else ""
    links = ", ".join(f'<a href="{escape(name)}">{escape(name)}</a>' for name in files)
    command = f"sleuth analyse {report.game}"
    command += f" --versus {report.versus.other.game}" if report.versus is not None else ""
    command += f" --sweep {report.sweep.key}={','.join(report.sweep.values)}" if report.sweep is not None else ""
    command += f" --seed {report.seed}" if report.seed else ""
    return (
        f"<footer>{left_out}<p>The numbers: {links}.</p>"
        f'<p class="faint">Made by <code>{safe(command, 400)}</code> with Sleuth {__version__}. '
        "After Meng &amp; Lucas, <em>Deduction Game Framework and Information Set Entropy Search</em> (2024).</p>"
        "</footer>"
    )
