"""How a game began in short, by which it is known again, and how it stands, which is shown without playing it."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

AT_ONCE = 1_000


_PARTS = ("seed", "system", "setup", "start")
_BEGINNING = msgspec.json.Decoder(msgspec.defstruct("_Beginning", [(name, Any, None) for name in _PARTS]))


def upgrade() -> None:
    """Make the column, fill it for the games there are, and make the table, which fills as games are played."""
    op.add_column("game", sa.Column("fingerprint", sa.String(), nullable=True))
    connection = op.get_bind()
    game = sa.table("game", sa.column("id"), sa.column("header"), sa.column("fingerprint"))
    change = sa.update(game).where(game.c.id == sa.bindparam("_id")).values(fingerprint=sa.bindparam("_mark"))
    found = connection.execute(sa.select(game.c.id, game.c.header))
    while rows := found.fetchmany(AT_ONCE):
        connection.execute(change, [{"_id": id, "_mark": _fingerprint(header)} for id, header in rows])
    op.create_index("ix_game_fingerprint", "game", ["fingerprint"])
    op.create_table(
        "game_position",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_position_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_game_position"),
    )


def _fingerprint(header: object) -> str | None:
    """Nothing for a damaged game: it is nobody's twin."""
    try:
        begun = _BEGINNING.decode(header)  # type: ignore[arg-type]
        text = msgspec.json.encode([getattr(begun, name) for name in _PARTS], order="sorted")
    except (msgspec.MsgspecError, TypeError, OverflowError):
        return None
    return blake2b(text, digest_size=12).hexdigest()
