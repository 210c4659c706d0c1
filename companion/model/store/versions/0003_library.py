"""The library: words by which a game is found, its adventure, and tags."""

from __future__ import annotations

import json
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and find words for the games there are."""
    op.create_table(
        "game_words",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("adventure", sa.String(), nullable=True),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_words_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_game_words"),
    )
    op.create_index("ix_game_words_adventure", "game_words", ["adventure"])
    op.create_table(
        "game_tag",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_tag_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "tag", name="pk_game_tag"),
    )
    op.create_index("ix_game_tag_tag", "game_tag", ["tag"])
    connection = op.get_bind()
    games = connection.execute(sa.text("SELECT id, title, header, summary FROM game")).all()
    for id, title, header, summary in games:
        names, people, adventure = _names(header, summary)
        values = {
            "id": id,
            "adventure": adventure,
            "names": "\n".join(names),
            "people": "\n".join(people),
            "words": _fold("\n".join([title, *names, *people])),
        }
        connection.execute(_INSERT, values)


_INSERT = sa.text(
    "INSERT INTO game_words (game_id, adventure, names, people, words)"
    " VALUES (:id, :adventure, :names, :people, :words)"
)


def _names(header: str, summary: str | None) -> tuple[list[str], list[str], str | None]:
    """What a stored game is about and who played it, as far as it tells; a damaged one is found by its title."""
    names: list[str] = []
    adventure = None
    try:
        record, kept = json.loads(header), json.loads(summary or "null") or {}
        for kind in ("character", "adventure"):
            for id, card in record.get("cards", {}).get(kind, {}).items():
                name = card.get("name", "")
                names += name.values() if isinstance(name, dict) else [name]
                adventure = id if kind == "adventure" else adventure
        people = [*kept.get("names", ()), *kept.get("bands", ())]
    except (ValueError, AttributeError, TypeError):
        return [], [], None
    return _lines(names), _lines(people), adventure


def _lines(found: list[str]) -> list[str]:
    lines = (" ".join(name.split()) for name in found if isinstance(name, str))
    return [name for name in dict.fromkeys(lines) if name]


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
