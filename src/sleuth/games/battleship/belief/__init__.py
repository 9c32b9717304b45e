"""The information sets of Battleship: counted, listed, or drawn by Markov chains."""
