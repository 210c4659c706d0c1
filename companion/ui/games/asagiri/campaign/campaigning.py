"""A campaign on the screen: the one object that its pages look at and act through.

It holds the branches and says when something changed. Pages never change a campaign themselves: they call a method
here, and redraw when `changed` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from companion.model.core.chance import Face
from companion.model.core.contract import Content, Correction, Json, Option
from companion.model.core.journal import LOG, touched_parts
from companion.model.core.record import Dice, Source
from companion.model.core.session import Change, Session
from companion.model.core.words import Message, Name
from companion.model.games.asagiri.campaign.assistant import Proposal, proposal
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.campaign.state import State
from companion.ui.kit.translator import tr
from companion.ui.play.controller import Controller


class Campaigning(Controller[State]):
    """See the module. `changed` also when another branch is shown."""

    def __init__(self, chronicle: Chronicle, content: Content, parent: QObject | None = None) -> None:
        """Every change of `chronicle` is kept by whoever keeps it; `content` has the cards' pictures."""
        super().__init__(chronicle.session, tr.words, parent)
        self.chronicle, self.content = chronicle, content

    @property
    def session(self) -> Session[State]:
        """The log of the branch shown."""
        return self.chronicle.session

    @property
    def proposed(self) -> Proposal | None:
        """What the assistant proposes so far; None: no battle waits for approval."""
        return proposal(self.session)

    def say(self, message: Message | Name | str) -> str:
        return tr(message)

    def choose(self, *options: Option | str, join: bool = False) -> bool:
        """Choose one after the other; `join`: undone with what was done before."""
        return self.attempt(lambda: self.chronicle.choose_all(options, join=join))

    def roll(
        self,
        faces: Sequence[Face | None] | None = None,
        sources: Sequence[Source] | None = None,
        *,
        join: bool = False,
    ) -> bool:
        """Answer the roll asked for; without faces by chance. `join`: undone with what was done before."""
        return self.attempt(lambda: self.chronicle.roll(faces, sources, join=join))

    def edit(self, correction: Correction | Json) -> bool:
        """Correct by hand: the table knows better than the rules."""
        return self.attempt(lambda: self.chronicle.edit(correction))

    def set_dice(self, dice: Dice) -> bool:
        """Say who rolls from now on."""
        return self.attempt(lambda: self.session.set_dice(dice))

    def fork(self, name: str, at: int | None = None) -> bool:
        """Begin a branch at a step of the one shown, and show it."""
        return self.attempt(lambda: self.chronicle.fork(name, at))

    def switch(self, branch: int) -> bool:
        """Show another branch."""
        return self.attempt(lambda: self.chronicle.switch(branch))

    def rename_branch(self, branch: int, name: str) -> bool:
        """Call a branch something else."""
        return self.attempt(lambda: self.chronicle.rename(branch, name))

    def attempt(self, do: Callable[[], object]) -> bool:
        before, shown = self.session.cursor, self.state
        done = super().attempt(do)
        if done:
            touched = touched_parts(shown, self.state) | {LOG}
            self.changed.emit(Change(before, self.session.cursor, (), "jump", touched))
        return done
