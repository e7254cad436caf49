"""Sentences: the rest of an event, simulated."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
