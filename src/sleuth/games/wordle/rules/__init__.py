"""The rules of Wordle, its words, and what marks say of a word."""

from sleuth.games.wordle.rules.game import Wordle as Wordle
