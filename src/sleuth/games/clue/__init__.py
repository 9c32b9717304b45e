"""Games with several players who each know something else."""

from sleuth._exports import export_stub

export_stub(__name__)
