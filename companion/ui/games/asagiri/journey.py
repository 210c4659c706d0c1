"""The adventures as a path after the lessons: what each teaches, and which were played and won."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from companion.model.core.refusal import StorageError
from companion.model.core.words import Name, say
from companion.model.games.asagiri.adventure.record import Adventure
from companion.ui.play.game_ui import JourneyStop
from companion.ui.play.storage import SEATS, GameStorage, LibraryEntry, LibrarySearch

if TYPE_CHECKING:
    from .screens import AsagiriScreens


def journey(screens: AsagiriScreens) -> list[JourneyStop]:
    """The adventures of all packs, those of the house box first, by their numbers."""
    storage = screens.shell.storage
    found = []
    for id, data in list(storage.content.every("adventure")):
        try:
            found.append((id, msgspec.convert(data, Adventure)))
        except msgspec.ValidationError:
            continue  # `check` names its faults
    found.sort(key=lambda one: (not one[0].startswith("house:"), one[1].number, one[0]))
    return [_stop(screens, storage, id, record) for id, record in found]


def _stop(screens: AsagiriScreens, storage: GameStorage, id: str, record: Adventure) -> JourneyStop:
    try:
        games = storage.library.entries(storage.library.found(LibrarySearch(adventure=id, result="over")))
    except StorageError:
        games = ()  # where games cannot be read, there is nothing to tick
    teaches = Name.of(record.teaches) if record.teaches is not None else say("An adventure of your own box.")
    won = any(_won(game) for game in games)
    return JourneyStop(id, Name.of(record.name), teaches, bool(games), won, partial(screens.new_adventure, id))


def _won(game: LibraryEntry) -> bool:
    """Whether a person has won, against somebody who is none: else there is nobody it could be."""
    players, seated = game.settings.players, game.seated or tuple(range(len(game.settings.players)))
    winner = game.game.winner
    if winner not in SEATS or "person" not in players or SEATS.index(winner) >= len(seated):
        return False
    return players[seated[SEATS.index(winner)]] == "person"
