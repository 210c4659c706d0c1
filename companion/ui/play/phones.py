"""Hands on phones at the table: who has joined with which seat, and answers taken as clicks of that seat.

`Phones` is the table's switch: off until somebody asks for it, gone with the table. The server runs in a thread of its
own (`companion.model.phones`, loaded when it is first switched on); what it says arrives here by queued signals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from companion.model.core.chance import Face as DieFace
from companion.model.core.contract import SPECTATOR
from companion.model.core.refusal import Failure
from companion.model.core.session import Session
from companion.model.core.words import Message, say
from companion.model.phones import Ask, Desk, Face, PhoneServer, Presence
from companion.model.phones.limits import is_private
from companion.model.protocol import words as catalog
from companion.ui.play.game_controller import GameController

LOOPBACK = "127.0.0.1"


def local_addresses() -> list[str]:
    """The addresses of this computer in local networks; without any the loopback, where it can only try the page."""
    from PySide6.QtNetwork import QAbstractSocket, QNetworkInterface

    found: list[str] = []
    flags = QNetworkInterface.InterfaceFlag
    for interface in QNetworkInterface.allInterfaces():
        up = interface.flags() & flags.IsUp and interface.flags() & flags.IsRunning
        if not up or interface.flags() & flags.IsLoopBack:
            continue
        for entry in interface.addressEntries():
            address = entry.ip()
            fourth = address.protocol() == QAbstractSocket.NetworkLayerProtocol.IPv4Protocol
            if fourth and is_private(address.toString()):
                found.append(address.toString())
    return found or [LOOPBACK]


class _SeatsOfPhones:
    """The game as phones act on it (`companion.model.phones.desk.Seated`)."""

    def __init__(self, game: GameController[Any]) -> None:
        self._game = game

    @property
    def session(self) -> Session[Any]:
        return self._game.session

    def closed(self, seat: str) -> Message | None:
        if not self._game.live:
            return say("The table is looking at the past. Wait a moment.")
        return say("A computer plays this seat.") if seat in self._game.bots else None

    def answer(self, seat: str, option: str) -> None:
        self._game.session.choose(option, seat=seat)

    def roll(self, faces: Sequence[DieFace | None] | None) -> None:
        self._game.session.roll(faces)


class Phones(QObject):
    """See the module."""

    changed = Signal()
    """Switched on or off, a phone came or went, a code is new."""
    _asked = Signal(object)
    _presented = Signal(object)
    _complained = Signal(str)

    def __init__(
        self,
        game: GameController[Any],
        face: Face,
        parent: QObject | None = None,
        addresses: Callable[[], Sequence[str]] = local_addresses,
    ) -> None:
        super().__init__(parent)
        self._game, self._face, self._addresses = game, face, addresses
        self._server: PhoneServer | None = None
        self._desk: Desk | None = None
        self._presence = Presence((), frozenset())
        self.host = ""
        """The address that codes name."""
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._publish)
        self._asked.connect(self._take)
        self._presented.connect(self._meet)
        self._complained.connect(self._break)

    @property
    def on(self) -> bool:
        """Whether phones can join."""
        return self._server is not None

    @property
    def seats(self) -> tuple[str, ...]:
        """Those that a phone can have: the seats of people."""
        return tuple(seat for seat in self._game.seats if seat not in self._game.bots)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses that it listens at."""
        return () if self._server is None else self._server.hosts

    def name(self, viewer: str) -> str:
        """What the player of a seat is called."""
        if viewer == SPECTATOR:
            return self._game.say(say("Onlookers"))
        return self._game.say(say("{name}", name=self._face.name(viewer)))

    def switch(self, on: bool) -> Message | None:
        """Let phones join, or let all go; why it cannot be, if it cannot."""
        if on == self.on:
            return None
        if not on:
            self.close()
            return None
        desk = Desk(_SeatsOfPhones(self._game), self._face, catalog, self._complained.emit)
        server = PhoneServer(
            self._game.seats, catalog, self._asked.emit, self._presented.emit, self._complained.emit
        )  # fmt: skip
        try:
            server.start(self._addresses(), self._game.words.language)
        except Failure as failed:
            return failed.why
        self._server, self._desk, self.host = server, desk, server.hosts[0]
        self._game.changed.connect(self._moved)
        self._game.settings_changed.connect(self._settled)
        self.changed.emit()
        return None

    def close(self) -> None:
        """Let all phones go; their seats come back to the screen."""
        server, self._server, self._desk = self._server, None, None
        if server is None:
            return
        self._game.changed.disconnect(self._moved)
        self._game.settings_changed.disconnect(self._settled)
        self._soon.stop()
        server.stop(wait=False)
        self._presence = Presence((), frozenset())
        for seat in tuple(self._game.phones):
            self._game.hold(seat, False)
        self.changed.emit()

    def address(self, viewer: str) -> str:
        """What the code of a seat says; empty: it is switched off."""
        return "" if self._server is None else self._server.address(viewer, self.host)

    def count(self, viewer: str) -> int:
        """The phones of a seat that are connected."""
        return self._presence.count(viewer)

    def held(self, seat: str) -> bool:
        """Whether a phone has joined with this seat, awake or not."""
        return seat in self._game.phones

    def revoke(self, viewer: str) -> None:
        """A new code for a seat; the phones that have the old one are let go, and the screen plays it again."""
        if self._server is not None:
            self._server.revoke(viewer)
            left = tuple((one, 0 if one == viewer else count) for one, count in self._presence.phones)
            self._presence = Presence(left, self._presence.wanted)
            self._game.hold(viewer, False)
            self.changed.emit()

    # what the server says, in this thread --------------------------------------------------------------------------

    @Slot(object)
    def _take(self, ask: Ask) -> None:
        server, desk = self._server, self._desk
        if server is not None and desk is not None and server.valid(ask):
            server.answer(ask, desk.answer(ask))

    @Slot(object)
    def _meet(self, presence: Presence) -> None:
        if self._server is None or presence.age < self._server.secrets.renewals():
            return
        self._presence = presence
        for seat in self._game.seats:
            if presence.count(seat) and seat not in self._game.phones:
                self._game.hold(seat, True)
        self._soon.start()
        self.changed.emit()

    @Slot(str)
    def _break(self, trace: str) -> None:
        raise RuntimeError(trace)  # a bug of ours: the report is written by whoever catches everything

    @Slot(object)
    def _moved(self, change: object) -> None:
        if self._desk is not None:
            self._desk.moved()
            self._soon.start()

    @Slot()
    def _settled(self) -> None:
        if self._server is not None:
            self._server.speak(self._game.words.language)
            self._soon.start()

    def _publish(self) -> None:
        if self._server is not None and self._desk is not None:
            self._server.publish(self._desk.frames(self._presence.wanted))
