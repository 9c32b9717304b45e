"""Exact solving: bounds, symmetry, branch and bound, and proofs of what was found."""

from sleuth.solve.certificate import Certificate, certify, save_tree, tree_of
from sleuth.solve.door import check_options, method_of, solve
from sleuth.solve.method import MEAN, OBJECTIVES, WORST, Method, Solution

__all__ = [
    "MEAN",
    "OBJECTIVES",
    "WORST",
    "Certificate",
    "Method",
    "Solution",
    "certify",
    "check_options",
    "method_of",
    "save_tree",
    "solve",
    "tree_of",
]
