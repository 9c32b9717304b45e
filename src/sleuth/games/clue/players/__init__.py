"""Who plays MYST and Clue, what they advise, and tournaments between them."""
