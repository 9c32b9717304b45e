"""The conformance kit: run it on a game, an information set or a strategy of your own.

`brute_force` and `listing` give a second opinion on any small game, by trying and listing everything.
"""

from sleuth._exports import export_stub

export_stub(__name__)
