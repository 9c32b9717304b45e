"""Questions to the API: all routes but `ready` and those of rooms and runs, and a play of most games."""

from __future__ import annotations

from tests.frozen.table_questions import TABLE_REQUESTS

SERVED = (
    "mastermind", "simple-mastermind", "bulls-and-cows", "fake-coin", "treasure-hunt", "low-middle-high", "black-box",
    "wordle", "guess-who", "number", "ulam", "battleship", "sploosh-kaboom", "number@noise",
    "ulam:numbers=100@lies:most=1", "wordle@fibble", "mastermind:pegs=3,colours=4@lies:most=1",
    "hangman:lengths=5@half-lies:most=1",
)  # fmt: skip


def post(path: str, body: str) -> str:
    return f"POST /api/{path} {body}"


def play(body: str, *lines: str) -> str:
    """A play from its beginning: the first line starts it."""
    return "\n".join((post("plays", body), *lines))


OPENINGS = {
    "simple-mastermind:pegs=3,colours=3": "012",
    "bulls-and-cows:length=3,symbols=6": "012",
    "fake-coin:coins=6": "1,2/3,4",
    "treasure-hunt": "1,2",
    "low-middle-high": "4-6",
    "black-box:size=3,atoms=2": "1",
    "guess-who": "hat:yes",
    "number": "50",
    "ulam:numbers=16": "1-8",
    "sploosh-kaboom": "4,4",
    "number:numbers=20@noise": "10",
    "ulam:numbers=100@lies:most=1": "1-50",
    "hangman:lengths=5@half-lies:most=1": "e",
}
"""A first action for each game."""

REQUESTS: dict[str, tuple[str, ...]] = {
    "api": (
        "GET /api/health",
        "GET /api/games",
        post("rules", '{"game": "number@lies:most=1"}'),
        post("rules", '{"game": "clue"}'),
        "GET /api/strategies",
        "GET /api/tournaments",
        "GET /api/tournaments/cup",
        "GET /api/tournaments/none",
        "GET /api/nothing",
        "GET /api/openapi.json",
        post("answers", '{"game": "mastermind", "action": "0123"}'),
        post("answers", '{"game": "number:numbers=9@lies:most=1", "action": "5", "history": "3=lower"}'),
        post("answers", '{"game": "battleship:size=5,fleet=3-2", "action": "3,3", "history": "3,2=hit"}'),
        post("answers", '{"game": "number", "action": "700"}'),
        post("feedback", '{"game": "mastermind", "action": "0123", "secret": "3210"}'),
        post("feedback", '{"game": "battleship:size=3,fleet=2", "action": "1,1", "secret": "1,1-1,2", "history": ""}'),
        post("feedback", '{"game": "mastermind", "action": "0123", "secret": "99"}'),
        post("grade", '{"game": "mastermind:pegs=3,colours=4", "history": "012=1.0;033=0.0"}'),
        post("grade", '{"game": "number:numbers=9@lies:most=1", "history": "5=lower;5=higher"}'),
        post("story", '{"game": "mastermind:pegs=3,colours=4", "history": "012=1.0;033=0.0"}'),
        post("story", '{"game": "wordle", "history": "crane=-----;soily=---gg", "secret": "fully"}'),
        post("story", '{"game": "number:numbers=9", "history": "5=lower", "secret": "8"}'),
        post("grade", '{"game": "battleship:size=4,fleet=2", "history": "2,2=hit;2,3=miss"}'),
        post("evaluate", '{"game": "mastermind:pegs=3,colours=4", "strategy": "minimax", "first": "012"}'),
        post("evaluate", '{"game": "battleship:size=3,fleet=2"}'),
        post("evaluate", '{"game": "mastermind:pegs=3,colours=4", "strategy": "maheshwari-singhvi"}'),
        post("solve", '{"game": "mastermind:pegs=3,colours=4", "seconds": 10}'),
        post("solve", '{"game": "guess-who", "objective": "worst"}'),
        post("solve", '{"game": "mastermind:pegs=3,colours=4@lies:most=1"}'),
        post("solve", '{"game": "mastermind", "seconds": 0}'),
        post("analyse", '{"game": "mastermind:pegs=2,colours=3", "versus": "number:numbers=5", "seed": 1}'),
        post("clue/assist", '{"log": "players: Ann 6, Ben 6, Cat 6\\nAnn: Plum, Rope, Hall -> none"}'),
        post("clue/assist", '{"log": "edition: none"}'),
        post("myst/value", '{"m": 2, "n": 2}'),
        post("myst/value", '{"m": 2, "n": 1, "bluff": true}'),
        post("myst/value", '{"m": 0, "n": 2}'),
    ),
    "api-assist": (
        *(post("assist", f'{{"game": "{game}"}}') for game in SERVED),
        post("assist", '{"game": "number", "history": "50=lower;60=higher"}'),
        post("assist", '{"game": "number:numbers=9@lies:most=1", "history": "5=lower;5=higher;5=lower;5=higher"}'),
        post("assist", '{"game": "battleship:size=5,fleet=3-2", "history": "3,3=sunk"}'),
        post("assist", '{"game": "mastermind:pegs=3,colours=4", "history": "012=3.0"}'),
        post("assist", '{"game": "mastermind", "history": "0011=1.0", "strategy": "parts"}'),
        post("assist?board=true", '{"game": "mastermind:pegs=3,colours=4", "history": "012=1.0"}'),
        post("assist?board=true", '{"game": "battleship:size=3,fleet=2", "history": "2,2=hit"}'),
        post("assist", '{"game": "mastermind", "strategy": "tree:file=none.json"}'),
        post("assist", '{"game": "mastermind", "strategy": "berlekamp"}'),
        post("assist", '{"game": "wordle:answers=none.txt"}'),
        post("assist", '{"game": "mastermind:pegs=8,colours=9"}'),
        post("assist", '{"game": "mastermind", "more": 1}'),
        post("assist", "{"),
    ),
    "api-plays": (
        play(
            '{"game": "mastermind:pegs=3,colours=4", "seed": 3}',
            "GET /api/plays/{id}/hint",
            'POST /api/plays/{id}/ask {"action": "012"}',
            'POST /api/plays/{id}/ask {"action": "rubbish"}',
            "POST /api/plays/{id}/undo",
            'POST /api/plays/{id}/ask {"action": "333"}',
            "GET /api/plays/{id}",
            "GET /api/plays/{id}/grade",
            "GET /api/plays/{id}/story",
            "POST /api/plays/{id}/give-up",
            "GET /api/plays/{id}/grade",
            'POST /api/plays/{id}/ask {"action": "012"}',
            "POST /api/plays/{id}/undo",
            "POST /api/plays/{id}/share",
            "GET /api/shared/{id}",
        ),
        play(
            '{"game": "number:numbers=7", "oracle": "adversarial"}',
            'POST /api/plays/{id}/ask {"action": "4"}',
            "GET /api/plays/{id}/hint",
            "POST /api/plays/{id}/give-up",
            "GET /api/plays/{id}/grade",
        ),
        play(
            '{"game": "mastermind:pegs=2,colours=3@lies:most=1", "oracle": "truthful", "seed": 1}',
            'POST /api/plays/{id}/ask {"action": "01"}',
            'POST /api/plays/{id}/ask {"action": "01"}',
            "GET /api/plays/{id}/hint",
            "POST /api/plays/{id}/give-up",
            "GET /api/plays/{id}/grade",
        ),
        play(
            '{"game": "battleship:size=3,fleet=2", "seed": 1, "strategy": "blend"}',
            'POST /api/plays/{id}/ask {"action": "2,2"}',
            'POST /api/plays/{id}/ask {"action": "2,2"}',
            "GET /api/plays/{id}/hint",
            "GET /api/plays/{id}?board=true",
            "POST /api/plays/{id}/give-up",
        ),
        play(
            '{"game": "hangman", "seed": 2}',
            'POST /api/plays/{id}/ask {"action": "e"}',
            "GET /api/plays/{id}/hint",
            "POST /api/plays/{id}/share",
            "GET /api/shared/{id}",
        ),
        play('{"game": "mastermind", "oracle": "me"}'),
        play('{"game": "mastermind", "oracle": "lying"}'),
        "GET /api/plays/none\nGET /api/shared/none\nPOST /api/plays/none/undo",
    ),
    "api-games": tuple(
        play(
            f'{{"game": "{game}", "oracle": "truthful", "seed": 3}}',
            f'POST /api/plays/{{id}}/ask {{"action": "{action}"}}',
            "GET /api/plays/{id}/hint",
            "POST /api/plays/{id}/give-up",
            "GET /api/plays/{id}/grade",
        )
        for game, action in OPENINGS.items()
    ),
    "api-studies": (
        "GET /api/schema?name=Solve",
        "GET /api/schema?name=Nothing",
        post("watch", '{"game": "mastermind:pegs=3,colours=4", "secret": "321"}'),
        post("watch", '{"game": "number:numbers=9", "oracle": "adversarial", "strategy": "minimax"}'),
        post("watch", '{"game": "number:numbers=9@lies:most=1", "seed": 4}'),
        post("parts", '{"game": "mastermind:pegs=3,colours=4", "history": "012=1.0", "action": "033"}'),
        post("parts", '{"game": "battleship:size=3,fleet=2", "action": "2,2"}'),
        post("parts", '{"game": "number:numbers=9@lies:most=1", "action": "5"}'),
        post("solve", '{"game": "mastermind:pegs=3,colours=4", "objective": "worst"}'),
        post("solve", '{"game": "mastermind:pegs=3,colours=4", "objective": "within=3"}'),
        post("solve", '{"game": "mastermind:pegs=2,colours=3", "objective": "setter"}'),
        post("solve", '{"game": "mastermind:pegs=2,colours=3", "count": true, "shortest": true}'),
        post("solve", '{"game": "mastermind:pegs=3,colours=4", "bound": 206}'),
        post("solve", '{"game": "guess-who-race:faces=6"}'),
        post("solve", '{"game": "treasure-hunt:cells=8,questions=line,price=2"}'),
        post("evaluate", '{"game": "number:numbers=20", "by_first_feedback": true}'),
        post("evaluate", '{"game": "number:numbers=20", "sample": 5, "seed": 2}'),
        post("evaluate", '{"game": "treasure-hunt:cells=8,questions=line,price=2"}'),
    ),
    **TABLE_REQUESTS,
}
