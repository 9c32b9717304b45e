"""Guess Who as a race of two players."""

from sleuth.core.registry import SEAT_STRATEGIES, register_table

register_table(
    __name__,
    "guess-who-race",
    "rules:GuessWhoRace",
    belief="belief:RaceSet",
    solver="solver:solver",
    board="board.text:board",
    picture="board.svg:picture",
)
for _player in ("optimal-race:OptimalRace", "halving:Halving"):
    _name, _, _kind = _player.partition(":")
    SEAT_STRATEGIES.add(_name, f"{__name__}.players:{_kind}")
