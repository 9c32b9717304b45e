"""What a seat at a table owes: a view that leaks nothing, a set that is right about it, players that keep to both."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import isclose
from operator import attrgetter
from typing import Any

import numpy as np

from sleuth.belief.seat_set import SeatAnswer, SeatSet, seat_set
from sleuth.core.errors import SleuthError
from sleuth.core.table_game import Deal, SeatView, TableGame, TableState
from sleuth.strategies.seat_strategy import SeatStrategy
from sleuth.testing.claims import attempt, claim, show
from sleuth.testing.views import own_copy, reachable

DEALS = 3
"""How many deals are drawn from a set."""
FOLLOWED = 3
"""How many actions of a seat are followed to what they lead to."""
MAX_LISTED = 500
"""A set of at most so many deals is added up."""
MAX_ADDED = 40
"""Of at most so many deals, the chance of each is added up over all answers; else of some."""
EXACT = 1e-9


@dataclass(frozen=True)
class Seat:
    """A player in a state, or somebody who watches it."""

    state: TableState
    player: int | None
    where: str
    seed: int
    supposing: str = ""
    """What the set supposes of the others, if not the usual."""

    @property
    def game(self) -> TableGame:
        """The game."""
        return self.state.game

    @cached_property
    def view(self) -> SeatView:
        """What is seen from here."""
        return self.state.view(self.player)

    @cached_property
    def info(self) -> SeatSet:
        """What is known from here."""
        usual: SeatSet = attempt(self.game, f"{self.where}: seat_set", seat_set, self.view)
        return usual.assumptions[self.supposing] if self.supposing else usual

    @cached_property
    def legal(self) -> list[Any]:
        """What may be done from here."""
        return list(self.view.legal())

    def rng(self) -> np.random.Generator:
        """The same random numbers, each time."""
        return np.random.default_rng(self.seed)

    def claim(self, condition: bool, message: str) -> None:
        """Fail, with the place, unless a condition holds."""
        claim(condition, self.game, f"{self.where}: {message}")


def check_seat(seat: Seat, strategies: Iterable[SeatStrategy]) -> None:
    """View and set are sound; so is what may be done, if it is for this seat to act."""
    check_view(seat)
    check_set(seat)
    twins = [seat]
    if not seat.view.over:
        twins += [Seat(twin, seat.player, seat.where, seat.seed) for twin in check_twins(seat)]
    if not seat.legal:
        return
    plain_values(seat.game, f"{seat.where}: details", seat.game.details(seat.view))
    plain_values(seat.game, f"{seat.where}: figures", seat.info.figures())
    drawn = [attempt(seat.game, f"{seat.where}: draw", seat.info.draw, seat.rng()) for _ in range(2)]
    seat.claim(
        drawn[0] == drawn[1], f"draw gives {show(drawn[0])}, then {show(drawn[1])}, with generators that are equal"
    )
    seat.claim(seat.info.is_legal(drawn[0]), f"draw gives {show(drawn[0])}, which is not legal")
    for place in seat.rng().permutation(len(seat.legal))[:FOLLOWED].tolist():
        check_answers(seat, seat.legal[place])
    for strategy in strategies:
        check_decisions(twins, strategy)
    assumptions = [*seat.info.assumptions]
    if assumptions:  # one in each state, drawn
        name = assumptions[int(seat.rng().integers(len(assumptions)))]
        check_assumption(replace(seat, where=f"{seat.where}, supposing {name}", supposing=name))


def check_assumption(seat: Seat) -> None:
    """A set that supposes something else is sound as well, and so is what it expects of one action."""
    check_set(seat)
    for place in seat.rng().permutation(len(seat.legal))[:FOLLOWED].tolist():
        check_answers(seat, seat.legal[place])


def check_view(seat: Seat) -> None:
    """A view is a value that says the same as the state, as far as this seat sees it."""
    view, state, game = seat.view, seat.state, seat.game
    seat.claim(view.player == seat.player, f"the view is that of player {view.player}")
    seat.claim(view.game == game, f"the view is of the game {view.game}")
    seat.claim(view.over == state.over, f"the view says over: {view.over}, the state: {state.over}")
    seat.claim(view.actor == state.actor, f"player {view.actor} is to act by the view, {state.actor} by the state")
    attempt(game, f"{seat.where}: hash of the view", hash, view)
    again = attempt(game, f"{seat.where}: pickling the view", lambda: pickle.loads(pickle.dumps(view)))
    seat.claim(again == view == state.view(seat.player), "the view is not equal to its pickle, or to itself made again")
    forced = seat.legal[0] if len(seat.legal) == 1 else None
    seat.claim(view.forced == forced, f"forced is {show(view.forced)}, and legal are {show(seat.legal)}")
    one_line(game, f"{seat.where}: what it has of the deal", game.own(view), empty=True)
    if seat.legal:
        one_line(game, f"{seat.where}: the prompt", attempt(game, f"{seat.where}: prompt", game.prompt, view))
    if own_copy(state.deal) is not None:
        way = reachable((view,), lambda value: value is state.deal) or []
        seat.claim(
            not way, f"the deal can be reached from the view: {' -> '.join(type(step).__name__ for step in way)}"
        )


def check_set(seat: Seat) -> None:
    """The true deal is possible, what is drawn is, and the chances of all deals sum to 1."""
    info, state, game = seat.info, seat.state, seat.game
    seat.claim(info.view == seat.view, "the set has another view")
    true = attempt(game, f"{seat.where}: probability of the deal", info.probability, state.deal)
    seat.claim(true > 0, "the true deal has no chance")
    drawn = [attempt(game, f"{seat.where}: sample", info.sample, seat.rng(), DEALS) for _ in range(2)]
    seat.claim(drawn[0] == drawn[1] and len(drawn[0]) == DEALS, "equal generators draw other deals, or not as many")
    for deal in drawn[0]:
        seat.claim(info.probability(deal) > 0, f"sample draws {show(deal)}, which has no chance")
    if info.exact and info.size <= MAX_LISTED:
        deals, few = info.candidates(), info.candidates(DEALS)
        seat.claim(few == deals[:DEALS], f"at most {DEALS} candidates are {show(few)}, not the first of all")
        total = sum(map(info.probability, deals))
        seat.claim(len(deals) == info.size, f"size is {info.size}, and the candidates are {len(deals)}")
        seat.claim(isclose(total, 1, abs_tol=EXACT), f"the probabilities of all deals sum to {total}")
        seat.claim(
            isclose(info.probability(lambda _: True), 1, abs_tol=EXACT), "what always holds has not the chance 1"
        )
    seat.claim(info.entropy >= -EXACT, f"the entropy is {info.entropy}")
    again = attempt(game, f"{seat.where}: pickling the set", lambda: pickle.loads(pickle.dumps(info)))
    same = (again.view, again.size, again.key, hash(again.key)) == (info.view, info.size, info.key, hash(info.key))
    seat.claim(same, "a set that was pickled has another view, size or key")
    seat.claim(list(info.actions) == seat.legal, f"the actions of the set are {show(info.actions)}")
    seat.claim(info.exact or bool(info.notes), "it is no exact set, and its notes do not say so")


def check_key(seat: Seat, other: Seat) -> None:
    """Two sets with one key have one future, as far as it is seen from here."""
    for what in ("legal", "state.actor", "view.over", "info.size"):
        one, two = (attrgetter(what)(each) for each in (seat, other))
        seat.claim(one == two, f"the key is that of {other.where}, but {what} is {show(one)}, and {show(two)} there")


def check_twins(seat: Seat) -> list[TableState]:
    """Other deals that the set holds possible give the same view, and with it the same choices. The states of them."""
    twins = []
    for deal in seat.info.sample(seat.rng(), DEALS):
        twin = same_story(seat, deal)
        view, other = seat.view, f"the deal {seat.game.format_deal(deal)}, with which the same was seen"
        seat.claim(twin.view(seat.player) == view, f"the view is not that of {other}")
        theirs = Seat(twin, seat.player, seat.where, seat.seed)
        seat.claim(theirs.legal == seat.legal, f"legal are {show(seat.legal)}, and {show(theirs.legal)} with {other}")
        seat.claim(
            twin.actor == seat.state.actor, f"player {seat.state.actor} is to act, and {twin.actor} with {other}"
        )
        if seat.legal:
            one, two = (seat.game.prompt(each) for each in (view, theirs.view))
            seat.claim(one == two, f"the prompt is {one!r}, and {two!r} with {other}")
        twins.append(twin)
    return twins


def same_story(seat: Seat, deal: Deal) -> TableState:
    """The state in which this seat saw the same with another deal."""
    game = seat.game
    state: TableState = attempt(game, f"{seat.where}: begin with {show(deal)}", game.begin, deal)
    for number, event in enumerate(seat.view.events):
        legal = iter(()) if state.actor is None else state.view(state.actor).legal()
        for action in chain([event], legal):
            try:
                after = state.do(action)
            except SleuthError:
                continue  # what was seen of an action may be less than it takes to do it
            if after.view(seat.player).events == seat.view.events[: number + 1]:
                state = after
                break
        else:
            text = game.format_deal(deal)
            seat.claim(False, f"the deal {text} is said to be possible, but {show(event)} was not seen with it")
    return state


def check_answers(seat: Seat, action: Any) -> None:
    """What may follow an action sums to 1, is what the deals answer, and on average nothing is learnt."""
    game, info, text = seat.game, seat.info, seat.game.format_action(action)
    seat.claim(info.is_legal(action), f"{text} is legal, and is_legal says that it is not")
    children: list[SeatAnswer] = attempt(game, f"{seat.where}: children of {text}", info.children, action)
    chances = [child.probability for child in children]
    seat.claim(min(chances, default=0) > 0, f"the children of {text} are {show(chances)}; each has some chance")
    seat.claim(chances == sorted(chances, reverse=True), f"the children of {text} do not come with the likeliest first")
    seat.claim(isclose(sum(chances), 1, abs_tol=1e-6), f"the children of {text} sum to {sum(chances)}")
    sets = {child.events: attempt(game, f"{seat.where}: a child of {text}", child.after) for child in children}
    for events, after in sets.items():
        told = after.history == (*info.history, *events)
        seat.claim(told, f"the child {show(events)} of {text} has another history: {show(after.history)}")
    drawn = [seat.state.deal, *info.sample(seat.rng(), DEALS)]
    for deal in info.candidates() if info.exact and info.size <= MAX_ADDED else drawn:
        before = info.probability(deal)
        mean = sum(child.probability * sets[child.events].probability(deal) for child in children)
        what = f"the deal {game.format_deal(deal)} has the chance {before}, and {mean} on average after {text}"
        seat.claim(not info.exact or isclose(before, mean, rel_tol=1e-6, abs_tol=EXACT), what)
    for deal in drawn:
        _check_answer(seat, action, deal)
    first = info.answer(action, seat.state.deal, seat.rng())[:1]
    seen = seat.state.do(action).view(seat.player).events[-1:]
    seat.claim(first == seen, f"answer to {text} begins with {show(first)}, and what is seen of it is {show(seen)}")


def _check_answer(seat: Seat, action: Any, deal: Deal) -> None:
    game, info, text = seat.game, seat.info, seat.game.format_action(action)
    where = f"{seat.where}: the answer to {text} with the deal {game.format_deal(deal)}"
    one, other = (attempt(game, where, info.answer, action, deal, seat.rng()) for _ in range(2))
    seat.claim(one == other, f"the answer to {text} differs for generators that are equal")
    after = info
    for event in one:
        after = attempt(game, f"{where}: observing {show(event)}", after.observe, event)
    seat.claim(after.probability(deal) > 0, f"the answer to {text} rules out the deal that gave it: {show(one)}")


def check_decisions(twins: list[Seat], strategy: SeatStrategy) -> None:
    """A strategy decides legally, and the same wherever the same was seen."""
    made = []
    for seat in twins:
        what = f"{seat.where}: {strategy}"
        decision = attempt(seat.game, what, strategy.decide, seat.info, rng=seat.rng())
        seat.claim(seat.info.is_legal(decision.action), f"{strategy} does {show(decision.action)}, which is not legal")
        seat.claim(decision.info is seat.info, f"{strategy} decided for another set")
        made.append(decision.action)
    seat = twins[0]
    other = next((action for action in made if action != made[0]), made[0])
    seat.claim(
        other == made[0],
        f"{strategy} does {show(made[0])}, and {show(other)} with another deal with which the same was seen",
    )


def plain_values(owner: object, what: str, values: Any) -> None:
    """What a page is given is values that JSON has."""
    attempt(owner, f"{what} as JSON", json.dumps, values, allow_nan=False)


def one_line(owner: object, what: str, text: Any, empty: bool = False) -> None:
    """A text is one line, and says something."""
    claim(isinstance(text, str), owner, f"{what} is {show(text)}, which is no text")
    claim(empty or bool(text.strip()), owner, f"{what} is empty")
    claim(len(text.splitlines()) <= 1, owner, f"{what} is not one line: {show(text)}")
