"""From an information set to a decision."""

from sleuth._exports import export_stub

export_stub(__name__)
