"""The store of a club: members, events, results, final tables and ratings in SQLite or PostgreSQL.

Frames and tournaments go in and come out; rights are checked here, where data changes, and everything that changes is logged.
"""

from chessdash.store.handle import Store, open_store

__all__ = ["Store", "open_store"]
