"""The ids under which `gymnasium.make` knows the games of one player.

Gymnasium 1.x looks for no entry points of other packages, so a module is imported first, or named in the id:
`gymnasium.make("sleuth.gym:sleuth/Mastermind-v0")`.
"""

from __future__ import annotations

import re

import gymnasium

from sleuth.core.game_spec import game_names

NAMESPACE, VERSION = "sleuth", 0
ANY = "Game"
"""The name of the environment that takes any game."""
ENTRY_POINT = "sleuth.adapters.gymnasium.environment:DeductionEnv"
VECTOR_ENTRY_POINT = "sleuth.adapters.gymnasium.vector:VectorDeductionEnv"
_BETWEEN = re.compile(r"[\W_]+")


def environment_id(name: str, text: bool = False) -> str:
    """The id of the environment of a game: `sleuth/BullsAndCows-v0` for `bulls-and-cows`."""
    title = "".join(part[:1].upper() + part[1:] for part in _BETWEEN.split(name))
    return f"{NAMESPACE}/{title}{'-text' if text else ''}-v{VERSION}"


def register_environments() -> list[str]:
    """Register an environment for every game of one player and one for any, each in numbers and in texts; their ids.

    What is registered stays as it is, so this may be called again once other games have joined the catalogue.
    """
    games: dict[str, dict[str, object]] = {environment_id(name): {"game": name} for name in game_names()}
    texts = {environment_id(name, text=True): {"game": name, "text": True} for name in game_names()}
    games.setdefault(environment_id(ANY), {})
    texts.setdefault(environment_id(ANY, text=True), {"text": True})
    for id, keywords in {**games, **texts}.items():
        if id not in gymnasium.registry:
            vector = VECTOR_ENTRY_POINT if id in games else None
            gymnasium.register(id, ENTRY_POINT, kwargs=keywords, vector_entry_point=vector)
    return [*games, *texts]
