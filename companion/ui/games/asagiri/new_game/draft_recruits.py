"""Recruiting in turns (KAR-6): the step that says how it goes, and the page of cards face up, with what is left."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from companion.model.core.contract import Choice
from companion.model.core.record import FrozenContent, NoContent
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.rules import drafting, refusals
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.drafting import FIRST
from companion.model.games.asagiri.skills.language.explain import cost
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.games.asagiri.state.state import State, band_of_seat
from companion.model.games.asagiri.state.table import BUDGET, TURNS, DraftState, Gear
from companion.model.games.asagiri.state.vocabulary import NO_BAND, BandId, FigureId, by_figure
from companion.ui.games.asagiri.bands import Box
from companion.ui.games.asagiri.bands.gallery import CardArt, Gallery
from companion.ui.games.asagiri.cards.face import skill_words
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.new_game import NewGameDraft
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import CenteredColumn, Gap, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollFade
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, follow

NUMERALS = "一二三四五六七八九"


class OfferBox(Box):
    """The cards and tiles that lie face up, in an order people like; their words are those the game keeps."""

    def __init__(self, game: AsagiriController, draft: DraftState) -> None:
        super().__init__(FrozenContent(game.session.header.cards, game.content or NoContent()))
        self._draft = draft

    @cached_property
    def characters(self) -> tuple[cards.CharacterCard, ...]:
        """Every profile card face up: by alignment, the dearest first."""
        lying = {candidate.card.id for candidate in self._draft.characters}
        return tuple(card for card in super().characters if card.id in lying)

    @cached_property
    def equipment(self) -> tuple[cards.EquipmentCard, ...]:
        """Every equipment card face up, by name."""
        lying = {gear.card.id for gear in self._draft.equipment}
        return tuple(card for card in super().equipment if card.id in lying)

    @cached_property
    def tiles(self) -> tuple[cards.Tile, ...]:
        """Every tile that may be placed."""
        return tuple(cards.tile(self.content, slab.id) for slab in self._draft.tiles)


def acting(game: AsagiriController) -> BandId:
    """The band (0 or 1) that a person is to choose for now; -1: somebody else acts."""
    pending = game.pending
    return band_of_seat(pending.seat) if isinstance(pending, Choice) and pending.seat not in game.bots else NO_BAND


COLUMNS = 3
LINE = 236
"""The narrowest line of equipment, at text scale 1."""


class RecruitsPage(QWidget):
    """Shows the stages `recruit` and `equip`; a click takes a card, the equipment asks who is to bear it."""

    def __init__(self, game: AsagiriController, box: OfferBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game, self._box = game, box
        self.gallery = Gallery(CardArt(box), self)
        self.gallery.added.connect(self._take)
        self.gallery.judge_by(self._judge)
        self.purse = Label(self, role="ink", wrap=False)
        self.stop = InkButton(say("Stop recruiting"), "secondary", self, by_tab=True)
        self.stop.clicked.connect(lambda: self._game.choose(o.StopRecruiting()))
        self._label = Label(self, font="small", text=say("Equipment: choose a card, then its bearer"))
        self.lines = ListView(self)
        self.lines.chosen.connect(self._give)
        ScrollFade(self.lines)
        vbox(
            (self.gallery, 5),
            self._label,
            (self.lines, 2),
            hbox((self.purse, 1), self.stop),
            on=self,
            spacing=6,
            margins=(8, 0, 8, 0),
        )

    @property
    def _state(self) -> State:
        return self._game.state

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.lines.set_columns(max(1, min(COLUMNS, self.width() // fonts.px(LINE))))
        super().resizeEvent(event)

    def sync(self) -> None:
        state = self._state
        draft = state.draft
        if draft is None or state.stage not in ("recruit", "equip"):
            return
        recruiting = state.stage == "recruit"
        self.gallery.setVisible(recruiting)
        self.gallery.rejudge()
        self._fill()
        held = drafting.members(state, draft.seat)
        left = state.table.budgets[draft.seat] - cards.band_cost(held)
        words = say("Left to spend: {zeni}", zeni=zeni(left)) if recruiting else say("One free equipment card")
        self.purse.setText(tr(words))
        self.stop.setVisible(recruiting)
        self.stop.setEnabled(acting(self._game) >= 0 and o.StopRecruiting() in self._game.options)

    def focus_first(self) -> None:
        if self.gallery.isVisible():
            self.gallery.focus_cards()
        else:
            (self.lines if self.lines.usable() else self).setFocus()

    def _judge(self, card: str) -> tuple[Refusal | None, int]:
        draft = self._state.draft
        if draft is None:
            return None, 0
        mine = [character.card for character in self._state.table.characters if character.band == draft.seat]
        return drafting.recruit_refused(self._state, draft.seat, card), mine.count(card)

    def _take(self, card: str) -> None:
        if acting(self._game) < 0:
            return
        option = o.Recruit(card)
        refused = refusals.check(self._state, option)
        if refused is not None:
            self._game.refused.emit(refused)
        else:
            self._game.choose(option)

    def _fill(self) -> None:
        draft = self._state.draft
        assert draft is not None
        found = [gear for card in self._box.equipment if (gear := draft.gear(card.id)) is not None]
        self.lines.setAccessibleName(self._label.text())
        self.lines.show_lines(list(map(self._line, found)))

    def _line(self, gear: Gear) -> Line:
        words = " ".join(self._told(skill, tr(gear.equipment.name)) for skill in gear.equipment.skills)
        once = tr(say("single use")) if gear.equipment.single else ""
        price = tr(zeni(gear.equipment.zeni)) if self._state.stage == "recruit" else ""
        words, why = "\u00a0· ".join(part for part in (once, words) if part), self._why_not(gear.card.id)
        on = not why and acting(self._game) >= 0
        return Line(gear.card.id, tr(gear.equipment.name), words, price, "zeni", on=on, tip=why)

    def _told(self, skill: Skill, card: str) -> str:
        """What a skill is called, unless as its card is, what using it takes, and what it does."""
        called = Name.of(skill.name)
        head = [] if tr(called) == card else [tr(called)]
        head += [] if skill.is_automatic else [tr(cost(skill))]
        does = skill_words(skill, tr, self._box.content)
        return tr(say("{skill}: {does}", skill="\u00a0· ".join(head), does=does)) if head else does

    def _why_not(self, card: str) -> str:
        """Why nobody of the band can be given this now; nothing, while somebody can, or somebody else chooses."""
        state, draft = self._state, self._state.draft
        if draft is None or acting(self._game) < 0 or self._bearers(card):
            return ""
        mine = [n for n, character in by_figure(state.table.characters) if character.band == draft.seat]
        if not mine:
            return tr(say("Recruit a character first: equipment needs a bearer."))
        bare = [n for n in mine if state.table.characters[n].equipment is None]
        whys = dict.fromkeys(
            refused.why for n in bare if (refused := refusals.check(state, o.Equip(card, n))) is not None
        )
        return " ".join(map(tr, whys)) if whys else tr(say("Everyone in this band already has equipment."))

    def _bearers(self, card: str) -> list[FigureId]:
        return [found.who for found in self._game.options if isinstance(found, o.Equip) and found.card == card]

    def _give(self, card: str) -> None:
        bearers = self._bearers(card)
        if len(bearers) == 1:
            self._game.choose(o.Equip(card, bearers[0]))
        elif bearers:
            called = self._state.table.called
            lines = [Line(str(who), tr(called[who])) for who in bearers]
            popup = ChoicePopup(lines, self, name=tr(say("Who gets it?")))
            popup.chosen.connect(lambda who: self._game.choose(o.Equip(card, FigureId(int(who)))))
            popup.popup(self.lines)


WIDE = 720


STAGES: tuple[tuple[Message, Message], ...] = (
    (say("Roll"), FIRST),
    (
        say("Draft characters"),
        say("Card by card, up to {zeni} zeni per band; stop whenever you like. Then each player adds one free "
            "equipment card."),
    ),
    (say("Place the tiles in turns"), say("Two tiles each: choose which one, where, and how it is turned.")),
    (say("Draw a scenario card"), say("It applies to both bands.")),
    (
        say("Deploy and fight"),
        say("{turns} turns. You earn the zeni of enemies you disable; the most zeni win.", turns=TURNS),
    ),
)  # fmt: skip


class Stages(Translated, QWidget):
    """The stages under one another, each with its numeral in a seal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.budget = BUDGET
        """Zeni of each band."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(self)
        self.refresh()

    def show_budget(self, budget: int) -> None:
        self.budget = budget
        self.refresh()

    def retranslate(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        said = self._said()
        self.setAccessibleName("; ".join(name for name, _ in said))
        self.setAccessibleDescription(" ".join(words for _, words in said))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def _said(self) -> list[tuple[str, str]]:
        return [(tr(name), tr(Message(words.key, (*words.args, ("zeni", self.budget))))) for name, words in STAGES]

    def _rows(self, width: int) -> list[tuple[QRectF, QRectF]]:
        left, gap = fonts.px(56), fonts.px(14)
        title, words = QFontMetrics(fonts.font("name")), QFontMetrics(fonts.font("text"))
        y, found = 0.0, []
        for _, said in self._said():
            room = words.boundingRect(0, 0, max(80, width - left), 10_000, int(Qt.TextFlag.TextWordWrap), said).height()
            found.append((QRectF(left, y, width - left, title.height()),
                          QRectF(left, y + title.height(), width - left, room + 2)))  # fmt: skip
            y += title.height() + room + gap
        return found

    def heightForWidth(self, width: int) -> int:
        return round(self._rows(width)[-1][1].bottom()) + fonts.px(4)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), self.heightForWidth(fonts.px(WIDE)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            side = fonts.px(36)
            for n, ((title, words), (name, said)) in enumerate(
                zip(self._rows(self.width()), self._said(), strict=True)
            ):
                seal = QRectF(0, title.top() + fonts.px(2), side, side)
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("vermilion"))
                pen.drawPath(ink.rough_disc(seal.center(), side / 2, f"stage{n}", 0.02))
                pen.setPen(theme.color("on_vermilion"))
                pen.setFont(fonts.font("name"))
                pen.drawText(seal, Qt.AlignmentFlag.AlignCenter, NUMERALS[n])
                pen.setPen(theme.color("ink"))
                pen.drawText(title, Qt.AlignmentFlag.AlignVCenter, name)
                pen.setFont(fonts.font("text"))
                pen.setPen(theme.color("faded"))
                pen.drawText(words, int(Qt.TextFlag.TextWordWrap), said)


class FirstPage(QWidget):
    """The middle of the table before the roll for player A: what comes."""

    def __init__(self, budget: int, parent: QWidget | None = None) -> None:
        """`budget`: zeni of each band."""
        super().__init__(parent)
        self.stages = Stages(self)
        self.stages.show_budget(budget)
        vbox(1, self.stages, 1, on=CenteredColumn(self, WIDE), margins=(28, 0, 28, 0))

    def sync(self) -> None:
        self.stages.refresh()

    def focus_first(self) -> None:
        """The dice are what there is to do; they have their key."""
        self.setFocus()


class RecruitsStep(QWidget):
    """`changed` carries the new `NewGameDraft`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = NewGameDraft()
        self.stages = Stages(self)
        self.one_box = self._option("one_box", say("One box: each card exists once"))
        self.tie_break = self._option(
            "tie_break", say("At equal zeni, the band with more valuable vigilant characters wins")
        )
        two = say("With two boxes each card exists twice, and both bands may recruit the same unique character.")
        vbox(
            1,
            Heading(say("Draft bands"), self, level=1),
            Rule(self, weight=2.4, seed=9, role="vermilion"),
            self.stages,
            Gap(8),
            self.one_box,
            Label(font="small", text=two),
            self.tie_break,
            2,
            on=CenteredColumn(self, WIDE),
            margins=None,
            spacing=12,
        )

    def _option(self, field: str, words: Message) -> QCheckBox:
        box = says(QCheckBox(self), words)
        box.toggled.connect(lambda on: self.changed.emit(replace(self.draft, **{field: on})))
        return box

    def show_draft(self, draft: NewGameDraft) -> None:
        self.draft = draft
        self.stages.show_budget(draft.draft_budget)
        for box, on in ((self.one_box, draft.one_box), (self.tie_break, draft.tie_break)):
            with QSignalBlocker(box):
                box.setChecked(on)
