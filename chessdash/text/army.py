"""Sentences: army games and the like."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
