"""A campaign on the screen: the one object that its pages look at and act through.

It holds the branches and says when something changed. Pages never change a campaign themselves: they call a method
here, and redraw when `changed` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from companion.model.campaign.proposal import Proposal, proposal
from companion.model.campaign.state import State
from companion.model.campaign.tree import Chronicle
from companion.model.core.chance import Face
from companion.model.core.contract import Choice, Content, Correction, Json, Option, Pending, Roll, options_of
from companion.model.core.record import Dice, Source
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import Message, Name
from companion.ui.kit.translator import tr


class Campaigning(QObject):
    """See the module."""

    changed = Signal()
    """Something was decided, undone, looked at, or another branch is shown."""
    refused = Signal(object)
    """A `Message`: something could not be done; nothing has happened."""

    def __init__(self, chronicle: Chronicle, content: Content, parent: QObject | None = None) -> None:
        """Every change of `chronicle` is kept by whoever keeps it; `content` has the cards' pictures."""
        super().__init__(parent)
        self.chronicle, self.content = chronicle, content

    # what there is to see ------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session[State]:
        """The log of the branch shown."""
        return self.chronicle.session

    @property
    def state(self) -> State:
        """The campaign at the cursor of the branch shown."""
        return self.session.state

    @property
    def pending(self) -> Pending:
        """What the campaign waits for."""
        return self.session.pending

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen now; nothing while a roll is asked, or an earlier step is only looked at."""
        pending = self.pending
        return options_of(pending) if isinstance(pending, Choice) and not self.session.looking else ()

    @property
    def to_roll(self) -> Roll | None:
        """The roll asked for now."""
        pending = self.pending
        return pending if isinstance(pending, Roll) and not self.session.looking else None

    @property
    def proposed(self) -> Proposal | None:
        """What the assistant proposes so far; None: no battle waits for approval."""
        return proposal(self.session)

    def say(self, message: Message | Name | str) -> str:
        """Words in the language of the window."""
        return tr(message)

    # what can be done: True when it was ----------------------------------------------------------------------------

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

    def retype(self, faces: Sequence[Face]) -> bool:
        """The last roll was entered wrongly."""
        return self.attempt(lambda: self.session.retype(faces))

    def edit(self, correction: Correction | Json) -> bool:
        """Correct by hand: the table knows better than the rules."""
        return self.attempt(lambda: self.chronicle.edit(correction))

    def set_dice(self, dice: Dice) -> bool:
        """Say who rolls from now on."""
        return self.attempt(lambda: self.session.set_dice(dice))

    def undo(self) -> bool:
        """Take the last decision back."""
        return self.attempt(lambda: self.session.undo_group())

    def redo(self) -> bool:
        """Decide it again."""
        return self.attempt(lambda: self.session.redo_group())

    def jump(self, cursor: int) -> bool:
        """Go back (or forward) to a step of the branch shown; what was decided after it can be redone."""
        return self.attempt(lambda: self.session.jump(cursor))

    def look(self, cursor: int | None) -> bool:
        """Only look at a step; None: the present again."""
        return self.attempt(lambda: self.session.look(cursor))

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
        """Do something that may be refused, and tell the person if it is."""
        try:
            do()
        except RuleBroken as broken:
            self.refused.emit(broken.refusal.why)
            return False
        except (InvalidInput, UnknownOption) as wrong:
            self.refused.emit(wrong.why)
            return False
        except Exception as error:  # a store's: it is above us, but says what is wrong in words
            why = getattr(error, "why", None)
            if not isinstance(why, Message):
                raise
            self.refused.emit(why)
            return False
        self.changed.emit()
        return True
