"""Who meets whom: the Dutch system of Swiss events, through the one library for it, and the tables of round robins.

``dutch`` is the preview of the next round as a frame, ``dutch_pairs`` the same from a crosstable. ``berger`` is the table of a
round robin, ``remaining_round_robin`` what is left of one. The library implements the Dutch system as it was in force until 31
January 2026, so whatever it makes is labelled the Dutch system of 2025.
"""

from chessdash.pairing.berger import berger, follows_berger
from chessdash.pairing.dutch import dutch_pairs, first_white
from chessdash.pairing.preview import away, dutch, initial_colour, prohibited
from chessdash.pairing.schedule import remaining_round_robin

__all__ = [
    "away",
    "berger",
    "dutch",
    "dutch_pairs",
    "first_white",
    "follows_berger",
    "initial_colour",
    "prohibited",
    "remaining_round_robin",
]
