"""The tray in front of the players: the phase player's inspiration dice, rolled, typed, carried to cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.chance import D6, Die, Face
from companion.model.core.contract import Roll
from companion.model.core.record import DiceMode
from companion.model.core.session import Change
from companion.model.core.timeline import LOG
from companion.model.core.words import Message, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules import turn
from companion.model.games.asagiri.rules.events import FirstPlayerRolled, InspirationRolled
from companion.model.games.asagiri.rules.turn import dice_to_roll
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.state.state import INSPIRATION, SEATS
from companion.model.games.asagiri.state.vocabulary import DRAFTING
from companion.model.games.asagiri.table import manual_actions
from companion.ui.games.asagiri.next_step import player_words
from companion.ui.kit.accessibility import offer_keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Menu
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme import fonts, icons, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import PaintedButton, Sized

from .actions import entries, fought, last_roll, left_cards, of_pool, retypable
from .entry import TypedDice
from .surface import DiceSurface, Lying

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController


SIGNS: dict[DiceMode, str] = {"virtual": "dice", "typed": "pen", "ask": "dice-five"}
WORDS: dict[DiceMode, Message] = {
    "virtual": say("rolled here"), "typed": say("typed in"), "ask": say("rolled here or typed in"),
}  # fmt: skip


class WhoseDice(PaintedButton):
    """A line a player: how the dice asked for are entered; between rolls, every way in which that player's are."""

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._lines: tuple[tuple[str, tuple[DiceMode, ...]], ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        renew = game.keep_current(self, self.rewrite, LOG)
        game.named.connect(renew)
        renew()

    def rewrite(self, *_: object) -> None:
        lines = tuple((self._game.player(seat), self._modes(seat)) for seat in SEATS)
        told = [
            self._game.say(say("{who}: {ways}", who=who, ways=tuple(WORDS[mode] for mode in modes)))
            for who, modes in lines
        ]
        self.setAccessibleName(self._game.say(say("Dice: {players}", players=tuple(told))))
        self.setToolTip("\n".join(told))
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    def _modes(self, seat: str) -> tuple[DiceMode, ...]:
        session, pending = self._game.session, self._game.pending
        if isinstance(pending, Roll):
            asked = zip(pending.owners(), session.dice_modes(pending), strict=True)
            now = tuple(dict.fromkeys(mode for owner, mode in asked if owner == seat))
            if now:
                return now
        return tuple(dict.fromkeys(session.dice_mode(seat, kind) for kind in SYSTEM.facts.rolls))

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(fonts.font("small"))
        names = max((metrics.horizontalAdvance(who) for who, _ in self._lines), default=0.0)
        signs = max((len(modes) for _, modes in self._lines), default=1)
        wide = fonts.px(12) + signs * fonts.px(17) + min(round(names) + 2, fonts.px(132))
        return QSize(wide, 2 * fonts.px(22) + fonts.px(6))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit = self.hasFocus() or self.underMouse()
        colour = theme.color("ink" if lit else "faded")
        font = fonts.font("small")
        pen.setFont(font)
        side, high = fonts.px(14), fonts.px(22)
        for n, (who, modes) in enumerate(self._lines):
            y, x = fonts.px(3) + n * high, float(fonts.px(6))
            for mode in modes:
                icons.paint(pen, SIGNS[mode], colour, QRectF(x, y + (high - side) / 2, side, side))
                x += fonts.px(17)
            box = QRectF(x, y, self.width() - x - fonts.px(4), high)
            words = QFontMetricsF(font).elidedText(who, Qt.TextElideMode.ElideRight, box.width())
            pen.setPen(colour)
            pen.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        if self.hasFocus():
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)


class RollEntry(TypedDice):
    """Types the roll that the game waits for, and puts right the one just made.

    `rolled` carries the faces of the former; `corrected` tells that the latter begins or ends.
    """

    rolled = Signal(tuple)
    corrected = Signal()

    def __init__(
        self,
        game: AsagiriController,
        owners: Callable[[Roll], Sequence[str]],
        parent: QWidget,
        *,
        upright: bool = False,
        size: int = 48,
    ) -> None:
        """`owners`: whose each die of a roll is, in words."""
        super().__init__(game.say, parent, upright=upright, size=size)
        self._game, self._owners = game, owners
        self._asked: object = None
        self.entered.connect(self._take)
        self.left.connect(self._end_correction)
        game.changed.connect(self._leave_correction)

    @property
    def correcting(self) -> bool:
        return bool(self._before)

    def wait_for(self, ask: Callable[[], None] | None = None, mode: DiceMode = "typed") -> None:
        """Show itself while a roll is to be typed; `ask` asks for it, which is done once."""
        asked = ask and (self._game.session.done, mode, self._game.words)
        fresh = not self.correcting and asked != self._asked
        if fresh:
            self._asked = asked
            ask() if ask else self.ask(())
        self.setVisible(self.correcting or ask is not None)
        if fresh and mode == "typed" and self.isVisible():
            offer_keys(self)

    def ask_again(self) -> None:
        """The next `wait_for` asks anew."""
        self._asked = ""

    def _leave_correction(self, *_: object) -> None:
        if self.correcting:
            self.ask(())
            self.ask_again()

    def correct(self, at: int = 0) -> None:
        """Type the roll just made anew, die by die, from one of them on."""
        step, session = retypable(self._game), self._game.session
        if step is not None and step.result.faces:
            roll = session.system.pending(session.state_at(session.done - 1))
            assert isinstance(roll, Roll)
            self.ask(roll.dice, self._owners(roll), faces=step.result.faces, at=at, at_once=True)
            self.corrected.emit()
            self.setFocus()

    def _take(self, faces: tuple[Face, ...]) -> None:
        done, at = self.finished, self.at
        if not self.correcting:
            self.rolled.emit(faces)
        elif not self._game.retype(faces):
            self._end_correction()
        elif not done:
            self.correct(at)

    def _end_correction(self) -> None:
        self._leave_correction()
        self.corrected.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._asked and self._game.dice_entry == "typed":
            offer_keys(self)


LYING, ENTERING, EDGES = 500, 650, 24
"""The widest the tray becomes, at text scale 1: with dice in it, while they are typed; and its own edges."""


class DiceTray(Sized, QWidget):
    """Dice of the player whose phase it is, and the way to roll or type them.

    `roll` and `focus_entry` are for the window's keys. Rolls inside a fight are typed in the fight's slip; `roll` and
    `focus_entry` serve them too.
    """

    preferred, least = (560, 64), (240, 64)

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._first: tuple[int, ...] = ()
        self.surface = DiceSurface(game, self)
        self.whose = WhoseDice(game, self)
        self.entry = RollEntry(game, self._labels, self.surface, size=36)
        self.entry.rolled.connect(self._rolled)
        self.entry.corrected.connect(self._refresh)
        self.entry.changed.connect(self._refresh)
        self.button = InkButton("", "secondary", self, deed="table.step", sign="dice", clicked=self.roll, by_tab=True)
        self.again = InkButton(
            say("Correct the roll"), "quiet", self, sign="pen", clicked=self.correct_roll, by_tab=True
        )
        hbox((self.entry, Qt.AlignmentFlag.AlignCenter), on=self.surface, margins=(8, 2, 8, 4))
        hbox(1, self.whose, (self.surface, 12), self.button, self.again, 1, on=self, spacing=10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.surface)
        game.changed.connect(self._changed)
        game.settings_changed.connect(self._refresh)
        game.named.connect(self._rename)
        palette.theme_changed.connect(self.update)
        fonts.text_scale_changed.connect(self._refresh)
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Dice first; then what the buttons say, then whose dice they are."""
        entering = not self.entry.isHidden()
        self.entry.fit(10_000)
        surface = max(self.surface.minimumSizeHint().width(), self.entry.wide + fonts.px(EDGES) if entering else 0)
        surface = min(surface, fonts.px(ENTERING))
        buttons = [button for button in (self.button, self.again) if not button.isHidden()]
        for short, shorter in ((False, False), (True, False), (True, True)):
            wide = [button.width_when(short=short, key_in_tip=shorter) for button in buttons]
            wide += [] if shorter else [self.whose.sizeHint().width()]
            free = self.width() - sum(wide) - fonts.px(10) * len(wide)
            if surface <= free:
                break
        for button in (self.button, self.again):
            button.shorten(short)
        self.button.put_key_in_tip(shorter)
        self.whose.setVisible(not shorter)
        if entering:
            self.entry.fit(free - fonts.px(EDGES))
        self.surface.setMinimumWidth(min(surface, max(0, free)) if entering else 0)

    def _rename(self) -> None:
        self.entry.ask_again()
        self._refresh()

    def roll(self) -> bool:
        """Roll the dice asked for, whatever for, keeping those in reserve; False when there are none to roll."""
        game = self._game
        if self.surface.tumbling:
            self.surface.skip()
            return True
        if game.state.stage == "take_back" and o.Pass() in game.options and not game.choose(o.Pass()):
            return False
        return game.to_roll() is not None and game.roll()

    def focus_entry(self) -> bool:
        """Bring the keys to where dice are typed now, here or in the slip of a fight; False when nowhere."""
        found = [self.entry, *self.window().findChildren(TypedDice)]
        for entry in found:
            if entry.isVisible() and entry.dice:
                offer_keys(entry, Qt.FocusReason.ShortcutFocusReason)
                return True
        return False

    def correct_roll(self) -> None:
        """Type the roll just made anew, unless the slip of its fight sees to it."""
        if not fought(self._game):
            self.entry.correct()

    def _rolled(self, faces: tuple[Face, ...]) -> None:
        self._tell(faces) if self._by_hand() else self._game.roll(faces)

    def _by_hand(self) -> bool:
        game = self._game
        asked = game.tracking and game.live and manual_actions.asked(game.state)
        return asked and SEATS[game.state.phase] not in game.bots

    def _tell(self, faces: tuple[Face, ...]) -> None:
        """Take what was rolled; where it is not what was expected, ask once what is true."""
        game, state = self._game, self._game.state
        thrown = tuple(element for face in faces for element in ELEMENTS if face == element)
        ways = manual_actions.ways(state, thrown, left_cards(game, state.phase))
        if not ways:
            game.failed.emit(say("The band does not have that many dice."))
        elif len(ways) == 1 and len(faces) >= turn.dice_to_roll(state):
            self._enter(ways[0])
        else:
            self._ask(ways, len(faces), turn.dice_to_roll(state))

    def _enter(self, way: manual_actions.DiceExplanation) -> None:
        self._game.enter_roll(way.options, way.corrections, way.faces, way.rule)

    def _ask(self, ways: Sequence[manual_actions.DiceExplanation], rolled: int, expected: int) -> None:
        """A menu beside the dice: one entry for each thing that may be true."""
        words = say("Rolled: {rolled}; expected: {expected}. What happened?", rolled=rolled, expected=expected)
        menu = Menu(self._game.say, words, self)
        menu.add(words, lambda: None).setEnabled(False)
        for way in ways:
            menu.add(way.words, partial(self._enter, way))
        menu.setActiveAction(menu.actions()[1])
        menu.ask(self.mapToGlobal(QPoint(self.width() // 3, -menu.sizeHint().height())))

    def _labels(self, roll: Roll) -> list[str]:
        if roll.dice and roll.dice[0].kind == D6:
            return [self._rollers()[SEATS.index(die.owner)] for die in roll.dice]
        return []

    def _rollers(self) -> list[str]:
        """Who rolled the two dice for A, as the bands were set up: whoever was second and won is A from then on."""
        state = self._game.state
        swapped = state.stage != "first" and self._first and self._first[1] > self._first[0]
        return [
            self._game.names[n] or self._game.say(player_words(state, SEATS[n]))
            for n in ((1, 0) if swapped else (0, 1))
        ]

    def _changed(self, change: Change) -> None:
        first = next((event for event in change.events if isinstance(event, FirstPlayerRolled)), None)
        if first is not None and change.cause in ("roll", "retype"):
            self._first = first.dice
        elif self._game.state.stage not in ("first", "side"):
            self._first = ()
        self._refresh()
        step = last_roll(self._game)
        fell = first is not None or any(isinstance(event, InspirationRolled) for event in change.events)
        seen = step is not None and "seed" in (step.result.sources or ())
        if fell and seen and change.cause == "roll" and self._game.animated and not motion.reduced():
            self.surface.tumble()

    def _refresh(self) -> None:
        game = self._game
        roll = self._own_roll()
        mode = game.session.dice_mode(SEATS[game.state.phase], "inspiration") if self._by_hand() else game.dice_entry
        typed = mode != "virtual" and (roll is not None or self._by_hand())
        entering = typed or self.entry.correcting
        had_focus = self.entry.hasFocus()
        self.entry.wait_for(partial(self._ask_for, roll) if typed else None, mode)
        self._make_room(entering)
        rolls = (
            roll is not None and game.dice_entry != "typed" and not self.entry.correcting and not self.entry.complete
        )
        keeps = game.state.stage == "take_back" and o.Pass() in game.options
        self.button.setVisible(rolls or keeps)
        none = keeps and not dice_to_roll(game.state)
        self.button.setText(
            game.say(say("Keep them all") if none else say("Keep reserve dice and roll") if keeps else say("Roll"))
        )
        self.button.setAccessibleDescription(game.say(say("Next step")))
        self.again.setVisible(not entering and not fought(game) and retypable(game) is not None)
        self.surface.tell([] if entering else self._lying())
        self._fit()
        if had_focus and not entering:
            self.surface.setFocus()

    def _ask_for(self, roll: Roll | None) -> None:
        """Have the dice typed; before reserve dice are taken back or kept, those may be among them."""
        game, state = self._game, self._game.state
        if roll is not None:
            self.entry.ask(roll.dice, self._labels(roll), rolled=game.rolled_here(), least=int(self._by_hand()))
            return
        kept, sure = manual_actions.held(state), turn.dice_to_roll(state)
        dice = (Die(INSPIRATION, SEATS[state.phase]),) * (sure + len(kept))
        self.entry.ask(dice, [""] * sure + [game.name(who) for who, _ in kept], least=1)

    def _make_room(self, entering: bool) -> None:
        self.surface.setMaximumWidth(fonts.px(ENTERING if entering else LYING))

    def _own_roll(self) -> Roll | None:
        state = self._game.state
        return self._game.to_roll() if not state.frames and state.stage not in DRAFTING else None

    def _lying(self) -> list[Lying]:
        game, state = self._game, self._game.state
        if state.stage in DRAFTING or (state.stage == "side" and state.table.contest is not None):
            return []
        if state.stage in ("first", "side") or self._first:
            entry = entries(last_roll(game), 2)
            faces: tuple[Face | None, ...] = self._first or (None, None)
            return [
                Lying("d6", face, entry[n], label=who)
                for n, (face, who) in enumerate(zip(faces, self._rollers(), strict=True))
            ]
        if state.stage == "deploy":
            return []
        band = state.bands[state.phase]
        found: list[Lying] = []
        if state.stage == "take_back":
            for option in game.options_like(o.TakeBack):
                assert isinstance(option, o.TakeBack)
                kept = game.figure(option.who).reserve
                found.append(Lying("reserve", kept, who=option.who, label=game.name(option.who)))
        roll = self._own_roll()
        waiting = len(roll.dice) if roll is not None else 0
        if waiting:
            return [Lying("blank", None) for _ in range(waiting)]
        marks = of_pool(game, state.phase)
        found += [Lying("pool", element, marks[n]) for n, element in enumerate(band.pool)]
        found += [Lying("aside", None) for _ in range(band.aside)]
        return found + [Lying("gone", None) for _ in range(band.gone)]
