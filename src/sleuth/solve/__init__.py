"""Exact solving, bounds, strategy trees and their verifier."""
