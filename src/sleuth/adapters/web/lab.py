"""The lab: the designer's report as charts, sizes beside each other, the plane of entropies, and tournaments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from nicegui import ui

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.frame import frame, heard, sentence, tried
from sleuth.adapters.web.parts import anew, box, button, field, heading, say, table
from sleuth.app.requests import Analyse, EntropyPlane, Evaluate, Request, Solve, Sweep
from sleuth.core.errors import SleuthError

INK, SOFT, LINE, CARD = "var(--ink)", "var(--soft)", "var(--line)", "var(--card)"
BLUE, ORANGE, GREEN, PINK = "var(--blue)", "var(--orange)", "var(--green)", "var(--pink)"
"""Charts are drawn as SVG, so that their colours are those of the page, by day and by night."""
LEGEND = {"top": 0, "textStyle": {"color": INK}, "inactiveColor": LINE}
STEADY = {"disabled": True}
"""No other colour under the pointer: the library can only make one from a colour that it can read."""
TOOLTIP = {"backgroundColor": CARD, "borderColor": LINE, "textStyle": {"color": INK}}
EVERY_SECONDS = 3.0
"""How often the tournaments are looked at again."""
SWEPT = {"first_deviation": "circle", "fan_width": "rect", "best_mean": "triangle", "start_bits": "diamond"}
"""The figures that are drawn over sizes, with the marks of their lines."""


def register(service: Service) -> None:
    @ui.page("/lab", response_timeout=30)
    def lab(game: str = "mastermind:pegs=3,colours=4") -> None:
        with frame("/lab", "Lab"):
            heading("Lab")
            say("What makes a game interesting: how much its questions differ, and how its plays unfold.", "soft")
            GameStudy(service, game).build()
            heading("Tournaments", 2)
            TournamentView(service).build()


class GameStudy:
    """The report of one game."""

    def __init__(self, service: Service, game: str) -> None:
        self.service, self.game = service, game
        self.requests = 0

    def build(self) -> None:
        """Lay the page out."""
        with box("row"):
            typed = ui.input("game", value=self.game, on_change=lambda e: setattr(self, "game", str(e.value or "")))
            field(typed, "game-input", "maxlength=300").style("min-width:min(22rem,90vw)")
            for name, work in WORKS.items():
                button(work.button, partial(self._do, work), work.kind).classes(name)
        with box("row").style("margin-top:.5rem"):
            self.over = field(ui.input("sizes, as in pegs=2..4", value="pegs=2..4"), "", "maxlength=100")
            button("Compare sizes", self._sweep, "plain").classes("sweep")
        self.report = box("report flow", live=True)

    async def _do(self, work: Work) -> None:
        await self._show(work.request(self.game), work.waiting, work.show)

    async def _sweep(self) -> None:
        await self._show(Sweep(self.game, str(self.over.value or "")), "Comparing sizes", show_sweep)

    async def _show(self, request: Request, waiting: str, show: Show) -> None:
        """Show what the service finds, unless something else was asked for meanwhile."""
        self.requests += 1
        number = self.requests
        with anew(self.report):
            say(f"{waiting}…", "soft")
        result = await tried(self.service.do(request))
        if number == self.requests:
            with anew(self.report):
                if result is not None:
                    show(result)


def show_analysis(report: dict[str, Any]) -> None:
    """The designer's report."""
    heading(report["game"], 2)
    for line in report["sentences"]:
        say(line, "say")
    with box("half"):
        chart("First moves: bits each is expected to tell", first_moves(report))
        if report["along_play"] is not None:
            chart("Bits missing after each step, over all secrets", quantiles(report["along_play"]["fan"]))
    rows = [[f["label"], _value(f), f["interval"], f["meaning"]] for f in report["headline"]]
    table(["figure", "value", "95% interval", "meaning"], rows, {1, 2})


def show_evaluation(evaluation: dict[str, Any]) -> None:
    """What a strategy needs, and what the best one does."""
    heading(evaluation["game"], 2)
    number = "every secret" if evaluation["exact"] else f"{evaluation['secrets']:,} secrets drawn at random"
    say(f"The strategy {evaluation['strategy']} against {number}.", "say")
    best = evaluation["optimum"]
    gap = [] if best is None else [["total of the best strategy", f"{best['total']:,}"]]
    table(["figure", "value"], [*_step_figures(evaluation), *gap], {1})


def show_solution(solution: dict[str, Any]) -> None:
    """The best strategy, and whether that is proved."""
    heading(solution["game"], 2)
    mean = solution["objective"] == "mean"
    proof = "Proved: no strategy is better." if solution["proved"] else "The best that was found in time."
    say(f"The strategy with the least {'mean' if mean else 'longest play'}. {proof}", "say")
    bound = f"least {'total' if mean else 'longest play'} that is possible"
    table(["figure", "value"], [*_step_figures(solution), [bound, f"{solution['lower_bound']:,}"]], {1})


def show_sweep(sweep: dict[str, Any]) -> None:
    """The key figures for each size."""
    for line in sweep["sentences"]:
        say(line, "say")
    chart(f"Figures over {sweep['key']}", sizes(sweep))
    units = sweep["units"]
    rows = [
        [f"{label}, {units[key]}" if units[key] else label, *(row[key] for row in sweep["texts"])]
        for key, label in sweep["labels"].items()
    ]
    places = range(len(sweep["values"]))
    fold = ["1/13", *(f"{1 + 3 * (place % 4)}/{4 + 3 * (place % 4)}" for place in places)]
    table(["figure", *sweep["values"]], rows, {place + 1 for place in places}, None, fold)
    say("In brackets: the 95% interval of an estimate. What has none is exact.", "soft")


def show_plane(result: dict[str, Any]) -> None:
    """Expected steps of each entropy."""
    say(f"Expected steps of each entropy of Sharma and Mittal; the best is {result['best']:.4f}.")
    chart("Expected steps by order and degree", plane(result))
    rows = [[name, f"{mean:.4f}"] for name, mean in result["named"].items()]
    table(["entropy", "expected steps"], rows, {1})


Show = Callable[[dict[str, Any]], None]


class Work(NamedTuple):
    """What can be done with a game at the press of a button."""

    button: str
    kind: str
    request: Callable[[str], Request]
    waiting: str
    show: Show


WORKS = {
    "analyse": Work("Analyse", "main", Analyse, "Analysing, which may take a minute", show_analysis),
    "evaluate": Work("Play every secret", "plain", Evaluate, "Playing every secret", show_evaluation),
    "solve": Work("Best strategy", "plain", Solve, "Solving, which may take half a minute", show_solution),
    "plane": Work("Plane of entropies", "plain", EntropyPlane, "Playing every secret with every entropy", show_plane),
}


def _step_figures(result: dict[str, Any]) -> list[list[str]]:
    """The figures of an evaluation or of a solution, as far as they are known."""
    names = {"secrets": "secrets", "total": "total", "mean": "mean", "worst": "longest play"}
    known = [(key, name) for key, name in names.items() if result[key] is not None]
    return [[name, f"{result[key]:.4f}" if key == "mean" else f"{result[key]:,}"] for key, name in known]


def _value(figure: dict[str, Any]) -> str:
    """A figure with its unit."""
    return figure["text"] if figure["value"] is None else f"{figure['text']} {figure['unit'].strip('%')}".strip()


def chart(title: str, options: dict[str, Any]) -> None:
    """A chart with its title."""
    with box("card"):
        heading(title, 2)
        whole = {"animation": False, "textStyle": {"fontFamily": "system-ui, sans-serif"}, **options}
        ui.echart(whole, renderer="svg").classes("chart").props(f'role="img" aria-label="{title}"')


def _axes(x: str, y: str, kind: str = "value", data: list[Any] | None = None) -> dict[str, Any]:
    ink, line = {"color": INK}, {"lineStyle": {"color": LINE}}
    axis = {"nameLocation": "middle", "nameTextStyle": ink, "axisLabel": ink, "axisLine": line, "axisTick": line}
    axis["splitLine"] = {"lineStyle": {"color": LINE, "opacity": 0.4}}
    return {
        "grid": {"left": 56, "right": 20, "top": 50, "bottom": 46},
        "tooltip": TOOLTIP | {"trigger": "axis"},
        "xAxis": {**axis, "type": kind, "name": x, "nameGap": 28, **({"data": data} if data is not None else {})},
        "yAxis": {**axis, "type": "value", "name": y, "nameGap": 38, "scale": True},
    }


def first_moves(report: dict[str, Any]) -> dict[str, Any]:
    """How the bits of first moves are spread: one bar for each different value."""
    openings = sorted(report["first_moves"]["openings"], key=lambda o: o["bits"])
    bars = {"type": "bar", "data": [o["count"] for o in openings], "itemStyle": {"color": BLUE}, "emphasis": STEADY}
    options = _axes("bits", "first moves", "category", [f"{o['bits']:.2f}" for o in openings])
    options["yAxis"]["scale"] = False  # bars begin at 0
    options["grid"]["top"] = 20  # there is no legend
    return options | {"series": [bars]}


def _line(name: str, data: list[Any], **look: Any) -> dict[str, Any]:
    return {"type": "line", "name": name, "data": data, "emphasis": STEADY, **look}


def quantiles(fan: dict[str, Any]) -> dict[str, Any]:
    """Quantiles of the bits that are missing, step by step."""
    lines = (
        ("q100", "most", SOFT, "dotted"),
        ("q75", "upper quarter", BLUE, "dashed"),
        ("mean", "mean", ORANGE, "solid"),
        ("q25", "lower quarter", BLUE, "dashed"),
        ("q0", "least", SOFT, "dotted"),
    )
    series = [
        _line(
            name,
            [[step["step"], step[key]] for step in fan["steps"]],
            lineStyle={"color": colour, "type": style, "width": 3 if key == "mean" else 2},
            itemStyle={"color": colour},
            symbol="circle",
        )
        for key, name, colour, style in lines
    ]
    return _axes("step", "bits") | {"legend": LEGEND, "series": series}


def sizes(sweep: dict[str, Any]) -> dict[str, Any]:
    """Some figures over sizes."""
    series = [
        _line(sweep["labels"][key], [row[key] for row in sweep["rows"]], symbol=mark, symbolSize=9)
        for key, mark in SWEPT.items()
    ]
    options = _axes(sweep["key"], "", "category", [str(row["value"]) for row in sweep["rows"]])
    return options | {"color": [BLUE, ORANGE, GREEN, PINK], "legend": LEGEND, "series": series}


def plane(result: dict[str, Any]) -> dict[str, Any]:
    """Expected steps as a map of order and degree."""
    cells = [[i, j, round(mean, 4)] for i, row in enumerate(result["means"]) for j, mean in enumerate(row)]
    values = [cell[2] for cell in cells]
    options = _axes("order", "degree", "category", result["orders"])
    options["yAxis"] |= {"type": "category", "data": result["degrees"]}
    return options | {
        "grid": {"left": 56, "right": 90, "top": 20, "bottom": 46},
        "tooltip": TOOLTIP | {"position": "top"},
        "visualMap": {
            "min": min(values), "max": max(values), "show": min(values) < max(values), "calculable": True,
            "right": 0, "top": "center", "precision": 3,
            "inRange": {"color": ["#08306b", "#4292c6", "#deebf7", "#fee6ce", "#d94801"]},
            "textStyle": {"color": INK},
        },
        "series": [{"type": "heatmap", "data": cells, "emphasis": STEADY}],
    }  # fmt: skip


class TournamentView:
    """The results of tournaments, live: new ones join the list, and one that runs is shown as it goes."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.seen: str | None = None

    def build(self) -> None:
        """Lay it out; what takes time comes later, so that the page waits for nothing."""
        hint = "There are no results here. `sleuth tournament run CONFIG` makes some, in the folder of --results."
        self.none = say(hint, "soft")
        self.select = field(ui.select({}, label="tournament", on_change=self._look), "field wide")
        self.figures = box("tournament flow")
        for element in (self.none, self.select):
            element.set_visibility(False)
        ui.timer(EVERY_SECONDS, self._tick)

    async def _tick(self) -> None:
        now = await heard(self.service.tournaments_now())
        if now != self.seen:
            self.seen = now
            await self._list()
            await self._look()

    async def _list(self) -> None:
        entries = await heard(self.service.tournaments())
        names = {entry.name: f"{entry.name} ({entry.trials:,} of {entry.total:,} trials)" for entry in entries}
        self.none.set_visibility(not names)
        self.select.set_visibility(bool(names))
        chosen = self.select.value if self.select.value in names else next(iter(names), None)
        if names != self.select.options or chosen != self.select.value:
            self.select.set_options(names, value=chosen)

    async def _look(self) -> None:
        name = str(self.select.value or "")
        if not name:
            self.figures.clear()
            return
        try:
            standings = await heard(self.service.tournament(name))
        except SleuthError as error:
            with anew(self.figures):
                say(sentence(str(error)), "wrong")
            return
        if name == self.select.value:  # else another one was chosen meanwhile
            with anew(self.figures):
                show_tournament(name, standings)


def show_tournament(name: str, standings: dict[str, Any]) -> None:
    """Means with intervals."""
    running = ", running" if standings["running"] else ""
    say(f"{name}: {standings['trials']:,} of {standings['total']:,} trials{running}.")
    rows = [
        [
            cell["game"],
            cell["agent"],
            f"{cell['trials']:,}",
            "–" if cell["mean"] is None else f"{cell['mean']:.3f}",
            "–" if cell["low"] is None else f"{cell['low']:.3f} to {cell['high']:.3f}",
            "–" if cell["worst"] is None else str(cell["worst"]),
            "–" if cell["seconds"] is None else f"{1000 * cell['seconds']:.1f}",
        ]
        for cell in standings["cells"]
    ]
    heads = ["game", "agent", "trials", "mean steps", "95% interval", "worst", "ms a move"]
    table(heads, rows, {2, 3, 4, 5, 6}, {0, 1}, ("1/8", "8/13", "1/3", "3/5", "5/9", "9/11", "11/13"))
