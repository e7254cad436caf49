"""Sentences: who is certain of a place, and who is out."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
