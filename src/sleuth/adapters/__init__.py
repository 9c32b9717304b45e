"""Doors to the outside: the command line and other interfaces."""
