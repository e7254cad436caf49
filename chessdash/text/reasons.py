"""Sentences: reasons."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
