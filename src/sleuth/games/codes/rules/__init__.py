"""The rules of the games of codes."""
