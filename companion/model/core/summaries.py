"""Games that have ended, a row of JSON each, and all of a system summed up.

A game says what a row holds; what is kept of any row, and read of it again, is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

import msgspec

from .personal import Remembered
from .session import Session

K = TypeVar("K")
M = TypeVar("M")


class _Settings(msgspec.Struct, frozen=True, gc=False):
    """What statistics want of who played a game (`GameSettings` of the window)."""

    names: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()


_SETTINGS = msgspec.json.Decoder(_Settings)


class KeptGame(msgspec.Struct, Generic[K], frozen=True, gc=False):
    """One game as it is kept."""

    game: int
    title: str
    short: K
    names: tuple[str, ...]
    """What the players, or their bands, are called, by seat; empty: nobody has said."""


class Summaries(msgspec.Struct, Generic[K, M], frozen=True, dict=True):
    """What a system keeps of its games (`short`), and what it makes of many."""

    system: str
    version: int
    """Another number, when something is counted in another way: every game is worked out anew."""
    kind: type[K]
    """A struct; a list in JSON, since there are tens of thousands."""
    short: Callable[[Session[Any]], K]
    seats: Callable[[K], tuple[int, ...]]
    """Who of the players, in the order of the set-up, had which seat in the end."""
    remember: Callable[[K, int], Remembered]
    """A game as a player saw it; what is not more than nothing is no feat."""
    many: Callable[[Iterable[KeptGame[K]]], M]
    named: Literal["names", "bands"] = "names"
    """Which names of the settings statistics are told by."""

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[K]:
        return msgspec.json.Decoder(self.kind)

    def text(self, session: Session[Any]) -> str | None:
        """A game as the store keeps it; None for a game of another system."""
        if session.header.system != self.system:
            return None
        return msgspec.json.encode(self.short(session)).decode()

    def read(self, text: str) -> K | None:
        """What the store has kept; None when it makes no sense: whoever asks works the game out anew."""
        try:
            return self._decoder.decode(text)
        except msgspec.DecodeError:
            return None

    def seated(self, text: str) -> tuple[int, ...] | None:
        """Who of the players, in the order of the set-up, had which seat in the end; None when it makes no sense."""
        found = self.read(text)
        return None if found is None else self.seats(found)

    def remembered(self, text: str, player: int) -> Remembered | None:
        """A game as `player` (in the order of the set-up) saw it; None when it makes no sense."""
        found = self.read(text)
        if found is None or not 0 <= player < len(self.seats(found)):
            return None
        told = self.remember(found, player)
        return msgspec.structs.replace(told, feats=tuple([one for one in told.feats if one.value > 0]))

    def row(self, game: int, title: str, settings: str | None, text: str) -> KeptGame[K] | None:
        """A game of the store, with the names that its settings (JSON) know; None when its row makes no sense."""
        found = self.read(text)
        if found is None:
            return None
        try:
            known: tuple[str, ...] = getattr(_SETTINGS.decode(settings or "{}"), self.named)
        except msgspec.DecodeError:
            known = ()
        seats = self.seats(found)
        names = dict(zip(seats, known, strict=False))
        return KeptGame(game, title, found, tuple([names.get(seat, "") for seat in range(len(seats))]))

    def sum_up(self, games: Iterable[tuple[int, str, str | None, str]]) -> M:
        """All games of the store; what makes no sense is left out."""
        return self.many(one for game in games if (one := self.row(*game)) is not None)


@runtime_checkable
class Summarises(Protocol):
    """What is kept of a game that has ended, for statistics over many; elsewhere nothing is."""

    @property
    def summaries(self) -> Summaries[Any, Any]:
        """Loaded when somebody first asks."""


class InGames(Protocol):
    """What is counted of somebody."""

    @property
    def games(self) -> int:
        """In how many games."""


T = TypeVar("T", bound=InGames)


def by_games(found: Mapping[str, T]) -> tuple[tuple[str, T], ...]:
    """What is counted by name, those with most games first."""
    return tuple(sorted(found.items(), key=lambda item: (-item[1].games, item[0])))
