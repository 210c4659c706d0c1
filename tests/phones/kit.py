"""A table without a window, served to phones on the loopback, and phones that are plain connections."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from companion.model.core.chance import Face as DieFace
from companion.model.core.contract import Over, Roll
from companion.model.core.session import Session
from companion.model.core.words import Message
from companion.model.phones import Ask, Desk, Face, PhoneServer, Presence
from companion.model.protocol import words as catalog
from tests.patience import PATIENCE

Json = Any
HOST = "127.0.0.1"


class Table:
    """A session that phones play; `pump` does on the test's thread what a window does on its own."""

    def __init__(self, session: Session[Any], face: Callable[[Any, Callable[[str], str]], Face] = Face) -> None:
        self._session = session
        self.shut: Message | None = None
        self.faults: list[str] = []
        self.asks: queue.Queue[Ask] = queue.Queue()
        self.presence = Presence((), frozenset())
        self._here = threading.Condition()
        self.desk = Desk(self, face(self, lambda seat: f"Player {seat}"), catalog, self.faults.append)
        self.server = PhoneServer(self.desk.seats, catalog, self.asks.put, self._present, self.faults.append)
        self.published = 0
        session.subscribe(lambda change: self.desk.moved())

    def __enter__(self) -> Table:
        self.server.start([HOST], ports=[0])
        return self

    def __exit__(self, *_: object) -> None:
        self.server.stop()
        assert self.faults == []

    @property
    def session(self) -> Session[Any]:
        return self._session

    def closed(self, seat: str) -> Message | None:
        return self.shut

    def answer(self, seat: str, option: str) -> None:
        self.session.choose(option, seat=seat)

    def roll(self, faces: Sequence[DieFace | None] | None) -> None:
        self.session.roll(faces)

    def _present(self, presence: Presence) -> None:
        with self._here:
            self.presence = presence
            self._here.notify_all()

    def wait(self, there: Callable[[Presence], bool]) -> None:
        """Until phones have come or gone."""
        with self._here:
            assert self._here.wait_for(lambda: there(self.presence), PATIENCE), self.presence

    def publish(self) -> None:
        """Show everybody how things stand."""
        self.published += 1
        self.server.publish(self.desk.frames(self.presence.wanted))

    def pump(self) -> None:
        """Take one request of a phone."""
        ask = self.asks.get(timeout=PATIENCE)
        self.server.answer(ask, self.desk.answer(ask))

    def join(self, viewer: str, language: str = "en") -> Phone:
        """A phone that has scanned the code of a seat, and sees it."""
        before = self.presence.count(viewer)
        phone = Phone(self.server)
        phone.take(self.server.secrets[viewer], language)
        self.wait(lambda now: now.count(viewer) > before)
        return phone


class Phone:
    """One connection, everything that came over it, as it came."""

    def __init__(self, server: PhoneServer, origin: str | None = "", host: str | None = None) -> None:
        at = f"{HOST}:{server.port}"
        made = connect(
            f"ws://{host or at}/socket",
            origin=f"http://{at}" if origin == "" else origin,  # type: ignore[arg-type]
            compression=None, proxy=None, open_timeout=10, close_timeout=1, max_size=2**22,
        )  # fmt: skip
        self.line: ClientConnection = made.__enter__()
        self.heard: list[str] = []
        self.view: Json = None
        self.views = 0
        self.ids = 0
        self.answers: dict[int, Json] = {}
        self.watch: Callable[[], object] = lambda: None
        """Called when a frame has come."""

    def send(self, method: str, **params: Json) -> int:
        self.ids += 1
        self.line.send(json.dumps({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}))
        return self.ids

    def take(self, secret: str, language: str = "en") -> Json:
        return self.answer_to(self.send("seat.take", secret=secret, language=language))

    def hear(self, seconds: float = PATIENCE) -> Json:
        """The next message."""
        text = self.line.recv(seconds)
        assert isinstance(text, str)
        self.heard.append(text)
        message = json.loads(text)
        if message.get("method") == "game.view":
            self.view, self.views = message["params"], self.views + 1
            self.watch()
        elif message.get("id") is not None:
            self.answers[message["id"]] = message
        return message

    def answer_to(self, id: int) -> Json:
        while id not in self.answers:
            self.hear()
        return self.answers[id]

    def see(self) -> Json:
        """The next frame."""
        before = self.views
        while self.views == before:
            self.hear()
        return self.view

    def closing(self, seconds: float = PATIENCE) -> int:
        """The code with which it is let go."""
        with suppress(ConnectionClosed):
            while True:
                self.hear(seconds)
        said = self.line.close_code
        assert said is not None
        return said

    def close(self) -> None:
        self.line.close()


def options(nodes: Json) -> list[str]:
    """The ids of all options that steps lead to."""
    found = []
    for node in nodes:
        if "option" in node:
            found.append(node["option"])
        elif "pick" in node:
            pick = node["pick"]
            found += [
                pick["begin"] + "+".join(sorted(pick["cards"][:count])) for count in range(1, len(pick["cards"]) + 1)
            ]
            found += [pick["none"]] if pick["none"] else []
        else:
            found += options(node["next"])
    return found


def play(table: Table, phones: dict[str, Phone], rng: Random, most: int = 4000) -> int:
    """Play a game to its end by the phones alone; every frame is waited for. How many decisions it took."""
    count = 0
    while True:
        table.publish()
        for phone in phones.values():
            phone.see()
        if isinstance(table.session.pending, Over):
            return count
        count += 1
        assert count < most, "this never ends"
        able = [(seat, phone) for seat, phone in phones.items() if "nodes" in phone.view or "roll" in phone.view]
        if isinstance(table.session.pending, Roll) and not able:
            table.session.roll()
            continue
        seat, phone = rng.choice(able)
        number = phone.view["number"]
        if "roll" in phone.view:
            id = phone.send("game.roll", number=number)
        else:
            id = phone.send("game.choose", option=wished(options(phone.view["nodes"]), rng), number=number)
        table.pump()
        answer = phone.answer_to(id)
        assert answer.get("result") is True, (seat, answer)


def wished(ids: list[str], rng: Random) -> str:
    """Rather drink, strike and pass than burn, so that games come to their end."""
    liked = {
        "drink": 9.0,
        "attack": 4.0,
        "pass": 6.0,
        "end_phase": 0.4,
        "burn_draw": 0.1,
        "burn_play": 0.1,
        "soul": 0.1,
    }
    return rng.choices(ids, [liked.get(id.partition(":")[0], 1.0) for id in ids])[0]
