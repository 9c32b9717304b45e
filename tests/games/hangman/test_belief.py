"""The factored information set of Hangman against brute force over all phrases, with lies and without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import isclose, log2
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.belief.begin import begin
from sleuth.belief.lying_weights import MoreLiesError
from sleuth.core.errors import ActionError, ContradictionError, ParameterError, TooLargeError
from sleuth.core.game_spec import parse_game
from sleuth.core.progress import silent
from sleuth.games.hangman.belief.false_denials import unions
from sleuth.games.hangman.belief.heaviest_products import heaviest
from sleuth.games.hangman.belief.phrase_set import SELDOM, PhraseSet, begin_phrase_under_lies
from sleuth.games.hangman.rules import NO, YES, Hangman
from sleuth.measures.shannon import shannon
from sleuth.strategies.catalogue import parse_strategy
from sleuth.testing import check_belief

WORDS = "ape\npan 2\npea\nnap\npie 3\nan\npi 2\nin\nea\nsip\n"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hangman") / "words.txt"
    path.write_text(WORDS)
    return path


def hangman(file: Path, lengths: str, guesses: str = "both") -> Hangman:
    return Hangman(words=str(file), lengths=lengths, guesses=guesses)


@dataclass(frozen=True)
class Brute:
    """Every phrase by itself: its weight, and the lies that the answers take if it is the secret."""

    game: Hangman
    most: int
    chance: float | None
    states: tuple[tuple[str, float, int], ...]

    @classmethod
    def start(cls, game: Hangman, most: int = 0, chance: float | None = None) -> Brute:
        return cls(game, most, chance, tuple((s, float(game.prior(s)), 0) for s in game.secrets()))

    def answers(self, action: str, secret: str, lies: int) -> Iterator[tuple[str, float, int]]:
        """What may be said, how much that weighs, and the lies told then."""
        true = self.game.feedback(action, secret)
        if len(action) > 1 or true == NO or lies == self.most:
            yield true, 1.0, lies
            return
        yield true, 1.0 if self.chance is None else 1 - self.chance, lies
        yield NO, 1.0 if self.chance is None else self.chance, lies + 1

    def after(self, action: str, feedback: str) -> Brute:
        left = [
            (secret, weight * factor, lies)
            for secret, weight, before in self.states
            for said, factor, lies in self.answers(action, secret, before)
            if said == feedback
        ]
        return Brute(self.game, self.most, self.chance, tuple(left))

    def feedbacks(self, action: str) -> list[str]:
        return sorted({said for secret, _, lies in self.states for said, _, _ in self.answers(action, secret, lies)})

    @property
    def mass(self) -> float:
        return sum(weight for _, weight, _ in self.states)

    def outcome(self, action: str) -> dict[str, float]:
        """The chance of each answer; without a chance of lies the answer to come is taken as true."""
        out: dict[str, float] = {}
        for secret, weight, before in self.states:
            for said, factor, lies in self.answers(action, secret, before):
                share = factor if self.chance is not None else float(lies == before)
                out[said] = out.get(said, 0.0) + weight / self.mass * share
        return out

    def information(self, action: str) -> float:
        """How much the answer tells about the secret."""
        bits = float(shannon(list(self.outcome(action).values())))
        for secret, weight, before in self.states:
            ways = [factor for _, factor, _ in self.answers(action, secret, before)]
            if self.chance is not None and len(ways) == 2:
                bits -= weight / self.mass * float(shannon(ways))
        return bits


def compare(info: PhraseSet, brute: Brute, actions: list[str]) -> None:
    game, mass = info.hangman, brute.mass
    shares = {secret: weight / mass for secret, weight, _ in brute.states}
    assert info.size == len(shares)
    assert set(info.candidates()) == shares.keys()
    assert info.exact
    for secret in game.secrets():
        assert isclose(info.probability(secret), shares.get(secret, 0.0), rel_tol=1e-9, abs_tol=1e-12)
    assert isclose(info.entropy, shannon(list(shares.values())), abs_tol=1e-9)
    for letter, chance in zip(game.alphabet, info.chances, strict=True):
        true = sum(share for secret, share in shares.items() if letter in secret)
        assert isclose(chance, true, abs_tol=1e-9)
        assert (chance > 0) == any(letter in secret for secret in shares)
    if info.over:
        return
    outcomes = info.outcomes(actions)
    for row, action in enumerate(actions):
        told = brute.outcome(action)
        left = {f: len(brute.after(action, f).states) for f in brute.feedbacks(action)}
        leaves = {leaf.feedback: leaf for leaf in outcomes.leaves(row)}
        assert {f: leaf.left for f, leaf in leaves.items()} == left
        for feedback, leaf in leaves.items():
            assert isclose(leaf.probability, told.get(str(feedback), 0.0), abs_tol=1e-9)
            ends = all(
                s == action or (game.feedback(action, s) == feedback and not set(s) - {*shown(info), action, " "})
                for s, _, _ in brute.after(action, str(feedback)).states
            )
            assert leaf.wins == (feedback != NO and ends)
        assert outcomes.parts[row] == sum(p > 0 for p in told.values())
        assert isclose(outcomes.information[row], brute.information(action), abs_tol=1e-9)
        assert isclose(outcomes.largest[row], max(left.values()))
        assert isclose(outcomes.expected_size[row], sum(told[f] * n for f, n in left.items()), abs_tol=1e-9)
        won = sum(leaf.probability for leaf in leaves.values() if leaf.wins)
        assert isclose(outcomes.win_probability[row], won, abs_tol=1e-9)


def shown(info: PhraseSet) -> set[str]:
    return set(info.shown) - {"*", " "}


def walk(info: PhraseSet, brute: Brute, letters: str, phrases: list[str], depth: int) -> int:
    """Compare after every history of so many steps; how many there were."""
    actions = [a for a in [*letters, *phrases] if info.is_legal(a)]
    compare(info, brute, actions)
    seen = 1
    if depth == 0 or info.over:
        return seen
    for action in actions:
        for feedback in brute.feedbacks(action):
            after = info.observe(action, feedback)
            assert isinstance(after, PhraseSet)
            seen += walk(after, brute.after(action, feedback), letters, phrases, depth - 1)
    return seen


@pytest.mark.parametrize(
    ("lengths", "letters", "phrases", "depth"),
    [
        ("3", "pei", ["pan"], 3),
        ("3-2", "pi", ["pan pi", "pie an"], 3),
        ("2-2-2", "i", ["an an pi", "in pi ea"], 3),
    ],
)
def test_every_history_without_lies(file: Path, lengths: str, letters: str, phrases: list[str], depth: int) -> None:
    game = hangman(file, lengths)
    assert walk(PhraseSet(game), Brute.start(game), letters, phrases, depth) > 40


@pytest.mark.parametrize(
    ("lengths", "letters", "phrases", "depth", "most", "chance"),
    [
        ("3", "pei", ["pie"], 3, 1, None),
        ("3", "pi", [], 4, 2, 0.2),
        ("3-2", "pei", [], 3, 1, None),
        ("3-2", "pi", ["pie pi"], 3, 2, None),
        ("3-2", "pi", ["pie pi"], 3, 1, 0.3),
        ("2-2-2", "ai", [], 3, 1, None),
    ],
)
def test_every_history_with_lies(
    file: Path, lengths: str, letters: str, phrases: list[str], depth: int, most: int, chance: float | None
) -> None:
    game = hangman(file, lengths)
    assert walk(PhraseSet(game, most, chance), Brute.start(game, most, chance), letters, phrases, depth) > 40


@settings(max_examples=trials(30), deadline=None)
@given(
    words=st.lists(st.text("abc", min_size=2, max_size=3), min_size=3, max_size=14, unique=True),
    weights=st.lists(st.integers(1, 9), min_size=14, max_size=14),
    most=st.integers(0, 3),
    chance=st.sampled_from([None, 0.1, 0.5]),
    seed=st.integers(0, 10_000),
)
def test_random_lists_and_plays(
    tmp_path_factory: pytest.TempPathFactory,
    words: list[str],
    weights: list[int],
    most: int,
    chance: float | None,
    seed: int,
) -> None:
    path = tmp_path_factory.mktemp("lists") / "words.txt"
    path.write_text("".join(f"{word} {weight}\n" for word, weight in zip(words, weights, strict=False)))
    rng = np.random.default_rng(seed)
    game = Hangman(words=str(path), number=int(rng.integers(1, 4)))
    secret = game.draw(rng)
    game = game.announced(secret)
    info, brute, lies = PhraseSet(game, most, chance), Brute.start(game, most, chance), 0
    for _ in range(5):
        actions = [a for a in "abcd" if info.is_legal(a)] + [str(s) for s in info.sample(rng, 2)]
        compare(info, brute, [a for a in dict.fromkeys(actions) if info.is_legal(a)])
        legal = [a for a in actions if info.is_legal(a)]
        if info.over or not legal:
            break
        action = legal[int(rng.integers(len(legal)))]
        said = list(brute.answers(action, secret, lies))
        feedback, _, lies = said[int(rng.integers(len(said)))]
        info, brute = info.observe(action, feedback), brute.after(action, feedback)  # type: ignore[assignment]


def test_the_contract(file: Path) -> None:
    for lengths in ("3", "3-2", "2-2-2"):
        check_belief(begin(hangman(file, lengths, "letters")))


def test_drawn_phrases_are_as_likely_as_they_should_be(file: Path) -> None:
    info = PhraseSet(hangman(file, "3-2"), 1).observe("i", NO).observe("a", NO)
    assert isinstance(info, PhraseSet)
    drawn = info.sample(np.random.default_rng(4), 4_000)
    chi = sum(
        (drawn.count(s) - 4_000 * info.probability(s)) ** 2 / (4_000 * info.probability(s)) for s in info.candidates()
    )
    assert chi < info.size - 1 + 5 * (2 * info.size) ** 0.5


def test_a_phrase_is_never_listed() -> None:
    game = parse_game("hangman:lengths=7-7-7-7-7-7")
    info = begin(game)
    assert isinstance(info, PhraseSet)
    number = len(game.vocabulary.by_length[7])  # type: ignore[attr-defined]
    assert info.size == number**6
    assert isclose(info.entropy, 6 * begin(parse_game("hangman:lengths=7")).entropy)
    outcomes = info.outcomes(["e"])
    single = begin(parse_game("hangman:lengths=7")).outcomes(["e"])
    assert isclose(outcomes.information[0], 6 * single.information[0])
    assert isclose(outcomes.hit_probability[0], 1 - (1 - single.hit_probability[0]) ** 6)
    children = info.children("e")
    assert len(children) == 200
    assert isclose(sum(child.probability for child in children) + children.rest, 1)
    assert children.rest > 0.5  # and it is told
    assert len(info.candidates(5)) == 5
    with pytest.raises(TooLargeError, match="too many to list"):
        info.candidates()


def test_many_patterns_of_coupled_words_are_taken_apart(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """Past the limit the bits are those of the words by themselves: no less than they should be, and not much more."""
    info = PhraseSet(hangman(file, "3-2-3"), 1).observe("i", NO)
    exact = info.outcomes([*"apen"])
    true = exact.information, exact.hit_probability, exact.win_probability
    monkeypatch.setattr("sleuth.games.hangman.belief.outcomes.CELLS", 0)
    again = PhraseSet(hangman(file, "3-2-3"), 1).observe("i", NO).outcomes([*"apen"])
    assert (again.information >= true[0] - 1e-9).all()
    assert (again.information <= 1.1 * true[0] + 0.1).all()
    assert np.allclose(again.hit_probability, true[1])
    assert np.allclose(again.win_probability, true[2])
    assert again.leaves(0)
    for row in range(4):
        true_parts = {part.feedback: part[1:] for part in exact.leaves(row)}
        for part in again.leaves(row):
            assert part[1:] == pytest.approx(true_parts[part.feedback])


# Words that are in no list.


def test_a_word_outside_the_list_is_survived_and_said(file: Path) -> None:
    info = PhraseSet(hangman(file, "3-2", "letters"))
    info = info.observe("o", "*** o*")  # type: ignore[assignment]
    assert info.outside == (2,)
    assert not info.exact
    assert "Word 2 (o*) is in no list" in str(info)
    assert info.notes == ("Word 2 (o*) is in no list; its letters are guessed from all words of 2 letters.",)
    shares = {x: np.mean([x in w for w in ("an", "pi", "pi", "in", "ea")]) for x in "anpieo"}
    alone = PhraseSet(hangman(file, "3", "letters")).chances
    for letter, share in shares.items():
        want = 0.0 if letter == "o" else share
        got = info.outside_chances(info.words[1])[info.hangman.alphabet.index(letter)]
        assert isclose(got, want)
        listed = alone[info.hangman.alphabet.index(letter)]
        if letter != "o":
            assert isclose(info.chances[info.hangman.alphabet.index(letter)], 1 - (1 - listed) * (1 - want))
    after = info.observe("n", "**n *n").observe("p", "p** **").observe("a", "*a* **")
    assert after.over
    assert after.candidates() == ["pan on"]


def test_a_phrase_outside_the_list_may_be_guessed(file: Path) -> None:
    info = PhraseSet(hangman(file, "3-2"))
    assert info.observe("pan on", NO).size == info.size
    assert info.observe("pan on", YES).over
    with pytest.raises(ContradictionError):
        info.observe("p", NO).observe("pan on", YES)


def test_every_phrase_guessed_in_vain_leaves_a_word_outside(file: Path) -> None:
    info = PhraseSet(hangman(file, "3-2")).observe("s", "s** **").observe("a", "*** a*")
    assert info.candidates() == ["sip an"]
    after = info.observe("sip an", NO)
    assert isinstance(after, PhraseSet)
    assert after.outside == (1, 2)


def test_a_phrase_that_was_denied_cannot_be_shown_letter_by_letter(file: Path) -> None:
    """Of one word and of several, in the list and outside it; the last letter is what makes it impossible."""
    steps = [("s", "s** **"), ("i", "*i* **"), ("p", "**p **"), ("a", "*** a*")]
    info = PhraseSet(hangman(file, "3-2"))
    for letter, denied in (("n", "sip an"), ("t", "sip at")):
        before = info.observe(denied, NO).observe_all(steps)
        with pytest.raises(ContradictionError, match="step 6"):
            before.observe(letter, f"*** *{letter}")
        assert info.observe_all(steps).observe(letter, f"*** *{letter}").over
    one = PhraseSet(hangman(file, "3")).observe("sip", NO).observe("s", "s**").observe("i", "*i*")
    with pytest.raises(ContradictionError, match="step 4"):
        one.observe("p", "**p")


def test_impossible_patterns_are_contradictions(file: Path) -> None:
    info = PhraseSet(hangman(file, "3-2")).observe("p", "p** **")
    for letter, pattern in (("a", "a** **"), ("a", "*a*"), ("a", "*p* **"), ("a", "*** **"), ("a", 7)):
        with pytest.raises(ContradictionError, match="step 2"):
            info.observe(letter, pattern)
    with pytest.raises(ActionError, match="was asked at step 1 already, and the answer was p"):
        info.observe("p", NO)
    with pytest.raises(ActionError, match="not allowed"):
        info.observe("4", NO)
    with pytest.raises(ActionError, match="not allowed"):
        info.observe("pans pi", NO)


def test_all_letters_denied_is_a_contradiction(file: Path) -> None:
    """Of the letters that a word of two may have, p is the last: without it there is none."""
    info = PhraseSet(hangman(file, "2"))
    with pytest.raises(ContradictionError, match=r"step 16 \(p=no\)"):
        info.observe_all((letter, NO) for letter in "abcdefghijklmnopqrstuvwxyz")


# Lies.


@pytest.mark.parametrize("chance", [0.1, 0.4])
def test_a_hit_is_a_letter_that_will_be_shown(file: Path, chance: float) -> None:
    """The phrase may have the letter and the host deny it: that is no hit, as the list of answers says too."""
    start = PhraseSet(hangman(file, "3-2"), 1, chance)
    for steps in ([], [("a", NO)], [("a", NO), ("sip an", NO)], [("a", NO), ("a", "*a* **")]):
        info = start.observe_all(steps)
        outcomes = info.outcomes()
        for row, action in enumerate(outcomes.actions):
            shown = sum(leaf.probability for leaf in info.children(action) if leaf.feedback != NO)
            assert isclose(outcomes.hit_probability[row], shown, abs_tol=1e-9), (steps, action)
    likely = start.chances[start.hangman.alphabet.index("n")]
    assert likely > 0
    assert isclose(start.shown_chances[start.hangman.alphabet.index("n")], (1 - chance) * likely)


def test_answers_that_take_too_many_lies_say_how_many(file: Path) -> None:
    info = PhraseSet(hangman(file, "3-2"), 1).observe("s", NO).observe("s", "s** **")
    with pytest.raises(MoreLiesError, match=r"step 3 .* at most 1 lie: .* at least 2 lies"):
        info.observe("s", NO)
    denied = PhraseSet(hangman(file, "3-2"), 1).observe("s", NO).observe("i", NO).observe("n", NO)
    with pytest.raises(MoreLiesError, match=r"step 4 .* at least 3 lies"):
        denied.observe("sip an", YES)


def test_a_phrase_that_was_guessed_in_vain_is_no_lie(file: Path) -> None:
    """A phrase that is named is never denied, in any channel."""
    for lengths, phrase in (("3", "sip"), ("3-2", "sip an")):
        info = PhraseSet(hangman(file, lengths), 2).observe(phrase, NO)
        with pytest.raises(ContradictionError, match="step 2"):
            info.observe(phrase, YES)


def test_a_caught_lie_is_announced(file: Path) -> None:
    info = PhraseSet(hangman(file, "3-2"), 1).observe("a", NO).observe("p", "p** **")
    assert isinstance(info, PhraseSet)
    assert info.caught == ()
    again = info.observe("a", "*a* a*")
    assert isinstance(again, PhraseSet)
    assert again.caught == (1,)
    assert "A lie is caught: a = no at step 1 was false." in str(again)
    with pytest.raises(ContradictionError):
        again.observe("e", NO).observe("e", "**e **")


def test_a_lie_is_caught_where_nothing_else_explains_the_answers(file: Path) -> None:
    info = PhraseSet(hangman(file, "3"), 1).observe("i", NO).observe("s", "s**")
    assert isinstance(info, PhraseSet)
    assert (info.candidates(), info.caught) == (["sip"], (1,))


def test_denied_letters_may_be_asked_again_only_under_lies(file: Path) -> None:
    assert "a" not in PhraseSet(hangman(file, "3")).observe("a", NO).actions
    twice = PhraseSet(hangman(file, "3"), 1).observe("a", NO)
    assert "a" in twice.actions
    assert "a" not in twice.observe("a", NO).actions


def test_a_shown_letter_that_is_denied_is_a_lie(file: Path) -> None:
    info = PhraseSet(hangman(file, "3"), 1).observe("a", "*a*").observe("a", NO)
    assert isinstance(info, PhraseSet)
    assert info.caught == (2,)
    with pytest.raises(ContradictionError):
        info.observe("a", NO)


def test_words_that_need_different_lies_cannot_stand_together(file: Path) -> None:
    """One lie may explain each word, but not both: the phrase decides, and one word is then in no list."""
    info = PhraseSet(hangman(file, "3-2"), 1).observe("s", "s** **").observe("n", "*** *n")
    assert set(info.candidates()) == {"sip an", "sip in"}
    info = info.observe("p", NO).observe("i", NO)
    assert isinstance(info, PhraseSet)
    assert info.outside


def test_joint_and_word_by_word_choose_differently(tmp_path: Path) -> None:
    """Three of four short words have the denied letter, so the phrase has it: but most long words have an o."""
    others = "bcdfghjklmnpqrstvwxz"
    words = [others[i] + ("o" if i < 18 else "a") + others[(i + 5) % 20] + others[(i + 9) % 20] for i in range(20)]
    words += ["bicy", "duly", "fizy", "gupy", "wept", "step"]
    path = tmp_path / "words.txt"
    path.write_text("\n".join(["ebb", "ell", "egg", "hum", *words]))
    info = PhraseSet(Hangman(words=str(path), lengths="3-4", guesses="letters"), 1).observe("e", NO)
    assert isinstance(info, PhraseSet)
    phrases, alphabet = list(info.hangman.secrets()), info.hangman.alphabet
    joint = [sum(letter in p for p in phrases) / len(phrases) for letter in alphabet]
    assert np.allclose(info.chances, joint)
    apart = dict(zip(alphabet, info.word_by_word(), strict=True))
    # Of 4 x 26 phrases 80 have an e. By itself, the short word is taken to have it in 3 of 5 cases (hum counts twice:
    # as a word without a lie, and as one that the lie was not about), the long one in 2 of 50.
    assert isclose(info.chances[alphabet.index("e")], 80 / 104)
    assert isclose(apart["e"], 1 - (2 / 5) * (48 / 50))
    assert isclose(info.chances[alphabet.index("o")], 18 / 26)
    assert isclose(apart["o"], 36 / 50)
    assert parse_strategy("hit-probability").decide(info).action == "e"
    assert parse_strategy("word-by-word").decide(info).action == "o"


def test_under_a_channel(file: Path) -> None:
    told = parse_game(f"hangman:words={file},lengths=3-2@half-lies:most=2")
    info = begin_phrase_under_lies(told, silent)  # type: ignore[arg-type]
    assert (info.lies.most, info.lies.chance, info.game) == (2, SELDOM, told)
    sure = parse_game(f"hangman:words={file},lengths=3-2@half-lies:most=1,chance=0.4")
    assert begin_phrase_under_lies(sure, silent).lies.chance == 0.4  # type: ignore[arg-type]
    other = parse_game(f"hangman:words={file},lengths=3-2@lies:most=1")
    with pytest.raises(ParameterError, match="half-lies"):
        begin_phrase_under_lies(other, silent)  # type: ignore[arg-type]


def test_lengths_must_be_announced(file: Path) -> None:
    with pytest.raises(ParameterError, match="give them, as in lengths=5-3"):
        begin(Hangman(words=str(file)))


# The pieces.


def test_unions() -> None:
    words = [{0: 2, 1: 3, 2: 1}, {0: 5, 3: 7}]
    everything = unions(words, lambda h: True, 1)
    assert everything == {0: 10, 1: 15, 2: 5, 3: 42}
    assert unions(words, lambda h: h != 3, 1) == {0: 10, 1: 15, 2: 5}


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=5), min_size=1, max_size=3))
def test_the_heaviest_products_come_first(lists: list[list[int]]) -> None:
    weights = [np.array(numbers, np.float64) for numbers in lists]
    places = list(heaviest(weights))
    assert len(set(places)) == len(places) == np.prod([len(numbers) for numbers in lists])
    products = [sum(log2(numbers[i]) for numbers, i in zip(lists, at, strict=True)) for at in places]
    assert all(a >= b - 1e-9 for a, b in pairwise(products))
