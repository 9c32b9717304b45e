"""Tournaments: games x sizes x agents x trials x seeds, into one results file.

>>> config = Config.of(["fake-coin:coins=9"], ["random", "entropy"], trials=20)
>>> config.total
40
"""

from sleuth._exports import export_stub

export_stub(__name__)
