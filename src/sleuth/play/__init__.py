"""Oracles, the play loop, records, evaluation and tournaments."""

from sleuth._exports import export_stub

export_stub(__name__)
