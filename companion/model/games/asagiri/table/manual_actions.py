"""Fights, skills and dice that the table begins by hand: what follows goes by the rules.

Inspiration dice are moved between pool, cards and what is set aside: none is made, none disappears (INS-1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec

from companion.model.core.contract import Correction, Event, Option
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.rules import answers, dice, fights, resolution, turn
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import DiceSet, ReserveSet, ShotDeclared, SquareTokenSet, TokenSet
from companion.model.games.asagiri.rules.options import UseDie, UseSkill
from companion.model.games.asagiri.rules.refusals import die_may_be_let
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.skills.availability import may_be_let, skill_by_hand
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.model.games.asagiri.state.stack import Fight, Reacting, Test
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import BEFORE, BandId, FigureId, by_figure
from companion.model.games.asagiri.table.corrections import (
    Clash,
    SetReserve,
    SetSquareToken,
    SetToken,
    Spend,
    Throw,
    Use,
)


def clash(flow: Transition, c: Clash) -> Event:
    """Begin a fight between enemies; it costs no action, and ends what was only offered."""
    _pass_by(flow)
    state = flow.state
    if state.frames:
        raise InvalidInput("kind", say("Finish what is in progress first."))
    if state.stage in BEFORE or state.over:
        raise InvalidInput("kind", say("There are no fights before the first turn or after the end."))
    for name, who in (("who", c.who), ("target", c.target)):
        if state.figures[who].at < 0:
            raise InvalidInput(name, say("This character is not on the board."))
    if state.band_of(c.who) == state.band_of(c.target):
        raise InvalidInput("target", say("Only enemies can be fought."))
    if c.skill is None:
        fights.begin_attack(flow, c.who, c.target)
        return flow.events.pop(0)
    skill = next((own for own in state.skills(c.who) if own.id == c.skill and own.shot is not None), None)
    if skill is None:
        raise InvalidInput("skill", say("A shot needs a skill marked Shot."))
    fights.begin_shot(flow, c.who, c.target, skill)
    return ShotDeclared(c.who, c.target, skill.id)


def _pass_by(flow: Transition) -> None:
    """Nobody takes up what is being offered once a fight or a test has been rolled."""
    while flow.state.frames:
        top = flow.state.frames[-1]
        thrown = (isinstance(top, Fight) and top.faces is not None) or (isinstance(top, Test) and top.face > 0)
        if not (thrown or isinstance(top, Reacting)):
            return
        answers.pass_by(flow)
        resolution.settle(flow)


def use(flow: Transition, c: Use) -> Event:
    """Use a skill without spending an action; outside its moment it is only noted, and the table does the rest."""
    skill = skill_by_hand(flow.state, c.who, c.skill)
    if skill is None:
        raise InvalidInput("skill", say("This skill cannot be used now, even by hand."))
    for element in c.paid:
        own = flow.state.bands[flow.state.band_of(c.who)]
        if element not in own.pool and element not in flow.state.figures[c.who].kept:
            raise InvalidInput("paid", say("You do not have that die to pay for it."))
        dice.take(flow, c.who, element, "pool" if element in own.pool else "reserve")
    if may_be_let(flow.state, c.who, skill) is not None:
        skill_use.use(flow, UseSkill(c.skill, None, c.who), by_hand=True)
    else:
        dice.use_skill(flow, c.who, skill, None)
    return flow.events.pop(0)


def spend(flow: Transition, c: Spend) -> Event:
    """Spend an inspiration die, whatever the rule that forbids it."""
    option = UseDie(c.element, c.origin, c.who)
    if die_may_be_let(flow.state, option) is None:
        raise InvalidInput("element", say("This die cannot be used now, even by hand."))
    answers.use_die(flow, option)
    return flow.events.pop(0)


def total(state: State, band: BandId) -> int:
    """How many dice a band has, wherever they lie, those given up for good included (INS-1, BND-6)."""
    own = state.bands[band]
    return len(own.pool) + own.aside + own.gone + _on_cards(state, band)


def to_card(flow: Transition, who: FigureId, kept: tuple[Element, ...]) -> None:
    """Let a card hold exactly these dice; raise InvalidInput when the band has not so many.

    A die that lay there already is the same one, whatever its face; what is taken off is set aside.
    """
    band, before = flow.state.band_of(who), flow.state.figures[who].kept
    flow.keep(who, kept[: len(before)])
    for element in kept[len(before) :]:
        _fetch(flow, band, element, who)
        flow.keep(who, (*flow.state.figures[who].kept, element))
    taken_off = max(0, len(before) - len(kept))
    flow.band(band, aside=flow.state.bands[band].aside + taken_off)


def to_pool(flow: Transition, band: BandId, faces: tuple[Element, ...], aside: int) -> None:
    """Let these dice lie in the pool; raise InvalidInput when the band has not so many.

    The others are set aside, whatever `aside` says; where a civilian is out and its die still owed, what is missing of
    them has been given up (BND-6). Dice that the pool lacks come off the cards.
    """
    short = len(faces) - len(flow.state.bands[band].pool) - flow.state.bands[band].aside
    if short > _on_cards(flow.state, band):
        count = len(faces) - short + _on_cards(flow.state, band)
        raise InvalidInput("faces", plural("The band has only {count} die.", "The band has only {count} dice.", count))
    while short > 0:
        _off_a_card(flow, band)
        short -= 1
    own = flow.state.bands[band]
    rest = len(own.pool) + own.aside - len(faces)
    given_up = min(max(0, rest - aside), max(0, owed(flow.state, band)))
    flow.band(band, pool=faces, aside=rest - given_up, gone=own.gone + given_up)


def owed(state: State, band: BandId) -> int:
    """How many dice a band still has to give up for good: one for each disabled civilian (BND-6)."""
    out = sum(
        character.band == band and "civilian" in character.traits and figure.state == "disabled"
        for character, figure in zip(state.table.characters, state.figures, strict=True)
    )
    return out - state.bands[band].gone


def owes(state: State, band: BandId) -> bool:
    """Whether a band has to give up a die."""
    return owed(state, band) > 0


def regain(flow: Transition, who: FigureId) -> None:
    """A civilian that is back on the board has its die again."""
    band = flow.state.band_of(who)
    own = flow.state.bands[band]
    if "civilian" in flow.table.characters[who].traits and own.gone:
        flow.band(band, aside=own.aside + 1, gone=own.gone - 1)


def _on_cards(state: State, band: BandId) -> int:
    return sum(len(figure.kept) for n, figure in by_figure(state.figures) if state.band_of(n) == band)


def _fetch(flow: Transition, band: BandId, element: Element, to: int) -> None:
    """Take a die from where it most likely lay: in the pool with this face, set aside, in the pool, on another card."""
    own = flow.state.bands[band]
    if element in own.pool:
        flow.leave_pool(band, element)
    elif own.aside:
        flow.band(band, aside=own.aside - 1)
    elif own.pool:
        flow.band(band, pool=own.pool[:-1])
        flow.tell(DiceSet(band, own.pool[:-1], 0))
    else:
        _off_a_card(flow, band, to)
        flow.band(band, aside=flow.state.bands[band].aside - 1)


def _off_a_card(flow: Transition, band: BandId, but: int = -1) -> None:
    """Set the die of some card aside; raise InvalidInput when no other card has one."""
    state = flow.state
    held = [n for n, figure in by_figure(state.figures) if figure.kept and n != but and state.band_of(n) == band]
    if not held:
        raise InvalidInput("element", say("The band has no other die."))
    kept = state.figures[held[-1]].kept[:-1]
    flow.keep(held[-1], kept)
    flow.band(band, aside=state.bands[band].aside + 1)
    flow.tell(ReserveSet(held[-1], kept[0] if kept else None))


Kept: TypeAlias = tuple[FigureId, Element]
"""A figure and a die on its card."""
MOST = 9
"""Ways that are told."""


class DiceExplanation(msgspec.Struct, frozen=True):
    """One way in which the dice may have come to lie there: corrections, options, then these faces are rolled."""

    words: Message
    options: tuple[Option, ...] = ()
    corrections: tuple[Correction, ...] = ()
    faces: tuple[Element, ...] = ()

    @property
    def rule(self) -> str | None:
        """The rule that is overridden."""
        return "TRN-2" if self.corrections else None


def asked(state: State) -> bool:
    """Whether inspiration dice are about to be rolled, or are asked for."""
    return state.stage in ("take_back", "roll") and not state.frames and not state.over


def held(state: State) -> list[Kept]:
    """The dice in reserve that the phase's player may have taken back."""
    return [(n, die) for n in turn.reserved(state, state.phase) for die in state.figures[n].kept]


def ways(state: State, faces: Sequence[Element], lately: Sequence[Kept] = ()) -> tuple[DiceExplanation, ...]:
    """What may have happened when just these dice were rolled; none when the band has not so many.

    `lately`: dice that have left a card since the last roll, and perhaps have not.
    """
    thrown, more = tuple(faces), len(faces) - turn.dice_to_roll(state)
    if not thrown or len(thrown) > total(state, state.phase) - state.bands[state.phase].gone:
        return ()
    if more == 0:
        return (DiceExplanation(say("All reserve dice stay"), _pass(state), faces=thrown),)
    found = _taken_back(state, thrown, more) if more > 0 else _left_out(state, thrown, -more, lately)
    return tuple(found)[:MOST]


def _pass(state: State) -> tuple[Option, ...]:
    return (o.Pass(),) if state.stage == "take_back" else ()


def _taken_back(state: State, faces: tuple[Element, ...], count: int) -> Iterator[DiceExplanation]:
    """More were rolled: dice in reserve have been taken back."""
    there = held(state)
    for back in combinations(there, count):
        words = say("Taken back: {dice}", dice=_dice(state, back))
        if state.stage == "roll":
            yield DiceExplanation(words, corrections=tuple(SetReserve(who, None) for who, _ in back), faces=faces)
        else:
            left = _pass(state) if count < len(there) else ()
            yield DiceExplanation(words, (*(o.TakeBack(who) for who, _ in back), *left), faces=faces)


def _left_out(
    state: State, faces: tuple[Element, ...], count: int, lately: Sequence[Kept]
) -> Iterator[DiceExplanation]:
    """Fewer were rolled: some were left lying, or are in reserve after all."""
    words = plural(
        "{count} die was not rolled: it stays set aside", "{count} dice were not rolled: they stay set aside", count
    )
    yield DiceExplanation(words, corrections=(Throw(state.phase, faces),))
    free = [
        (who, die) for who, die in dict(lately).items() if state.figures[who].at >= 0 and not state.figures[who].kept
    ]
    for kept in combinations(free, count):
        words = say("Still in reserve: {dice}", dice=_dice(state, kept))
        yield DiceExplanation(words, _pass(state), tuple(SetReserve(who, die) for who, die in kept), faces)


def _dice(state: State, dice: Sequence[Kept]) -> tuple[Message, ...]:
    return tuple(
        say("{element} of {who}", element=Message(ELEMENT_WORDS[die]), who=state.table.called[who]) for who, die in dice
    )


def token(flow: Transition, c: SetToken) -> Event:
    """Lay a token on a figure's card, or take it off."""
    figure, known = flow.state.figures[c.who], skill_use.tokens(flow.state)
    others = tuple(one for one in figure.lasting if one.effect.token != c.token)
    if not c.laid:
        flow.figure(c.who, lasting=others)
        return TokenSet(c.who, c.token, c.laid)
    if c.token not in known:
        raise InvalidInput("token", say("No skill in this game uses this token."))
    if figure.state == "disabled":
        raise InvalidInput("who", say("Put the figure back on the board first."))
    flow.figure(c.who, lasting=(*others, known[c.token]))
    return TokenSet(c.who, c.token, c.laid)


def square_token(flow: Transition, c: SetSquareToken) -> Event:
    """Lay a token on a square, in place of any other there, or take it off."""
    known = skill_use.square_tokens(flow.state, c.at)
    if c.laid and c.token not in known:
        raise InvalidInput("token", say("No skill in this game uses this token."))
    if c.laid and flow.table.board.terrain[c.at] == BLOCKING:
        raise InvalidInput("at", say("Nobody can stand on a blocking square."))
    others = tuple(one for one in flow.state.tokens if one.at != c.at)
    flow.set(tokens=(*others, known[c.token]) if c.laid else others)
    return SquareTokenSet(c.at, c.token, c.laid)
