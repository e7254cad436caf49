"""The tie-breaks of C.07: each is a function from the crosstable to its contributions."""

from chessdash.tiebreaks import record, encounter, scores, opposition, beyond  # noqa: F401, I001  in the order of the rule book: they register themselves
