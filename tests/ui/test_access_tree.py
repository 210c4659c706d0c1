"""A whole turn through the accessibility tree only: the board is read from it, everything is done through it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.ui.games.asagiri.board.controller import Do, GoThere, meaning
from companion.ui.games.asagiri.table.screen import TableScreen

from .test_cards_kit import game_of, hold, person, position
from .test_window_kit import until
from .tree_kit import DESCRIPTION, NAME, Role, act, find, names, root, walk


def table(qtbot: Any) -> TableScreen:
    """Okko beside an oni, a friend on either side farther off; the dice of B are still to be rolled."""
    a = [person("a1", "okko", [3, 3], "S"), person("a2", "noburo", [0, 0], "S")]
    b = [person("b1", "oni-warau", [3, 5], "N"), person("b2", "oni-bushi", [7, 7], "N")]
    screen = hold(qtbot, TableScreen(game_of(position(a, b, pool_a=["fire", "air"], pool_b=["earth", "water"]))))
    screen.game.animated = False
    screen.resize(1280, 800)
    screen.show()
    screen.activateWindow()
    until(lambda: QApplication.activeWindow() is screen)
    QTest.keyClick(screen, Qt.Key.Key_F6)
    return screen


def squares(window: QWidget) -> dict[str, str]:
    """The board as the tree tells it: by the name of a square what is on it."""
    board = find(window, Role.Client, "Squares, row by row from the north")
    told = [node.text(NAME) for node in walk(board) if node.role() == Role.Button]
    return {words.split(",")[0]: words for words in told}


def square(window: QWidget, name: str) -> Any:
    return find(window, Role.Button, f"{name},", starts=True)


def next_step(window: QWidget) -> Any:
    """The button of the expected next step."""
    found = [n for n in walk(root(window)) if n.role() == Role.Button and n.text(DESCRIPTION) == "Next step"]
    return found[0] if found else None


def where(window: QWidget, who: str) -> str:
    return next(name for name, words in squares(window).items() if who in words)


def heading(window: QWidget, starts: str) -> str:
    return find(window, Role.StaticText, starts, starts=True).text(NAME)


def test_the_board_is_walked_square_by_square_and_says_what_is_there(qtbot: Any) -> None:
    screen = table(qtbot)
    told = squares(screen)
    assert len(told) == 64
    assert told["D4"].startswith("D4, clear. Okko, band A, vigilant, facing south")
    assert "hindering" in told["D2"]
    okko = square(screen, "D4")
    act(okko, "SetFocus")
    assert square(screen, "D4").state().focused
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert square(screen, "D3").state().focused
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert any("Okko" in n.text(NAME) or "Noburo" in n.text(NAME) for n in walk(root(screen)) if n.state().focused)


def test_a_square_says_what_enter_would_do_there(qtbot: Any) -> None:
    screen = table(qtbot)
    act(square(screen, "D4"))
    near = next(name for name, words in squares(screen).items() if "Okko can move there" in words)
    act(square(screen, near), "SetFocus")
    assert "Enter moves Okko here" in square(screen, near).text(DESCRIPTION)


def test_the_board_promises_what_is_done_and_nothing_else(qtbot: Any) -> None:
    """Every square, with every figure looked at; 40 of 88 promises of a move were refused."""
    screen = table(qtbot)
    game, text = screen.game, screen.text
    moves = 0
    for who in range(len(game.state.figures)):
        for at in text.squares:
            game.select(who)
            wanted, words = meaning(game, at), text.offer(at)
            if isinstance(wanted, GoThere | Do):
                before = game.session.cursor
                text.press(at)
                done = game.session.cursor > before
                assert done == bool(words), (game.name(who), at, wanted, words)
                moves += done
                while game.session.cursor > before:
                    game.undo()
    assert moves > 10


def test_a_whole_turn_through_the_tree_alone(qtbot: Any) -> None:
    screen = table(qtbot)
    assert heading(screen, "Turn").startswith("Turn 3")

    # Okko is chosen, goes before the oni and attacks: read, then pressed, on the squares of the tree
    act(square(screen, "D4"))
    assert "Okko can move there for" in squares(screen)["D5"]
    act(square(screen, "D5"))
    assert where(screen, "Okko, band A") == "D5"
    assert "active" in squares(screen)["D5"]
    oni = where(screen, "Oni Warau")
    act(square(screen, oni), "SetFocus")
    assert "attack" in square(screen, oni).text(DESCRIPTION).lower()
    act(square(screen, oni))

    # the fight, to its end; then everything that is expected, until it is turn 4
    fought, rolled, pressed = False, False, 0
    while heading(screen, "Turn").startswith("Turn 3"):
        step = next_step(screen)
        assert step is not None, names(screen, Role.Button)
        called = step.text(NAME)
        fought |= "Roll both" in called
        rolled |= any(n.text(NAME).startswith("Dice of B: ") and "—" not in n.text(NAME) for n in walk(root(screen)))
        act(step)
        pressed += 1
        assert pressed < 60, called
    assert fought
    assert rolled

    # and all of it was said
    heard = " ".join(screen.voice.heard)
    assert "Okko" in heard
    assert heading(screen, "Turn").startswith("Turn 4")


def test_what_happens_is_announced(qtbot: Any, monkeypatch: Any) -> None:
    announced: list[str] = []
    monkeypatch.setattr(
        "companion.ui.games.asagiri.table.voice.announce",
        lambda _widget, words, question="": announced.append(f"{words} {question}"),
    )
    screen = table(qtbot)
    act(square(screen, "D4"))
    act(square(screen, "D5"))
    assert any("Okko" in words for words in announced), announced
    before = len(announced)
    act(find(screen, Role.Button, "Undo"))
    assert len(announced) >= before
    assert QAccessible.Event.Announcement is not None


def test_walls_are_told_and_seen_on_both_sides(qtbot: Any) -> None:
    data = position([person("a1", "okko", [3, 3], "S")], [person("b1", "oni-warau", [3, 5], "N")])
    data["board"]["walls"] = [[[3, 3], "E"]]
    screen = hold(qtbot, TableScreen(game_of(data)))
    screen.show()
    screen.toggle_text()
    told = squares(screen)
    assert "wall east" in told["D4"]
    assert "wall west" in told["E4"]
    assert "wall" not in told["C4"]
