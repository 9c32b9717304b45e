"""Finding strategies on Battleship: what they choose, and the procedure of the paper step by step."""

from __future__ import annotations

import numpy as np
import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError
from sleuth.core.history import History
from sleuth.games.battleship.rules.game import Battleship
from sleuth.games.battleship.rules.packing import Cell
from sleuth.games.number.rules import Number
from sleuth.lab.reproduce.placement_counts import MaheshwariSinghvi
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.finding import HitLookAhead

GAME = Battleship()


def after(text: str, game: Battleship = GAME) -> InformationSet:
    return begin(game).observe_all(History.parse(game, text))


def papers(text: str, seed: int = 0) -> Cell:
    cell: Cell = MaheshwariSinghvi(boards=200).decide(after(text), rng=np.random.default_rng(seed)).action
    return cell


@pytest.mark.parametrize("rule", ["hit-probability", "entropy", "blend", "hit-look-ahead:wide=3", "random"])
def test_rules_finish(rule: str) -> None:
    game = Battleship(size="5", fleet="3-2")
    strategy, rng = parse_strategy(rule), np.random.default_rng(4)
    secret, info, past = game.draw(rng), begin(game), list[Cell]()
    while not info.all_found:
        action = strategy.decide(info, rng=rng).action
        info = info.observe(action, game.feedback_after(past, action, secret))
        past.append(action)
    assert game.hits(secret) <= set(past)


def test_hit_probability_takes_the_likeliest_cell() -> None:
    info = after("5,5=hit;5,6=hit")
    decision = parse_strategy("hit-probability").decide(info)
    assert decision.action in ((5, 4), (5, 7))
    assert decision.chosen.hit == pytest.approx(float(info.outcomes().hit_probability.max()))
    assert "is a hit with a chance of" in decision.reasons[0]


def test_look_ahead_is_the_sum_over_two_shots() -> None:
    game = Battleship(size="4", fleet="3-2")
    info = begin(game).observe((2, 2), "hit")
    decision = HitLookAhead(wide=30).decide(info)
    outcomes = info.outcomes()
    best = -np.inf
    for row, action in enumerate(outcomes.actions):
        value = float(outcomes.hit_probability[row])
        for child in info.children(action):
            value += child.probability * float(child.after().outcomes().hit_probability.max())
        best = max(best, value)
    assert decision.score == pytest.approx(-best)


def test_look_ahead_takes_what_is_certain_and_refuses_nonsense() -> None:
    game = Battleship(size="1x5", fleet="3")
    info = begin(game).observe((1, 2), "hit")
    assert HitLookAhead().decide(info).action == (1, 3)
    with pytest.raises(ParameterError, match="wide is 1 or more"):
        HitLookAhead(wide=0)


def test_paper_samples_with_nothing_to_chase() -> None:
    assert papers("") in {(r, c) for r in range(4, 8) for c in range(4, 8)}


def test_paper_shoots_beside_a_hit_where_most_placements_go() -> None:
    assert papers("5,5=hit") in ((6, 5), (5, 6))  # symmetric but for the even board; up comes first
    assert papers("1,5=hit") == (1, 6) or papers("1,5=hit") == (1, 4)
    assert papers("5,5=hit;5,6=miss;5,4=miss;4,5=miss") == (6, 5)


def test_paper_follows_a_line_and_turns_back() -> None:
    assert papers("5,5=hit;5,6=hit") == (5, 7)
    assert papers("5,5=hit;5,6=hit;5,7=miss") == (5, 4)
    assert papers("5,9=hit;5,10=hit") == (5, 8)
    # Both ends are misses: the line was no ship, so a neighbour across it comes next.
    assert papers("5,5=hit;5,6=hit;5,7=miss;5,4=miss") in ((6, 5), (4, 5))


def test_paper_probes_the_far_end_of_a_sunk_ship() -> None:
    assert papers("5,5=hit;5,6=hit;5,7=sunk") == (5, 4)  # two of three may have been sunk
    assert papers("5,5=hit;5,6=hit;5,7=sunk;5,4=miss") in ((6, 5), (4, 5))
    assert papers("5,5=hit;5,6=sunk") not in ((5, 4), (6, 5), (4, 5))  # nothing shorter than two


def test_paper_changes_its_mind() -> None:
    """A line of three that sank is taken for a ship of three, until both ships of three are seen to lie elsewhere."""
    first = "5,5=hit;5,6=hit;5,7=sunk;5,4=miss;6,5=miss;4,5=hit"
    assert papers(first) in ((3, 5), (4, 4), (4, 6))  # 4,5 is chased as another ship
    both = "5,5=hit;5,6=hit;5,7=sunk;1,1=hit;1,2=hit;1,3=sunk;10,1=hit;10,2=hit;10,3=sunk;2,1=miss;9,1=miss"
    assert papers(both) in ((6, 5), (4, 5), (5, 4))  # so 5,5 belongs to a ship still afloat


def test_paper_never_shoots_twice_and_ends() -> None:
    rng = np.random.default_rng(8)
    for answers in ("anonymous", "hits", "named"):
        game = Battleship(size="7", fleet="4-3-2", answers=answers)
        secret, info, past = game.draw(rng), begin(game), list[Cell]()
        while not info.all_found:
            action = MaheshwariSinghvi(boards=50).decide(info, rng=rng).action
            assert action not in past
            info = info.observe(action, game.feedback_after(past, action, secret))
            past.append(action)


def test_paper_plays_nothing_else() -> None:
    with pytest.raises(ParameterError, match="maheshwari-singhvi plays battleship, not number"):
        MaheshwariSinghvi().decide(begin(Number(9)))
    with pytest.raises(ParameterError, match="boards is 1 or more"):
        MaheshwariSinghvi(boards=0)
