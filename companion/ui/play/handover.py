"""Handing the screen over: between two players who know different things, a page that shows nothing of either.

It says who is to sit down, and of a question put to several at once who has answered, never what. Neither Space nor a
second click of the player who has just acted uncovers the next one's secrets: that takes a key or a click of its own.

And a second window beside the table, for a TV or whoever looks on from elsewhere, on a screen that it remembers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QCloseEvent, QContextMenuEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from companion.model.core.contract import Together, camps_of
from companion.model.core.words import Message, say
from companion.ui.kit.accessibility import announce, offer_keys
from companion.ui.kit.buttons import ButtonKind, InkButton
from companion.ui.kit.choices import Menu
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import Gap, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule, SealLabel
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, StaysInSight, literal
from companion.ui.play.game_controller import GameController

CENTRED = Qt.AlignmentFlag.AlignHCenter


class HandoverPage(QWidget):
    """To be shown in place of the table while `GameController.to_sit` names anybody."""

    def __init__(
        self,
        game: GameController[Any],
        name: Callable[[str], str],
        parent: QWidget | None = None,
        asked: Callable[[], str] = str,
    ) -> None:
        """`name`: what the player of a seat is called; `asked`: what the next one is asked, as all may know it."""
        super().__init__(parent)
        self._game, self._name, self._asked = game, name, asked
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        sheet = PaperPanel(self, margin=36, seed=29)
        self.title = Heading("", sheet, level=1)
        self.title.setAlignment(CENTRED)
        self.title.setWordWrap(True)
        self.asked = TermLabel(sheet, role="ink", font="name", align=CENTRED)
        self._why = Label(sheet, align=CENTRED)
        self.answered = Label(sheet, role="ink", align=CENTRED)
        self.buttons: dict[str, InkButton] = {}
        self.keys: dict[str, str] = {}
        """By what is typed: the seat that it is the key of; its letter, or its place in the list."""
        self._column = vbox(spacing=8)
        vbox(
            (SealLabel("手", "", sheet, size=64), CENTRED),
            self.title,
            Rule(sheet),
            self.asked,
            self._why,
            self.answered,
            Gap(6),
            self._column,
            on=sheet,
            spacing=14,
            margins=None,
        )
        sheet.setMinimumWidth(fonts.px(520))
        vbox(2, hbox(1, sheet, 1), 3, on=self, margins=None)  # not by alignment, which forgets that words wrap

    def refresh(self) -> None:
        """Name who is to sit down now."""
        asked = self._game.to_sit
        if set(asked) != set(self.buttons):
            for button in self.buttons.values():
                button.hide()  # first: else its layout, which has yet to show it, would show it as a window
                button.setParent(None)
                button.deleteLater()  # last: it may be the one that is being clicked, and is kept alive by this
            self.keys = {seat.upper() if len(seat) == 1 else str(n): seat for n, seat in enumerate(asked, 1)}
            kind: ButtonKind = "primary" if len(asked) == 1 else "secondary"
            self.buttons = {seat: self._button(seat, key, kind) for key, seat in self.keys.items()}
        names = [self._name(seat) for seat in asked]
        for seat, button in self.buttons.items():
            button.setText(self._game.say(say("I am {name}", name=self._name(seat))))
        title = say("Pass the screen to {name}", name=names[0]) if len(names) == 1 else say("Who sits down next?")
        self.title.setText(self._game.say(title) if names else "")
        self.asked.setText(self._asked() if names else "")
        self.asked.setVisible(bool(self.asked.text()))
        self._why.setText(self._game.say(say("The table is covered. Nobody else should look now.")))
        self.answered.setText(self._game.say(words) if (words := self.who_has_answered()) is not None else "")
        self.answered.setVisible(bool(self.answered.text()))
        self.setAccessibleName(self.title.text())

    def take_keys(self) -> None:
        """The keys come to the page as a whole: no button is pressed by who still holds one down."""
        offer_keys(self)
        announce(self, " ".join(filter(None, (self.title.text(), self.asked.text()))))

    def who_has_answered(self) -> Message | None:
        """Who has answered a question put to several at once, and who has still to; None: it is not put to several."""
        pending = self._game.pending
        if not isinstance(pending, Together):
            return None
        waiting = {choice.seat for choice in pending.choices}
        answered = {seat for seat, _ in pending.answers or ()}
        given = answered if pending.answers is not None else self._asked_with(waiting) - waiting
        done = tuple(self._name(seat) for seat in self._game.seats if seat in given)
        left = tuple(self._name(seat) for seat in self._game.seats if seat in waiting)
        if not done:
            return say("Still to answer: {left}", left=left)
        return say("Have answered: {done} · still to answer: {left}", done=done, left=left)

    def _asked_with(self, waiting: set[str]) -> set[str]:
        """Everybody of the camps that are asked; whoever plays alone is a camp of its own."""
        game = self._game
        camps = camps_of(game.session.system, game.state)
        if not any(waiting <= {*camp.seats} for camp in camps):
            return {*game.seats}
        return {seat for camp in camps if waiting <= {*camp.seats} for seat in camp.seats}

    def _button(self, seat: str, key: str, kind: ButtonKind) -> InkButton:
        button = InkButton("", kind, self, key=key, clicked=lambda: self._game.sit(seat))
        button.installEventFilter(self)
        self._column.addWidget(button, 0, CENTRED)
        return button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() == QEvent.Type.MouseButtonDblClick or super().eventFilter(watched, event)

    def type(self, event: QKeyEvent) -> bool:
        """Take a key of the screen as the seat of who sits down; False when it is none."""
        seat = self.keys.get(event.text().upper())
        known = seat is not None and not event.isAutoRepeat()
        if seat is not None and known:
            self._game.sit(seat)
        return known


SHARE = 0.9
"""Of the screen, where the window has to share it: the desktop's own frame fits as well."""


class SecondWindow(QWidget):
    """Shows one widget of a game until it, or the game's table, is closed. `placed` tells where it stood."""

    placed = Signal(str, int)
    """Geometry (as Qt writes it, in base 64) and quarter-turns of what is seen, when it closes."""
    gone = Signal()
    title: ClassVar[Message]

    def __init__(self, game: GameController[Any], shown: Callable[[QWidget], QWidget], place: str = "") -> None:
        """`shown` makes what is seen; `place`: what `placed` told the last time; else on another screen, if any."""
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        game.setParent(self)
        self._onlooker, self.shown = game, shown(self)
        vbox(self.shown, on=self)
        self.setFocusProxy(self.shown)
        game.settings_changed.connect(self.retitle)
        self.retitle()
        self._stand(place)
        StaysInSight(self)

    def _stand(self, place: str) -> None:
        if place and self.restoreGeometry(QByteArray.fromBase64(place.encode("ascii", "ignore"))):
            return
        here, screens = QGuiApplication.primaryScreen(), QGuiApplication.screens()
        other = next((screen for screen in screens if screen is not here), None)
        room = (other or here).availableGeometry()
        side = min(900, round(room.width() * SHARE), round(room.height() * SHARE))
        self.setGeometry(QRect(room.center() - QPoint(side // 2, side // 2), QSize(side, side)))
        if other is not None:  # all of it, whatever the desktop puts around a window
            self.setWindowState(Qt.WindowState.WindowMaximized)

    @property
    def turn(self) -> int:
        """Quarter-turns of what is seen."""
        return 0

    def retitle(self) -> None:
        """Say the title in the language of the table."""
        self.setWindowTitle(tr(self.title))
        self.setAccessibleName(self.windowTitle())

    def toggle_full(self) -> None:
        """The whole screen, or a window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def menu(self) -> QMenu:
        """What is shown, size, close."""
        menu = Menu(tr, say("Second window"), self)
        menu.aboutToHide.connect(menu.deleteLater)
        self.fill(menu)
        full = menu.addAction(tr(say("Full screen")) + "\tF11")
        full.setCheckable(True)
        full.setChecked(self.isFullScreen())
        full.triggered.connect(lambda _=False: self.toggle_full())
        menu.addSeparator()
        menu.addAction(tr(say("Close"))).triggered.connect(lambda _=False: self.close())
        return menu

    def fill(self, menu: QMenu) -> None:
        """Put what a game offers at the top of the menu."""

    def choose_in(self, menu: QMenu, words: Sequence[Message], chosen: int, do: Callable[[int], object]) -> None:
        """Offer several in a menu of which one holds."""
        group = QActionGroup(menu)
        for n, one in enumerate(words):
            entry = menu.addAction(literal(tr(one)))
            entry.setCheckable(True)
            entry.setChecked(n == chosen)
            entry.triggered.connect(lambda _=False, n=n: do(n))
            group.addAction(entry)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F11:
            self.toggle_full()
        elif event.key() == Qt.Key.Key_Escape:
            self.toggle_full() if self.isFullScreen() else self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.placed.emit(bytes(self.saveGeometry().toBase64().data()).decode("ascii"), self.turn)
        self._onlooker.close()
        self.gone.emit()
        super().closeEvent(event)
