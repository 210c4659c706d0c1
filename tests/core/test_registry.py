"""Games of other packages: found by entry points, and never trusted."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

import pytest

from companion.model.core.registry import GROUP, GameUnavailable, Registry
from companion.model.core.words import Words


@dataclass(frozen=True)
class Game:
    id: str


class Trap:
    @property
    def id(self) -> str:
        raise OSError("no entry")


def id_of(game: object) -> str | None:
    return game.id if isinstance(game, Game | Trap) else None


@dataclass(frozen=True)
class Point:
    name: str
    made: object

    def load(self) -> object:
        if isinstance(self.made, BaseException):
            raise self.made
        return self.made


def registry(monkeypatch: pytest.MonkeyPatch, *points: Point, suffix: str = "") -> Registry[Game]:
    monkeypatch.setattr(metadata, "entry_points", lambda group: points if group == GROUP else ())
    return Registry({"own": lambda: Game("own")}, "SYSTEM", id_of, suffix)


def test_an_installed_game_comes_after_those_of_the_program(monkeypatch):
    games = registry(monkeypatch, Point("sake", Game("sake")), Point("sake.window", Game("other")))
    assert list(games) == ["own", "sake"] and games["sake"] == Game("sake")


def test_windows_are_found_by_their_suffix(monkeypatch):
    games = registry(monkeypatch, Point("sake", Game("x")), Point("sake.window", Game("sake")), suffix=".window")
    assert list(games) == ["own", "sake"] and games["sake"] == Game("sake")


def test_no_package_stands_in_for_a_game_of_the_program(monkeypatch):
    games = registry(monkeypatch, Point("own", RuntimeError("mine now")))
    assert len(games) == 1 and games["own"] == Game("own")


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (ImportError("no module named okko_sake"), "cannot be loaded: ImportError: no module named okko_sake"),
        (RuntimeError("x" * 9_000), "RuntimeError: xxx"),
        (object(), "brings no SYSTEM"),
        (Trap(), "OSError: no entry"),
        (Game("own"), "brings no SYSTEM"),
    ],
)
def test_what_a_package_gets_wrong_is_said(monkeypatch, made, says):
    games = registry(monkeypatch, Point("sake", made))
    with pytest.raises(GameUnavailable) as told:
        games["sake"]
    assert games.get("sake") is None and "sake" not in games
    sentence = Words()(told.value.why)
    assert says in sentence and "sake" in sentence and len(sentence) < 300


def test_a_game_that_nobody_brings_is_no_game(monkeypatch):
    games = registry(monkeypatch)
    assert games.get("chess") is None
    with pytest.raises(KeyError):
        games["chess"]
