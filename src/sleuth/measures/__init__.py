"""Measures of uncertainty, as pure functions of probabilities."""
