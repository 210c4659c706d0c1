"""What the dice at hand could do, figure by figure or die by die: now, later, kept for the enemy's phase, or not."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.model.core.contract import Choice, Correction
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.insight.advice import Advice, When, for_band
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.refusals import die_may_be_let
from companion.model.games.asagiri.skills.availability import may_be_let
from companion.model.games.asagiri.skills.language.explain import cost
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, Element
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import Origin
from companion.model.games.asagiri.table import corrections
from companion.ui.games.asagiri.cards.face import skill_words
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.fight.choice import ChoiceLine, Line
from companion.ui.kit.choices import ChoiceWord, RadioGroup
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts

HELD_IN: tuple[Origin, ...] = ("pool", "reserve")
"""Where a die is taken from, the first that has one."""
_WHEN: dict[When, Message] = {
    "now": say("Now"),
    "later": say("Later this phase"),
    "enemy": say("In the enemy phase, from reserve"),
}


class AdviceSlip(PaperPanel):
    """A line a use. One that can be done at once is done by a click; one for later leads to its figure."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`; nothing is worked out while nobody looks."""
        super().__init__(parent, margin=10, seed=23)
        self._game = game
        self._heading = Heading("", self, level=3)
        self._heading.setWordWrap(True)
        self._heading.setWordWrap(True)
        self._note = Label(self, font="small")
        self.ways = {way: ChoiceWord("", self) for way in ("figure", "die")}
        self._one = RadioGroup(self)
        for word in self.ways.values():
            self._one.addButton(word)
        self._by = "figure"
        self.lines: list[ChoiceLine] = []
        self._shown: list[QWidget] = []
        self._sheet = QWidget()
        self._list = QVBoxLayout(self._sheet)
        self._list.setContentsMargins(0, 0, fonts.px(2), 0)
        self._list.setSpacing(fonts.px(3))
        self._list.addStretch(1)
        area = ScrollColumn(self._sheet, self)
        row = QHBoxLayout()
        row.setSpacing(fonts.px(6))
        for way, word in self.ways.items():
            word.clicked.connect(lambda _=False, way=way: self.group_by(way))
            row.addWidget(word)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addWidget(self._heading)
        column.addLayout(row)
        column.addWidget(self._note)
        column.addWidget(area, 1)
        game.keep_current(self, self.rewrite)
        self.hide()  # nobody looks before it is asked for: a look is noted in the log

    @property
    def band(self) -> int:
        """Whose dice: those of whoever has to choose, else of the player whose phase it is."""
        pending = self._game.pending
        return SEATS.index(pending.seat) if isinstance(pending, Choice) else self._game.state.phase

    def group_by(self, way: str) -> None:
        """Put the lines together by ``figure`` or by ``die``."""
        self._by = way
        self.rewrite()

    def showEvent(self, event: QShowEvent) -> None:
        self.rewrite()
        super().showEvent(event)

    def rewrite(self, *_: object) -> None:
        """Say it as it stands now, when anybody looks."""
        # noting the look is a change that comes back here: before anything is thrown away and made anew
        agreed = not self.isHidden() and self._game.look_up("advice", SEATS[self.band])
        for widget in self._shown:
            widget.hide()
            widget.deleteLater()
        self.lines, self._shown = [], []
        game = self._game
        if self.isHidden():
            return
        self._heading.setText(game.say(say("What can these dice do?")))
        self.setAccessibleName(self._heading.text())
        words = {"figure": say("By figure"), "die": say("By die")}
        for way, word in self.ways.items():
            word.setText(game.say(words[way]))
        self._one.mark(self.ways[self._by])
        if not agreed:
            self._note.setText(game.say(say("This help is not agreed for this game.")))
            self._note.show()
            return
        uses = for_band(game.state, self.band)
        found = [one for one in uses if one.when != "never" or one.skill is not None or self._let(one) is not None]
        self._note.setText("" if found else game.say(say("No figure can use dice now.")))
        self._note.setVisible(not found)
        for title, shown in self._groups(found):
            heading = Label(self._sheet, role="ink", font="strong")
            heading.setText(title)
            self._add(heading)
            for use in shown:
                line = self._line(use)
                self.lines.append(line)
                self._add(line)

    def _add(self, widget: QWidget) -> None:
        self._shown.append(widget)
        self._list.insertWidget(self._list.count() - 1, widget)
        widget.show()

    def _groups(self, found: list[Advice]) -> Iterator[tuple[str, list[Advice]]]:
        game = self._game
        if self._by == "figure":
            for who in dict.fromkeys(one.who for one in found):
                yield game.name(who), [one for one in found if one.who == who]
            return
        for element in ELEMENTS:
            uses = [one for one in found if one.when != "never" and any(element in slot for slot in one.cost)]
            if uses:
                yield game.say(Message(ELEMENT_WORDS[element])), uses

    def _line(self, use: Advice) -> ChoiceLine:
        game = self._game
        title: Name | Message
        if use.skill is not None:
            title = Name.of(use.skill.name)
            single = use.skill.element is None
            words = say("{skill} · {cost}", skill=title, cost=cost(use.skill)) if single else say("{use}", use=title)
        else:
            assert use.stat is not None
            words = say("{stat} +1", stat=Message(STAT_WORDS[use.stat]))
        named = game.say(words)
        if self._by == "die":
            named = f"{game.name(use.who)} · {named}"
        line = Line(use.option or o.Pass(), named, self._detail(use), self._element(use), in_reserve=use.reserved)
        shown = ChoiceLine(line, "", self._sheet)
        shown.setEnabled(use.when != "never")
        let = self._let(use)
        if let is not None:
            against, anyway = let
            shown.setEnabled(True)
            shown.setToolTip(game.say(say("Do it anyway")))
            shown.clicked.connect(lambda: game.override((anyway,), against))
        else:
            shown.clicked.connect(lambda _=False, use=use: self._take(use))
        return shown

    def _let(self, use: Advice) -> tuple[Refusal, Correction] | None:
        """The rule that keeps this from being done now, and what does it anyway, at a table that decides itself."""
        game = self._game
        if use.option is not None or not game.tracking or not game.live:
            return None
        if use.skill is not None:
            against = may_be_let(game.state, use.who, use.skill) if game.options else None
            return None if against is None else (against, corrections.Use(use.who, use.skill.id))
        for origin in HELD_IN:
            against = die_may_be_let(game.state, o.UseDie(use.cost[0][0], origin, use.who))
            if against is not None:
                return against, corrections.Spend(use.who, use.cost[0][0], origin)
        return None

    def _detail(self, use: Advice) -> str:
        """When, or why not; the numbers before and after; what a skill does."""
        game = self._game
        when = game.say(use.refusal.why if use.refusal is not None else _WHEN.get(use.when, say("Not now")))
        changes = [game.say(change) for change in use.changes] if use.when != "never" else []
        said = [" · ".join([when, *changes])] if use.refusal is None else [when]
        if use.skill is not None:
            said.append(skill_words(use.skill, game.say, game.content))
        return "\n".join(said)

    def _element(self, use: Advice) -> Element | None:
        return use.cost[0][0] if len(use.cost) == 1 and len(use.cost[0]) == 1 else None

    def _take(self, use: Advice) -> None:
        """Use it, or look at whoever could."""
        if use.option is not None:
            self._game.choose(use.option)
        else:
            self._game.select(use.who)
