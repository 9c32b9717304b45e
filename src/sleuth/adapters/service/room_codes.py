"""Codes of rooms, to be said aloud: a word and a number, `OWL 27`; and names for those who come without one."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Collection

from sleuth.core.errors import ParameterError

_WORDS = """
    acorn amber anchor apple arrow autumn badge bagel bamboo banjo basil beach bell berry birch bison bread
    breeze brick bridge brook cabin cactus camel candle canoe carrot castle cedar cello chalk cherry cider cliff
    cloud clover cobalt cocoa comet copper coral cotton crane cricket crystal daisy delta desert dragon drum
    eagle earth elbow ember falcon feather fern fiddle field finch flute forest fossil fox galaxy garden ginger
    glacier globe gold grape hammer harbour harp hazel hedge heron hill honey igloo iris island ivory ivy jade
    jasmine jelly jungle kayak kettle kite koala ladder lagoon lamp lantern laurel lemon lilac lily lime linen
    lion lotus lynx magnet mango maple marble marten meadow melon mint mirror moon moss moth nectar needle nest
    nickel oak oasis ocean olive onion opal orange orbit orchid otter owl oyster palm panda paper parrot peach
    pearl pebble pepper piano pilot pine planet plum polar pond poppy prism puffin pumpkin puzzle quartz quill
    rabbit radio rain raven reef ribbon river robin rocket rose ruby saddle saffron sail salmon sand satin shell
    silver sky snow sparrow spoon spring spruce star storm sugar summer sun swan table tango teapot thistle
    thunder tiger topaz torch trumpet tulip tundra turtle valley velvet violet violin walnut water whale wheat
    willow wind window winter wolf wren yacht zebra
"""
WORDS = tuple(_WORDS.split())
NUMBERS = range(10, 100)
_NAMES = """
    Otter Comet Maple Finch Pepper Lynx Cedar Nova Biscuit Heron Pixel Clover Moth Juniper Badger Saffron Wren
    Cobalt Fig Marten Echo Thistle Sparrow Tundra Amber Aspen Birch Bramble Breeze Cactus Canyon Cello Cinder
    Clay Cocoa Coral Cricket Daisy Delta Dune Ember Falcon Fern Fjord Flint Ginger Glacier Hazel Indigo Iris Ivy
    Jade Jasper Kestrel Kite Koala Lagoon Lark Laurel Lemon Lotus Mango Marble Meadow Minnow Mint Nectar Nutmeg
    Oak Olive Onyx Opal Orbit Panda Pebble Pine Plum Poppy Prism Puffin Quartz Quill Raven River Robin Ruby
    Sable Sage Shell Sky Sorrel Spruce Stone Storm Swift Tango Teal Topaz Tulip Umber Velvet Violet Willow
    Zephyr
"""
NAMES = tuple(_NAMES.split())
MAX_NAME = 20
"""Signs in the name of a member."""
_CODE = re.compile(r"([a-z]+)[^a-z0-9]*([0-9]{2})")


def new_code() -> str:
    """Some code, as it stands in an address."""
    return f"{secrets.choice(WORDS)}{secrets.choice(NUMBERS)}"


def read_code(text: str) -> str:
    """The code that somebody typed (`Owl 27`, `OWL-27`) as it stands in an address; empty where it is none."""
    found = _CODE.fullmatch(text.strip().lower()[: 2 * MAX_NAME])
    return f"{found[1]}{found[2]}" if found else ""


def spoken_code(code: str) -> str:
    """A code as people say it."""
    return f"{code[:-2].upper()} {code[-2:]}"


def new_name(taken: Collection[str]) -> str:
    """A name that nobody has; `taken` are folded."""
    free = [name for name in NAMES if fold(name) not in taken]
    if free:
        return secrets.choice(free)
    return next(name for number in range(2, 1000) if fold(name := f"{secrets.choice(NAMES)} {number}") not in taken)


def read_name(text: str) -> str:
    """The name that somebody chose, or one plain sentence."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise ParameterError("choose a name, so that the others know who you are")
    if len(name) > MAX_NAME:
        raise ParameterError(f"a name has at most {MAX_NAME} signs")
    if not name.isprintable() or not any(sign.isalnum() for sign in name):
        raise ParameterError("a name needs a letter or a digit, and no signs that cannot be seen")
    return name


def fold(name: str) -> str:
    """Names that look alike are one."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
