"""Tabular Q-learning on small Mastermind, with one reward after the other: which of them teach the shortest play?

    python examples/q_learning.py --quick
    python examples/q_learning.py --out docs/results/q-learning

The learner is the same each time: a value for every state and action, the state being the history as a set of (guess,
answer) pairs with their order forgotten; what is best so far is asked, or anything with a chance that falls to 2 %.
After every thousand plays or so its best policy plays every secret, and the mean steps are exact.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import sleuth.gym
from sleuth import parse_game
from sleuth.referee import BatchStep, PlayBatch
from sleuth.solve import solve

Numbers = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Masks = npt.NDArray[np.int8]
BatchReward = Callable[[BatchStep], Values]
PLAYS = 200
"""Plays at once."""
LEAST_RATE, LEAST_EXPLORED = 0.1, 0.02
UNTRIED = -1e9
NEARSIGHTED = "loss, no look-ahead"


def per_step(credit: Values) -> BatchReward:
    """Greens and yellows at each step: what the answer to every guess is worth."""
    return lambda step: np.where(step.answers >= 0, credit[step.answers], 0.0)


def at_the_end(credit: Values) -> BatchReward:
    """Greens and yellows of the last guess, and nothing before."""
    return lambda step: np.where(step.done & (step.answers >= 0), credit[step.answers], 0.0)


def minus_one(step: BatchStep) -> Values:
    """A step costs one, whatever it tells."""
    return np.full(step.answers.size, -1.0)


REWARDS: dict[str, Callable[[Values], str | BatchReward]] = {
    NEARSIGHTED: lambda credit: "loss",
    "loss": lambda credit: "loss",
    "loss-and-luck": lambda credit: "loss-and-luck",
    "minus one a step": lambda credit: minus_one,
    "goal at the end": lambda credit: "end",
    "greens and yellows at the end": at_the_end,
    "greens and yellows each step": per_step,
}


@dataclass(frozen=True)
class Course:
    """What is learned, and for how long."""

    name: str
    game: str
    episodes: int
    max_steps: int = 6


COURSES = [
    Course("2 pegs, 4 colours", "mastermind:pegs=2,colours=4", 60_000),
    Course("3 pegs, 3 colours", "mastermind:pegs=3,colours=3", 200_000),
]
QUICK = [Course("2 pegs, 4 colours", "mastermind:pegs=2,colours=4", 20_000)]
QUICK_REWARDS = [NEARSIGHTED, "greens and yellows each step"]
SEEDS, POINTS = 5, 25
BLUE, GREEN, GREY, PURPLE, ORANGE = "#0072b2", "#009e73", "#8c8c8c", "#cc79a7", "#d55e00"
LOOKS = ((BLUE, "-"), (BLUE, "--"), (GREEN, "-"), (GREY, "-"), (PURPLE, "-"), (PURPLE, "--"), (ORANGE, "-"))
"""The colour and the line of each reward's curve."""


def credits(game: str) -> Values:
    """What each answer is worth: blacks plus half of the whites, as a share of the pegs."""
    env = environment(game, 1, reward="end", reference="none")
    pairs = [[int(part) for part in (text or "0.0").split(".")] for text in env.answer_texts]
    return np.array([(black + white / 2) / len(env.action_texts[0]) for black, white in pairs])


def environment(game: str, plays: int, **terms: Any) -> sleuth.gym.VectorDeductionEnv:
    """Many plays at once."""
    mode = "vector_entry_point"
    env = gymnasium.make_vec("sleuth/Game-v0", num_envs=plays, vectorization_mode=mode, game=game, **terms).unwrapped
    assert isinstance(env, sleuth.gym.VectorDeductionEnv)
    return env


@dataclass
class Learner:
    """A value for each state and action that was met. All begin at 0."""

    actions: int
    answers: int
    rng: np.random.Generator
    look_ahead: bool = True
    """Whether what comes after a step counts too."""
    rows: dict[int, int] = field(default_factory=dict)
    values: Values = field(init=False)
    visits: Values = field(init=False)
    salts: Numbers = field(init=False)

    def __post_init__(self) -> None:
        self.values, self.visits = np.zeros((1024, self.actions)), np.zeros((1024, self.actions))
        # The number of a state is the sum of a random number for each pair; -1, a step to come, adds nothing.
        salts = np.random.default_rng(0).integers(1 << 62, size=(self.actions + 1, self.answers + 1))
        salts[-1], salts[:, -1] = 0, 0
        self.salts = salts

    def states(self, observed: npt.NDArray[np.int32], learn: bool = True) -> Numbers:
        """The row of each state; -1 for one that was never met, unless it is to be learned."""
        sums = self.salts[observed[:, :, 0], observed[:, :, 1]].sum(axis=1)
        if learn:
            for state in sums.tolist():
                self.rows.setdefault(state, len(self.rows))
            while len(self.rows) > len(self.values):
                self.values = np.concatenate([self.values, np.zeros_like(self.values)])
                self.visits = np.concatenate([self.visits, np.zeros_like(self.visits)])
        return np.array([self.rows.get(state, -1) for state in sums.tolist()])

    def known(self, states: Numbers) -> Values:
        """The value of each action that was tried in each state; what was not tried is worth nothing yet."""
        tried = (states >= 0)[:, None] & (self.visits[states] > 0)
        return np.where(tried, self.values[states], -np.inf)

    def best(self, states: Numbers, masks: Masks) -> Numbers:
        """The best of the actions that were tried in each state, the first of several; else the first of all."""
        values = np.where(masks == 1, np.maximum(self.known(states), UNTRIED), -np.inf)
        best: Numbers = np.argmax(values, axis=1)
        return best

    def explore(self, states: Numbers, masks: Masks, chance: float) -> Numbers:
        """The best so far, or anything that may be asked with some chance."""
        anything = np.argmax(masks * self.rng.random(masks.shape), axis=1)
        new = (self.visits[states] == 0).all(axis=1)
        chosen: Numbers = np.where(new | (self.rng.random(len(states)) < chance), anything, self.best(states, masks))
        return chosen

    def learn(self, states: Numbers, actions: Numbers, rewards: Values, after: Numbers, done: Flags) -> None:
        """Q-learning without discount; of plays that did the same in the same state, the mean counts."""
        ahead = self.known(after).max(axis=1)
        targets = rewards + np.where(done | (ahead == -np.inf) | (not self.look_ahead), 0.0, ahead)
        pairs, place, number = np.unique(states * self.actions + actions, return_inverse=True, return_counts=True)
        row, action = np.divmod(pairs, self.actions)
        mean = np.bincount(place, targets) / number
        self.visits[row, action] += number
        rate = np.maximum(LEAST_RATE, number / self.visits[row, action])
        self.values[row, action] += rate * (mean - self.values[row, action])


@dataclass(frozen=True)
class Point:
    """The best policy of a learner after so many plays, played against every secret."""

    game: str
    reward: str
    seed: int
    episodes: int
    steps: float
    """Mean steps; a play that is not finished counts all its steps."""
    solved: float
    """The share of secrets that are found within the steps of a play."""


def evaluated(learner: Learner, plays: PlayBatch) -> tuple[float, float]:
    """The mean steps of the best policy over all secrets, and the share that it finds."""
    plays.begin(secrets=np.arange(len(plays)))
    solved = np.zeros(len(plays), np.bool_)
    while not plays.over.all():
        solved |= plays.step(learner.best(learner.states(plays.asked, learn=False), plays.masks)).solved
    return float(plays.steps.mean()), float(solved.mean())


def learned(course: Course, reward: str, seed: int) -> Iterator[Point]:
    """One run: the policy at some points along the way."""
    game, max_steps = course.game, course.max_steps
    paid = REWARDS[reward](credits(game))
    env = environment(game, PLAYS, reward=paid, max_steps=max_steps, autoreset_mode="SameStep")
    actions, answers = len(env.action_texts), len(env.answer_texts)
    every = PlayBatch(game, actions, reference="none", max_steps=max_steps)  # a guess is a secret: there are as many
    learner = Learner(actions, answers, np.random.default_rng(seed), reward != NEARSIGHTED)
    observed, infos = env.reset(seed=seed)
    states, played = learner.states(observed), 0
    for point in np.geomspace(PLAYS, course.episodes, POINTS):
        while played < point:
            chance = max(LEAST_EXPLORED, 1 - 2 * played / course.episodes)
            chosen = learner.explore(states, infos["action_mask"], chance)
            observed, rewards, solved, truncated, infos = env.step(chosen)
            after, done = learner.states(observed), solved | truncated
            learner.learn(states, chosen, rewards, after, done)
            states, played = after, played + int(done.sum())
        yield Point(game, reward, seed, played, *evaluated(learner, every))


def optimum(game: str) -> float:
    """The fewest mean steps that any policy takes."""
    mean = solve(parse_game(game)).mean
    assert mean is not None
    return mean


def table(points: list[Point], courses: list[Course]) -> str:
    """The last policies of all runs, in Markdown."""
    lines = [
        "| game | reward | steps, mean | steps, each seed | secrets found | plays to the optimum |",
        "|" + "---|" * 6,
    ]
    for course in courses:
        best = optimum(course.game)
        for reward in dict.fromkeys(point.reward for point in points):
            runs = curves(points, course.game, reward)
            last = [run[-1] for run in runs]
            first = [next((p.episodes for p in run if p.steps <= best + 1e-9), 0) for run in runs]
            when = (
                f"{max(first):,} at most" if all(first) else f"{sum(map(bool, first))} of {len(first)} runs came to it"
            )
            each = ", ".join(f"{p.steps:.3f}" for p in sorted(last, key=lambda p: p.steps))
            mean, found = np.mean([p.steps for p in last]), np.mean([p.solved for p in last])
            lines.append(f"| {course.name} | {reward} | {mean:.3f} | {each} | {found:.0%} | {when} |")
        lines.append(f"| {course.name} | *best possible* | *{best:.3f}* | | *100%* | |")
    return "\n".join(lines)


def curves(points: list[Point], game: str, reward: str) -> list[list[Point]]:
    """The runs of a game and a reward, one a seed."""
    some = [point for point in points if (point.game, point.reward) == (game, reward)]
    return [[point for point in some if point.seed == seed] for seed in dict.fromkeys(point.seed for point in some)]


def figure(points: list[Point], courses: list[Course], path: Path) -> None:
    """Mean steps of the best policy along the plays: the mean of all seeds, and from the least to the most."""
    import matplotlib

    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "sleuth", "font.size": 9.0})
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(7.2, 4.4), layout="constrained")
    panels = drawing.subplots(1, len(courses), sharey=True, squeeze=False)[0]
    for panel, course in zip(panels, courses, strict=True):
        for (colour, line), reward in zip(LOOKS, REWARDS, strict=True):
            runs = curves(points, course.game, reward)
            steps = np.array([[point.steps for point in run] for run in runs])
            plays = np.mean([[point.episodes for point in run] for run in runs], axis=0)
            panel.fill_between(plays, steps.min(0), steps.max(0), color=colour, alpha=0.12, linewidth=0)
            panel.plot(plays, steps.mean(0), color=colour, linestyle=line, linewidth=1.4, label=reward)
        best = optimum(course.game)
        for height, name in ((best, f"best possible: {best:.3f}"), (course.max_steps, "no step left")):
            panel.axhline(height, color="#222222", linewidth=0.8, linestyle=":")
            panel.text(PLAYS, height + 0.04, name, va="bottom", fontsize=8)
        panel.set(title=f"Mastermind, {course.name}", xlabel="plays", xscale="log", ylim=(2.4, 6.4))
        panel.grid(axis="y", color="#d4d4d4", linewidth=0.6)
        panel.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("mean steps over all secrets")
    drawing.legend(
        *panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=8, frameon=False
    )
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    drawing.savefig(path, metadata=nothing if path.suffix == ".svg" else None)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Tabular Q-learning on small Mastermind, reward by reward.")
    parser.add_argument("--quick", action="store_true", help="one small game, two rewards, one seed")
    parser.add_argument("--out", type=Path, help="a folder for the curves, as a table and as a figure")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    courses, rewards, seeds = (QUICK, QUICK_REWARDS, 1) if asked.quick else (COURSES, [*REWARDS], SEEDS)
    points: list[Point] = []
    for course in courses:
        for reward in rewards:
            for seed in range(seeds):
                points += learned(course, reward, seed)
    print(table(points, courses))
    if asked.out:
        asked.out.mkdir(parents=True, exist_ok=True)
        with (asked.out / "curves.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(field.name for field in fields(Point))
            writer.writerows(astuple(point) for point in points)
        if not asked.quick:
            figure(points, courses, asked.out / "curves.svg")


if __name__ == "__main__":
    main()
