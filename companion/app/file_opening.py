"""Files that are opened from outside, by a double click: in the window that is open already, else in a new one.

The first window on a data folder listens on a local socket that only its user can reach. A program that is started with
files hands their paths to it and ends; without an answer in time it opens a window of its own.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket

TAKEN = b"taken\n"
PATIENCE = 1500
"""Milliseconds for which a window that is open is waited for; it may be painting a large page."""
MOST = 64
"""Files at once."""
MOST_BYTES = 2**18
"""Of a list of paths."""


def socket_name(data_dir: Path) -> str:
    """Of the windows on a data folder."""
    of = f"{os.path.realpath(data_dir)}\n{getpass.getuser()}"
    return f"okko-companion-{hashlib.sha256(os.fsencode(of)).hexdigest()[:16]}"


def hand_over(data_dir: Path, files: Sequence[Path]) -> bool:
    """Let the window that is open on this data folder open files; False when there is none, or it does not answer."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name(data_dir))
    if not socket.waitForConnected(PATIENCE):
        return False
    paths = [os.fsencode(os.path.abspath(path)).decode("utf-8", "surrogateescape") for path in files]  # noqa: PTH100 - a link stays one
    socket.write(json.dumps(paths).encode() + b"\n")
    socket.flush()
    answered = socket.waitForReadyRead(PATIENCE) and bytes(socket.readAll().data()) == TAKEN
    socket.abort()
    return answered


class FileInbox(QObject):
    """`arrived` brings the paths that another start of the program, or macOS, wants opened here."""

    arrived = Signal(object)

    def __init__(self, data_dir: Path, parent: QObject | None = None) -> None:
        """Listens, unless another window on this folder does."""
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._connected)
        name = socket_name(data_dir)
        if not _answers(name):
            QLocalServer.removeServer(name)  # of a program that was killed
            self._server.listen(name)

    @property
    def listening(self) -> bool:
        return self._server.isListening()

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def _connected(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            patience = QTimer(socket, singleShot=True, interval=2 * PATIENCE)
            patience.timeout.connect(lambda socket=socket: socket.abort())
            patience.start()

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > MOST_BYTES:
            socket.abort()
        elif socket.canReadLine():
            paths = parsed(bytes(socket.readLine().data()))
            if paths:
                socket.write(TAKEN)
                socket.flush()
                # not from here: while a file is opened events are handled, and the socket that calls this is deleted
                QTimer.singleShot(0, self, lambda: self.arrived.emit(paths))
            socket.disconnectFromServer()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and event.file():
            self.arrived.emit([Path(event.file())])
            return True
        return super().eventFilter(watched, event)


def parsed(line: bytes) -> list[Path]:
    """The paths in a line of another program; nothing when it is not such a line."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return []
    if not isinstance(found, list) or len(found) > MOST or not all(isinstance(path, str) for path in found):
        return []
    paths = [Path(os.fsdecode(path.encode("utf-8", "surrogateescape"))) for path in found if "\0" not in path]
    return [path for path in paths if path.is_absolute()]


def _answers(name: str) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(name)
    there = socket.waitForConnected(PATIENCE)
    socket.abort()
    return there
