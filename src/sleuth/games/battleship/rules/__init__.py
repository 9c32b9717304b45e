"""The rules of Battleship and of Sploosh-Kaboom."""
