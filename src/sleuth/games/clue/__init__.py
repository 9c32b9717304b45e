"""MYST and Clue: several players, who each know something else."""

from sleuth._exports import export_stub
from sleuth.core.registry import KERNELS

export_stub(__name__)
for _part in ("deals", "race", "plans"):
    KERNELS.add(f"clue {_part}", f"{__name__}.kernels.{_part}:warm")
