"""Servers that are none: one that accepts and then is silent, one that wants a password, a way that can be cut."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from threading import Event, Thread

from sqlalchemy.engine import make_url

ASKED, DENIED = 3, "28P01"


@contextmanager
def listening(serve: Callable[[socket.socket, Event], None]) -> Iterator[int]:
    """A port of this machine; `serve` is called with each who comes, in a thread, and stops when the event is set."""
    stop, threads = Event(), list[Thread]()
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(0.02)

        def wait() -> None:
            while not stop.is_set():
                try:
                    come, _ = door.accept()
                except TimeoutError:
                    continue
                threads.append(Thread(target=serve, args=(come, stop), name="served"))
                threads[-1].start()

        porter = Thread(target=wait, name="porter")
        porter.start()
        try:
            yield door.getsockname()[1]
        finally:
            stop.set()
            porter.join()
            for thread in threads:
                thread.join()


def silent(come: socket.socket, stop: Event) -> None:
    """Take whatever is said, and say nothing."""
    with come:
        stop.wait()


def denying(come: socket.socket, stop: Event, told: str = 'password authentication failed for user "anna"') -> None:
    """Ask for a password, and accept none."""
    with come:
        come.settimeout(5)
        while True:
            (size,) = struct.unpack(">I", come.recv(4))
            (code,) = struct.unpack(">I", come.recv(size - 4)[:4])
            if code >> 16 == 3:
                break
            come.sendall(b"N")  # neither TLS nor GSSAPI
        come.sendall(b"R" + struct.pack(">II", 8, ASKED))
        if come.recv(512):
            fields = b"".join(
                sign + text.encode() + b"\0" for sign, text in ((b"S", "FATAL"), (b"C", DENIED), (b"M", told))
            )
            come.sendall(b"E" + struct.pack(">I", len(fields) + 5) + fields + b"\0")


class Way:
    """A way to a server that can fall silent, and be as before."""

    def __init__(self, address: str) -> None:
        """To the server at an address with a socket on this machine, or a host."""
        url = make_url(address)
        folder, port = str(url.query.get("host", "")), url.port or 5432
        self._place = Path(folder) / f".s.PGSQL.{url.query.get('port', port)}" if folder.startswith("/") else None
        self._url, self._host, self._port = url, url.host or folder, port
        self.cut = Event()
        """Set: whatever is said gets lost."""

    def address(self, port: int) -> str:
        """The same by way of a port of this machine."""
        query = {name: value for name, value in self._url.query.items() if name not in ("host", "port")}
        return self._url.set(host="127.0.0.1", port=port, query=query).render_as_string(hide_password=False)

    def serve(self, come: socket.socket, stop: Event) -> None:
        """Carry what is said to the server and back."""
        if self._place is not None:
            there = socket.socket(socket.AF_UNIX)
            there.connect(str(self._place))
        else:
            there = socket.create_connection((self._host, self._port))
        with come, there:
            while not stop.is_set():
                if self.cut.is_set():
                    stop.wait(0.02)
                    continue
                for ready in select([come, there], [], [], 0.02)[0]:
                    said = ready.recv(65_536)
                    if self.cut.is_set():
                        continue  # under way as it was cut
                    if not said:
                        return
                    (there if ready is come else come).sendall(said)
