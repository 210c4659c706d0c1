"""Campaigns: their branches, each with a log of its own, and the games they have played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("created", sa.String(), nullable=False),
        sa.Column("updated", sa.String(), nullable=False),
        sa.Column("current", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_campaign"),
    )
    op.create_table(
        "branch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("origin", sa.Integer(), nullable=True),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("updated", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("cursor", sa.Integer(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("winner", sa.String(), nullable=True),
        sa.Column("header", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name="fk_branch_campaign_id_campaign", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_branch"),
        sa.UniqueConstraint("campaign_id", "number", name="uq_branch_campaign_id_number"),
    )
    op.create_table(
        "branch_step",
        sa.Column("branch_id", sa.Integer(), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("rule", sa.String(), nullable=True),
        sa.Column("group", sa.Integer(), nullable=False),
        sa.Column("aside", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["branch.id"], name="fk_branch_step_branch_id_branch", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("branch_id", "index", name="pk_branch_step"),
    )
    op.create_table(
        "campaign_game",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name="fk_campaign_game_campaign_id_campaign", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_campaign_game_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_campaign_game"),
    )
