"""A painted widget whose parts can be walked over with the arrows, picked, lit, and read aloud."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.oni.marks import diamond
from companion.ui.games.chronicles.part_button import CarriedPicture, PartButton
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import CachedInkWidget, discard


class Part(NamedTuple):
    """Something to be pointed at: what it is called, and all that can be said of it."""

    id: str
    rect: QRectF
    name: str
    words: str = ""
    shape: str = "slip"
    """Or ``disc``, ``diamond``: how it is edged when it is lit."""


class OverlayButton(PartButton):
    """One part: it paints nothing but its edge, over the picture of the whole."""

    space_presses = False

    def __init__(self, owner: PartsWidget, part: Part) -> None:
        super().__init__(owner)
        self._owner, self.part = owner, part
        self.clicked.connect(lambda: owner.picked.emit(self.part.id))
        self.by_hand.connect(lambda: owner.by_hand.emit(self.part.id))
        self.carried.connect(lambda where: owner.carry(self, where))
        self.dropped.connect(lambda where: owner.drop(self, where))
        self.show_part(part)

    def show_part(self, part: Part) -> None:
        """Say and be this from now on."""
        self.part = part
        self.tell(part.name, part.words, f"{part.name}\n{part.words}" if part.words else part.name)
        self.setGeometry(part.rect.toAlignedRect())

    def can_be_carried(self) -> bool:
        return self.part.id.startswith("card:") and self.part.id in self._owner.lit

    def sizeHint(self) -> QSize:
        return self.part.rect.toAlignedRect().size()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._owner.walked_to(self)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit, taken = self.part.id in self._owner.lit, self.part.id in self._owner.taken
        if not (lit or taken or self.hasFocus() or self.underMouse()):
            return
        room = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        edge = ink.rough_rect(room, f"part{round(room.width())}", 0.8, 24)
        if self.part.shape == "disc":
            edge = ink.rough_disc(room.center(), min(room.width(), room.height()) / 2, "part")
        elif self.part.shape == "diamond":
            edge = diamond(room)
        if self.underMouse() and not (lit or taken):
            ink.outline(pen, edge, theme.color("ink", 0.35), 1)
        self.paint_edge(pen, theme, edge, lit=lit, chosen=taken)


class PartsWidget(CachedInkWidget):
    """`picked`: a part was clicked; `by_hand`: a right click or the menu key on it; `dropped`: a card was dragged onto
    a sheet.
    """

    picked = Signal(str)
    by_hand = Signal(str)
    dropped = Signal(str, str)
    accessible_role = QAccessible.Role.Grouping

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state: State | None = None
        self.viewer: str | None = None
        self.lit: frozenset[str] = frozenset()
        self.taken: frozenset[str] = frozenset()
        self._buttons: dict[str, OverlayButton] = {}
        self._carried: CarriedPicture | None = None
        self._at = ""
        """The part that the Tab key stops at."""
        self._look: object = None
        self.retranslate()

    @abstractmethod
    def look(self, state: State, viewer: str | None) -> object:
        """All that is painted of a state, in the language of the window; equal: nothing is to be painted anew."""

    @abstractmethod
    def lay_out(self) -> Sequence[Part]:
        """Where everything lies at the present size, in the order in which it is read."""

    def show_state(self, state: State, viewer: str | None) -> None:
        """Show a table as `viewer` knows it; None: for everybody's eyes."""
        if state is self.state and viewer == self.viewer:
            return
        self.state, self.viewer = state, viewer
        self.rewrite()

    def light(self, ids: frozenset[str]) -> None:
        """What can be chosen now."""
        self.lit = ids
        self._overlay()

    def chosen(self, ids: frozenset[str]) -> None:
        """What has been chosen."""
        self.taken = ids
        self._overlay()

    def parts(self) -> list[Part]:
        """The parts, in the order in which they are read."""
        return [button.part for button in self._buttons.values()]

    def part(self, id: str) -> OverlayButton | None:
        return self._buttons.get(id)

    def rewrite(self) -> None:
        """Look at the state again: it, or the language, has changed."""
        if self.state is None:
            return
        look = self.look(self.state, self.viewer)
        if look != self._look:
            self._look = look
            self._place()
            self.redraw()

    def retranslate(self) -> None:
        self._look = None
        self.rewrite()

    def refresh(self) -> None:
        super().refresh()
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _overlay(self) -> None:
        for button in self._buttons.values():
            button.update()

    # parts ------------------------------------------------------------------------------------------------------------

    def _place(self) -> None:
        if self._look is None:
            return
        wanted = list(self.lay_out())
        held = next((one for one in self._buttons.values() if one.hasFocus()), None)
        old, self._buttons = self._buttons, {}
        for part in wanted:
            button = old.pop(part.id, None)
            if button is None:
                button = OverlayButton(self, part)
                button.stepped.connect(lambda dx, dy, one=button: self._step(one, dx, dy))
                button.show()
            elif button.part != part:
                button.show_part(part)
            button.raise_()
            self._buttons[part.id] = button
        if held is not None and held.part.id not in self._buttons and self._buttons:
            next(iter(self._buttons.values())).setFocus(Qt.FocusReason.OtherFocusReason)
        discard(*old.values())
        self._stop_at(self._at if self._at in self._buttons else next(iter(self._buttons), ""))

    def carry(self, button: OverlayButton, where: QPoint) -> None:
        """A card follows the pointer."""
        if self._carried is None:
            self._carried = CarriedPicture(self.grab(button.geometry()), self.window())
        self._carried.go(where)

    def drop(self, button: OverlayButton, where: QPoint) -> None:
        """It is let go, over a sheet or elsewhere."""
        if self._carried is not None:
            discard(self._carried)
            self._carried = None
        here = self.mapFromGlobal(where)
        under = [one.part.id for one in self._buttons.values() if one.geometry().contains(here)]
        if (sheet := next((id for id in under if id.startswith("sheet:")), None)) is not None:
            self.dropped.emit(button.part.id, sheet)

    def walked_to(self, button: OverlayButton) -> None:
        """The keys are on this part: there the Tab key comes back to."""
        self._stop_at(button.part.id)

    def _stop_at(self, id: str) -> None:
        self._at = id
        for button in self._buttons.values():
            stops = button.part.id == id
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if stops else Qt.FocusPolicy.ClickFocus)

    def _step(self, button: OverlayButton, dx: int, dy: int) -> None:
        """To the nearest part that way."""
        here, best, least = button.part.rect, None, 0.0
        for one in self._buttons.values():
            there = one.part.rect
            if one is button:
                continue
            if dx:
                along = (there.center().x() - here.center().x()) * dx
                across = max(there.top() - here.bottom(), here.top() - there.bottom(), 0.0)
                across = across * 4 + abs(there.center().y() - here.center().y()) * 0.6
            else:
                along = (there.center().y() - here.center().y()) * dy
                across = max(there.left() - here.right(), here.left() - there.right(), 0.0)
                across = across * 2 + abs(there.center().x() - here.center().x()) * 0.3
            if along > 1 and (best is None or along + across < least):
                best, least = one, along + across
        if best is not None:
            best.setFocus(Qt.FocusReason.OtherFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._overlay()
