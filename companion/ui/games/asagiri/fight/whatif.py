"""Fights not declared yet: the preview beside the board, and what would be between any two figures."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.insight.fight_odds import (
    Announcement,
    Forecast,
    announced,
    forecasting,
    in_hand,
    suppose,
)
from companion.model.games.asagiri.rules import fights
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.state.formatting import ORIGIN_WORDS
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import BANDS, ENEMY_OF, NO_FIGURE, FigureId, SquareId, by_figure
from companion.ui.games.asagiri.fight import words
from companion.ui.games.asagiri.fight.numbers import FightNumbers, aim_of, fight_in, percent, read, read_after, supposed
from companion.ui.games.asagiri.fight.panel import WIDTH
from companion.ui.games.asagiri.fight.parts import ChoiceLine, FightNote, OddsBar
from companion.ui.games.asagiri.fight.versus import Versus
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import ChoiceWord, Menu, RadioGroup
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import percentage, says
from companion.ui.kit.widget import discard

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController


class WhatIf(PaperPanel):
    """See the module. Nothing in it changes the game; that it was looked at is noted in the log (`look_up`)."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        """Follow `game`; nobody is chosen yet."""
        super().__init__(parent, margin=10, seed=23)
        says(self, name=say("Odds"))
        self._game = game
        self.attacker = self.defender = NO_FIGURE
        self._shot = ""
        """The id of the shot's skill; empty: an attack."""
        self._uses: list[Announcement] = []
        self._told: tuple[object, ...] = ()
        self._title = Heading(say("Odds"), self, level=3)
        self.first, self.second = (InkButton("", "quiet", self, sign="person") for _ in range(2))
        swap = say("Swap roles")
        self.swap = InkButton("", "quiet", self, sign="flip", name=swap, tip=swap)
        self.first.clicked.connect(lambda: self._ask(self.first, 0))
        self.second.clicked.connect(lambda: self._ask(self.second, 1))
        self.swap.clicked.connect(self.turn_round)
        self._ways = QWidget(self)
        self._ways_row = hbox(on=self._ways)
        self.ways: dict[str, ChoiceWord] = {}
        self._one = RadioGroup(self)
        self.versus, self.odds, self.back = Versus(self), OddsBar(self), OddsBar(self)
        self._note, self._hint = FightNote(self), FightNote(self)
        self._back_title = FightNote(self, role="ink", font="strong")
        self.lines: list[ChoiceLine] = []
        self._lay_out()
        self.hide()  # nobody looks before it is asked for: a look is noted in the log
        game.keep_current(self, self.rewrite)

    def _lay_out(self) -> None:
        sheet = QWidget(self)
        self._rows = vbox(spacing=3)
        parts = (self.versus, self._note, self.odds, self._back_title, self.back, self._hint, self._rows)
        vbox(*parts, 1, on=sheet, spacing=3)
        for button in (self.first, self.second):
            button.setMinimumWidth(10)
        vbox(
            hbox((self._title, 1), self.swap, spacing=0),
            hbox((self.first, 1), (self.second, 1), spacing=0),
            self._ways,
            (ScrollColumn(sheet, self), 1),
            on=self,
            spacing=4,
        )
        self.setMinimumWidth(min(self.minimumWidth(), fonts.px(WIDTH)))

    def look(self, attacker: FigureId, defender: FigureId) -> None:
        """Suppose a fight between these two; of friends nothing is supposed."""
        if self._game.state.band_of(attacker) == self._game.state.band_of(defender):
            return
        if (attacker, defender) != (self.attacker, self.defender):
            self._uses, self._shot = [], ""
            skills = self._shots(attacker)
            near = fights.attack_refused(self._game.state, attacker, defender) is None
            if skills and not near:
                self._shot = skills[0].id
        self.attacker, self.defender = attacker, defender
        self.rewrite()

    def look_at(self, who: FigureId) -> None:
        """Suppose a fight with this figure: of the active or selected one against it, or of it against the nearest.

        -1: whoever comes to mind first.
        """
        game, state = self._game, self._game.state
        active = state.active.who if state.active is not None else NO_FIGURE
        own = [found for found in (active, game.selection) if found >= 0 and state.figures[found].at >= 0]
        foes = [found for found in own if who >= 0 and state.band_of(found) != state.band_of(who)]
        if foes:
            self.look(foes[0], who)
            return
        mine = who if who >= 0 else next(iter(own), next(iter(state.on_board(state.phase)), NO_FIGURE))
        enemy = self._nearest(mine)
        if mine >= 0 and enemy >= 0:
            self.look(mine, enemy)

    def _nearest(self, who: FigureId) -> FigureId:
        state = self._game.state
        if who < 0 or state.figures[who].at < 0:
            return NO_FIGURE
        board, at = state.table.board, state.figures[who].at
        reachable = fights.targets(state, who)
        others = state.on_board(ENEMY_OF[state.band_of(who)])
        return min(
            reachable or others, key=lambda n: board.distance(at, state.figures[n].at, "chebyshev"), default=NO_FIGURE
        )

    def turn_round(self) -> None:
        self.look(self.defender, self.attacker)

    def _ask(self, button: InkButton, side: int) -> None:
        """A menu of all figures on the board that may stand on this side."""
        game, state = self._game, self._game.state
        menu = Menu(game.say, button.accessibleName(), self)
        for who in (who for band in BANDS for who in state.on_board(band)):
            if side == 0 or state.band_of(who) != state.band_of(self.attacker):
                menu.add(game.name(who), partial(self._chosen, side, who))
        menu.ask(button)

    def _chosen(self, side: int, who: FigureId) -> None:
        if side == 1:
            self.look(self.attacker, who)
        elif self._game.state.band_of(who) != self._game.state.band_of(self.defender):
            self.look(who, self.defender)
        else:
            self.look(who, self.attacker if self.attacker >= 0 else self._nearest(who))

    def _shots(self, who: FigureId) -> list[Skill]:
        state = self._game.state
        return [skill for skill in state.skills(who) if skill.shot is not None] if state.figures[who].at >= 0 else []

    def rewrite(self, *_: object) -> None:
        game = self._game
        self.odds.wait()  # what is being worked out is about what was
        if self.isHidden():
            return
        if not game.allows("odds"):
            self.hide()
            return
        if self.attacker < 0 or any(game.state.figures[who].at < 0 for who in (self.attacker, self.defender)):
            self.attacker = self.defender = NO_FIGURE
            self.look_at(NO_FIGURE)
            return
        self._name_buttons()
        shot = next((skill for skill in self._shots(self.attacker) if skill.id == self._shot), None)
        begun = suppose(game.state, self.attacker, self.defender, shot)
        self._show_ways()
        if begun is None:
            for widget in (self.versus, self.odds, self.back):
                widget.hide()
            self._note.say(game.say(say("No attack or shot between them is possible now.")))
            return
        hands = in_hand(begun)
        offered = (*hands[0], *hands[1])
        self._uses = [use for use in self._uses if use in offered]
        self._show_fight(begun, shot)
        self._drop_lines()
        self.back.wait()
        for note in (self._back_title, self._hint):
            note.say("")
        turned = suppose(game.state, self.defender, self.attacker)
        steps = _reckoning(begun, tuple(self._uses), offered, turned)
        self.odds.reckoner.ask(steps, lambda found: self._show_found(begun, shot, found))
        told = (self.attacker, self.defender, game.state.turn, game.state.phase)
        if told != self._told:
            self._told = told
            characters = game.state.table.characters
            game.look_up("odds", f"{characters[self.attacker].id},{characters[self.defender].id}")

    def _name_buttons(self) -> None:
        game = self._game
        roles = ((self.first, self.attacker, say("Attacker")), (self.second, self.defender, say("Defender")))
        for button, who, role in roles:
            button.setText(game.name(who))
            button.setAccessibleName(game.say(say("{role}: {who}", role=role, who=game.state.table.called[who])))
            button.setToolTip(button.accessibleName())

    def _show_ways(self) -> None:
        """Attack, or one of the shots; nothing to choose for one that does not shoot."""
        game = self._game
        discard(*self.ways.values())
        self.ways = {}
        shots = self._shots(self.attacker)
        self._ways.setVisible(bool(shots))
        offered: list[tuple[str, str, Message | Name]] = [("", "sword", say("Attack"))]
        offered += [(skill.id, "bow", Name.of(skill.name)) for skill in shots]
        for id, sign, name in offered if shots else ():
            button = ChoiceWord(sign, self._ways)
            button.say(game.say(name))
            self._one.addButton(button)
            button.setChecked(id == self._shot)
            button.clicked.connect(partial(self._choose_way, id))
            self._ways_row.addWidget(button)
            self.ways[id] = button

    def _choose_way(self, id: str, _: bool = False) -> None:
        self._shot, self._uses = id, []
        self.rewrite()

    def _show_fight(self, begun: State, shot: Skill | None) -> None:
        game, state = self._game, self._game.state
        dice = announced(begun, self._uses)
        if dice is None:
            self._uses = []
            dice = announced(begun)
        fight = fight_in(dice) if dice is not None else None
        self.versus.setVisible(fight is not None)
        if dice is not None and fight is not None:
            self.versus.tell(*words.sides(game, read(dice, fight)), words.kanji_of(fight))
        if shot is None:
            refused = fights.attack_refused(state, self.attacker, self.defender)
        else:
            reach = fights.shot_range(state, self.attacker, shot, self.defender)
            refused = fights.shot_refused(state, self.attacker, self.defender, reach)
        why = say("Not from here: {why} ({rule})", why=refused.why, rule=refused.rule) if refused is not None else None
        self._note.say(game.say(why) if why is not None else "")

    def _drop_lines(self) -> None:
        discard(*self.lines)
        self.lines = []

    def _show_found(self, begun: State, shot: Skill | None, found: _Found) -> None:
        """What has been worked out: the odds, what each die and skill in hand would change, the other way round."""
        game = self._game
        there = (self.attacker, self.defender)
        for bar, made, fighters in ((self.odds, found.now, there), (self.back, found.back, there[::-1])):
            bar.setVisible(made is not None)
            if made is not None:
                words.tell_odds(game, bar, made.thirty_sixths(), fighters, bar is self.odds and shot is not None)
        title = say("If {who} attacks next phase", who=game.state.table.called[self.defender])
        self._back_title.say(game.say(title) if found.back is not None else "")
        self._hint.say(game.say(say("With and without available dice and skills:")) if found.then else "")
        for use, then in found.then.items():
            on = use in self._uses
            chances = None
            if found.now is not None and then is not None:
                attacking = use.who == self.attacker or shot is not None
                chances = (share(found.now, attacking), share(then, attacking))
            origin = game.say(Message(ORIGIN_WORDS[use.origin])) if use.origin else ""
            text = words.announcement_line(game, begun, use, chances, origin, game.name(use.who))
            line = ChoiceLine(text, "−" if on else "+", self)
            line.setCheckable(True)
            line.setChecked(on)
            line.setEnabled(then is not None)
            line.clicked.connect(partial(self._toggle, use))
            self.lines.append(line)
            self._rows.addWidget(line)
            line.show()

    def _toggle(self, use: Announcement, _: bool = False) -> None:
        if use in self._uses:
            self._uses.remove(use)
        else:
            self._uses.append(use)
        self.rewrite()


@dataclass(frozen=True)
class _Found:
    """What a supposed fight comes to; `then`: with and without each thing in hand; `back`: the other one attacks."""

    now: Forecast | None
    then: Mapping[Announcement, Forecast | None]
    back: Forecast | None


def _reckoning(
    begun: State, uses: tuple[Announcement, ...], offered: tuple[Announcement, ...], turned: State | None
) -> Generator[None, None, _Found]:
    """Work it out bit by bit; `turned`: the other way round, with blows and with nothing announced."""
    now = yield from forecasting(begun, uses)
    then: dict[Announcement, Forecast | None] = {}
    for use in offered:
        others = [found for found in uses if found != use]
        then[use] = yield from forecasting(begun, others if use in uses else [*others, use])
    back = (yield from forecasting(turned)) if turned is not None else None
    return _Found(now, then, back)


def share(made: Forecast, attacking: bool) -> str:
    """The chance of one side in percent."""
    return percentage(percent(made.better[0 if attacking else 1] * 36))


class FightPreview(PaperPanel):
    """The same numbers as the slip's, before anything is declared.

    It shows itself for an enemy that is selected (or that `hover` names) while a figure is active, as an attack where
    one is possible or near, else as the shot that is offered; it lets all clicks through.
    """

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=8, seed=5)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._game = game
        self._hovered = NO_FIGURE
        self._area = QRect()
        self.reading: FightNumbers | None = None
        self._title = Heading("", self, level=3)
        self.versus = Versus(self)
        self.odds = OddsBar(self)
        self._note = FightNote(self)
        self._page = vbox(self._title, self.versus, self._note, self.odds, 1, on=self, spacing=4)
        self.hide()
        game.selected.connect(game.keep_current(self, self._refresh, unseen=True))

    def sizeHint(self) -> QSize:
        wide = max(fonts.px(WIDTH), self.width() if self.isVisible() else 0)
        return QSize(wide, self._page.totalHeightForWidth(wide))

    def hover(self, who: FigureId) -> None:
        """The mouse rests on a figure of the board or the columns (-1: on none)."""
        if who != self._hovered:
            self._hovered = who
            self._refresh()

    def hover_square(self, at: SquareId) -> None:
        """The mouse rests on a square of the board (-1: on none)."""
        figures = self._game.state.figures
        self.hover(next((who for who, figure in by_figure(figures) if 0 <= at == figure.at), NO_FIGURE))

    def set_area(self, area: QRect) -> None:
        """Where it may lie: it takes the whole width of this rectangle and, from below, as much height as it needs."""
        self._area = area
        self._place()

    def _place(self) -> None:
        if not self._area.isNull() and not self.isHidden():
            self.resize(self._area.width(), self.height())
            high = min(self._area.height(), self.sizeHint().height())
            self.setGeometry(self._area.left(), self._area.bottom() - high, self._area.width(), high)

    def look(self, attacker: FigureId, defender: FigureId) -> None:
        """Show what a fight between these two would be, whoever is active."""
        self._show(attacker, defender)

    def _refresh(self, *_: object) -> None:
        game, state = self._game, self._game.state
        active = state.active
        for target in (self._hovered, game.selection):
            if active is None or state.frames or active.acted or state.over or not game.allows("odds"):
                break
            there = 0 <= target < len(state.figures) and state.figures[target].at >= 0
            if there and state.band_of(target) != state.phase:
                self._show(active.who, target)
                return
        if not self.isHidden():
            self.reading = None
            self.odds.wait()
            self.hide()

    def _show(self, attacker: FigureId, defender: FigureId) -> None:
        game, state = self._game, self._game.state
        option = self._option(attacker, defender)
        declared = read_after(state, option) if option is not None else None
        self.reading = declared or supposed(state, attacker, defender)
        fight = self.reading.fight
        self._title.setText(game.say(say("Odds if you shoot") if fight.shot else say("Odds if you attack")))
        self.versus.tell(*words.sides(game, self.reading), words.kanji_of(fight))
        words.show_odds(game, self.reading, self.odds)
        self._note.say(self._words(attacker, defender, option))
        self.show()
        self.raise_()
        self._place()

    def _option(self, attacker: FigureId, defender: FigureId) -> Option | None:
        """The attack on offer, else the shot on offer, between these two."""
        active = self._game.state.active
        if active is None or active.who != attacker:
            return None
        offered = self._game.options
        if o.Attack(defender) in offered:
            return o.Attack(defender)
        return next((found for found in offered if isinstance(found, o.Shoot) and found.target == defender), None)

    def _words(self, attacker: FigureId, defender: FigureId, option: Option | None) -> str:
        game, state = self._game, self._game.state
        assert self.reading is not None
        if isinstance(option, o.Shoot):
            skill, aim = self.reading.fight.shot, aim_of(self.reading.state, self.reading.fight)
            if skill is None or aim is None:
                return ""
            said = say("{skill}: distance {distance}, range {reach}; cover {cover}", skill=Name.of(skill.name),
                       distance=aim.distance, reach=aim.reach, cover=aim.cover)  # fmt: skip
            return game.say(said)
        refused: Refusal | None = fights.attack_refused(state, attacker, defender)
        return game.say(refused.why) if refused is not None and option is None else ""
