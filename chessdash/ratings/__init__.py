"""Ratings: FIDE's tables and what is computed from them (Handbook B.02)."""
