"""An index that holds all a list of games is narrowed and put in order by: thousands are gone through in it alone."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

COLUMNS = ["updated", "id", "finished", "winner", "mode", "created", "cursor"]


def upgrade() -> None:
    """Make it, in the place of the one over the last change alone."""
    op.create_index("ix_game_list", "game", COLUMNS)
    op.drop_index("ix_game_updated", "game")
