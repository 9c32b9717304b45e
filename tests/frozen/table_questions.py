"""Questions to games of several players: on the command line, over the API, and from a seat."""

from __future__ import annotations

import json

RACE = "guess-who-race:faces=6"
DEAL = "watch clue --seed 1 --record it.record"
ROUND = "watch myst:m=3,n=2 --seed 4 --record it.record"
LAP = f"watch {RACE} --seed 4 --strategy halving --record it.record"

BEN = "Ben: White, Peacock, Scarlet, Lead Pipe, Lounge, Ballroom"

MYST = (
    *(f"myst value --m {m} --n {n}" for m, n in ((1, 1), (1, 3), (2, 3), (4, 4), (10, 10))),
    "myst value --m 1 --n 1 --bluff --situations 0",
    "myst value --m 2 --n 1 --bluff --situations 0",
    *(
        f"myst solvable --m {m} --n {n} --p {p} --q {q}"
        for m, n, p, q in ((1, 1, 2, 1), (2, 1, 2, 2), (2, 1, 3, 2), (2, 2, 3, 5), (4, 1, 3, 6))
    ),
    *(
        f"myst check '{formula}' --log myst.log"
        for formula in (
            "h(3,s2)", "K(2, h(1,s1))", "!K(1, h(2,s5))", "K(3, K(1, h(3,s2)))", "h(0,s3) & h(0,s4)", "h(9,s2)",
        )
    ),
    "myst check 'h(3,s2)' --log none.log",
    "myst solvable --m 0 --n 1 --p 2 --q 1",
)  # fmt: skip

SEATED: dict[str, tuple[str, ...]] = {
    "seats": (
        "strategies clue",
        "strategies myst",
        "strategies guess-who-race",
        "watch guess-who-race --seed 1",
        f"watch {RACE} --seed 2 --strategy 'random vs halving'",
        f"watch {RACE},rule=one --seed 2",
        "watch myst --seed 1",
        "watch myst:m=3,n=2 --seed 3 --strategy 'entropy vs most-likely'",
        "watch myst:m=2,n=2,p=3 --seed 3 --strategy 'race vs random vs heuristic'",
        "watch clue --seed 1",
        "watch clue:hands=9-9 --seed 2 --strategy 'most-likely vs heuristic'",
        "watch clue:hands=6-6-6,drawn_rooms=true --seed 3 --strategy 'heuristic vs most-likely'",
        *(f"{game} && {what} it.record" for game in (DEAL, ROUND, LAP) for what in ("grade", "replay")),
        f"tournament seats {RACE} halving --games 6 --seed 1",
        f"tournament seats {RACE} optimal-race halving --games 20 --seed 1",
        "tournament seats guess-who-race optimal-race random --games 6 --seed 2",
        "tournament seats myst heuristic most-likely --games 6",
        "tournament seats myst:m=3,n=2,p=3 race heuristic random --games 6 --seed 3",
        "tournament seats clue heuristic most-likely --games 3 --seed 1",
        "tournament seats chess random",
        f"tournament seats {RACE} chess",
        "play guess-who-race:faces=4 --seed 1 < hint;2",
        "play myst --seed 1 < s1",
        "check guess-who-race:faces=4",
        "check myst",
    ),
    "clue-review": (
        "clue review evening.log",
        "clue review cabin.log",
        "clue review clue.log --solution 'Green, Revolver, Kitchen'",
        f"clue review clue.log --solution 'Green, Revolver, Kitchen' --hands '{BEN}'",
        f"{DEAL} && clue review it.record",
        "clue review clue.log",
        "clue review clue.log --solution 'Green, Revolver'",
        "clue review clue.log --solution 'Plum, Revolver, Kitchen'",
        "clue review bad.log --solution 'Green, Revolver, Kitchen'",
        "clue review none.log",
    ),
    "clue-assist": (
        "clue assist --log cabin.log",
        "clue assist --log evening.log",
        "clue assist --log evening.log --habits usual",
        "clue assist --log clue.log --shows repeat",
        "clue assist --log clue.log --habits usual --seed 2",
        "clue assist --log clue.log --suppose 'h(Cat,Revolver)'",
        "clue assist --log clue.log --suppose 'Ann: Green, Knife, Hall -> none'",
        "clue assist --log clue.log --suppose 'h(Ben,Green)'",
        "clue assist --log clue.log --ask 'Green, Revolver, Kitchen'",
        "clue assist --log clue.log --rooms 'Hall, Study'",
        "clue assist --log clue.log --why 'h(Cat,Wrench)'",
        "clue assist --log clue.log --why 'h(Cat,Green)'",
        "assist clue --history 'players: Ann 6, Ben 6, Cat 6;Ann: Plum, Rope, Hall -> none'",
        "play clue --seed 1 < Plum, Rope, Hall;notebook",
    ),
}
"""What to ask the command line, with `--json`."""


def seat(begin: str, *lines: str) -> str:
    """A table from its beginning, with a person in one seat."""
    return "\n".join((f"begin {begin}", *lines))


def act(action: str, chances: bool = False) -> str:
    """A line in which the person acts."""
    return f"act {json.dumps({'action': action} | ({'chances': True} if chances else {}))}"


TABLES: dict[str, tuple[str, ...]] = {
    "tables": (
        seat(
            '{"game": "guess-who-race:faces=8", "seed": 1}',
            "look",
            'look {"chances": true}',
            "hint",
            act("1-4"),
            act("rubbish"),
            "hint",
            act("1"),
            act("2"),
            "look",
        ),
        seat('{"game": "guess-who-race:faces=8", "seed": 2, "seat": 2, "opponents": ["halving"]}', "hint", act("1-4")),
        seat(
            '{"game": "myst:m=2,n=2", "seed": 3, "names": ["Ben"]}',
            'look {"chances": true}',
            "hint",
            act("s1"),
            "hint",
            act("s99"),
            act("nothing"),
            "look",
        ),
        seat('{"game": "myst:m=2,n=1,p=3", "seed": 5, "seat": 3, "opponents": ["heuristic", "random"]}', "hint"),
        seat(
            '{"game": "clue", "seed": 1, "opponents": ["most-likely", "heuristic"]}',
            'look {"chances": true}',
            "hint",
            act("Mustard, Candlestick, Ballroom", chances=True),
            act("nothing"),
            "look",
            "hint",
            act("accuse Mustard, Candlestick, Ballroom"),
            act("nothing"),
        ),
        seat('{"game": "clue:players=4,public=2", "seed": 4, "seat": 2, "opponents": ["heuristic"]}', "look", "hint"),
        seat('{"game": "clue:edition=classic-board", "seed": 6}', "look", "hint", act("stay")),
    ),
}
"""What to ask at a table, line by line."""


def watched(body: str, *lines: str) -> str:
    """A game that is watched over the API; `{record}` is its record."""
    return "\n".join((f"POST /api/tables/watch {body}", *lines))


REVIEW = 'POST /api/tables/review {"record": "{record}"}'

TABLE_REQUESTS: dict[str, tuple[str, ...]] = {
    "api-tables": (
        watched('{"game": "guess-who-race:faces=6", "players": "halving", "seed": 4}', REVIEW),
        watched('{"game": "guess-who-race:faces=6", "seed": 4}'),
        watched('{"game": "guess-who-race:faces=6,rule=one", "players": "halving vs random", "seed": 1}'),
        watched('{"game": "myst", "seed": 1}', REVIEW),
        watched('{"game": "myst:m=2,n=2", "players": "most-likely vs heuristic", "seed": 2}'),
        watched('{"game": "clue", "seed": 1}', REVIEW),
        watched('{"game": "clue:hands=9-9", "players": "heuristic vs random", "seed": 3}'),
        watched('{"game": "mastermind"}'),
        watched('{"game": "clue", "players": "chess"}'),
        'POST /api/tables/review {"record": "rubbish"}',
        'POST /api/clue/assist {"log": "players: Ann 6, Ben 6, Cat 6\\nme: Ann\\n'
        'hand: Mustard, Plum, Knife, Rope, Hall, Study\\nAnn: Green, Wrench, Library -> Ben no, Cat shows Wrench", '
        '"why": "h(Cat,Wrench)", "rooms": "Hall, Study"}',
        'POST /api/clue/assist {"log": "players: Ann 6, Ben 6, Cat 6\\nrubbish\\nAnn: Plum, Rope, Hall -> none", '
        '"tolerant": true, "shows": "any", "habits": "usual"}',
        'POST /api/myst/value {"m": 3, "n": 3}',
    ),
}
"""What to ask over the API."""
