"""Figures themselves: their state, card, equipment, side and tokens; new ones, and those that go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias, cast

import msgspec

from companion.model.core.chance import Die
from companion.model.core.chance import Face as Rolled
from companion.model.core.contract import Option
from companion.model.core.refusal import Problem
from companion.model.core.schema import Id
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.rules import kami
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.rule_modifiers import held_down, prevented
from companion.model.games.asagiri.rules.skill_events import (
    CharacterDefected,
    CharacterReturned,
    CharacterSummoned,
    EquipmentLost,
    EquipmentStolen,
    KamiSummoned,
    SummoningRolled,
    TokenGained,
    TokenLost,
)
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import Element, Face, Lasts, Little, Phrase, Trait, trait
from companion.model.games.asagiri.skills.language.who import OPPONENT, SELF, Who
from companion.model.games.asagiri.skills.operation import Operation, attach, lasting_words, left, moment
from companion.model.games.asagiri.skills.trigger_context import TriggerContext, bears, place
from companion.model.games.asagiri.state.stack import Disabling, EffectFrame
from companion.model.games.asagiri.state.state import INSPIRATION, SEATS, Figure, Lasting, State, replace
from companion.model.games.asagiri.state.table import Character
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, EVERY_FACING, NO_FIGURE, FigureId, SquareId

from .places import free_within


class Become(Operation, frozen=True, tag="become"):
    """The figure becomes vigilant without a test, shaken (again: disabled), or is disabled."""

    phrase = Phrase(
        N_("Become vigilant, shaken, disabled"),
        N_("{who} becomes {state}"),
        flags={"anywhere": (N_("even in a control zone"), N_("not in a control zone"))},
        start={"state": "shaken"},
    )

    state: Literal["vigilant", "shaken", "disabled"]
    who: Who = OPPONENT
    anywhere: bool = False
    """Vigilant even in an enemy control zone (STA-4)."""

    @property
    def settles(self) -> object:
        return ("fate", self.who)

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.anywhere and self.state != "vigilant":
            yield Problem(f"{at}/anywhere", say("This has no effect."))

    def words(self, voice: Voice) -> Message:
        who = voice.each(self.who)
        match self.state:
            case "vigilant" if self.anywhere:
                return say("{who} becomes vigilant without a test, even in a control zone", who=who)
            case "vigilant":
                return say("{who} becomes vigilant without a test", who=who)
            case "shaken":
                return say("{who} becomes shaken", who=who)
            case "disabled":
                return say("{who} is disabled", who=who)

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        held = not self.anywhere and held_down(state, n) and state.table.edition > 1
        recovers = state.figures[n].state == "shaken" and not held
        return self.state != "vigilant" or recovers

    def payable(self, state: State, moment: TriggerContext) -> bool:
        """Who is shaken already does not pay by becoming shaken."""
        fit = [
            n for n in self.targets(state, moment) if self.state == "vigilant" or not prevented(state, n, self.state)
        ]
        return any(self.state != "shaken" or state.figures[n].state == "vigilant" for n in fit)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if self.state == "vigilant":
            flow.recover(frame.target, "SKL-3", anywhere=self.anywhere)
        elif self.state == "shaken":
            foe = flow.state.band_of(frame.who) != flow.state.band_of(frame.target)
            flow.shake(frame.target, "SKL-3", by=frame.who if foe else NO_FIGURE)
        else:
            flow.disable(frame.target, "SKL-3", by=frame.who)


def change_character(flow: Transition, who: FigureId, character: Character) -> None:
    """Another card lies before the player."""
    characters = flow.table.characters
    flow.set(table=replace(flow.table, characters=(*characters[:who], character, *characters[who + 1 :])))


class Return(Operation, frozen=True, tag="return"):
    """Instead of being disabled the bearer stays, as this profile card."""

    windows = ("disabled",)
    phrase = Phrase(N_("Come back as another card"), N_("stay as {card}, {state}"))

    card: Id
    state: Face = "vigilant"

    def words(self, voice: Voice) -> Message:
        card = voice.called(self.card)
        if self.state == "vigilant":
            return say("instead of being disabled, this character stays as “{card}”, vigilant", card=card)
        return say("instead of being disabled, this character stays as “{card}”, shaken", card=card)

    def could(self, state: State, moment: TriggerContext) -> bool:
        return any(card.card == self.card for card in state.table.cards)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """Another profile takes the place of the one that would be disabled; value and equipment stay."""
        card = next((card for card in flow.table.cards if card.card == self.card), None)
        coming = [found for found in flow.state.frames if isinstance(found, Disabling) and found.who == frame.who]
        if card is None or not coming:
            return
        flow.set(frames=tuple(found for found in flow.state.frames if found not in coming))
        was = flow.table.characters[frame.who]
        made = replace(card, id=was.id, band=was.band, zeni=was.zeni, equipment=was.equipment, part=was.part,
                       honour=was.honour, boon=was.boon, member=was.member)  # fmt: skip
        flow.lose_reserve(frame.who)
        change_character(flow, frame.who, made)
        flow.figure(frame.who, state=self.state)
        flow.tell(CharacterReturned(frame.who))


class Disarm(Operation, frozen=True, tag="disarm"):
    """The figure's equipment is destroyed; or stolen by the bearer, when it has none."""

    shields = ("equipment",)
    phrase = Phrase(
        N_("Destroy or steal equipment"),
        N_("{who} loses its equipment"),
        flags={"steal": (N_("this character takes it"), N_("it is gone"))},
    )

    who: Who = OPPONENT
    steal: bool = False

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if self.steal and who.of == "self":
            yield Problem(at, say("The bearer makes no sense here."))

    def words(self, voice: Voice) -> Message:
        who = voice.each(self.who)
        if self.steal:
            return say("{who} loses its equipment; this character takes it if it has none", who=who)
        return say("{who} loses its equipment", who=who)

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        mine = state.table.characters[moment.who].equipment
        return state.table.characters[n].equipment is not None and not (self.steal and mine is not None)

    def payable(self, state: State, moment: TriggerContext) -> bool:
        return any(not state.figures[n].spent for n in self.targets(state, moment))

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """The card is destroyed, or changes hands for once (BND-5); what it is worth goes with it."""
        victim, thief = flow.table.characters[frame.target], flow.table.characters[frame.who]
        spent = flow.state.figures[frame.target].spent
        change_character(flow, frame.target, replace(victim, equipment=None))
        flow.figure(frame.target, spent=False)
        if self.steal and thief.equipment is None:
            change_character(flow, frame.who, replace(thief, equipment=victim.equipment))
            flow.figure(frame.who, spent=spent)
            flow.tell(EquipmentStolen(frame.who, frame.target))
        else:
            flow.tell(EquipmentLost(frame.target))


class Summon(Operation, frozen=True, tag="summon"):
    """A figure of this card comes into play on the bearer's side, within so many squares of it, already activated."""

    phrase = Phrase(N_("Summon"), N_("summon {card} within {within} squares, {most} at once"))

    card: Id
    within: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    most: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    """No more of them at once."""

    def words(self, voice: Voice) -> Message:
        said = plural("“{card}” comes into play within {count} square",
                      "“{card}” comes into play within {count} squares", self.within,
                      card=voice.called(self.card))  # fmt: skip
        return plural("{said}, {count} at most on the board", "{said}, {count} at most on the board", self.most,
                      said=said)  # fmt: skip

    def _squares(self, state: State, moment: TriggerContext) -> list[SquareId]:
        """The free squares on which it could be summoned; none when there are as many as may be."""
        here = place(state, moment)
        there = [n for n in state.on_board(state.band_of(moment.who)) if state.table.characters[n].card == self.card]
        known = any(card.card == self.card for card in state.table.cards)
        if here < 0 or not known or len(there) >= self.most:
            return []
        return free_within(state, here, self.within, state.band_of(moment.who))

    def could(self, state: State, moment: TriggerContext) -> bool:
        return bool(self._squares(state, moment))

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        return [o.Place(at, facing) for at in self._squares(state, moment(frame)) for facing in EVERY_FACING]

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if isinstance(option, o.Place):
            card = next(card for card in flow.table.cards if card.card == self.card)
            _join(flow, replace(card, band=flow.state.band_of(frame.who), zeni=0), option)


def _join(flow: Transition, card: Character, option: o.Place) -> None:
    """A new figure stands on the board, already activated; it is worth no zeni when it is lost."""
    known = {character.id for character in flow.table.characters}
    letter = SEATS[card.band].lower()
    number = next(n for n in range(1, 1000) if f"{letter}{n}" not in known)
    who = FigureId(len(flow.table.characters))
    made = replace(card, id=f"{letter}{number}")
    flow.set(table=replace(flow.table, characters=(*flow.table.characters, made)))
    flow.set(figures=(*flow.state.figures, Figure(option.at, option.facing, activated=True)))
    flow.tell(CharacterSummoned(who, option.at, option.facing))


class SummonKami(Operation, frozen=True, tag="summon_kami"):
    """A tori is rolled and summons the Kami of its element (KAR-2)."""

    windows = ("activation",)
    phrase = Phrase(N_("Summon a Kami"), N_("roll a tori die and summon the Kami of its element"))

    def words(self, voice: Voice) -> Message:
        return say("a tori die is rolled: its element summons that Kami")

    def could(self, state: State, moment: TriggerContext) -> bool:
        return kami.summon_refused(state, moment.who) is None

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        if not frame.dice or kami.form(state, frame.who, frame.dice[0]) is None:
            return ()
        return [o.Place(at, facing) for at in kami.squares(state, frame.who, frame.dice[0]) for facing in EVERY_FACING]

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """First the die is rolled, then the Kami put on the board."""
        if not frame.dice:
            flow.push(replace(frame, rolling=True))
        elif isinstance(option, o.Place):
            _appear(flow, frame.who, frame.dice[0], option)

    def dice(self, state: State, frame: EffectFrame) -> tuple[Die, ...]:
        return (Die(INSPIRATION, SEATS[state.band_of(frame.who)]),)

    def fallen(self, flow: Transition, frame: EffectFrame, faces: tuple[Rolled, ...]) -> None:
        """A tori has no effect, nor has an element whose Kami no pack of this game holds."""
        face = cast(Element, faces[0])
        flow.tell(SummoningRolled(frame.who, face))
        if kami.form(flow.state, frame.who, face) is not None:
            flow.push(replace(frame, dice=(face,)))


def _appear(flow: Transition, who: FigureId, element: Element, option: o.Place) -> None:
    """The Kami stands on the board, already activated; one that the enemy controls changes sides."""
    state, sorcerer = flow.state, flow.table.characters[who]
    card = kami.form(state, who, element)
    assert card is not None
    known = kami.entry(state, element)
    id = f"kami-{element}" if known < 0 else flow.table.characters[known].id
    made = replace(card, id=id, band=sorcerer.band, summoner=sorcerer.id)
    figure = Figure(option.at, option.facing, activated=True)
    characters, figures = list(flow.table.characters), list(state.figures)
    before = characters[known] if known >= 0 and figures[known].at >= 0 else None
    if known >= 0:
        flow.leave(known)
        characters[known], figures[known] = made, figure
    else:
        known = FigureId(len(characters))
        characters.append(made)
        figures.append(figure)
    flow.set(table=replace(flow.table, characters=tuple(characters)), figures=tuple(figures))
    if before is not None and before.band != sorcerer.band:
        flow.tell(CharacterDefected(known, sorcerer.band))
    flow.tell(KamiSummoned(known, option.at, option.facing))


class Dismiss(Operation, frozen=True, tag="dismiss"):
    """The figure leaves the board, for no zeni."""

    shields = ("summons",)
    phrase = Phrase(N_("Take off the board"), N_("{who} leaves the board"))

    who: Who = OPPONENT

    @property
    def settles(self) -> object:
        return ("fate", self.who)

    def words(self, voice: Voice) -> Message:
        return say("{who} leaves the board", who=voice.each(self.who))

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        flow.dismiss(frame.target)


class Defect(Operation, frozen=True, tag="defect"):
    """The figure fights for the bearer's band."""

    shields = ("summons",)
    phrase = Phrase(N_("Change sides"), N_("{who} changes sides"))

    who: Who = OPPONENT
    lasts: Lasts = "game"

    @property
    def settles(self) -> object:
        return ("fate", self.who)

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of not in ("opponent", "enemies"):
            yield Problem(at, say("This can only affect enemies."))

    def words(self, voice: Voice) -> Message:
        return lasting_words(say("{who} changes to this character’s side", who=voice.each(self.who)), self.lasts)

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return state.band_of(n) != state.band_of(moment.who)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if self.lasts != "game":
            kept = left(flow, frame, "activation" if self.lasts == "use" else self.lasts)
            attach(flow, frame, replace(self, who=SELF), kept)
        change_sides(flow, frame.target)


def change_sides(flow: Transition, who: FigureId) -> None:
    """A figure fights for the other band from now on; its dice in reserve stay behind."""
    flow.lose_reserve(who)
    character = flow.table.characters[who]
    change_character(flow, who, replace(character, band=ENEMY_OF[character.band]))
    flow.tell(CharacterDefected(who, ENEMY_OF[character.band]))
    flow.leave(who)
    flow.end_if_won()


class Token(Operation, frozen=True, tag="token"):
    """The figure bears a token, for so many turns or for good; or loses it."""

    phrase = Phrase(
        N_("Token"),
        N_("{who} bears the token {name}"),
        parts={"turns": N_("for {turns} turns")},
        offers={"turns": N_("for how many turns")},
        flags={"remove": (N_("it is taken away"), N_("it is laid down"))},
        start={"name": "mark"},
    )

    name: Trait
    who: Who = SELF
    turns: Little | None = None
    remove: bool = False

    @property
    def settles(self) -> object:
        return ("token", self.name, self.who)

    @property
    def token(self) -> str:
        return self.name

    @property
    def laid(self) -> Token:
        """The token as it lies on a card."""
        return replace(self, who=SELF)

    @property
    def left(self) -> int:
        """How many ends of phases it survives (`Lasting.left`)."""
        return -1 if self.turns is None else max(1, 2 * self.turns)

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.remove and self.turns is not None:
            yield Problem(f"{at}/turns", say("Removing a token has no duration."))
        elif self.turns == 0:
            yield Problem(f"{at}/turns", say("This ends at once."))

    def words(self, voice: Voice) -> Message:
        who, token = voice.each(self.who), trait(self.name)
        if self.remove:
            return say("{who} loses the token “{token}”", who=who, token=token)
        if self.turns is None:
            return say("{who} gets the token “{token}”", who=who, token=token)
        return plural("{who} gets the token “{token}” for {count} turn",
                      "{who} gets the token “{token}” for {count} turns", self.turns, who=who, token=token)  # fmt: skip

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return not self.remove or bears(state, n, self.name)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        figure = flow.state.figures[frame.target]
        flow.figure(frame.target, lasting=tuple(one for one in figure.lasting if one.effect.token != self.name))
        if self.remove:
            flow.tell(TokenLost(frame.target, self.name))
        else:
            attach(flow, frame, self.laid, self.left)
            flow.tell(TokenGained(frame.target, self.name))


def expired(flow: Transition, who: FigureId, gone: Lasting) -> None:
    """Something that went on for a figure is over: who had changed sides comes back."""
    if isinstance(gone.effect, Defect):
        change_sides(flow, who)
    elif isinstance(gone.effect, Token):
        flow.tell(TokenLost(who, gone.effect.name))


Figures: TypeAlias = Become | Return | Disarm | Summon | SummonKami | Dismiss | Defect | Token
