"""A checksum for each row, and stand-ins for games that are on a server which does not answer."""

from __future__ import annotations

import zlib

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_STAND = ("updated", "revision", "cursor", "mode", "finished", "winner")
_STEP = ("index", "intent", "result", "mark", "rule", "group", "aside")
SEALED: dict[str, dict[str, tuple[str, ...]]] = {
    "game": {"seal": ("system", "header"), "seal_told": ("title", "created", "summary"), "seal_stand": _STAND},
    "branch": {"seal": ("number", "header"), "seal_told": ("name", "origin", "at"), "seal_stand": _STAND},
    "step": {"seal": _STEP},
    "branch_step": {"seal": _STEP},
    "campaign": {"seal": ("title", "created", "updated", "current")},
    "band": {"seal": ("name", "system", "created", "updated", "data")},
    "setting": {"seal": ("key", "value")},
}
KEYS = {"step": ("game_id", "index"), "branch_step": ("branch_id", "index"), "setting": ("key",)}
AT_ONCE = 5_000


def upgrade() -> None:
    """Add the columns, seal the rows there are as they are, and make the table."""
    connection = op.get_bind()
    for name, groups in SEALED.items():
        for column in groups:
            op.add_column(name, sa.Column(column, sa.Integer(), nullable=True))
        for column, columns in groups.items():
            _seal(connection, name, column, columns)
    op.create_table(
        "standin",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("there", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_standin_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_standin"),
    )


def _seal(connection: sa.Connection, name: str, column: str, columns: tuple[str, ...]) -> None:
    keys = KEYS.get(name, ("id",))
    table = sa.table(name, *(sa.column(one) for one in dict.fromkeys((*keys, column, *columns))))
    which = sa.and_(*(table.c[key] == sa.bindparam(f"_{key}") for key in keys))
    change = sa.update(table).where(which).values({column: sa.bindparam("_seal")})
    found = connection.execute(sa.select(*(table.c[key] for key in keys), *(table.c[one] for one in columns)))
    while rows := found.fetchmany(AT_ONCE):
        values = []
        for row in rows:
            sealed = [bool(value) if one == "finished" else value
                      for one, value in zip(columns, row[len(keys) :], strict=True)]  # fmt: skip
            marks = {f"_{key}": row[n] for n, key in enumerate(keys)}
            values.append({**marks, "_seal": zlib.crc32(msgspec.json.encode(sealed)) & 0x7FFF_FFFF})
        connection.execute(change, values)
