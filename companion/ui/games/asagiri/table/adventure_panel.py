"""The page of the adventure at the table: what each side is told and how far it has come, to be read at any time."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import explain as told
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.explain import Cast
from companion.model.games.asagiri.adventure.goals import met, progress
from companion.model.games.asagiri.state.state import SEATS
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn


class AdventurePanel(PaperPanel):
    """Intro, both sides with their goals, special rules, turns."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=14, seed=33)
        self._game, self._names = game, ("", "")
        sheet = QWidget()
        self.title = Heading("", sheet, level=2)
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.title.setWordWrap(True)
        self.turns = Label(sheet, font="small")
        self.intro = Label(sheet)
        self.sides = tuple(
            (Label(sheet, font="small"), Label(sheet, role="ink", font="name"), Label(sheet),
             Label(sheet, role="ink"))
            for _ in (0, 1)
        )  # fmt: skip
        self.ends = Label(sheet)
        sides = [part for side in self.sides for part in (Rule(sheet, role="vermilion"), *side)]
        vbox(self.title, self.turns, self.intro, *sides, Rule(sheet), self.ends, 1, on=sheet, spacing=6)
        vbox(ScrollColumn(sheet, self), on=self)
        game.keep_current(self, self.rewrite)()

    called: Message = say("The adventure")
    """What the slip is called on its button."""

    @property
    def there(self) -> bool:
        """Whether there is anything to read."""
        return self._game.state.table.adventure is not None

    def set_names(self, names: tuple[str, str]) -> None:
        """Name the players."""
        self._names = names
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        """Show the page, and how far each goal has come."""
        game, state = self._game, self._game.state
        play = state.table.adventure
        if play is None:
            self.hide()
            return
        record, cast = play.record, Cast.of(state)
        self.title.setText(game.say(Name.of(record.name)))
        self.turns.setText(game.say(_turns(record, min(state.turn, record.turns or state.turn))))
        self.intro.setText(game.say(Name.of(record.intro)))
        for band, (who, name, briefing, goals) in zip(_mine_first(game), self.sides, strict=True):
            side = state.table.roles[band]
            who.setText(self._names[band] or SEATS[band])
            name.setText(game.say(Name.of(record.sides[side].name)))
            briefing.setText(game.say(Name.of(record.sides[side].briefing)))
            goals.setText("\n".join(self._goals(record, side, cast)))
        self.ends.setText("\n".join(told.end_lines(record, cast, game.words)))
        self.ends.setVisible(bool(self.ends.text()))
        self.setAccessibleName(self.title.text())

    def _goals(self, record: r.Adventure, side: int, cast: Cast) -> list[str]:
        party, state, say_ = record.sides[side], self._game.state, self._game.say
        if not party.goals:
            return told.goal_lines(record, side, cast, self._game.words)
        head = told.asked(party)
        lines = [] if head is None else [say_(head)]
        for goal in party.goals:
            done, wanted = progress(state, goal.when)
            mark = "✓" if met(state, goal.when) else f"{done}/{wanted}" if wanted > 1 else "·"
            lines.append(f"{mark}\u00a0{say_(told.goal(goal, cast))}")
        return lines


def _turns(record: r.Adventure, turn: int) -> Message:
    if record.turns is None:
        return say("Turn {turn}, no turn limit", turn=turn)
    return say("Turn {turn} of {turns}", turn=turn, turns=record.turns)


def _mine_first(game: AsagiriController) -> tuple[int, int]:
    """The side that a person plays is read first."""
    return (1, 0) if SEATS[0] in game.bots and SEATS[1] not in game.bots else (0, 1)
