"""Proofs of small random games, altered under every header, beside plain brute force: by both checkers.

Run: `python benchmarks/tampered_headers.py [--proofs N] [--trees N] [--seed S]`.

Small random games with weights, prices, constraints, twins and rows are solved on random terms: a first action, at most
so many steps, only what may be the secret, the mean or the worst case. Their proofs, and trees that ask at random with
the claims and lemmas of the best ones, are altered: the game (a channel, another law), the terms, the claims, the tree,
the lemmas and maps, terms and lemmas of another proof, and any line, word or sign. `sleuth verify` and the checker in C
judge each; brute force over all trees says what is true. A verdict counts as wrong

- if a file is accepted, and a claim, a node, a map or a lemma in it is false, or it is of another game;
- if a file is refused in which everything is true and nothing was altered that a proof leans on;
- if the checkers do not agree: 0 right, 1 wrong, 2 cannot be read. (What is not whole numbers is for Python alone.)

Tree files are altered in the same number by `tampered_trees.py`, as often as `--trees` says; only Python reads those.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.tampered_proofs import CHANGES as LINE_CHANGES
from benchmarks.tampered_proofs import code_in_c, compiled, tampered
from benchmarks.tampered_trees import games, outcomes

from sleuth.core.channel import HalfLies, Lies, Noise
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import SleuthError, TreeError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.offers import sequential
from sleuth.core.tabulate import tabulate
from sleuth.games import Wordle
from sleuth.solve import certify, save_proof, solve
from sleuth.solve.position_symmetry import game_group
from sleuth.testing.lemma_lines import LemmaLine
from sleuth.testing.nasty_catalogue import nasty_game
from sleuth.testing.proof_truth import ProofLines, ProofNode, ProofTruth
from sleuth.verify.verification import verify

SYMMETRIC = (
    "mastermind:pegs=2,colours=2",
    "mastermind:pegs=3,colours=2",
    "mastermind:pegs=2,colours=3",
    "bulls-and-cows:length=2,symbols=3",
    "mastermind:pegs=3,colours=2,jar=3-3",
    "fake-coin:coins=3",
    "fake-coin:coins=6,sign=lighter",
    "black-box:size=2,atoms=1",
)
"""Games with maps. The first four the C checker knows by name."""
CHANGES_EACH = 12
"""Altered copies of one proof."""


@dataclass
class ProofCase:
    """A proof to alter, and what an alteration may draw on."""

    proof: ProofLines
    game: Game
    rng: Random
    others: list[ProofLines]
    truth: ProofTruth
    judged_as: Game | None = None
    """The game that it is judged as, where that is another."""

    @property
    def lemmas(self) -> list[int]:
        """Where the lemmas are among the lines of the certificate."""
        return [place for place, line in enumerate(self.proof.certificate) if line.startswith("l ")]

    def number(self) -> int:
        """The number of any action."""
        return self.rng.randrange(len(self.truth.rules.actions))

    def change_lemma(self, change: Callable[[LemmaLine], LemmaLine]) -> None:
        """Alter one lemma, wherever it is."""
        place = self.rng.choice(self.lemmas)
        lemma = LemmaLine.parse(self.proof.certificate[place], len(self.truth.weights))
        self.proof.certificate[place] = str(change(lemma))


# Headers. Each says whether what it made still says the truth, as far as it knows: True or False; None: ask.


def a_channel(case: ProofCase) -> bool | None:
    """Answers may be lies: nothing that the file says is about that game."""
    channel = case.rng.choice([Lies(most=1), Lies(most=0), Noise(chance=0.1), HalfLies(most=1)])
    try:
        lying = ChannelGame(case.game, channel)
    except SleuthError:
        lying = None
    case.proof.game += f"@{case.rng.choice([str(channel), channel.name, channel.name, 'fibble'])}"
    case.judged_as = lying if lying is not None and case.rng.random() < 0.7 else None
    return False


def another_game(case: ProofCase) -> bool | None:
    case.proof.game = case.rng.choice(["mastermind:pegs=2,colours=3", "wordle", f"{case.proof.game}1", "x"])
    return False


def another_goal(case: ProofCase) -> bool | None:
    case.proof.goal = case.rng.choice([goal for goal in ("name", "know", "find") if goal != case.proof.goal])
    return False


def another_objective(case: ProofCase) -> bool | None:
    case.proof.objective = "mean" if case.proof.objective == "worst" else "worst"
    return None


def another_first(case: ProofCase) -> bool | None:
    root = case.proof.nodes[0][2] if case.proof.nodes else 0
    case.proof.first = case.rng.choice([None, root, root, case.number()])
    return None


def another_within(case: ProofCase) -> bool | None:
    worst = int(case.proof.worst)
    case.proof.within = case.rng.choice([None, worst, worst + 1, max(1, worst - 1), 1, 9])
    return None


def only_possible_or_not(case: ProofCase) -> bool | None:
    case.proof.only_possible ^= True
    return None


def terms_of_another(case: ProofCase) -> bool | None:
    """Lemmas that hold on some terms, under others."""
    other = case.rng.choice(case.others)
    case.proof.first, case.proof.within = other.first, other.within
    case.proof.only_possible, case.proof.objective = other.only_possible, other.objective
    return None


def another_law(case: ProofCase) -> bool | None:
    """Other weights, costs or answers than those of the game."""
    secrets, actions, digest = case.proof.law.split(" ")
    flipped = digest[:-1] + ("0" if digest[-1] != "0" else "1")
    laws = [f"{secrets} {actions} {flipped}", f"{secrets} {int(actions) + 1} {digest}", f"{secrets} {actions}"]
    case.proof.law = case.rng.choice(laws)
    return False


# Claims.


def another_total(case: ProofCase) -> bool | None:
    case.proof.total = _more(case.proof.total, case.rng.choice([-2, -1, 1, 2]))
    return None


def steps_for_costs(case: ProofCase) -> bool | None:
    """The sum of steps in the place of that of costs, where actions differ in cost."""
    stepwise = copy(case.truth)
    stepwise.costs = [Fraction(1)] * len(case.truth.costs)
    played = stepwise.played(case.proof)
    steps = Fraction(0) if played is None else played[0]
    case.proof.total = _text(steps)
    return None


def another_worst(case: ProofCase) -> bool | None:
    case.proof.worst = _more(case.proof.worst, case.rng.choice([-1, 1]))
    return None


def more_is_proved(case: ProofCase) -> bool | None:
    case.proof.proved = ["total", "worst"]
    return None


def less_is_proved(case: ProofCase) -> bool | None:
    case.proof.proved = case.rng.choice([[], case.proof.proved[:1], case.proof.proved[1:]])
    return True


def no_certificate(case: ProofCase) -> bool | None:
    case.proof.certificate = []
    return None


# Trees.


def another_tree(case: ProofCase) -> bool | None:
    """The nodes of another tree of the game, with its own figures, under the claims and lemmas of this one."""
    other = case.rng.choice(case.others)
    case.proof.nodes, case.proof.total, case.proof.worst = other.nodes, other.total, other.worst
    return None


def a_random_tree(case: ProofCase) -> bool | None:
    """A tree that asks at random, with its own figures and a first action that is its own where one is given."""
    nodes = random_nodes(case.truth, case.rng)
    if nodes is None:
        return None
    case.proof.nodes = nodes
    if case.proof.first is not None:
        case.proof.first = nodes[0][2]
    played = case.truth.played(replace(case.proof, within=None, only_possible=False))
    if played is not None:
        case.proof.total, case.proof.worst = _text(played[0]), str(played[1])
    return None


def another_node(case: ProofCase) -> bool | None:
    if not case.proof.nodes:
        return None
    place, which = case.rng.randrange(len(case.proof.nodes)), case.rng.randrange(3)
    node = list(case.proof.nodes[place])
    node[which] = case.number() if which == 2 else max(0, node[which] + case.rng.choice([-1, 1]))
    case.proof.nodes[place] = (node[0], node[1], node[2])
    return None


def dropped_node(case: ProofCase) -> bool | None:
    if case.proof.nodes:
        del case.proof.nodes[case.rng.randrange(len(case.proof.nodes))]
    return None


# Lemmas and maps.


def another_bound(case: ProofCase) -> bool | None:
    if not case.lemmas:
        return None
    more = case.rng.choice([-1, 1, 1, 2, 5])
    bound = "!" if case.rng.random() < 0.2 else None
    case.change_lemma(lambda one: replace(one, bound=bound or ("7" if one.bound == "!" else _more(one.bound, more))))
    return None


def other_steps(case: ProofCase) -> bool | None:
    if case.lemmas:
        steps = case.rng.choice([None, 1, 2, 3, 4])
        case.change_lemma(lambda one: replace(one, steps=steps))
    return None


def other_secrets(case: ProofCase) -> bool | None:
    if case.lemmas:
        count = len(case.truth.weights)
        secrets = sorted(case.rng.sample(range(count), case.rng.randint(1, count)))
        case.change_lemma(lambda one: replace(one, secrets=secrets))
    return None


def other_allowed(case: ProofCase) -> bool | None:
    """Fewer actions than may be asked, more, or all."""
    if case.lemmas:
        count = len(case.truth.costs)
        allowed = case.rng.choice([None, sorted(case.rng.sample(range(count), case.rng.randint(1, count)))])
        case.change_lemma(lambda one: replace(one, allowed=allowed))
    return None


def other_lemmas(case: ProofCase) -> bool | None:
    """All lemmas of another proof, or those of both."""
    other = case.rng.choice(case.others)
    if case.rng.random() < 0.5 and not any(line[0] in "mp" for line in (*case.proof.certificate, *other.certificate)):
        both = [*case.proof.certificate, *other.certificate]
        count = len(case.truth.weights)
        case.proof.certificate = sorted(both, key=lambda line: len(LemmaLine.parse(line, count).secrets))
    else:
        case.proof.certificate = list(other.certificate)
    return None


def dropped_lemma(case: ProofCase) -> bool | None:
    if case.lemmas:
        del case.proof.certificate[case.rng.choice(case.lemmas)]
    return None


def lemma_twice(case: ProofCase) -> bool | None:
    if case.lemmas:
        place = case.rng.choice(case.lemmas)
        case.proof.certificate.insert(place, case.proof.certificate[place])
    return True


def true_lemma(case: ProofCase) -> bool | None:
    case.proof.certificate.append("l 0 s *")
    return True if len(case.truth.weights) > 1 else None


def another_map(case: ProofCase) -> bool | None:
    places = [place for place, line in enumerate(case.proof.certificate) if line[:2] == "m "]
    if not places:
        return None
    if case.lemmas and case.rng.random() < 0.5:
        number = str(case.rng.randint(1, len(places)))
        case.change_lemma(lambda one: replace(one, rest={**one.rest, "g": number}))
        return None
    place = case.rng.choice(places)
    words = case.proof.certificate[place].split(" ")
    one, other = case.rng.sample([k for k in range(1, len(words)) if words[k] != "s"], 2)
    words[one], words[other] = words[other], words[one]
    case.proof.certificate[place] = " ".join(words)
    return None


def added_map(case: ProofCase) -> bool | None:
    """One of the maps of the game, whole or with two images that change places; and a lemma that leans on it."""
    actions = len(case.truth.costs)
    generators = game_group(tabulate(case.game)).generators
    images = [int(image) for image in case.rng.choice(generators)] if len(generators) else []
    images = images or [*range(actions), *range(len(case.truth.weights))]
    if case.rng.random() < 0.5:
        cut = case.rng.choice([range(actions), range(actions, len(images))])
        one, other = case.rng.choice(cut), case.rng.choice(cut)
        images[one], images[other] = images[other], images[one]
    number = sum(line[:2] in ("m ", "p ") for line in case.proof.certificate)
    line = " ".join(map(str, ["m", *images[:actions], "s", *images[actions:]]))
    case.proof.certificate.insert(number, line)
    if case.lemmas:
        case.change_lemma(lambda one: replace(one, rest={**one.rest, "g": str(number + 1)}))
        if case.rng.random() < 0.5:
            another_bound(case)
    return None


def nothing(case: ProofCase) -> bool | None:
    return True


ProofChange = Callable[[ProofCase], bool | None]
CHANGES: dict[str, tuple[ProofChange, ...]] = {
    "nothing, or less": (nothing, less_is_proved, lemma_twice, true_lemma),
    "the channel": (a_channel,),
    "the game, goal, law": (another_game, another_goal, another_law),
    "the objective": (another_objective,),
    "first": (another_first,),
    "within": (another_within,),
    "only-possible": (only_possible_or_not,),
    "terms of another proof": (terms_of_another,),
    "totals and costs": (another_total, steps_for_costs, another_worst),
    "what is proved": (more_is_proved, no_certificate),
    "another tree": (another_tree, a_random_tree),
    "nodes": (another_node, dropped_node),
    "lemmas": (another_bound, other_steps, other_secrets, other_allowed, dropped_lemma),
    "lemmas of another proof": (other_lemmas,),
    "maps": (another_map, added_map, added_map),
}
LINES = "lines, words, signs"


# Files to begin with.


def random_terms(game: Game, rng: Random) -> dict[str, Any]:
    """An objective and terms, several at once as a rule."""
    terms: dict[str, Any] = {"objective": rng.choice(["mean", "mean", "worst"])}
    if rng.random() < 0.35:
        terms["first"] = rng.choice(list(game.actions()))
    if rng.random() < 0.35 and game.goal.only_names:
        terms["only_possible"] = True
    if terms["objective"] == "mean":
        terms["shortest"] = rng.random() < 0.5
        if rng.random() < 0.4:
            terms["within"] = rng.randint(2, 5)
    return terms


def solved_proof(game: Game, rng: Random, path: Path) -> ProofLines | None:
    """The proof of a game on random terms; nothing where there is none."""
    try:
        solution = solve(game, threads=1, **random_terms(game, rng))
        save_proof(solution, path, certify(solution))
    except SleuthError:
        return None
    return ProofLines.parse(path.read_text())


def random_nodes(truth: ProofTruth, rng: Random) -> list[ProofNode] | None:
    """A tree that asks at random whatever tells something."""
    rules, out = truth.rules, list[ProofNode]()

    def grow(depth: int, answer: int, state: Any) -> bool:
        options = []
        for action in state.legal:
            following = rules.after(state, action)
            if all(after is None or after.candidates != state.candidates for after in following.values()):
                options.append((action, following))
        if not options:
            return False
        action, following = rng.choice(options)
        out.append((depth, answer, action))
        return all(
            after is None or rules.over(after) or grow(depth + 1, truth.numbers[feedback], after)
            for feedback, after in following.items()
        )

    return out if not rules.over(rules.whole) and grow(0, 0, rules.whole) else None


# The comparison.


@dataclass
class ProofOutcome:
    """What came of one file."""

    kind: str
    change: str
    game: str
    python: int
    c: int | None
    """The exit codes; nothing where weights or costs are not whole."""
    wrong: str
    """Why a verdict is wrong; empty if both are right."""
    headers: tuple[str, ...]
    """What the file has: prices, weights, terms."""


def table_games(seed: int) -> Iterator[Game]:
    """Small games that have proofs, of all kinds; among them Wordle and games with many symmetries."""
    rng = Random(seed)
    for number, game in enumerate(games(seed)):
        if number % 8 == 0:
            yield nasty_game("wordle", seed * 1_000_003 + number)
        if number % 6 == 0:
            yield parse_game(rng.choice(SYMMETRIC))
        if number % 3 == 0:
            yield nasty_game("costs", seed * 1_000_003 + number)
        if not game.goal.finds and not sequential(game):
            yield game


def known_in_c(game: Game) -> tuple[str, ...] | None:
    """What the C checker is told of a law that it knows; `None` of another."""
    if isinstance(game, Wordle) and not game.hard and not _is_weighed(game.answers):
        return "-w", game.answers, game.allowed or game.answers
    return () if str(game) in SYMMETRIC[:4] else None


def _is_weighed(words: str) -> bool:
    """Whether a list has weights beside its words; they may all be alike, and the C checker reads words alone."""
    return any(len(line.split()) > 1 for line in Path(words).read_text(encoding="utf-8").splitlines())


def proof_outcomes(proofs: int, seed: int, checker: Path | None) -> Iterator[ProofOutcome]:
    """Verdicts on so many altered proofs."""
    rng, made = Random(seed), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for game in table_games(seed):
            if made >= proofs:
                return
            for outcome in _of_game(game, rng, folder, checker):
                made += 1
                yield outcome
                if made >= proofs:
                    return


def _of_game(game: Game, rng: Random, folder: Path, checker: Path | None) -> Iterator[ProofOutcome]:
    files = [solved_proof(game, rng, folder / "true.proof") for _ in range(4)]
    proofs = [proof for proof in files if proof is not None]
    truth, path, table = ProofTruth(game), folder / "copy.proof", folder / "game.table"
    whole = truth.share == 1
    for original in proofs:
        path.write_text(str(original))
        sound = _in_python(path, game, table if whole else None) == 0
        given, by_table = known_in_c(game), ("-t", str(table)) if whole else None
        if given is None or rng.random() < 0.3:
            given = by_table
        for number in range(CHANGES_EACH):
            case = ProofCase(_copied(original), game, rng, proofs, truth)
            try:
                kind, change, text, expected = _altered(case, LINES if number % 4 == 3 else rng.choice(list(CHANGES)))
            except ValueError:  # there is no such thing in this proof
                continue
            if (text == str(original) and change != "nothing") or _renamed(original.game, text, given):
                continue
            path.write_text(text)
            python = _in_python(path, case.judged_as or game, None)
            code = code_in_c(checker, path, given) if checker and given is not None else None
            holds = expected is not False and truth.holds_proof(text)
            wrong = ""
            if not holds and 0 in (python, code):
                wrong = "accepted"
            elif holds and expected and sound and (python or code):
                wrong = "refused"
            elif code is not None and python != code:
                wrong = f"C says {code}, Python {python}"
            yield ProofOutcome(kind, change, str(game), python, code, wrong, _headers(original, truth))


def _renamed(game: str, text: str, given: tuple[str, ...] | None) -> bool:
    """Whether the lists of Wordle have other names alone: the C checker is told which they are."""
    header = text.split("\n")[1] if text.count("\n") > 1 else ""
    names = re.compile(r"(?<==)[^,:(@][^,:@]*")
    return (
        given is not None
        and given[:1] == ("-w",)
        and header != f"game {game}"
        and (names.sub("", header) == names.sub("", f"game {game}"))
    )


def _altered(case: ProofCase, kind: str) -> tuple[str, str, str, bool | None]:
    """The kind of change, the change, the text that it makes, and what it says of that."""
    if kind == LINES:
        change = case.rng.choice(list(LINE_CHANGES))
        return kind, change, tampered(str(case.proof), change, case.rng), None
    make = case.rng.choice(CHANGES[kind])
    expected = make(case)
    return kind, make.__name__, str(case.proof), expected


def _copied(proof: ProofLines) -> ProofLines:
    return replace(proof, proved=list(proof.proved), nodes=list(proof.nodes), certificate=list(proof.certificate))


def _headers(proof: ProofLines, truth: ProofTruth) -> tuple[str, ...]:
    """What a proof has that not all have."""
    has = {
        "prices": len(set(truth.costs)) > 1,
        "weights": len(set(truth.weights)) > 1,
        "first": proof.first is not None,
        "within": proof.within is not None,
        "only-possible": proof.only_possible,
        "worst": proof.objective == "worst",
    }
    return tuple(name for name, there in has.items() if there)


def _in_python(path: Path, game: Game, table: Path | None) -> int:
    """The exit code that `sleuth verify` would give for a file and its game."""
    try:
        return 0 if verify(path, game, table=table).ok else 1
    except TreeError:
        return 2


def _text(value: Any) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))


def _more(number: str, added: int) -> str:
    """A number so much larger."""
    return str(max(0, int(number) + added)) if number.isdigit() else repr(max(0.0, float(number) + added))


def main() -> int:
    """Compare, and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--proofs", type=int, default=5_000, help="how many altered proofs to judge")
    parser.add_argument("--trees", type=int, default=5_000, help="how many altered tree files to judge")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    console = Console(width=130)
    files, accepted, both, wrong, headers = (Counter[str]() for _ in range(5))
    with tempfile.TemporaryDirectory() as name:
        checker = compiled(Path(name))
        if checker is None:
            console.print("there is no C compiler here (cc)")
            return 2
        for one in proof_outcomes(options.proofs, options.seed, checker):
            files[one.kind] += 1
            accepted[one.kind] += one.python == 0
            both[one.kind] += one.c is not None
            headers.update(one.headers)
            if one.wrong:
                wrong[one.kind] += 1
                console.print(f"{one.wrong}: {one.change}, {one.game}", markup=False)
    table = Table("what was altered", "proofs", "accepted", "judged by both", "verdict", title="proofs and brute force")
    for kind in (*CHANGES, LINES):
        row = (kind, f"{files[kind]:,}", f"{accepted[kind]:,}", f"{both[kind]:,}", f"{wrong[kind]} wrong")
        table.add_row(*row)
    console.print(table)
    console.print("headers: " + ", ".join(f"{name} {count:,}" for name, count in sorted(headers.items())))
    trees = list(outcomes(options.trees, options.seed))
    false = [one for one in trees if one.wrong]
    for tree in false:
        console.print(f"{tree.wrong} wrongly: {tree.change}, {tree.game}: {tree.problem}", markup=False)
    console.print(
        f"proofs: {sum(wrong.values())} wrong in {sum(files.values()):,}, {sum(both.values()):,} judged by both"
    )
    console.print(f"trees: {len(false)} wrong in {len(trees):,}, {sum(tree.accepted for tree in trees):,} accepted")
    return 1 if wrong or false else 0


if __name__ == "__main__":
    sys.exit(main())
