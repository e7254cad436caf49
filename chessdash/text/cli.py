"""Sentences: cli."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
