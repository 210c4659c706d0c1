"""Games to look at: real positions of house cards in a real session; for the tests of cards, dice and fights."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtWidgets import QWidget

from companion.model.content.library import Library
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.fight.parts import OddsBar

W = TypeVar("W", bound=QWidget)

HELD: list[QWidget] = []
LIBRARY = Library.load(Path(__file__).parents[2] / "data" / "house")
ROWS = ["........", "...h....", "........", "..a.....", "........", "....b...", "........", "........"]


def hold(qtbot: Any, widget: W) -> W:
    """Have `qtbot` close a widget after the test, and keep it alive until then.

    `qtbot` holds it weakly: once the test's own variables are gone, the garbage collector may take a window along
    in the middle of its own paint event.
    """
    HELD.append(widget)
    qtbot.addWidget(widget, before_close_func=HELD.remove)
    return widget


def reckoned(qtbot: Any, *bars: OddsBar) -> None:
    """Wait until odds have been worked out: it is done between two frames."""
    qtbot.waitUntil(lambda: not any(bar.reckoner.busy for bar in bars), timeout=15_000)


def person(id: str, card: str, at: list[int] | None, facing: str = "S", **more: Any) -> dict[str, Any]:
    """A figure of a house card on a square."""
    state = {} if at is not None else {"state": "disabled"}
    return {"id": id, "profile": f"house:{card}", "at": at, "facing": facing, **state, **more}


def position(a: list[dict[str, Any]], b: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A position of two bands; `pool_a`, `aside_a`, `lost_a`… fill the bands."""
    bands: dict[str, Any] = {}
    for seat, characters in (("A", a), ("B", b)):
        end = f"_{seat.lower()}"
        own = {key.removesuffix(end): more.pop(key) for key in list(more) if key.endswith(end)}
        bands[seat] = {"budget": 16, "limit": 12, "pool": [], "aside": 0, "characters": characters, **own}
    return {
        "format": "okko-position/1",
        "system": "asagiri",
        "board": {"rows": ROWS, "walls": [], "doors": []},
        "bands": bands,
        "turn": 3,
        "phase": "A",
        "active": None,
        **more,
    }


def game_of(
    data: dict[str, Any], *, mode: Any = "enforce", dice: Any = "virtual", seed: int = 7, language: str = "en"
) -> AsagiriController:
    """A game that begins from a position."""
    session = Session.load(SYSTEM, data, LIBRARY, seed, mode=mode, dice=dice)
    game = AsagiriController(session, Words(language))
    game.animated = False
    return game


def duel(**more: Any) -> dict[str, Any]:
    """Okko next to an oni, a friend of each close by, dice in the pool and in reserve."""
    a = [
        person("a1", "okko", [3, 3], "S", reserve="fire"),
        person("a2", "noburo", [2, 4], "E"),
        person("a3", "fauche-le-vent", [6, 1], "S", state="shaken", equipment="house:lacquered-armour"),
        person("a4", "courtesan", [0, 0]),
    ]
    b = [
        person("b1", "oni-warau", [3, 4], "N", reserve="earth", equipment="house:demon-mask"),
        person("b2", "oni-bushi", [4, 4], "W"),
        person("b3", "mountain-archer", [6, 7], "N", state="shaken"),
        person("b4", "shadow-wolf", None),
    ]
    given: dict[str, Any] = {"pool_a": ["fire", "tori", "air"], "aside_a": 1, "aside_b": 3, "lost_b": 2, **more}
    return position(a, b, **given)
