"""The conformance kit: run it on a game, an information set or a strategy of your own.

`brute_force` and `listing` give a second opinion on any small game, by trying and listing everything.
"""

from sleuth.testing.belief import check_belief
from sleuth.testing.brute_force import Optimum, Replay, best_tree, replay
from sleuth.testing.game import check_game
from sleuth.testing.listing import fewest_questions, posterior, predicted
from sleuth.testing.nasty_catalogue import nasty_game
from sleuth.testing.strategy import check_strategy

__all__ = [
    "Optimum",
    "Replay",
    "best_tree",
    "check_belief",
    "check_game",
    "check_strategy",
    "fewest_questions",
    "nasty_game",
    "posterior",
    "predicted",
    "replay",
]
