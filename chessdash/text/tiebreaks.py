"""Sentences: tiebreaks."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
