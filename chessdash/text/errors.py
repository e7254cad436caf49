"""Sentences: errors."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
