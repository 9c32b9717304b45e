"""Published results beside ours, paper by paper; and the players of a paper that only it needs."""

from sleuth.core.registry import STRATEGIES

STRATEGIES.add("word-by-word", f"{__name__}.word_by_word:WordByWord", after="blend")
STRATEGIES.add("maheshwari-singhvi", f"{__name__}.placement_counts:MaheshwariSinghvi", after="hit-look-ahead")
