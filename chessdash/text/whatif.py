"""Sentences: the page What if."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
