"""Sentences: ending early, and the table after each round."""

SENTENCES: dict[str, str | tuple[str, str]] = {}
