"""What figures may not do, or must do before anything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    EffectPlace,
    Element,
    Lasts,
    Phrase,
    Window,
    any_of,
    element,
    none_of,
)
from companion.model.games.asagiri.skills.language.who import SELF, Who
from companion.model.games.asagiri.skills.language.who_words import one
from companion.model.games.asagiri.skills.operation import Holding, lasting_words

from .rules import OfSeveral

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
    """The figure may not do such things; by skills neither."""

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
