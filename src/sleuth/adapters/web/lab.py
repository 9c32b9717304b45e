"""The lab: the designer's report as charts, sizes beside each other, the plane of entropies, and tournaments."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from sleuth.adapters.service.desk import Service
from sleuth.adapters.web.frame import button, frame, heading, say, table, tried
from sleuth.core.errors import SleuthError

BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#8a9099"
LEGEND = {"top": 0, "textStyle": {"color": "#1c1c1c"}}
SWEPT = ("first_deviation", "fan_width", "best_mean", "start_bits")


def register(service: Service) -> None:
    @ui.page("/lab", response_timeout=30)
    async def lab(game: str = "mastermind:pegs=3,colours=4") -> None:
        with frame("/lab", "Lab"):
            heading("Lab")
            say("What makes a game interesting: how much its questions differ, and how its plays unfold.", "soft")
            Bench(service, game).build()
            await _tournaments(service)


class Bench:
    """The report of one game."""

    def __init__(self, service: Service, game: str) -> None:
        self.service, self.game = service, game

    def build(self) -> None:
        """Lay the page out."""
        with ui.element("div").classes("row"):
            typed = ui.input("game", value=self.game, on_change=lambda e: setattr(self, "game", str(e.value or "")))
            typed.props("outlined dense maxlength=300").classes("game-input").style("min-width:min(22rem,90vw)")
            button("Analyse", self._analyse).classes("analyse")
            button("Plane of entropies", self._plane, "plain").classes("plane")
        with ui.element("div").classes("row").style("margin-top:.5rem"):
            self.over = ui.input("sizes, as in pegs=2..4", value="pegs=2..4").props("outlined dense maxlength=100")
            button("Compare sizes", self._sweep, "plain").classes("sweep")
        self.room = ui.element("div").props('aria-live="polite"').classes("report")

    async def _work(self, work: Any, what: str) -> Any:
        self.room.clear()
        with self.room:
            say(f"{what}…", "soft")
        found = await tried(work)
        self.room.clear()
        return found

    async def _analyse(self) -> None:
        told = await self._work(self.service.analyse(self.game), "Analysing, which may take a minute")
        if told is None:
            return
        with self.room:
            heading(told["game"], 2)
            for sentence in told["sentences"]:
                say(sentence, "say")
            with ui.element("div").classes("half"):
                chart("First moves: bits each is expected to tell", first_moves(told))
                if told["along_play"] is not None:
                    chart("Bits missing after each step, over all secrets", fan(told["along_play"]["fan"]))
            shown = [[f["label"], f"{f['text']} {f['unit'].strip('%')}", f["meaning"]] for f in told["headline"]]
            table(["figure", "value", "meaning"], shown, {1})

    async def _sweep(self) -> None:
        told = await self._work(self.service.sweep(self.game, str(self.over.value or "")), "Comparing sizes")
        if told is None:
            return
        with self.room:
            for sentence in told["sentences"]:
                say(sentence, "say")
            chart(f"Figures over {told['key']}", sizes(told))
            keys = [key for key in told["rows"][0] if key not in ("value", "game")]
            rows = [[key, *(_number(row[key]) for row in told["rows"])] for key in keys]
            table(["figure", *(str(row["value"]) for row in told["rows"])], rows, set(range(1, len(told["rows"]) + 1)))

    async def _plane(self) -> None:
        told = await self._work(self.service.plane(self.game), "Playing every secret with every entropy")
        if told is None:
            return
        with self.room:
            say(f"Expected steps of each entropy of Sharma and Mittal; the best is {told['best']:.4f}.")
            chart("Expected steps by order and degree", plane(told))
            rows = [[name, f"{mean:.4f}"] for name, mean in told["named"].items()]
            table(["entropy", "expected steps"], rows, {1})


def chart(title: str, options: dict[str, Any]) -> None:
    """A chart with its title."""
    with ui.element("div").classes("card"):
        heading(title, 2)
        ui.echart({"animation": False, "textStyle": {"fontFamily": "system-ui, sans-serif"}, **options}).style(
            "height:300px;width:100%;background:#ffffff;border-radius:8px"
        ).props(f'role="img" aria-label="{title}"')


def _axes(x: str, y: str, kind: str = "value", data: list[Any] | None = None) -> dict[str, Any]:
    ink = {"color": "#1c1c1c"}
    axis = {"nameLocation": "middle", "nameTextStyle": ink, "axisLabel": ink}
    return {
        "grid": {"left": 56, "right": 20, "top": 50, "bottom": 46},
        "tooltip": {"trigger": "axis"},
        "xAxis": {**axis, "type": kind, "name": x, "nameGap": 28, **({"data": data} if data is not None else {})},
        "yAxis": {**axis, "type": "value", "name": y, "nameGap": 38, "scale": True},
    }


def first_moves(told: dict[str, Any]) -> dict[str, Any]:
    """How the bits of first moves are spread: one bar for each different value."""
    openings = sorted(told["first_moves"]["openings"], key=lambda o: o["bits"])
    bars = {"type": "bar", "data": [o["count"] for o in openings], "itemStyle": {"color": BLUE}}
    options = _axes("bits", "first moves", "category", [f"{o['bits']:.2f}" for o in openings])
    options["yAxis"]["scale"] = False  # bars begin at 0
    return options | {"series": [bars]}


def fan(told: dict[str, Any]) -> dict[str, Any]:
    """Quantiles of the bits that are missing, step by step."""
    steps = told["steps"]
    lines = (
        ("q100", "most", GREY, "dotted"),
        ("q75", "upper quarter", BLUE, "dashed"),
        ("mean", "mean", ORANGE, "solid"),
        ("q25", "lower quarter", BLUE, "dashed"),
        ("q0", "least", GREY, "dotted"),
    )
    series = [
        {
            "type": "line",
            "name": name,
            "data": [[step["step"], step[key]] for step in steps],
            "lineStyle": {"color": colour, "type": style, "width": 3 if key == "mean" else 2},
            "itemStyle": {"color": colour},
        }
        for key, name, colour, style in lines
    ]
    return _axes("step", "bits") | {"legend": LEGEND, "series": series}


def sizes(told: dict[str, Any]) -> dict[str, Any]:
    """Some figures over sizes."""
    marks = ("circle", "rect", "triangle", "diamond")
    series = [
        {"type": "line", "name": key, "data": [row[key] for row in told["rows"]], "symbol": mark, "symbolSize": 9}
        for key, mark in zip(SWEPT, marks, strict=True)
    ]
    options = _axes(told["key"], "", "category", [str(row["value"]) for row in told["rows"]])
    palette = {"color": [BLUE, ORANGE, "#00795a", "#a84f7f"], "legend": LEGEND}
    return options | palette | {"series": series}


def plane(told: dict[str, Any]) -> dict[str, Any]:
    """Expected steps as a map of order and degree."""
    cells = [[i, j, round(mean, 4)] for i, row in enumerate(told["means"]) for j, mean in enumerate(row)]
    values = [cell[2] for cell in cells]
    options = _axes("order", "degree", "category", told["orders"])
    options["yAxis"] |= {"type": "category", "data": told["degrees"]}
    return options | {
        "grid": {"left": 56, "right": 90, "top": 20, "bottom": 46},
        "tooltip": {"position": "top"},
        "visualMap": {
            "min": min(values), "max": max(values), "calculable": True, "right": 0, "top": "center", "precision": 3,
            "inRange": {"color": ["#08306b", "#4292c6", "#deebf7", "#fee6ce", "#d94801"]},
            "textStyle": {"color": "#1c1c1c"},
        },
        "series": [{"type": "heatmap", "data": cells}],
    }  # fmt: skip


def _number(value: Any) -> str:
    return "–" if value is None else f"{value:,.0f}" if float(value).is_integer() else f"{value:.3f}"


async def _tournaments(service: Service) -> None:
    heading("Tournaments", 2)
    found = await tried(service.tournaments())
    if not found:
        say("There are no results here. `sleuth tournament run CONFIG` makes some, in the folder of --results.", "soft")
        return
    room = ui.element("div")

    async def show(name: str) -> None:
        try:
            told = await service.tournament(name)
        except SleuthError as error:
            timer.deactivate()
            room.clear()
            with room:
                say(str(error), "wrong")
            return
        room.clear()
        with room:
            running = ", running" if told["running"] else ""
            say(f"{told['name']}: {told['trials']:,} of {told['total']:,} trials{running}.")
            table(
                ["game", "agent", "trials", "mean steps", "95% interval", "worst", "ms a move"],
                [
                    [
                        cell["game"],
                        cell["agent"],
                        f"{cell['trials']:,}",
                        "–" if cell["mean"] is None else f"{cell['mean']:.3f}",
                        "–" if cell["low"] is None else f"{cell['low']:.3f} to {cell['high']:.3f}",
                        "–" if cell["worst"] is None else str(cell["worst"]),
                        "–" if cell["seconds"] is None else f"{1000 * cell['seconds']:.1f}",
                    ]
                    for cell in told["cells"]
                ],
                {2, 3, 4, 5, 6},
            )
        if not told["running"]:
            timer.deactivate()

    chosen = {"name": found[0]["name"]}

    async def choose(event: Any) -> None:
        chosen["name"] = str(event.value)
        timer.activate()
        await show(chosen["name"])

    names = {one["name"]: f"{one['name']} ({one['trials']:,} of {one['total']:,} trials)" for one in found}
    select = ui.select(names, value=chosen["name"], label="tournament", on_change=choose).props("outlined dense")
    select.classes("field")
    room = ui.element("div").classes("tournament")
    timer = ui.timer(2.0, lambda: show(chosen["name"]))
