"""One setting on the screen: its name, one sentence, what it is set with, and the way back to the default."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from companion.model.core.words import Message, one_line, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import Spin
from companion.ui.kit.layouts import LEFT, TOP, Gap, hbox, vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.settings import TEXT_SCALES, next_text_scale
from companion.ui.kit.settings_table import Control, Count, Elsewhere, OneOf, Setting, Switch, TextSize, Words, default
from companion.ui.kit.translator import percentage, says, tr
from companion.ui.kit.widget import Label, Translated

ON, OFF = say("on"), say("off")


def said(setting: Setting, value: Any) -> str:
    """A value of a setting in words: “130%”, “on”, “Rolled here”."""
    control = setting.control
    if isinstance(control, OneOf):
        name = next((name for id, name, _ in control.options if id == value), "")
        return tr(name) if isinstance(name, Message) else name
    if isinstance(control, Switch):
        return tr(ON if value else OFF)
    return percentage(round(value * 100)) if isinstance(control, TextSize) else str(value)


class SwitchLine(QCheckBox):
    """A switch that is clicked anywhere on its line."""

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)


class TextSizes(Translated, QWidget):
    """A share of the usual size of text, one step smaller or larger. `chosen` carries it."""

    chosen = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._now = 1.0
        self.smaller = InkButton("", "quiet", self, sign="minus", name=say("Smaller text"), tip=say("Smaller text"))
        self.larger = InkButton("", "quiet", self, sign="plus", name=say("Larger text"), tip=say("Larger text"))
        self.smaller.clicked.connect(lambda: self.chosen.emit(next_text_scale(self._now, -1)))
        self.larger.clicked.connect(lambda: self.chosen.emit(next_text_scale(self._now, 1)))
        self._words = Label(self, role="ink", font="digits", wrap=False)
        hbox(self.smaller, self._words, self.larger, 1, on=self)

    def show_value(self, share: float) -> None:
        self._now = share
        self.retranslate()
        self.smaller.setEnabled(share > TEXT_SCALES[0])
        self.larger.setEnabled(share < TEXT_SCALES[-1])

    def retranslate(self) -> None:
        self._words.setText(percentage(round(self._now * 100)))


class SettingRow(Translated, QWidget):
    """`changed` carries the setting's id and what a person chose; `wanted` an action to do instead."""

    accessible_role = QAccessible.Role.Grouping
    changed = Signal(str, object)
    wanted = Signal(str)

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        says(self, name=setting.title)
        self.back = InkButton(
            "", "quiet", self, sign="undo", tip=say("Back to the default"),
            name=say("{setting}: back to the default", setting=setting.title),
            clicked=lambda: self.changed.emit(setting.id, default(setting.id)),
        )  # fmt: skip
        policy = self.back.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.back.setSizePolicy(policy)
        self._show: Callable[[Any], object] = lambda value: None
        self.control = _widget(setting.control, self)
        section = (Heading(setting.section, self, level=3), Gap(6)) if setting.section is not None else ()
        self._line = Label(self, font="small", text=setting.line)
        self.held = Label(self, role="vermilion", font="small")
        if isinstance(setting.control, Switch):
            below = vbox(self._line, self.held, spacing=2, margins=(28, 0, 0, 0))
            vbox(*section, hbox((self.control, 1), (self.back, TOP)), below, on=self, spacing=0)
        else:
            title = Label(self, role="ink", font="strong", text=setting.title)
            alone = isinstance(setting.control, Elsewhere | TextSize | Count)
            below = vbox(
                self._line, Gap(2), (self.control, LEFT) if alone else self.control, self.held, spacing=2
            )  # fmt: skip
            vbox(*section, hbox((title, 1), (self.back, TOP)), below, on=self, spacing=0)

    def show_value(self, value: Any, *, shipped: bool = True) -> None:
        """Show what holds now; `shipped`: nobody chose it."""
        why = self.setting.held()
        self.held.setVisible(why is not None)
        self.held.setText(tr(why) if why is not None else "")
        self.control.setEnabled(why is None)
        self._show(value)
        self.back.setVisible(not shipped)

    def choose(self, value: object) -> None:
        """A person chose this."""
        self.changed.emit(self.setting.id, value)


@singledispatch
def _widget(control: Control, row: SettingRow) -> QWidget:
    """What a setting is set with."""
    raise TypeError(control)


@_widget.register
def _(control: OneOf, row: SettingRow) -> QWidget:
    made = Choices(row.setting.title, control.options, row, flowing=len(control.options) > 3)
    made.chosen.connect(row.choose)
    row._show = made.show_choice
    return made


@_widget.register
def _(control: Switch, row: SettingRow) -> QWidget:
    made = says(SwitchLine(row), row.setting.title)
    made.toggled.connect(row.choose)
    row._show = made.setChecked
    return made


@_widget.register
def _(control: TextSize, row: SettingRow) -> QWidget:
    made = TextSizes(row)
    made.chosen.connect(row.choose)
    row._show = made.show_value
    return made


@_widget.register
def _(control: Words, row: SettingRow) -> QWidget:
    made = says(QLineEdit(row), name=row.setting.title, hint=row.setting.title)
    made.setMaxLength(control.most)
    made.textEdited.connect(lambda text: row.choose(one_line(text)))

    def show(value: str) -> None:
        if made.text().strip() != value:
            made.setText(value)

    row._show = show
    return made


@_widget.register
def _(control: Count, row: SettingRow) -> QWidget:
    made = says(Spin(row), name=row.setting.title)
    made.setRange(control.least, control.most)
    made.valueChanged.connect(row.choose)
    row._show = made.setValue
    return made


@_widget.register
def _(control: Elsewhere, row: SettingRow) -> QWidget:
    return InkButton(
        control.button, "secondary", row, clicked=lambda: row.wanted.emit(control.action)
    )  # fmt: skip
