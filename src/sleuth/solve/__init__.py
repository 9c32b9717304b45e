"""Exact solving: bounds, symmetry, branch and bound, and proofs of what was found."""

from sleuth._exports import export_stub

export_stub(__name__)
