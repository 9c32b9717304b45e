"""The tour: every game of the catalogue, solved once before your eyes."""

from __future__ import annotations

import sys
from os.path import relpath
from shutil import which
from typing import Any

import numpy as np

from sleuth.adapters.cli.browse import list_entries
from sleuth.adapters.cli.screen import Screen
from sleuth.app.catalogue import games
from sleuth.belief.begin import begin
from sleuth.core.errors import SleuthError
from sleuth.games.catalogue import game_names, parse_game
from sleuth.play.match import turns
from sleuth.play.opening import settle
from sleuth.play.oracles import Truthful
from sleuth.show.board import board
from sleuth.show.figures import entropy_bar
from sleuth.strategies.catalogue import parse_strategy, usual_strategy

TOUR_SEED = 7
NEXT = (
    ("play wordle", "you ask, Sleuth answers"),
    ('assist mastermind --history "0011=1.0"', "what to ask next, and why"),
    ("watch bulls-and-cows --secret 3970", "a strategy at work"),
    ("evaluate mastermind --strategy minimax", "every secret at once"),
)


def give_tour(screen: Screen) -> None:
    """List the games, then solve one secret of each with the strategy that suits it."""
    if not screen.as_json:
        list_entries(games(), screen)
        screen.show("")
    told: list[dict[str, Any]] = []
    for number, name in enumerate(game_names()):
        rng = np.random.default_rng([TOUR_SEED, number])
        try:
            game, secret = settle(parse_game(name), rng)
            with screen.progress() as progress:
                start = begin(game, progress=progress)
        except SleuthError as error:
            screen.say(f"{name} is left out: {error}")
            continue
        player = parse_strategy(usual_strategy(game))
        secret = start.sample(rng)[0] if secret is None else secret
        entropies = [start.entropy]
        if not screen.as_json:
            screen.out.rule(f"{game}", align="left")
            screen.show(f"{game.summary()} {start.size:,} secrets, {start.entropy:.2f} bits.")
            screen.show(entropy_bar(start.entropy, start.entropy))
        info = start
        for turn in turns(start, player, Truthful(game, secret), rng=rng):
            info = turn.after
            entropies.append(info.entropy)
            if not screen.as_json:
                asked, said = game.format_action(turn.decision.action), game.format_feedback(turn.feedback)
                screen.show(f"{len(info.history):>3}. {asked} = {said}", entropy_bar(info.entropy, start.entropy))
        told.append(
            {
                "game": str(game),
                "secret": game.format_secret(secret),
                "steps": len(info.history),
                "entropies": entropies,
            }
        )
        if not screen.as_json:
            screen.show("", board(info, secret), "")
    if screen.as_json:
        screen.json({"tour": told})
        return
    name = "sleuth" if which("sleuth") else relpath(sys.argv[0])
    screen.show("Try next:", *(f"  {name} {words:<41} {what}" for words, what in NEXT))
