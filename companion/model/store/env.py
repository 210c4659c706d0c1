"""Alembic's entry: run by `migrate.upgrade`, or by ``make migration`` to draft a new one."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine

config = context.config
connection = config.attributes.get("connection")


def _run(bind: object, target: object = None) -> None:
    context.configure(
        connection=bind,  # type: ignore[arg-type]
        target_metadata=target,  # type: ignore[arg-type]
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if connection is not None:
    _run(connection)
else:
    from companion.model.store.tables import Table

    with create_engine(config.get_main_option("sqlalchemy.url", "sqlite://")).begin() as made:
        _run(made, Table.metadata)
