"""The catalogue: the folder of each game, in the order in which games are listed. Each registers what it brings.

Delete a folder, and the game is gone. A game that is no more than its rules may be one file, and a line here:
`register_game("sleuth.games", "my-game", "my_game:MyGame")`. Other people's games join through the entry point group
`sleuth.games`, or as a file.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

FOLDERS = (
    "codes",
    "fake_coin",
    "treasure_hunt",
    "low_middle_high",
    "black_box",
    "wordle",
    "guess_who",
    "guess_who_race",
    "number",
    "ulam",
    "battleship",
    "hangman",
    "clue",
)

POPULAR = (
    "wordle",
    "mastermind",
    "bulls-and-cows",
    "battleship",
    "clue",
    "hangman",
    "guess-who",
    "black-box",
    "fake-coin",
    "number",
    "treasure-hunt",
    "low-middle-high",
    "ulam",
    "sploosh-kaboom",
    "simple-mastermind",
)
"""What people look for, in this order; other games come after these."""

for _folder in FOLDERS:
    if find_spec(f"sleuth.games.{_folder}") is not None:
        import_module(f"sleuth.games.{_folder}")
