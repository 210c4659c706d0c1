"""Who takes the place of the dead: those there are zeni for, equipment for them, and why others may not (CAM-2)."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.legal_options import check, replacements
from companion.model.games.asagiri.campaign.state import Replacing, State
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.kit.fold_layout import vbox
from companion.ui.kit.label import Label
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts

from .panel import Panel


class ReplacePanel(Panel):
    """See the module. `chosen` carries the text of an option."""

    chosen = Signal(str)

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget) -> None:
        super().__init__(campaigning, faces, parent)
        self.left = Heading("", self, level=3)
        self.come = Label(self, role="ink")
        self.lines = ListView(self)
        self.lines.setMinimumHeight(fonts.px(220))
        self.lines.chosen.connect(self.chosen)
        self.lines.held.connect(lambda _: self.changed.emit())
        self._done = ""
        vbox(self.left, self.come, (self.lines, 1), on=self, spacing=6)

    def ask(self, state: State, task: Replacing) -> None:
        """Offer everybody, those who may not come with the reason."""
        t, system = self.campaigning.say, self.campaigning.session.system
        options = replacements(state, task)
        self._done = system.option_id(state, o.Replaced()) if o.Replaced() in options else ""
        self.left.setText(t(say("{zeni} left", zeni=zeni(task.left))))
        names = [self.faces.name(state, who) for who in task.by]
        self.come.setText(t(say("Replaced by: {names}", names=tuple(names))) if names else "")
        self.come.setVisible(bool(names))
        lines: list[Line] = []
        mine = sorted((one.card for one in options if isinstance(one, o.Replace)),
                      key=lambda id: (-state.box.character(id).zeni, self.faces.card(id).name))  # fmt: skip
        if self._done:
            rest = (
                say("Nobody else: {zeni} go into the purse", zeni=zeni(task.left)) if task.left else say("Nobody else")
            )
            lines.append(Line(self._done, t(rest), sign="check"))
        gear = [one for one in options if isinstance(one, o.Outfit)]
        if mine:
            lines.append(Line("", t(say("Available")), heading=True))
            lines += [self._of_card(system.option_id(state, o.Replace(id)), id) for id in mine]
        if gear:
            lines.append(Line("", t(say("Equipment for the newcomers")), heading=True))
            for one in gear:
                title = f"{self.faces.gear(one.gear).name} · {self.faces.name(state, one.who)}"
                value = str(state.box.gear(one.gear).zeni)
                lines.append(Line(system.option_id(state, one), title, value=value, sign="plus"))
        others = [card.id for card in state.box.characters if card.id not in mine]
        if others:
            lines.append(Line("", t(say("Not available")), heading=True))
            for id in others:
                refusal = check(state, o.Replace(id))
                why = t(refusal.why) if refusal is not None else ""
                lines.append(self._of_card(f"refused:{id}", id, why or " "))
        self.lines.setAccessibleName(self.left.text())
        self.lines.show_lines(lines)
        self.lines.scrollToTop()
        self.changed.emit()

    def _of_card(self, option: str, card: str, refusal: str = "") -> Line:
        face = self.faces.card(card)
        words = " · ".join([face.alignment_word, *face.traits])
        return Line(option, face.name, words, value=str(face.zeni), refusal=refusal)

    def next_words(self) -> Message | None:
        expected = self._expected
        return say("{choice}", choice=self.lines.by_id[expected].title) if expected else None

    def go(self) -> None:
        if self._expected:
            self.chosen.emit(self._expected)

    @property
    def _expected(self) -> str:
        """The line that has the keys; else the first but the one that ends it: what is left is to be spent."""
        held = self.lines.line if self.lines.hasFocus() else None
        ready = [line.id for line in self.lines.by_id.values() if line.usable]
        return held.id if held is not None else next((one for one in ready if one != self._done), self._done)

    def begin(self) -> None:
        if self._expected:
            self.lines.hold(self._expected)
        (self.lines if self._expected else self).setFocus()
