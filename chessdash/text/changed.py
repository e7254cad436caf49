"""Sentences: other results, and what they change."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
