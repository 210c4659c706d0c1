"""Help with a decision, at any game's table: a hint, and everything that can be done now.

One panel with two faces. A hint says what to do, why, and what else; it is drawn on the table meanwhile, and chooses
nothing before somebody says so. The list holds every option of whoever is asked, sorted by what it is, and beside it
what is not possible and why; it is sifted by typing, and choosing from it does it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QAccessible, QFont, QFontMetrics, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.contract import Option
from companion.model.core.words import Message, has_words, plural, say
from companion.model.hints import Advice, Hint, hints_used, possible
from companion.ui.kit.accessibility import announce
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import FlowRow, vbox
from companion.ui.kit.list_view import WRAP, Line, LineDelegate, ListView
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_controller import GameController
from companion.ui.play.hints import Hints

Face: TypeAlias = Literal["hint", "list"]
MARK = "·\u00a0"


class _OptionDelegate(LineDelegate):
    """Plain words, as many lines as they need: options are sentences, not names."""

    heading = "strong"
    gap = 14

    def _title(self, line: Line, width: int) -> tuple[QFont, int]:
        font = fonts.font("small" if line.id.startswith("about") else "text")
        room = QRect(0, 0, max(40, width - fonts.px(12) - self._left(line)), 10_000)
        return font, QFontMetrics(font).boundingRect(room, WRAP, line.title).height()

    def _left(self, line: Line) -> int:
        return fonts.px(2) if line.id.startswith("about") else super()._left(line)


class GuidePanel(PaperPanel):
    """See the module."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(
        self,
        game: GameController[Any],
        name: Callable[[str], str],
        show: Callable[[QWidget], object],
        parent: QWidget,
    ) -> None:
        """`name`: what the player of a seat is called; `show` shows the panel where it is hidden, and hides it."""
        super().__init__(parent, margin=12, seed=41)
        self.hints = hints = Hints(game, self)
        self._game, self._name, self._show = game, name, show
        self.face: Face = "hint"
        self.title = Heading("", self, level=3)
        self.title.setWordWrap(True)
        # the hint
        self.plan = Label(self, role="ink", font="strong")
        self.reasons, self.value = TermLabel(self, role="ink"), Label(self, font="small")
        self.do = InkButton(say("Do it"), "primary", self, key="↵", clicked=lambda _=False: hints.carry_out())
        self.or_ = Label(self, font="small", text=say("or"))
        self.other = Label(self, role="ink")
        self.do_other = InkButton(say("Do this instead"), "secondary", self, clicked=self._do_other)
        self.do_other.installEventFilter(self)
        self.count = Label(self, font="small")
        self.off = InkButton(say("Play without hints"), "quiet", self, clicked=lambda _=False: hints.allow(False))
        self.on = InkButton(say("Allow hints again"), "secondary", self, clicked=lambda _=False: self._allow())
        # the list
        self.search = says(QLineEdit(self), name=say("Search"), hint=say("Type to search"))
        self.search.textChanged.connect(self._sift)
        self.search.installEventFilter(self)
        self.options = ListView(self)
        self.options.set_delegate(_OptionDelegate(self.options))
        self.options.chosen.connect(self._choose)
        self.nothing = Label(self, font="small", text=say("Nothing found. Try fewer letters."))
        # both
        self.to_list = InkButton(say("What can I do now?"), "quiet", self, sign="menu", deed="table.possible",
                                 key_in_tip=True, clicked=lambda _=False: self.open("list"))  # fmt: skip
        self.to_hint = InkButton(say("Hint"), "quiet", self, sign="hint", deed="table.hint",
                                 key_in_tip=True, clicked=lambda _=False: self.open("hint"))  # fmt: skip
        self.away = InkButton(say("Close"), "quiet", self, key="Esc", clicked=lambda _=False: self.close_panel())
        self._or = QWidget(self)
        vbox(Rule(self._or), self.or_, self.other, self.do_other, on=self._or, spacing=4)
        body = QWidget(self)
        vbox(self.plan, self.reasons, self.value, self.do, self._or, self.on, 1, on=body, spacing=6)
        self._body = ScrollColumn(body, self, fade="surface")
        self._row = FlowRow(self, (self.to_list, self.to_hint, self.off, self.away))
        vbox(
            self.title, (self._body, 1), self.search, self.nothing, (self.options, 1), self.count, self._row,
            on=self, spacing=6, margins=None,
        )  # fmt: skip
        self.hide()
        hints.changed.connect(self.rewrite)
        if game.hidden:  # what belongs to one seat is put away before another takes the screen
            game.seated.connect(self.close_panel)
        game.keep_current(self, self.rewrite)
        self.rewrite()

    # what it shows ---------------------------------------------------------------------------------------------------

    def doings(self) -> dict[str, Callable[[], object]]:
        """What its keys do, by the ids of `companion.ui.kit.key_table`."""
        return {"table.hint": lambda: self.toggle("hint"), "table.possible": lambda: self.toggle("list")}

    def typed(self) -> dict[str, Callable[[], object]]:
        """The same by the words that a command line knows them by."""
        return dict(zip(("hint", "what"), self.doings().values(), strict=True))

    def button(self, parent: QWidget) -> InkButton:
        """A button that asks for a hint; from there it is one step to the list."""
        return InkButton(say("Hint"), "quiet", parent, sign="hint", deed="table.hint", key_in_tip=True,
                         clicked=lambda _=False: self.toggle("hint"))  # fmt: skip

    def toggle(self, face: Face) -> None:
        """Show one of its faces, or put the panel away when that one is shown."""
        if self.isVisible() and self.face == face:
            self.close_panel()
            return
        self.open(face)
        if self.isHidden():
            self._show(self)
            if self.isVisible():
                self._keys()
            else:  # another page lies over the table: whoever comes next sits down first
                self._show(self)
                self.hints.dismiss()

    def close_panel(self, *_: object) -> None:
        """Put it away."""
        if not self.isHidden():
            self._show(self)

    def open(self, face: Face) -> None:
        """Turn to one of its faces."""
        self.face = face
        if face == "hint" and not isinstance(self.hints.found, Hint) and not self.hints.thinking:
            self.hints.ask()
        if face == "list":
            self.hints.dismiss()
            self.search.clear()
        self.rewrite()
        if self.isVisible():
            self._keys()

    def _keys(self) -> None:
        """To what is likely to be pressed next."""
        wanted = self.search if self.face == "list" else self.do if self.do.isVisible() else self.away
        wanted.setFocus(Qt.FocusReason.OtherFocusReason)

    def rewrite(self, *_: object) -> None:
        """Show what there is to say now; what belongs to somebody else is gone at once."""
        hints, of_hint = self.hints, self.face == "hint"
        if not of_hint and self.isVisible():
            self._list()
        found = hints.found if of_hint else None
        best, other = (found.best, found.other) if isinstance(found, Hint) else (None, None)
        held = self.window().focusWidget()
        had = held is not None and self.isAncestorOf(held)
        self.title.setText(self._titled(found))
        said = tr(self._named(found)) if isinstance(found, Message) else tr(best.words) if best is not None else ""
        if of_hint and hints.thinking:
            said = tr(say("Thinking…"))
        elif of_hint and found is None:
            said = tr(say("The game has gone on. Ask again for another hint."))
        self.plan.setText(said)
        self.reasons.setText("" if best is None else "\n".join(MARK + tr(reason) for reason in best.reasons))
        self.value.setText("" if best is None else self._valued(found, best, other))
        self.other.setText("" if other is None else self._other(other))
        used = sum(hints_used(self._game.session, self._game.seats))
        self.count.setText(
            tr(plural("{count} hint looked at in this game", "{count} hints looked at in this game", used))
        )
        for part, shown in (
            (self.count, of_hint and used > 0),
            (self.plan, of_hint), (self.reasons, best is not None and bool(best.reasons)),
            (self.value, bool(self.value.text())), (self.do, best is not None), (self._or, other is not None),
            (self.on, of_hint and not hints.allowed), (self.off, of_hint and hints.allowed),
            (self.search, not of_hint), (self.options, not of_hint),
            (self.nothing, not of_hint and self._none_left()), (self.to_list, of_hint),
            (self.to_hint, not of_hint and hints.allowed), (self._body, of_hint),
        ):  # fmt: skip
            part.setVisible(shown)
        self._row.updateGeometry()
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(said)
        self.updateGeometry()
        if self.isVisible() and of_hint:
            announce(self, " ".join(filter(None, (said, self.reasons.text(), self.value.text(), self.other.text()))))
        if self.isVisible() and had and held is not None and (held.isHidden() or held is self.away):
            self._keys()  # what had them may be gone: they stay on the panel

    def _titled(self, found: object) -> str:
        if self.face == "list":
            return tr(say("What can I do now?"))
        if isinstance(found, Hint) and len(self._game.seats) - len(self._game.bots) > 1:
            return tr(say("Hint for {player}", player=self._name(found.seat)))
        return tr(say("Hint"))

    def _named(self, why: Message) -> Message:
        """With the player's name where the model says a seat."""
        named = tuple((gap, self._name(said) if gap == "seat" and isinstance(said, str) else said)
                      for gap, said in why.args)  # fmt: skip
        return msgspec.structs.replace(why, args=named)

    def _valued(self, found: object, best: Advice, other: Advice | None) -> str:
        """What the player compared; nothing where the game has no opinion."""
        if not isinstance(found, Hint) or not found.judged:
            return ""
        value = round(100 * best.value)
        if other is None or round(100 * other.value) == value:
            return tr(say("Chance of winning afterwards, as the computer sees it: {value}%.", value=value))
        then = round(100 * other.value)
        return tr(
            say("Chance of winning afterwards, as the computer sees it: {value}%; with the other: {then}%.",
                value=value, then=then)
        )  # fmt: skip

    @staticmethod
    def _other(other: Advice) -> str:
        return "\n".join((tr(other.words), *(MARK + tr(reason) for reason in other.reasons[:1])))

    # the list --------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        game, choice = self._game, self.hints.choice
        lines: list[Line] = []
        system, state = game.session.system, game.state
        topics = () if choice is None else possible(system, state, choice, game.content)
        for n, topic in enumerate(topics):
            lines.append(Line(f"topic {n}", tr(topic.title), heading=True))
            if topic.about != topic.title:
                lines.append(Line(f"about {n}", tr(topic.about), on=False))
            lines += [
                Line(f"do {n} {k}", tr(system.label(state, option)), sign="play", data=option)
                for k, option in enumerate(topic.options)
            ]
            lines += [
                Line(f"not {n} {k}", tr(words), sign="lock",
                     refusal=tr(say("{why} ({rule})", why=refusal.why, rule=refusal.rule)))
                for k, (words, refusal) in enumerate(topic.refused)
            ]  # fmt: skip
        if not lines:
            lines = [Line("nothing", tr(say("Nothing is asked of you now.")), on=False)]
        self.options.show_lines(lines)
        self.options.setAccessibleName(self.title.text())
        self._sift()

    def _sift(self, *_: object) -> None:
        typed = self.search.text().strip()
        topic: dict[str, str] = {}
        for line in self.options.rows.lines:
            if line.heading:
                topic[line.id.split()[1]] = line.title

        def keep(line: Line) -> bool:
            if not typed:
                return True
            kind, _, rest = line.id.partition(" ")
            if kind == "about":
                return False
            above = topic.get(rest.split()[0], "") if rest else ""
            return has_words(f"{above} {line.title} {line.refusal}", typed)

        view = self.options
        view.sift(keep)
        view.led = bool(typed)  # Enter in the search takes the line that is lit
        if typed:
            view.setCurrentIndex(view.rows.index(next(iter(view.usable()), -1)))
        self.nothing.setVisible(self.face == "list" and self._none_left())

    def _none_left(self) -> bool:
        """Whether what is typed is in none of the lines."""
        return bool(self.search.text().strip()) and all(
            map(self.options.isRowHidden, range(len(self.options.rows.lines)))
        )

    def _choose(self, id: str) -> None:
        option = self.options.by_id[id].data
        if isinstance(option, Option):
            self.close_panel()
            self._game.choose(option)

    # what is done ----------------------------------------------------------------------------------------------------

    def _allow(self) -> None:
        self.hints.allow(True)
        self.hints.ask()

    def _do_other(self, *_: object) -> None:
        found = self.hints.found
        if isinstance(found, Hint):
            self.hints.carry_out(found.other)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self.do_other and kind in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            found = self.hints.found
            self.hints.draw(found.other if isinstance(found, Hint) else None)
        elif watched is self.do_other and kind in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self.hints.draw(None)
        elif watched is self.search and isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            usable = self.options.usable()
            if event.key() == Qt.Key.Key_Down and usable:
                self.options.setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if (
                event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
                and usable
                and (self.options.led or len(usable) == 1)
            ):
                self._choose(self.options.rows.lines[usable[0]].id)
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            on = self.focusWidget()
            on.click() if isinstance(on, InkButton) else self.hints.carry_out()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.hints.dismiss()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.rewrite()

    def retranslate(self) -> None:
        self.rewrite()
