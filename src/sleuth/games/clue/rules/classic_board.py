"""The usual board of Clue: how many squares lie between doors, and where tokens begin."""

from __future__ import annotations

BOARD = """
board: Kitchen - Kitchen door 1, Ballroom - Ballroom west door 1, Ballroom - Ballroom east door 1
board: Ballroom - Ballroom southwest door 1, Ballroom - Ballroom southeast door 1
board: Conservatory - Conservatory door 1, Billiard Room - Billiard Room west door 1
board: Billiard Room - Billiard Room south door 1, Library - Library west door 1
board: Library - Library north door 1, Study - Study door 1, Hall - Hall northwest door 1
board: Hall - Hall northeast door 1, Hall - Hall east door 1, Lounge - Lounge door 1
board: Dining Room - Dining Room east door 1, Dining Room - Dining Room south door 1
board: Kitchen door - Ballroom west door 5, Kitchen door - Ballroom southwest door 6
board: Kitchen door - Dining Room east door 9, Ballroom west door - Ballroom southwest door 5
board: Ballroom west door - Dining Room east door 8, Ballroom west door - White 7
board: Ballroom east door - Ballroom southeast door 5, Ballroom east door - Conservatory door 2
board: Ballroom east door - Billiard Room west door 5, Ballroom east door - Library west door 11
board: Ballroom east door - Green 7, Ballroom southwest door - Ballroom southeast door 5
board: Ballroom southwest door - Hall northwest door 11, Ballroom southwest door - Dining Room east door 5
board: Ballroom southeast door - Billiard Room west door 4, Ballroom southeast door - Library west door 10
board: Ballroom southeast door - Hall northeast door 13, Ballroom southeast door - Hall east door 13
board: Ballroom southeast door - Peacock 11, Conservatory door - Billiard Room west door 5
board: Conservatory door - Peacock 6, Billiard Room west door - Library west door 8
board: Billiard Room west door - Library north door 7, Billiard Room west door - Dining Room east door 12
board: Billiard Room west door - Peacock 9, Billiard Room south door - Library north door 2
board: Library west door - Library north door 7, Library west door - Study door 5
board: Library west door - Hall northeast door 5, Library west door - Hall east door 5
board: Library west door - Plum 10, Study door - Hall east door 2, Study door - Plum 7
board: Hall northwest door - Hall northeast door 1, Hall northwest door - Lounge door 6
board: Hall northwest door - Dining Room east door 8, Hall northwest door - Dining Room south door 6
board: Hall northwest door - Scarlet 11, Hall northwest door - Mustard 11
board: Hall northeast door - Hall east door 6, Hall northeast door - Plum 13
board: Lounge door - Dining Room south door 2, Lounge door - Scarlet 7, Lounge door - Mustard 7
board: Dining Room east door - Dining Room south door 6, Dining Room east door - Scarlet 13
board: Dining Room south door - Mustard 7
passages: Kitchen - Study, Conservatory - Lounge
dice: 2
"""
"""The common board of 24 by 25 squares, from the square before each door: from memory, not checked against a print."""
