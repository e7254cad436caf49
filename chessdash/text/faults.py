"""Sentences: faults."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
