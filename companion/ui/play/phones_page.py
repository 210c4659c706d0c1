"""The page of a window where phones are let in: a switch, a code a seat, who has joined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGridLayout, QWidget
from shiboken6 import isValid

from companion.model.core.contract import SPECTATOR
from companion.model.core.words import Message, plural, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import Tick
from companion.ui.kit.layouts import LEFT, Gap, vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label, Translated, discard
from companion.ui.play.phones import Phones

SIDE, QUIET = 172, 4
"""Of a code, in pixels at text scale 1; white modules around it, which readers need."""


@lru_cache(maxsize=32)
def modules(text: str) -> tuple[bytes, ...]:
    """The rows of a QR code: 1 is dark."""
    import segno

    return tuple(bytes(row) for row in segno.make_qr(text, error="m").matrix)


class CodeView(InkWidget):
    """A QR code, dark on white whatever the theme: else many phones do not read it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        self.refresh()

    def refresh(self) -> None:
        self.setFixedSize(self.sizeHint())
        super().refresh()

    def show_text(self, text: str) -> None:
        """Paint another code."""
        if text != self.text:
            self.text = text
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE), fonts.px(SIDE))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.fillRect(self.rect(), QColor("#FFFFFF"))
        if not self.text:
            return
        rows = modules(self.text)
        # whole pixels of the screen, so that no module is blurred
        ratio = self.devicePixelRatioF()
        step = int(min(self.width(), self.height()) * ratio / (len(rows) + 2 * QUIET)) / ratio
        edge = (min(self.width(), self.height()) - step * len(rows)) / 2
        pen.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                if dark:
                    pen.fillRect(QRectF(edge + x * step, edge + y * step, step, step), QColor("#000000"))


class SeatCode(Translated, QWidget):
    """One seat: its code until a phone has joined, then who is there, and how to take the seat back.

    The code goes when it has been used: somebody else who scans it would see the same hand.
    """

    def __init__(self, phones: Phones, viewer: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._phones, self.viewer, self._asked_for = phones, viewer, False
        self.name, self.state = Heading("", self, level=3), Label(self, font="small")
        self.code = CodeView(self)
        self.show_code = InkButton(say("Show the code"), "quiet", self, sign="eye", clicked=self._show)
        self.renew = InkButton(say("New code"), "quiet", self, sign="rotate", clicked=self._renew)
        parts = (self.name, self.code, self.state, (self.show_code, LEFT), (self.renew, LEFT), 1)
        vbox(*parts, on=self, spacing=4, margins=(0, 8, 0, 8))
        self.refresh()

    def refresh(self) -> None:
        """Show who is there."""
        phones, viewer = self._phones, self.viewer
        count, held = phones.count(viewer), phones.held(viewer) or bool(phones.count(viewer))
        self.name.setText(phones.name(viewer))
        said = tr(_state(count, held=held))
        self.state.setText(said)
        self.setAccessibleName(f"{self.name.text()}: {said}")
        shown = not held or self._asked_for
        self.code.show_text(phones.address(viewer) if shown else "")
        self.code.setAccessibleName(tr(say("QR code of {name}", name=phones.name(viewer))))
        self.code.setVisible(shown)
        self.show_code.setVisible(not shown)
        self.renew.setVisible(held)
        self.renew.setText(tr(say("New code") if viewer == SPECTATOR else say("Take the seat back")))

    def _show(self) -> None:
        self._asked_for = True
        self.refresh()

    def _renew(self) -> None:
        self._asked_for = False
        self._phones.revoke(self.viewer)

    def retranslate(self) -> None:
        self.refresh()


def _state(count: int, *, held: bool) -> Message:
    if count:
        return plural("{count} phone connected", "{count} phones connected", count)
    return say("The phone is asleep or away") if held else say("Nobody has scanned this code")


class PhonesPage(Translated, QWidget):
    """See the module. `show_phones` says which table it is about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._phones: Phones | None = None
        self.codes: list[SeatCode] = []
        self.lead = Label(self, text=say(
            "Each player scans a code with the phone's camera and holds the own hand there: nobody else sees it, and "
            "this screen is the table. Phone and computer have to be in the same local network."
        ))  # fmt: skip
        self.tick, self.wrong = Tick(self), Label(self, role="shaken")
        self.tick.toggled.connect(self._switch)
        self.hosts: Choices | None = None
        """Where the computer has several addresses: the one that codes name."""
        self.warning = Label(self, font="small", text=say(
            "What is sent is not encrypted. Use it in a network whose members you trust, and scan only the code "
            "of your own seat."
        ))  # fmt: skip
        self._networks, self._grid = vbox(spacing=0), QGridLayout()
        self._grid.setSpacing(fonts.px(14))
        parts = (self.lead, Gap(6), self.tick, self.wrong, self._networks, self._grid, Gap(8), self.warning, 1)
        vbox(*parts, on=self, spacing=6, margins=(0, 0, 6, 0))
        self.retranslate()

    def show_phones(self, phones: Phones | None) -> None:
        """Be about this table; None: there is none."""
        if phones is self._phones:
            return self.refresh()
        if self._phones is not None and isValid(self._phones):
            self._phones.changed.disconnect(self.refresh)
        self._phones = phones
        if phones is not None:
            phones.changed.connect(self.refresh)
        self.wrong.hide()
        self.refresh()
        return None

    def refresh(self) -> None:
        """Show what holds now."""
        phones = self._phones
        on = phones is not None and phones.on
        self.tick.setEnabled(phones is not None)
        self.tick.blockSignals(True)
        self.tick.setChecked(on)
        self.tick.blockSignals(False)
        self._show_hosts(phones.hosts if phones is not None and on else ())
        viewers = [*phones.seats, SPECTATOR] if phones is not None and on else []
        if [code.viewer for code in self.codes] != viewers:
            discard(*self.codes)
            self.codes = [SeatCode(phones, viewer, self) for viewer in viewers] if phones is not None else []
            for n, code in enumerate(self.codes):
                self._grid.addWidget(code, n // 2, n % 2)
        for code in self.codes:
            code.refresh()

    def _show_hosts(self, hosts: Sequence[str]) -> None:
        if self.hosts is not None and tuple(self.hosts.words) != tuple(hosts):
            discard(self.hosts)
            self.hosts = None
        if len(hosts) > 1 and self.hosts is None:
            self.hosts = Choices(say("Network"), [(host, host, "") for host in hosts], self)
            self.hosts.chosen.connect(self._choose_host)
            self._networks.addWidget(self.hosts)
        if self.hosts is not None and self._phones is not None:
            self.hosts.show_choice(self._phones.host)

    def _switch(self, on: bool) -> None:
        if self._phones is None:
            return
        why = self._phones.switch(on)
        self.wrong.setText("" if why is None else tr(why))
        self.wrong.setVisible(why is not None)
        self.refresh()

    def _choose_host(self, host: str) -> None:
        if self._phones is not None:
            self._phones.host = host
            self.refresh()

    def retranslate(self) -> None:
        self.tick.say(tr(say("Hands on phones")))
        self.refresh()
