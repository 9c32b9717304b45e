"""The games: a folder for each, under its name or its family's, and the catalogue that lists them."""

from importlib import import_module

from sleuth._exports import export_stub

export_stub(__name__)
import_module("sleuth.games.catalogue")  # each folder registers what it brings, in the order of the catalogue
