"""What figures may not do, or must do before anything else; retreats: made longer or freer in a fight, or of none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    DEEDS,
    EffectPlace,
    Element,
    Lasts,
    Phrase,
    Window,
    any_of,
    element,
    none_of,
)
from companion.model.games.asagiri.skills.language.who import OPPONENT, SELF, Who
from companion.model.games.asagiri.skills.language.who_words import one
from companion.model.games.asagiri.skills.operation import Holding, Operation, lasting_words
from companion.model.games.asagiri.skills.operations.results import ResultOperation
from companion.model.games.asagiri.skills.operations.rules import OfSeveral
from companion.model.games.asagiri.state.stack import EffectFrame, Fight, Retreating
from companion.model.games.asagiri.state.state import replace
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE

Deed: TypeAlias = Literal["attack", "shot", "movement", "turns", "support", "test", "dice"]
"""What can be forbidden: attacking (that enemy), shooting (at that enemy), steps and turns, turns alone (MOV-3),
support (CBT-4), testing Willpower to become vigilant (STA-4), using inspiration dice (INS-2, SKL-1).
"""
DEED_WORDS: dict[Deed, str] = {
    "attack": N_("make an attack"),
    "shot": N_("make a shot"),
    "movement": N_("move"),
    "turns": N_("turn on the spot"),
    "support": N_("give support"),
    "test": N_("test its Willpower to become vigilant"),
    "dice": N_("use inspiration dice"),
}
"""After “cannot”."""
ASKED: dict[Window, tuple[Deed, ...]] = {
    "attack": ("attack",), "shot": ("shot",), "movement": ("movement", "turns"), "willpower": ("test",),
}  # fmt: skip
"""The windows in which it is asked whether one may, of an attack and a shot against each enemy."""


class Forbid(OfSeveral, frozen=True, tag="forbid"):
    """The figure may not do such things; by skills neither, its own of the movement included (TRN-4)."""

    phrase = Phrase(
        N_("Forbid to act"),
        N_("{who} cannot {what}"),
        parts={"element": N_("of {element}")},
        offers={"element": N_("dice of one element alone")},
        values={"what": DEED_WORDS},
    )

    what: tuple[Deed, ...]
    who: Who = SELF
    lasts: Lasts = "use"
    element: Element | None = None
    """Of the dice; None: any."""

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from OfSeveral.problems(self, at, context)
        if self.element is not None and "dice" not in self.what:
            yield Problem(f"{at}/element", say("Only a die has an element."))

    def unused(self, place: EffectPlace, seen: Window | None) -> Message | None:
        if place.window not in (*ASKED, "defense", "shot_at"):
            return say("This ends at once: it must last longer than the use.")
        if self.what and (seen is None or set(ASKED.get(seen, ())).isdisjoint(self.what)):
            return say("None of this can happen at this moment.")
        if not place.automatic:
            return say("This is checked before announcements: the skill must be automatic.")
        return None

    def words(self, voice: Voice) -> Message:
        deeds = [self._deed(one) for one in self.what] or [say("nothing")]
        return lasting_words(say("{who} cannot {what}", who=voice.each(self.who), what=none_of(deeds)), self.lasts)

    def _deed(self, deed: Deed) -> Message:
        if deed == "dice" and self.element is not None:
            return say("use {element} dice", element=element(self.element))
        return Message(DEED_WORDS[deed])


Duty: TypeAlias = Literal["attack", "shot"]
DUTY_WORDS: dict[Duty, str] = {"attack": N_("make an attack"), "shot": N_("make a shot")}


class Oblige(OfSeveral, frozen=True, tag="oblige"):
    """As long as the active figure can do this with its action, it does nothing else with it, and does not end."""

    phrase = Phrase(N_("Oblige to act"), N_("{who} must {what} if it can"), values={"what": DUTY_WORDS})

    what: tuple[Duty, ...]
    who: Who = SELF
    lasts: Lasts = "use"

    def unused(self, place: EffectPlace, seen: Window | None) -> Message | None:
        return None if seen == "activation" else OfSeveral.unused(self, place, seen)

    def words(self, voice: Voice) -> Message:
        deeds = [Message(DUTY_WORDS[one]) for one in self.what] or [say("nothing")]
        said = say("{who} must {what} with its action if it can", who=voice.each(self.who), what=any_of(deeds))
        return lasting_words(said, self.lasts)


class Support(Holding, frozen=True, tag="support"):
    """The bearer supports its friends against these enemies as if it had them in its control zone (CBT-4)."""

    phrase = Phrase(
        N_("Support from afar"),
        N_("support friends against {who}"),
        parts={"part": N_("when the friend is {part}")},
        offers={"part": N_("attackers or defenders alone")},
        values={"part": {"attacker": N_("the attacker"), "defender": N_("the defender")}},
        start={"who": {"of": "enemies", "within": 4, "sight": True}},
    )

    who: Who = Who(of="enemies")
    part: Literal["attacker", "defender"] | None = None
    """What the friend is."""
    lasts: Lasts = "use"

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of not in ("opponent", "enemies"):
            yield Problem(at, say("This can only affect enemies."))

    def words(self, voice: Voice) -> Message:
        if self.who == SELF:  # it goes on for the enemy
            return say("an enemy can support its side against this character from afar")
        who = voice.each(self.who) if self.who.single or self.who.choose else one(self.who)
        if self.part == "attacker":
            said = say("wherever it stands, this character supports friends who attack {who}", who=who)
        elif self.part == "defender":
            said = say("wherever it stands, this character supports friends attacked by {who}", who=who)
        else:
            said = say("wherever it stands, this character supports friends in combat with {who}", who=who)
        return lasting_words(said, self.lasts)


Obligations: TypeAlias = Forbid | Oblige | Support


class RetreatChange(ResultOperation, frozen=True, tag="retreat"):
    """The loser's retreat is `squares` long (0: none), its winner chooses where to, or both."""

    phrase = Phrase(
        N_("Longer or no retreat"),
        N_("the retreat"),
        parts={"squares": N_("is {squares} squares long")},
        offers={"squares": N_("how long it is")},
        flags={
            "winner_chooses": (N_("the winner chooses where to"), N_("the loser chooses where to")),
            "anywhere": (N_("to any side"), N_("straight or aslant backwards")),
        },
        start={"squares": 2},
    )

    squares: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    """None: its length stays what it is."""
    winner_chooses: bool = False
    anywhere: bool = False
    """To any adjacent square."""

    @property
    def settles(self) -> object:
        return RetreatChange

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.squares in (None, 1) and not self.winner_chooses and not self.anywhere:
            yield Problem(at, say("A retreat is always one square."))
        elif self.anywhere and self.squares not in (None, 1):
            yield Problem(f"{at}/squares", say("The length of the retreat stays what it is."))
        elif self.squares == 0 and self.winner_chooses:
            yield Problem(f"{at}/winner_chooses", say("Without a retreat there is nothing to choose."))

    @property
    def stays(self) -> bool:
        return self.squares == 0

    def words(self, voice: Voice) -> Message:
        if self.anywhere:
            said = say("the winner chooses any adjacent square for the retreat") if self.winner_chooses \
                else say("the loser may retreat to any adjacent square")  # fmt: skip
        elif self.squares == 0:
            said = say("the loser does not retreat")
        elif self.squares is None:
            said = say("the winner chooses where the loser retreats to")
        elif self.winner_chooses:
            said = plural("the loser retreats {count} square; the winner chooses where to",
                          "the loser retreats {count} squares; the winner chooses where to", self.squares)  # fmt: skip
        else:
            said = plural("the loser retreats {count} square", "the loser retreats {count} squares", self.squares)
        return self.announced(said, voice)

    def change(self, fight: Fight, edition: int) -> Fight:
        chosen = fight.winner_chooses or self.winner_chooses
        if self.anywhere:
            return replace(fight, anywhere=True, winner_chooses=chosen)
        length = (fight.squares if edition > 3 else 1) if self.squares is None else self.squares
        return replace(fight, squares=length, winner_chooses=chosen)


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
