"""What a player without a name is called: by where they sit until the roll for A, by their letter from then on."""

from __future__ import annotations

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS, State

SITTING = (say("First player"), say("Second player"))


def player_words(state: State, seat: str) -> Message:
    """The player of a seat; who is A is not known before the roll (SET-1)."""
    return SITTING[SEATS.index(seat)] if state.stage == "first" else say("Player {seat}", seat=seat)
