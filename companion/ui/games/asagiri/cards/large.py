"""A card brought close to read, turn over and correct, and the menu of a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QIntValidator, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.words import Message, Words, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS
from companion.model.games.asagiri.state.vocabulary import BandId, FigureId, by_figure
from companion.model.games.asagiri.table import corrections, manual_actions
from companion.model.games.asagiri.table.corrections import SetStat
from companion.ui.games.asagiri.cards.face import STATS, Stat
from companion.ui.games.asagiri.cards.portrait import RATIO
from companion.ui.games.asagiri.cards.profile import ProfileCard
from companion.ui.games.asagiri.dice import actions
from companion.ui.kit import keys, settings
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Menu
from companion.ui.kit.explain import explainer
from companion.ui.kit.layouts import hbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.screen import ChoicePopup, ModalLayer
from companion.ui.kit.theme import fonts, icons, ink, palette

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController

WIDTH = 372


def size_within(room: QSize, keep: int = 0) -> QSize:
    """The size of a large card inside a window, `keep` pixels of its height left free."""
    wide = max(fonts.px(WIDTH), round(room.height() * 0.62 / RATIO))
    high = min(round(wide * RATIO), room.height() - keep)
    return QSize(min(wide, round(high / RATIO * 1.06)), high)


class LargeCard(ModalLayer):
    """A veil over the window with one card on it. `closed` when it goes.

    Keys: Esc, Enter or `i` close it, `f` shows its other face, the arrows go through the band, `?` lists its terms.
    """

    closed = Signal()

    def __init__(self, game: AsagiriController, who: FigureId, owner: QWidget, *, editing: bool = False) -> None:
        """Open over the window of `owner`; `editing`: begin with correcting the first value (track mode)."""
        super().__init__(owner)
        window = owner.window()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._game = game
        self.field: StatField | None = None
        """The value being corrected."""
        self.card = self._made(who)
        self.card.pressed_at.connect(self._pressed)
        other = settings.words_beside(game.words.language)
        self.twin = self._made(who, other) if other is not None else None
        """The same card in the other language, on request."""
        if self.twin is not None:
            self.twin.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._bar = QWidget(self)
        self._flip = InkButton("", "secondary", self._bar, deed="card.flip", sign="flip")
        self._edit = InkButton("", "secondary", self._bar, deed="card.edit", sign="edit")
        self._close = InkButton("", "quiet", self._bar, key="Esc")
        for button, do in ((self._flip, self.turn_over), (self._edit, self.edit), (self._close, self.close)):
            button.clicked.connect(lambda _=False, do=do: do())
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        hbox(self._flip, self._edit, self._close, on=self._bar)
        self._edit.setVisible(game.tracking)
        window.installEventFilter(self)
        game.changed.connect(self._changed)
        game.settings_changed.connect(self._retell)
        self._retell()
        fonts.text_scale_changed.connect(self._lay_out)
        self._lay_out()
        self.show()
        self.raise_()
        self.setFocus()
        if editing:
            self.edit()

    def _made(self, who: FigureId, words: Words | None = None) -> ProfileCard:
        card = ProfileCard(self._game, who, self, density="large", words=words)
        card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        card.set_marked(False)
        return card

    def turn_over(self) -> None:
        self._end_field()
        status = self.card.status
        if status.condition != "disabled":
            turned = replace(status, condition="shaken" if status.condition == "vigilant" else "vigilant")
            for card in self._cards():
                card.set_status(turned)

    def _retell(self) -> None:
        game = self._game
        self._flip.setText(game.say(say("Other face")))
        self._edit.setText(game.say(say("Correct")))
        self._close.setText(game.say(say("Close")))
        title = game.say(say("The card of {who}", who=game.name(self.card.who)))
        self.setAccessibleName(f"{title}. {self.card.accessibleName()}. {self.card.accessibleDescription()}")
        self._lay_out()

    def _cards(self) -> list[ProfileCard]:
        return [self.card] if self.twin is None else [self.card, self.twin]

    def edit(self, stat: Stat = "attack") -> None:
        if not self._game.tracking:
            return
        self._end_field()
        place = self.card.places().stats[stat]
        corner = self.card.mapTo(self, place.topLeft().toPoint())
        field = StatField(self._game, self.card, stat, self)
        wide = max(round(place.width()), fonts.px(64))
        field.setGeometry(QRect(corner.x() + round(place.width() - wide) // 2, corner.y(), wide, round(place.height())))
        field.moved.connect(self._next_field)
        field.ended.connect(self._end_field)
        field.show()
        field.setFocus()
        field.selectAll()
        self.field = field

    def _next_field(self, step: int) -> None:
        if self.field is not None:
            self.edit(STATS[(STATS.index(self.field.stat) + step) % 4])

    def _end_field(self) -> None:
        if self.field is not None:
            self.field.deleteLater()
            self.field = None
            self.setFocus()

    def _pressed(self, at: QPointF) -> None:
        for stat, place in self.card.places().stats.items():
            if place.contains(at):
                self.edit(stat)
                return

    def _changed(self, change: object) -> None:
        self._edit.setVisible(self._game.tracking)

    def _lay_out(self) -> None:
        window = self.parentWidget()
        assert window is not None
        self.setGeometry(window.rect())
        bar = self._bar.sizeHint().height()
        size = size_within(self.size(), bar + 40)
        cards, gap = self._cards(), 16
        if len(cards) > 1:
            size.setWidth(min(size.width(), (self.width() - 3 * gap) // 2))
        top = (self.height() - size.height() - bar - 8) // 2
        left = (self.width() - len(cards) * size.width() - (len(cards) - 1) * gap) // 2
        for n, card in enumerate(cards):
            card.setFixedSize(size)
            card.move(left + n * (size.width() + gap), top)
        wide = self._bar.sizeHint().width()
        self._bar.setGeometry((self.width() - wide) // 2, top + size.height() + 8, wide, bar)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
            self._end_field()
            self._lay_out()
        return super().eventFilter(watched, event)

    def _go(self, step: int) -> None:
        state, who = self._game.state, self.card.who
        band = [n for n, character in by_figure(state.table.characters) if character.band == state.band_of(who)]
        self._end_field()
        for card in self._cards():
            card.follow_figure(band[(band.index(who) + step) % len(band)])
            card.set_marked(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, deed = event.key(), keys.meant("card", event)
        if key in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter) or deed == "card.open":
            self.close()
        elif deed == "card.flip":
            self.turn_over()
        elif deed == "card.edit":
            self.edit()
        elif keys.meant("all", event) == "keys":
            self._ask_term()
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            self._go(1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up):
            self._go(-1)
        event.accept()

    def _ask_term(self) -> None:
        """About which word of the card does somebody want to read? Nothing is asked where it has none."""
        links = {str(link): link for link in explainer.links_in([self.card.painted_words(None)])}
        if links:
            lines = [Line(id, *explainer.about(link)) for id, link in links.items()]
            popup = ChoicePopup(lines, self, name=self._game.say(say("Words on this card")))
            popup.chosen.connect(lambda id: explainer.wanted.emit(links[id]))
            popup.popup(self.card, beside=True)
            popup.give_back_to(self)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if keys.meant("all", event) == "help":
                return super().event(event)  # the help comes over the table
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            pen.fillRect(self.rect(), palette.current().color("ground", 0.78))


class StatField(QLineEdit):
    """One value of a card being typed over its numeral.

    Enter takes it, Tab takes it and goes to the next, Esc leaves it. Signals: `moved` (1 or -1), `ended`.
    """

    moved = Signal(int)
    ended = Signal()

    def __init__(self, game: AsagiriController, card: ProfileCard, stat: Stat, parent: QWidget) -> None:
        super().__init__(str(card.shown(stat)), parent)
        self.stat: Stat = stat
        self._game, self._who, self._condition = game, card.who, card.status.condition
        self.setValidator(QIntValidator(0, 99, self))
        self.setMaxLength(2)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        font = fonts.font("numeral")
        font.setPixelSize(max(fonts.px(20), round(card.places().stats[stat].height() * 0.5)))
        self.setFont(font)
        self.setTextMargins(0, 0, 0, 0)
        self.setStyleSheet("QLineEdit { padding: 0; }")
        self.setAccessibleName(game.say(Message(STAT_WORDS[stat])))

    def _take(self) -> None:
        if not self.hasAcceptableInput():
            return
        value = int(self.text())
        face: Literal["vigilant", "shaken"] = "vigilant" if self._condition == "vigilant" else "shaken"
        character = self._game.state.table.characters[self._who]
        before = getattr(character.vigilant if face == "vigilant" else character.shaken, self.stat)
        if value != before:
            self._game.correct(SetStat(self._who, face, self.stat, value))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self._take()
                self.moved.emit(1 if event.key() == Qt.Key.Key_Tab else -1)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
            self.ended.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
        else:
            super().keyPressEvent(event)


def add_lasting(menu: Menu, game: AsagiriController, who: FigureId) -> None:
    """A menu in the menu, when a figure that stands there bears something, or a token could be laid on it."""
    state = game.state
    borne, going = skill_use.borne(state, who), skill_use.effects(state, who)
    known = dict.fromkeys((*skill_use.tokens(state), *borne)) if state.figures[who].state != "disabled" else {}
    if not known and not going:
        return
    inner = menu.inner(say("Tokens and effects"), "hourglass")
    for token in known:
        words, on = say("Token: {token}", token=skill_use.token_words(token)), token in borne
        inner.add(words, partial(game.correct, corrections.SetToken(who, token, not on)), on=on)
    if known and going:
        inner.addSeparator()
    for n, effect in going:
        inner.add(say("End: {effect}", effect=effect), partial(game.correct, corrections.EndEffect(who, n)), "close")


def add_odds(menu: Menu, game: AsagiriController, who: FigureId) -> None:
    """An entry that asks for the odds of a fight with a figure on the board, where such help is agreed."""
    if game.allows("odds") and game.figure(who).at >= 0:
        menu.add(say("Odds of a fight"), partial(game.odds_asked.emit, who), "chart")


def add_state(menu: Menu, game: AsagiriController, who: FigureId) -> None:
    """What a hand corrects about a figure that stands: its card, its turn, its die, what it bears."""
    figure = game.figure(who)
    shaken = figure.state == "vigilant"
    words = say("Turn the card: shaken") if shaken else say("Turn the card: vigilant")
    menu.add(words, partial(game.correct, corrections.SetState(who, "shaken" if shaken else "vigilant")), "flip")
    turned = corrections.SetActivated(who, not figure.activated)
    menu.add(say("Activated"), partial(game.correct, turned), on=figure.activated)
    inner = menu.inner(say("Die in reserve"), "tray")
    for element in (*ELEMENTS, None):
        name = Message(ELEMENT_WORDS[element]) if element else say("none")
        icon = icons.icon(element, palette.current().element(element)) if element else ""
        held = partial(game.correct, corrections.SetReserve(who, element))
        inner.add(name, held, icon, on=figure.reserve == element)
    add_lasting(menu, game, who)


def menu_for(game: AsagiriController, who: FigureId, parent: QWidget, look: Callable[[bool], None]) -> Menu:
    """The menu of a figure's card. `look` opens the large card, told whether to begin with correcting its values."""
    menu = Menu(game.say, game.name(who), parent)
    menu.add(say("View the card"), partial(look, False), "eye")
    add_odds(menu, game, who)
    for option in game.options:
        activates = isinstance(option, o.Activate) and option.who == who
        if activates or (isinstance(option, o.Reserve | o.TakeBack) and actions.user_of(game.state, option) == who):
            sign = "play" if activates else "tray"
            menu.add(SYSTEM.label(game.state, option), partial(game.choose, option), sign)
    if game.tracking:
        menu.addSeparator()
        _add_corrections(menu, game, who, look)
    return menu


def _add_corrections(menu: Menu, game: AsagiriController, who: FigureId, look: Callable[[bool], None]) -> None:
    figure, character = game.figure(who), game.state.table.characters[who]
    if figure.state == "disabled":
        words = say("Disabled: place the figure on the board again to bring it back")
        menu.add(words, lambda: None).setEnabled(False)
        _give_up(menu, game, character.band)
    else:
        add_state(menu, game, who)
    if character.equipment is not None and character.equipment.single:
        spent = corrections.SetEquipment(who, not figure.spent)
        menu.add(say("Equipment used up"), partial(game.correct, spent), on=figure.spent)
    menu.add(say("Correct a value…"), partial(look, True), "edit")
    if figure.state != "disabled":
        menu.addSeparator()
        menu.add(say("Disabled"), partial(game.correct, corrections.SetState(who, "disabled")), "skull")


def _give_up(menu: Menu, game: AsagiriController, band: BandId) -> None:
    """BND-6: the die that a band still owes for a civilian, by hand."""
    own = game.state.bands[band]
    if not manual_actions.owes(game.state, band):
        return
    inner = menu.inner(say("Lose a die for good"), "dice")
    if own.aside:
        inner.add(say("one set aside"), partial(game.correct, corrections.SetDice(band, own.pool, own.aside - 1)))
    for element in dict.fromkeys(own.pool):
        pool = list(own.pool)
        pool.remove(element)
        lost = corrections.SetDice(band, tuple(pool), own.aside)
        inner.add(Message(ELEMENT_WORDS[element]), partial(game.correct, lost))
