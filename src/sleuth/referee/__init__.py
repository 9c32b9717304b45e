"""Every question of any agent graded: prompts, tolerant reading, verdicts, rewards."""

from sleuth._exports import export_stub

export_stub(__name__)
