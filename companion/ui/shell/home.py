"""The home screen: the landscape, the title in its sky, three doors, and below them what was played last.

Made to be painted at once: what needs the database or the cards comes in with `furnish`, after the first paint; the
landscape itself is painted in the first quiet moment and fades in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QLinearGradient, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.ui.kit.theme import fonts, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Translated

from .start_tiles import StartTile, wood

if TYPE_CHECKING:
    from PySide6.QtCore import QVariantAnimation
    from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent, QShowEvent

    from companion.ui.play.game_ui import GameUI
    from companion.ui.play.storage import GameStorage

    from .recent_games import RecentGames

QUIET_MS = 20
"""After the first paint, before the landscape."""
SETTLE_MS = 90
"""How long the window keeps its size before the landscape is painted for it."""
ABREAST, DOOR, SKY = 780, 108, 150
"""The width from which the doors stand side by side; how high each is below that; how much landscape is seen above
them at least. At text scale 1."""


class HomeScreen(Translated, QWidget):
    """See the module. `entered` carries the name of a door; `painted` comes once, with the first paint."""

    entered = Signal(str)
    painted = Signal()

    def __init__(self, games: Iterable[GameUI], parent: QWidget | None = None) -> None:
        """The tiles of `games` as doors, and the title only; `furnish` brings the rest."""
        super().__init__(parent)
        says(self, name=say("Home"))
        self._land = QPixmap()
        self._land_share = 0.0
        self._told = False
        self._games: list[GameUI] = []
        self.doors: dict[str, StartTile] = {}
        self.add_games(games)
        self.below: RecentGames | None = None
        self._settle = QTimer(self, singleShot=True)
        self._settle.timeout.connect(self._paint_land)
        self._fade: QVariantAnimation | None = None
        palette.theme_changed.connect(self._restyle)
        fonts.text_scale_changed.connect(self._lay_out)
        self.setFocusProxy(self._first())
        self.retranslate()

    def _first(self) -> StartTile:
        return next(iter(self.doors.values()))

    def add_games(self, games: Iterable[GameUI]) -> None:
        """A door for each way that these offer and that has none yet."""
        for game in games:
            if game.tiles and game not in self._games:
                self._games.append(game)
            for tile in game.tiles:
                if tile.id not in self.doors:
                    door = self.doors[tile.id] = StartTile(tile.sign, parent=self)
                    door.clicked.connect(lambda _=False, name=tile.id: self.entered.emit(name))
                    door.moved.connect(lambda way, name=tile.id: self._go(name, way))
                    door.show()
        self._say_doors()

    def _say_doors(self) -> None:
        """Doors bear the name of their game where there are several, unless they are called so themselves."""
        several = len(self._games) > 1
        for game in self._games:
            for tile in game.tiles:
                over = tr(game.title) if several and game.title != tile.title else ""
                self.doors[tile.id].say(tr(tile.title), tr(tile.line), over)

    def furnish(self, storage: GameStorage, games: Mapping[str, GameUI]) -> RecentGames:
        """Bring in what was played last; returns that part of the screen, for its signals."""
        from .recent_games import RecentGames

        self.below = RecentGames(storage, games, self)
        for tile in (tile for game in self._games for tile in game.tiles):
            if tile.picture is not None:
                self.doors[tile.id].show_picture(tile.picture)
        self._lay_out()
        self.below.show()
        first = self._first().hasFocus()
        self._place_keys()
        if first:
            self.setFocus()
        return self.below

    def refresh(self) -> None:
        """Look at storage again."""
        if self.below is not None:
            self.below.refresh()
            self._place_keys()

    def _place_keys(self) -> None:
        """Whoever comes here goes on with the last game by one Space; without one, the first door has the keys."""
        goes_on = self.below is not None and self.below.go_on.isVisibleTo(self.below)
        self.setFocusProxy(self.below.go_on if self.below is not None and goes_on else self._first())

    def retranslate(self) -> None:
        self._say_doors()
        self.update()

    # places --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
        if self._told:
            self._settle.start(SETTLE_MS if not self._land.isNull() else 0)

    def band_height(self) -> int:
        """How high the landscape is: everything but the veranda."""
        return self._doors_area().bottom() - self._beam() + 2

    def _wide(self) -> int:
        return min(self.width() - 2 * fonts.px(44), fonts.px(1320))

    @property
    def _narrow(self) -> bool:
        """Whether the doors stand one below the other: text is large, or the window small."""
        return self.width() < fonts.px(ABREAST)

    def _doors_area(self) -> QRect:
        if self._narrow:
            high = len(self.doors) * self._door_high() + (len(self.doors) - 1) * fonts.px(10) + 2 * self._beam()
            return QRect(fonts.px(22), fonts.px(116), self.width() - 2 * fonts.px(22), high)
        low = max(fonts.px(192), round(self.height() * 0.24), self._below_needs())
        wide = self._wide()
        high = min(fonts.px(190), max(fonts.px(132), round(self.height() * 0.18)))
        high = max(high, self._door_high() + 2 * self._beam())
        return QRect((self.width() - wide) // 2, self.height() - low - high, wide, high)

    def _door_high(self) -> int:
        if self._narrow:
            wide, least = self.width() - 2 * fonts.px(22), fonts.px(DOOR)
        else:
            wide, least = (self._wide() - (len(self.doors) - 1) * fonts.px(10)) // len(self.doors), 0
        return max(least, *(door.heightForWidth(wide) for door in self.doors.values()))

    def _beam(self) -> int:
        return fonts.px(13)

    def _lay_out(self) -> None:
        area, gap, beam = self._doors_area(), fonts.px(10), self._beam()
        each = (area.width() - (len(self.doors) - 1) * gap) // len(self.doors)
        for n, door in enumerate(self.doors.values()):
            if self._narrow:
                each = self._door_high()
                door.setGeometry(area.left(), area.top() + beam + n * (each + gap), area.width(), each)
            else:
                door.setGeometry(area.left() + n * (each + gap), area.top() + beam, each, area.height() - 2 * beam)
        if self.below is not None:
            top = area.bottom() + fonts.px(14)
            self.below.setGeometry(area.left(), top, area.width(), self.height() - top - fonts.px(6))
        self.update()

    def minimumSizeHint(self) -> QSize:
        below = self.below.minimumSizeHint().width() if self.below is not None else 0
        wide = max(fonts.px(330), below + 2 * fonts.px(22))
        if not self._narrow:
            high = max(fonts.px(132), self._door_high() + 2 * self._beam())
            return QSize(wide, fonts.px(SKY) + high + max(fonts.px(192), self._below_needs()))
        return QSize(wide, self._doors_area().bottom() + self._below_needs())

    def _below_needs(self) -> int:
        return fonts.px(20) + (self.below.minimumSizeHint().height() if self.below is not None else 0)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._lay_out()
        return bool(super().event(event))

    # landscape -----------------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        self._land = QPixmap()
        self._land_share = 0.0
        self._settle.start(0)
        self.update()

    def _paint_land(self) -> None:
        if not self.isVisible():
            return
        from companion.ui.kit.art.terrain import landscape

        first = self._land.isNull()
        self._land = landscape(QSize(self.width(), self.band_height()), palette.current(), dpr=self.devicePixelRatioF())
        if first and not motion.reduced():
            self._fade_in()
        else:
            self._faded(1.0)

    def _fade_in(self) -> None:
        from PySide6.QtCore import QEasingCurve, QVariantAnimation

        if self._fade is None:
            self._fade = QVariantAnimation(self)
            self._fade.setStartValue(0.0)
            self._fade.setEndValue(1.0)
            self._fade.setDuration(motion.TUMBLE)
            self._fade.setEasingCurve(QEasingCurve.Type.InOutSine)
            self._fade.valueChanged.connect(self._faded)
        self._fade.stop()
        self._fade.start()

    def _faded(self, share: float) -> None:
        self._land_share = share
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        size = QSize(self.width(), self.band_height())
        if self._told and (self._land.isNull() or self._land.deviceIndependentSize().toSize() != size):
            self._settle.start(0)

    # painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        band = QRect(0, 0, self.width(), self.band_height())
        pen.fillRect(self.rect(), theme.color("ground"))
        if self._land_share < 1.0:
            sky = QLinearGradient(0, 0, 0, band.height())
            for at, colour in (
                ((0.0, "#0D1424"), (1.0, "#3A4D70")) if theme.dark else ((0.0, "#DDD5C6"), (1.0, "#F4E6D2"))
            ):
                sky.setColorAt(at, colour)
            pen.fillRect(band, sky)
        if not self._land.isNull():
            pen.setOpacity(self._land_share)
            pen.drawPixmap(band, self._land)
            pen.setOpacity(1.0)
        self._paint_title(pen, theme)
        self._paint_frame(pen, theme)
        pen.end()
        if not self._told:
            self._told = True
            QTimer.singleShot(0, self._tell)

    def _tell(self) -> None:
        self.painted.emit()
        self._settle.start(QUIET_MS)

    def _paint_title(self, pen: QPainter, theme: Theme) -> None:
        """In the clear sky right of the sun, against the right margin."""
        font = fonts.font("display", 40 / 36)
        small = fonts.font("name", 15 / 18)
        right = self.width() - fonts.px(46)
        top = max(fonts.px(22), round(self.band_height() * 0.062))
        title = "Okko Companion"
        pen.setFont(font)
        pen.setPen(theme.color("ink"))
        high = QFontMetrics(font).height()
        pen.drawText(QRectF(0, top, right, high), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, title)
        pen.setFont(small)
        pen.setPen(theme.color("ink", 0.72))
        words = tr(say("At your table and on screen"))
        pen.drawText(QRectF(0, top + high, right - 2, fonts.px(24)), Qt.AlignmentFlag.AlignRight, words)

    def _paint_frame(self, pen: QPainter, theme: Theme) -> None:
        """Lintel, sill and posts of the veranda; the doors slide between them."""
        area, beam = self._doors_area(), self._beam()
        dark = wood(theme)
        over = fonts.px(16)
        first, posts = self._first().geometry(), len(self.doors)
        shade = QLinearGradient(0, area.bottom(), 0, area.bottom() + fonts.px(14))
        shade.setColorAt(0, theme.color("shadow", 0.34 if not theme.dark else 0.7))
        shade.setColorAt(1, theme.color("shadow", 0.0))
        pen.fillRect(QRect(0, area.bottom(), self.width(), fonts.px(14)), shade)
        pen.fillRect(
            QRect(0, area.top(), self.width(), area.height()), theme.color("shadow", 0.30 if not theme.dark else 0.46)
        )
        for y, high in ((area.top(), beam), (area.bottom() - beam + 1, beam)):
            pen.fillRect(QRect(0, y, self.width(), high), dark)
            pen.setPen(QPen(theme.color("gold", 0.34), 1))
            pen.drawLine(QPoint(0, y), QPoint(self.width(), y))
            pen.setPen(QPen(theme.color("shadow", 0.5), 1))
            pen.drawLine(QPoint(0, y + high - 1), QPoint(self.width(), y + high - 1))
        gap = fonts.px(10)
        if self._narrow:
            for n, door in enumerate(self.doors.values()):
                if n:
                    pen.fillRect(QRect(0, door.y() - gap, self.width(), gap), dark)
            for x in (area.left() - gap, area.right() + 1):
                pen.fillRect(QRectF(x, area.top() - over, gap, area.height() + 2 * over), dark)
            return
        for n in range(posts + 1):
            x = first.left() - gap + n * (first.width() + gap)
            high = over if n in (0, posts) else 0
            pen.fillRect(QRectF(x, area.top() - high, gap, area.height() + high), dark)
            pen.setPen(QPen(theme.color("gold", 0.22), 1))
            pen.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    contexts = ("home",)
    """Whose keys hold here."""

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Choose a way to play")), ["←", "→"]),
            (tr(say("Open it")), ["Enter"]),
            (tr(say("Delete a recent game")), [tr(say("Del"))]),
        ]

    # keys ----------------------------------------------------------------------------------------------------------

    def _go(self, name: str, way: int) -> None:
        names = list(self.doors)
        self.doors[names[(names.index(name) + way) % len(names)]].setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up):
            self._first().setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)
