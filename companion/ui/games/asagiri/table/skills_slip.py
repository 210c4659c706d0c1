"""The skills of the figure looked at: what each does, what it costs, and why it can or cannot be used now."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.contract import Option
from companion.model.core.words import Name, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.availability import (
    price_by_hand,
    skill_by_hand,
    skill_refused,
    standing_words,
)
from companion.model.games.asagiri.skills.language.explain import cost, sign
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.table.corrections import Use
from companion.ui.games.asagiri.cards.face import skill_words
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.fight.choice import ChoiceLine, Line
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts


class SkillsSlip(PaperPanel):
    """A line a skill; those that can be used now are clicked, the others say why not."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game` and the figure selected in it."""
        super().__init__(parent, margin=10, seed=17)
        self._game = game
        self._heading = Heading("", self, level=3)
        self._heading.setWordWrap(True)
        self._nobody = Label(self, font="small")
        self.lines: list[ChoiceLine] = []
        self._sheet = QWidget()
        self._list = QVBoxLayout(self._sheet)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(fonts.px(4))
        self._list.addStretch(1)
        area = ScrollColumn(self._sheet, self)
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addWidget(self._heading)
        column.addWidget(self._nobody)
        column.addWidget(area, 1)
        renew = game.keep_current(self, self.rewrite)
        game.selected.connect(renew)
        renew()

    @property
    def who(self) -> int:
        """The figure shown: the one looked at, else the active one; -1: none."""
        active = self._game.state.active
        return self._game.selection if self._game.selection >= 0 else active.who if active is not None else -1

    def rewrite(self, *_: object) -> None:
        """Show the figure's skills as they stand now."""
        for line in self.lines:
            line.hide()
            line.deleteLater()
        self.lines = []
        game, who = self._game, self.who
        self._heading.setText(game.name(who) if who >= 0 else game.say(say("Skills")))
        self.setAccessibleName(self._heading.text())
        skills = self._skills(who)
        self._nobody.setText("" if skills else game.say(say("Select a figure to see its skills.")
                                                        if who < 0 else say("No skills on this face.")))  # fmt: skip
        self._nobody.setVisible(not skills)
        for skill in skills:
            shown = self._line(who, skill)
            self.lines.append(shown)
            self._list.insertWidget(self._list.count() - 1, shown)
            shown.show()

    def _skills(self, who: int) -> tuple[Skill, ...]:
        if who < 0:
            return ()
        state = self._game.state
        equipment, boon = state.table.characters[who].equipment, state.table.characters[who].boon
        own = state.face(who).skills + (equipment.skills if equipment else ())
        return own if boon is None else (*own, boon)

    def _line(self, who: int, skill: Skill) -> ChoiceLine:
        game = self._game
        words = skill_words(skill, game.say, game.content)
        standing = game.say(standing_words(game.state, who, skill))
        option = self._option(who, skill)
        refused = skill_refused(game.state, who, skill) is not None
        line = Line(
            option or o.Pass(),
            game.say(say("{skill} · {cost}", skill=Name.of(skill.name), cost=cost(skill))),
            f"{words}\n{standing}",
            sign(skill),
            "" if sign(skill) else "star" if not skill.is_automatic else "eye",
            danger=False,
        )
        shown = ChoiceLine(line, "", self._sheet)
        by_hand = (
            option is None and game.tracking and game.live and skill_by_hand(game.state, who, skill.id) is not None
        )
        shown.setEnabled((option is not None and not refused) or by_hand)
        if by_hand:
            shown.setToolTip(game.say(say("Do it anyway")))
            shown.clicked.connect(lambda _=False: self._use_by_hand(who, skill))
        elif option is not None:
            shown.clicked.connect(lambda _=False, option=option: game.choose(option))
        return shown

    def _use_by_hand(self, who: int, skill: Skill) -> None:
        """The table has used it: what it costs is paid, as far as the dice are there."""
        game, against = self._game, skill_refused(self._game.state, who, skill)
        used = Use(who, skill.id, price_by_hand(game.state, who, skill))
        game.correct(used) if against is None else game.override((used,), against)

    def _option(self, who: int, skill: Skill) -> Option | None:
        """The option that uses the skill now; a shot is announced on the board, where its target stands."""
        for option in self._game.options:
            if isinstance(option, o.UseSkill) and option.who == who and option.skill == skill.id:
                return option
        return None
