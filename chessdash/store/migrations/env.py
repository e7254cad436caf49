"""Alembic's entry: migrates over the connection that ``connect`` hands over, inside its transaction."""

from alembic import context

from chessdash.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
