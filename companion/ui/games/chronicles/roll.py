"""An attack or a test that is being made, in words and numbers (ATK, TST), and painted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.effect_words import STATS
from companion.model.games.chronicles.insight import odds
from companion.model.games.chronicles.insight.chances import attack_chance
from companion.model.games.chronicles.rules import testing, totals
from companion.model.games.chronicles.rules.totals import Reason
from companion.model.games.chronicles.state.frames import AttackFrame, BurstFrame, TestFrame
from companion.model.games.chronicles.state.state import Figure, State
from companion.ui.games.chronicles.book.entries import called, high_of, write_lines
from companion.ui.games.chronicles.book.suspects import CENTRE, exactly, per_cent
from companion.ui.games.chronicles.dice import DiceRow, dice_wide, paint_dice
from companion.ui.games.chronicles.heroes.words import source
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget

DIE, RIGHT_PART = 28, 158
NARROW = 400
"""Below this width the number to reach stands below the dice, and the result below the faces."""
TITLE = say("{figure} makes a test: {place}")
TITLES = {
    "interrogation": say("{figure} questions {place}"), "deciphering": say("{figure} deciphers {place}"),
    "investigation": say("{figure} examines {place}"), "stealth": say("{figure} makes a stealth test"),
}  # fmt: skip
Fight: TypeAlias = AttackFrame | BurstFrame | TestFrame


@dataclass(frozen=True)
class Taken:
    """Dice of one kind, and why so many."""

    kind: str
    count: int
    why: str


@dataclass(frozen=True)
class Roll:
    """An attack or a test in words and numbers."""

    title: str
    dice: tuple[Taken, ...]
    target: str
    """What the number to reach is."""
    number: str
    why: str
    chance: str
    exact: str


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def _why(state: State, figure: Figure, reasons: Iterable[Reason]) -> str:
    """Sources with what they add; those that only the table can judge with a question mark."""
    return " · ".join(
        f"{source(state, one, figure)} {_signed(one.n)}{'' if one.sure else ' ?'}" for one in reasons if one.n
    )


def _base(state: State, figure_card: str, n: int | None) -> str:
    return f"{called(state, figure_card)} {n or 0}"


def roll_of_attack(state: State, frame: AttackFrame) -> Roll | None:
    """What the attack is made with, and against what; None: one of the two is gone."""
    attacker, target = state.figure(frame.attacker), state.figure(frame.target)
    if attacker is None or target is None:
        return None
    mods = totals.reasons(state, attacker, "attack", target)
    less, more = [one for one in mods if one.n < 0], [one for one in mods if one.n > 0]
    combat, action = totals.attack_dice(state, attacker, target)
    base = _base(state, attacker.card, totals.base(state, attacker, "attack"))
    why_combat = " · ".join(filter(None, (base, _why(state, attacker, less))))
    taken = [Taken("combat", combat, why_combat), Taken("action", action, _why(state, attacker, more))]
    if totals.permits(state, attacker, fx.SwapDice, target):
        swapped = " · ".join(filter(None, (tr(say("red instead of black")), why_combat, _why(state, attacker, more))))
        taken = [Taken("action", combat + action, swapped)]
    defense = totals.value(state, target, "defense", attacker)
    base = _base(state, target.card, totals.base(state, target, "defense"))
    why = " · ".join(filter(None, (base, _why(state, target, totals.reasons(state, target, "defense", attacker)))))
    verb = say("{attacker} shoots at {target}") if frame.kind == "shoot" else say("{attacker} attacks {target}")
    names = (("attacker", called(state, attacker.id)), ("target", called(state, target.id)))
    chance = odds.chance_now(state)
    return Roll(
        tr(Message(verb.key, names)), tuple([one for one in taken if one.count or one.kind == "combat"]),
        tr(say("Defense")), str(defense), why, per_cent(chance) if chance is not None else "",
        exactly(chance) if chance is not None else "",
    )  # fmt: skip


def roll_of_burst(state: State, frame: BurstFrame) -> Roll | None:
    """What a burst is made with, and against whom: the Defense of each figure, with the chance to hit it (ATK-7)."""
    attacker, box = state.figure(frame.attacker), state.table.box
    if attacker is None or frame.step == "targets":
        return None
    counted = bool(frame.combat or frame.action)
    base = _base(state, attacker.card, totals.base(state, attacker, "attack"))
    mods = {one.source: one for id in frame.targets if (target := state.figure(id)) is not None
            for one in totals.reasons(state, attacker, "attack", target)}  # fmt: skip
    taken = [
        Taken("combat", len(frame.combat), base),
        Taken("action", len(frame.action), _why(state, attacker, mods.values())),
    ]
    again, told = totals.rerolls(state, attacker, "attacks"), list[str]()
    for n, id in enumerate(frame.targets if counted else ()):
        combat, action = (sum(bits >> n & 1 for bits in dice) for dice in (frame.combat, frame.action))
        words = say("{figure} {defense}", figure=called(state, id), defense=frame.defenses[n])
        if frame.step == "dice":
            chance = per_cent(attack_chance(box, combat, action, frame.defenses[n], again))
            words = say("{figure} {defense}: {chance}", figure=called(state, id), defense=frame.defenses[n],
                        chance=chance)  # fmt: skip
        told.append(tr(words))
    least, most = (min(frame.defenses), max(frame.defenses)) if counted else (0, 0)
    number = str(least) if least == most else f"{least}–{most}"
    where = say("{attacker} lets fly at a whole zone", attacker=called(state, attacker.id))
    dice = tuple(one for one in taken if one.count or one.kind == "combat")
    return Roll(tr(where), dice, tr(say("Defense")), number, " · ".join(told), "", "")


def roll_of(state: State, frame: Fight) -> Roll | None:
    """What is being rolled; None: nothing yet, or somebody that it needs is gone."""
    if isinstance(frame, AttackFrame):
        return roll_of_attack(state, frame)
    return roll_of_burst(state, frame) if isinstance(frame, BurstFrame) else roll_of_test(state, frame)


def roll_of_test(state: State, frame: TestFrame) -> Roll | None:
    """The same of a test: dice by its difficulty, against the characteristic."""
    figure = state.figure(frame.figure)
    if figure is None:
        return None
    difficulty, stat = testing.eased(state, frame), frame.characteristic
    minus = frame.difficulty - difficulty
    why = "" if difficulty == testing.NOT_TOLD else tr(say("difficulty {number}", number=frame.difficulty))
    if minus > 0:
        why = tr(say("{why} · tokens {minus}", why=why, minus=_signed(-minus)))
    reasons = [*totals.reasons(state, figure, stat), *totals.kind_reasons(state, figure, frame.kind)]
    base = _base(state, figure.card, totals.base(state, figure, stat))
    chance = odds.chance_now(state)
    names = (("figure", called(state, figure.id)), ("place", called(state, frame.place)))
    title = Message(TITLES.get(frame.kind or "", TITLE).key, names)
    return Roll(
        tr(title), (Taken("test", max(0, difficulty), why or tr(say("the table knows how many"))),),
        tr(say("{stat}, at most", stat=STATS[stat])), str(totals.characteristic(state, figure, stat, frame.kind)),
        " · ".join(filter(None, (base, _why(state, figure, reasons)))), per_cent(chance) if chance is not None else "",
        exactly(chance) if chance is not None else "",
    )  # fmt: skip


def _title_font(title: str, wide: float) -> QFont:
    """A little smaller where that saves a line."""
    return fonts.fitted("name", title, wide, 1.0, 0.84)


class RollView(InkWidget):
    """The roll, painted."""

    toggled = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.roll: Roll | None = None
        self.rows: tuple[DiceRow, ...] = ()
        self.typed, self.types = "", False
        self.result: tuple[bool, str] | None = None
        self._places: list[QRectF] = []

    def show_roll(
        self, roll: Roll | None, rows: tuple[DiceRow, ...], typed: str, result: tuple[bool, str] | None, *, types: bool
    ) -> None:
        now = (roll, rows, typed, result, types)
        if now != (self.roll, self.rows, self.typed, self.result, self.types):
            self.roll, self.rows, self.typed, self.result, self.types = now
            self.fit()
            self.update()

    def fit(self) -> None:
        self.setMinimumHeight(round(self._needs()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _parts(self) -> tuple[QRectF, QRectF, QRectF, QRectF]:
        """Where the dice to take, the number to reach, the faces and the result are."""
        wide, narrow, line = float(self.width()), self.width() < fonts.px(NARROW), fonts.px(DIE + 8)
        right = wide if narrow else float(fonts.px(RIGHT_PART))
        left = wide if narrow else wide - right
        top = self._title(wide)
        dice = QRectF(0, top, left, self._dice_high(left))
        target = QRectF(wide - right, dice.bottom() if narrow else top, right, self._target_high(right))
        below = max(dice.bottom(), target.bottom())
        rolled, told = bool(self.rows or self.types or self.typed), self.result is not None
        faces = QRectF(0, below + fonts.px(3), wide, line if rolled or (told and not narrow) else 0)
        result = QRectF(0, faces.bottom() if narrow else faces.top(), wide, line if told else 0)
        return dice, target, faces, result

    def _needs(self) -> float:
        if self.roll is None:
            return fonts.px(40)
        return self._parts()[3].bottom() if self.result is not None else self._parts()[2].bottom()

    def _title(self, wide: float) -> float:
        title = self.roll.title if self.roll else ""
        return high_of(title, _title_font(title, wide), wide) + fonts.px(6)

    def _dice_high(self, wide: float) -> float:
        return sum(self._row_high(one, wide) for one in self.roll.dice) if self.roll else 0.0

    @staticmethod
    def _row_high(taken: Taken, wide: float) -> float:
        beside = wide - dice_wide(taken.count, wide, fonts.px(DIE)) - fonts.px(8)
        small = fonts.font("small")
        if QFontMetricsF(small).horizontalAdvance(taken.why) <= beside:
            return fonts.px(DIE + 6)
        return fonts.px(DIE + 6) + high_of(taken.why, small, wide - fonts.px(8))

    def _target_high(self, wide: float) -> float:
        why = self.roll.why if self.roll else ""
        return fonts.px(64) + high_of(why, fonts.font("small"), wide - fonts.px(8))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        roll, wide = self.roll, float(self.width())
        if roll is None:
            words = tr(say("Nothing is being rolled."))
            write_lines(pen, QPointF(0, fonts.px(6)), wide, words, fonts.font("text"), theme.color("faded"))
            return
        write_lines(pen, QPointF(0, 0), wide, roll.title, _title_font(roll.title, wide), theme.color("ink"))
        dice, target, faces, result = self._parts()
        part, at, small = dice.width(), dice.top(), fonts.font("small")
        for one in roll.dice:
            paint_dice(pen, QRectF(0, at, part, fonts.px(DIE)), one.kind, one.count, theme)
            high, side = self._row_high(one, part), fonts.px(DIE)
            if high <= fonts.px(DIE + 6):
                taken = dice_wide(one.count, part, side)
                ink.write(pen, QRectF(taken, at, part - taken, side), one.why, small, theme.color("faded"))
            else:
                under = QPointF(0, at + fonts.px(DIE + 2))
                write_lines(pen, under, part - fonts.px(8), one.why, small, theme.color("faded"))
            at += high
        self._paint_target(pen, target, theme, roll)
        x = self._paint_faces(pen, faces, theme)
        self._paint_result(pen, result if result.top() > faces.top() else result.adjusted(x, 0, 0, 0), theme)

    def _paint_target(self, pen: QPainter, room: QRectF, theme: Theme, roll: Roll) -> None:
        small, side = fonts.font("small"), fonts.px(40)
        ring = QRectF(room.left() + 2, room.top(), side, side)
        ink.outline(pen, ink.rough_disc(ring.center(), side * 0.47, "needed"), theme.color("ink"), 1.6)
        ink.write(pen, ring, roll.number, fonts.font("numeral", 0.9), theme.color("ink"), CENTRE)
        beside = QRectF(ring.right() + fonts.px(8), room.top(), room.right() - ring.right() - fonts.px(8), side)
        if roll.chance:
            top = beside.adjusted(0, -fonts.px(2), 0, -side * 0.3)
            ink.write(pen, top, roll.chance, fonts.font("numeral"), theme.color("vermilion"))
            low = beside.adjusted(0, side * 0.66, 0, 0)
            font = fonts.fitted("small", roll.exact, low.width(), 0.9, 0.6)
            ink.write(pen, low, roll.exact, font, theme.color("faded"))
        at = QPointF(room.left() + 2, ring.bottom() + fonts.px(3))
        y = write_lines(pen, at, room.width() - fonts.px(6), roll.target, fonts.font("strong", 0.9), theme.color("ink"))
        write_lines(pen, QPointF(at.x(), y), room.width() - fonts.px(6), roll.why, small, theme.color("faded"))

    def _paint_faces(self, pen: QPainter, room: QRectF, theme: Theme) -> float:
        """Return where they end; many are smaller."""
        self._places = []
        x, count = room.left(), sum(len(row.dice) for row in self.rows)
        spare = room.width() - fonts.px(18) * len(self.rows)
        side = min(fonts.px(DIE), spare / max(1, count) - fonts.px(3))
        for n, row in enumerate(self.rows):
            if n:
                ink.write(pen, QRectF(x, room.top(), fonts.px(18), side), "›", fonts.font("name"), theme.color("faded"))
                x += fonts.px(18)
            for die in row.dice:
                box = QRectF(x, room.top(), side, side)
                die.paint(pen, box, theme)
                if n == len(self.rows) - 1:
                    self._places.append(box)
                x += side + fonts.px(3)
            x += fonts.px(5)
        if self.types or self.typed:
            side, words = fonts.px(DIE), tr(say("Total:"))
            ink.write(pen, QRectF(x, room.top(), room.right() - x, side), words, fonts.font("text"), theme.color("ink"))
            x += QFontMetricsF(fonts.font("text")).horizontalAdvance(words) + fonts.px(8)
            tray = QRectF(x, room.top(), fonts.px(52), side)
            ink.fill(pen, ink.rough_rect(tray, "tray", 0.7, 14), theme.color("sunken"))
            ink.write(pen, tray, self.typed or "…", fonts.font("numeral", 0.85), theme.color("ink"), CENTRE)
        return x

    def _paint_result(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        if self.result is None:
            return
        good, words = self.result
        seal = QRectF(room.right() - fonts.px(34), room.top() - fonts.px(3), fonts.px(34), fonts.px(34))
        role: Role = "vigilant" if good else "shaken"
        paint_seal(pen, seal, "勝" if good else "敗", theme, role)
        said = QRectF(room.left(), room.top(), seal.left() - room.left() - fonts.px(8), fonts.px(DIE))
        font = fonts.fitted("name", words, said.width(), 0.9, 0.6)
        ink.write(pen, said, words, font, theme.color(role), Qt.AlignmentFlag.AlignRight
                  | Qt.AlignmentFlag.AlignVCenter)  # fmt: skip

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        for n, box in enumerate(self._places):
            if box.contains(event.position()):
                self.toggled.emit(n)
