"""What figures may not do, or must do before anything else."""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.skills.language.skill import Voice
from companion.model.games.asagiri.skills.language.vocabulary import EffectPlace, Lasts, Phrase, Window, any_of, none_of
from companion.model.games.asagiri.skills.language.who import SELF, Who
from companion.model.games.asagiri.skills.operation import lasting_words

from .rules import OfSeveral

Deed: TypeAlias = Literal["attack", "shot", "movement", "support", "test"]
"""What can be forbidden: attacking (that enemy), shooting (at that enemy), steps and turns, support (CBT-4), testing
Willpower to become vigilant (STA-4).
"""
DEED_WORDS: dict[Deed, str] = {
    "attack": N_("make an attack"),
    "shot": N_("make a shot"),
    "movement": N_("move"),
    "support": N_("give support"),
    "test": N_("test its Willpower to become vigilant"),
}
"""After “cannot”."""
ASKED: dict[Window, Deed] = {"attack": "attack", "shot": "shot", "movement": "movement", "willpower": "test"}
"""The windows in which it is asked whether one may, of an attack and a shot against each enemy."""


class Forbid(OfSeveral, frozen=True, tag="forbid"):
    """The figure may not do such things; by skills neither."""

    phrase = Phrase(N_("Forbid to act"), N_("{who} cannot {what}"), values={"what": DEED_WORDS})

    what: tuple[Deed, ...]
    who: Who = SELF
    lasts: Lasts = "use"

    def unused(self, place: EffectPlace, seen: Window | None) -> Message | None:
        if place.window not in (*ASKED, "defense", "shot_at"):
            return say("This ends at once: it must last longer than the use.")
        if self.what and (seen is None or ASKED.get(seen) not in self.what):
            return say("None of this can happen at this moment.")
        if not place.automatic:
            return say("This is checked before announcements: the skill must be automatic.")
        return None

    def words(self, voice: Voice) -> Message:
        deeds = [Message(DEED_WORDS[one]) for one in self.what] or [say("nothing")]
        return lasting_words(say("{who} cannot {what}", who=voice.each(self.who), what=none_of(deeds)), self.lasts)


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


Obligations: TypeAlias = Forbid | Oblige
