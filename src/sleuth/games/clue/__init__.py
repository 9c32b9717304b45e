"""MYST and Clue: several players, who each know something else."""

from sleuth._exports import export_stub
from sleuth.core.registry import DISPLAYS, KERNELS, SEAT_STRATEGIES, SVG_DISPLAYS, register_table

export_stub(__name__)
for _part in ("deals", "race", "plans"):
    KERNELS.add(f"clue {_part}", f"{__name__}.kernels.{_part}:warm")
for _name, _rules in (("clue", "rules.clue:Clue"), ("myst", "rules.myst:Myst")):
    register_table(
        __name__,
        _name,
        _rules,
        belief="belief.card_set:CardSet",
        board="board.text:board",
        picture="board.picture:picture",
    )
DISPLAYS.add(f"{__name__}.belief.counting:Position", f"{__name__}.board.html:position")
for _kind, _display in (("card_set:CardSet", "card_set"), ("clue_log:ClueLog", "clue_log")):
    DISPLAYS.add(f"{__name__}.belief.{_kind}", f"{__name__}.board.html:{_display}")
    SVG_DISPLAYS.add(f"{__name__}.belief.{_kind}", f"{__name__}.board.html:{_display}_drawing")
for _name, _player in {
    "heuristic": "agents:HeuristicAgent",
    "most-likely": "agents:LikelyAgent",
    "entropy": "racing:EntropyAgent",
    "race": "racing:RaceAgent",
    "ismcts": "ismcts:TreeAgent",
    "camouflage": "agents:CamouflageAgent",
    "equilibrium": "equilibrium_play:EquilibriumAgent",
}.items():
    SEAT_STRATEGIES.add(_name, f"{__name__}.players.{_player}")
