"""What the engine answers, compared letter by letter with what was reviewed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.model.core.contract import Json
from companion.model.games.asagiri.insight.queries import QUERIES
from companion.model.games.asagiri.rules.options import KINDS
from companion.model.protocol import jsonrpc

from .transcript import answered, exchanges, files

METHODS = {"initialize", "game.new", "game.load", "game.view", "game.choose", "game.roll", "game.undo", "game.redo"}
METHODS |= {"game.correct", "game.save", "game.replay", "bot.suggest", "bot.hint", "shutdown", "blank.neighbours"}
METHODS |= {f"asagiri.{name}" for name in QUERIES}


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_the_answers_are_those_reviewed(path: Path, accept: bool) -> None:
    text = path.read_text("utf-8")
    now = "\n".join(answered(text)) + "\n"
    if accept and now != text:
        path.write_text(now, "utf-8")
    else:
        assert now == text


def everything() -> list[tuple[str, Json]]:
    """All exchanges of all transcripts; requests that are JSON only."""
    return [pair for path in files() for pair in exchanges(path.read_text("utf-8"))]


def test_every_method_is_answered_and_refused_somewhere() -> None:
    done, refused = set(), set()
    for sent, answer in everything():
        try:
            method = json.loads(sent)["method"]
        except (ValueError, TypeError, KeyError):
            continue
        if isinstance(answer, dict):
            (done if "result" in answer else refused).add(method)
    assert METHODS - done == set()
    assert METHODS - refused == set()


def test_every_code_is_answered_somewhere() -> None:
    codes = {answer["error"]["code"] for _, answer in everything() if isinstance(answer, dict) and "error" in answer}
    ours = {jsonrpc.PARSE_ERROR, jsonrpc.INVALID_REQUEST, jsonrpc.METHOD_NOT_FOUND, jsonrpc.INVALID_PARAMS}
    assert codes == ours | {jsonrpc.REFUSED, jsonrpc.INVALID_INPUT}


def test_every_kind_of_option_and_of_question_is_asked_somewhere() -> None:
    kinds, asked = set(), set()
    for _, answer in everything():
        pending = answer["result"].get("pending") if isinstance(answer, dict) and _is_object(answer) else None
        if pending is not None:
            asked.add(pending["kind"])
            kinds |= {option["kind"] for option in pending.get("options", ())}
    assert asked == {"choice", "roll", "over"}
    assert set(KINDS) - kinds == set()


def _is_object(answer: Json) -> bool:
    return isinstance(answer.get("result"), dict)
