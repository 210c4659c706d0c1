"""What must hold for every line, whatever it holds."""

from __future__ import annotations

import json
import time
from typing import Any

from companion.model.core.contract import Json
from tests.protocol.client import Client

CODES = {-32700, -32600, -32601, -32602, -32000, -32001}
"""Every code but -32603: an error of the engine is found here and nowhere else."""
SLOWEST = 2.0
"""Seconds of processor time that any one short line may cost; forty times what it does cost."""


class Watched(Client):
    """A client that checks every answer, and that an error changes nothing."""

    def send(self, line: bytes) -> Json:
        """The answer to a line, checked."""
        before, begun = self.whole(), time.process_time()
        answer = self.line(line)
        assert time.process_time() - begun < SLOWEST, line[:1000]
        assert not self.bugs, f"{self.bugs[0]}\n{line[:3000]!r}"
        answers = answer if isinstance(answer, list) else [] if answer is None else [answer]
        assert answer is None or answers
        for one in answers:
            check_answer(one)
        if not isinstance(answer, list) and answer is not None and "error" in answer:
            assert self.whole() == before, line[:1000]
        return answer

    def request(self, method: str, params: Json) -> Json:
        """The answer to a request, checked."""
        return self.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())

    def whole(self) -> Any:
        """All there is of the game."""
        session = self.server.session
        return None if session is None else (session.header, session.cursor, session.steps, session.state)

    def still_sound(self) -> None:
        """The game can be looked at, saved, and taken up again elsewhere."""
        view = self.ask("game.view")
        saved = self.ask("game.save")
        other = Client()
        assert other.ask("game.load", position=saved["position"])["state"] == view["state"]
        replayed = other.ask("game.replay", record=saved["record"])
        assert replayed["state"] == view["state"]
        assert _meant(replayed) == _meant(view)


def _meant(view: Json) -> Json:
    """What is asked, without the words: another client may have another language."""
    pending = view["pending"]
    return pending | {"prompt": "", "why": "", "options": [option["id"] for option in pending.get("options", [])]}


def check_answer(answer: Json) -> None:
    """The letter of JSON-RPC."""
    assert isinstance(answer, dict)
    assert answer["jsonrpc"] == "2.0"
    assert answer["id"] is None or type(answer["id"]) in (int, float, str)
    assert set(answer) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
    if "error" in answer:
        error = answer["error"]
        assert error["code"] in CODES
        assert isinstance(error["message"], str)
        assert error["message"]
        assert set(error) <= {"code", "message", "data"}
        if error["code"] == -32001:
            assert isinstance(error["data"]["path"], str)
        if error["code"] == -32000:
            assert error["data"]["rule"]
            assert error["data"]["why"]
