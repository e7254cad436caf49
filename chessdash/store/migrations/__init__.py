"""The schema's versions, in order; a database of any of them opens."""
