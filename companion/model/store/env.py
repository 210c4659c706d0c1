"""Alembic's entry; run by `migrate` only, which hands in the connection (and the tables, to draft a migration)."""

from __future__ import annotations

from alembic import context

given = context.config.attributes
context.configure(
    connection=given["connection"],
    target_metadata=given.get("tables"),
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
