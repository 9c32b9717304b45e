"""Section 3 of Maheshwari & Singhvi 2021, Hangman with one lie, claim by claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from sleuth.core.offers import count_of
from sleuth.core.text import plural
from sleuth.games.hangman.belief.phrase_set import PhraseSet
from sleuth.games.hangman.evaluation import WordEvaluation, evaluate_words
from sleuth.games.hangman.rules import NO, Hangman
from sleuth.games.word_lists import english_words, frequent
from sleuth.kernels.arrays import Ints
from sleuth.lab.reproduce.claims import Claim, Rows, Run, plus_minus, rounded_ends, word_list
from sleuth.lab.reproduce.hangman_lies import CAREFUL, PLAYERS, SUSPICIOUS, WORD_BY_WORD, draw_phrases, questions
from sleuth.measures.intervals import Interval, mean_interval
from sleuth.measures.shannon import shannon
from sleuth.solve import solve
from sleuth.strategies.catalogue import parse_strategy

SEED = 2021
COMMON = 20_000
"""How many of the most frequent English words are played with where no list is given."""
HOSTS = ("one lie", "no lie")
LIKELIEST, BLEND = "hit-probability:ties=lex", "blend"
FOUR = ("cat", "key", "pen", "tea")
"""Three of four words have an e, in the same place: it is likely, and tells the three apart by nothing."""
SHORT = ("ebb", "ell", "egg", "hum")
_OTHERS = "bcdfghjklmnpqrstvwxz"
LONG = (
    *(_OTHERS[i] + "oa"[i >= 18] + _OTHERS[(i + 5) % 20] + _OTHERS[(i + 9) % 20] for i in range(20)),
    *("bicy", "duly", "fizy", "gupy", "wept", "step"),
)
"""Three of the four short words have an e, and hardly any of the long ones: the words disagree about a lie."""
PIES = ("apple", "amply", "pie", "pig")
STRANGE = 20
"""Words of random letters that are played."""


@dataclass(frozen=True)
class QuestionCounts:
    """What players ask on the same seeded phrases: by words in the phrase, host and player."""

    plays: int
    questions: dict[tuple[int, str, str], Ints]

    @property
    def sizes(self) -> list[int]:
        """The numbers of words."""
        return sorted({words for words, _, _ in self.questions})

    def rows(self) -> Rows:
        """Means with their intervals, and each player less the paper's, phrase by phrase."""
        head = ("words", "host", "player", "phrases", "seed", "mean questions", "low", "high", "less word-by-word")
        rows: list[Sequence[object]] = [(*head, "low", "high")]
        for key in self.questions:
            rows.append((*key, self.plays, SEED, *rounded_ends(self.mean(*key)), *rounded_ends(self.less(*key))))
        return rows

    def mean(self, words: int, host: str, player: str) -> Interval:
        """A player's questions."""
        return mean_interval(self.questions[words, host, player].tolist())

    def less(self, words: int, host: str, player: str) -> Interval:
        """A player's questions less those of the paper's."""
        theirs = self.questions[words, host, WORD_BY_WORD.name]
        return mean_interval((self.questions[words, host, player] - theirs).tolist())


def word_file(run: Run) -> str:
    """The list that was given, or the most frequent English words, written to the folder."""
    if run.words is not None:
        return run.words
    words = sorted(word for word, _ in frequent(english_words(), COMMON))
    return word_list(run.folder / f"words-{COMMON}.txt", words)


def play_phrases(file: str, sizes: Sequence[int], plays: int, run: Run) -> QuestionCounts:
    """Every player on the same phrases, against a host who lies once and one who does not."""
    counts: dict[tuple[int, str, str], Ints] = {}
    for words in sizes:
        game = Hangman(words=file, guesses="letters", number=words)
        phrases, lies = draw_phrases(game, plays, SEED)
        for number, player in enumerate(PLAYERS):
            for host, denied in zip(HOSTS, (lies, None), strict=True):
                counts[words, host, player.name] = np.array(questions(game, player, phrases, denied), np.int32)
            run.progress(f"phrases of {words}, players", number + 1, len(PLAYERS))
    return QuestionCounts(plays, counts)


def trees(file: str) -> dict[str, WordEvaluation]:
    """Rules that ask letters only, on every word of the list."""
    game = Hangman(words=file, guesses="letters")
    rules = (LIKELIEST, "hit-probability", BLEND, "entropy:ties=hit-probability+possible+lex")
    return {rule: evaluate_words(game, parse_strategy(rule)) for rule in rules}


def claims(file: str, run: Run, every: dict[str, WordEvaluation], plays: QuestionCounts) -> Iterator[Claim]:
    """Section 3, in the order of the paper."""
    one = _one_word(file)
    yield _apple_pie(run)
    yield _single_bit(one)
    yield from _wrong_guesses(file, run, every)
    phrase = Hangman(words=word_list(run.folder / "two-lists.txt", (*SHORT, *LONG)), guesses="letters", lengths="3-4")
    yield _product(phrase)
    yield _whole_phrase(phrase)
    yield from _hypotheses(one)
    yield _weights(one)
    yield from _denied_twice(one)
    yield _strange(one)
    yield from _compared(plays)


def _one_word(file: str) -> Hangman:
    """One word of the length that most words of the list have."""
    lists = Hangman(words=file).vocabulary.by_length
    return Hangman(words=file, guesses="letters", lengths=str(max(lists, key=lambda length: len(lists[length]))))


def _likeliest(game: Hangman) -> str:
    """The letter that most words have."""
    return game.alphabet[int(np.argmax(PhraseSet(game).chances))]


def _apple_pie(run: Run) -> Claim:
    game = Hangman(words=word_list(run.folder / "apple-pie.txt", PIES), guesses="letters", lengths="5-3")
    begun, phrase = PhraseSet(game, 1, None), "apple pie"
    whole, denied = game.feedback("e", phrase), begun.observe("e", NO).probability(phrase)
    part = begun.observe("e", "****e ***").probability(phrase)
    ours = f"{whole} and no are the answers; after no it keeps {denied:.3f}, after ****e *** {part:.3f}"
    agrees = whole == "****e **e" and denied > 0 and part == 0
    why = 'the paper prints the forbidden answer as "****E ****": PIE has three letters'
    return Claim.judged("3.1", "APPLE PIE, E asked: all E's are shown, or none", ours, agrees, why)


def _single_bit(game: Hangman) -> Claim:
    letter = _likeliest(game)
    outcomes = PhraseSet(game).outcomes([letter])
    chance = float(outcomes.hit_probability[0])
    bits = float(shannon(np.array([chance, 1 - chance])))
    ours = (
        f"{letter}, the likeliest letter of words of {game.lengths}, is in {chance:.3f} of them: yes or no tells "
        f"{bits:.3f} bits, with the places {float(outcomes.information[0]):.3f}"
    )
    said = "each query ascertains a single bit of information"
    return Claim.judged("3.2.2", said, ours, abs(bits - 1) < 1e-9, "a bit only if yes and no are equally likely")


def _wrong_guesses(file: str, run: Run, every: dict[str, WordEvaluation]) -> Iterator[Claim]:
    likeliest, blend = every[LIKELIEST], every[BLEND]
    letters = np.array([len(set(word)) for word in likeliest.words])
    agrees = all(bool((tree.steps - tree.misses == letters).all()) for tree in every.values())
    ours = f"questions less wrong ones are the letters of the word, for every word and {len(every)} rules"
    whole = evaluate_words(Hangman(words=file), parse_strategy("hit-probability"))
    plain = every["hit-probability"]
    why = (
        f"letters only, no lie; if the phrase may be named, {whole.mean:.3f} questions in place of {plain.mean:.3f}, "
        f"with {whole.mean_misses:.3f} wrong in place of {plain.mean_misses:.3f}"
    )
    said = "to minimise guesses it is sufficient to minimise incorrect guesses"
    yield Claim.judged("3.3.1", said, ours, agrees, why, up_to=f"{len(letters):,} words")
    game = Hangman(words=word_list(run.folder / "four-words.txt", FOUR), guesses="letters", lengths="3")
    best, greedy = solve(game), evaluate_words(game, parse_strategy(LIKELIEST))
    assert best.mean is not None
    ours = f"{', '.join(FOUR)}: the likeliest letter takes {greedy.mean:g} questions, the best strategy {best.mean:g}"
    why = (
        f"on the {len(letters):,} words {LIKELIEST} has {likeliest.mean_misses:.3f} wrong and {likeliest.mean:.3f} "
        f"questions, {BLEND} {blend.mean_misses:.3f} and {blend.mean:.3f}"
    )
    said = "asking the likeliest letter minimises the total number of guesses"
    yield Claim.judged("3.3.1, 3.3.2", said, ours, best.mean >= greedy.mean - 1e-9, why)


def _product(game: Hangman) -> Claim:
    """The formula for the phrase against a list of all phrases, before and after true answers."""
    off, sets = 0.0, 0
    for history in ((), ("e",), ("o", "e"), ("l", "t")):
        for secret in ("ebb wept", "hum step", "hum bicy"):
            info, answers = PhraseSet(game), {letter: game.feedback(letter, secret) for letter in history}
            for letter, answer in answers.items():
                info = info.observe(letter, answer)
            phrases = [p for p in game.secrets() if all(game.feedback(x, p) == a for x, a in answers.items())]
            words = [set(part) for part in zip(*(p.split(" ") for p in phrases), strict=True)]
            for letter in game.alphabet:
                listed = np.mean([letter in phrase for phrase in phrases])
                formula = 1 - prod(1 - np.mean([letter in word for word in part]) for part in words)
                own = float(info.chances[game.alphabet.index(letter)])
                off = max(off, abs(float(formula - listed)), abs(own - float(listed)))
            sets += 1
    ours = f"{sets} sets of phrases of a list of {count_of(game)}, every letter: {off:.0e} off what listing them gives"
    why = "for a host who tells the truth: then the words of a phrase are independent"
    return Claim.judged("3.3.2", "q = 1 - product of (1 - w) over the words", ours, off < 1e-12, why)


def _whole_phrase(game: Hangman) -> Claim:
    info = PhraseSet(game, 1).observe("e", NO)
    phrases = list(game.secrets())
    listed = {x: sum(x in phrase for phrase in phrases) for x in "eo"}
    theirs = {x: float(info.word_by_word()[game.alphabet.index(x)]) for x in "eo"}
    assert all(abs(info.chances[game.alphabet.index(x)] - listed[x] / len(phrases)) < 1e-12 for x in "eo")
    joint, apart = (str(parse_strategy(rule).decide(info).action) for rule in ("hit-probability", "word-by-word"))
    ours = (
        f"4 short words and 26 long ones, e denied: of the {len(phrases)} phrases that explain it {listed['e']} have "
        f"an e ({listed['e'] / len(phrases):.3f}) and {listed['o']} an o ({listed['o'] / len(phrases):.3f}); word by "
        f"word {theirs['e']:.3f} and {theirs['o']:.3f}, so {apart} is asked in place of {joint}"
    )
    why = "a lie is told about the whole phrase, so its words cannot disagree about it"
    said = "with a lie: w = E[S] for each word by itself, then q from the w's"
    return Claim.judged("3.3.3", said, ours, joint == apart, why)


def _hypotheses(game: Hangman) -> Iterator[Claim]:
    info, numbers = PhraseSet(game, 1), []
    for letter in [x for x in "aeiou" if x in game.alphabet]:
        info = info.observe(letter, NO)
        numbers.append(len(info.hypotheses))
    ours = f"after 1 to {len(numbers)} denials {', '.join(map(str, numbers))} (words of {game.lengths} letters)"
    agrees = all(number <= denied + 1 for denied, number in enumerate(numbers, 1))
    said = "L letters that may be lies leave L + 1 possibilities"
    yield Claim.judged("3.3.3", said, ours, agrees, up_to=f"L = {len(numbers)}")


def _weights(game: Hangman) -> Claim:
    letter, words = _likeliest(game), list(game.secrets())
    info = PhraseSet(game, 1).observe(letter, NO)
    lied = sum(letter in word for word in words)
    truth = len(words) - lied
    exact, theirs = lied / len(words), float(info.word_by_word()[game.alphabet.index(letter)])
    ours = (
        f"words of {game.lengths}, {letter} denied: {truth:,} without it, {lied:,} with it. The lists have {truth:,} "
        f"and {len(words):,} words, since what may have the letter need not: it is given {theirs:.3f}, not {exact:.3f}"
    )
    why = "the L + 1 lists overlap: a word without denied letters is in all of them, and counts L + 1 times"
    return Claim.judged("3.3.3", "p(s) = |s| / sum |s|", ours, abs(exact - theirs) < 1e-9, why)


def _denied_twice(game: Hangman) -> Iterator[Claim]:
    letter = _likeliest(game)
    once = PhraseSet(game, 1).observe(letter, NO)
    twice, place = once.observe(letter, NO), game.alphabet.index(letter)
    ours = f"the chance of {letter} is {once.chances[place]:.3f} after one denial, {twice.chances[place]:.0f} after two"
    yield Claim.judged("3.4.4", "a letter denied twice is no lie", ours, bool(twice.chances[place] == 0))
    word = next(word for word in game.secrets() if letter in word)
    shown = once.observe(letter, game.feedback(letter, word))
    off = float(np.abs(shown.word_by_word() - shown.chances).max())
    number = len(shown.hypotheses)
    ours = f"{plural(number, 'hypothesis', 'hypotheses')} left, and both weighings agree ({off:.0e} off)"
    said = "a denied letter that is shown later: the lie is found, and one s-vector is left"
    yield Claim.judged("3.4.4", said, ours, number == 1 and shown.caught == (1,) and off < 1e-12)


def _strange(game: Hangman) -> Claim:
    rng = np.random.default_rng(SEED)
    known = [x for x, chance in zip(game.alphabet, PhraseSet(game).chances.tolist(), strict=True) if chance > 0]
    words = ["".join(rng.choice(known, game.sizes[0])) for _ in range(STRANGE)]
    longest = max(questions(game, WORD_BY_WORD, words))
    ours = f"{STRANGE} words of random letters are all found, with {longest} questions at most"
    said = "the code handles words that are not in the dictionary"
    most = 2 * len(game.alphabet)
    return Claim.judged("3.4.5", said, ours, longest <= most, up_to=f"{STRANGE} words (seed {SEED})")


def _compared(plays: QuestionCounts) -> Iterator[Claim]:
    for words in plays.sizes:
        lines = []
        for host in HOSTS:
            each = ", ".join(f"{p.name} {plus_minus(plays.mean(words, host, p.name))}" for p in PLAYERS)
            less, alike = (plus_minus(plays.less(words, host, p.name)) for p in (CAREFUL, SUSPICIOUS))
            lines.append(f"{host}: {each}; {CAREFUL.name} less {WORD_BY_WORD.name} {less}, {SUSPICIOUS.name} {alike}")
        number = "one word" if words == 1 else f"{words} words"
        said = f"the lie weighed word by word: as few questions as possible, {number}"
        why = f"no number of questions is printed; {plays.plays} phrases, seed {SEED}"
        yield Claim.unchecked("3.3.3", said, "; ".join(lines), why)
