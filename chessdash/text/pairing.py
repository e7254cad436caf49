"""Sentences: pairings of the next round."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
