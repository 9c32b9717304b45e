"""What is still to be played: checked before the run, cut into small batches, with an estimate of the time left."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError, TooLargeError
from sleuth.core.game import Game
from sleuth.core.game_spec import is_table, parse_game, parse_table
from sleuth.core.offers import announces, count_of, drawable
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import Tables
from sleuth.play.tournament.config import Config, Pair
from sleuth.play.tournament.engines import batch_size
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.parcel import Parcel
from sleuth.play.tournament.row import Row
from sleuth.play.tournament.trial import Trials, stream
from sleuth.strategies.base import Strategy
from sleuth.strategies.seat_strategy import parse_seats


@dataclass(frozen=True)
class Setting:
    """How a pair plays: the form of its information set, and where secrets come from."""

    form: str
    listed: bool
    timed: bool = False
    """Whether the agent stops by the clock."""


class _CheckedTable:
    """A game of several players that can be played, and the fingerprint of its deals."""

    def __init__(self, label: str) -> None:
        self.game = parse_table(label)

    @property
    def fingerprint(self) -> str:
        """Changes when what is dealt does."""
        deal = self.game.format_deal(self.game.shuffle(stream("fingerprint")))
        return hashlib.sha256(deal.encode()).hexdigest()[:32]

    def setting(self, agent: str, config: Config) -> Setting:
        """How a line of players plays; refused here if one of them cannot."""
        parse_seats(agent, self.game)
        return Setting("", listed=False)


class _Checked:
    """A game that can be played, and its secrets' fingerprint."""

    def __init__(self, label: str, belief: str, progress: Progress) -> None:
        self.label, self.belief, self.game = label, belief, parse_game(label)
        self.info: InformationSet | None = None
        self.too_large: TooLargeError | None = None
        if belief != "sampled" and not announces(self.game):
            try:
                self.info = begin(self.game, belief, progress=progress)
            except TooLargeError as error:
                self.too_large = error

    @property
    def fingerprint(self) -> str:
        """Changes when the secrets, the actions or the prior do; empty where they are not listed."""
        table = None if self.info is None else self.info.table()
        return "" if table is None else _fingerprint(table.tables)

    def setting(self, agent: str, config: Config) -> Setting:
        """How this agent plays the game; refused here if it cannot, rather than in the middle of the run."""
        strategy = config.strategy(agent)
        if announces(self.game):
            return Setting(self.belief, False, strategy.timed)  # each play has a game of its own
        listed, large = self.info is not None and self.info.table() is not None, self.too_large
        if self.info is not None and large is None:
            large = _rehearse(self.game, self.info, strategy)
            if large is None:
                return Setting(self.belief, listed, strategy.timed)
        if self.belief != "sampled" and not (self.belief == "auto" and strategy.samples):
            reason = str(large).partition(";")[0]
            raise TooLargeError(
                f"{self.label} is too large for {strategy}: {reason}; make it smaller, or give this game only agents "
                'that work with samples (or all of them belief = "sampled")'
            )
        if not drawable(self.game):
            raise large or ParameterError(f"{self.label} has no draw(rng) hook, which a sampled information set needs")
        if self.game.goal.knows:
            raise ParameterError(
                f"{self.label} ends when the secret is known, which a sampled information set never proves"
            )
        return Setting("sampled", listed, strategy.timed)


def _rehearse(game: Game, info: InformationSet, strategy: Strategy) -> TooLargeError | None:
    """Where the table does not fit, let the agent decide once: too large is found now, not after hours."""
    table: EnumeratedSet | None = info.table()
    if table is None or table.tables.stored is not None:
        return None
    try:
        strategy.decide(info, rng=stream("rehearsal", game, strategy))
    except TooLargeError as error:
        return error
    return None


def _fingerprint(tables: Tables) -> str:
    digest = hashlib.sha256(tables.weights.tobytes())
    for values in (tables.secrets, tables.actions):
        for value in values:
            digest.update(repr(value).encode())
    return digest.hexdigest()[:32]


def _size(label: str) -> int:
    return 0 if is_table(label) else count_of(parse_game(label)) or 0


class Plan:
    """The trials that are not done yet, in batches. Results do not depend on how they are cut."""

    def __init__(
        self,
        config: Config,
        done: list[Row],
        known: dict[str, str] | None = None,
        progress: Progress = silent,
    ) -> None:
        """`known` holds fingerprints of games from an earlier run; a game that has changed is refused."""
        self.config, self.total = config, config.total
        self.fingerprints: dict[str, str] = {}
        self.timed = False
        self._missing: dict[Pair, deque[int]] = {}
        self._settings: dict[Pair, Setting] = {}
        self._times = _Times()
        self._parcels = {name: Parcel(agent) for name, agent in config.objects.items() if agent is not None}
        finished: dict[Pair, set[int]] = {}
        for row in done:
            finished.setdefault(Pair(row.seed, row.game, row.agent), set()).add(row.trial)
            self._times.add(row)
        for pair, trials in config.pairs():
            played = finished.get(pair, set())
            if left := [trial for trial in range(1, trials + 1) if trial not in played]:
                self._missing[pair] = deque(left)
        self.done = self.total - self.left
        self._check(known or {}, progress)
        self._began, self._busy = time.monotonic(), 0.0

    def _check(self, known: dict[str, str], progress: Progress) -> None:
        labels = dict.fromkeys(pair.game for pair in self._missing)
        # The largest first: what is too large is refused before tables are made of the others.
        for label in sorted(labels, key=lambda label: -_size(label)):
            now = _CheckedTable(label) if is_table(label) else _Checked(label, self.config.belief, progress)
            if known.get(label, now.fingerprint) != now.fingerprint:
                raise ResultsError(f"the secrets of {label} have changed since the tournament began; run it anew")
            self.fingerprints[label] = now.fingerprint
            agents = dict.fromkeys(pair.agent for pair in self._missing if pair.game == label)
            settings = {agent: now.setting(agent, self.config) for agent in agents}
            self.timed |= any(setting.timed for setting in settings.values())
            self._settings |= {pair: settings[pair.agent] for pair in self._missing if pair.game == label}

    def pack(self) -> None:
        """Refuse agents that cannot be sent to other processes, before they are."""
        for name in dict.fromkeys(pair.agent for pair in self._missing):
            if name in self._parcels:
                self._parcels[name].pack()

    @property
    def left(self) -> int:
        """How many trials nobody has been given yet."""
        return sum(map(len, self._missing.values()))

    def batches(self) -> Iterator[Trials]:
        """Everything that is missing, game by game (tables stay in memory), the agents of a game in turn."""
        for game in dict.fromkeys(pair.game for pair in list(self._missing)):
            pairs = [pair for pair in self._missing if pair.game == game]
            while pairs:
                for pair in pairs:
                    yield self._batch(pair)
                pairs = [pair for pair in pairs if self._missing[pair]]

    def _batch(self, pair: Pair) -> Trials:
        left = self._missing[pair]
        size = min(batch_size(self._times.known(pair)), len(left))
        trials = tuple(left.popleft() for _ in range(size))
        setting = self._settings[pair]
        return Trials(*pair, setting.form, setting.listed, trials, self._parcels.get(pair.agent))

    def acknowledge(self, rows: list[Row]) -> None:
        """These trials are done."""
        for row in rows:
            self._times.add(row)
            self._busy += row.took
            self.done += 1

    def seconds_left(self) -> float | None:
        """About how long the rest takes, if anything has been played by now."""
        elapsed = time.monotonic() - self._began
        if not self._busy or not elapsed:
            return None
        at_once = max(0.1, self._busy / elapsed)
        unplayed = self.total - self.done
        given = unplayed - self.left
        work = sum(len(left) * self._times.estimate(pair) for pair, left in self._missing.items())
        return (work + given * self._times.mean()) / at_once


class _Times:
    """How long trials take: by pair, by agent, and over all."""

    def __init__(self) -> None:
        self._sums: dict[object, tuple[float, int]] = {}

    def add(self, row: Row) -> None:
        for name in (Pair(row.seed, row.game, row.agent), row.agent, None):
            seconds, number = self._sums.get(name, (0.0, 0))
            self._sums[name] = seconds + row.took, number + 1

    def known(self, pair: Pair) -> float | None:
        """Mean seconds of a pair's trials, once there is one."""
        seconds, number = self._sums.get(pair, (0.0, 0))
        return seconds / number if number else None

    def estimate(self, pair: Pair) -> float:
        """Mean seconds of the pair; else of the agent; else of all."""
        for name in (pair, pair.agent):
            seconds, number = self._sums.get(name, (0.0, 0))
            if number:
                return seconds / number
        return self.mean()

    def mean(self) -> float:
        """Mean seconds over everything."""
        seconds, number = self._sums.get(None, (0.0, 0))
        return seconds / number if number else 0.0
