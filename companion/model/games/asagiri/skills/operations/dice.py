"""Inspiration dice: taken, given, turned, rolled again, regained. Dice never change their owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias, cast

import msgspec

from companion.model.core.chance import Die, Face
from companion.model.core.contract import Option
from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.rule_modifiers import has_room
from companion.model.games.asagiri.rules.skill_events import (
    DiceRegained,
    DieConverted,
    DieGiven,
    DieTaken,
    InspirationRolledAgain,
)
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    DEEDS,
    ELEMENT_WORDS,
    ENEMY_PHASE,
    OWN_PHASE,
    RESULT,
    ROLLED,
    EffectPlace,
    Element,
    Lasts,
    Phrase,
    element,
    only_in,
)
from companion.model.games.asagiri.skills.language.who import OPPONENT, SELF, Who
from companion.model.games.asagiri.skills.operation import Holding, Operation, lasting_words
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import EffectFrame
from companion.model.games.asagiri.state.state import INSPIRATION, SEATS, State, replace
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, BandId, FigureId

PASS = o.Pass()
USES = {"stats": N_("its stats"), "skills": N_("its skills")}
OWN_DICE = tuple(window for window in DEEDS if window not in ENEMY_PHASE)


def _pool(state: State, who: FigureId) -> tuple[Element, ...]:
    """The dice in the pool of a figure's band."""
    return state.bands[state.band_of(who)].pool


def _of(wanted: Element | None, dice: Sequence[Element]) -> list[Element]:
    """Each face among the dice once, of one element or any."""
    return [die for die in dict.fromkeys(dice) if wanted in (None, die)]


def dice_of_band(state: State, band: BandId) -> list[o.GiveUpDie]:
    """The different dice that a band could set aside: of the pool, and in reserve on its cards."""
    held = [o.GiveUpDie("pool", die) for die in dict.fromkeys(state.bands[band].pool)]
    return held + [o.GiveUpDie("reserve", die, n) for n in state.on_board(band)
                   for die in dict.fromkeys(state.figures[n].kept)]  # fmt: skip


def set_aside(flow: Transition, band: BandId, die: o.GiveUpDie) -> None:
    """One of these dice is set aside."""
    assert die.element is not None
    if die.origin == "pool":
        flow.leave_pool(band, die.element)
    else:
        flow.leave_reserve(die.who, die.element)
    flow.band(band, aside=flow.state.bands[band].aside + 1)


class TakeDie(Operation, frozen=True, tag="take_die"):
    """A die, in reserve on the card, in the pool or anywhere in the band, is set aside, or comes to one's own dice."""

    shields = ("dice",)
    phrase = Phrase(
        N_("Take a die away"),
        N_("{who} loses a die in {where}"),
        parts={"element": N_("of {element}"), "to": N_("laid {to}")},
        offers={"to": N_("where the die that is kept comes to")},
        flags={
            "keep": (N_("and this band gets it"), N_("and it is set aside")),
            "owner_chooses": (N_("which its player chooses"), N_("which this character’s player chooses")),
        },
        values={
            "where": {"reserve": N_("reserve"), "pool": N_("the pool"), "any": N_("the pool or any reserve")},
            "to": {"pool": N_("in the pool"), "card": N_("in reserve on this card")},
        },
    )

    who: Who = OPPONENT
    where: Literal["reserve", "pool", "any"] = "reserve"
    """``any``: of all that its band has, also on other cards."""
    element: Element | None = None
    keep: bool = False
    to: Literal["pool", "card"] = "pool"
    """Where the die of one's own comes to that shows its face; on the card if there is room."""
    owner_chooses: bool = False

    def unheard(self, place: EffectPlace) -> Message | None:
        own = self.who.of in ("self", "friends")
        if self.where == "pool" and place.window in (ENEMY_PHASE if own else OWN_PHASE):
            return say("Your own pool is empty at this moment.") if own \
                else say("The enemy pool is empty at this moment.")  # fmt: skip
        return None

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.keep and self.who.of in ("self", "friends"):
            yield Problem(f"{at}/keep", say("This can only affect enemies."))
        elif self.to == "card" and not self.keep:
            yield Problem(f"{at}/to", say("No die is kept."))

    def words(self, voice: Voice) -> Message:
        who = voice.each(self.who)
        if self.element is None:
            said = Message(LOSES[self.where], (("who", who),))
        else:
            said = Message(LOSES_ONE[self.where], (("who", who), ("element", element(self.element))))
        if self.owner_chooses:
            said = say("{said} (its player chooses which)", said=said)
        if self.keep and self.to == "card":
            return say("{said}; a die set aside comes in reserve on this character’s card with that face", said=said)
        if self.keep:
            return say("{said}; a die set aside comes to this character’s pool with that face", said=said)
        return said

    def _dice(self, state: State, n: FigureId) -> list[o.GiveUpDie]:
        """The dice that a figure, or its band, could lose."""
        found = [die for die in dice_of_band(state, state.band_of(n)) if self.element in (None, die.element)]
        if self.where == "any":
            return found
        return [die for die in found if die.origin == self.where and die.who in (-1, n)]

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return bool(self._dice(state, n))

    def band(self, state: State, frame: EffectFrame) -> BandId:
        return state.band_of(frame.target if self.owner_chooses else frame.who)

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        found = self._dice(state, frame.target)
        if self.where == "any":
            return found
        return [o.PickDie(die.element, self.where) for die in found if die.element is not None]

    def holder(self, frame: EffectFrame) -> FigureId:
        return frame.target

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """The die is set aside; kept, one of one's own dice set aside shows its face."""
        if isinstance(option, o.PickDie):
            option = o.GiveUpDie(
                option.origin, option.element, frame.target if option.origin == "reserve" else NO_FIGURE
            )
        if not isinstance(option, o.GiveUpDie) or option.element is None:
            return
        foe, mine = flow.state.band_of(frame.target), flow.state.band_of(frame.who)
        set_aside(flow, foe, option)
        flow.tell(DieTaken(frame.target if option.who < 0 else option.who, option.element))
        own, kept = flow.state.bands[mine], flow.state.figures[frame.who].kept
        if not self.keep or mine == foe or not own.aside:
            return
        if self.to == "pool":
            flow.band(mine, aside=own.aside - 1, pool=(*own.pool, option.element))
        elif has_room(flow.state, frame.who, option.element):
            flow.band(mine, aside=own.aside - 1)
            flow.keep(frame.who, (*kept, option.element))


LOSES = {
    "reserve": N_("{who} loses a die in reserve"),
    "pool": N_("{who} loses a die of its pool"),
    "any": N_("{who} loses a die of the pool or of any reserve of its band"),
}
LOSES_ONE = {
    "reserve": N_("{who} loses one {element} die in reserve"),
    "pool": N_("{who} loses one {element} die of its pool"),
    "any": N_("{who} loses one {element} die of the pool or of any reserve of its band"),
}


class GiveDie(Operation, frozen=True, tag="give_die"):
    """A die of the pool, or in reserve on the bearer's card, of one element or any, is laid on the figure’s card."""

    phrase = Phrase(
        N_("Give a die"),
        N_("{who} gets a die of {where} in reserve"),
        parts={"element": N_("of {element}")},
        values={"where": {"pool": N_("the pool"), "reserve": N_("its own reserve")}},
        start={"who": {"of": "friends"}},
    )

    who: Who
    element: Element | None = None
    where: Literal["pool", "reserve"] = "pool"

    def unheard(self, place: EffectPlace) -> Message | None:
        """Only a die in reserve can be given in the enemy's phase as well, when the pool is empty."""
        if self.where == "reserve" and place.window == "vigilant":
            return say("A card that has just been turned holds no die.")
        return only_in(OWN_DICE) if self.where == "pool" and place.window in ENEMY_PHASE else None

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of not in ("self", "friends"):
            yield Problem(at, say("This can only affect your own side."))
        elif who.of == "self" and self.where == "reserve":
            yield Problem(at, say("The die is on this card already."))

    def words(self, voice: Voice) -> Message:
        who = voice.each(self.who)
        if self.where == "reserve":
            if self.element is None:
                return say("{who} gets a die that this character has in reserve", who=who)
            return say("{who} gets one {element} die that this character has in reserve", who=who,
                       element=element(self.element))  # fmt: skip
        if self.element is None:
            return say("{who} gets a die of the pool in reserve", who=who)
        return say("{who} gets one {element} die of the pool in reserve", who=who, element=element(self.element))

    def _dice(self, state: State, who: FigureId) -> list[Element]:
        """The dice that the bearer could give."""
        return _of(self.element, _pool(state, who) if self.where == "pool" else state.figures[who].kept)

    def could(self, state: State, moment: TriggerContext) -> bool:
        return bool(self._dice(state, moment.who)) and Operation.could(self, state, moment)

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return any(has_room(state, n, die) for die in self._dice(state, moment.who))

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        return [o.PickDie(die, self.where) for die in self._dice(state, frame.who)
                if has_room(state, frame.target, die)]  # fmt: skip

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if isinstance(option, o.PickDie):
            if self.where == "pool":
                flow.leave_pool(flow.state.band_of(frame.who), option.element)
            else:
                flow.leave_reserve(frame.who, option.element)
            flow.keep(frame.target, (*flow.state.figures[frame.target].kept, option.element))
            flow.tell(DieGiven(frame.target, option.element))


class Convert(Operation, frozen=True, tag="convert"):
    """Up to `most` dice of the pool are turned to another face."""

    windows = (*OWN_DICE, *(window for window in (*ROLLED, *RESULT) if window not in ENEMY_PHASE))
    phrase = Phrase(
        N_("Turn dice"),
        N_("turn up to {most} dice of the pool to {to}"),
        parts={"of": N_("only dice of {of}")},
        values={"to": ELEMENT_WORDS, "of": ELEMENT_WORDS},
    )

    to: Element
    of: Element | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.of == self.to:
            yield Problem(f"{at}/of", say("The die already shows that face."))

    def words(self, voice: Voice) -> Message:
        to = element(self.to)
        if self.of is None:
            return plural("{count} die of the pool may be turned to {element}",
                          "up to {count} dice of the pool may be turned to {element}", self.most,
                          element=to)  # fmt: skip
        return plural("{count} {of} die of the pool may be turned to {element}",
                      "up to {count} {of} dice of the pool may be turned to {element}", self.most,
                      of=element(self.of), element=to)  # fmt: skip

    def _dice(self, state: State, who: FigureId) -> list[Element]:
        return [die for die in _of(self.of, _pool(state, who)) if die != self.to]

    def could(self, state: State, moment: TriggerContext) -> bool:
        return bool(self._dice(state, moment.who))

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        return (*(o.PickDie(die, "pool") for die in self._dice(state, frame.who)), PASS)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if not isinstance(option, o.PickDie):
            return
        band = flow.state.band_of(frame.who)
        flow.leave_pool(band, option.element)
        flow.band(band, pool=(*flow.state.bands[band].pool, self.to))
        flow.tell(DieConverted(band, option.element, self.to))
        left = (self.most if frame.left < 0 else frame.left) - 1
        if left:
            flow.push(replace(frame, left=left))


class RollAgain(Operation, frozen=True, tag="roll_again"):
    """Up to `most` inspiration dice of the pool, chosen one by one, are rolled again; the new faces stand (KAR-1)."""

    windows = OWN_DICE
    phrase = Phrase(N_("Roll dice of the pool again"), N_("roll up to {most} dice of the pool again"))

    most: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2

    def words(self, voice: Voice) -> Message:
        return plural("{count} die of the pool may be rolled again; the new face stands",
                      "up to {count} dice of the pool may be rolled again; the new faces stand",
                      self.most)  # fmt: skip

    def could(self, state: State, moment: TriggerContext) -> bool:
        return bool(_pool(state, moment.who))

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        pool = list(_pool(state, frame.who))
        for die in frame.dice:
            pool.remove(die)
        found = [o.PickDie(die, "pool") for die in dict.fromkeys(pool)] if len(frame.dice) < self.most else []
        return (*found, PASS)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """KAR-1: dice are chosen one by one, then rolled together."""
        if isinstance(option, o.PickDie):
            flow.push(replace(frame, dice=(*frame.dice, option.element)))
        elif frame.dice:
            flow.push(replace(frame, rolling=True))

    def dice(self, state: State, frame: EffectFrame) -> tuple[Die, ...]:
        return (Die(INSPIRATION, SEATS[state.band_of(frame.who)]),) * len(frame.dice)

    def fallen(self, flow: Transition, frame: EffectFrame, faces: tuple[Face, ...]) -> None:
        band = flow.state.band_of(frame.who)
        for die in frame.dice:
            flow.leave_pool(band, die)
        new = cast(tuple[Element, ...], faces)
        flow.band(band, pool=(*flow.state.bands[band].pool, *new))
        flow.tell(InspirationRolledAgain(band, frame.dice, new))


class Regain(Operation, frozen=True, tag="regain"):
    """So many dice set aside are rolled at once and come to the pool."""

    windows = tuple(window for window in OWN_DICE if window != "phase_start")  # no die is aside just after the roll
    phrase = Phrase(N_("Regain dice"), N_("roll {count} dice set aside and take them"))

    count: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1

    def words(self, voice: Voice) -> Message:
        return plural("{count} die set aside is rolled and comes to the pool",
                      "{count} dice set aside are rolled and come to the pool", self.count)  # fmt: skip

    def could(self, state: State, moment: TriggerContext) -> bool:
        return state.bands[state.band_of(moment.who)].aside > 0

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if flow.state.bands[flow.state.band_of(frame.who)].aside:
            flow.push(replace(frame, rolling=True))

    def dice(self, state: State, frame: EffectFrame) -> tuple[Die, ...]:
        band = state.band_of(frame.who)
        return (Die(INSPIRATION, SEATS[band]),) * min(self.count, state.bands[band].aside)

    def fallen(self, flow: Transition, frame: EffectFrame, faces: tuple[Face, ...]) -> None:
        which = flow.state.band_of(frame.who)
        band = flow.state.bands[which]
        new = cast(tuple[Element, ...], faces)
        flow.band(which, aside=band.aside - len(new), pool=(*band.pool, *new))
        flow.tell(DiceRegained(which, new))


class Reserves(Holding, frozen=True, tag="reserves"):
    """The card holds `most` dice in reserve instead of one (INS-6), perhaps only such as show different faces."""

    phrase = Phrase(
        N_("More dice in reserve"),
        N_("{who} holds {most} dice in reserve"),
        flags={"different": (N_("all with different faces"), N_("whatever they show"))},
    )

    most: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    different: bool = False
    who: Who = SELF
    lasts: Lasts = "use"

    @property
    def settles(self) -> object:
        return (Reserves, self.who)

    def words(self, voice: Voice) -> Message:
        if self.who == SELF:
            said = plural(
                "this card holds {count} die in reserve", "this card holds {count} dice in reserve", self.most
            )
        else:
            said = plural("{who} holds {count} die in reserve", "{who} holds {count} dice in reserve", self.most,
                          who=voice.each(self.who))  # fmt: skip
        if self.different:
            said = say("{said}, all with different faces", said=said)
        return lasting_words(said, self.lasts)


class StandsFor(Holding, frozen=True, tag="stands_for"):
    """The figure may use dice of one face as if they showed another one, without turning them."""

    phrase = Phrase(
        N_("Use a face as another one"),
        N_("{who} may use {of} dice as {to} dice"),
        parts={"only": N_("only for {only}")},
        values={"of": ELEMENT_WORDS, "to": ELEMENT_WORDS, "only": USES},
    )

    of: Element
    to: Element
    only: Literal["stats", "skills"] | None = None
    """On stats alone (INS-2), or to pay for skills alone (INS-4)."""
    who: Who = SELF
    lasts: Lasts = "use"

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.of == self.to:
            yield Problem(f"{at}/of", say("The die already shows that face."))
        if self.to == "tori" and self.only == "stats":
            yield Problem(f"{at}/to", say("A tori cannot raise a stat."))

    def words(self, voice: Voice) -> Message:
        said = say("{who} may use {of} dice as {to} dice", who=voice.each(self.who), of=element(self.of),
                   to=element(self.to))  # fmt: skip
        if self.only == "stats":
            said = say("{said} to raise its stats", said=said)
        elif self.only == "skills":
            said = say("{said} to pay for its skills", said=said)
        return lasting_words(said, self.lasts)


Inspiration: TypeAlias = TakeDie | GiveDie | Convert | RollAgain | Regain | Reserves | StandsFor
