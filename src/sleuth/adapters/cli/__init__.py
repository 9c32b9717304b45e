"""The command line."""

from sleuth.adapters.cli.app import main

__all__ = ["main"]
