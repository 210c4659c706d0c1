"""The end: who has won, and by which rule."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.contract import Over
from companion.model.core.session import Change
from companion.model.core.words import Message, Name, plural, say
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.statistics.highlights import Decided, decided
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.controller.pace import FORWARD
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.keys.focus import offer_keys
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import FoldLayout
from companion.ui.kit.modal import go_round
from companion.ui.kit.panels import Heading, PaperPanel, Rule, SealLabel
from companion.ui.kit.theme import fonts, palette


def _ending(game: Game, winner: str | None) -> Mapping[str, str] | None:
    """What the adventure tells of this end, if it is one and tells anything."""
    table = game.state.table
    if table.adventure is None:
        return None
    record = table.adventure.record
    return record.draw if winner is None else record.sides[table.roles[SEATS.index(winner)]].ending


class EndSlip(QWidget):
    """A sheet over the dimmed table; the table can be looked at again, and the last step taken back."""

    accessible_role = QAccessible.Role.Dialog

    home = Signal()
    announced = Signal()

    def __init__(self, game: Game, names: tuple[str, str], parent: QWidget) -> None:
        """`names`: of the players of A and B."""
        super().__init__(parent)
        self._game, self._names = game, names
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.way_out = say("Home")
        """What the way away from the table is called."""
        self._sheet = PaperPanel(self, margin=34, seed=23)
        column = QVBoxLayout(self._sheet)
        column.setSpacing(14)
        self.seal = SealLabel("勝", "", self._sheet, size=72)
        self.title = Heading("", self._sheet, level=1)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.story = Label(self._sheet, role="ink", align=Qt.AlignmentFlag.AlignCenter)
        self.why = Label(self._sheet)
        self.why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.losses = Label(self._sheet, role="ink")
        self.losses.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.told = tuple((Label(self._sheet, font="small"), Label(self._sheet, role="ink")) for _ in range(3))
        self.look = InkButton("", "quiet", self._sheet, sign="eye")
        self.back = InkButton("", "quiet", self._sheet, sign="undo")
        self.report = InkButton("", "quiet", self._sheet, sign="scroll")
        self.figures = InkButton("", "quiet", self._sheet, sign="chart")
        self.again = InkButton("", "secondary", self._sheet)
        self.swap = InkButton("", "secondary", self._sheet)
        self.other = InkButton("", "secondary", self._sheet)
        self.alone = False
        """The game belongs to nothing larger: it can be played again."""
        self.leave = InkButton("", "primary", self._sheet, deed="table.step")
        column.addWidget(self.seal, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.title)
        column.addWidget(Rule(self._sheet, role="vermilion"))
        column.addWidget(self.story)
        column.addWidget(self.why)
        column.addWidget(self.losses)
        column.addWidget(Rule(self._sheet))
        for caption, words in self.told:
            caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            pair = QVBoxLayout()
            pair.setSpacing(fonts.px(1))
            pair.addWidget(caption)
            pair.addWidget(words)
            column.addLayout(pair)
        column.addSpacing(4)
        for buttons in (
            (self.again, self.swap, self.other, self.leave),
            (self.back, self.look, self.figures, self.report),
        ):
            row = FoldLayout(most=60)
            row.setSpacing(12)
            row.addStretch(1)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            column.addLayout(row)
        self.look.clicked.connect(self.hide)
        self.back.clicked.connect(self._undo)
        self.leave.clicked.connect(self.home)
        page = QVBoxLayout(self)
        page.addStretch(1)
        page.addWidget(self._sheet, 0, Qt.AlignmentFlag.AlignHCenter)
        page.addStretch(1)
        self.hide()
        self._due = False
        """The game has just ended, and nobody was told yet."""
        game.changed.connect(self._changed)
        game.pace.changed.connect(self._announce_due)

    def _changed(self, change: Change) -> None:
        over = isinstance(self._game.pending, Over)
        self._due = over and change.cause in FORWARD
        if not over:
            self.hide()
        self._announce_due()

    def _announce_due(self) -> None:
        """Say that the game has ended, as soon as the fight that ended it was read."""
        pace = self._game.pace
        if self._due and not pace.falling and not pace.shown:
            self._due = False
            self.announce()

    def set_names(self, names: tuple[str, str]) -> None:
        """Name the players."""
        self._names = names

    def focusNextPrevChild(self, forward: bool) -> bool:
        return go_round(self, forward=forward) or super().focusNextPrevChild(forward)

    def announce(self) -> None:
        """Show the result of the game."""
        game = self._game
        over = game.over()
        if not isinstance(over, Over):
            return
        if over.winner is None:
            self.title.setText(game.say(say("No winner")))
        else:
            name = self._name(SEATS.index(over.winner))
            self.title.setText(game.say(say("Victory for {name}", name=name)))
        ending = _ending(game, over.winner)
        self.story.setText(game.say(Name.of(ending)) if ending is not None else "")
        self.story.setVisible(ending is not None)
        self.why.setText(game.say(over.why))
        self.losses.setText(game.say(self._count()))
        self.look.setText(game.say(say("View the board")))
        self.figures.setText(game.say(say("Charts")))
        self.back.setText(game.say(say("Undo the last step")))
        self.report.setText(game.say(say("Battle report")))
        self.leave.setText(game.say(self.way_out))
        for button, title in (
            (self.again, say("Play again")),
            (self.swap, say("Swap sides")),
            (self.other, say("New game…")),
        ):
            button.setText(game.say(title))
            button.setVisible(self.alone)
        for caption, words in self.told:
            caption.hide()
            words.hide()
        QTimer.singleShot(0, self, self._decide)
        self.setAccessibleName(self.title.text())
        self.announced.emit()
        self.show()
        self.raise_()
        offer_keys(self)

    def _decide(self) -> None:
        """What it came down to: worked out once the end is seen."""
        game, found = self._game, decided(self._game.session)
        if found is None or game.over() is None:
            return
        titles = (say("Turning point"), say("Best figures"), say("Luck of the dice"))
        said = (self._turning(found), self._best(found), self._luck(found))
        for (caption, words), title, text in zip(self.told, titles, said, strict=True):
            caption.setText(game.say(title))
            words.setText(text)
            caption.setVisible(bool(text))
            words.setVisible(bool(text))
        self.setAccessibleDescription(". ".join(f"{caption.text()}: {words.text()}" for caption, words in self.told))

    def _turning(self, found: Decided) -> str:
        game, turning = self._game, found.turning
        if turning is None:
            return ""
        words = [game.say(say("Turn {turn}: {what}", turn=turning.turn, what=turning.told))]
        over = game.over()
        if turning.chances is not None and over is not None and over.winner is not None:
            before, after = (round(chance * 100) for chance in turning.chances)
            name = self._name(SEATS.index(over.winner))
            odds = say(
                "{name}'s chance of winning: {before}\u00a0% → {after}\u00a0%", name=name, before=before, after=after
            )
            words.append(game.say(odds))
        return "\n".join(words)

    def _best(self, found: Decided) -> str:
        game, lines = self._game, []
        for best in found.best:
            if best is None:
                continue
            won = plural("{count} fight won", "{count} fights won", best.won)
            felled = plural("{count} enemy disabled", "{count} enemies disabled", best.felled)
            who, player = game.state.table.called[best.who], self._name(game.state.band_of(best.who))
            told = say("{who} · {player}: {won}", who=who, player=player, won=won)
            if best.felled:
                told = say("{who} · {player}: {won}, {felled}", who=who, player=player, won=won, felled=felled)
            lines.append(game.say(told))
        return "\n".join(lines)

    def _luck(self, found: Decided) -> str:
        """Of either player, out of a hundred who roll as many dice."""
        shares = [(n, round(share * 100)) for n, share in enumerate(found.luck) if share is not None]
        told = say("{name}: luckier than {share}\u00a0% of players")
        return "\n".join(
            self._game.say(Message(told.key, (("name", self._name(n)), ("share", share)))) for n, share in shares
        )

    def _name(self, band: int) -> str:
        return self._names[band] or self._game.say(say("Player {seat}", seat=SEATS[band]))

    def _count(self) -> Message:
        """The zeni that decided it, and the turns."""
        state, held = self._game.state, self._game.state.table.contest
        names = [self._name(n) for n in (0, 1)]
        if held is not None:
            counts = [f"{name} {scenario_game.earned(state, n)}" for n, name in enumerate(names)]
            return say(
                "Zeni earned: {counts}; turns: {turn}", counts="\u00a0· ".join(counts), turn=min(state.turn, held.turns)
            )
        lost = [f"{name} {state.bands[n].lost}/{state.table.limits[n]}" for n, name in enumerate(names)]
        return say("Zeni lost: {losses}; turns: {turn}", losses="\u00a0· ".join(lost), turn=state.turn)

    def press(self) -> None:
        """First bring the keys to the way out, so that the end is heard before it is left; then leave."""
        self.leave.click() if self.leave.hasFocus() else self.leave.setFocus(Qt.FocusReason.OtherFocusReason)

    def _undo(self) -> None:
        self.hide()
        self._game.undo()

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        shade = QColor(palette.current().color("ground"))
        shade.setAlphaF(0.72)
        pen.fillRect(self.rect(), shade)
        pen.end()
