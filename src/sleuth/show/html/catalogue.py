"""Which function shows which class. They are loaded when something is shown."""

from __future__ import annotations

from sleuth.core.registry import DISPLAYS, SVG_DISPLAYS, TREE_FORMATS

_SHOWN = {
    "sleuth.belief.base:InformationSet": ("sets:information_set", "sets:set_drawing"),
    "sleuth.belief.outcomes:Outcomes": ("sets:outcomes", ""),
    "sleuth.belief.seat_set:SeatSet": ("sets:seat_set", "sets:seat_drawing"),
    "sleuth.strategies.decision:Decision": ("decisions:decision", ""),
    "sleuth.strategies.tree:Tree": ("trees:tree", "trees:tree_drawing"),
    "sleuth.solve.method:SolutionDisplay": ("figures:solution", "figures:solution_drawing"),
    "sleuth.play.evaluation:EvaluationDisplay": ("figures:evaluation", "figures:evaluation_drawing"),
    "sleuth.play.record:Record": ("plays:record", ""),
    "sleuth.play.table:Table": ("plays:table_record", ""),
    "sleuth.play.tournament.report:Summary": ("figures:summary", ""),
    "sleuth.play.tournament.store:Results": ("figures:results", ""),
    "sleuth.show.play_strip:PlayStrip": ("strips:strip", "strips:strip_drawing"),
}
"""For each class the function that gives its HTML, and the one that gives its drawing, if there is one."""
_HERE = __name__.rpartition(".")[0]

for _kind, (_html, _svg) in _SHOWN.items():
    DISPLAYS.add(_kind, f"{_HERE}.{_html}")
    if _svg:
        SVG_DISPLAYS.add(_kind, f"{_HERE}.{_svg}")
TREE_FORMATS.add("svg", "sleuth.show.svg.tree:tree_file")
TREE_FORMATS.add("html", "sleuth.show.html.explorer:page")
