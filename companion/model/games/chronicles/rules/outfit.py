"""What heroes choose before the first turn: slots of their objects, a follower's version, their Kami, where they and
their followers stand (SET-3).
"""

from __future__ import annotations

from collections import Counter

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Pending, Together
from companion.model.core.words import Message, Name, say
from companion.model.games.chronicles.box.box import Box
from companion.model.games.chronicles.rules import deploy, equipment, followers
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.targets import name_of
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import CardId, Cards, Figure, Place, Seat, State, cards, replace

OUTFIT = say("Choose what {hero} begins with")
STAND = say("Choose where {figure} begins on the board")
PER_ELEMENT = 2
"""Cards of Kami of each element that a hero has (SET-3)."""
NOT_CHOSEN = -1
"""A follower's version that its hero has still to pick."""


def base_kami(box: Box, hero: CardId) -> Cards:
    """The Kami of a hero who can summon them, as far as there is nothing to choose."""
    if not box.heroes[hero].kami:
        return ()
    offered = Counter(one.element for one in box.kami.values())
    return cards([id for id, one in box.kami.items() if offered[one.element] <= PER_ELEMENT])


def begins_with(box: Box, card: CardId, seat: Seat) -> Figure:
    """A follower that is there from the start; its hero picks a version of it."""
    version = NOT_CHOSEN if len(box.followers[card].versions) > 1 else 0
    return Figure(followers.figure_id(card), card, "follower", owner=seat, version=version)


def begin(t: Transition) -> None:
    """Ask all heroes together."""
    t.push(f.OutfitFrame(t.now.seats))


def _duties(state: State, seat: Seat) -> list[Option]:
    """What a hero must still choose: a place, a version, and two Kami of each element."""
    hero, box = state.hero(seat), state.table.box
    found: list[Option] = []
    follower = followers.follower_of(state, seat)
    if follower is not None and follower.version == NOT_CHOSEN:
        found += [o.Version(seat, n) for n in range(followers.versions(state, follower.card))]
    if box.heroes[hero.card].kami:
        taken = Counter(box.kami[id].element for id in hero.kami)
        left = [id for id, one in box.kami.items() if id not in hero.kami and taken[one.element] < PER_ELEMENT]
        found += [o.TakeKami(seat, id) for id in left]
    found += [o.Deploy(seat, figure.id, at) for figure in _unplaced(state, seat)[:1] for at in _open(state, figure)]
    return found


def _unplaced(state: State, seat: Seat) -> list[Figure]:
    """The figures of a hero that stand nowhere yet, itself first, where the app knows places."""
    if state.table.options.places == "none":
        return []
    return [one for one in state.figures if seat in (one.id, one.owner) and one.at == HIDDEN]


def _open(state: State, figure: Figure) -> tuple[Place, ...]:
    """SET-3: followers leave room in the start zone for the heroes who do not stand yet."""
    heroes = [one for one in state.figures if one.group == "hero" and one.at == HIDDEN]
    return deploy.for_begin(state, leave=0 if figure.group == "hero" else len(heroes))


def _choices(state: State, seat: Seat) -> list[Option]:
    """All that a hero may still choose; a table's objects lie where it put them (TAB-5)."""
    duties = _duties(state, seat)
    if state.table.tracked:
        return duties
    return [*duties, *equipment.puts(state, seat), *equipment.marks(state, seat)]


def _goes_on(t: Transition, frame: f.OutfitFrame) -> bool:
    if _stands_by_itself(t):
        return True
    waiting = tuple([seat for seat in frame.waiting if _choices(t.now, seat) or _stays(t.now, seat)])
    if not waiting:
        t.pop()
        return True
    if waiting != frame.waiting:
        t.become(f.OutfitFrame(waiting))
        return True
    return False


def _stands_by_itself(t: Transition) -> bool:
    """DEC-5: a figure has one place to go to, heroes first."""
    waiting = [one for seat in t.now.seats for one in _unplaced(t.now, seat)]
    for figure in sorted(waiting, key=lambda one: one.group != "hero"):
        if len(open_ := _open(t.now, figure)) == 1:
            deploy.put(t, figure.id, open_[0])
            return True
    return False


def _stays(state: State, seat: Seat) -> bool:
    """Whether a hero is not done, whatever it is asked now."""
    return bool(_duties(state, seat)) or bool(state.hero(seat).gear.aside)


def _ask(state: State, frame: f.OutfitFrame) -> Pending:
    choices = []
    for seat in frame.waiting:
        done: list[Option] = [] if _stays(state, seat) else [o.Arranged(seat)]
        options = [*_choices(state, seat), *done]
        choices.append(asks(seat, _prompt(state, seat), options))
    return choices[0] if len(choices) == 1 else Together(tuple(choices), secret=False)


def _prompt(state: State, seat: Seat) -> Message:
    waiting = _unplaced(state, seat)[:1]
    if waiting:
        return say(STAND.key, figure=name_of(state, waiting[0]))
    hero = state.table.box.name_of(state.hero(seat).card)
    return say(OUTFIT.key, hero=seat if hero is None else Name.of(hero))


def _chosen(t: Transition, frame: f.OutfitFrame, option: Option) -> None:
    match option:
        case o.Version(seat, n):
            follower = followers.follower_of(t.now, seat)
            assert follower is not None
            t.figure(follower.id, version=n)
        case o.Deploy(_, figure, at):
            deploy.put(t, figure, at)
        case o.TakeKami(seat, card):
            t.hero(seat, kami=cards((*t.now.hero(seat).kami, card)))
        case o.Put(seat, item, slot):
            equipment.put(t, seat, item, slot, (None, None), None)
        case o.Mark(seat, slot):
            equipment.mark(t, seat, slot)
        case o.Arranged(seat):
            t.become(replace(frame, waiting=tuple([one for one in frame.waiting if one != seat])))


OUTFITTING = Part(_ask, _chosen, resume=_goes_on)
