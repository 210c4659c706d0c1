"""The home screen: the landscape, the title in its sky, the games, the doors of one, and below what was played last.

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

from .game_panels import LEAST, GamePanel
from .start_tiles import StartTile, paint_paper, wood

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
LEARN, LEARN_SIGN = "learn", "始"
"""The door to the lessons of all games, which no game brings; its sign: a beginning."""
ABREAST, DOOR, SKY = 780, 108, 92
"""The width from which the doors stand side by side; how high each is below that; how much landscape is seen above
them at least. At text scale 1."""
BEHIND = 1.34
"""How high the landscape is, as a multiple of what is seen of it: its lower edge is water."""
SKY_SHARE = 0.72
"""How much of the landscape that is seen is sky."""
PANEL = 220
"""The width that the panel of a game needs beside others, at text scale 1."""


class HomeScreen(Translated, QWidget):
    """See the module. `entered` carries the name of a door, `chosen` the id of the game whose doors stand there;
    `painted` comes once, with the first paint.
    """

    help_page = "manual/welcome"

    entered = Signal(str)
    chosen = Signal(str)
    painted = Signal()

    def __init__(self, games: Iterable[GameUI], parent: QWidget | None = None, game: str = "") -> None:
        """The tiles of one of the `games` as doors, and the title only; `furnish` brings the rest. `game`: the id of
        that one; if there is no such game (yet), the first.
        """
        super().__init__(parent)
        says(self, name=say("Home"))
        self._land = QPixmap()
        self._land_share = 0.0
        self._told = False
        self._games: dict[str, GameUI] = {}
        self._wanted = game
        self.game = ""
        """Whose doors stand there."""
        self.panels: dict[str, GamePanel] = {}
        """By the id of a game; shown where there are several."""
        self.doors: dict[str, StartTile] = {}
        """Of all games, by the id of their tile; before those of each game the one to the lessons."""
        self.below: RecentGames | None = None
        self.add_games(games)
        self._settle = QTimer(self, singleShot=True)
        self._settle.timeout.connect(self._paint_land)
        self._fade: QVariantAnimation | None = None
        palette.theme_changed.connect(self._restyle)
        fonts.text_scale_changed.connect(self._lay_out)
        self.setFocusProxy(self._first())
        self.retranslate()

    def _shown(self) -> list[StartTile]:
        """The door to the lessons, and those of the game that is chosen."""
        return [self.doors[LEARN], *(self.doors[tile.id] for tile in self._games[self.game].tiles)]

    def _first(self) -> StartTile:
        return self._shown()[0]

    @property
    def _several(self) -> bool:
        return len(self._games) > 1

    def add_games(self, games: Iterable[GameUI]) -> None:
        """A panel for each of these that has none yet, and doors for the ways that it offers."""
        for game in games:
            if not game.tiles or game.id in self._games:
                continue
            self._games[game.id] = game
            panel = self.panels[game.id] = GamePanel(self)
            panel.toggled.connect(lambda on, id=game.id: self.choose(id) if on else None)
            panel.moved.connect(lambda way, id=game.id: self._beside(id, way))
            panel.down.connect(lambda: self._first().setFocus(Qt.FocusReason.TabFocusReason))
            if LEARN not in self.doors:  # behind the first panel also for who goes round with Tab
                self._add_door(LEARN, LEARN_SIGN).show()
            for tile in game.tiles:
                self._add_door(tile.id, tile.sign).hide()
        for panel in self.panels.values():
            panel.setVisible(self._several)
        if self._wanted in self._games:
            self.choose(self._wanted)
        elif not self.game and self._games:
            self.choose(next(iter(self._games)))
        self._say_doors()

    def _add_door(self, id: str, sign: str) -> StartTile:
        door = self.doors[id] = StartTile(sign, parent=self)
        door.clicked.connect(lambda: self.entered.emit(id))
        door.moved.connect(lambda way: self._go(id, way))
        return door

    def choose(self, id: str) -> None:
        """Put the doors of another game there; nothing happens for one that has none."""
        if id not in self._games or id == self.game:
            return
        before, self.game, self._wanted = self.game, id, id
        self.panels[id].setChecked(True)
        for game in self._games.values():
            for tile in game.tiles:
                self.doors[tile.id].setVisible(game.id == id)
        self._lay_out()
        self._place_keys()
        if self.below is not None:
            self.below.offer(self._games[id])
        if before:
            for door in self._shown()[1:]:
                door.arrive()
            self.chosen.emit(id)

    def _say_doors(self) -> None:
        if LEARN in self.doors:
            self.doors[LEARN].say(tr(say("Learn to play")), tr(say("Short lessons, one thing at a time.")))
        for game in self._games.values():
            self.panels[game.id].say(tr(game.title), tr(game.line) if game.line is not None else "")
            for tile in game.tiles:
                self.doors[tile.id].say(tr(tile.title), tr(tile.line))

    def furnish(self, storage: GameStorage, games: Mapping[str, GameUI]) -> RecentGames:
        """Bring in what was played last; returns that part of the screen, for its signals."""
        from .recent_games import RecentGames

        self.below = RecentGames(storage, games, self)
        self.below.offer(self._games.get(self.game))
        for id, game in self._games.items():
            if game.banner is not None:
                self.panels[id].show_picture(game.banner)
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

    def _eaves(self) -> int:
        """Where the veranda begins."""
        return self._doors_area().top() - self._panels_high()

    def band_height(self) -> int:
        """How high the landscape is: it goes on behind the veranda."""
        return round(self._eaves() * BEHIND)

    def _wide(self) -> int:
        return min(self.width() - 2 * fonts.px(44), fonts.px(1320))

    @property
    def _narrow(self) -> bool:
        """Whether the doors stand one below the other: text is large, or the window small."""
        return self.width() < fonts.px(ABREAST)

    def _doors_area(self) -> QRect:
        """Lintel, doors and sill."""
        count = len(self._shown())
        if self._narrow:
            high = count * self._door_high() + (count - 1) * fonts.px(10) + 2 * self._beam()
            top = fonts.px(116) + self._panels_high()
            return QRect(fonts.px(22), top, self.width() - 2 * fonts.px(22), high)
        low = max(fonts.px(192), round(self.height() * 0.24), self._below_needs())
        wide = self._wide()
        high = min(fonts.px(190), max(fonts.px(132), round(self.height() * 0.18)))
        high = max(high, self._door_high() + 2 * self._beam())
        return QRect((self.width() - wide) // 2, self.height() - low - high, wide, high)

    def _door_high(self) -> int:
        shown = self._shown()
        if self._narrow:
            wide, least = self.width() - 2 * fonts.px(22), fonts.px(DOOR)
        else:
            wide, least = (self._wide() - (len(shown) - 1) * fonts.px(10)) // len(shown), 0
        return max(least, *(door.heightForWidth(wide) for door in shown))

    def _panel_rows(self) -> tuple[int, int]:
        """How many panels stand abreast, and in how many rows."""
        count = len(self.panels)
        area = self.width() - 2 * fonts.px(22) if self._narrow else self._wide()
        abreast = max(1, min(count, area // fonts.px(PANEL)))
        return abreast, -(-count // abreast)

    def _panel_high(self) -> int:
        rows = self._panel_rows()[1]
        most = fonts.px(84 if self._narrow else 176)
        return max(fonts.px(LEAST), min(most, round(self.height() * 0.165) // rows))

    def _panels_high(self) -> int:
        """The panels, with a beam above each row."""
        return self._panel_rows()[1] * (self._panel_high() + self._beam()) if self._several else 0

    def _beam(self) -> int:
        return fonts.px(13)

    def _lay_out(self) -> None:
        if not self.game:
            return
        area, gap, beam, shown = self._doors_area(), fonts.px(10), self._beam(), self._shown()
        each = (area.width() - (len(shown) - 1) * gap) // len(shown)
        for n, door in enumerate(shown):
            if self._narrow:
                each = self._door_high()
                door.setGeometry(area.left(), area.top() + beam + n * (each + gap), area.width(), each)
            else:
                door.setGeometry(area.left() + n * (each + gap), area.top() + beam, each, area.height() - 2 * beam)
        abreast, high = self._panel_rows()[0], self._panel_high()
        top, each = area.top() - self._panels_high(), (area.width() - (abreast - 1) * gap) // abreast
        for n, panel in enumerate(self.panels.values()):
            row, column = divmod(n, abreast)
            panel.setGeometry(area.left() + column * (each + gap), top + beam + row * (high + beam), each, high)
        if self.below is not None:
            top = area.bottom() + fonts.px(14)
            self.below.setGeometry(area.left(), top, area.width(), self.height() - top - fonts.px(6))
        if self._told and not self._land_fits():
            self._settle.start(SETTLE_MS if not self._land.isNull() else 0)
        self.update()

    def _land_fits(self) -> bool:
        size = QSize(self.width(), self.band_height())
        return not self._land.isNull() and self._land.deviceIndependentSize().toSize() == size

    def minimumSizeHint(self) -> QSize:
        below = self.below.minimumSizeHint().width() if self.below is not None else 0
        wide = max(fonts.px(330), below + 2 * fonts.px(22))
        if not self._narrow:
            high = max(fonts.px(132), self._door_high() + 2 * self._beam())
            least = self._panel_rows()[1] * (fonts.px(LEAST) + self._beam()) if self._several else 0
            return QSize(wide, fonts.px(SKY) + least + high + max(fonts.px(192), self._below_needs()))
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
        if self._told and not self._land_fits():
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
            QTimer.singleShot(0, self, self._tell)

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
        below = QRectF(0, top + high, right - 2, fonts.px(24))
        if below.bottom() < self._eaves() * SKY_SHARE:  # else it would stand on the mountains
            pen.drawText(below, Qt.AlignmentFlag.AlignRight, words)

    def _paint_frame(self, pen: QPainter, theme: Theme) -> None:
        """Lintels, sill and posts of the veranda; panels and doors stand between them."""
        area, beam = self._doors_area(), self._beam()
        dark, over, gap = wood(theme), fonts.px(16), fonts.px(10)
        eaves = self._eaves()
        shade = QLinearGradient(0, area.bottom(), 0, area.bottom() + fonts.px(14))
        shade.setColorAt(0, theme.color("shadow", 0.34 if not theme.dark else 0.7))
        shade.setColorAt(1, theme.color("shadow", 0.0))
        pen.fillRect(QRect(0, area.bottom(), self.width(), fonts.px(14)), shade)
        wall = QRect(0, eaves, self.width(), area.bottom() + 1 - eaves)
        for left, right in ((0, area.left() - gap), (area.left() + area.width() + gap, self.width())):
            paint_paper(pen, QRectF(left, eaves, right - left, wall.height()), theme, f"wall{left == 0}")
        pen.fillRect(wall, theme.color("shadow", 0.24 if not theme.dark else 0.46))
        rows = self._panel_rows()[1] if self._several else 0
        tops = [eaves + n * (self._panel_high() + beam) for n in range(rows)]
        for y in (*tops, area.top(), area.bottom() - beam + 1):
            pen.fillRect(QRect(0, y, self.width(), beam), dark)
            pen.setPen(QPen(theme.color("gold", 0.34), 1))
            pen.drawLine(QPoint(0, y), QPoint(self.width(), y))
            pen.setPen(QPen(theme.color("shadow", 0.5), 1))
            pen.drawLine(QPoint(0, y + beam - 1), QPoint(self.width(), y + beam - 1))
        for x in (area.left() - gap, area.left() + area.width()):
            pen.fillRect(QRectF(x, eaves - over, gap, area.bottom() - eaves + over * (2 if self._narrow else 1)), dark)
        for panel in self.panels.values() if self._several else ():
            pen.fillRect(QRect(panel.geometry().right() + 1, panel.y(), gap, panel.height()), dark)
        for door in self._shown():
            if self._narrow:
                pen.fillRect(QRect(0, door.y() - gap, self.width(), gap), dark)
                continue
            x = door.geometry().right() + 1
            pen.fillRect(QRectF(x, area.top(), gap, area.height()), dark)
            pen.setPen(QPen(theme.color("gold", 0.22), 1))
            pen.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    contexts = ("home",)
    """Whose keys hold here."""

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            *([(tr(say("Choose a game")), ["↑"])] if self._several else []),
            (tr(say("Choose a way to play")), ["←", "→"]),
            (tr(say("Open it")), ["Enter"]),
            (tr(say("Delete a recent game")), [tr(say("Del"))]),
        ]

    # keys ----------------------------------------------------------------------------------------------------------

    def _go(self, name: str, way: int) -> None:
        names = [LEARN, *(tile.id for tile in self._games[self.game].tiles)]
        self.doors[names[(names.index(name) + way) % len(names)]].setFocus(Qt.FocusReason.TabFocusReason)

    def _beside(self, id: str, way: int) -> None:
        """Choose the game beside another."""
        ids = list(self.panels)
        panel = self.panels[ids[(ids.index(id) + way) % len(ids)]]
        panel.setFocus(Qt.FocusReason.TabFocusReason)
        panel.setChecked(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Up and self._several and any(door.hasFocus() for door in self._shown()):
            self.panels[self.game].setFocus(Qt.FocusReason.TabFocusReason)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up):
            self._first().setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)
