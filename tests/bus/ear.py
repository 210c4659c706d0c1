"""A screen reader and a keyboard: the real program on a real screen (Xvfb) and a real accessibility bus (AT-SPI).

`Ear` knows what it was told over the bus, and types keys; it imports nothing of the program. What it hears is what Orca
says: the control that the keys come to (role, name, description) and notifications.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

ROOT = Path(__file__).parents[2]
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
NEEDED = ("Xvfb", "xdotool", "dbus-daemon")
REGISTRY = "org.a11y.atspi.Registry"
ACCESSIBLE, OBJECT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Event.Object"
FOCUSABLE, SHOWING = 11, 25
"""Bits of a state, as AT-SPI numbers them."""
NO_ROLE = ("", "invalid", "unknown", "filler")
QUIET = 0.25
"""Seconds without an event after which all is said; the program itself waits for 80 ms before it speaks."""
PATIENCE = 30.0


def missing() -> list[str]:
    """What of the system is not there to try this with."""
    return [name for name in NEEDED if shutil.which(name) is None] + [
        name for name in (LAUNCHER,) if not Path(name).exists()
    ]


class Thing(NamedTuple):
    """Something in the tree: which program, which path."""

    sender: str
    path: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is read of a control."""

    role: str
    name: str
    description: str

    @property
    def is_called(self) -> bool:
        """Whether somebody who hears it knows what it is."""
        return bool(self.name.strip()) and self.role not in NO_ROLE

    def __str__(self) -> str:
        return ", ".join(part for part in (self.name, self.role, self.description) if part)


class Gone(Exception):
    """The thing is not there any more."""


class Ear:
    """Hears one program. `said` is all that was said since the beginning, a line each."""

    def __init__(self, bus: DBusConnection, environment: dict[str, str]) -> None:
        self._bus, self._environment = bus, environment
        self.said: list[str] = []
        self.focus: Thing | None = None
        self._since = 0
        for event in ("object:state-changed:focused", "object:state-changed:showing", "object:property-change"):
            self._ask(Thing(REGISTRY, "/org/a11y/atspi/registry"), REGISTRY, "RegisterEvent", "sass", event, [], "")
        events = MatchRule(type="signal", interface=OBJECT)
        bus_itself = Thing("org.freedesktop.DBus", "/org/freedesktop/DBus")
        self._ask(bus_itself, "org.freedesktop.DBus", "AddMatch", "s", events.serialise())
        self._events = bus.filter(events, queue=deque()).queue  # what comes while an answer is waited for, too

    # what is asked

    def _ask(self, thing: Thing, interface: str, method: str, signature: str = "", *body: object) -> Any:
        call = new_method_call(
            DBusAddress(thing.path, thing.sender, interface), method, signature or None, body if signature else ()
        )
        answer = self._bus.send_and_get_reply(call, timeout=PATIENCE)
        if answer.header.message_type == MessageType.error:
            raise Gone(thing, method, answer.body)
        return answer.body[0] if answer.body else None

    def _property(self, thing: Thing, name: str) -> str:
        return str(self._ask(thing, "org.freedesktop.DBus.Properties", "Get", "ss", ACCESSIBLE, name)[1])

    def read(self, thing: Thing | None = None) -> Spoken:
        """What is read of a thing; without one, of what has the keys."""
        thing = thing or self.focus
        assert thing is not None, "nothing has the keys"
        return Spoken(
            self._ask(thing, ACCESSIBLE, "GetRoleName"),
            self._property(thing, "Name"),
            self._property(thing, "Description"),
        )

    def text(self, thing: Thing) -> str:
        """All that is written in a field."""
        return str(self._ask(thing, "org.a11y.atspi.Text", "GetText", "ii", 0, -1))

    def _state(self, thing: Thing) -> int:
        low, high = self._ask(thing, ACCESSIBLE, "GetState")
        return int(low) | int(high) << 32

    def walk(self, thing: Thing | None = None) -> Iterator[tuple[Thing, Spoken]]:
        """All that is on the screen."""
        if thing is None:
            root = Thing(REGISTRY, "/org/a11y/atspi/accessible/root")
            for program in self._ask(root, ACCESSIBLE, "GetChildren"):
                for window in self._ask(Thing(*program), ACCESSIBLE, "GetChildren"):
                    yield from self.walk(Thing(*window))
            return
        if not self._state(thing) >> SHOWING & 1:
            return
        yield thing, self.read(thing)
        for child in self._ask(thing, ACCESSIBLE, "GetChildren"):
            yield from self.walk(Thing(*child))

    def focusable(self) -> list[Spoken]:
        """All on the screen that the keys can come to and that holds nothing else."""
        return [
            spoken
            for thing, spoken in self.walk()
            if self._state(thing) >> FOCUSABLE & 1 and not self._ask(thing, ACCESSIBLE, "GetChildren")
        ]

    # what is done

    def press(self, *keys: str) -> list[str]:
        """Type keys, as xdotool names them ("Tab", "shift+c"), and hear what is said then."""
        before = self._since = len(self.said)
        for key in keys:
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], env=self._environment, check=True)
            self.listen()
        return self.said[before:]

    def until(self, *words: str) -> str:
        """Listen until something is said that has one of these words in it, after the last keys; returns it."""
        begun = time.monotonic()
        while True:
            found = next((line for line in self.said[self._since :] if any(word in line for word in words)), None)
            if found is not None:
                return found
            assert time.monotonic() - begun < PATIENCE, (words, self.said[-12:])
            self.listen()

    def listen(self, at_least: float = 0.0) -> None:
        """Take in what is said, until nothing more comes."""
        begun = time.monotonic()
        while True:
            try:
                self._hear(self._bus.recv_until_filtered(self._events, timeout=QUIET))
            except TimeoutError:
                if time.monotonic() - begun >= at_least:
                    return

    def _hear(self, message: Message) -> None:
        fields = message.header.fields
        member, (detail, on, *_) = fields[HeaderFields.member], message.body
        thing = Thing(fields[HeaderFields.sender], fields[HeaderFields.path])
        try:
            if member == "StateChanged" and detail == "focused" and on:
                self.focus = thing
                self.said.append(str(self.read()))
            elif member == "StateChanged" and detail == "showing" and on:
                spoken = self.read(thing)
                if spoken.role == "notification" and spoken.name:
                    self.said.append(f"! {spoken.name}")
            elif member == "PropertyChange" and thing == self.focus and detail == "accessible-name":
                self.said.append(str(self.read()))
        except Gone:
            return  # it went while it was being read, as it would for a screen reader


@contextmanager
def listening(data: Path, *arguments: str) -> Iterator[Ear]:
    """The program with an empty data folder on a screen of 1280 × 800, and whoever hears it."""
    with ExitStack() as stack:

        def run(*command: str, **more: Any) -> subprocess.Popen[str]:
            process = subprocess.Popen(command, text=True, stderr=subprocess.DEVNULL, env=environment, **more)
            stack.enter_context(process)  # waits for its end
            stack.callback(process.terminate)
            return process

        environment = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "DBUS_"))}
        environment |= {"XDG_CACHE_HOME": str(data / "cache"), "XDG_CONFIG_HOME": str(data / "config")}
        end, number = os.pipe()
        run("Xvfb", "-displayfd", str(number), "-screen", "0", "1280x800x24", "-nolisten", "tcp", pass_fds=(number,))
        os.close(number)
        with os.fdopen(end) as told:
            environment["DISPLAY"] = ":" + told.readline().strip()
        session = run("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE)
        assert session.stdout is not None
        environment["DBUS_SESSION_BUS_ADDRESS"] = session.stdout.readline().strip()
        run(LAUNCHER, "--launch-immediately")
        bus = stack.enter_context(_connected(_accessibility_bus(environment["DBUS_SESSION_BUS_ADDRESS"])))
        ear = Ear(bus, environment)
        environment |= {"QT_QPA_PLATFORM": "xcb", "QT_ACCESSIBILITY": "1"}
        run(
            sys.executable,
            "-m",
            "companion",
            "--data-dir",
            str(data / "data"),
            "--language",
            "en",
            *arguments,
            cwd=ROOT,
        )
        until = time.monotonic() + PATIENCE
        while ear.focus is None:
            assert time.monotonic() < until, "the program says nothing"
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--name", "."], env=environment, capture_output=True, text=True
            ).stdout.split()
            if found:
                subprocess.run(["xdotool", "windowfocus", found[0]], env=environment, check=False)
            ear.listen()
        yield ear


def _connected(address: str) -> Any:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return open_dbus_connection(address)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def _accessibility_bus(session: str) -> str:
    """Ask the session's bus for the other one, and say that a screen reader is there."""
    until = time.monotonic() + PATIENCE
    with _connected(session) as bus:
        while True:
            place = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            answer = bus.send_and_get_reply(new_method_call(place, "GetAddress"), timeout=PATIENCE)
            if answer.header.message_type == MessageType.method_return:
                break
            assert time.monotonic() < until, answer.body
            time.sleep(0.05)
        place = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.freedesktop.DBus.Properties")
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            body = ("org.a11y.Status", name, ("b", True))
            bus.send_and_get_reply(new_method_call(place, "Set", "ssv", body), timeout=PATIENCE)
        return str(answer.body[0])
