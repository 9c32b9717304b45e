"""The lab: the designer's report as charts, sizes beside each other, the plane of entropies, and tournaments."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from sleuth.adapters.service.desk import Service
from sleuth.adapters.web.frame import button, frame, heading, heard, say, sentence, table, tried
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
SWEPT = ("first_deviation", "fan_width", "best_mean", "start_bits")


def register(service: Service) -> None:
    @ui.page("/lab", response_timeout=30)
    def lab(game: str = "mastermind:pegs=3,colours=4") -> None:
        with frame("/lab", "Lab"):
            heading("Lab")
            say("What makes a game interesting: how much its questions differ, and how its plays unfold.", "soft")
            Bench(service, game).build()
            heading("Tournaments", 2)
            Standings(service).build()


class Bench:
    """The report of one game."""

    def __init__(self, service: Service, game: str) -> None:
        self.service, self.game = service, game
        self.asked = 0

    def build(self) -> None:
        """Lay the page out."""
        with ui.element("div").classes("row"):
            typed = ui.input("game", value=self.game, on_change=lambda e: setattr(self, "game", str(e.value or "")))
            typed.props("outlined dense maxlength=300").classes("game-input").style("min-width:min(22rem,90vw)")
            button("Analyse", self._analyse).classes("analyse")
            button("Play every secret", self._evaluate, "plain").classes("evaluate")
            button("Best strategy", self._solve, "plain").classes("solve")
            button("Plane of entropies", self._plane, "plain").classes("plane")
        with ui.element("div").classes("row").style("margin-top:.5rem"):
            self.over = ui.input("sizes, as in pegs=2..4", value="pegs=2..4").props("outlined dense maxlength=100")
            button("Compare sizes", self._sweep, "plain").classes("sweep")
        self.room = ui.element("div").props('aria-live="polite"').classes("report flow")

    async def _work(self, request: Request, what: str) -> Any:
        """What the service found; nothing, if something else was asked for meanwhile."""
        self.asked += 1
        asked = self.asked
        self.room.clear()
        with self.room:
            say(f"{what}…", "soft")
        found = await tried(self.service.do(request))
        if asked != self.asked:
            return None
        self.room.clear()
        return found

    async def _analyse(self) -> None:
        told = await self._work(Analyse(self.game), "Analysing, which may take a minute")
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
            shown = [[f["label"], _value(f), f["interval"], f["meaning"]] for f in told["headline"]]
            table(["figure", "value", "95% interval", "meaning"], shown, {1, 2})

    async def _evaluate(self) -> None:
        told = await self._work(Evaluate(self.game), "Playing every secret")
        if told is None:
            return
        with self.room:
            heading(told["game"], 2)
            every = "every secret" if told["exact"] else f"{told['secrets']:,} secrets drawn at random"
            say(f"The strategy {told['strategy']} against {every}.", "say")
            best = told["optimum"]
            gap = [] if best is None else [["total of the best strategy", f"{best['total']:,}"]]
            table(["figure", "value"], [*_step_figures(told), *gap], {1})

    async def _solve(self) -> None:
        told = await self._work(Solve(self.game), "Solving, which may take half a minute")
        if told is None:
            return
        with self.room:
            heading(told["game"], 2)
            what = "mean" if told["objective"] == "mean" else "longest play"
            proof = "Proved: no strategy is better." if told["proved"] else "The best that was found in time."
            say(f"The strategy with the least {what}. {proof}", "say")
            bound = "total" if told["objective"] == "mean" else "longest play"
            rows = [*_step_figures(told), [f"least {bound} that is possible", f"{told['lower_bound']:,}"]]
            table(["figure", "value"], rows, {1})

    async def _sweep(self) -> None:
        told = await self._work(Sweep(self.game, str(self.over.value or "")), "Comparing sizes")
        if told is None:
            return
        with self.room:
            for sentence in told["sentences"]:
                say(sentence, "say")
            chart(f"Figures over {told['key']}", sizes(told))
            units = told["units"]
            rows = [
                [f"{label}, {units[key]}" if units[key] else label, *(row[key] for row in told["texts"])]
                for key, label in told["labels"].items()
            ]
            places = range(len(told["values"]))
            fold = ["1/13", *(f"{1 + 3 * (place % 4)}/{4 + 3 * (place % 4)}" for place in places)]
            table(["figure", *told["values"]], rows, {place + 1 for place in places}, None, fold)
            say("In brackets: the 95% interval of an estimate. What has none is exact.", "soft")

    async def _plane(self) -> None:
        told = await self._work(EntropyPlane(self.game), "Playing every secret with every entropy")
        if told is None:
            return
        with self.room:
            say(f"Expected steps of each entropy of Sharma and Mittal; the best is {told['best']:.4f}.")
            chart("Expected steps by order and degree", plane(told))
            rows = [[name, f"{mean:.4f}"] for name, mean in told["named"].items()]
            table(["entropy", "expected steps"], rows, {1})


def _step_figures(told: dict[str, Any]) -> list[list[str]]:
    """The figures of an evaluation or of a solution, as far as they are known."""
    shown = {"secrets": told["secrets"], "total": told["total"], "mean": told["mean"], "longest play": told["worst"]}
    return [
        [name, f"{value:.4f}" if name == "mean" else f"{value:,}"] for name, value in shown.items() if value is not None
    ]


def _value(figure: dict[str, Any]) -> str:
    """A figure with its unit."""
    return figure["text"] if figure["value"] is None else f"{figure['text']} {figure['unit'].strip('%')}".strip()


def chart(title: str, options: dict[str, Any]) -> None:
    """A chart with its title."""
    with ui.element("div").classes("card"):
        heading(title, 2)
        whole = {"animation": False, "textStyle": {"fontFamily": "system-ui, sans-serif"}, **options}
        made = ui.echart(whole, renderer="svg").classes("chart")
        made.props(f'role="img" aria-label="{title}"')


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


def first_moves(told: dict[str, Any]) -> dict[str, Any]:
    """How the bits of first moves are spread: one bar for each different value."""
    openings = sorted(told["first_moves"]["openings"], key=lambda o: o["bits"])
    counts = [o["count"] for o in openings]
    bars = {"type": "bar", "data": counts, "itemStyle": {"color": BLUE}, "emphasis": STEADY}
    options = _axes("bits", "first moves", "category", [f"{o['bits']:.2f}" for o in openings])
    options["yAxis"]["scale"] = False  # bars begin at 0
    options["grid"]["top"] = 20  # there is no legend
    return options | {"series": [bars]}


def fan(told: dict[str, Any]) -> dict[str, Any]:
    """Quantiles of the bits that are missing, step by step."""
    steps = told["steps"]
    lines = (
        ("q100", "most", SOFT, "dotted"),
        ("q75", "upper quarter", BLUE, "dashed"),
        ("mean", "mean", ORANGE, "solid"),
        ("q25", "lower quarter", BLUE, "dashed"),
        ("q0", "least", SOFT, "dotted"),
    )
    series = [
        {
            "type": "line",
            "name": name,
            "data": [[step["step"], step[key]] for step in steps],
            "lineStyle": {"color": colour, "type": style, "width": 3 if key == "mean" else 2},
            "itemStyle": {"color": colour},
            "symbol": "circle",
            "emphasis": STEADY,
        }
        for key, name, colour, style in lines
    ]
    return _axes("step", "bits") | {"legend": LEGEND, "series": series}


def sizes(told: dict[str, Any]) -> dict[str, Any]:
    """Some figures over sizes."""
    marks = ("circle", "rect", "triangle", "diamond")
    series = [
        {
            "type": "line",
            "name": told["labels"][key],
            "data": [row[key] for row in told["rows"]],
            "symbol": mark,
            "symbolSize": 9,
            "emphasis": STEADY,
        }
        for key, mark in zip(SWEPT, marks, strict=True)
    ]
    options = _axes(told["key"], "", "category", [str(row["value"]) for row in told["rows"]])
    palette = {"color": [BLUE, ORANGE, GREEN, PINK], "legend": LEGEND}
    return options | palette | {"series": series}


def plane(told: dict[str, Any]) -> dict[str, Any]:
    """Expected steps as a map of order and degree."""
    cells = [[i, j, round(mean, 4)] for i, row in enumerate(told["means"]) for j, mean in enumerate(row)]
    values = [cell[2] for cell in cells]
    options = _axes("order", "degree", "category", told["orders"])
    options["yAxis"] |= {"type": "category", "data": told["degrees"]}
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


class Standings:
    """The results of tournaments, live: new ones join the list, and one that runs is shown as it goes."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.seen: str | None = None

    def build(self) -> None:
        """Lay it out; what takes time comes later, so that the page waits for nothing."""
        hint = "There are no results here. `sleuth tournament run CONFIG` makes some, in the folder of --results."
        self.none = say(hint, "soft")
        self.select = ui.select({}, label="tournament", on_change=self._look).props("outlined dense")
        self.select.classes("field wide")
        self.room = ui.element("div").classes("tournament flow")
        for one in (self.none, self.select):
            one.set_visibility(False)
        ui.timer(EVERY_SECONDS, self._tick)

    async def _tick(self) -> None:
        now = await heard(self.service.tournaments_now())
        if now != self.seen:
            self.seen = now
            await self._list()
            await self._look()

    async def _list(self) -> None:
        found = await heard(self.service.tournaments())
        names = {one.name: f"{one.name} ({one.trials:,} of {one.total:,} trials)" for one in found}
        self.none.set_visibility(not names)
        self.select.set_visibility(bool(names))
        chosen = self.select.value if self.select.value in names else next(iter(names), None)
        if names != self.select.options or chosen != self.select.value:
            self.select.set_options(names, value=chosen)

    async def _look(self) -> None:
        name = str(self.select.value or "")
        if not name:
            self.room.clear()
            return
        try:
            told = await heard(self.service.tournament(name))
        except SleuthError as error:
            self.room.clear()
            with self.room:
                say(sentence(str(error)), "wrong")
            return
        if name != self.select.value:
            return  # another one was chosen meanwhile
        self.room.clear()
        with self.room:
            show_tournament(name, told)


def show_tournament(name: str, told: dict[str, Any]) -> None:
    """Means with intervals."""
    say(f"{name}: {told['trials']:,} of {told['total']:,} trials{', running' if told['running'] else ''}.")
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
        for cell in told["cells"]
    ]
    heads = ["game", "agent", "trials", "mean steps", "95% interval", "worst", "ms a move"]
    table(heads, rows, {2, 3, 4, 5, 6}, {0, 1}, ("1/8", "8/13", "1/3", "3/5", "5/9", "9/11", "11/13"))
