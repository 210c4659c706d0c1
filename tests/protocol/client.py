"""A client of the engine within this process, for tests: methods as functions, answers as plain JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.model.content.library import Library
from companion.model.core.contract import Content, Json, System
from companion.model.games import SYSTEMS
from companion.model.protocol import Server, words

QUICK: Json = {"quick": True}


class Refused(Exception):
    """The server answered with an error."""

    def __init__(self, error: Json) -> None:
        super().__init__(json.dumps(error))
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data: Json = error.get("data", {})


class Client:
    """A server with its own ends of the line; `bugs` holds the traces it complained of."""

    def __init__(self, systems: Mapping[str, System[Any]] = SYSTEMS, content: Content | None = None) -> None:
        self.bugs: list[str] = []
        self.server = Server(systems, content or Library.shipped(), words, self.bugs.append)

    def line(self, line: bytes | str) -> Json:
        """The answer to a raw line as JSON; None when there is none."""
        answer = self.server.handle(line.encode() if isinstance(line, str) else line)
        if answer is None:
            return None
        assert b"\n" not in answer
        return json.loads(answer)

    def ask(self, method: str, **params: Json) -> Json:
        """The result of a method; raises Refused."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer = self.line(json.dumps(message))
        assert answer["jsonrpc"] == "2.0"
        assert answer["id"] == 1
        assert set(answer) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def refused(self, method: str, **params: Json) -> Refused:
        """The error that a method answers with."""
        try:
            result = self.ask(method, **params)
        except Refused as refused:
            return refused
        raise AssertionError(f"{method} was answered: {str(result)[:200]}")

    def new(self, system: str = "asagiri", setup: Json = None, seed: int = 7) -> Json:
        """A new game."""
        return self.ask("game.new", system=system, setup=QUICK if setup is None else setup, seed=seed)

    def game(self) -> Json:
        """All there is to know about the game: where it is, and what led there; None when there is none."""
        try:
            return self.ask("game.save")
        except Refused:
            return None

    def walk(self, steps: int, pick: int = 0) -> Json:
        """Answer so many questions: the option at place `pick`, dice from the seed. The last view."""
        view = self.ask("game.view")
        for _ in range(steps):
            pending = view["pending"]
            if pending["kind"] == "over":
                break
            if pending["kind"] == "roll":
                view = self.ask("game.roll")
            else:
                option = pending["options"][pick % len(pending["options"])]
                whose = {"seat": option["seat"]} if "seats" in pending else {}
                view = self.ask("game.choose", option=option["id"], **whose)
        return view
