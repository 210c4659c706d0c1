"""Saké & Samouraï by ear: what happens and what is asked is said, to whoever has the screen and nobody after them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Over, Roll
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.kit.accessibility import LastAnnouncement
from companion.ui.shell.window import MainWindow

from .sake_kit import deal, house_games, later, on_table, sit, wished
from .test_window_kit import press, until, window
from .tree_kit import NAME, Role, act, root, walk


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    storage = house_games()
    with window(storage) as made:
        yield made
    storage.close()


@pytest.fixture
def listening() -> Iterator[None]:
    """As with a screen reader."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def spoken(w: MainWindow) -> str:
    """What a reader was given to say last."""
    return " ".join(one.accessibleName() for one in w.findChildren(LastAnnouncement))


def test_what_happens_and_what_is_asked_is_said_once(w: MainWindow) -> None:
    screen = on_table(w, 3)
    sit(screen, "A")
    assert screen.voice.heard[-1] == "Play a card, use what lies before you, or end the phase"
    card = screen.hand.cards[0]
    screen.take(Part("card", card.card))
    screen.take(Part("box", "move"))
    screen.take(screen.parts[0])
    assert "wants to move" in screen.voice.heard[-1], "to everybody, while the screen is covered"
    sit(screen, "B")
    asked = screen.voice.heard[-1]
    assert asked.startswith("Bruno-san wants to move 1 step on the ")
    assert asked.endswith("Answer, or pass")
    screen.rewrite()
    assert screen.voice.heard.count(asked) == 1


def test_nothing_said_to_one_player_is_left_for_the_next(w: MainWindow, listening: None) -> None:
    """A card that was chosen in a window went on being the last thing said, beside “Pass the screen”."""
    screen = on_table(w, 3)
    later(screen, lambda state: len(screen.game.to_sit) > 1)
    first = screen.game.to_sit[0]
    sit(screen, first)
    names = {one.accessibleName() for one in screen.hand.cards}
    screen.take(screen.parts[0])
    while not screen.covered:
        screen.take(wished(screen.parts, Random(1)))
    until(lambda: "Pass the screen" in spoken(w) or "Who sits down next" in spoken(w))
    assert not any(name in spoken(w) for name in names), spoken(w)
    assert not any(name in " ".join(screen.voice.heard) for name in names)


def choices_heard(w: MainWindow, screen: SakeScreen) -> dict[str, QAccessibleInterface]:
    """What can be pressed in the tree, by name: cards of the hand and lines of the slip."""
    titles = [line.title for line in screen.options.rows.lines if line.usable]
    cards = [one.accessibleName() for one in screen.hand.cards if one.playable and not screen.composer.taken]
    wanted = {*titles, *cards}
    return {
        node.text(NAME): node
        for node in walk(root(w))
        if node.text(NAME) in wanted and node.role() in (Role.Button, Role.ListItem) and not node.state().disabled
    }


def test_a_game_goes_on_by_what_a_reader_reads_and_presses(w: MainWindow, listening: None) -> None:
    """Nothing but names of the accessibility tree: whole turns, windows, and the screen handed over."""
    screen, rng = on_table(w, 3), Random(6)
    for _ in range(16):
        if isinstance(screen.game.pending, Over):
            break
        if isinstance(screen.game.pending, Roll):
            deal(screen, 1)
        elif screen.covered:
            node = next(one for one in walk(root(w)) if one.text(NAME).startswith("I am "))
            act(node)
        else:
            assert screen.voice.heard, "what is asked"
            until(lambda: choices_heard(w, screen))
            found = choices_heard(w, screen)
            before = (screen.game.session.cursor, screen.composer.taken)
            names = sorted(found)
            over = next((n for n in names if n in ("End the phase", "Pass")), names[0])
            name = over if rng.random() < 0.4 else rng.choice(names)
            line = next((one for one in screen.options.rows.lines if one.title == name), None)
            if line is None:
                act(found[name])
            else:  # Qt offers no press of a line: keys
                screen.options.setFocus()
                screen.options.hold(line.id)
                press(Qt.Key.Key_Return)
            assert before != (screen.game.session.cursor, screen.composer.taken), name
    assert screen.game.session.cursor > 4
