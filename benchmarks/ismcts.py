"""How many iterations a second: our compiled SO-ISMCTS, its plain twin, and OpenSpiel's ISMCTS bot on the same games.

Run: `python benchmarks/ismcts.py`. OpenSpiel is optional (`pip install open_spiel`); its C++ bot cannot resample games
that are written in Python, so its Python bot is measured, on a game of the same secrets, actions and law. The games
have the goal KNOW, where both simulate by asking anything at random.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth import begin, parse_game, parse_strategy, tabulate
from sleuth.core.kernel_warmup import warm_all
from sleuth.core.tables import Tables
from sleuth.kernels.ismcts import SearchTable, TwinTree, search_twin

GAMES = ("fake-coin:coins=5", "treasure-hunt:cells=8", "low-middle-high:numbers=16", "black-box:size=4,atoms=2")
MAX_LENGTH = 50
SECONDS = 2.0


def ours(tables: Tables) -> float:
    """Iterations a CPU second of the strategy, as it is played."""
    info, strategy = begin(tables.game), parse_strategy("ismcts:iterations=100000")
    began = time.process_time()
    spent = strategy.decide(info, rng=np.random.default_rng(1)).spent
    return spent["iterations"] / (time.process_time() - began)


def twin(tables: Tables) -> float:
    """Iterations a CPU second of the plain Python twin."""
    assert tables.codes is not None
    cands, legal = np.arange(len(tables.secrets), dtype=np.int32), np.arange(len(tables.actions), dtype=np.int32)
    heap = np.empty(0) if tables.uniform else np.cumsum(tables.weights)
    table = SearchTable(tables.codes, cands, heap, legal, tables.naming, tables.winning, True)
    tree, done, began = TwinTree(1), 0, time.process_time()
    while time.process_time() - began < SECONDS:
        search_twin(table, lambda history: legal, 0.7, 20, tree)
        done += 20
    return done / (time.process_time() - began)


def open_spiel(tables: Tables) -> float | None:
    """Iterations a CPU second of OpenSpiel's bot; `None` without OpenSpiel."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts
    except ImportError:
        return None
    game = _spiel_game(pyspiel, tables)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    simulations = 200

    def resample(state: Any, player: int) -> Any:
        fresh = game.new_initial_state()
        fresh.apply_action(random.choice(state.candidates))
        for action in state.asked:
            fresh.apply_action(action)
        return fresh

    bot = ismcts.ISMCTSBot(
        game, evaluator, uct_c=0.7, max_simulations=simulations, random_state=np.random.RandomState(1)
    )
    bot.set_resampler(resample)
    state, done, began = game.new_initial_state(), 0, time.process_time()
    state.apply_action(0)
    while time.process_time() - began < SECONDS:
        bot.step(state)
        bot.restart()
        done += simulations
    return done / (time.process_time() - began)


def _spiel_game(pyspiel: Any, tables: Tables) -> Any:
    """The game in OpenSpiel's terms: chance draws the secret, then one player asks until one candidate is left."""
    codes = np.asarray(tables.codes)
    number, actions = codes.shape
    kind = pyspiel.GameType(
        short_name="deduction", long_name="Deduction", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=1, min_num_players=1,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=False, provides_observation_tensor=False, parameter_specification={},
    )  # fmt: skip
    info = pyspiel.GameInfo(
        num_distinct_actions=max(actions, number), max_chance_outcomes=number, num_players=1,
        min_utility=-float(MAX_LENGTH), max_utility=0.0, max_game_length=MAX_LENGTH + 1,
    )  # fmt: skip
    every = list(range(actions))

    class State(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.secret = -1
            self.candidates = list(range(number))
            self.asked: list[int] = []
            self.heard: list[int] = []

        def current_player(self) -> int:
            if self.secret < 0:
                return int(pyspiel.PlayerId.CHANCE)
            done = len(self.candidates) == 1 or len(self.asked) >= MAX_LENGTH
            return int(pyspiel.PlayerId.TERMINAL) if done else 0

        def is_terminal(self) -> bool:
            return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

        def _legal_actions(self, player: int) -> list[int]:
            return every

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(s, 1 / number) for s in range(number)]

        def _apply_action(self, action: int) -> None:
            if self.secret < 0:
                self.secret = action
                return
            code = int(codes[self.secret, action])
            self.asked.append(action)
            self.heard.append(code)
            self.candidates = [s for s in self.candidates if codes[s, action] == code]

        def _action_to_string(self, player: int, action: int) -> str:
            return str(action)

        def returns(self) -> list[float]:
            return [-float(len(self.asked))]

        def information_state_string(self, player: int = 0) -> str:
            return f"{self.asked}{self.heard}"

        def __str__(self) -> str:
            return f"{self.secret}{self.asked}"

    class Deduction(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> State:
            return State(self)

    return Deduction()


def main() -> None:
    warm_all(lambda what, done, total: None)
    table = Table("game", "ours, it/s", "plain twin, it/s", "OpenSpiel, it/s", "ours : OpenSpiel", box=None)
    for spec in GAMES:
        tables = tabulate(parse_game(spec))
        rates = ours(tables), twin(tables), open_spiel(tables)
        theirs = "not installed" if rates[2] is None else f"{rates[2]:,.0f}"
        ratio = "" if rates[2] is None else f"{rates[0] / rates[2]:,.0f}"
        table.add_row(spec, f"{rates[0]:,.0f}", f"{rates[1]:,.0f}", theirs, ratio)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
