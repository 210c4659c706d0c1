"""Operations on figures themselves: their state, card, equipment and side; new ones; what an activation allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model.core.contract import Option
from companion.model.effects import operations as op
from companion.model.effects.tree import Effect

from .. import fights
from .. import options as o
from ..adventure import specials
from ..flow import Flow
from ..possible import could, summon_squares
from ..skill_events import (
    ActionGained,
    CharacterDefected,
    CharacterReturned,
    CharacterSummoned,
    EquipmentLost,
    EquipmentStolen,
    TokenLost,
)
from ..stack import Disabling, Doing
from ..state import SEATS, Character, Figure, Lasting, State, replace
from .deed import Deed, moment
from .standing import attach

_WHILE = {"use": 0, "activation": 0, "phase": 1, "turn": 2, "game": -1}


def _become(flow: Flow, frame: Doing, effect: op.Become, _: Option | None) -> None:
    if effect.state == "vigilant":
        flow.recover(frame.target, "SKL-3")
    elif effect.state == "shaken":
        flow.shake(frame.target, "SKL-3")
    else:
        flow.disable(frame.target, "SKL-3", by=frame.who)


def _strike(flow: Flow, frame: Doing, effect: op.Strike, _: Option | None) -> None:
    """One of several attacks; a target that has got out of reach is left alone, but for whoever has just won.

    The loser's own retreat is no escape for the winner: it strikes back from where it stands now, if it could have
    from where it stood.
    """
    state = flow.state
    if state.figures[frame.who].at < 0 or state.figures[frame.target].at < 0:
        return
    if fights.attack_refused(state, frame.who, frame.target) is None or _just_lost(state, frame):
        fights.begin_attack(flow, frame.who, frame.target)


def _just_lost(state: State, frame: Doing) -> bool:
    if frame.window != "lost" or frame.target != frame.opponent or frame.square < 0:
        return False
    zone = state.table.board.zones[frame.square][state.figures[frame.who].facing]
    peaceful = state.quest is not None and specials.attack_refused(state, frame.who) is not None
    enemies = state.band_of(frame.who) != state.band_of(frame.target)
    return enemies and not peaceful and bool(zone >> state.figures[frame.target].at & 1)


def _again(flow: Flow, frame: Doing, effect: op.Again, _: Option | None) -> None:
    active = flow.state.active
    if active is None or active.who != frame.who:
        return
    if effect.what == "movement" and active.over:
        flow.activation(over=False)
    else:
        flow.activation(extra=(*active.extra, effect.what))
    flow.tell(ActionGained(frame.who, effect.what))


def change_character(flow: Flow, who: int, character: Character) -> None:
    """Another card lies before the player."""
    characters = flow.table.characters
    flow.set(table=replace(flow.table, characters=(*characters[:who], character, *characters[who + 1 :])))


def _disarm(flow: Flow, frame: Doing, effect: op.Disarm, _: Option | None) -> None:
    """The card is destroyed, or changes hands for once (BND-5); what it is worth goes with it."""
    victim, thief = flow.table.characters[frame.target], flow.table.characters[frame.who]
    spent = flow.state.figures[frame.target].spent
    change_character(flow, frame.target, replace(victim, equipment=None))
    flow.figure(frame.target, spent=False)
    if effect.steal and thief.equipment is None:
        change_character(flow, frame.who, replace(thief, equipment=victim.equipment))
        flow.figure(frame.who, spent=spent)
        flow.tell(EquipmentStolen(frame.who, frame.target))
    else:
        flow.tell(EquipmentLost(frame.target))


def _summon_options(state: State, frame: Doing, effect: op.Summon) -> Sequence[Option]:
    return [o.Place(at, facing) for at in summon_squares(state, effect, moment(frame)) for facing in range(4)]


def _summon(flow: Flow, frame: Doing, effect: op.Summon, option: Option | None) -> None:
    if isinstance(option, o.Place):
        card = next(card for card in flow.table.cards if card.card == effect.card)
        join(flow, replace(card, band=flow.state.band_of(frame.who), zeni=0), option)


def join(flow: Flow, card: Character, option: o.Place) -> int:
    """A new figure stands on the board, already activated; it is worth no zeni when it is lost."""
    known = {character.id for character in flow.table.characters}
    letter = SEATS[card.band].lower()
    number = next(n for n in range(1, 1000) if f"{letter}{n}" not in known)
    who = len(flow.table.characters)
    made = replace(card, id=f"{letter}{number}")
    flow.set(table=replace(flow.table, characters=(*flow.table.characters, made)))
    flow.set(figures=(*flow.state.figures, Figure(option.at, option.facing, activated=True)))
    flow.tell(CharacterSummoned(who, option.at, option.facing))
    return who


def _dismiss(flow: Flow, frame: Doing, effect: op.Dismiss, _: Option | None) -> None:
    flow.dismiss(frame.target)


def _defect(flow: Flow, frame: Doing, effect: op.Defect, _: Option | None) -> None:
    left = _WHILE[effect.lasts]
    if left >= 0:
        attach(flow, frame, replace(effect, who=op.SELF), left)
    change_sides(flow, frame.target)


def change_sides(flow: Flow, who: int) -> None:
    """A figure fights for the other band from now on; its dice in reserve stay behind."""
    flow.lose_reserve(who)
    character = flow.table.characters[who]
    change_character(flow, who, replace(character, band=1 - character.band))
    flow.tell(CharacterDefected(who, 1 - character.band))
    flow.leave(who)
    flow.end_if_won()


def _return(flow: Flow, frame: Doing, effect: op.Return, _: Option | None) -> None:
    """Another profile takes the place of the one that would be disabled; value and equipment stay."""
    card = next((card for card in flow.table.cards if card.card == effect.card), None)
    coming = [found for found in flow.state.frames if isinstance(found, Disabling) and found.who == frame.who]
    if card is None or not coming:
        return
    flow.set(frames=tuple(found for found in flow.state.frames if found not in coming))
    was = flow.table.characters[frame.who]
    made = replace(card, id=was.id, band=was.band, zeni=was.zeni, equipment=was.equipment, part=was.part,
                   honour=was.honour, member=was.member)  # fmt: skip
    flow.lose_reserve(frame.who)
    change_character(flow, frame.who, made)
    flow.figure(frame.who, state=effect.state)
    flow.tell(CharacterReturned(frame.who))


def _ways(state: State, frame: Doing, effect: op.Either) -> Sequence[Option]:
    seen = moment(frame)
    return [o.Way(n) for n, way in enumerate(effect.ways) if any(could(state, one, seen) for one in way)]


def _either(flow: Flow, frame: Doing, effect: op.Either, option: Option | None) -> None:
    if isinstance(option, o.Way):
        flow.push(replace(frame, effects=effect.ways[option.way], target=-1))


def expired(flow: Flow, who: int, gone: Lasting) -> None:
    """Something that went on for a figure is over: who had changed sides comes back."""
    if isinstance(gone.effect, op.Defect):
        change_sides(flow, who)
    elif isinstance(gone.effect, op.Token):
        flow.tell(TokenLost(who, gone.effect.name))


DEEDS: Mapping[type[Effect], Deed] = {
    op.Become: Deed(_become),
    op.Strike: Deed(_strike),
    op.Again: Deed(_again),
    op.Disarm: Deed(_disarm),
    op.Summon: Deed(_summon, _summon_options),
    op.Dismiss: Deed(_dismiss),
    op.Defect: Deed(_defect),
    op.Return: Deed(_return),
    op.Either: Deed(_either, _ways),
}
