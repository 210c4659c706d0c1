"""Retreats: those of a fight made longer, shorter or freer; those of no fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import DEEDS, Phrase
from companion.model.games.asagiri.skills.language.who import OPPONENT, Who
from companion.model.games.asagiri.skills.operation import Operation
from companion.model.games.asagiri.state.stack import EffectFrame, Fight, Retreating
from companion.model.games.asagiri.state.state import replace
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE

from .results import ResultOperation


class RetreatChange(ResultOperation, frozen=True, tag="retreat"):
    """The loser's retreat is `squares` long (0: none), or its winner chooses where to."""

    phrase = Phrase(
        N_("Longer or no retreat"),
        N_("the retreat is {squares} squares long"),
        flags={
            "winner_chooses": (N_("the winner chooses where to"), N_("the loser chooses where to")),
            "anywhere": (N_("to any side"), N_("straight or aslant backwards")),
        },
        start={"squares": 2},
    )

    squares: Annotated[int, msgspec.Meta(ge=0, le=6)] = 1
    winner_chooses: bool = False
    anywhere: bool = False
    """To any adjacent square; its length stays what it is."""

    @property
    def settles(self) -> object:
        return RetreatChange

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self == RetreatChange():
            yield Problem(at, say("A retreat is always one square."))
        elif self.anywhere and self.squares != 1:
            yield Problem(f"{at}/squares", say("The length of the retreat stays what it is."))
        elif self.squares == 0 and self.winner_chooses:
            yield Problem(f"{at}/winner_chooses", say("Without a retreat there is nothing to choose."))

    def words(self, voice: Voice) -> Message:
        if self.anywhere:
            said = say("the winner chooses any adjacent square for the retreat") if self.winner_chooses \
                else say("the loser may retreat to any adjacent square")  # fmt: skip
        elif self.squares == 0:
            said = say("the loser does not retreat")
        elif self.winner_chooses:
            said = plural("the loser retreats {count} square; the winner chooses where to",
                          "the loser retreats {count} squares; the winner chooses where to", self.squares)  # fmt: skip
        else:
            said = plural("the loser retreats {count} square", "the loser retreats {count} squares", self.squares)
        return self.announced(said, voice)

    def change(self, fight: Fight) -> Fight:
        chosen = fight.winner_chooses or self.winner_chooses
        if self.anywhere:
            return replace(fight, anywhere=True, winner_chooses=chosen)
        return replace(fight, squares=self.squares, winner_chooses=chosen)


class FallBack(Operation, frozen=True, tag="fall_back"):
    """Retreats as after a lost combat (RET-1 to RET-3), with all that this brings, and does not turn first."""

    windows = (*DEEDS, "tested")
    harm = "retreat"
    phrase = Phrase(
        N_("Retreat outside a fight"),
        N_("{who} retreats {squares} squares"),
        flags={
            "bearer_chooses": (N_("this character’s player chooses where to"), N_("its own player chooses where to"))
        },
    )

    squares: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    who: Who = OPPONENT
    bearer_chooses: bool = False

    def words(self, voice: Voice) -> Message:
        who = voice.each(self.who)
        said = plural("{who} retreats {count} square as after a lost combat",
                      "{who} retreats {count} squares as after a lost combat", self.squares, who=who)  # fmt: skip
        return say("{said}; this character’s player chooses where to", said=said) if self.bearer_chooses else said

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        n, chooser = frame.target, frame.who if self.bearer_chooses else NO_FIGURE
        if flow.due("retreats", n, "RET-1", squares=self.squares, chooser=chooser, opponent=frame.who):
            flow.push(Retreating(n, self.squares, chooser, frame.who))


Retreats: TypeAlias = RetreatChange | FallBack
