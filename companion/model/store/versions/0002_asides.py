"""Notes, bookmarks and marks of later correction beside the steps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column for what is written beside a step."""
    op.add_column("step", sa.Column("aside", sa.Text(), nullable=True))
