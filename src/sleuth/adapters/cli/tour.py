"""The tour: every game of the catalogue, solved once before your eyes."""

from __future__ import annotations

import sys
from os.path import relpath
from shutil import which

from sleuth.adapters.cli.listings import list_entries
from sleuth.adapters.cli.screen import Screen
from sleuth.app.catalogue import games
from sleuth.app.perform import perform
from sleuth.app.tour import Tour, tour_shows
from sleuth.app.watch import Show
from sleuth.show.board import board
from sleuth.show.figures import entropy_bar

NEXT = (
    ("play wordle", "you ask, Sleuth answers"),
    ('assist mastermind --history "0011=1.0"', "what to ask next, and why"),
    ("watch bulls-and-cows --secret 3970", "a strategy at work"),
    ("evaluate mastermind --strategy minimax", "every secret at once"),
)


def show_tour(screen: Screen) -> None:
    """List the games, then solve one secret of each with the strategy that suits it."""
    if screen.as_json:
        screen.json(perform(Tour()).as_json())
        return
    list_entries(games(), screen)
    screen.show("")
    for show in tour_shows():
        if isinstance(show, str):
            screen.say(show)
        else:
            _show_play(show, screen)
    name = "sleuth" if which("sleuth") else relpath(sys.argv[0])
    screen.show("Try next:", *(f"  {name} {words:<41} {what}" for words, what in NEXT))


def _show_play(show: Show, screen: Screen) -> None:
    info = start = show.info
    game = start.game
    screen.out.rule(f"{game}", align="left")
    screen.show(f"{game.summary()} {start.size:,} secrets, {start.entropy:.2f} bits.")
    screen.show(entropy_bar(start.entropy, start.entropy))
    for turn in show.turns():
        info = turn.after
        asked, said = game.format_action(turn.decision.action), game.format_feedback(turn.feedback)
        screen.show(f"{len(info.history):>3}. {asked} = {said}", entropy_bar(info.entropy, start.entropy))
    screen.show("", board(info, show.oracle.reveal()), "")
