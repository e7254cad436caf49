"""Sentences: pages."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
