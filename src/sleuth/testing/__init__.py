"""The conformance kit: run it on a game, an information set or a strategy of your own."""

from sleuth.testing.belief import check_belief
from sleuth.testing.game import check_game
from sleuth.testing.strategy import check_strategy

__all__ = ["check_belief", "check_game", "check_strategy"]
