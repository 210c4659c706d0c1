"""The end: who has won, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Over
from companion.model.core.session import Change
from companion.model.core.words import Message, Name, plural, say
from companion.model.games.asagiri.rules.transition import end_of
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import SEATS, band_of_seat
from companion.model.games.asagiri.state.vocabulary import BANDS, BandId, by_band
from companion.model.games.asagiri.statistics import Decided, decided
from companion.ui.games.asagiri.controller import FORWARD, AsagiriController
from companion.ui.kit.accessibility import go_round, offer_keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import CENTER, Gap, fold, vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule, SealLabel
from companion.ui.kit.theme import palette
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Label


def _ending(game: AsagiriController, winner: str | None) -> Mapping[str, str] | None:
    """What the adventure tells of this end, if it is one and tells anything."""
    table = game.state.table
    if table.adventure is None:
        return None
    record = table.adventure.record
    return record.draw if winner is None else record.sides[table.roles[SEATS.index(winner)]].ending


class EndPanel(QWidget):
    """A sheet over the dimmed table; the table can be looked at again, and the last step taken back."""

    accessible_role = QAccessible.Role.Dialog

    home = Signal()
    announced = Signal()

    def __init__(self, game: AsagiriController, parent: QWidget) -> None:
        super().__init__(parent)
        self._game = game
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.way_out = say("Home")
        """What the way away from the table is called."""
        self.alone = False
        """The game belongs to nothing larger: it can be played again."""
        sheet, middle = PaperPanel(self, margin=34, seed=23), Qt.AlignmentFlag.AlignCenter
        self.title = Heading("", sheet, level=1)
        self.title.setAlignment(middle)
        self.story, self.losses = (Label(sheet, role="ink", align=middle) for _ in range(2))
        self.why = TermLabel(sheet, align=middle)
        titles = say("Turning point"), say("Best figures"), say("Luck of the dice")
        self.told = tuple(
            (Label(sheet, text=title, font="small", align=middle), Label(sheet, role="ink", align=middle))
            for title in titles
        )
        self.again = InkButton(say("Rematch"), "secondary", sheet)
        self.swap = InkButton(say("Swap sides"), "secondary", sheet, tip=say("Rematch, sides swapped"))
        self.other = InkButton(say("New game…"), "secondary", sheet)
        self.leave = InkButton("", "primary", sheet, deed="table.step")
        self.back = InkButton(say("Undo the last step"), "quiet", sheet, sign="undo")
        self.look = InkButton(say("View the board"), "quiet", sheet, sign="eye")
        self.figures = InkButton(say("Charts"), "quiet", sheet, sign="chart")
        self.report = InkButton(say("Battle report"), "quiet", sheet, sign="scroll")
        rows = (self.again, self.swap, self.other, self.leave), (self.back, self.look, self.figures, self.report)
        vbox(
            (SealLabel("勝", "", sheet, size=72), CENTER), self.title, Rule(sheet, role="vermilion"), self.story,
            self.why, self.losses, Rule(sheet), *(vbox(*pair, spacing=1) for pair in self.told), Gap(4),
            *(fold(1, *buttons, 1, spacing=12, most=60) for buttons in rows), on=sheet, spacing=14, margins=None,
        )  # fmt: skip
        self.look.clicked.connect(self.hide)
        self.back.clicked.connect(self._undo)
        self.leave.clicked.connect(self.home)
        vbox(1, (sheet, CENTER), 1, on=self, margins=None)
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

    def focusNextPrevChild(self, forward: bool) -> bool:
        return go_round(self, forward=forward) or super().focusNextPrevChild(forward)

    def announce(self) -> None:
        game = self._game
        over = game.over()
        if not isinstance(over, Over):
            return
        winner = say("Victory for {name}", name=self._name(band_of_seat(over.winner))) if over.winner else None
        ending = _ending(game, over.winner)
        self.title.setText(game.say(winner or say("No winner")))
        self.story.setText(game.say(Name.of(ending)) if ending is not None else "")
        self.story.setVisible(ending is not None)
        self.why.setText(game.say(self._reason(over)))
        self.losses.setText(game.say(self._count()))
        says(self.leave, self.way_out)
        for button in (self.again, self.swap, self.other):
            button.setVisible(self.alone)
        for label in (label for pair in self.told for label in pair):
            label.hide()
        QTimer.singleShot(0, self, self._decide)
        self.setAccessibleName(self.title.text())
        self._say_more(())
        self.announced.emit()
        self.show()
        self.raise_()
        offer_keys(self)

    def _decide(self) -> None:
        """What it came down to: worked out once the end is seen."""
        game, found = self._game, decided(self._game.session)
        if found is None or game.over() is None:
            return
        said = (self._turning(found), self._best(found), self._luck(found))
        for (caption, words), text in zip(self.told, said, strict=True):
            words.setText(text)
            caption.setVisible(bool(text))
            words.setVisible(bool(text))
        self._say_more(f"{caption.text()}: {words.text()}" for caption, words in self.told if words.text())

    def _say_more(self, told: Iterable[str]) -> None:
        """What a screen reader says after the winner: why it ended, what it cost, and what is `told` besides."""
        parts = (part.rstrip(".") for part in (self.story.text(), self.why.text(), self.losses.text(), *told))
        self.setAccessibleDescription(". ".join(part for part in parts if part))

    def _turning(self, found: Decided) -> str:
        game, turning = self._game, found.turning
        if turning is None:
            return ""
        words = [game.say(say("Turn {turn}: {what}", turn=turning.turn, what=turning.told))]
        over = game.over()
        if turning.chances is not None and over is not None and over.winner is not None:
            before, after = (round(chance * 100) for chance in turning.chances)
            name = self._name(band_of_seat(over.winner))
            odds = say("{name}'s chance of winning: {before}% → {after}%", name=name, before=before, after=after)
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
        shares = [(self._name(n), round(share * 100)) for n, share in by_band(found.luck) if share is not None]
        told = (say("{name}: luckier than {share}% of players", name=name, share=share) for name, share in shares)
        return "\n".join(map(self._game.say, told))

    def _name(self, band: BandId) -> str:
        return self._game.names[band] or self._game.say(say("Player {seat}", seat=SEATS[band]))

    def _reason(self, over: Over) -> Message:
        """Why it is over; where the zeni of one band decided, whose and how many (END-1)."""
        state, ended = self._game.state, end_of(self._game.state)
        if ended is None or ended[1] != "END-1" or ended[0] not in BANDS:
            return over.why
        loser = next(n for n in BANDS if n != ended[0])
        return say("{name} has lost {lost} zeni: whoever reaches the zeni limit of {limit} loses.",
                   name=self._name(loser), lost=state.bands[loser].lost, limit=state.table.limits[loser])  # fmt: skip

    def _count(self) -> Message:
        state, held = self._game.state, self._game.state.table.contest
        names, apart = [self._name(n) for n in BANDS], "\u00a0· "
        if held is not None:
            counts = apart.join(f"{name} {scenario_game.earned(state, n)}" for n, name in by_band(names))
            return say("Zeni earned: {counts}; turns: {turn}", counts=counts, turn=min(state.turn, held.turns))
        lost = apart.join(f"{name} {state.bands[n].lost}/{state.table.limits[n]}" for n, name in by_band(names))
        return say("Zeni lost: {losses}; turns: {turn}", losses=lost, turn=state.turn)

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
