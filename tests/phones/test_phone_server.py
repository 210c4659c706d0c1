"""The door itself: who is let in, what is answered to garbage, and that nobody slows anybody."""

from __future__ import annotations

import http.client
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.model.content.library import Library
from companion.model.core.contract import SPECTATOR
from companion.model.core.refusal import Failure
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.blank import SYSTEM
from companion.model.phones import limits
from companion.model.phones.requests import parse
from companion.model.phones.server import CLOSED, FLOODING, REPLACED, REVOKED
from companion.model.protocol.jsonrpc import RpcError

from .kit import HOST, Phone, Table


@pytest.fixture
def table() -> Iterator[Table]:
    with Table(Session.new(SYSTEM, {}, Library.shipped(), seed=4)) as made:
        made.publish()
        yield made


def ask(table: Table, path: str, **headers: str) -> http.client.HTTPResponse:
    line = http.client.HTTPConnection(HOST, table.server.port, timeout=5)
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]
    line.close()
    return answer


# who is let in


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("127.0.0.1", True), ("::1", True), ("10.1.2.3", True), ("172.16.0.1", True), ("172.31.255.1", True),
        ("192.168.178.20", True), ("169.254.3.4", True), ("fd12:3456::1", True), ("::ffff:192.168.1.2", True),
        ("172.32.0.1", False), ("8.8.8.8", False), ("192.0.2.1", False), ("2001:db8::1", False), ("0.0.0.0", False),
        ("::", False), ("::ffff:8.8.8.8", False), ("100.64.0.1", False), ("example.org", False), ("", False),
    ],
)  # fmt: skip
def test_only_addresses_of_local_networks_count(host: str, private: bool) -> None:
    assert limits.is_private(host) is private


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "8.8.8.8"])
def test_it_listens_nowhere_else(table: Table, host: str) -> None:
    server = type(table.server)(("A",), table.server._catalog, lambda ask: None, lambda there: None)
    with pytest.raises(Failure):
        server.start([host], ports=[0])
    assert not server.running


def test_a_port_that_is_taken_is_told(table: Table) -> None:
    server = type(table.server)(("A",), table.server._catalog, lambda ask: None, lambda there: None)
    with pytest.raises(Failure, match="cannot be served"):
        server.start([HOST], ports=[table.server.port])


def test_another_port_is_tried(table: Table) -> None:
    server = type(table.server)(("A",), table.server._catalog, lambda ask: None, lambda there: None)
    server.start([HOST], ports=[table.server.port, 0])
    assert server.port not in (0, table.server.port)
    server.stop()


def test_the_page_comes_whole_and_from_nowhere_else(table: Table) -> None:
    """Everything that the page names is served, so that after one load nothing is missing."""
    whole, left = dict[str, bytes](), ["/", "/labels.js"]
    while left:
        path = left.pop()
        if path in whole:
            continue
        answer = ask(table, path)
        assert answer.status == 200, path
        body = answer.body  # type: ignore[attr-defined]
        whole[path] = body
        assert b"http://" not in body.replace(b"http://www.w3.org", b"") and b"https://" not in body
        if path.endswith(("/", ".js", ".css")):
            found = re.findall(rb"""(?:src|href)="([^"#]+)"|from "\./([^"]+)"|url\("?([^")]+)""", body)
            left += ["/" + next(filter(None, names)).decode().lstrip("./") for names in found]
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
        assert answer.headers["Set-Cookie"] is None
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert {"/", "/app.js", "/page.css", "/labels.js"} <= whole.keys()


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/%2e%2e/x", "/phones/app.js", "/favicon.ico", "/socket/"])
def test_there_are_no_other_files(table: Table, path: str) -> None:
    assert ask(table, path).status == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8740", "localhost", "127.0.0.1", ""])
def test_under_another_name_nothing_is_served(table: Table, host: str) -> None:
    """DNS rebinding: a site elsewhere whose name suddenly points here."""
    assert ask(table, "/", Host=host).status == 421


@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:{port}"]
)
def test_no_page_from_elsewhere_speaks_through_a_browser(table: Table, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Phone(table.server, origin=origin and origin.format(port=table.server.port))
    assert refused.value.response.status_code == 403


def test_the_secret_stays_in_the_fragment(table: Table) -> None:
    address, _, secret = table.server.address("A").partition("#")
    assert address == f"http://{HOST}:{table.server.port}/"
    assert len(secret) >= 22
    everybody = {table.server.secrets[viewer] for viewer in ("A", "B", "C", SPECTATOR)}
    assert len(everybody) == 4


def test_a_phone_sees_its_seat(table: Table) -> None:
    phone = table.join("B")
    table.publish()
    view = phone.see()
    assert (view["seat"], view["name"]) == ("B", "Player B")
    assert view["asked"] and all("B" in node["title"] for node in view["nodes"])
    phone.close()
    table.wait(lambda now: now.count("B") == 0)


def test_a_wrong_secret_is_told_and_let_go(table: Table) -> None:
    phone = Phone(table.server)
    assert phone.take("x" * 22)["error"]["message"] == "This code is not valid."
    assert phone.closing() == REVOKED


@pytest.mark.parametrize(
    "first", ["hello", '{"jsonrpc":"2.0","id":1,"method":"game.choose","params":{}}', "[]", "\x00"]
)
def test_nothing_is_heard_before_the_secret(table: Table, first: str) -> None:
    phone = Phone(table.server)
    phone.line.send(first)
    assert "error" in phone.hear()
    assert phone.closing() == REVOKED
    assert table.asks.empty()


def test_who_says_nothing_is_let_go(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.model.phones.server.HELLO_S", 0.05)
    phone = Phone(table.server)
    phone.closing(2.0)


def test_a_new_code_makes_the_old_one_worthless(table: Table) -> None:
    old, phone, other = table.server.secrets["A"], table.join("A"), table.join("B")
    phone.send("game.choose", option="pick:A,1", number=phone.view["number"] if phone.view else 0)
    late = table.asks.get(timeout=5)
    table.server.revoke("A")
    assert phone.closing() == REVOKED
    assert not table.server.valid(late)
    again = Phone(table.server)
    assert "error" in again.take(old)
    assert table.join("A").take  # the new code works
    table.publish()
    assert other.see()["seat"] == "B"


def test_one_phone_too_many_takes_the_place_of_the_oldest(table: Table) -> None:
    phones = [Phone(table.server) for _ in range(limits.MOST_PHONES + 1)]
    for phone in phones:
        phone.take(table.server.secrets["A"])
    assert phones[0].closing() == REPLACED
    table.wait(lambda now: now.count("A") == limits.MOST_PHONES)
    table.publish()
    assert phones[-1].see()["seat"] == "A"


def test_when_the_table_closes_phones_hear_of_it(table: Table) -> None:
    phone = table.join("C")
    table.server.stop()
    assert phone.closing() == CLOSED


# what is said


def test_who_looks_on_decides_nothing(table: Table) -> None:
    phone = table.join(SPECTATOR)
    table.publish()
    view = phone.see()
    assert "nodes" not in view and view["hand"] == []
    id = phone.send("game.choose", option="pick:A,1", number=0)
    table.pump()
    assert phone.answer_to(id)["error"]["message"] == "Who looks on decides nothing."


def test_another_seat_cannot_be_answered_for(table: Table) -> None:
    phone = table.join("A")
    table.publish()
    number = phone.see()["number"]
    id = phone.send("game.choose", option="pick:B,1", number=number)
    table.pump()
    assert "error" in phone.answer_to(id)
    assert table.session.cursor == 0


def test_an_answer_to_an_older_question_is_none(table: Table) -> None:
    """A double tap must not answer what comes next."""
    phone = table.join("A")
    table.publish()
    view = phone.see()
    ids = [phone.send("game.choose", option=view["nodes"][0]["option"], number=view["number"]) for _ in range(2)]
    table.pump()
    table.pump()
    assert phone.answer_to(ids[0])["result"] is True
    assert "moved on" in phone.answer_to(ids[1])["error"]["message"]


def test_answers_given_at_once_do_not_spoil_each_other(table: Table) -> None:
    one, other = table.join("A"), table.join("B")
    table.publish()
    views = [phone.see() for phone in (one, other)]
    asked = [
        phone.send("game.choose", option=view["nodes"][0]["option"], number=view["number"])
        for phone, view in zip((one, other), views, strict=True)
    ]
    table.pump()
    table.pump()
    assert [phone.answer_to(id)["result"] for phone, id in zip((one, other), asked, strict=True)] == [True, True]


def test_while_the_past_is_looked_at_nobody_answers(table: Table) -> None:
    table.shut = say("The table is looking at the past.")
    phone = table.join("A")
    table.publish()
    view = phone.see()
    assert view["wait"] == "The table is looking at the past." and "nodes" not in view
    id = phone.send("game.choose", option="pick:A,1", number=view["number"])
    table.pump()
    assert phone.answer_to(id)["error"]["message"] == "The table is looking at the past."


def test_each_phone_in_its_language(table: Table) -> None:
    one, other = table.join("A", "fr"), table.join("A", "it")
    table.publish()
    assert one.see()["asked"] != other.see()["asked"]
    one.send("seat.language", language="it")
    table.wait(lambda now: now.wanted == frozenset({("A", "it")}))
    table.publish()
    assert one.see()["asked"] == other.see()["asked"]


def test_a_phone_begins_in_the_language_of_the_app(table: Table) -> None:
    for language in ("en", "it"):
        table.server.speak(language)
        answer = ask(table, "/labels.js")
        assert f'export const LANGUAGE = "{language}"'.encode() in answer.body  # type: ignore[attr-defined]


GARBAGE = [
    "", "{", "null", "[]", "[[[[", "{}", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1,"method":"x"}',
    '{"jsonrpc":"2.0","id":1,"method":"game.choose"}', '{"jsonrpc":"2.0","id":"1","method":"game.choose","params":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"game.choose","params":{"option":7,"number":1}}',
    '{"jsonrpc":"2.0","id":1,"method":"game.choose","params":{"option":"a","number":1,"seat":"B"}}',
    '{"jsonrpc":"2.0","id":1,"method":"game.choose","params":{"option":"a","number":1e99}}',
    '{"jsonrpc":"2.0","id":1,"method":"game.roll","params":{"number":1,"outcome":[[]]}}',
    '{"jsonrpc":"2.0","id":1,"method":"seat.take","params":{"secret":"x"}}',
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"game.roll","params":{}}', '{"a":' * 400, "\ud800", "x" * 4000,
]  # fmt: skip


def test_garbage_gets_a_sentence(table: Table) -> None:
    phone = table.join("A")
    for n, text in enumerate(GARBAGE):
        if n % 10 == 9:
            time.sleep(1.2)  # as fast as a phone may speak
        if text == "\ud800":
            continue
        phone.line.send(text)
        answer = phone.hear()
        assert len(answer["error"]["message"]) > 8 and "Traceback" not in json.dumps(answer), text
    phone.line.send(b"\x00\x01")
    assert phone.hear()["error"]["message"] == "A message is a text."
    assert table.asks.empty()


@given(st.one_of(st.text(), st.binary()))
def test_no_text_at_all_breaks_the_reader(text: str | bytes) -> None:
    with pytest.raises((RpcError, Failure)):
        parse(text)


def test_a_message_too_long_ends_the_connection(table: Table) -> None:
    phone = table.join("A")
    with suppress(ConnectionClosed):
        phone.line.send("x" * 100_000)
    table.wait(lambda now: now.count("A") == 0)


@pytest.mark.parametrize(
    "said", [b"\x16\x03\x01" * 100, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 3000, b"POST / HTTP/1.1\r\n\r\n"]
)
def test_what_is_no_request_gets_no_page(table: Table, said: bytes) -> None:
    with socket.create_connection((HOST, table.server.port), timeout=5) as line:
        try:
            line.sendall(said + b"\r\n")
            answer = line.recv(4096)
        except ConnectionError:
            answer = b""
    assert b"Traceback" not in answer and b"200 OK" not in answer
    assert ask(table, "/").status == 200


# nobody slows anybody


def test_a_flood_ends_and_slows_nobody(table: Table) -> None:
    calm, hostile = table.join("A"), table.join("B")
    table.publish()
    view = calm.see()
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "game.choose", "params": {"option": "x", "number": 1}})
    try:
        for _ in range(2000):
            hostile.line.send(message)
    except ConnectionClosed:
        pass
    began = time.monotonic()
    calm.send("game.choose", option=view["nodes"][0]["option"], number=view["number"])
    seen = []
    while not seen or seen[-1].viewer != "A":
        seen.append(table.asks.get(timeout=5))
    assert time.monotonic() - began < 1
    assert len(seen) <= limits.MESSAGES + 5, "the game's thread hears a few of them at most"
    assert hostile.closing() == FLOODING


def test_connections_without_end_are_cut_and_others_go_on(table: Table) -> None:
    calm = table.join("A")
    lines = []
    for _ in range(400):
        try:
            lines.append(socket.create_connection((HOST, table.server.port), timeout=5))
        except OSError:
            break
    time.sleep(0.2)
    gone = 0
    for line in lines:
        line.setblocking(False)
        with suppress(BlockingIOError):
            try:
                gone += line.recv(1) == b""
            except ConnectionError:
                gone += 1
    assert gone >= 200
    began = time.monotonic()
    table.publish()
    calm.see()
    assert time.monotonic() - began < 1
    for line in lines:
        line.close()


def test_a_phone_that_does_not_read_holds_up_nothing(table: Table) -> None:
    """Only the newest frame waits for it; the others get theirs at once."""
    deaf, calm = table.join("A"), table.join("B")
    began = time.monotonic()
    for _ in range(300):
        table.publish()
    first = calm.see()
    assert first["seat"] == "B" and time.monotonic() - began < 3
    assert deaf.see()["seat"] == "A"


def test_buckets_fill_again() -> None:
    now = [0.0]
    bucket = limits.Bucket(3, 2, lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now[0] += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] += 100
    assert bucket.full and [bucket.take() for _ in range(4)] == [True, True, True, False]
