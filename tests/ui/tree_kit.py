"""The accessibility tree of the window: what a screen reader sees. Nothing here touches a widget."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

Role = QAccessible.Role
PRESSED_MS = 130
"""A button that is pressed through the tree is seen pressed for a tenth of a second; then it is clicked."""
NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


def root(window: QWidget) -> QAccessibleInterface:
    """The tree of a window."""
    found = QAccessible.queryAccessibleInterface(window)
    assert found is not None
    return found


def walk(node: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Everything that is seen in a tree."""
    if not node.isValid() or node.state().invisible:
        return
    yield node
    for n in range(node.childCount()):
        child = node.child(n)
        if child is not None:
            yield from walk(child)


def find(window: QWidget, role: Role, name: str, *, starts: bool = False) -> QAccessibleInterface:
    """The one thing with this role and this name (or one that starts so)."""
    seen = []
    for node in walk(root(window)):
        if node.role() == role:
            called = node.text(NAME)
            if called == name or (starts and called.startswith(name)):
                return node
            seen.append(called)
    raise AssertionError(f"no {role} “{name}”; there are {seen}")


def names(window: QWidget, role: Role) -> list[str]:
    """What everything of a role is called."""
    return [node.text(NAME) for node in walk(root(window)) if node.role() == role]


def act(node: QAccessibleInterface, action: str = "Press") -> None:
    """Do an action of a thing, as a screen reader does."""
    state, actions = node.state(), node.actionInterface()
    assert not state.disabled, node.text(NAME)
    assert actions is not None, node.text(NAME)
    assert action in actions.actionNames(), (node.text(NAME), actions.actionNames())
    actions.doAction(action)
    QTest.qWait(PRESSED_MS)
