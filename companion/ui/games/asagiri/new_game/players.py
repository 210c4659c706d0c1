"""First step: who plays, with how many zeni, by the rules or by hand, with which dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from companion.model.core.words import Message, one_line, say
from companion.ui.kit.art.figures import figure_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import FoldLayout
from companion.ui.kit.panels import Rule
from companion.ui.kit.row_tools import NameEdit
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.settings import MOST_ZENI
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Translated
from companion.ui.play.clock import CLOCKS

from .draft import BUDGETS, DRAFT_BUDGETS, Draft

PLAYERS = (
    ("person", say("Human player"), "person"),
    ("greedy", say("Computer (normal)"), "bot"),
    ("random", say("Computer (easy)"), "dice"),
)
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
HELP = (("none", say("No help"), "eye-off"), ("odds", say("Odds"), "chart"), ("all", say("All help"), "eye"))
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


class Seat(Translated, QWidget):
    """One player: the shape of the figures, a name, who plays."""

    renamed = Signal(str)
    taken = Signal(str)

    def __init__(self, which: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = which
        side = Qt.AlignmentFlag.AlignRight if which else Qt.AlignmentFlag.AlignLeft
        self._label = Label(self, font="small", wrap=False, align=side)
        self.name = says(NameEdit(self), hint=say("Name"))
        self.name.setAlignment(side)
        self.name.textEdited.connect(self.renamed)
        self.player = Choices(say("Who plays"), PLAYERS, self, large=True, upright=True, align=side)
        self.player.chosen.connect(self.taken)
        row = FoldLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.px(24))
        column = QVBoxLayout()
        column.setSpacing(fonts.px(2))
        column.addStretch(1)
        column.addWidget(self._label)
        column.addWidget(self.name)
        column.addSpacing(fonts.px(8))
        column.addWidget(self.player)
        column.addStretch(1)
        emblem = _Emblem(which, self)
        for part in (column, emblem) if which else (emblem, column):
            if isinstance(part, QWidget):
                row.addWidget(part)
            else:
                row.addLayout(part, 1)
        self.retranslate()

    def retranslate(self) -> None:
        words = (say("First band"), say("Second band"))[self._which]
        self._label.setText(tr(words))
        self.name.setAccessibleName(tr((say("First player"), say("Second player"))[self._which]))

    def show_draft(self, draft: Draft) -> None:
        if self.name.text() != draft.names[self._which]:
            self.name.setText(draft.names[self._which])
        self.player.show_choice(draft.players[self._which])


class _Emblem(QWidget):
    """A figure of the band's shape: round for one, eight-sided for the other."""

    def __init__(self, which: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which = which
        self.setFixedSize(fonts.px(EMBLEM), fonts.px(EMBLEM))
        palette.theme_changed.connect(self.update)
        fonts.text_scale_changed.connect(self._grow)

    def _grow(self) -> None:
        self.setFixedSize(fonts.px(EMBLEM), fonts.px(EMBLEM))

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size, dpr = self.width(), self.devicePixelRatioF()
        if self._which == 0:
            picture = figure_pixmap("ronin", "round", "vigilant", False, "E", size, dpr=dpr)
        else:
            picture = figure_pixmap("oni-warrior", "octagon", "vigilant", False, "W", size, dpr=dpr)
        pen.drawPixmap(0, 0, picture)
        pen.end()


class Topic(Translated, QWidget):
    """A question in small words, the choice in large ones, and what the choice means."""

    def __init__(self, title: Message, content: Sequence[QWidget], parent: QWidget | None = None) -> None:
        """`content` side by side."""
        super().__init__(parent)
        self._title = title
        self._label = Label(self, font="small", wrap=False)
        self.words = Label(self)
        self.words.setMinimumHeight(fonts.px(58))
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(4))
        column.addWidget(self._label)
        row = FoldLayout()
        row.setSpacing(fonts.px(6))
        for widget in content:
            widget.setParent(self)
            row.addWidget(widget)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.words)
        self.retranslate()

    def retranslate(self) -> None:
        self._label.setText(tr(self._title))


class PlayersStep(Translated, QWidget):
    """`changed` carries the new `Draft`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Shows nothing until `show_draft`."""
        super().__init__(parent)
        self.draft = Draft()
        self._own = {"bands": False, "recruits": False}
        """By the kind of game: whether a budget of one's own is being chosen."""
        self.seats = (Seat(0), Seat(1))
        for n, seat in enumerate(self.seats):
            seat.renamed.connect(lambda name, n=n: self._change(self.draft.with_name(n, one_line(name))))
            seat.taken.connect(lambda player, n=n: self._change(self.draft.with_player(n, player)))
        budgets: list[tuple[str, Message | str, str]] = [(str(budget), str(budget), "") for budget in BUDGETS]
        budgets.append((OTHER, say("other"), ""))
        self.budget = Choices(say("Zeni per band"), budgets, large=True)
        self.budget.chosen.connect(self._take_budget)
        drafts: list[tuple[str, Message | str, str]] = [(str(budget), str(budget), "") for budget in DRAFT_BUDGETS]
        drafts.append((OTHER, say("other"), ""))
        self.draft_budget = Choices(say("Zeni per band"), drafts, large=True)
        self.draft_budget.chosen.connect(self._take_budget)
        self.other = self._spin(1, MOST_ZENI)
        self.other.valueChanged.connect(lambda value: self._change(self._with_budget(value)))
        self.kind = Choices(say("Type of game"), KINDS, large=True)
        self.kind.chosen.connect(lambda id: self._change(replace(self.draft, kind=_any(id))))
        self.kind_topic = Topic(say("Type of game"), (self.kind,))
        self.mode = Choices(say("How strict is the app?"), MODES, large=True, flowing=True)
        self.mode.chosen.connect(lambda id: self._change(replace(self.draft, mode=_any(id))))
        self.dice = Choices(say("Dice"), DICE, large=True, flowing=True)
        self.dice.chosen.connect(lambda id: self._change(replace(self.draft, dice=_any(id))))
        self.zeni_topic = Topic(say("Zeni per band"), (self.budget, self.draft_budget, self.other))
        self.mode_topic = Topic(say("How strict is the app?"), (self.mode,))
        self.dice_topic = Topic(say("Dice"), (self.dice,))
        self.help = Choices(say("Help"), HELP, large=True, flowing=True)
        self.help.chosen.connect(lambda id: self._change(replace(self.draft, help=_any(id))))
        self.help_topic = Topic(say("Help"), (self.help,))
        self.clock = Choices(say("Clock"), [(id, words, "") for id, words in CLOCKS], flowing=True)
        self.clock.chosen.connect(lambda id: self._change(replace(self.draft, clock=id)))
        self.clock_topic = Topic(say("Clock"), (self.clock,))
        self.fold = InkButton(say("Table options"), "quiet", sign="chevron-down")
        self.fold.clicked.connect(self._unfold)
        self.table = TableOptions()
        self.table.changed.connect(self._change)
        self.table.hide()
        self._lay_out()
        self.retranslate()

    def _spin(self, low: int, high: int) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(low, high)
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return box

    def _lay_out(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(fonts.px(64), fonts.px(4), fonts.px(64), fonts.px(8))
        column.setSpacing(fonts.px(5))
        column.addStretch(2)
        players = FoldLayout()
        players.setSpacing(fonts.px(40))
        for seat in self.seats:
            players.addWidget(seat, 1)
        column.addLayout(players)
        column.addStretch(2)
        column.addWidget(Rule(inner, weight=2.6, seed=4))
        column.addStretch(1)
        topics = FoldLayout()
        topics.setSpacing(fonts.px(36))
        topics.addWidget(self.zeni_topic, 3)  # by what the longest words of a language need
        topics.addWidget(self.mode_topic, 8)
        topics.addWidget(self.dice_topic, 8)
        column.addWidget(self.kind_topic)
        column.addLayout(topics)
        others = QHBoxLayout()
        others.setSpacing(fonts.px(36))
        others.addWidget(self.help_topic, 8)
        others.addWidget(self.clock_topic, 11)
        column.addLayout(others)
        column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.table)
        column.addStretch(2)
        self._inner = inner
        self._narrow()
        holder = QWidget()
        middle = QHBoxLayout(holder)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addStretch(1)
        middle.addWidget(inner, 100)
        middle.addStretch(1)
        fonts.text_scale_changed.connect(self._narrow)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(ScrollColumn(holder, self))

    def _narrow(self) -> None:
        self._inner.setMaximumWidth(fonts.px(WIDEST))

    def _unfold(self) -> None:
        self.table.setVisible(self.table.isHidden())
        self.fold.set_sign("chevron-down" if self.table.isHidden() else "chevron-up")

    def retranslate(self) -> None:
        self.other.setAccessibleName(tr(say("Zeni per band")))
        self._explain()

    def _explain(self) -> None:
        draft = self.draft
        limit = say("A band that loses {limit} zeni loses the game.", limit=draft.losing_limit)
        if draft.kind == "recruits":
            limit = say("Only for recruiting: in the game, zeni earned count.")
        self.zeni_topic.words.setText(tr(limit))
        self.kind_topic.words.setText(tr(KIND_WORDS[draft.kind]))
        self.mode_topic.words.setText(tr(MODE_WORDS[draft.mode]))
        self.dice_topic.words.setText(tr(DICE_WORDS[draft.dice]))
        self.help_topic.words.setText(tr(HELP_WORDS[draft.help]))
        self.clock_topic.words.setText(tr(CLOCK_WORDS))

    def show_draft(self, draft: Draft) -> None:
        self.draft = draft
        for seat in self.seats:
            seat.show_draft(draft)
        self.kind.show_choice(draft.kind)
        self._show_budget()
        self.mode.show_choice(draft.mode)
        self.dice.show_choice(draft.dice)
        self.help.show_choice(draft.help)
        self.clock.show_choice(draft.clock)
        self.table.show_draft(draft)
        self._explain()

    def _show_budget(self) -> None:
        """An adventure has its own; the other kinds have usual ones, and any other."""
        draft = self.draft
        self.zeni_topic.setVisible(draft.kind != "adventure")
        for kind, choices, usual in (("bands", self.budget, BUDGETS), ("recruits", self.draft_budget, DRAFT_BUDGETS)):
            choices.setVisible(draft.kind == kind)
            if draft.kind != kind:
                continue
            budget = self._budget()
            self._own[kind] = self._own[kind] or budget not in usual
            choices.show_choice(OTHER if self._own[kind] else str(budget))
            self.other.setVisible(self._own[kind])
            _quietly(self.other, budget)

    def _budget(self) -> int:
        return self.draft.draft_budget if self.draft.kind == "recruits" else self.draft.budget

    def _with_budget(self, zeni: int) -> Draft:
        if self.draft.kind == "recruits":
            return replace(self.draft, draft_budget=zeni)
        return replace(self.draft, budget=zeni)

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

    def _change(self, draft: Draft) -> None:
        if draft != self.draft:
            self.show_draft(draft)
            self.changed.emit(draft)


class TableOptions(QWidget):
    """What tables do differently: the losing limit, how far a diagonal is, turning in a zone."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Shows nothing until `show_draft`."""
        super().__init__(parent)
        self.draft = Draft()
        self.own_limit = says(QCheckBox(self), say("Different losing limit"))
        self.limit = says(QSpinBox(self), name=say("Losing limit in zeni"))
        self.limit.setRange(1, MOST_ZENI)
        self.shot_metric = Choices(say("Range: a diagonal square"), METRICS, self)
        self.turning = says(QCheckBox(self), say("Turning on the spot in an enemy control zone shakes"))
        self.shared_box = says(QCheckBox(self), say("One box: no unique character and no equipment in both bands"))
        self._diagonal = Label(self, role="ink", wrap=False, text=say("Range: a diagonal square"))
        self.own_limit.toggled.connect(lambda on: self._emit(limit=self.draft.losing_limit if on else None))
        self.limit.valueChanged.connect(lambda value: self._emit(limit=value))
        self.shot_metric.chosen.connect(lambda id: self._emit(range_metric=id))
        self.turning.toggled.connect(lambda on: self._emit(turning_shakes=on))
        self.shared_box.toggled.connect(lambda on: self._emit(shared_box=on))
        rows: tuple[tuple[QWidget, ...], ...] = (
            (self.own_limit, self.limit), (self._diagonal, self.shot_metric), (self.turning,), (self.shared_box,),
        )  # fmt: skip
        pair = FoldLayout(self)
        pair.setContentsMargins(fonts.px(10), 0, 0, 0)
        pair.setSpacing(fonts.px(48))
        for part in (rows[:2], rows[2:]):
            column = QVBoxLayout()
            column.setSpacing(fonts.px(4))
            for widgets in part:
                row = FoldLayout()
                row.setSpacing(fonts.px(10))
                for widget in widgets:
                    row.addWidget(widget)
                row.addStretch(1)
                column.addLayout(row)
            pair.addLayout(column)
        pair.addStretch(1)

    def show_draft(self, draft: Draft) -> None:
        self.draft = draft
        for box, on in (
            (self.own_limit, draft.limit is not None),
            (self.turning, draft.turning_shakes),
            (self.shared_box, draft.shared_box),
        ):
            box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(False)
        self.shared_box.setVisible(draft.kind == "bands")
        self.limit.setEnabled(draft.limit is not None)
        _quietly(self.limit, draft.losing_limit)
        self.shot_metric.show_choice(draft.range_metric)

    def _emit(self, **values: Any) -> None:
        draft = replace(self.draft, **values)
        if draft != self.draft:
            self.draft = draft
            self.changed.emit(draft)


def _quietly(box: QSpinBox, value: int) -> None:
    if box.value() != value:
        box.blockSignals(True)
        box.setValue(value)
        box.blockSignals(False)


def _any(text: str) -> Any:
    """A word of a closed list, as its literal type."""
    return text
