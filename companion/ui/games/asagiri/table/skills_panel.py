"""What figures can do now, a line each: the skills of the figure looked at, and the uses of the dice at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtGui import QAccessible, QShowEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Choice, Correction
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.insight.advice import Advice, When, for_band
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.refusals import die_may_be_let
from companion.model.games.asagiri.skills.availability import (
    may_be_let,
    price_by_hand,
    skill_by_hand,
    skill_refused,
    standing_words,
)
from companion.model.games.asagiri.skills.language.explain import cost, sign
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.skills.modifiers import lent
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS
from companion.model.games.asagiri.state.state import SEATS, band_of_seat
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, BandId, FigureId, Origin
from companion.model.games.asagiri.table import corrections
from companion.ui.games.asagiri.cards.face import skill_words
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.fight.parts import ChoiceLine, ChoiceText
from companion.ui.kit.choices import Choices
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.widget import Label, discard

HELD_IN: tuple[Origin, ...] = ("pool", "reserve")
"""Where a die is taken from, the first that has one."""
_WHEN: dict[When, Message] = {
    "now": say("Now"),
    "later": say("Later this phase"),
    "enemy": say("In the enemy phase, from reserve"),
}
_ANYWAY = say("Do it anyway")


class LinesPanel(PaperPanel):
    """A title, a note, and lines to click below headings."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, parent: QWidget | None, seed: int, *above: QWidget) -> None:
        """`above` stands between title and note."""
        super().__init__(parent, margin=10, seed=seed)
        self._game = game
        self._heading = Heading("", self, level=3)
        self._heading.setWordWrap(True)
        self._note = TermLabel(self, font="small")
        for widget in above:
            widget.setParent(self)  # before the lines: the keys come there first
        self.lines: list[ChoiceLine] = []
        self._shown: list[QWidget] = []
        area = ScrollColumn(None, self, spacing=4)
        area.column.addStretch(1)
        self._list = area.column
        vbox(self._heading, *above, self._note, (area, 1), on=self, spacing=6, margins=None)

    def _clear(self) -> None:
        discard(*self._shown)
        self.lines, self._shown = [], []

    def _title(self, title: str, note: Message | None) -> None:
        self._heading.setText(title)
        self.setAccessibleName(title)
        self._note.setText("" if note is None else self._game.say(note))
        self._note.setVisible(note is not None)

    def _add(self, widget: QWidget) -> None:
        self._shown.append(widget)
        self._list.insertWidget(self._list.count() - 1, widget)
        widget.show()

    def _add_line(self, line: ChoiceText, do: Callable[[], object] | None, *, by_hand: bool = False) -> None:
        """A line that does something when it is clicked; None: it is only read."""
        shown = ChoiceLine(line, "", self)
        shown.setEnabled(do is not None)
        if by_hand:
            shown.setToolTip(self._game.say(_ANYWAY))
        if do is not None:
            shown.clicked.connect(lambda _=False: do())
        self.lines.append(shown)
        self._add(shown)


class SkillsPanel(LinesPanel):
    """The skills of a figure: those that can be used now are clicked, the others say why not."""

    help_page = "asagiri/skills"

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(game, parent, 17)
        renew = game.keep_current(self, self.rewrite)
        game.selected.connect(renew)
        renew()

    @property
    def who(self) -> FigureId:
        """The figure shown: the one looked at, else the active one; -1: none."""
        active = self._game.state.active
        return self._game.selection if self._game.selection >= 0 else active.who if active is not None else NO_FIGURE

    def rewrite(self, *_: object) -> None:
        game, who = self._game, self.who
        self._clear()
        skills = self._skills(who)
        none = say("Select a figure to see its skills.") if who < 0 else say("No skills on this face.")
        self._title(game.name(who) if who >= 0 else game.say(say("Skills")), None if skills else none)
        for skill in skills:
            self._add_skill(who, skill)

    def _skills(self, who: FigureId) -> tuple[Skill, ...]:
        if who < 0:
            return ()
        state = self._game.state
        equipment, boon = state.table.characters[who].equipment, state.table.characters[who].boon
        own = state.face(who).skills + (equipment.skills if equipment else ()) + lent(state, who)
        return own if boon is None else (*own, boon)

    def _add_skill(self, who: FigureId, skill: Skill) -> None:
        game, state = self._game, self._game.state
        words = skill_words(skill, game.say, game.content)
        standing, price = standing_words(state, who, skill), cost(skill)
        # a shot is announced on the board, where its target stands
        uses = (one for one in game.options if isinstance(one, o.UseSkill) and one.who == who and one.skill == skill.id)
        option = next(uses, None)
        name = Name.of(skill.name)
        title = say("{skill}", skill=name) if price == standing else say("{skill} · {cost}", skill=name, cost=price)
        other = "" if sign(skill) else "star" if not skill.is_automatic else "eye"
        line = ChoiceText(option or o.Pass(), game.say(title), f"{words}\n{game.say(standing)}", sign(skill), other)
        if option is not None:
            usable = skill_refused(state, who, skill) is None
            self._add_line(line, (lambda: game.choose(option)) if usable else None)
            return
        by_hand = game.tracking and game.live and skill_by_hand(state, who, skill.id) is not None
        self._add_line(line, (lambda: self._use_by_hand(who, skill)) if by_hand else None, by_hand=by_hand)

    def _use_by_hand(self, who: FigureId, skill: Skill) -> None:
        """The table has used it: what it costs is paid, as far as the dice are there."""
        game, against = self._game, skill_refused(self._game.state, who, skill)
        used = corrections.Use(who, skill.id, price_by_hand(game.state, who, skill))
        game.correct(used) if against is None else game.override((used,), against)


class AdvicePanel(LinesPanel):
    """What the dice at hand could do, by figure or by die. One that can be done at once is done by a click; one for
    later leads to its figure.
    """

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        self.by = Choices(None, [("figure", say("By figure"), ""), ("die", say("By die"), "")])
        super().__init__(game, parent, 23, self.by)
        self.by.show_choice("figure")
        self.by.chosen.connect(self.rewrite)
        game.keep_current(self, self.rewrite)
        self.hide()  # nobody looks before it is asked for: a look is noted in the log

    @property
    def band(self) -> BandId:
        """Whose dice: those of whoever has to choose, else of the player whose phase it is."""
        pending = self._game.pending
        return band_of_seat(pending.seat) if isinstance(pending, Choice) else self._game.state.phase

    def showEvent(self, event: QShowEvent) -> None:
        self.rewrite()
        super().showEvent(event)

    def rewrite(self, *_: object) -> None:
        # noting the look is a change that comes back here: before anything is thrown away and made anew
        game, agreed = self._game, not self.isHidden() and self._game.look_up("advice", SEATS[self.band])
        self._clear()
        if self.isHidden():
            return
        uses = for_band(game.state, self.band) if agreed else ()
        found = [one for one in uses if one.when != "never" or one.skill is not None or self._let(one) is not None]
        nothing = say("No figure can use dice now.") if agreed else say("This help is not agreed for this game.")
        self._title(game.say(say("What can these dice do?")), None if found else nothing)
        for title, shown in self._groups(found):
            heading = Label(self, role="ink", font="strong")
            heading.setText(title)
            self._add(heading)
            for use in shown:
                self._add_use(use)

    def _groups(self, found: list[Advice]) -> Iterator[tuple[str, list[Advice]]]:
        game = self._game
        if self.by.choice() == "figure":
            for who in dict.fromkeys(one.who for one in found):
                yield game.name(who), [one for one in found if one.who == who]
            return
        for element in ELEMENTS:
            uses = [one for one in found if one.when != "never" and any(element in slot for slot in one.cost)]
            if uses:
                yield game.say(Message(ELEMENT_WORDS[element])), uses

    def _add_use(self, use: Advice) -> None:
        game, let = self._game, self._let(use)
        words: Message
        if use.skill is not None:
            name, single = Name.of(use.skill.name), use.skill.element is None
            words = say("{skill} · {cost}", skill=name, cost=cost(use.skill)) if single else say("{use}", use=name)
        else:
            assert use.stat is not None
            words = say("{stat} +1", stat=Message(STAT_WORDS[use.stat]))
        named = game.say(words)
        if self.by.choice() == "die":
            named = f"{game.name(use.who)} · {named}"
        element = use.cost[0][0] if len(use.cost) == 1 and len(use.cost[0]) == 1 else None
        line = ChoiceText(use.option or o.Pass(), named, self._detail(use), element, in_reserve=use.reserved)
        if let is not None:
            against, anyway = let
            self._add_line(line, lambda: game.override((anyway,), against), by_hand=True)
        else:
            self._add_line(line, (lambda: self._take(use)) if use.when != "never" else None)

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
        said = game.say(use.refusal.why if use.refusal is not None else _WHEN.get(use.when, say("Not now")))
        if use.refusal is None and use.when != "never":
            said = " · ".join([said, *map(game.say, use.changes)])
        return f"{said}\n{skill_words(use.skill, game.say, game.content)}" if use.skill is not None else said

    def _take(self, use: Advice) -> None:
        """Use it, or look at whoever could."""
        if use.option is not None:
            self._game.choose(use.option)
        else:
            self._game.select(use.who)
