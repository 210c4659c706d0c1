"""Campaigns on the screen; here what their pages look at and act through, and the cards of its members."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from companion.model.core.chance import Face
from companion.model.core.contract import Content, Correction, Json, Option
from companion.model.core.record import Dice, FrozenContent, Source
from companion.model.core.session import Change, Session
from companion.model.core.timeline import LOG, touched_parts
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.assistant import Proposal, proposal
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.campaign.options import member_words
from companion.model.games.asagiri.campaign.state import Member, State
from companion.model.games.asagiri.state.table import HONOUR_NAMES, HONOUR_WORDS
from companion.ui.games.asagiri.cards.face import CardFace, Pictured, face_of_card
from companion.ui.games.asagiri.cards.profile import GearFace, face_of_gear
from companion.ui.kit.translator import tr
from companion.ui.play.controller import Controller


class CampaignController(Controller[State]):
    """See the module. `changed` also when another branch is shown."""

    def __init__(self, chronicle: Chronicle, content: Content, parent: QObject | None = None) -> None:
        """Every change of `chronicle` is kept by whoever keeps it; `content` has the cards' pictures."""
        super().__init__(chronicle.session, tr.words, parent)
        self.chronicle, self.content = chronicle, content

    @property
    def session(self) -> Session[State]:
        return self.chronicle.session

    @property
    def proposed(self) -> Proposal | None:
        """What the assistant proposes so far; None: no battle waits for approval."""
        return proposal(self.session)

    def say(self, message: Message | Name | str) -> str:
        return tr(message)

    def branch_name(self, branch: int) -> str:
        """What a person called it, or its number."""
        name = self.chronicle.branches[branch].name
        return name or tr(say("Original branch") if branch == 0 else say("Branch {n}", n=branch))

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
        return self.attempt(lambda: self.chronicle.edit(correction))

    def set_dice(self, dice: Dice) -> bool:
        """Say who rolls from now on."""
        return self.attempt(lambda: self.session.set_dice(dice))

    def fork(self, name: str, at: int | None = None) -> bool:
        return self.attempt(lambda: self.chronicle.fork(name, at))

    def switch(self, branch: int) -> bool:
        return self.attempt(lambda: self.chronicle.switch(branch))

    def rename_branch(self, branch: int, name: str) -> bool:
        return self.attempt(lambda: self.chronicle.rename(branch, name))

    def attempt(self, do: Callable[[], object]) -> bool:
        before, shown = self.session.cursor, self.state
        done = super().attempt(do)
        if done:
            touched = touched_parts(shown, self.state) | {LOG}
            self.changed.emit(Change(before, self.session.cursor, (), "jump", touched))
        return done


class _Carried(FrozenContent):
    """The campaign's own cards; pictures stay in the packs."""

    def __init__(self, controller: CampaignController) -> None:
        header = controller.session.header
        super().__init__(header.cards, controller.content, header.every)
        self._packs = controller.content

    def picture(self, id: str, name: str) -> bytes | None:
        """The picture that a record names, if its pack is still there."""
        return self._packs.picture(id, name) if isinstance(self._packs, Pictured) else None


class CampaignFaces:
    """Cards of a campaign in the language of the window; each is read once."""

    def __init__(self, controller: CampaignController) -> None:
        self._controller = controller
        self.content = _Carried(controller)
        self._cards: dict[tuple[str, str | None, str], CardFace] = {}
        self._gear: dict[tuple[str, str], GearFace] = {}

    def card(self, card: str, equipment: str | None = None) -> CardFace:
        controller, key = self._controller, (card, equipment, tr.language)
        if key not in self._cards:
            found = controller.state.box.character(card)
            self._cards[key] = face_of_card(found, self.content, controller.say, equipment)
        return self._cards[key]

    def member(self, state: State, member: Member) -> CardFace:
        """A member's card, under the name it goes by in `state`."""
        return replace(self.card(member.card, member.equipment), name=self.name(state, member.id))

    def name(self, state: State, who: str) -> str:
        return tr(member_words(state, who))

    def gear(self, id: str) -> GearFace:
        key = (id, tr.language)
        if key not in self._gear:
            found = self._controller.state.box.gear(id)
            self._gear[key] = face_of_gear(found, self.content, self._controller.say)
        return self._gear[key]

    def honour(self, honour: str) -> tuple[Message, Message]:
        """An honour: its name, and what it does."""
        return next((name, HONOUR_WORDS[known]) for known, name in HONOUR_NAMES.items() if known == honour)
