"""Everything a person reads is in the language of `initialize`: labels, prompts, events, refusals, ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.model.content.library import Library
from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, Words
from companion.model.games import SYSTEMS
from companion.model.protocol import Server


class Marked(Words):
    """Says its language before every sentence."""

    def __call__(self, message: Message | Name | str | int) -> str:
        return f"{self.language}: {super().__call__(message)}"


@pytest.fixture
def server() -> Server:
    """An engine whose catalogs mark what they say."""
    return Server(SYSTEMS, Library.shipped(), Marked)


def ask(server: Server, method: str, **params: Json) -> Json:
    """The answer to a request."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = server.handle(json.dumps(message).encode())
    assert answer is not None
    return json.loads(answer)


def test_every_sentence_is_in_the_language_asked_for(server: Server) -> None:
    ask(server, "initialize", language="it")
    view = ask(server, "game.new", system="blank", setup={"rounds": 1})["result"]
    while view["pending"]["kind"] != "over":
        if view["pending"]["kind"] == "choice":
            assert view["pending"]["prompt"].startswith("it: ")
            assert all(option["label"].startswith("it: ") for option in view["pending"]["options"])
            view = ask(server, "game.choose", option=view["pending"]["options"][-1]["id"])["result"]
        else:
            view = ask(server, "game.roll")["result"]
        assert all(event["words"].startswith("it: ") for event in view["events"])
    assert view["pending"]["why"].startswith("it: ")


def test_a_refusal_tells_why_in_that_language(server: Server) -> None:
    ask(server, "initialize", language="fr")
    ask(server, "game.new", system="asagiri", setup={"quick": True})
    ask(server, "game.roll", outcome=[6, 1])
    error = ask(server, "game.choose", option="attack:b1")["error"]
    assert error["data"]["why"] == error["message"]
    assert error["message"].startswith("fr: ")
    ask(server, "initialize", language="en")
    assert ask(server, "game.choose", option="attack:b1")["error"]["data"]["why"].startswith("en: ")


def test_a_language_stays_until_another_is_asked_for(server: Server) -> None:
    ask(server, "initialize", language="fr")
    ask(server, "initialize")
    assert ask(server, "game.view")["error"]["message"].startswith("fr: ")


def test_a_missing_catalog_falls_back_to_english(tmp_path: Path) -> None:
    server = Server(SYSTEMS, Library.shipped(), lambda language: Words(language, tmp_path))
    ask(server, "initialize", language="fr")
    assert ask(server, "game.view")["error"]["message"] == "No game is loaded."
