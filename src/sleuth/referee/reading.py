"""Finding the question in what a player wrote: a bare action, JSON, `Question: 0123`, or a whole page of thoughts.

Nothing is ever run: a text is searched for pieces that the game reads as an action. Pieces are tried from what is most
clearly meant to what is least, and of several that are alike the last one counts:

1. the whole reply;
2. a field of a JSON object (`{"guess": "0123"}`);
3. what follows words such as `Question:` or `My guess is`;
4. what is set apart: `**0123**`, `` `0123` ``, `[0123]`, `"0123"`, `<guess>0123</guess>`;
5. a line of its own;
6. what follows words such as `I ask`, then words in capitals, then any words in a row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from sleuth.core.errors import SleuthError
from sleuth.core.game import Action, Game
from sleuth.core.text import one_line
from sleuth.referee.verdict import Refusal

MAX_READ = 20_000
"""Of a longer reply the end is read."""
MAX_TRIED = 400
"""So many pieces are tried."""
MAX_PIECE = 400
"""Signs that a piece may have."""
MAX_WORDS = 8
"""Words in a row that may be one action."""
FIELDS = ("question", "action", "guess", "move", "shot", "query", "answer", "letter", "word", "code")
"""The fields of a JSON object that are looked at, the likeliest first."""
_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_REST_OF_THOUGHT = re.compile(r"\A.*</(think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
"""Some servers leave out how a thought begins."""
_BESIDE = r"(?:\s+(?:number\s+\d+|\d+|now|next|my|the|final|guess|question|action|move|code|word|letter|cell))*"
_OPEN = r"[\s*_`\"'\[(]*(?=\S)"
_NAMED = re.compile(
    rf"\b(?:question|guess|action|move|shot|query|answer){_BESIDE}[*_`\"']*"
    rf"(?:\s*[:=]|\s+(?:is|are|will be|would be)\b\s*:?){_OPEN}",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\b(?:ask|guess|try|play|choose|pick|go with|fire at|shoot at)\b(?:\s+(?:about|whether|for|with|at))?"
    rf"{_BESIDE}{_OPEN}",
    re.IGNORECASE,
)
"""What comes before a question in prose: `my guess is`, surely, and `I ask`, perhaps."""
_APART = re.compile(
    r"<(\w+)>\s*([^<>]+?)\s*</\1>|```(?:\w*\n)?([^`]+)```|`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^\[\]\n]+)\]|[\"“]([^\"“”\n]+)[\"”]"
)
_EDGE = " \t\r\n*_`\"'“”‘’<>{}[]().,;:!?=→>#"
"""What stands round a piece and is no part of it."""


def read_action(game: Game, text: str) -> Action | Refusal:
    """The action that a text names, in any of the ways above; else why none was found."""
    return _Reader(game).read(text)


def without_thoughts(text: str) -> str:
    """A reply without what a model thought aloud in tags: `<think>...</think>`, or what stands before `</think>`.

    >>> without_thoughts("<think>0000?</think>0011"), without_thoughts("0000, or so.</think> 0011")
    (' 0011', '  0011')
    """
    return _REST_OF_THOUGHT.sub(" ", _THOUGHT.sub(" ", text))


class _Reader:
    """Reads one reply."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tried: dict[str, Action | None] = {}
        self.error = ""
        """Why the first piece that was clearly meant is no action."""

    def read(self, text: str) -> Action | Refusal:
        said = without_thoughts(text)[-MAX_READ:].strip()
        if not said:
            return Refusal("the reply is empty; write one question")
        for piece, meant in _pieces(said):
            if len(self.tried) >= MAX_TRIED:
                break
            action = self._parsed(piece, meant)
            if action is not None:
                return action
        return Refusal(self.error or "no question was found in the reply; write it on a line of its own")

    def _parsed(self, piece: str, meant: bool) -> Action | None:
        for form in _forms(piece):
            if form not in self.tried:
                self.tried[form] = self._action(form, meant)
            if self.tried[form] is not None:
                return self.tried[form]
        return None

    def _action(self, text: str, meant: bool) -> Action | None:
        for case in dict.fromkeys((text, text.lower(), text.upper())):
            try:
                action: Action = self.game.parse_action(case)
            except SleuthError as error:
                if meant and not self.error:
                    self.error = one_line(str(error))
            except Exception:
                continue  # a game of somebody else may raise anything at what is no action
            else:
                return action
        return None


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The pieces of a reply that may be the question, the likeliest first; and whether each is clearly meant."""
    if len(text) <= MAX_PIECE and "\n" not in text:
        yield text, len(text.split()) == 1
    for value in _fields(text):
        yield value, True
    yield from _behind(_NAMED, text, True)
    for match in reversed(list(_APART.finditer(text))):
        yield next(group for group in match.groups()[1:] if group is not None), True
    for line in reversed(text.splitlines()):
        yield line, False
    yield from _behind(_TAKEN, text, False)
    words = text.split()
    if any(word.islower() for word in words):
        for word in reversed(words):
            if len(word) > 1 and word.isupper():
                yield word, False
    for end in range(len(words), 0, -1):
        for size in range(min(MAX_WORDS, end), 0, -1):
            yield " ".join(words[end - size : end]), False


def _behind(cue: re.Pattern[str], text: str, meant: bool) -> Iterator[tuple[str, bool]]:
    """What follows a cue in its line: all of it, then fewer and fewer words; the last cue first."""
    for match in reversed(list(cue.finditer(text))):
        rest = text[match.end() :].partition("\n")[0]
        words = rest.split()
        yield rest, meant and len(words) == 1
        for size in range(min(MAX_WORDS, len(words)), 0, -1):
            yield " ".join(words[:size]), meant and size == 1


def _fields(text: str) -> Iterator[str]:
    """What the JSON objects in a text say, the last object first."""
    decoder, starts = json.JSONDecoder(), [place for place, sign in enumerate(text) if sign == "{"]
    for start in reversed(starts[-20:]):
        try:
            value, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        fields = {str(key).lower(): one for key, one in value.items()}
        for name in [*FIELDS, *(fields if len(fields) == 1 else ())]:
            if name in fields:
                yield _plain(fields[name])


def _plain(value: object) -> str:
    """A value of JSON as an action is written: a list is its parts run together, unless it is one of longer texts."""
    if isinstance(value, list):
        parts = [str(part) for part in value]
        return "".join(parts) if all(len(part) == 1 for part in parts) else ",".join(parts)
    return str(value)


def _forms(piece: str) -> Iterator[str]:
    """A piece as it stands, without what is round it, and with its parts run together or apart."""
    if len(piece) > MAX_PIECE:
        return
    bare = piece.strip(_EDGE)
    yield from dict.fromkeys((piece.strip(), bare))
    if bare and re.search(r"[\s,]", bare):
        parts = re.split(r"[\s,]+", bare)
        if all(len(part) <= 2 for part in parts):
            yield from dict.fromkeys(("".join(parts), " ".join(parts), ",".join(parts), ".".join(parts)))
