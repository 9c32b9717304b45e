"""Small games of the catalogue with random parameters, and all the kinds of nasty games by name."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import ClassVar

from sleuth.core.capabilities import Constraint, Hits, Past, Twin
from sleuth.core.channel import HalfLies, Lies, Noise, denies
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import SleuthError, UnknownNameError
from sleuth.core.game import Action, C, Feedback, Game, Goal, Secret
from sleuth.core.offers import constrained, hits_of, sequential
from sleuth.core.sequential import Sequential
from sleuth.games.battleship.rules.game import ANSWERS, Battleship
from sleuth.games.black_box.rules import BlackBox
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.fake_coin.rules import FakeCoin
from sleuth.games.guess_who.rules import GuessWho
from sleuth.games.hangman.rules import Hangman
from sleuth.games.number.rules import Number
from sleuth.games.wordle.fibble import Fibble
from sleuth.games.wordle.rules import Wordle
from sleuth.testing.nasty_games import DRAFTS, MAX_SECRETS, NastyGame, NastySequence, draft
from sleuth.testing.small import HardMastermind

FLEETS = ("1", "2", "3", "1-1", "2-1", "2-2", "3-1", "3-2", "1-1-1", "4", "5")
SIZES = tuple(f"{rows}x{columns}" for rows in range(1, 4) for columns in range(1, 8) if 2 <= rows * columns <= 7)


@dataclass(frozen=True)
class SecretsPart(Game):
    """Some secrets and actions of a game, with weights of their own; the law is the game's, and its fast twin."""

    game: Game
    weights: tuple[tuple[Secret, float], ...]
    asked: tuple[Action, ...]
    goal: ClassVar[Goal]

    def __post_init__(self) -> None:
        object.__setattr__(self, "goal", self.game.goal)
        object.__setattr__(self, "name", f"part-of-{self.game.name}")

    def __str__(self) -> str:
        return f"{self.name}:{len(self.weights)} secrets,{len(self.asked)} actions of {self.game}"

    def secrets(self) -> Sequence[Secret]:
        return [secret for secret, _ in self.weights]

    def actions(self) -> Sequence[Action]:
        return list(self.asked)

    def feedback(self, action: Action, secret: Secret) -> Feedback:
        feedback: Feedback = self.game.feedback(action, secret)
        return feedback

    def prior(self, secret: Secret) -> float:
        return dict(self.weights)[secret]

    def offers(self, kind: type[C]) -> C | None:
        """What restricts actions, and the twin of the law, are the game's."""
        return self.game.offers(kind) if issubclass(kind, Constraint | Twin | Hits) else super().offers(kind)

    def format_secret(self, secret: Secret) -> str:
        return self.game.format_secret(secret)

    def format_action(self, action: Action) -> str:
        return self.game.format_action(action)

    def format_feedback(self, feedback: Feedback) -> str:
        return self.game.format_feedback(feedback)


@dataclass(frozen=True)
class PartSequence(SecretsPart, Sequential):
    """Some of the secrets and actions of a sequential game."""

    feedback = Sequential.feedback

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "ordered", self._law.ordered)

    def feedback_after(self, past: Sequence[Action], action: Action, secret: Secret) -> Feedback:
        return self._law.feedback_after(past, action, secret)

    @property
    def _law(self) -> Past:
        law = self.game.offers(Past)
        assert law is not None
        return law


def nasty_game(kind: str, seed: int) -> Game:
    """The game of a kind with a seed, the same everywhere; of 3 to 8 secrets, as a rule."""
    if kind not in KINDS:
        raise UnknownNameError("kind of nasty game", kind, KINDS)
    return KINDS[kind](seed)


def _drafted(kind: str, seed: int) -> Game:
    return NastyGame(kind, seed) if draft(kind, seed).ordered is None else NastySequence(kind, seed)


def _of_catalogue(kind: str, make: Callable[[Random], Game], seed: int) -> Game:
    return make(Random(f"{kind} {seed}"))


def _part(rng: Random, game: Game, most: int = 6) -> Game:
    """A few secrets and actions of a game, weighted or not; now and then the game itself, where it is small."""
    secrets, actions = list(game.secrets()), list(game.actions())
    if len(secrets) <= MAX_SECRETS and len(actions) <= 10 and rng.random() < 0.3:
        return game
    kept = [secrets[i] for i in sorted(rng.sample(range(len(secrets)), min(len(secrets), rng.randint(3, most))))]
    # What must be asked to reach the goal stays, and some more.
    needed = kept if game.goal.only_names else [a for s in kept for a in hits_of(game, s)] if game.goal.finds else []
    more = rng.sample(actions, min(len(actions), rng.randint(1, 3) if needed else rng.randint(3, 7)))
    asked = [a for a in actions if a in needed or a in more]
    draw: Callable[[], float] = rng.choice([lambda: 1, lambda: rng.randint(1, 4), lambda: rng.random() + 0.01])
    make = PartSequence if sequential(game) else SecretsPart
    return make(game, tuple((secret, draw()) for secret in kept), tuple(asked))


def _mastermind(rng: Random) -> Game:
    pegs, colours = rng.choice([(1, 4), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)])
    if rng.random() < 0.3:
        return _part(rng, HardMastermind(pegs=pegs, colours=colours))
    jar = "-".join(str(rng.randint(1, 3)) for _ in range(colours)) if rng.random() < 0.3 else ""
    return _part(rng, Mastermind(pegs=pegs, colours=colours, jar=jar))


def _bulls_and_cows(rng: Random) -> Game:
    length, symbols = rng.choice([(1, 5), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4)])
    return _part(rng, BullsAndCows(length=length, symbols=symbols))


def _black_box(rng: Random) -> Game:
    size, atoms = rng.choice([(2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2)])
    return _part(rng, BlackBox(size=size, atoms=atoms))


def _guess_who(rng: Random) -> Game:
    """A face and its features, and names as well: features alone seldom tell all."""
    part = _part(rng, GuessWho())
    assert isinstance(part, SecretsPart)
    names = [secret for secret in part.secrets() if rng.random() < 0.7 and secret not in part.asked]
    return SecretsPart(part.game, part.weights, (*part.asked, *names))


def _number(rng: Random) -> Game:
    return _part(rng, Number(numbers=rng.randint(3, 12)))


def _fake_coin(rng: Random) -> Game:
    sign = rng.choice(["unknown", "lighter", "heavier"])
    return _part(rng, FakeCoin(coins=rng.randint(3, 5), sign=sign))


def _battleship(rng: Random) -> Game:
    while True:
        try:
            game = Battleship(
                size=rng.choice(SIZES),
                fleet=rng.choice(FLEETS),
                answers=rng.choice(ANSWERS),
                touching=rng.random() < 0.5,
            )
        except SleuthError:  # such a fleet does not fit
            continue
        if len(list(game.secrets())) <= MAX_SECRETS and rng.random() < 0.6:
            return game
        part = _part(rng, game, 5)
        if len(list(part.actions())) <= 6:
            return part


def _words(rng: Random, alphabet: str, lengths: Sequence[int], most: int) -> list[str]:
    """Different words, three at least."""
    words: dict[str, None] = {}
    while len(words) < 3 or (len(words) < most and rng.random() < 0.7):
        words["".join(rng.choice(alphabet) for _ in range(rng.choice(lengths)))] = None
    return list(words)


def _listed(rng: Random, words: Sequence[str]) -> str:
    """The name of a file of words, weighted or not."""
    weigh = rng.random() < 0.4
    return _file("".join(f"{word} {rng.randint(1, 5)}\n" if weigh else f"{word}\n" for word in words))


@lru_cache(maxsize=1)
def _folder() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="sleuth-words-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def _file(text: str) -> str:
    """A file that holds a text, in a folder that goes away with the process; one text, one file."""
    path = _folder() / f"{Random(text).getrandbits(64):016x}.txt"
    if not path.exists():
        path.write_text(text, encoding="utf-8")
    return str(path)


def _wordle(rng: Random, hard: bool | None = None) -> Game:
    alphabet, length = rng.choice([("abc", 2), ("ab", 3), ("abc", 3), ("abcd", 3), ("abc", 4)])
    words = _words(rng, alphabet, [length], 6)
    allowed = [w for w in _words(rng, alphabet, [length], 4) if w not in words][:3] if rng.random() < 0.6 else []
    strict = rng.random() < 0.5 if hard is None else hard
    return Wordle(answers=_listed(rng, words), allowed=_file("\n".join(allowed)) if allowed else "", hard=strict)


def _hangman(rng: Random) -> Game:
    alphabet = rng.choice(["ab", "abc", "abcd"])
    lengths = rng.choice([[2], [3], [2, 3], [1, 2, 3]])
    words = _words(rng, alphabet, lengths, 6)
    given = str(len(rng.choice(words))) if rng.random() < 0.3 else ""
    return Hangman(words=_listed(rng, words), lengths=given, guesses=rng.choice(["both", "letters"]))


def _told(rng: Random, kind: str) -> Game:
    """A game under a channel."""
    seed = rng.getrandbits(32)
    chance = rng.choice([None, None, 0.1, 0.3])
    if kind == "fibble":
        return ChannelGame(_wordle(rng, hard=False), Fibble())
    if kind == "half-lies":
        game = _part(rng, GuessWho()) if rng.random() < 0.2 else _drafted("yes-no", seed)
        while not any(denies(game, game.feedback(a, s)) for a in game.actions() for s in game.secrets()):
            game = _drafted("yes-no", rng.getrandbits(32))  # where nobody can say no, a yes cannot be turned into one
        return ChannelGame(game, HalfLies(rng.randint(0, 3), chance))
    base = rng.choice(["tables", "tables", "not-secrets", "twins", "telling-find", "naming-find", "mastermind"])
    if kind == "noise" and base.endswith("-find"):  # no answer is certain there, so nothing would ever be found
        base = "yes-no"
    game = nasty_game(base, seed)
    if constrained(game):
        game = nasty_game("tables", seed)
    return ChannelGame(
        game, Lies(rng.randint(0, 3), chance) if kind == "lies" else Noise(rng.choice([0.1, 0.25, 0.4]), 0.9)
    )


def _few_under_lies(rng: Random) -> Game:
    """One secret, or a few, under lies that are counted."""
    kind = rng.choice(["one-secret", "one-secret", "yes-no", "tables"])
    while True:
        game = _drafted(kind, rng.getrandbits(32))
        if len(list(game.secrets())) <= 4 and len(list(game.actions())) <= 6:
            return ChannelGame(game, Lies(rng.randint(0, 2)))


CATALOGUE: dict[str, Callable[[Random], Game]] = {
    "mastermind": _mastermind,
    "bulls-and-cows": _bulls_and_cows,
    "wordle": _wordle,
    "black-box": _black_box,
    "guess-who": _guess_who,
    "number": _number,
    "fake-coin": _fake_coin,
    "battleship": _battleship,
    "hangman": _hangman,
}
TOLD = ("lies", "half-lies", "noise", "fibble")
CHANNELS = (*TOLD, "few-under-lies")
KINDS: dict[str, Callable[[int], Game]] = {
    **{kind: partial(_drafted, kind) for kind in DRAFTS},
    **{kind: partial(_of_catalogue, kind, make) for kind, make in CATALOGUE.items()},
    **{kind: partial(_of_catalogue, kind, partial(_told, kind=kind)) for kind in TOLD},
    "few-under-lies": partial(_of_catalogue, "few-under-lies", _few_under_lies),
}
"""Every kind of nasty game: from a seed to the game."""
