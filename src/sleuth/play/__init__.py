"""Oracles, matches, records and tournaments."""
