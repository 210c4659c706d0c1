"""The server: an asyncio loop in a thread of its own, which knows phones, secrets and bytes, and no game.

Nobody waits for anybody: what a phone has not fetched is replaced by what is newer, what it says too often is not read,
and the game's thread is only ever called (`asked`, `present`), never waited for.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import traceback
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from companion.model.core.contract import SPECTATOR
from companion.model.core.refusal import Failure, InvalidInput
from companion.model.core.words import Words, say
from companion.model.phones import limits
from companion.model.phones.limits import Bucket, Gate, Secrets, host_port, is_private
from companion.model.phones.pages import files, page, refusal
from companion.model.phones.requests import Ask, Speak, Take, fault, parse, result
from companion.model.protocol.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, RpcError

PORTS = (8740, 8741, 8742, 8743, 0)
"""Tried one after the other, so that a firewall can be told; the last: whichever is free."""
HELLO_S = 5.0
"""For a phone to say its secret."""
REVOKED, REPLACED, FLOODING, CLOSED = 4003, 4001, 4008, 4000
"""Why a phone is let go; the page knows them."""
SOCKET = "/socket"

Wanted = frozenset[tuple[str, str]]


class Presence(msgspec.Struct, frozen=True):
    """Who is there."""

    phones: tuple[tuple[str, int], ...]
    """Viewers with how many phones they have now."""
    wanted: Wanted
    """Viewers and languages in which frames are looked at."""
    age: int = 0
    """How often codes had been renewed by then (`Secrets.renewals`): what is older than the last counts no more."""

    def count(self, viewer: str) -> int:
        """The phones of a viewer."""
        return dict(self.phones).get(viewer, 0)


class _Phone:
    """One phone that has said its secret."""

    def __init__(self, number: int, viewer: str, language: str, connection: ServerConnection) -> None:
        self.number, self.viewer, self.language, self.connection = number, viewer, language, connection
        self.age = 0
        self.bucket, self.strikes = Bucket(limits.MESSAGES, limits.MESSAGES_A_SECOND), 0
        self.replies: deque[bytes] = deque(maxlen=limits.MESSAGES)
        self.frame: bytes | None = None
        """The newest it has not got."""
        self.awake = asyncio.Event()

    def reply(self, message: bytes) -> None:
        self.replies.append(message)
        self.awake.set()

    def show(self, frame: bytes) -> None:
        self.frame = frame
        self.awake.set()

    async def write(self) -> None:
        """Send what there is, at the pace of the phone."""
        while True:
            await self.awake.wait()
            self.awake.clear()
            while self.replies or self.frame is not None:
                if self.replies:
                    message = self.replies.popleft()
                else:
                    message, self.frame = self.frame or b"", None
                await self.connection.send(message, text=True)


class PhoneServer:
    """See the module. `start` waits until it listens; everything else returns at once, from any thread."""

    def __init__(
        self,
        seats: Sequence[str],
        catalog: Callable[[str], Words],
        asked: Callable[[Ask], None],
        present: Callable[[Presence], None],
        complain: Callable[[str], None] = lambda trace: None,
    ) -> None:
        """`asked`, `present`, `complain` (the trace of a fault of ours) are called in the server's thread."""
        self._seats, self._catalog = tuple(seats), catalog
        self._asked, self._present, self._complain = asked, present, complain
        self.secrets = Secrets((*seats, SPECTATOR))
        self.hosts: tuple[str, ...] = ()
        self.port = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._gate, self._phones, self._numbers = Gate(), dict[int, _Phone](), count(1)
        self._frames: dict[tuple[str, str], bytes] = {}
        self._files: dict[str, tuple[str, bytes]] = {}
        self._names: frozenset[str] = frozenset()
        """As phones may call this computer."""
        self._language = "en"
        self._closing: set[asyncio.Task[None]] = set()

    # from the game's thread ----------------------------------------------------------------------------------------

    def start(self, hosts: Sequence[str], language: str = "en", ports: Sequence[int] = PORTS) -> None:
        """Listen at these addresses; Failure when one is not private, or no port is free."""
        for host in hosts:
            if not is_private(host):
                raise Failure(say("{address} is not an address of a local network.", address=host))
        self._language = language
        self._files = files(self._catalog, language)
        loop, ready = asyncio.new_event_loop(), threading.Event()
        faults: list[OSError] = []
        self._thread = threading.Thread(
            target=self._run, args=(loop, tuple(hosts), tuple(ports), ready, faults), name="phones", daemon=True
        )
        self._thread.start()
        ready.wait()
        if faults:
            self._thread.join()
            self._thread = None
            raise Failure(say("Phones cannot be served on this network: {why}", why=str(faults[0])))
        self._loop = loop

    def stop(self, *, wait: bool = True) -> None:
        """Let all phones go, and end the thread; without `wait`, which takes a second at most, it ends by itself."""
        loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(self._ended.set)
            if wait:
                thread.join()

    @property
    def running(self) -> bool:
        """Whether it listens."""
        return self._loop is not None

    def address(self, viewer: str, host: str = "") -> str:
        """What a phone opens to have that seat; `SPECTATOR`: to look on. The secret stays in the phone's fragment."""
        return f"http://{host_port(host or self.hosts[0], self.port)}/#{self.secrets[viewer]}"

    def publish(self, frames: Mapping[tuple[str, str], bytes]) -> None:
        """Show these frames, by viewer and language."""
        self._call(self._show, dict(frames))

    def speak(self, language: str) -> None:
        """The app speaks another language now: phones that come from now on begin with it."""
        if language != self._language:
            self._language, self._files = language, files(self._catalog, language)

    def answer(self, ask: Ask, message: bytes) -> None:
        """What came of a request."""
        self._call(self._reply, ask.phone, message)

    def valid(self, ask: Ask) -> bool:
        """Whether the secret that a request was made with is still that of its seat."""
        return ask.age == self.secrets.age(ask.viewer)

    def revoke(self, viewer: str) -> None:
        """A new secret for a seat: whoever has the old one is let go."""
        self.secrets.renew(viewer)
        self._call(self._let_go, viewer)

    def _call(self, do: Callable[..., None], *args: Any) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has just ended
                loop.call_soon_threadsafe(do, *args)

    # in the server's thread ----------------------------------------------------------------------------------------

    def _run(
        self,
        loop: asyncio.AbstractEventLoop,
        hosts: tuple[str, ...],
        ports: tuple[int, ...],
        ready: threading.Event,
        faults: list[OSError],
    ) -> None:
        asyncio.set_event_loop(loop)
        loop.set_exception_handler(self._broken)
        try:
            loop.run_until_complete(self._serve(hosts, ports, ready))
        except OSError as wrong:
            faults.append(wrong)
        finally:
            left = asyncio.all_tasks(loop)  # of connections that came while the server was closing
            for task in left:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
            asyncio.set_event_loop(None)
            loop.close()
            ready.set()

    async def _serve(self, hosts: tuple[str, ...], ports: tuple[int, ...], ready: threading.Event) -> None:
        self._ended = asyncio.Event()
        server = await self._listen(hosts, ports)
        async with server:
            names = [one.getsockname() for one in server.sockets]
            self.port = names[0][1]
            hosts = self.hosts = tuple(name[0] for name in names if name[1] == self.port)
            self._names = frozenset(host_port(host, self.port) for host in hosts)
            ready.set()
            await self._ended.wait()
            server.close(code=CLOSED)

    async def _listen(self, hosts: tuple[str, ...], ports: tuple[int, ...]) -> Server:
        silent = logging.getLogger(f"{__name__}.silent")
        silent.disabled = True  # what strangers send is not worth a line, and must not fill the disk
        gate = self._gate

        class Connection(ServerConnection):
            admitted = False
            host = ""

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                self.host = str((transport.get_extra_info("peername") or ("",))[0])
                self.admitted = gate.enter(self.host)
                if self.admitted:
                    super().connection_made(transport)
                else:
                    assert isinstance(transport, asyncio.Transport)
                    transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                if self.admitted:
                    gate.leave(self.host, known=getattr(self, "known", False))
                    super().connection_lost(exc)

        while True:
            port, *ports_left = ports
            try:
                return await serve(
                    self._talk, list(hosts), port, create_connection=Connection, process_request=self._requested,  # type: ignore[arg-type]
                    compression=None, server_header=None, open_timeout=HELLO_S, ping_interval=15, ping_timeout=15,
                    close_timeout=1, max_size=limits.MOST_MESSAGE, max_queue=4, write_limit=2**16, logger=silent,
                )  # fmt: skip
            except OSError:
                if not ports_left:
                    raise
                ports = tuple(ports_left)

    def _broken(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        wrong = context.get("exception")
        if isinstance(wrong, Exception) and not isinstance(wrong, OSError):
            self._complain("".join(traceback.format_exception(wrong)))

    def _requested(self, connection: ServerConnection, request: Request) -> Response | None:
        """A page, or None: the phone may speak. Names are checked, so that no other site speaks through a browser."""
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._names:
            return refusal(HTTPStatus.MISDIRECTED_REQUEST)
        path = request.path.partition("?")[0]
        if path == SOCKET:
            return None if origins == [f"http://{hosts[0].lower()}"] else refusal(HTTPStatus.FORBIDDEN)
        if path not in self._files:
            return refusal(HTTPStatus.NOT_FOUND)
        return page(*self._files[path], hosts[0].lower())

    async def _talk(self, connection: ServerConnection) -> None:
        """One phone, from its first message to its last."""
        phone: _Phone | None = None
        writer: asyncio.Task[None] | None = None
        try:
            phone = await self._hello(connection)
            if phone is None:
                return
            writer = asyncio.create_task(phone.write())
            self._arrived(phone)
            async for line in connection:
                if phone.number not in self._phones or not await self._heard(phone, line):
                    return
        except (ConnectionClosed, TimeoutError, ConnectionError):
            pass
        except Exception as wrong:
            self._complain("".join(traceback.format_exception(wrong)))
        finally:
            if writer is not None:
                writer.cancel()
                with suppress(asyncio.CancelledError, ConnectionClosed, ConnectionError):
                    await writer
            if phone is not None and self._phones.pop(phone.number, None) is not None:
                self._tell_present()

    async def _hello(self, connection: ServerConnection) -> _Phone | None:
        """Who it is; None: it is let go, after the first thing it said."""
        async with asyncio.timeout(HELLO_S):
            line = await connection.recv()
        id: int | None = None
        try:
            id, form = parse(line)
            if not isinstance(form, Take):
                raise RpcError(INVALID_REQUEST, "The first message takes a seat.")
            viewer = self.secrets.viewer(form.secret)
            if viewer is None:
                await connection.send(
                    fault(id, INVALID_PARAMS, self._say(Failure(say("This code is not valid.")))), text=True
                )
                await connection.close(REVOKED)
                return None
        except (RpcError, InvalidInput) as wrong:
            await connection.send(self._fault(id, wrong, self._language), text=True)
            await connection.close(REVOKED)
            return None
        language = self._language if form.language is msgspec.UNSET else form.language
        phone = _Phone(next(self._numbers), viewer, str(language), connection)
        phone.age = self.secrets.age(viewer)
        connection.known = True  # type: ignore[attr-defined]
        self._gate.known(connection.host)  # type: ignore[attr-defined]
        phone.reply(result(id, {"seat": viewer, "onlooker": viewer == SPECTATOR, "language": phone.language}))
        return phone

    async def _heard(self, phone: _Phone, line: str | bytes) -> bool:
        """Answer one message; False: the phone is let go."""
        if not phone.bucket.take():
            phone.strikes += 1
            if phone.strikes > limits.STRIKES:
                await phone.connection.close(FLOODING)
                return False
            phone.reply(fault(None, INVALID_REQUEST, self._say(Failure(say("Too many messages.")), phone.language)))
            return True
        id: int | None = None
        try:
            id, form = parse(line)
            if isinstance(form, Take):
                raise RpcError(INVALID_REQUEST, "A seat is taken by the first message.")
            if isinstance(form, Speak):
                phone.language = form.language
                phone.reply(result(id))
                self._arrived(phone)
            else:
                self._asked(Ask(phone.number, id, phone.viewer, phone.language, form, phone.age))
        except (RpcError, InvalidInput) as wrong:
            phone.reply(self._fault(id, wrong, phone.language))
        except Exception as wrong:
            self._complain("".join(traceback.format_exception(wrong)))
            phone.reply(fault(id, INTERNAL_ERROR, "This is an error of the program; the game is unchanged."))
        return True

    def _fault(self, id: int | None, wrong: RpcError | InvalidInput, language: str) -> bytes:
        if isinstance(wrong, RpcError):
            return fault(id, wrong.code, wrong.message)
        return fault(id, INVALID_PARAMS, f"{wrong.path}: {self._say(wrong, language)}")

    def _say(self, wrong: Failure, language: str = "") -> str:
        return self._catalog(language or self._language)(wrong.why)

    # who is there --------------------------------------------------------------------------------------------------

    def _arrived(self, phone: _Phone) -> None:
        """Show a phone what there is; of too many on one seat the oldest is let go."""
        self._phones[phone.number] = phone
        most = limits.MOST_ONLOOKERS if phone.viewer == SPECTATOR else limits.MOST_PHONES
        theirs = [one for one in self._phones.values() if one.viewer == phone.viewer]
        for one in theirs[: max(0, len(theirs) - most)]:
            self._close(one, REPLACED)
        frame = self._frames.get((phone.viewer, phone.language))
        if frame is not None:
            phone.show(frame)
        self._tell_present()

    def _tell_present(self) -> None:
        age = self.secrets.renewals()
        phones = [one for one in self._phones.values() if one.age == self.secrets.age(one.viewer)]
        viewers = (*self._seats, SPECTATOR)
        counted = tuple((viewer, sum(one.viewer == viewer for one in phones)) for viewer in viewers)
        wanted: Wanted = frozenset((one.viewer, one.language) for one in phones)
        self._frames = {key: frame for key, frame in self._frames.items() if key in wanted}
        self._present(Presence(counted, wanted, age))

    def _show(self, frames: Mapping[tuple[str, str], bytes]) -> None:
        wanted = {(one.viewer, one.language) for one in self._phones.values()}
        self._frames |= {key: frame for key, frame in frames.items() if key in wanted}
        for phone in self._phones.values():
            frame = frames.get((phone.viewer, phone.language))
            if frame is not None:
                phone.show(frame)

    def _reply(self, number: int, message: bytes) -> None:
        phone = self._phones.get(number)
        if phone is not None:
            phone.reply(message)

    def _let_go(self, viewer: str) -> None:
        for phone in [one for one in self._phones.values() if one.viewer == viewer]:
            self._close(phone, REVOKED)
        self._tell_present()

    def _close(self, phone: _Phone, code: int) -> None:
        """At once for the game; the phone hears of it when it can."""
        self._phones.pop(phone.number, None)
        task = asyncio.get_running_loop().create_task(phone.connection.close(code))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
        self._tell_present()
