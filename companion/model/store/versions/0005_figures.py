"""Figures: each game that has ended in short, so that thousands are drawn without opening one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; games there are already are worked out when their figures are wanted."""
    op.create_table(
        "game_figures",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_figures_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_game_figures"),
    )
