"""No password of a server's address is shown, logged or written into a report."""

from __future__ import annotations

from time import process_time
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy.engine import make_url

from companion.app.loader import sentence
from companion.app.program import report
from companion.cli import main
from companion.model.core.masking import MASK, SECRETS, joined, masked, parted
from companion.model.core.refusal import StorageError
from companion.model.core.words import Words
from companion.model.store.connections import address, without_password

SECRET = st.builds("zQ{}zQ{}zQ".format, *[st.text("@/?:#%+& éa1'", max_size=4)] * 2)
"""Each part of it can be told when it is seen."""
RAW = SECRET.filter(lambda secret: not set(secret) & set("&' %"))
PLACES = st.sampled_from(["club/games", "club.example:5432/games", "[::1]:1/g", "/okko", "club", "x..y/g", "club:x/g"])
MORE = st.sampled_from(["", "?sslmode=require", "?host=@run&user=a@b", "?port=x", "?plugin=a", "?sslmode=maybe"])


def settings(name: str, secret: str) -> str:
    return f"{name}={quote_plus(secret)}"


@st.composite
def addresses(draw: st.DrawFn) -> str:
    """Addresses, right ones and wrong ones, with a secret somewhere in them."""
    secret, place, more = draw(SECRET), draw(PLACES), draw(MORE)
    how = draw(st.sampled_from(["user", "raw", "setting"]))
    if how == "user":
        return f"postgresql://anna:{quote(secret, safe='')}@{place}{more}"
    if how == "raw":
        return f"postgresql://anna:{draw(RAW)}@{place}"
    name = draw(st.sampled_from([*SECRETS, "Password", "%70assword"]))
    return f"postgresql://anna@{place}{more}{'&' if more else '?'}{settings(name, secret)}"


def messages_of(where: str) -> list[str]:
    """Whatever is said of an address, and whatever it is known by."""
    try:
        return [without_password(address(where))]
    except StorageError as wrong:
        text = report(type(wrong), wrong, wrong.__traceback__)
        return [Words()(wrong.why), Words()(sentence(wrong)), text]


@given(addresses())
def test_a_secret_is_nowhere(where: str) -> None:
    shown, password, secrets = parted(where)
    said = [shown, masked(where), masked(f"no way to {where} (tried twice)"), *messages_of(where)]
    said.append(Words()(sentence(ValueError(f"cannot parse {where}"))))
    try:
        raise RuntimeError(f"{where} is odd")
    except RuntimeError as wrong:
        said.append(report(RuntimeError, wrong, wrong.__traceback__))
    for text in said:
        assert "zQ" not in text
    whole = joined(shown, password, secrets)
    assert parted(whole) == (shown, password, secrets)


@given(st.text("abz1.:/@?[]&=%+", max_size=40))
@example("@?:1@")
@example("a@?b:1@c?d=@")
def test_whatever_is_typed_is_taken_apart_and_put_together_again(text: str) -> None:
    whole = joined(*parted(f"postgresql://{text}"))
    assert joined(*parted(whole)) == whole


@pytest.mark.parametrize(
    ("where", "password"),
    [
        ("postgresql://anna:se%20cr%40t@club/games", "se cr@t"),
        ("postgresql://anna:se@cret@club/games", "se@cret"),
        ("postgresql://anna:pa/ss@club:5433/games?sslmode=require", "pa/ss"),
        ("postgresql://anna:p?w@club/games", "p?w"),
        ("postgresql://anna:12%3F@club/games", "12?"),
    ],
)
def test_a_password_reaches_the_server_as_it_was_meant(where: str, password: str) -> None:
    url = make_url(joined(*parted(where)))
    assert (url.username, url.password, url.host, url.database) == ("anna", password, "club", "games")
    assert address(where).password == password


def test_every_secret_setting_of_the_driver_is_known() -> None:
    from psycopg import pq

    stars = {option.keyword.decode() for option in pq.Conninfo.get_defaults() if option.dispchar == b"*"}
    assert stars <= set(SECRETS)
    assert "passfile" not in SECRETS


def test_settings_of_a_server_in_other_words_are_hidden_too() -> None:
    for said in ("host=club password=zQ user=anna", "password='z Q\\' zQ'", '{"sslpassword": "zQ"}'):
        assert "zQ" not in masked(said) and MASK in masked(said)
    assert "postgresql://name@server/games" in masked("postgresql://[::1/x: like postgresql://name@server/games")


@pytest.mark.parametrize(
    "text", ["n" * 100_000, "a://b:" * 20_000, "password=" * 10_000, "://" * 30_000, "'\\" * 40_000]
)
def test_long_texts_are_looked_through_in_no_time(text: str) -> None:
    began = process_time()
    masked(text)
    assert process_time() - began < 2


def test_the_command_line_does_not_repeat_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--into", "postgresql://anna:z Q@x..y/games?sslpassword=zQ"]) == 2
    said = capsys.readouterr().err
    assert "x..y" in said
    assert "Q" not in said.partition("games")[0].partition("anna")[2]
    assert "zQ" not in said
