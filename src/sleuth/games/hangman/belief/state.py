"""What a phrase may be after some answers: its words, the lies among the answers, and what was guessed in vain."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sleuth.games.hangman.belief.false_denials import FalseDenials, unions
from sleuth.games.hangman.belief.word import Word


@dataclass(frozen=True, eq=False)
class State:
    """The words, the lies and the phrases guessed in vain."""

    words: tuple[Word, ...]
    lies: FalseDenials
    wrong: frozenset[str] = frozenset()


def consistent(state: State) -> State:
    """Without the words that no allowed hypothesis of the phrase holds; what is left without any is outside the list.

    If the words cannot stand together, those that need most lies are the ones outside.
    """
    words, lies = list(state.words), state.lies
    if not lies.suspects:
        return state
    order = sorted(range(len(words)), key=lambda k: min(map(lies.cost, words[k].counts)))
    kept: list[int] = []
    for k in order:
        if unions([words[i].counts for i in [*kept, k]], lies.allows, 1):
            kept.append(k)
        else:
            words[k] = replace(words[k], indices=words[k].indices[:0])
    for k, word in enumerate(words):
        if not word.outside:
            others = unions([other.counts for i, other in enumerate(words) if i != k], lies.allows, 1)
            words[k] = word.keep({h for h in word.counts if any(lies.allows(h | u) for u in others)})
    return replace(state, words=tuple(words))
