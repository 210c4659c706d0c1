"""Kami, scenario cards, ready bands and ready boards: a form beside what it makes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.state import band_rules, card_factory, cards
from companion.model.games.asagiri.state.cards import ReadyBoard
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.games.asagiri.state.scenarios import Scenario
from companion.ui.games.asagiri.bands.roster import Box
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.cards import omen, portrait
from companion.ui.games.asagiri.cards.face import FRESH, face_of_character
from companion.ui.games.asagiri.editors.adventure.panels import Panel
from companion.ui.games.asagiri.editors.bench import Bench, Draft, name_of
from companion.ui.games.asagiri.editors.cards.record import AtBench
from companion.ui.games.asagiri.editors.editor import DRAWN, Body, Editor, sharp, shrunk
from companion.ui.games.asagiri.editors.forms.controls import FormContext
from companion.ui.games.asagiri.new_game.boardstep import BoardStep
from companion.ui.games.asagiri.new_game.draft import Draft as Board
from companion.ui.kit.art.figures import figure_pixmap
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import fold, vbox
from companion.ui.kit.panels import paint_sheet
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import follow

from .lexicon import STRUCTS, SheetLexicon, first_member

Paint = Callable[[QPainter, QRectF, Json, Bench], None]


class Likeness(QWidget):
    """What the record looks like in the game, as large as there is room."""

    def __init__(self, draft: Draft, bench: Bench, paint: Paint, ratio: float) -> None:
        """`ratio`: of its height to its width."""
        super().__init__()
        self._draft, self._bench, self._paint, self._ratio = draft, bench, paint, ratio
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        draft.changed.connect(self.update)
        bench.changed.connect(self.update)
        follow(self)

    def refresh(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(330), round(fonts.px(330) * self._ratio))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(190), round(fonts.px(190) * self._ratio))

    def paintEvent(self, event: QPaintEvent) -> None:
        wide = min(float(self.width()), self.height() / self._ratio)
        high = wide * self._ratio
        with ink.painting(self) as pen:
            place = QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)
            self._paint(pen, place, self._draft.record, self._bench)


class SheetBody(Body):
    """A form made out of the record's type, and its likeness."""

    def __init__(self, draft: Draft, bench: Bench, paint: Paint, ratio: float) -> None:
        """For a record of a kind in `STRUCTS`."""
        super().__init__()
        self.draft = draft
        self.writing = FormContext(draft, bench, SheetLexicon(bench), self)
        self.likeness = Likeness(draft, bench, paint, ratio)
        self.panel = Panel(self.writing, (STRUCTS[draft.kind], "", None))
        fold((self.likeness, 40), (self.panel, 60), on=self, spacing=26, most=520)
        draft.changed.connect(self.panel.refresh)
        first = next(iter(self.panel.forms[0][1].rows.values()))
        self.setFocusProxy(first.control if hasattr(first, "control") else first)
        self.panel.refresh()

    def show_field(self, pointer: str) -> bool:
        return self.panel.show_field(pointer)


class BoardBody(Body):
    """Four tiles and their door tokens, as in the steps of a new game."""

    contexts: tuple[Context, ...] = ("laying",)

    def __init__(self, draft: Draft, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__()
        self.draft, self._bench = draft, bench
        self.step = BoardStep(Box(bench.content), self)
        self.step.setContentsMargins(0, 0, 0, 0)  # the desk has its own
        vbox(self.step, on=self)
        self.step.changed.connect(self._take)
        draft.changed.connect(self._show)
        self.setFocusProxy(self.step.preview)
        self._show()

    def _show(self) -> None:
        board = board_of(self.draft.record)
        if board is not None:
            self.step.show_draft(Board().with_board(board))

    def _take(self, made: Board) -> None:
        """Write what has been laid; a board without one of its tiles is not written."""
        if None in made.tiles:
            return
        record = {key: value for key, value in self.draft.record.items() if key not in ("openings", "doors")}
        record["tiles"] = [{"tile": one.tile, "turns": one.turns} for one in made.tiles if one is not None]
        for name, sides in (("openings", made.openings), ("doors", made.doors)):
            if sides:
                record[name] = [[list(square), side] for square, side in sides]
        self.draft.change(record, tr(say("Board")))

    def show_field(self, pointer: str) -> bool:
        if pointer.startswith(("/openings", "/doors")):
            self.step.doors.setChecked(True)
        self.step.preview.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def keys(self) -> list[tuple[str, list[str]]]:
        return self.step.keys()


def board_of(record: Json) -> ReadyBoard | None:
    """The board, if it can be read."""
    try:
        return read(record, ReadyBoard)
    except InvalidInput:
        return None


def _on_form(
    kind: str,
    one: Message,
    many: Message,
    new: Message,
    blank: Callable[[str, dict[str, str], Bench], Json],
    paint: Paint,
    ratio: float = portrait.RATIO,
) -> Editor:
    def body(draft: Draft, bench: Bench) -> Body:
        return SheetBody(draft, bench, paint, ratio)

    return Editor(kind, one, many, new, blank, body, paint, ratio)


STAT = 4
"""A new Kami's stats: those of the Kami of the box, more or less."""


def _blank_kami(id: str, name: dict[str, str], bench: Bench) -> Json:
    """A Kami of fire that has Influence, when the packs hold it (KAR-4)."""
    influence = [skill for skill in ("house:influence",) if bench.content.find("skill", skill) is not None]
    stats = dict.fromkeys(("attack", "defense", "movement", "willpower"), STAT)
    return {"id": id, "name": name, "element": "fire", "form": "celestial", "stats": {**stats, "skills": influence}}


def _paint_kami(pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
    content = AtBench(bench)
    try:
        card = card_factory.kami("", content, str(record["id"]))
        face = face_of_character(card, tr, content)
    except (InvalidInput, KeyError):
        _paint_name(pen, rect, record, bench)
        return
    with shrunk(pen, rect):
        portrait.paint(pen, DRAWN, face, FRESH, palette.current(), sharp(pen), tray=False)


KAMI = _on_form(
    "kami", say("Kami"), say("Kami"), say("New Kami"), _blank_kami, _paint_kami,
)  # fmt: skip
"""Kami: one form of one element (KAR-3)."""


def _blank_scenario(id: str, name: dict[str, str], bench: Bench) -> Json:
    return {"id": id, "name": name, "effects": [{"type": "turns", "turns": 8}]}


def _paint_scenario(pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
    try:
        face = omen.face_of_omen(read(record, Scenario), tr)
    except InvalidInput:
        _paint_name(pen, rect, record, bench)
        return
    with shrunk(pen, rect):
        omen.paint(pen, DRAWN, face, palette.current())


SCENARIO = _on_form(
    "scenario", say("Scenario card"), say("Scenario cards"), say("New scenario card"),
    _blank_scenario, _paint_scenario,
)  # fmt: skip
"""Scenario cards (KAR-6)."""


def _blank_band(id: str, name: dict[str, str], bench: Bench) -> Json:
    return {"id": id, "name": name, "budget": 16, "members": [{"card": first_member(bench, {})}]}


def _paint_band(pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
    members = _members(record, bench)
    inner = _paint_name(pen, rect, record, bench)
    if not members:
        return
    theme, columns = palette.current(), 3 if len(members) > 4 else 2
    rows = -(-len(members) // columns)
    wide, high = inner.width() / columns, (inner.height() - fonts.px(22)) / max(rows, 2)
    side = min(wide, high - fonts.px(14)) * 0.94
    pen.setFont(fonts.font("small"))
    for n, (card, _) in enumerate(members):
        cell = QRectF(inner.left() + n % columns * wide, inner.top() + n // columns * high, wide, high)
        picture = figure_pixmap(
            card.silhouette, "round", "vigilant", False, "S", max(16, round(side)), theme, dpr=sharp(pen)
        )
        pen.drawPixmap(QPointF(cell.center().x() - side / 2, cell.top()), picture)
        pen.setPen(theme.color("ink"))
        words = pen.fontMetrics().elidedText(tr(Name.of(card.name)), Qt.TextElideMode.ElideRight, round(wide - 4))
        pen.drawText(cell.adjusted(0, side, 0, 0), Qt.AlignmentFlag.AlignHCenter, words)
    pen.setPen(theme.color("faded"))
    cost = say("{cost} of {budget}", cost=str(band_rules.cost(members)), budget=zeni(int(record.get("budget") or 0)))
    pen.drawText(inner, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight, tr(cost))


BAND = _on_form(
    "band", say("Band"), say("Bands"), say("New band"), _blank_band, _paint_band, 1.2,
)  # fmt: skip
"""Ready bands (BND)."""


def _blank_board(id: str, name: dict[str, str], bench: Bench) -> Json:
    """Four tiles of one size: the commonest."""
    sizes: dict[int, list[str]] = {}
    for tile, data in bench.content.every("tile"):
        if isinstance(data, dict):
            sizes.setdefault(len(data.get("rows", ())), []).append(tile)
    ids = max(sizes.values(), key=len, default=["none:none"])
    return {"id": id, "name": name, "tiles": [{"tile": ids[n % len(ids)]} for n in range(4)]}


def _paint_board(pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
    board, content = board_of(record), AtBench(bench)
    half = rect.width() / 2
    for n, placed in enumerate(board.tiles if board is not None else ()):
        try:
            picture = tile_picture(cards.tile(content, placed.tile), placed.turns, half, dpr=sharp(pen))
        except InvalidInput:
            continue  # a tile with faults: its own sheet tells them
        place = QRectF(rect.left() + n % 2 * half, rect.top() + n // 2 * half, half, half)
        pen.drawPixmap(place, picture, QRectF(picture.rect()))


BOARD = Editor(
    "board", say("Board"), say("Boards"), say("New board"),
    blank=_blank_board, body=BoardBody, paint=_paint_board, ratio=1.0,
)  # fmt: skip
"""Ready boards (CMP-1, KAR-5)."""


def _members(record: Json, bench: Bench) -> list[band_rules.Member]:
    found: list[band_rules.Member] = []
    content = AtBench(bench)
    for one in record.get("members", ()) if isinstance(record, dict) else ():
        try:
            gear = cards.equipment(content, one["equipment"]) if one.get("equipment") else None
            found.append((cards.character(content, one["card"]), gear))
        except (InvalidInput, KeyError, TypeError, AttributeError):
            continue  # named in the findings
    return found


def _paint_name(pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> QRectF:
    """A sheet with the record's name; where there is room below it."""
    theme = palette.current()
    paint_sheet(pen, rect, theme, "surface", 7, 6)
    inner = rect.adjusted(14, 11, -14, -13)
    pen.setFont(fonts.font("name", 14 / 18))
    pen.setPen(theme.color("ink"))
    words = pen.fontMetrics().elidedText(
        tr(Name.of(name_of(record) or "?")), Qt.TextElideMode.ElideRight, round(inner.width())
    )
    pen.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, words)
    return inner.adjusted(0, pen.fontMetrics().height() + 6, 0, 0)
