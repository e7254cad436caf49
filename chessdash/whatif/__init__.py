"""What if: an event that ends early, results that were others, and what may come of the rest."""
