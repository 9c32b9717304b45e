"""Particles: they explain the history, they are reproducible, and they agree with the exact set where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from sleuth import Game, Truthful, begin, match, parse_game, parse_strategy, turns
from sleuth.belief.sampled import Effort, SampledSet, miss
from sleuth.belief.secret_search import NOBODY, RowSupply, Sample, Supply, met_often, supply_of
from sleuth.core.capabilities import Draws
from sleuth.core.errors import ActionError, FeedbackError, ParameterError, StarvedError
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.mastermind import Mastermind


@dataclass(frozen=True)
class PlainMastermind(Mastermind):
    """Mastermind whose secrets travel one by one: the twin of the path that rows take."""

    def draw_many(self, rng: np.random.Generator, n: int) -> list[Any]:
        rows = super().draw_rows(rng, n)
        return [tuple(row) for row in rows.tolist()]

    def draw_rows(self, rng: np.random.Generator, n: int) -> Any:
        return None


def test_particles_explain_the_history() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    secret = (8, 1, 1, 5, 0, 3)
    info = begin(game, "sampled", seed=3)
    for guess in [(0, 0, 1, 1, 2, 2), (3, 4, 5, 5, 6, 0), (8, 1, 0, 3, 0, 5)]:
        info = info.observe(guess, game.feedback(guess, secret))
    assert isinstance(info, SampledSet)
    assert all(game.feedback(a, p) == f for p in info.particles for a, f in info.history)
    assert not info.exact


@pytest.mark.parametrize(
    "spec", ["mastermind:pegs=4,colours=6", "bulls-and-cows:length=4,symbols=10", "mastermind:pegs=4,jar=4-2-1-1"]
)
def test_the_sample_agrees_with_the_exact_set(spec: str) -> None:
    game = parse_game(spec)
    exact, sampled = begin(game, "enumerated"), begin(game, "sampled", effort=Effort(particles=4000))
    secret, guess = exact.candidates()[-7], exact.candidates()[5]
    feedback = game.feedback(guess, secret)
    exact, sampled = exact.observe(guess, feedback), sampled.observe(guess, feedback)
    actions = exact.candidates(40)
    true, estimate = exact.outcomes(actions).information, sampled.outcomes(actions).information
    assert np.abs(true - estimate).max() < 0.12
    if exact.tables.uniform:  # type: ignore[attr-defined]
        assert sampled.entropy == pytest.approx(exact.entropy, abs=0.3)


STEPS = [((0, 0, 1, 2), (1, 1)), ((3, 0, 4, 1), (1, 1))]


def chain_against_exact(game: Game, moves: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """How often the chain meets each candidate, with rejection switched off, and how often it should."""
    monkeypatch.setattr("sleuth.belief.secret_search.met_often", lambda *_: False)
    effort = Effort(particles=20_000, draws=1, walkers=600, moves=moves)
    chain, exact = begin(game, "sampled", effort=effort).observe_all(STEPS), begin(game).observe_all(STEPS)
    assert isinstance(chain, SampledSet)
    assert isinstance(chain.supply, RowSupply) == (type(game) is Mastermind)
    assert chain.found.moves > 0
    assert chain.candidates() == exact.candidates()
    secrets = exact.candidates()
    return np.array([chain.probability(s) for s in secrets]), np.array([exact.probability(s) for s in secrets])


@pytest.mark.parametrize("kind", [Mastermind, PlainMastermind])
def test_the_chain_visits_every_candidate_about_equally(
    kind: type[Mastermind], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, expected = chain_against_exact(kind(pegs=4, colours=6), 300, monkeypatch)
    assert (found / expected).min() > 0.5
    assert (found / expected).max() < 1.6


@pytest.mark.parametrize("jar", ["", "3-2-2-1-1-1", "6-3-2-1-1-1"])
def test_a_long_chain_visits_candidates_in_proportion_to_the_prior(jar: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chi-squared, of which each of 600 walkers would add 1/600 of the degrees of freedom if it stood still."""
    found, expected = chain_against_exact(Mastermind(pegs=4, colours=6, jar=jar), 1000, monkeypatch)
    assert 600 * ((found - expected) ** 2 / expected).sum() < expected.size / 5


@pytest.mark.parametrize("kind", [Mastermind, PlainMastermind])
def test_where_each_was_met_often_the_set_is_whole(kind: type[Mastermind]) -> None:
    game = kind(pegs=4, colours=6, jar="3-2-2-1-1-1")
    exact = begin(game).observe_all(STEPS)
    info = begin(game, "sampled", effort=Effort(particles=6000, draws=1, walkers=600, moves=600)).observe_all(STEPS)
    assert isinstance(info, SampledSet)
    assert info.whole
    assert not info.exact
    assert info.particles == tuple(info.candidates())
    assert info.candidates() == exact.candidates()
    assert [info.probability(s) for s in exact.candidates()] == pytest.approx(
        [exact.probability(s) for s in exact.candidates()]
    )
    assert info.entropy == pytest.approx(exact.entropy)
    action = exact.candidates()[3]
    assert info.outcomes([action]).information == pytest.approx(exact.outcomes([action]).information)
    after = info.observe(action, game.feedback(action, exact.candidates()[5]))
    assert isinstance(after, SampledSet)
    assert after.whole
    assert (after.found.drawn, after.found.moves, after.found.kept) == (0, 0, after.size)


def test_a_whole_set_that_missed_a_secret_looks_again() -> None:
    game = Mastermind(pegs=4, colours=6)
    steps = [((0, 0, 1, 2), (1, 1)), ((3, 0, 4, 1), (1, 1))]
    info = begin(game, "sampled").observe_all(steps)
    assert isinstance(info, SampledSet)
    assert info.whole
    lost = info.candidates()[0]
    held = info._sample
    info._sample = Sample(held.states[1:], held.sources[1:], whole=True)
    after = info.observe(lost, (4, 0))
    assert isinstance(after, SampledSet)
    assert after.candidates() == [lost]
    assert after.found.kept == 0
    assert after.found.drawn > 0


def test_often_is_ten_sources_on_average_and_two_for_each() -> None:
    place, source = np.repeat(np.arange(2, dtype=np.int32), 10), np.tile(np.arange(10), 2)
    two, three = np.ones(2), np.ones(3)
    assert met_often(place, source, two, 1.0)
    assert not met_often(place, source, two, 0.9)  # a rarer one is not expected from ten
    assert not met_often(place, source // 2, two, 1.0)  # one walker, counted twice, is one
    assert not met_often(place, np.full(20, NOBODY), two, 1.0)
    assert not met_often(
        np.append(place, 2).astype(np.int32), np.append(source, 3), three, 1.0
    )  # the third was met once
    assert not met_often(np.append(place, 2).astype(np.int32), np.append(source, NOBODY), three, 1.0)


@pytest.mark.parametrize("jar", ["60-3-1", "100-1-1-1"])
def test_under_a_skew_prior_no_whole_set_misses_a_secret_and_none_is_refused(jar: str) -> None:
    game = parse_game(f"mastermind:pegs=3,jar={jar}")
    secrets = list(game.secrets())
    for number, secret in enumerate(secrets[-1:0:-9]):
        exact, info = begin(game, "enumerated"), begin(game, "sampled", seed=number)
        for guess in secrets[1::9]:
            feedback = game.feedback(guess, secret)
            exact, info = exact.observe(guess, feedback), info.observe(guess, feedback)
            assert isinstance(info, SampledSet)
            assert not info.whole or info.candidates() == exact.candidates()


def test_a_prior_that_only_draws_show_is_never_whole_unless_it_is_even() -> None:
    @dataclass(frozen=True)
    class Lottery(Game, Draws):
        """Most tickets are blanks."""

        def secrets(self) -> range:
            return range(10)

        def prior(self, secret: int) -> float:
            return 1.0 if secret < 2 else 1e-6

        def feedback(self, action: int, secret: int) -> bool:
            return action == secret

        def draw(self, rng: np.random.Generator) -> int:
            weights = np.array([self.prior(s) for s in self.secrets()])
            return int(rng.choice(10, p=weights / weights.sum()))

    info = begin(Lottery(), "sampled").observe(0, False)
    assert isinstance(info, SampledSet)
    assert info.candidates() == [1]
    supply = supply_of(Lottery())
    rng = np.random.default_rng(0)
    assert supply.weights(supply.pack([0, 1, 5]), rng).rarest == 0.0
    assert supply.weights(supply.pack([0, 1]), rng).rarest == 1.0


@pytest.mark.parametrize(
    "game", [Mastermind(5, 7), Mastermind(3, jar="3-2-1"), BullsAndCows(4, 9), PlainMastermind(5, 7)], ids=str
)
def test_rows_say_what_plain_secrets_say(game: Game) -> None:
    """All that the search asks of a supply, by rows and by objects."""
    draws = game.offers(Draws)
    assert draws is not None
    plain, rng = Supply(draws), np.random.default_rng(0)
    supply = supply_of(game)
    states = supply.draw(rng, 200)
    secrets = supply.unpack(states)
    assert all(type(v) is int for secret in secrets for v in secret)
    actions = secrets[:5]
    packed = plain.pack(secrets)
    one, other = begin(game, "sampled"), begin(game, "sampled")
    assert isinstance(one, SampledSet)
    assert isinstance(other, SampledSet)
    mine, theirs = supply.codes(actions, states, one.feedbacks), plain.codes(actions, packed, other.feedbacks)
    assert [one.feedbacks.value(c) for c in mine.ravel()] == [other.feedbacks.value(c) for c in theirs.ravel()]
    assert supply.priors(states).tolist() == plain.priors(packed).tolist()
    many = np.concatenate([states, states[:50]])
    distinct, place = supply.distinct(many)
    expected, places = plain.distinct(plain.pack(supply.unpack(many)))
    assert supply.unpack(distinct) == expected.tolist()
    assert place.tolist() == places.tolist()
    varied = supply.unpack(supply.vary(states, rng))
    assert all(game.parse_secret(game.format_secret(s)) == s for s in varied)
    assert varied != secrets


@pytest.mark.parametrize("game", [Mastermind(2, 3), BullsAndCows(2, 4)], ids=str)
def test_changes_are_as_likely_forth_as_back(game: Game) -> None:
    """A chi-squared test of the two ways between each pair of secrets."""
    supply, rng, secrets = supply_of(game), np.random.default_rng(5), list(game.secrets())
    start = np.repeat(np.array(secrets, np.uint8), 4000, axis=0)
    place = {secret: i for i, secret in enumerate(secrets)}
    ends = np.array([place[s] for s in supply.unpack(supply.vary(start, rng))])
    moves = np.zeros((len(secrets), len(secrets)))
    np.add.at(moves, (np.repeat(np.arange(len(secrets)), 4000), ends), 1)
    forth, back = (moves[np.triu_indices(len(secrets), 1)], moves.T[np.triu_indices(len(secrets), 1)])
    used = forth + back > 0
    assert used.sum() >= len(secrets) - 1
    misfit = ((forth - back)[used] ** 2 / (forth + back)[used]).sum()
    assert misfit < used.sum() + 5 * (2 * used.sum()) ** 0.5


def test_what_was_known_before_is_no_evidence_that_all_is_known() -> None:
    """An answer that tells nothing keeps all particles, and nothing new is looked for."""
    game = Mastermind(pegs=5, colours=8)
    info = begin(game, "sampled", effort=Effort(particles=1000)).observe((0, 0, 1, 1, 2), (0, 0))
    again = info.observe((0, 0, 1, 1, 2), (0, 0))
    assert isinstance(info, SampledSet)
    assert isinstance(again, SampledSet)
    assert sorted(again.particles) == sorted(info.particles)
    assert (again.found.kept, again.found.drawn, again.whole) == (1000, 0, False)


def test_it_says_where_the_particles_come_from() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    one = begin(game, "sampled").observe((0, 0, 1, 1, 2, 2), (1, 0))
    assert isinstance(one, SampledSet)
    assert one.found.acceptance is not None
    assert 0.05 < one.found.acceptance < 0.4
    assert one.found.moves == 0
    assert one.found.kept > 0
    rare = begin(game, "sampled").observe((0, 1, 2, 3, 4, 5), (4, 2))
    assert isinstance(rare, SampledSet)
    assert rare.found.moves > 0
    assert rare.found.consistent > 0


def test_the_same_seed_gives_the_same_particles() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    step = (0, 1, 2, 3, 4, 5), (1, 2)
    one, two, other = (begin(game, "sampled", seed=s).observe(*step) for s in (1, 1, 2))
    assert one.candidates() == two.candidates() != other.candidates()


def test_a_game_too_large_to_list_is_played_to_the_end() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    secret = (8, 1, 1, 5, 0, 3)
    record = match(
        begin(game, "sampled"), parse_strategy("entropy"), Truthful(game, secret), rng=np.random.default_rng(0)
    )
    assert record.secret == record.history.steps[-1].action == secret
    assert len(record.history) <= 12


def test_few_candidates_are_counted_not_estimated() -> None:
    game = parse_game("bulls-and-cows:length=3,symbols=5")
    info = begin(game, "sampled").observe((0, 1, 2), (3, 0))
    assert isinstance(info, SampledSet)
    assert (info.size, info.estimated_size, info.entropy) == (1, 1.0, 0.0)


def test_what_is_no_action_is_refused() -> None:
    info = begin(parse_game("mastermind"), "sampled")
    for action in [(0, 0), (0, 0, 0, 9), "abcd", None]:
        with pytest.raises(ActionError, match="not allowed"):
            info.observe(action, (0, 0))
    with pytest.raises(FeedbackError, match="cannot be a feedback"):
        info.observe((0, 0, 0, 0), [1])  # type: ignore[arg-type]


def test_an_impossible_history_starves() -> None:
    info = begin(parse_game("mastermind"), "sampled", effort=Effort(particles=50, draws=2000, walkers=20, moves=40))
    info = info.observe((0, 0, 0, 0), (4, 0))
    with pytest.raises(StarvedError, match="explains all 2 answers"):
        info.observe((1, 1, 1, 1), (4, 0))


def test_effort_is_checked() -> None:
    for bad in ({"particles": 0}, {"actions": 1}):
        with pytest.raises(ParameterError, match="at least"):
            Effort(**bad)
    with pytest.raises(ParameterError, match="draw"):
        begin(parse_game("fake-coin"), "sampled")


def test_distances_between_feedbacks() -> None:
    assert miss((1, 2), (1, 2)) == 0
    assert miss((1, 2), (3, 0)) == 2  # two whites are blacks
    assert miss((1, 2), (1, 4)) == 2
    assert miss((1, 0), (0, 0)) == 2  # a black that is nothing: past white
    assert miss((0, 3), (1, 2)) == miss((1, 2), (0, 3)) == 1
    assert miss("g-y", "ggy") == 1
    assert miss("left", "even") >= 1
    assert miss(3, 5) == 2
    assert miss(True, (1,)) == 1


def test_turns_can_be_watched() -> None:
    game = parse_game("mastermind:pegs=5,colours=8")
    played = list(turns(begin(game, "sampled"), parse_strategy("entropy"), Truthful(game, (7, 0, 0, 3, 2))))
    assert played[-1].after.over
    assert played[0].gained > 0
