"""The sheet of one hero: numbers of the turn, damage and wounds, plan, hand, objects, and who is with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.chance import HIDDEN
from companion.model.core.words import say
from companion.model.games.chronicles.box.effect_words import STATS
from companion.model.games.chronicles.rules import missions, totals
from companion.model.games.chronicles.state.state import ACTIONS, WOUNDS_OUT, Figure, Seat, State
from companion.ui.games.chronicles.heroes import painting, words
from companion.ui.games.chronicles.heroes.painting import paint_card
from companion.ui.games.chronicles.heroes.parts import Draw, Look, PaintedPart
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, discard

WIDE = 300
TURNED, FOLDED, COMPACT, MIDDLE, LARGE = 48, 76, 150, 206, 300
"""Heights of a sheet: out of the fight; with name, numbers and damage; and from which on it shows more."""
Shown = tuple[str, str, Draw, Look, str, Sequence[str]]
"""Where a part lies, what is picked with it, its drawing, what that depends on, its name and description."""


class HeroSheet(InkWidget):
    """`picked`: a part was clicked; `by_hand`: a right click on it. `opened`: a folded sheet was clicked."""

    picked = Signal(str)
    by_hand = Signal(str)
    stepped = Signal(object, int, int)
    opened = Signal()

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat = seat
        self.parts: dict[str, PaintedPart] = {}
        """By where they lie, in the order in which the keys go over them."""
        self.active = self.out = self.acted = False
        self._objects = 0
        self._follower = self._mission = False

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), fonts.px(LARGE))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(220), fonts.px(FOLDED))

    # what it shows -------------------------------------------------------------------------------------------------

    def show_hero(self, state: State, counted: State, player: str) -> None:
        """`state` as its viewer may know it; `counted`: the same with the plans counted in that are known."""
        hero = state.hero(self.seat)
        look = (words.is_active(state, self.seat), hero.out, hero.activated)
        if look != (self.active, self.out, self.acted):
            self.active, self.out, self.acted = look
            self.update()
        wanted = {one[0]: one for one in self._shown(state, counted, player)}
        gone = [at for at in self.parts if at not in wanted]
        for at in gone:
            discard(self.parts.pop(at))
        for at, key, draw, seen, name, lines in wanted.values():
            part = self.parts.get(at) or self._made(at)
            part.key, part.dim = key, self.acted and not self.active
            part.show_part(draw, (*seen, part.dim), name, lines)
        self.parts = {at: self.parts[at] for at in wanted}
        self._objects = sum(at.startswith("object") for at in wanted)
        self._follower, self._mission = any(at.startswith("with") for at in wanted), "mission" in wanted
        self.setAccessibleName(words.name_of(state, self.seat))
        self._lay_out()

    def _made(self, at: str) -> PaintedPart:
        part = self.parts[at] = PaintedPart("", self)
        part.clicked.connect(lambda: self._pick(part))
        part.by_hand.connect(lambda: self.by_hand.emit(part.key))
        part.stepped.connect(lambda dx, dy: self.stepped.emit(part, dx, dy))
        return part

    def _pick(self, part: PaintedPart) -> None:
        if self.folded:
            self.opened.emit()
        self.picked.emit(part.key)

    def mark(self, lit: frozenset[str], chosen: frozenset[str]) -> None:
        """Light the parts that can be chosen."""
        for part in self.parts.values():
            part.mark(lit=part.key in lit, chosen=part.key in chosen)

    def _shown(self, state: State, counted: State, player: str) -> Iterator[Shown]:
        yield self._head(state, player)
        figure = state.figure(self.seat)
        if self.out or figure is None:
            return
        if figure.statuses:
            yield self._statuses(figure)
        yield from self._numbers(counted, figure)
        yield from self._cards(state)
        yield from self._things(state)
        yield from self._company(state, counted)

    def _head(self, state: State, player: str) -> Shown:
        hero, seat = state.hero(self.seat), self.seat
        name, lines = words.head_words(state, seat, player)
        record = state.table.box.heroes.get(hero.card)
        figure = state.figure(seat)
        sort = "hinin" if record is None else record.class_
        most = totals.actions_of(state, figure) if figure is not None else ACTIONS
        actions = (hero.actions if self.active else 0, most)
        marks = 0 if figure is None else len(figure.statuses)

        def draw(pen: QPainter, theme: Theme, room: QRectF) -> None:
            side = min(room.height(), fonts.px(30))
            seal = QRectF(room.left(), room.center().y() - side / 2, side, side)
            out = self.out
            ground = theme.color("faded") if out else theme.color("vigilant")
            painting.disc_emblem(pen, seal, sort, ground, theme.color("on_state"))
            right = room.right()
            if self.active:
                right = painting.paint_actions(pen, theme, right, room.center().y(), *actions) - fonts.px(4)
            right -= marks * fonts.px(22)
            left = seal.right() + fonts.px(6)
            wide = right - left - fonts.px(4)
            high = room.height() * 0.6 if player or out else room.height()
            font = fonts.fitted("name", name, wide, 0.95, 0.75)
            colour = theme.color("faded" if out else "ink")
            ink.write(pen, QRectF(left, room.top(), wide, high), name, font, colour, painting.WHOLE)
            below = tr(say("Out of the fight")) if out else player
            small = fonts.fitted("small", below, wide, painting.SMALL, 0.8)
            below = QFontMetricsF(small).elidedText(below, Qt.TextElideMode.ElideRight, wide)
            line = QRectF(left, room.top() + high, wide, room.height() - high)
            ink.write(pen, line, below, small, theme.color("shaken" if out else "faded"), painting.WHOLE)

        look = (name, player, sort, actions, marks, self.out, self.active, tr(say("Out of the fight")))
        return "head", f"figure:{seat}", draw, look, name, lines

    def _statuses(self, figure: Figure) -> Shown:
        statuses = [(one.kind, one.turned) for one in figure.statuses]
        lines = words.status_words(figure)

        def draw(pen: QPainter, theme: Theme, room: QRectF) -> None:
            painting.paint_statuses(pen, theme, room, statuses)

        return "statuses", f"figure:{self.seat}", draw, (tuple(statuses),), tr(say("Statuses")), lines

    def _numbers(self, state: State, figure: Figure) -> Iterator[Shown]:
        for stat in words.BASE:
            printed = totals.base(state, figure, stat) or 0
            value, action = totals.value(state, figure, stat), 0
            if stat == "attack":
                value, action = totals.attack_dice(state, figure, None)
            unsure = any(not one.sure for one in totals.reasons(state, figure, stat))
            name, lines = words.stat_words(state, figure, stat)
            look = (tr(STATS[stat]), value, action, printed, unsure)

            def draw(pen: QPainter, theme: Theme, room: QRectF, look: tuple[str, int, int, int, bool] = look) -> None:
                painting.paint_stat(pen, theme, room, *look)

            yield f"stat-{stat}", f"stat:{self.seat}:{stat}", draw, look, name, lines
        held = (figure.damage, totals.health(state, figure), len(state.hero(self.seat).wounds), WOUNDS_OUT)
        (name, lines), (wounds, more) = words.health_words(state, figure), words.wound_words(state, self.seat)

        def draw_health(pen: QPainter, theme: Theme, room: QRectF) -> None:
            painting.paint_health(pen, theme, room, *held)

        yield "health", f"health:{self.seat}", draw_health, held, name, [*lines, wounds, *more]

    def _cards(self, state: State) -> Iterator[Shown]:
        hero, box = state.hero(self.seat), state.table.box
        one_down = hero.plan.right == HIDDEN and hero.plan.left is None
        """Which side it lies on is not known either."""
        for side in ("left", "right"):
            card: str | None = getattr(hero.plan, side)
            name, lines = words.plan_words(state, card, side)
            if one_down and card is None:
                continue
            record = words.record_of(state, card) if card else None
            signs = tuple(words.modifiers(record.technique)) if record is not None and side == "right" else ()
            told = [] if signs and card not in box.wounds else lines
            title = words.name_of(state, card) if record is not None and card else ""
            wound, empty = card in box.wounds, tr(words.SIDES[side])
            look = (card, title, signs, tuple(told), wound, empty)

            def draw(
                pen: QPainter, theme: Theme, room: QRectF, side: str = side, card: str | None = card,
                title: str = title, signs: tuple[tuple[str, str], ...] = signs, said: str = " ".join(told),
                wound: bool = wound, empty: str = empty,
            ) -> None:  # fmt: skip
                if card is None:
                    painting.paint_empty(pen, theme, room, empty)
                elif card == HIDDEN:
                    painting.paint_back(pen, theme, room, f"back{round(room.width())}")
                else:
                    paint_card(pen, theme, room, side, title, signs, said, wound=wound)

            key = f"card:{card}" if card not in (None, HIDDEN) else f"plan:{self.seat}:{side}"
            yield f"plan-{side}", key, draw, look, name, lines
        name, lines = words.hand_words(state, self.seat)
        below = tr(say("{n}/{all} discarded", n=len(hero.discard), all=len(hero.pool)))
        ready = tr(say("Plan ready")) if state.stage == "plans" and hero.plan.ready else ""
        count = len(hero.hand)

        def draw_hand(pen: QPainter, theme: Theme, room: QRectF) -> None:
            painting.paint_hand(pen, theme, room, count, below, ready)

        yield "hand", f"hand:{self.seat}", draw_hand, (count, below, ready), name, lines

    def _things(self, state: State) -> Iterator[Shown]:
        gear = state.hero(self.seat).gear
        working = totals.working(state, self.seat)
        two = gear.right is not None and gear.left is not None
        single = [(slot, getattr(gear, slot)) for slot in ("right", "left", "both", "clothing")]
        many = [("reserve", item) for item in gear.reserve] + [("aside", item) for item in gear.aside]
        for n, (slot, item) in enumerate((*[one for one in single if one[1] is not None], *many)):
            marked, works = two and gear.marked == slot, item in working
            name, lines = words.object_words(state, item, slot, marked=marked, works=works)
            look = (slot, name, marked, works)

            def draw(
                pen: QPainter, theme: Theme, room: QRectF, look: tuple[str, str, bool, bool] = look
            ) -> None:  # fmt: skip
                painting.paint_object(pen, theme, room, look[0], look[1], marked=look[2], works=look[3])

            yield f"object-{n}", f"card:{item}", draw, look, name, lines

    def _company(self, state: State, counted: State) -> Iterator[Shown]:
        for n, one in enumerate(one for one in state.figures if one.owner == self.seat):
            name, lines = words.follower_words(counted, one)
            numbers: tuple[tuple[str, int], ...] = tuple(
                (stat, totals.value(counted, one, stat)) for stat in words.BASE
                if totals.base(state, one, stat) is not None
            )  # fmt: skip
            numbers = (*numbers, ("actions", totals.actions_of(counted, one)))
            sort = "kami" if one.group == "kami" else "follower"
            look = (sort, name, numbers, one.damage, totals.health(state, one))

            def draw(
                pen: QPainter, theme: Theme, room: QRectF,
                look: tuple[str, str, tuple[tuple[str, int], ...], int, int] = look,
            ) -> None:  # fmt: skip
                painting.paint_follower(pen, theme, room, *look)

            yield f"with-{n}", f"figure:{one.id}", draw, look, name, lines
        told = words.mission_words(state, self.seat)
        if told is not None:
            name, lines = told
            found = words.count_of(state, self.seat)
            count = "" if found is None else f"{found[0]}/{found[1]}"
            done = missions.goal(state, self.seat) is not None and missions.fulfilled(state, self.seat)
            seen = (lines[0], count, done)

            def draw_mission(pen: QPainter, theme: Theme, room: QRectF) -> None:
                painting.paint_mission(pen, theme, room, seen[0], seen[1], done=seen[2])

            yield "mission", f"mission:{self.seat}", draw_mission, seen, name, lines

    # where it lies -------------------------------------------------------------------------------------------------

    @property
    def folded(self) -> bool:
        return self.height() < fonts.px(COMPACT) - 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def refresh(self) -> None:
        super().refresh()
        self._lay_out()

    def _lay_out(self) -> None:
        places = dict(self._places())
        for at, part in self.parts.items():
            place = places.get(at)
            if place is not None:
                part.setGeometry(place.toRect())
            part.setVisible(place is not None)

    def _places(self) -> Iterator[tuple[str, QRectF]]:
        """Rows of the sheet; what is left over goes to the plan."""
        px, high = fonts.px, self.height()
        left, right = float(px(9)), float(self.width() - px(6))
        wide = right - left
        form = next((n for n, least in enumerate((COMPACT, MIDDLE, LARGE)) if high < px(least) - 2), 3)
        head, stats, things, company = (px(one) for one in (
            (29, 38, 0, 0), (29, 38, 27, 27), (32, 44, 26, 28), (38, 54, 28, 32),
        )[form])  # fmt: skip
        y = float(px(4))
        yield "head", QRectF(left, (high - head) / 2 if self.out else y, wide, head)
        if self.out:
            return
        count = sum(1 for at in self.parts if at.startswith("stat-"))
        seals = self.parts.get("statuses")
        if seals is not None:
            dots = px(13) * ACTIONS + px(8) if self.active else 0
            room = px(22) * 4
            yield "statuses", QRectF(right - dots - room, y, room, head)
        y += head + px(2)
        cell = wide * 0.745 / max(1, count)
        for n, stat in enumerate(words.BASE):
            yield f"stat-{stat}", QRectF(left + n * cell, y, cell, stats)
        yield "health", QRectF(left + wide * 0.755, y, wide * 0.245, stats)
        y += stats + px(2)
        if form == 0:
            return
        apart = form > 1 and self._follower and self._mission
        rows = min(2 if form == 3 and self._objects > 2 else 1, self._objects)
        lines = (2 if apart and form == 3 else 1) if self._follower or self._mission else 0
        below = things if form == 1 else things * rows + (company + px(2)) * lines
        plan = max(float(px(36)), min(high - y - below - px(8), float(px(140))))
        card = wide * 0.375
        shift = (card + px(2)) * (1.0 if "plan-left" in self.parts else 0.5)
        yield "plan-left", QRectF(left, y, card, plan)
        yield "plan-right", QRectF(left + shift, y, card, plan)
        yield "hand", QRectF(left + wide * 0.765, y, wide * 0.235, plan)
        y = max(y + plan + px(2), high - below - px(6))
        if form == 1:
            yield from self._one_row(QRectF(left, y, wide, things))
            return
        yield from self._slips(QRectF(left, y, wide, things * rows), rows)
        y += things * rows + px(2)
        if lines == 2:
            yield "with-0", QRectF(left, y, wide, company)
            yield "mission", QRectF(left, y + company + px(2), wide, company)
        elif apart:
            yield "with-0", QRectF(left, y, wide * 0.62, company)
            yield "mission", QRectF(left + wide * 0.63, y, wide * 0.37, company)
        else:
            yield "with-0", QRectF(left, y, wide, company)
            yield "mission", QRectF(left, y, wide, company)

    def _slips(self, room: QRectF, rows: int) -> Iterator[tuple[str, QRectF]]:
        """Objects side by side."""
        across = max(1, -(-self._objects // max(1, rows)))
        cell, high = min(room.width() / across, float(fonts.px(140))), room.height() / max(1, rows)
        for n in range(self._objects):
            row, column = divmod(n, across)
            yield f"object-{n}", QRectF(room.left() + column * cell, room.top() + row * high, cell, high)

    def _one_row(self, room: QRectF) -> Iterator[tuple[str, QRectF]]:
        """Objects, who is with the hero and its mission in one row."""
        mission = fonts.px(50) if self._mission else 0
        company = fonts.px(116) if self._follower else 0
        things = room.width() - mission - company
        yield from self._slips(QRectF(room.left(), room.top(), things, room.height()), 1)
        yield "with-0", QRectF(room.left() + things, room.top(), company, room.height())
        yield "mission", QRectF(room.right() - mission, room.top(), mission, room.height())

    # painting ------------------------------------------------------------------------------------------------------

    def paint(self, pen: QPainter, theme: Theme) -> None:
        sheet = QRectF(self.rect()).adjusted(2, 1, -3, -3)
        edge = ink.rough_rect(sheet, f"sheet{self.seat}{round(sheet.height())}", 1.0, 30)
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.4 if theme.dark else 0.2), 3, 0.5, 1.5)
        ink.fill(pen, edge, theme.color("sunken" if self.out else "surface"))
        if self.out:
            self._paint_turned(pen, theme, edge, sheet)
            return
        x = sheet.left() + fonts.px(3)
        way = ink.line((x, sheet.top() + 4), (x + 0.6, sheet.center().y()), (x, sheet.bottom() - 4))
        faint = 0.4 if self.acted else 0.8
        colour = theme.color("vermilion") if self.active else theme.color("vigilant", faint)
        stroke = ink.brush_stroke(way, fonts.px(5 if self.active else 2.4), 7, rough=0.08)
        ink.fill(pen, stroke, colour)
        if self.active:
            ink.outline(pen, edge, theme.color("vermilion"), 2.2)

    def _paint_turned(self, pen: QPainter, theme: Theme, edge: object, sheet: QRectF) -> None:
        """Its back: two faint strokes from corner to corner."""
        pen.setPen(theme.color("hairline"))
        for a, b in ((sheet.topLeft(), sheet.bottomRight()), (sheet.bottomLeft(), sheet.topRight())):
            inner = (b - a) * 0.06
            start, end = a + inner, b - inner
            way = ink.line((start.x(), start.y()), ((start + end) / 2).toTuple(), (end.x(), end.y()))
            ink.fill(pen, ink.brush_stroke(way, fonts.px(5), 3, rough=0.1), theme.color("hairline", 0.5))
