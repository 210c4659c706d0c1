"""What a player of Asagiri may choose, as small values, with their text ids, protocol fields and labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.model.core.contract import Option
from companion.model.core.refusal import UnknownOption
from companion.model.core.words import N_, Capital, Message, say
from companion.model.games.asagiri.skills.language.explain import cost
from companion.model.games.asagiri.skills.language.skill import Voice
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.skills.modifiers import skill_named
from companion.model.games.asagiri.state.board import FACINGS
from companion.model.games.asagiri.state.formatting import (
    character_of,
    plain,
    refs,
    skill_name,
    square_of,
    thing_of,
    words_of,
    zone_of,
)
from companion.model.games.asagiri.state.stack import EffectFrame
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import (
    NO_FACING,
    NO_FIGURE,
    CardId,
    DialId,
    Facing,
    FigureId,
    Origin,
    Quarter,
    Ref,
    SkillId,
    SquareId,
    ThingId,
    ZoneId,
)
from companion.model.games.asagiri.table.automation import DIALS


class Side(Option, frozen=True, tag="side"):
    """Player A takes this side of the board (SET-1)."""

    facing: Facing


class Recruit(Option, frozen=True, tag="recruit"):
    """The player takes a profile card (KAR-6)."""

    card: CardId


class Equip(Option, frozen=True, tag="equip"):
    """A character is given an equipment card: bought while recruiting, free afterwards (KAR-6, BND-5)."""

    card: CardId
    who: FigureId


class StopRecruiting(Option, frozen=True, tag="stop_recruiting"):
    """The player recruits no more (KAR-6)."""


class PlaceTile(Option, frozen=True, tag="place_tile"):
    """The player lays a floor tile on a quarter of the board, after so many clockwise quarter-turns (KAR-6)."""

    tile: CardId
    turns: int
    quarter: Quarter


class Deploy(Option, frozen=True, tag="deploy"):
    """A figure is put on the board (SET-1)."""

    who: FigureId
    at: SquareId
    facing: Facing


class TakeBack(Option, frozen=True, tag="take_back"):
    """The die in reserve on a card is taken back before the roll (TRN-2 a)."""

    who: FigureId


class Activate(Option, frozen=True, tag="activate"):
    """A figure's activation begins; one going on ends (TRN-3)."""

    who: FigureId


class Step(Option, frozen=True, tag="step"):
    """The active figure enters an adjacent square for `cost` points (MOV-2)."""

    at: SquareId
    cost: int


class Turn(Option, frozen=True, tag="turn"):
    """The active figure makes a quarter-turn (MOV-3)."""

    facing: Facing


class EndMovement(Option, frozen=True, tag="end_movement"):
    """The active figure's movement is declared over (MOV-8)."""


class Attack(Option, frozen=True, tag="attack"):
    """The active figure attacks (CBT-1)."""

    target: FigureId


class Shoot(Option, frozen=True, tag="shoot"):
    """The active figure shoots with a Shot skill (SHT-1); `origin` of the die it costs, if it costs one."""

    target: FigureId
    skill: SkillId
    origin: Origin | None = None


class TestWillpower(Option, frozen=True, tag="test_willpower"):
    """The active figure tries to become vigilant (STA-4)."""


class OpenDoor(Option, frozen=True, tag="open_door"):
    """The active figure opens the door before it (KAR-5)."""

    at: SquareId
    facing: Facing


class UseDie(Option, frozen=True, tag="use_die"):
    """A die raises the stat of its element (INS-2)."""

    element: Element
    origin: Origin
    who: FigureId


class UseSkill(Option, frozen=True, tag="use_skill"):
    """A skill is used, paid for by a die (INS-4); without an origin: by nothing, or by dice chosen next."""

    skill: SkillId
    origin: Origin | None
    who: FigureId


class Pick(Option, frozen=True, tag="pick"):
    """A figure is chosen that a skill is about."""

    who: FigureId


class PickDie(Option, frozen=True, tag="pick_die"):
    """A die is chosen: to pay with, or that a skill is about."""

    element: Element
    origin: Origin


class Place(Option, frozen=True, tag="place"):
    """A square is chosen to which a skill brings a figure; with a facing where that is free."""

    at: SquareId
    facing: Facing = NO_FACING


class Way(Option, frozen=True, tag="way"):
    """One of the things that a skill may do, counted from 0."""

    way: int


class Pass(Option, frozen=True, tag="pass"):
    """Nothing more is announced; after taking dice back: on to the roll."""


class Face(Option, frozen=True, tag="face"):
    """A figure that must turn chooses where to (CBT-2, SHT-6)."""

    facing: Facing


class Retreat(Option, frozen=True, tag="retreat"):
    """A figure that must retreat chooses its square (RET-1)."""

    at: SquareId


class GiveUpDie(Option, frozen=True, tag="give_up_die"):
    """A die is given up for good (BND-6); `element` and `who` only where they are known."""

    origin: Origin
    element: Element | None = None
    who: FigureId = NO_FIGURE


class EndActivation(Option, frozen=True, tag="end_activation"):
    """The activation ends."""


class EndActivations(Option, frozen=True, tag="end_activations"):
    """No more figures are activated this phase."""


class Reserve(Option, frozen=True, tag="reserve"):
    """An unused die is put in reserve on a card (INS-6)."""

    who: FigureId
    element: Element


class PickUp(Option, frozen=True, tag="pick_up"):
    """The active figure takes up an object (ADV-6)."""

    thing: ThingId


class PutDown(Option, frozen=True, tag="put_down"):
    """The active figure lays down what it carries (ADV-6)."""

    thing: ThingId


class Search(Option, frozen=True, tag="search"):
    """The active figure searches one place of a cache (ADV-7)."""

    thing: ThingId


class Free(Option, frozen=True, tag="free"):
    """The active figure frees a captive (ADV-8)."""

    thing: ThingId


class LeaveBoard(Option, frozen=True, tag="leave_board"):
    """The active figure leaves the board through a zone (ADV-5)."""

    zone: ZoneId


class Enter(Option, frozen=True, tag="enter"):
    """A figure of a reinforcement comes onto the board (ADV-9)."""

    who: FigureId
    at: SquareId
    facing: Facing


class DoIt(Option, frozen=True, tag="do_it"):
    """What a dial reminds of is done."""

    dial: DialId


class LeaveIt(Option, frozen=True, tag="leave_it"):
    """What a dial reminds of is left alone."""

    dial: DialId


class EndPhase(Option, frozen=True, tag="end_phase"):
    """The phase ends; unused dice are lost until the next roll (TRN-2 e)."""


KINDS: Mapping[str, type[Option]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Recruit, Equip, StopRecruiting, PlaceTile, Side, Deploy, TakeBack, Activate, Step, Turn, EndMovement, Attack,
        Shoot, TestWillpower, OpenDoor, UseDie, UseSkill, Pick, PickDie, Place, Way, Pass, Face, Retreat, GiveUpDie,
        EndActivation, EndActivations, Reserve, EndPhase, PickUp, PutDown, Search, Free, LeaveBoard, Enter,
        DoIt, LeaveIt,
    )
}  # fmt: skip


def option_id(state: State, option: Option) -> str:
    """``kind`` or ``kind:field,field``: squares as ``column-row``, figures by id."""
    parts = []
    for name, ref in refs(type(option)):
        value = plain(state, ref, getattr(option, name))
        parts.append("" if value is None else "-".join(map(str, value)) if isinstance(value, list) else str(value))
    return ":".join((option.kind, ",".join(parts))) if parts else option.kind


def _word(words: tuple[str, ...], text: str) -> str:
    if text not in words:
        raise UnknownOption(say("“{text}” is not one of {words}.", text=text, words=words))
    return text


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise UnknownOption(say("“{text}” is not a whole number.", text=text))
    return int(text)


_READ: Mapping[Ref, Callable[[State, str], Any]] = {
    Ref.SQUARE: lambda state, text: square_of(state, [_whole(part) for part in text.split("-")][:3] + [0] * 2),
    Ref.FACING: lambda state, text: FACINGS.index(_word(tuple(FACINGS), text)),
    Ref.FIGURE: character_of,
    Ref.THING: thing_of,
    Ref.ZONE: zone_of,
    Ref.DIAL: lambda state, text: _word(tuple(DIALS), text),
}


@cache
def _hints(kind: type[Option]) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _value(state: State, hint: Any, ref: Ref | None, text: str) -> Any:
    """A field of an option out of its text: by what it stands for, or one of the words of its type."""
    if ref is not None and ref in _READ:
        return _READ[ref](state, text)
    if hint is int:
        return _whole(text)
    words = tuple(word for part in (hint, *get_args(hint)) if get_origin(part) is Literal for word in get_args(part))
    return _word(words, text) if words else text


def option_of(state: State, text: str) -> Option:
    """The option with this id; raises UnknownOption when it is no well-formed id of this game."""
    kind, _, rest = text.partition(":")
    made = KINDS.get(kind)
    parts = rest.split(",") if rest else []
    if made is None or len(parts) != len(made.__struct_fields__):
        raise UnknownOption(say("“{text}” is not possible in this game.", text=text[:80]))
    hints = _hints(made)
    values = {
        name: _value(state, hints[name], ref, part) if part else None
        for (name, ref), part in zip(refs(made), parts, strict=True)
        if part or type(None) in get_args(hints[name])
    }
    try:
        option: Option = made(**values)
    except TypeError:
        raise UnknownOption(say("“{text}” is not possible in this game.", text=text[:80])) from None
    if option_id(state, option) != text:
        raise UnknownOption(say("“{text}” is not possible in this game.", text=text[:80]))
    return option


_LABELS: Mapping[str, str] = {
    "side": N_("Take the {facing} side"),
    "recruit": N_("Recruit {card}"),
    "equip": N_("{card} for {who}"),
    "stop_recruiting": N_("Stop recruiting"),
    "place_tile": N_("{tile} to the {quarter}, turned {turns} times"),
    "deploy": N_("{who}: {at}, facing {facing}"),
    "take_back": N_("Take back the die of {who}"),
    "activate": N_("Activate {who}"),
    "step": N_("Move to {at} ({cost})"),
    "turn": N_("Turn {facing}"),
    "end_movement": N_("End movement"),
    "attack": N_("Attack {target}"),
    "shoot": N_("Shoot at {target}: {skill}"),
    "test_willpower": N_("Test willpower"),
    "open_door": N_("Open the door"),
    "use_die": N_("{element} die {origin}"),
    "use_skill": N_("{skill} {origin}"),
    "pick": N_("Choose {who}"),
    "pick_die": N_("{element} {origin}"),
    "place": N_("To {at}, facing {facing}"),
    "pass": N_("Continue"),
    "face": N_("Turn {facing}"),
    "retreat": N_("Retreat to {at}"),
    "give_up_die": N_("Give up a die {origin}: {element}"),
    "end_activation": N_("End activation"),
    "end_activations": N_("End activations"),
    "reserve": N_("{element} in reserve on {who}"),
    "end_phase": N_("End phase"),
    "pick_up": N_("Pick up: {thing}"),
    "put_down": N_("Put down: {thing}"),
    "search": N_("Search: {thing}"),
    "free": N_("Free {thing}"),
    "leave_board": N_("Leave the board: {zone}"),
    "do_it": N_("Do it"),
    "leave_it": N_("Skip"),
    "enter": N_("{who} arrives: {at}, facing {facing}"),
}


def label(state: State, option: Option) -> Message:
    """The option in words."""
    words = words_of(state, option)
    if isinstance(option, Place) and option.facing < 0:
        return Message(N_("To {at}"), words)
    if isinstance(option, UseSkill) and option.origin is None:
        return _without_a_die(state, option)
    if isinstance(option, Way):
        return _way(state, option) or say("Option {number}", number=option.way + 1)
    key = N_("Take the stairs to {at} ({cost})") if _climbs(state, option) else _LABELS[option.kind]
    return Message(key, words)


def _without_a_die(state: State, option: UseSkill) -> Message:
    """A skill that costs nothing, or what is paid next: then with its price."""
    name, skill = skill_name(state, option.skill), skill_named(state, option.who, option.skill)
    if skill is None or not (skill.cost or skill.is_action):
        return say("{skill}", skill=name)
    return say("{skill} ({cost})", skill=name, cost=cost(skill))


def _way(state: State, option: Way) -> Message | None:
    """What one of several ways does."""
    top = state.frames[-1] if state.frames else None
    if not isinstance(top, EffectFrame) or not top.effects:
        return None
    effect = top.effects[0]
    said = effect.way_in(state, top, option.way) or effect.way(option.way, Voice(windows=(top.window,)))
    return Message("{said}", (("said", Capital(said)),))


def _climbs(state: State, option: Option) -> bool:
    """Whether a step leads to another floor (MOV-9)."""
    if not isinstance(option, Step) or state.active is None:
        return False
    squares, at = state.table.board.squares, state.figures[state.active.who].at
    return at >= 0 and squares[at][2] != squares[option.at][2]
