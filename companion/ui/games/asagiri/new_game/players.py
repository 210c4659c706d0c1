"""First step: who plays, with how many zeni, by the rules or by hand, with which dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QSpinBox, QWidget

from companion.model.core.words import Message, one_line, say
from companion.ui.games.asagiri.new_game import BUDGETS, DRAFT_BUDGETS, NewGameDraft
from companion.ui.kit.art.figures import figure_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import NameEdit
from companion.ui.kit.layouts import LEFT, RIGHT, TOP, CenteredColumn, Gap, Part, fold, hbox, vbox
from companion.ui.kit.panels import Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.settings import MOST_ZENI
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, follow
from companion.ui.play.clock import CLOCKS
from companion.ui.play.game_ui import HELP, PLAYERS

KINDS = (
    ("adventure", say("Adventure"), "map"),
    ("bands", say("Build bands first"), "cards"),
    ("recruits", say("Draft bands"), "people"),
)
KIND_WORDS = {
    "adventure": say("A story with its own map, bands and goals. The first ones teach the rules one by one."),
    "bands": say("Each player builds a band or picks a ready-made one, then you lay four tiles."),
    "recruits": say(
        "You take turns recruiting and laying tiles, then draw a scenario card. Six turns; the most zeni earned win."
    ),
}
MODES = (
    ("track", say("Record only"), "pen"), ("assist", say("Advise"), "people"),
    ("enforce", say("Enforce rules"), "shield"),
)  # fmt: skip
DICE = (
    ("virtual", say("Rolled here"), "dice"),
    ("typed", say("Typed in"), "pen"),
    ("ask", say("Ask me"), "dice-five"),
)
HELP_WORDS = {
    "none": say("Both players decide without help."),
    "odds": say("Exact odds before a fight. Each use is noted in the log."),
    "all": say("Odds, threats and dice tips. Each use is noted in the log."),
}
CLOCK_WORDS = say("A bar that runs down. Nothing happens when it is empty.")
METRICS = (("chebyshev", say("counts as 1"), ""), ("taxicab", say("counts as 2"), ""))
MODE_WORDS = {
    "track": say("The app records what you enter, without comment. You apply the rules yourself."),
    "assist": say("The app records, counts and reminds; you decide."),
    "enforce": say("The app is the referee: only legal moves are possible."),
}
DICE_WORDS = {
    "virtual": say("The app rolls the dice."),
    "typed": say("You roll real dice and type the results, one key per die."),
    "ask": say("You choose at each roll."),
}
OTHER = "other"
EMBLEM = 188
WIDEST = 1480


QUESTIONS: Mapping[str, tuple[Message, Sequence[tuple[str, Message, str]], Mapping[str, Message]]] = {
    "kind": (say("Type of game"), KINDS, KIND_WORDS),
    "mode": (say("How strict is the app?"), MODES, MODE_WORDS),
    "dice": (say("Dice"), DICE, DICE_WORDS),
    "help": (say("Help"), HELP, HELP_WORDS),
    "clock": (say("Clock"), [(id, words, "") for id, words in CLOCKS], {id: CLOCK_WORDS for id, _ in CLOCKS}),
}
"""By field of a `NewGameDraft`: what is asked, what can be chosen, and what each choice means."""


class Seat(QWidget):
    """One player: the shape of the figures, a name, who plays."""

    renamed = Signal(str)
    taken = Signal(str)

    def __init__(self, which: int) -> None:
        super().__init__()
        self._which = which
        side = RIGHT if which else LEFT
        label = Label(font="small", wrap=False, align=side, text=(say("First band"), say("Second band"))[which])
        self.name = says(NameEdit(self), hint=say("Name"), name=(say("First player"), say("Second player"))[which])
        self.name.setAlignment(side)
        self.name.textEdited.connect(self.renamed)
        self.player = Choices(say("Who plays"), PLAYERS, self, large=True, upright=True, align=side)
        self.player.chosen.connect(self.taken)
        column = vbox(1, label, self.name, Gap(8), self.player, 1, spacing=2)
        parts: tuple[Part, Part] = (_Emblem(which), (column, 1))
        fold(*(reversed(parts) if which else parts), on=self, spacing=24)

    def show_draft(self, draft: NewGameDraft) -> None:
        if self.name.text() != draft.names[self._which]:
            self.name.setText(draft.names[self._which])
        self.player.show_choice(draft.players[self._which])


class _Emblem(QWidget):
    """A figure of the band's shape: round for one, eight-sided for the other."""

    def __init__(self, which: int) -> None:
        super().__init__()
        self._which = which
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        self.setFixedSize(fonts.px(EMBLEM), fonts.px(EMBLEM))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        size, dpr = self.width(), self.devicePixelRatioF()
        with ink.painting(self) as pen:
            if self._which == 0:
                picture = figure_pixmap("ronin", "round", "vigilant", False, "E", size, dpr=dpr)
            else:
                picture = figure_pixmap("oni-warrior", "octagon", "vigilant", False, "W", size, dpr=dpr)
            pen.drawPixmap(0, 0, picture)


class Topic(QWidget):
    """A question in small words, the choice in large ones, and what the choice means."""

    def __init__(self, title: Message, *content: QWidget) -> None:
        """`content` side by side."""
        super().__init__()
        self.words = Label()
        self.words.setMinimumHeight(fonts.px(58))
        self.words.setAlignment(TOP | LEFT)
        label = Label(font="small", wrap=False, text=title)
        vbox(label, fold(*content, 1, spacing=6), (self.words, 1), on=self, spacing=4)


class PlayersStep(Translated, QWidget):
    """`changed` carries the new `NewGameDraft`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = NewGameDraft()
        self._own = {"bands": False, "recruits": False}
        """By the kind of game: whether a budget of one's own is being chosen."""
        self.seats = (Seat(0), Seat(1))
        for n, seat in enumerate(self.seats):
            seat.renamed.connect(lambda name, n=n: self._change(self.draft.with_name(n, one_line(name))))
            seat.taken.connect(lambda player, n=n: self._change(self.draft.with_player(n, player)))
        self.budget, self.draft_budget = self._budgets(BUDGETS), self._budgets(DRAFT_BUDGETS)
        self.other = says(QSpinBox(self), name=say("Zeni per band"))
        self.other.setRange(1, MOST_ZENI)
        self.other.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.other.valueChanged.connect(lambda value: self._change(self._with_budget(value)))
        self.zeni_topic = Topic(say("Zeni per band"), self.budget, self.draft_budget, self.other)
        self.choices: dict[str, Choices] = {}
        self._topics: dict[str, Topic] = {}
        for field, (title, options, _) in QUESTIONS.items():
            made = Choices(title, options, large=field not in ("help", "clock"), flowing=field != "kind")
            made.chosen.connect(lambda id, field=field: self._change(_with(self.draft, field, id)))
            self.choices[field], self._topics[field] = made, Topic(title, made)
        self.fold = InkButton(say("Table options"), "quiet", sign="chevron-down", clicked=self._unfold)
        self.table = TableOptions()
        self.table.changed.connect(self._change)
        self.table.hide()
        self._lay_out()
        self.retranslate()

    def _budgets(self, usual: Sequence[int]) -> Choices:
        options: list[tuple[str, Message | str, str]] = [(str(budget), str(budget), "") for budget in usual]
        made = Choices(say("Zeni per band"), [*options, (OTHER, say("other"), "")], large=True)
        made.chosen.connect(self._take_budget)
        return made

    def _lay_out(self) -> None:
        holder = QWidget()
        inner = CenteredColumn(holder, WIDEST)
        topics = self._topics
        vbox(
            2,
            fold(*((seat, 1) for seat in self.seats), spacing=40),
            2,
            Rule(inner, weight=2.6, seed=4),
            1,
            topics["kind"],
            # by what the longest words of a language need
            fold((self.zeni_topic, 3), (topics["mode"], 8), (topics["dice"], 8), spacing=36),
            hbox((topics["help"], 8), (topics["clock"], 11), spacing=36),
            (self.fold, LEFT),
            self.table,
            2,
            on=inner,
            margins=(64, 4, 64, 8),
            spacing=5,
        )
        vbox(ScrollColumn(holder, self), on=self)

    def _unfold(self) -> None:
        self.table.setVisible(self.table.isHidden())
        self.fold.set_sign("chevron-down" if self.table.isHidden() else "chevron-up")

    def retranslate(self) -> None:
        limit = say("A band that loses {limit} zeni loses the game.", limit=self.draft.losing_limit)
        if self.draft.kind == "recruits":
            limit = say("Only for recruiting: in the game, zeni earned count.")
        self.zeni_topic.words.setText(tr(limit))
        for field, (_, _, words) in QUESTIONS.items():
            self._topics[field].words.setText(tr(words.get(getattr(self.draft, field), CLOCK_WORDS)))

    def show_draft(self, draft: NewGameDraft) -> None:
        """Show what has been decided."""
        self.draft = draft
        for seat in self.seats:
            seat.show_draft(draft)
        for field, choices in self.choices.items():
            choices.show_choice(getattr(draft, field))
        self._show_budget()
        self.table.show_draft(draft)
        self.retranslate()

    def _show_budget(self) -> None:
        """An adventure has its own; the other kinds have usual ones, and any other."""
        draft = self.draft
        self.zeni_topic.setVisible(draft.kind != "adventure")
        for kind, choices, usual in (("bands", self.budget, BUDGETS), ("recruits", self.draft_budget, DRAFT_BUDGETS)):
            choices.setVisible(draft.kind == kind)
            if draft.kind != kind:
                continue
            budget = draft.draft_budget if kind == "recruits" else draft.budget
            self._own[kind] = self._own[kind] or budget not in usual
            choices.show_choice(OTHER if self._own[kind] else str(budget))
            self.other.setVisible(self._own[kind])
            with QSignalBlocker(self.other):
                self.other.setValue(budget)

    def _with_budget(self, zeni: int) -> NewGameDraft:
        return _with(self.draft, "draft_budget" if self.draft.kind == "recruits" else "budget", zeni)

    def focus_first(self) -> None:
        self.seats[0].name.setFocus(Qt.FocusReason.TabFocusReason)

    def _take_budget(self, id: str) -> None:
        self._own[self.draft.kind] = id == OTHER
        if id != OTHER:
            self.other.hide()
            self._change(self._with_budget(int(id)))
            return
        self.show_draft(self.draft)
        self.other.setFocus(Qt.FocusReason.TabFocusReason)
        self.other.selectAll()

    def _change(self, draft: NewGameDraft) -> None:
        if draft != self.draft:
            self.show_draft(draft)
            self.changed.emit(draft)


class TableOptions(QWidget):
    """What tables do differently: the losing limit, how far a diagonal is, turning in a zone."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.draft = NewGameDraft()
        self.own_limit = says(QCheckBox(), say("Different losing limit"))
        self.limit = says(QSpinBox(), name=say("Losing limit in zeni"))
        self.limit.setRange(1, MOST_ZENI)
        self.shot_metric = Choices(say("Range: a diagonal square"), METRICS)
        self.turning = says(QCheckBox(), say("Turning on the spot in an enemy control zone shakes"))
        self.shared_box = says(QCheckBox(), say("One box: no unique character and no equipment in both bands"))
        diagonal = Label(role="ink", wrap=False, text=say("Range: a diagonal square"))
        self.own_limit.toggled.connect(lambda on: self._emit("limit", self.draft.losing_limit if on else None))
        self.limit.valueChanged.connect(lambda value: self._emit("limit", value))
        self.shot_metric.chosen.connect(lambda id: self._emit("range_metric", id))
        self.turning.toggled.connect(lambda on: self._emit("turning_shakes", on))
        self.shared_box.toggled.connect(lambda on: self._emit("shared_box", on))
        rows = [
            fold(*widgets, 1, spacing=10)
            for widgets in ((self.own_limit, self.limit), (diagonal, self.shot_metric), (self.turning,),
                            (self.shared_box,))
        ]  # fmt: skip
        columns = [vbox(*part, spacing=4) for part in (rows[:2], rows[2:])]
        fold(*columns, 1, on=self, margins=(10, 0, 0, 0), spacing=48)

    def show_draft(self, draft: NewGameDraft) -> None:
        self.draft = draft
        for box, on in (
            (self.own_limit, draft.limit is not None),
            (self.turning, draft.turning_shakes),
            (self.shared_box, draft.shared_box),
        ):
            with QSignalBlocker(box):
                box.setChecked(on)
        self.shared_box.setVisible(draft.kind == "bands")
        self.limit.setEnabled(draft.limit is not None)
        with QSignalBlocker(self.limit):
            self.limit.setValue(draft.losing_limit)
        self.shot_metric.show_choice(draft.range_metric)

    def _emit(self, field: str, value: object) -> None:
        draft = _with(self.draft, field, value)
        if draft != self.draft:
            self.draft = draft
            self.changed.emit(draft)


def _with(draft: NewGameDraft, field: str, value: Any) -> NewGameDraft:
    return replace(draft, **{field: value})
