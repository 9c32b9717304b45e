"""The counted boards of Battleship, beside the plain law on all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import permutations

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.belief.sequential import SequentialSet
from sleuth.core.errors import ActionError, ContradictionError, TooLargeError
from sleuth.core.game import Game, Secret
from sleuth.core.history import History, Step
from sleuth.games.battleship.belief.fleet_set import ChainSet, FleetSet, chain_after
from sleuth.games.battleship.belief.list_set import ListedSet, listed_boards
from sleuth.games.battleship.belief.shot_set import ShotSet
from sleuth.games.battleship.rules.game import ANSWERS, Battleship, Board, cells_of
from sleuth.games.battleship.rules.packing import Cell
from sleuth.testing import check_belief

VARIANTS = [(answers, touching) for answers in ANSWERS for touching in (True, False)]


def observed(game: Battleship, text: str) -> FleetSet:
    info = begin(game).observe_all(History.parse(game, text))
    assert isinstance(info, FleetSet)
    return info


def agree(info: ShotSet, boards: list[Board], past: list[Cell]) -> None:
    """Compare a set with a list of boards, by the plain law."""
    assert info.size == len(boards)
    if info.all_found:
        assert sorted(info.candidates()) == sorted(boards)
        return
    asked, cells = set(past), sum(info.game.ships)
    outcomes = info.outcomes()
    for row, action in enumerate(outcomes.actions):
        answers = Counter(info.game.feedback_after(past, action, board) for board in boards)
        leaves = [child for child in info.children(action) if child.left]
        assert {leaf.feedback: leaf.left for leaf in leaves} == answers
        hits = sum(action in info.game.hits(board) for board in boards)
        assert outcomes.hit_probability[row] == pytest.approx(hits / len(boards), abs=1e-12)
        assert bool(outcomes.possible[row]) == (hits > 0)
        for leaf in leaves:
            ends = [info.game.hits(b) <= asked | {action} for b in boards if _gives(info.game, past, action, b, leaf)]
            assert all(ends) == leaf.over
            assert leaf.over or not any(ends) or cells == 0


def _gives(game: Battleship, past: list[Cell], action: Cell, board: Board, leaf: object) -> bool:
    return bool(game.feedback_after(past, action, board) == getattr(leaf, "feedback", None))


def walk(info: ShotSet, boards: list[Board], past: list[Cell], seen: Counter[int]) -> None:
    """Every history from here to the end of the play."""
    agree(info, boards, past)
    seen[len(past)] += 1
    for action in info.actions:
        parts: dict[object, list[Board]] = {}
        for board in boards:
            parts.setdefault(info.game.feedback_after(past, action, board), []).append(board)
        for feedback, part in parts.items():
            after = info.observe(action, feedback)
            assert isinstance(after, type(info))
            if not after.all_found:
                walk(after, part, [*past, action], seen)


TINY = [("anonymous", True, "2x3", "2-2"), *((a, t, "1x5", "2-1") for a, t in VARIANTS), ("cells", True, "2x2", "2-1")]


@pytest.mark.parametrize(("answers", "touching", "size", "fleet"), TINY)
def test_every_history_of_a_tiny_board(answers: str, touching: bool, size: str, fleet: str) -> None:
    """Every order of shots, to the end."""
    game = Battleship(size=size, fleet=fleet, answers=answers, touching=touching)
    seen: Counter[int] = Counter()
    info = begin(game)
    assert isinstance(info, FleetSet)
    walk(info, list(game.secrets()), [], seen)
    assert sum(seen.values()) > 100


def listed(game: Game) -> ListedSet:
    assert isinstance(game, Battleship)
    rows = listed_boards(game)
    assert rows is not None
    return ListedSet(game, History(), rows)


@pytest.mark.parametrize(("answers", "touching", "size", "fleet"), TINY[1:])
def test_every_history_of_listed_boards(answers: str, touching: bool, size: str, fleet: str) -> None:
    game = Battleship(size=size, fleet=fleet, answers=answers, touching=touching)
    seen: Counter[int] = Counter()
    assert listed(game).candidates() == list(game.secrets())
    walk(listed(game), list(game.secrets()), [], seen)
    assert sum(seen.values()) > 100


@pytest.mark.parametrize(("answers", "touching"), VARIANTS)
def test_listed_boards_keep_the_contract(answers: str, touching: bool) -> None:
    check_belief(listed, [Battleship(size="3x4", fleet="2-2-1", answers=answers, touching=touching)], plays=2)


@pytest.mark.parametrize(
    ("size", "fleet", "touching", "boards"),
    [
        ("7", "1-" * 15 + "1", False, 1),  # a ship in every other cell of every other row
        ("6", "3-" * 11 + "3", True, 64),
        ("4", "2-" * 7 + "2", True, 36),  # the ways to tile a board with dominoes
        ("5", "1-" * 23 + "1", True, 25),
    ],
)
def test_a_fleet_that_nearly_fills_its_board_is_listed(size: str, fleet: str, touching: bool, boards: int) -> None:
    game = Battleship(size=size, fleet=fleet, touching=touching)
    info = begin(game)
    assert isinstance(info, ListedSet)
    assert info.size == game.count() == len(set(info.candidates())) == boards
    rng = np.random.default_rng(0)
    drawn = {game.draw(rng) for _ in range(12)}
    assert drawn <= set(info.candidates())
    assert len(drawn) > 1 or boards == 1
    secret = game.draw(rng)
    past = list[Cell]()
    for cell in game.actions():
        info = info.observe(cell, game.feedback_after(past, cell, secret))
        past.append(cell)
        if info.over:
            break
    assert info.over
    assert info.probability(secret) > 0


def test_listed_ships_with_names() -> None:
    """Every way to give names to three ships of two."""
    game = Battleship(size="2x4", fleet="2-2-2", answers="named")
    boards = Battleship(size="2x4", fleet="2-2-2").boards
    assert boards is not None
    assert listed(game).size == len(list(game.secrets())) == 6 * boards


def hit_orders(
    game: Battleship, boards: list[Board], steps: tuple[Step, ...] = ()
) -> Iterator[tuple[History, list[Board]]]:
    """Every history of hits alone, to the end, each with the boards that give it."""
    yield History(steps), boards
    past = [action for action, _ in steps]
    parts: dict[Step, list[Board]] = {}
    for board in boards:
        for cell in game.hits(board).difference(past):
            parts.setdefault(Step(cell, game.feedback_after(past, cell, board)), []).append(board)
    for step, part in parts.items():
        yield from hit_orders(game, part, (*steps, step))


@pytest.mark.parametrize(("answers", "touching"), VARIANTS)
def test_every_order_of_hits(answers: str, touching: bool) -> None:
    """To the end of the play, each board in every order of its cells; misses are below."""
    game = Battleship(size="1x6", fleet="3-2", answers=answers, touching=touching)
    boards = list(game.secrets())
    seen = 0
    for history, left in hit_orders(game, boards):
        agree(FleetSet(game, history), left, [action for action, _ in history])
        seen += 1
    assert seen > 5 * 4 * 3 * len(boards)  # orders of three cells of each board, and many more


@pytest.mark.parametrize(("answers", "touching"), VARIANTS)
def test_misses_commute_and_only_strike_out(answers: str, touching: bool) -> None:
    """Wherever they come, misses change no other answer, and leave the boards that they do not meet."""
    game = Battleship(size="3", fleet="2-1", answers=answers, touching=touching)
    rng = np.random.default_rng(8)
    for history, boards in hit_orders(game, list(game.secrets())):
        water = sorted(set(game.actions()) - game.hits(boards[int(rng.integers(len(boards)))]))
        misses = [Step(cell, "miss") for cell in water if rng.random() < 0.5]
        last = FleetSet(game, History((*history.steps, *misses)))
        mixed = list(history.steps)
        for step in rng.permutation(len(misses)).tolist():
            mixed.insert(int(rng.integers(len(mixed) + 1)), misses[step])
        info = FleetSet(game, History(tuple(mixed)))
        assert all(np.array_equal(*pair) for pair in zip(info.state, last.state, strict=True))
        left = [board for board in boards if game.hits(board).isdisjoint(cell for cell, _ in misses)]
        assert all(info.sea.explains(board, info.history) for board in left)
        agree(info, left, [action for action, _ in mixed])


@pytest.mark.parametrize(("answers", "touching"), VARIANTS)
def test_histories_of_five_by_five(answers: str, touching: bool) -> None:
    """Two ships, random plays to the end; the set is compared after each shot."""
    game = Battleship(size="5", fleet="3-2", answers=answers, touching=touching)
    every = list(game.secrets())
    for seed in range(2):
        rng = np.random.default_rng(seed)
        secret, info, past, boards = every[int(rng.integers(len(every)))], begin(game), list[Cell](), every
        while not info.all_found:
            assert isinstance(info, FleetSet)
            if len(past) % 3 == 2 or len(boards) < 30:
                agree(info, boards, past)
            # Shots that hit as often as not, so that ships are sunk while much is open.
            open_ = [cell for cell in info.actions if (cell in game.hits(secret)) == bool(rng.integers(2))]
            action = (open_ or list(info.actions))[int(rng.integers(len(open_ or info.actions)))]
            feedback = game.feedback_after(past, action, secret)
            boards = [b for b in boards if game.feedback_after(past, action, b) == feedback]
            info, past = info.observe(action, feedback), [*past, action]
        assert info.candidates() == boards


@pytest.mark.parametrize("answers", ANSWERS)
@pytest.mark.parametrize("fleet", ["2-3-2", "2-2-1", "1-1-1"])
def test_three_ships_some_alike(answers: str, fleet: str) -> None:
    game = Battleship(size="3x4", fleet=fleet, answers=answers)
    counted, listed = begin(game), SequentialSet(game)
    assert counted.candidates() == listed.candidates()
    rng = np.random.default_rng(5)
    secret = listed.sample(rng)[0]
    for action in [game.actions()[i] for i in rng.permutation(game.area)[:8]]:
        past = [a for a, _ in counted.history]
        feedback = game.feedback_after(past, action, secret)
        counted, after = counted.observe(action, feedback), listed.observe(action, feedback)
        assert isinstance(after, SequentialSet)
        listed = after
        assert counted.candidates() == listed.candidates()
        assert counted.entropy == pytest.approx(listed.entropy)


@pytest.mark.parametrize(("answers", "touching"), VARIANTS)
def test_the_contract(answers: str, touching: bool) -> None:
    check_belief(partial(begin), [Battleship(size="3x4", fleet="3-2", answers=answers, touching=touching)], plays=2)


def test_the_order_of_shots_matters() -> None:
    game = Battleship(size="5", fleet="3-2")
    first = observed(game, "1,1=hit;1,2=sunk;1,3=hit")
    later = observed(game, "1,1=hit;1,3=hit;1,2=sunk")
    assert first.size != later.size
    two = ((1, 1), (1, 2))
    assert all(board[1] == two for board in first.candidates())
    assert any(board[0] == ((1, 1), (1, 3)) for board in later.candidates())
    # Every order of the same three answers that is possible at all: only what was shot last may sink.
    for order in permutations(["1,1=hit", "1,2=sunk", "1,3=hit"]):
        if order[0] == "1,2=sunk":
            with pytest.raises(ContradictionError, match="step 1"):  # nothing of length one sinks at once
                observed(game, ";".join(order))
        else:
            assert observed(game, ";".join(order)).size > 0


def test_what_the_variants_tell() -> None:
    text = "3,1=hit;3,2=hit;3,3={}"
    sizes = {}
    for answers, sunk in [("anonymous", "sunk"), ("length", "sunk 3"), ("cells", "sunk 3,1 3,2 3,3")]:
        sizes[answers] = observed(Battleship(answers=answers), text.format(sunk)).size
    sizes["hits"] = observed(Battleship(answers="hits"), text.format("hit")).size
    assert sizes["cells"] == sizes["length"] < sizes["anonymous"] < sizes["hits"]
    named = observed(Battleship(answers="named"), "3,1=hit d;3,2=hit d;3,3=sunk d").size
    assert named == sizes["cells"]  # the other ship of three is then a ship of its own in both


def test_impossible_answers_and_shots() -> None:
    game = Battleship()
    info = observed(game, "5,5=hit;5,6=miss;4,5=miss;6,5=miss")
    with pytest.raises(ContradictionError, match=r"step 5 \(5,4=miss\) is impossible: .* possible before it"):
        info.observe((5, 4), "miss")
    with pytest.raises(ContradictionError, match="step 5"):
        info.observe((1, 1), "sunk")
    with pytest.raises(ContradictionError, match="step 5"):
        info.observe((1, 1), "sunk 3")
    with pytest.raises(ActionError, match="step 5: 5,5 was asked at step 1 already, and the answer was hit"):
        info.observe((5, 5), "hit")
    with pytest.raises(ActionError, match="step 5: "):
        info.observe((11, 5), "hit")
    with pytest.raises(TooLargeError, match="15,046,987,768 boards are too many to list"):
        begin(game).candidates()
    assert info.probability("nonsense") == 0
    assert info.probability((((1, 1), (1, 5)),)) == 0


def chi_square(drawn: Counter[Secret], boards: list[Secret]) -> float:
    """How far draws are from uniform, in standard deviations of the statistic."""
    mean, degrees = drawn.total() / len(boards), len(boards) - 1
    statistic = sum((drawn[board] - mean) ** 2 / mean for board in boards)
    return float((statistic - degrees) / np.sqrt(2 * degrees))


def ship_by_ship(game: Battleship, rng: np.random.Generator) -> Board:
    """The shortest ship anywhere, then the next anywhere beside it."""
    board: dict[int, tuple[Cell, Cell]] = {}
    taken: set[Cell] = set()
    for ship in sorted(range(len(game.ships)), key=game.ships.__getitem__):
        places = sorted({secret[ship] for secret in game.secrets()})
        free = [place for place in places if taken.isdisjoint(cells_of(place))]
        board[ship] = free[int(rng.integers(len(free)))]
        taken |= set(cells_of(board[ship]))
    return tuple(board[ship] for ship in range(len(game.ships)))


def test_samples_are_uniform_and_placing_ship_by_ship_is_not() -> None:
    game = Battleship(size="1x7", fleet="3-2")
    boards = list(game.secrets())
    rng = np.random.default_rng(2)
    assert len(boards) == 12
    number = 200 * len(boards)
    assert abs(chi_square(Counter(begin(game).sample(rng, number)), boards)) < 4
    assert abs(chi_square(Counter(game.draw(rng) for _ in range(number)), boards)) < 4
    assert chi_square(Counter(ship_by_ship(game, rng) for _ in range(number)), boards) > 10


def test_samples_in_the_middle_of_a_play() -> None:
    game = Battleship(size="4", fleet="3-2-2")
    info = observed(game, "2,2=hit;3,3=hit;1,4=miss")
    drawn = Counter(info.sample(np.random.default_rng(3), 40 * info.size))
    assert abs(chi_square(drawn, info.candidates())) < 4


@pytest.mark.parametrize("text", ["", "5,5=miss;5,6=hit", "5,5=hit;4,5=hit;6,5=hit;3,5=sunk;6,6=hit;2,2=miss;6,7=hit"])
def test_the_chain_agrees_with_the_count_within_its_error(text: str) -> None:
    game = Battleship()
    history = History.parse(game, text)
    chain, exact = chain_after(game, history), FleetSet(game, history)
    assert isinstance(chain, ChainSet)
    assert not chain.exact
    board = chain.candidates(1)[0]
    assert (chain.standard_error(board), exact.standard_error(board)) == (None, 0.0)
    told = chain.diagnosis
    assert told.rhat < 1.1
    assert told.boards == 3200
    assert 500 < told.effective <= 3200
    off = np.abs(chain.ship_probability() - exact.ship_probability()).max()
    assert off < 3 * told.error
    assert abs(chain.entropy - exact.entropy) < 4 * chain.bits_error < 0.2
    assert chain.estimated_size == pytest.approx(exact.size, rel=0.15)
    sunk = [np.asarray(info.outcomes().masses)[:, 2] for info in (chain, exact)]
    assert np.abs(sunk[0] - sunk[1]).max() < 3 * told.error


def test_a_large_fleet_is_sampled_until_it_can_be_counted() -> None:
    game = Battleship(size="15", fleet="5-4-4-3-3-3-2-2-2-2")
    info = begin(game)
    assert isinstance(info, ChainSet)
    assert "R-hat" in str(info)
    assert info.entropy == pytest.approx(75.71, abs=0.02)  # of 5e22 boards, and not of those that were recorded
    secret = game.draw(np.random.default_rng(0))
    cells, past = sorted(game.hits(secret)), list[Cell]()
    for cell in cells[:-3]:
        feedback = game.feedback_after(past, cell, secret)
        info, past = info.observe(cell, feedback), [*past, cell]
        assert info.probability(secret) >= 0
        for board in info.candidates(3):
            told = [game.feedback_after(past[:k], c, board) for k, c in enumerate(past)]
            assert told == [f for _, f in info.history]
    assert isinstance(info, FleetSet)
    assert info.probability(secret) == pytest.approx(1 / info.size)


def test_a_chain_refuses_what_no_board_explains() -> None:
    game = Battleship(size="15", fleet="5-4-4-3-3-3-2-2-2-2")
    info = begin(game).observe((8, 8), "hit")
    for cell in ((8, 7), (8, 9), (7, 8)):
        info = info.observe(cell, "miss")
    with pytest.raises(ContradictionError, match="step 5"):
        info.observe((9, 8), "miss")
