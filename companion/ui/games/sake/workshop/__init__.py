"""The owner's box of Saké & Samouraï: decks typed or pasted, card texts, sheets, locations; here, their names.

What is typed is computed in the model (`deck_entry`, `deck_table`, `deck_draft`, `text_shapes`), and kept by `own_box`.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.contract import Json
from companion.model.core.words import Message, say
from companion.model.games.sake.box.own_box import DECK, LOCATION, SHEET, TEXT

HEADS: Mapping[str, Message] = {
    DECK: say("Decks"),
    SHEET: say("Samurai sheets"),
    LOCATION: say("Locations"),
    TEXT: say("Card texts"),
}
NEW: Mapping[str, Message] = {
    DECK: say("New deck"),
    SHEET: say("New samurai"),
    LOCATION: say("New location"),
    TEXT: say("New card text"),
}
FROM_TABLE = "table"
BLANK: Mapping[str, Json] = {
    SHEET: {"life": 5},
    LOCATION: {"rule": "distillery"},
    TEXT: {"text": "event", "effect": {"draw": 2}},
}
"""How a new record begins, without its name."""
