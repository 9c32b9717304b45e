"""Exact solving: bounds, symmetry, branch and bound, and proofs of what was found."""

from sleuth.solve.solver import MEAN, OBJECTIVES, WORST, Solution, solve, solve_set

__all__ = ["MEAN", "OBJECTIVES", "WORST", "Solution", "solve", "solve_set"]
