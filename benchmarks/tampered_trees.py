"""Tree files that were tampered with: what `verify` says of each, beside plain brute force.

Run: `python benchmarks/tampered_trees.py [--trees N] [--seed S]`.

Small random games of every goal, with weights, costs, constraints and rows, truthful and sequential, are solved on
random terms; their trees and certificates, and trees that ask at random, are changed in many ways. Brute force over all
trees on the same terms (`sleuth.testing.brute_force`) says which claims are true. A file counts as wrong

- if it is accepted, and a claim, a lemma or a node in it is not true, or it should have been refused for its form;
- if it is refused, and everything in it is true and proved by a certificate that nobody touched.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from sleuth.core.capabilities import Past
from sleuth.core.channel import Lies
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import SleuthError, TreeError
from sleuth.core.game import Game, Goal
from sleuth.core.offers import announcements, repeats, sequential
from sleuth.solve import certify, solve, tree_of
from sleuth.strategies.tree import digest
from sleuth.testing.brute_force import SearchState
from sleuth.testing.lemma_lines import LemmaLine
from sleuth.testing.nasty_catalogue import nasty_game
from sleuth.testing.tree_truth import Data, TreeTruth
from sleuth.verify.verification import TreeVerdict, verify

KINDS = (
    "tables",
    "costs",
    "rows",
    "twins",
    "not-secrets",
    "idle-first",
    "constrained-know",
    "constrained-name",
    "quiet-find",
    "telling-find",
    "naming-find",
    "silent-naming",
    "sequential-find",
    "sequential-naming",
    "mastermind",
    "fake-coin",
    "battleship",
    "hangman",
)
CHANGES_EACH = 8
"""Changes to one tree."""
TRUE, SOUND, REFUSE = "true", "sound", "refuse"
"""What is expected: yes exactly if all is true; no unless all is true; no."""


# Files to begin with.


def solved_file(game: Game, rng: Random) -> Data | None:
    """The file of a solved game, on random terms, as a rule with a certificate."""
    if game.goal.finds:
        finding = solve(game)
        return parsed(finding.tree) if finding.tree is not None else None
    terms: Data = {"objective": rng.choice(["mean", "mean", "worst"])}
    actions = list(game.actions())
    if rng.random() < 0.3:
        terms["first"] = rng.choice(actions)
    if rng.random() < 0.3 and game.goal.only_names:
        terms["only_possible"] = True
    if rng.random() < 0.3 and terms["objective"] == "mean":
        terms["within"] = rng.randint(1, 5)
    solution = solve(game, **terms)
    certificate = certify(solution) if rng.random() < 0.85 else None
    return parsed(tree_of(solution, certificate))


def random_file(game: Game, rng: Random) -> Data | None:
    """The file of a tree that asks at random whatever tells or finds something."""
    truth, rows = TreeTruth(game), list[list[Any]]()
    rules = truth.rules

    def grow(depth: int, text: str, state: SearchState) -> None:
        options = []
        for action in state.legal:
            following = rules.after(state, action)
            if state not in following.values():
                options.append((action, following))
        if not options or depth > 12:
            raise SleuthError("no way on")
        action, following = rng.choice(options)
        rows.append([depth, text, len(state.candidates), game.format_action(rules.actions[action])])
        for feedback, after in sorted(following.items(), key=lambda pair: game.format_feedback(pair[0])):
            if after is not None and not rules.over(after):
                grow(depth + 1, game.format_feedback(feedback), after)

    start = SearchState(tuple(range(len(rules.secrets))), tuple(range(len(rules.actions))), ())
    if not rules.over(start):
        grow(0, "", start)
    data: Data = {
        "format": "sleuth tree",
        "schema": 1,
        "game": str(game),
        "goal": game.goal.value,
        "objective": rng.choice([None, "mean", "worst"]),
        "secrets": {"count": len(rules.secrets), "digest": digest(game)},
        "terms": {"first": None, "within": None, "only_possible": False},
        "claims": {},
        "nodes": rows,
    }
    total, _, worst = truth.play(data) or (Fraction(0), Fraction(0), 0)
    data["claims"] = figures(truth, total, worst)
    return data


def figures(truth: TreeTruth, total: Fraction, worst: int) -> Data:
    """What a file claims of its own tree."""
    whole = total.denominator == 1
    return {"total": int(total) if whole else float(total), "mean": float(total / sum(truth.weights)), "worst": worst}


def parsed(tree: object) -> Data:
    data: Data = json.loads(str(tree))
    return data


# Changes.


@dataclass
class Case:
    """A file to change, and what a change may draw on."""

    data: Data
    game: Game
    rng: Random
    others: list[Data]
    truth: TreeTruth

    @property
    def certified(self) -> bool:
        return "certificate" in self.data

    @property
    def lines(self) -> list[str]:
        """The lines of the certificate."""
        lines: list[str] = self.data["certificate"]["lines"]
        return lines

    @property
    def lemmas(self) -> list[int]:
        """Where the lemmas are among them."""
        return [place for place, line in enumerate(self.lines) if line.startswith("l ")]

    def node(self) -> list[Any]:
        """Any node."""
        row: list[Any] = self.rng.choice(self.data["nodes"])
        return row

    def action(self) -> str:
        """The text of any action."""
        return self.game.format_action(self.rng.choice(list(self.game.actions())))

    def answers(self) -> list[str]:
        """Answers that occur."""
        return [row[1] for row in self.data["nodes"]] + ["x", "right", "hit"]


Change = Callable[[Case], str | None]
"""Changes the data of a case; says what is to be expected, or `None` if it does not apply."""


def another_action(case: Case) -> str:
    case.node()[3] = case.action()
    return TRUE


def another_answer(case: Case) -> str:
    case.node()[1] = case.rng.choice(case.answers())
    return TRUE


def another_depth(case: Case) -> str:
    case.node()[0] += case.rng.choice([-1, 1])
    return TRUE


def another_count(case: Case) -> str:
    case.node()[2] += case.rng.choice([-1, 1])
    return TRUE


def dropped_node(case: Case) -> str:
    case.data["nodes"].remove(case.node())
    return TRUE


def added_node(case: Case) -> str:
    row = [case.rng.randint(0, 3), case.rng.choice(case.answers()), case.rng.randint(1, 4), case.action()]
    case.data["nodes"].insert(case.rng.randint(0, len(case.data["nodes"])), row)
    return TRUE


def swapped_nodes(case: Case) -> str:
    nodes = case.data["nodes"]
    i, j = (case.rng.randrange(len(nodes)) for _ in range(2))
    nodes[i], nodes[j] = nodes[j], nodes[i]
    return TRUE


def other_nodes(case: Case) -> str:
    """The nodes and figures of another tree of the same game, with the certificate and the proof claims of this one."""
    other = case.rng.choice(case.others)
    case.data["nodes"] = other["nodes"]
    case.data["claims"] |= {key: other["claims"][key] for key in ("total", "mean", "worst")}
    for key in ("mean_cost", "total_cost"):
        case.data["claims"].pop(key, None)
    return TRUE


def asked_twice(case: Case) -> str | None:
    """What was asked last is asked once more, and the figures are those of the longer tree."""
    nodes, below = case.data["nodes"], [n for n, row in enumerate(case.data["nodes"]) if row[0]]
    if not below or sequential(case.game):
        return None
    place = case.rng.choice(below)
    depth, answer, count, _ = nodes[place]
    above = next(row for row in reversed(nodes[:place]) if row[0] == depth - 1)
    end = next((n for n in range(place + 1, len(nodes)) if nodes[n][0] <= depth), len(nodes))
    for row in nodes[place:end]:
        row[0] += 1
    nodes.insert(place, [depth, answer, count, above[3]])
    play = case.truth.play(case.data, lawful=False)
    if play is None:
        return None
    total, _, worst = play
    for key in ("mean_cost", "total_cost"):
        case.data["claims"].pop(key, None)
    case.data["claims"] |= figures(case.truth, total, worst)
    return TRUE


def another_figure(case: Case) -> str:
    key = case.rng.choice(
        [key for key in ("total", "mean", "worst", "mean_cost", "total_cost") if key in case.data["claims"]]
    )
    case.data["claims"][key] += case.rng.choice([-1, 1, 0.5, 1e-6])
    return TRUE


def steps_for_costs(case: Case) -> str | None:
    """Where actions differ in cost, the sum of steps in the place of that of costs, or the other way round."""
    claims = case.data["claims"]
    if "total_cost" not in claims:
        return None
    claims[case.rng.choice(["total", "lower_bound", "total_cost"])] = case.rng.choice(
        [claims["total"], claims["total_cost"]]
    )
    return TRUE if case.certified or "lower_bound" not in claims else REFUSE


def missing_figure(case: Case) -> str:
    del case.data["claims"][case.rng.choice(["total", "mean", "worst"])]
    return REFUSE


def another_bound(case: Case) -> str | None:
    if "lower_bound" not in case.data["claims"]:
        return None
    case.data["claims"]["lower_bound"] += case.rng.choice([-2, -1, -0.25, 0.25, 1, 2])
    return TRUE


def proof_without_certificate(case: Case) -> str:
    case.data.pop("certificate", None)
    claim = case.rng.choice([{"proved": True}, {"total_proved": True}, {"worst_proved": False}, {"lower_bound": 1}])
    case.data["claims"] |= claim
    return REFUSE


def more_is_claimed(case: Case) -> str | None:
    if not case.certified:
        return None
    case.data["claims"] |= {"proved": True, "total_proved": True, "worst_proved": True}
    return SOUND


def another_first(case: Case) -> str:
    case.data["terms"]["first"] = case.rng.choice([None, case.action()])
    return SOUND if case.certified else TRUE


def another_within(case: Case) -> str:
    case.data["terms"]["within"] = case.rng.choice([None, 1, 2, 3, 4, 9])
    return SOUND if case.certified else TRUE


def only_possible_or_not(case: Case) -> str:
    case.data["terms"]["only_possible"] ^= True
    return SOUND if case.certified else TRUE


def another_objective(case: Case) -> str:
    case.data["objective"] = case.rng.choice(["mean", "worst"])
    return SOUND if case.certified else TRUE


def no_objective(case: Case) -> str:
    case.data["objective"] = case.rng.choice(["banana", 3, True, ["mean"], ""])
    return REFUSE


def another_goal(case: Case) -> str:
    others = [goal.value for goal in (Goal.NAME, Goal.KNOW, Goal.FIND) if goal != case.game.goal]
    case.data["goal"] = case.rng.choice([*others, "win"])
    return REFUSE


def a_lying_game(case: Case) -> str | None:
    try:
        case.game = ChannelGame(case.game, Lies(most=case.rng.randint(0, 2)))
    except SleuthError:
        return None
    case.data["game"] = str(case.game)
    return REFUSE


def other_secrets(case: Case) -> str:
    key = case.rng.choice(["count", "digest"])
    case.data["secrets"][key] = case.data["secrets"]["count"] + 1 if key == "count" else "sha256:0"
    return REFUSE


def misspelt_key(case: Case) -> str:
    place = case.rng.choice([case.data, case.data["claims"], case.data["secrets"], case.data["terms"]])
    if case.certified and case.rng.random() < 0.3:
        place = case.data["certificate"]
    key = case.rng.choice(list(place))
    place[key + case.rng.choice(["s", "_", " "])] = place.pop(key)
    return REFUSE


def unknown_key(case: Case) -> str:
    case.rng.choice([case.data, case.data["claims"], case.data["secrets"], case.data["terms"]])["note"] = 1
    return REFUSE


def no_number(case: Case) -> str:
    places: list[tuple[Any, Any]] = [(case.data, "schema"), (case.data["secrets"], "count")]
    places += [(case.data["claims"], key) for key in ("total", "mean", "worst")] + [(case.node(), 0), (case.node(), 2)]
    if case.certified and case.lemmas and case.rng.random() < 0.3:
        bound = case.rng.choice(["True", "nan", "inf", "-1", "x"])
        return changed_lemma(case, lambda lemma: replace(lemma, bound=bound))
    place, key = case.rng.choice(places)
    place[key] = case.rng.choice([True, str(place[key]), [place[key]], float("nan"), float("inf")])
    return REFUSE


def changed_lemma(case: Case, change: Callable[[LemmaLine], LemmaLine]) -> str:
    """Change one lemma, wherever it is."""
    place = case.rng.choice(case.lemmas)
    case.lines[place] = str(change(LemmaLine.parse(case.lines[place], case.data["secrets"]["count"])))
    return REFUSE


def dropped_lemma(case: Case) -> str | None:
    if not case.certified or not case.lemmas:
        return None
    del case.lines[case.rng.choice(case.lemmas)]
    return SOUND


def another_lemma_bound(case: Case) -> str | None:
    if not case.certified or not case.lemmas:
        return None

    def changed(lemma: LemmaLine) -> LemmaLine:
        more = Fraction(case.rng.choice([-2, -1, -0.5, 0.5, 1, 2]))
        bound = Fraction(5) if lemma.total is None else lemma.total + more
        return replace(lemma, bound=str(bound) if bound.denominator == 1 else repr(float(bound)))

    changed_lemma(case, changed)
    return SOUND


def another_lemma(case: Case) -> str | None:
    """Another set, number of steps or set of actions; or a bound that nobody can reach."""
    if not case.certified or not case.lemmas:
        return None
    rng, count = case.rng, case.data["secrets"]["count"]
    part = rng.choice(["secrets", "steps", "never"])
    if part == "secrets":
        secrets = sorted(rng.sample(range(count), rng.randint(1, count)))
        changed_lemma(case, lambda lemma: replace(lemma, secrets=secrets))
        return SOUND if len(secrets) >= (1 if case.game.goal.only_names else 2) else REFUSE
    if part == "steps":
        changed_lemma(case, lambda lemma: replace(lemma, steps=rng.choice([None, 1, 2, 3])))
    else:
        changed_lemma(case, lambda lemma: replace(lemma, bound="!"))
    return SOUND


def another_map(case: Case) -> str | None:
    """Images that change places, another product, or a map that a lemma did not have."""
    rng = case.rng
    places = [k for k, line in enumerate(case.lines) if line[:2] in ("m ", "p ")] if case.certified else []
    if not places:
        return None
    if case.lemmas and rng.random() < 0.5:
        number = str(rng.randint(1, len(places)))
        changed_lemma(case, lambda lemma: replace(lemma, rest={**lemma.rest, "g": number}))
        return SOUND
    place = rng.choice(places)
    words = case.lines[place].split(" ")
    one, other = rng.sample([k for k in range(1, len(words)) if words[k] != "s"], 2)
    words[one], words[other] = words[other], words[one]
    case.lines[place] = " ".join(words)
    return SOUND


def other_certificate(case: Case) -> str | None:
    certified = [other for other in case.others if "certificate" in other]
    if not certified or not case.certified:
        return None
    case.data["certificate"] = case.rng.choice(certified)["certificate"]
    return SOUND


def empty_certificate(case: Case) -> str | None:
    if case.game.goal.finds or case.data["objective"] is None:
        return None
    case.data["certificate"] = {"lines": case.lines[:1] if case.certified else []}
    case.data["claims"] |= {"proved": True}
    return SOUND


def certificate_of_find(case: Case) -> str | None:
    if not case.game.goal.finds:
        return None
    case.data["certificate"] = {"lines": []}
    return REFUSE


# Changes that change nothing.


def nothing(case: Case) -> str:
    return TRUE


def key_order(case: Case) -> str:
    for place in (case.data, case.data["claims"], case.data["terms"]):
        items = case.rng.sample(list(place.items()), len(place))
        place.clear()
        place.update(items)
    return TRUE


def lemma_twice(case: Case) -> str | None:
    if not case.certified or not case.lemmas:
        return None
    place = case.rng.choice(case.lemmas)
    case.lines.insert(place, case.lines[place])
    return TRUE


def true_lemma(case: Case) -> str | None:
    if not case.certified:
        return None
    case.lines.append("l 0 s *")
    return TRUE


def less_is_claimed(case: Case) -> str | None:
    if not case.certified:
        return None
    key = case.rng.choice(["proved", "total_proved", "worst_proved"])
    if case.rng.random() < 0.5:
        case.data["claims"].pop(key, None)
    else:
        case.data["claims"][key] = False
    return TRUE


def other_search(case: Case) -> str:
    case.data["search"] = case.rng.choice([{}, {"proved": True, "lower_bound": 0}, {"note": "by hand"}])
    return TRUE


CHANGES: dict[str, tuple[Change, ...]] = {
    "nothing, or the order": (nothing, key_order, lemma_twice),
    "neutral claims and lemmas": (true_lemma, less_is_claimed, other_search),
    "actions": (another_action, asked_twice, asked_twice),
    "answers and depths": (another_answer, another_depth, another_count),
    "nodes dropped, added, swapped": (dropped_node, added_node, swapped_nodes),
    "another tree": (other_nodes,),
    "figures": (another_figure, missing_figure, steps_for_costs),
    "proof claims": (another_bound, proof_without_certificate, more_is_claimed),
    "terms": (another_first, another_within, only_possible_or_not),
    "objective and goal": (another_objective, no_objective, another_goal),
    "game and secrets": (a_lying_game, other_secrets),
    "keys": (misspelt_key, unknown_key),
    "values that are no numbers": (no_number,),
    "lemmas and maps": (dropped_lemma, another_lemma_bound, another_lemma, another_map),
    "certificates": (other_certificate, empty_certificate, certificate_of_find),
}
OF_PROOFS = ("proof claims", "terms", "lemmas and maps", "certificates")


# The comparison.


@dataclass
class Outcome:
    """What came of one file."""

    kind: str
    change: str
    game: str
    accepted: bool
    wrong: str
    """Why the verdict is wrong; empty if it is right."""
    problem: str | None


def outcomes(trees: int, seed: int) -> Iterator[Outcome]:
    """Verdicts on so many files."""
    rng, made = Random(seed), 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.json"
        for game in games(seed):
            if made >= trees:
                return
            files = [file for file in (_made(solved_file, game, rng), _made(random_file, game, rng)) if file]
            files += [file for file in (_made(solved_file, game, rng), _made(random_file, game, rng)) if file]
            truth = TreeTruth(game)
            for data in files:
                for kind in _kinds(data, rng):
                    if made >= trees:
                        return
                    outcome = _judge(kind, Case(copy.deepcopy(data), game, rng, files, truth), path)
                    if outcome is not None:
                        made += 1
                        yield outcome


def _kinds(data: Data, rng: Random) -> list[str]:
    """What to change in a file; of a certificate whatever there is to change."""
    kinds = rng.sample(list(CHANGES), CHANGES_EACH)
    return kinds if "certificate" not in data else [*kinds, *OF_PROOFS, *OF_PROOFS]


def games(seed: int) -> Iterator[Game]:
    """A stream of small games of all kinds."""
    number = 0
    while True:
        for kind in KINDS:
            game = nasty_game(kind, seed * 1_000_003 + number)
            announced = announcements(game) != [game]
            law = game.offers(Past)
            ordered = law is not None and law.ordered and repeats(game)
            if not announced and not ordered and 1 < len(list(game.secrets())) <= 8:
                yield game
        number += 1


def _made(make: Callable[[Game, Random], Data | None], game: Game, rng: Random) -> Data | None:
    try:
        return make(game, rng)
    except SleuthError:  # there is no such tree, or no certificate of it
        return None


def _judge(kind: str, case: Case, path: Path) -> Outcome | None:
    change = case.rng.choice(CHANGES[kind])
    if not case.data["nodes"]:
        return None
    expected = change(case)
    if expected is None:
        return None
    path.write_text(json.dumps(case.data))
    try:
        verdict = verify(path, case.game)
    except TreeError as error:  # it cannot be read
        verdict = TreeVerdict(str(path), problem=str(error))
    holds = expected != REFUSE and case.truth.holds(case.data)
    wrong = ""
    if verdict.ok and not holds:
        wrong = "accepted"
    elif not verdict.ok and holds and expected != SOUND:
        wrong = "refused"
    return Outcome(kind, change.__name__, str(case.game), verdict.ok, wrong, verdict.problem)


def main() -> int:
    """Compare, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trees", type=int, default=2_000, help="how many files to judge")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    console = Console(width=130)
    files, accepted, wrong = Counter[str](), Counter[str](), Counter[str]()
    for outcome in outcomes(options.trees, options.seed):
        files[outcome.kind] += 1
        accepted[outcome.kind] += outcome.accepted
        if outcome.wrong:
            wrong[outcome.kind] += 1
            console.print(f"{outcome.wrong} wrongly: {outcome.change}, {outcome.game}: {outcome.problem}", markup=False)
    table = Table("what was changed", "files", "accepted", "refused", "verdict", title="verify and brute force")
    for kind in CHANGES:
        refused = files[kind] - accepted[kind]
        table.add_row(
            kind, f"{files[kind]:,}", f"{accepted[kind]:,}", f"{refused:,}", f"{wrong[kind]} wrong in {files[kind]:,}"
        )
    console.print(table)
    console.print(f"{sum(wrong.values())} wrong in {sum(files.values()):,}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
