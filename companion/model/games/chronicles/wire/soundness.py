"""Positions that the rules can go on from: all that is named is in the box, nothing lies twice, counts are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.model.core.chance import HIDDEN
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.model.games.chronicles.rules import chests, equipment, followers, hands, reminders, totals, track
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import ONI, WOUNDS_OUT, CardId, HeroState, Seat, State
from companion.model.games.chronicles.wire import place_soundness

Fault = tuple[str, Message]
MOST, MOST_TOTAL = 99, 9_999
"""Of dice, cards or actions that something asks for; of successes, which KI may heap up."""
OF_HEROES = (f.ChestFrame, f.ArrangeFrame, f.RecruitFrame, f.SummonFrame)
"""What only a hero in play resolves."""


def check(state: State) -> None:
    """Raise InvalidInput naming the first field at fault."""
    for path, why in (
        *_figures(state),
        *_heroes(state),
        *_oni(state),
        *_piles(state),
        *_rest(state),
        *_stack(state),
        *place_soundness.faults(state),
    ):
        raise InvalidInput(path, why)


def _unknown(id: str) -> Message:
    return say("No pack holds “{id}”.", id=id)


def _named(path: str, ids: Iterable[CardId], known: Iterable[str], also: str | None = HIDDEN) -> Iterator[Fault]:
    """Ids that no record has, where an unknown one is allowed."""
    records = set(known)
    for n, id in enumerate(ids):
        if id not in records and id != also:
            yield f"{path}[{n}]", _unknown(id)


def _figures(state: State) -> Iterator[Fault]:
    box, seen = state.table.box, set[str]()
    for n, figure in enumerate(state.figures):
        path = f"figures[{n}]"
        if figure.id in seen:
            yield f"{path}.id", say("“{name}” stands here twice.", name=figure.id)
        seen.add(figure.id)
        hosts = [id for id, host in box.hosts.items() if host.can_follow is not None]
        of = {"hero": [*box.heroes], "follower": [*box.followers, *hosts], "kami": [*box.kami]}
        if figure.card not in of.get(figure.group, [*box.sheets]):
            yield f"{path}.card", _unknown(figure.card)
            return
        if figure.group == "hero" and (figure.id not in state.seats or state.hero(figure.id).card != figure.card):
            yield f"{path}.id", say("A hero is called by its seat.")
        if figure.owner is not None and figure.owner not in state.in_play:
            yield f"{path}.owner", say("Only a hero in play has a follower.")
        if figure.group == "kami" and figure.owner is None:
            yield f"{path}.owner", say("A Kami belongs to a hero.")
        if figure.group == "follower" and not -1 <= figure.version < followers.versions(state, figure.card):
            yield f"{path}.version", say("The follower’s card has no such version.")
        if figure.damage < 0 or (figure.group != "hero" and figure.damage >= totals.health(state, figure)):
            yield f"{path}.damage", say("A figure with so much damage leaves the board.")
        if len({one.kind for one in figure.statuses}) < len(figure.statuses):
            yield f"{path}.statuses", say("A figure has each status once.")
    for seat in state.in_play:
        if state.figure(seat) is None:
            yield "figures", say("A hero in play stands on the board.")
    for card, count in Counter(figure.card for figure in state.figures if figure.card in box.sheets).items():
        if count > box.sheets[card].figures:
            yield "figures", say("There are only {count} such figures.", count=box.sheets[card].figures)
    owners = [figure.owner for figure in state.figures if figure.owner is not None]
    if len(set(owners)) < len(owners):
        yield "figures", say("Each hero has one follower at most.")


def _heroes(state: State) -> Iterator[Fault]:
    cards = [hero.card for hero in state.heroes]
    if len(set(cards)) < len(cards):
        yield "heroes", say("This hero plays already.")
    for seat in state.seats:
        yield from _hero(state, seat, state.hero(seat))


def _hero(state: State, seat: Seat, hero: HeroState) -> Iterator[Fault]:
    box, path = state.table.box, f"heroes.{seat}"
    yield from _named(f"{path}.pool", hero.pool, box.actions, also=None)
    laid = [card for card in (hero.plan.right, hero.plan.left) if card is not None]
    for side in hands.SIDES:
        card = getattr(hero.plan, side)
        if card is not None and card != HIDDEN and card not in box.wounds and card not in hero.pool:
            yield f"{path}.plan.{side}", say("This card is not this hero's.")
        elif card is not None and side not in hands.sides_of(box, card):
            yield f"{path}.plan.{side}", say("This card has nothing on that side.")
    known = [card for card in (*hero.hand, *hero.discard, *laid) if card != HIDDEN and card not in box.wounds]
    if len(set(known)) < len(known) or not set(known) <= set(hero.pool):
        yield f"{path}.hand", say("Each action card of a hero lies in one place.")
    count = len(hero.hand) + len(hero.discard) + sum(card not in box.wounds for card in laid)
    if not hero.out and count != len(hero.pool):
        yield f"{path}.hand", say("A hero has {count} action cards in all.", count=len(hero.pool))
    if not hero.out and len(hero.wounds) >= WOUNDS_OUT:
        yield f"{path}.hand", say("With three wounds in hand a hero is out.")
    yield from _gear(state, seat, hero)


def _gear(state: State, seat: Seat, hero: HeroState) -> Iterator[Fault]:
    """OBJ-1 to OBJ-5, SET-3."""
    box, path, gear = state.table.box, f"heroes.{seat}", hero.gear
    yield from _named(f"{path}.reserve", equipment.objects_of(gear), box.objects)
    if gear.both is not None and (gear.right is not None or gear.left is not None):
        yield f"{path}.hands", say("A two-handed object takes both hands.")
    for slot in equipment.SLOTS:
        item = None if slot == "reserve" else getattr(gear, slot)
        if item is not None and not equipment.may_lie(box, hero.card, item, slot):
            where = slot if slot == "clothing" else f"hands.{slot}"
            yield f"{path}.{where}", say("This object is not for that place, or not for this hero’s class.")
    if equipment.room(state, seat) < 0:
        yield f"{path}.reserve", say("Places in the reserve: {count}.", count=box.heroes[hero.card].reserve)
    at_it = [one for one in state.frames if isinstance(one, f.OutfitFrame | f.ArrangeFrame)][
        -1:
    ]  # or below what came up
    arranging = any(isinstance(one, f.OutfitFrame) or one.seat == seat for one in at_it)
    if gear.aside and not arranging:
        yield f"{path}.aside", say("Objects are set aside only while they are rearranged.")
    yield from _named(f"{path}.kami", hero.kami, box.kami, also=None)


def _oni(state: State) -> Iterator[Fault]:
    box, oni = state.table.box, state.oni
    yield from _named("oni.hand", oni.hand, box.events)
    yield from _named("oni.black", oni.black, box.hosts)
    yield from _named("oni.techniques", [one.card for one in oni.techniques], box.events)
    yield from _named("oni.techniques", [one.sheet for one in oni.techniques], box.sheets, also=None)
    yield from _named("oni.activated", oni.activated, box.sheets, also=None)
    yield from _named("oni.guilty", [oni.guilty] if oni.guilty is not None else [], state.suspects)
    yield from _named("oni.nature", [oni.nature] if oni.nature is not None else [], state.natures)
    columns = box.tracks[state.table.track].columns
    yield from _named(
        "oni.upgrades", oni.upgrades, [one.id for each in columns for one in (*each.guards, *each.creatures)], also=None
    )
    if len(set(oni.upgrades)) < len(oni.upgrades):
        yield "oni.upgrades", say("An upgrade is taken once.")
    here = any(totals.is_demon(state, figure) for figure in state.figures)
    coming = any(isinstance(frame, f.DemonFrame) for frame in state.frames)
    gone = oni.demon == "escaped" and not state.in_play  # END-2: perhaps before it was ever seen
    fits = gone or coming or (oni.demon != "hidden") is (oni.demon_since > 0)
    if (oni.demon == "here") is not here or not fits:
        yield "oni.demon", say("The demon stands on the board during the final combat, and only then.")
    if oni.demon_since > state.turn:
        yield "oni.demon_since", say("This turn has not come yet.")
    if state.table.investigation and (oni.guilty is None or oni.nature is None) and state.turn:
        yield "oni.guilty", say("An investigation has a guilty host and a nature.")


def _piles(state: State) -> Iterator[Fault]:
    box, piles, oni = state.table.box, state.piles, state.oni
    events = (*track.events_lying(state),)
    for path, cards, records in (
        ("piles.event", events, box.events),
        ("piles.object", (*piles.object, *piles.used_objects), box.objects),
        ("discards.object", [*chests.lying(state)], box.objects),
        ("piles.wound", piles.wound, box.wounds),
        ("piles.trial", (*piles.trial, *piles.used_trials), box.trials),
    ):
        yield from _named(path, cards, records)
        for id, count in Counter(cards).items():
            if id != HIDDEN and id in records and count > records[id].copies:
                yield path, say("There are only {count} of “{id}”.", count=records[id].copies, id=id)
    clues = (*state.suspects, *state.natures, *box.surprises)
    yield from _named("piles.clue", piles.clue, clues)
    if {oni.guilty, oni.nature}.intersection(piles.clue) - {HIDDEN, None}:
        yield "piles.clue", say("The guilty host and the nature are not among the clues.")


def _rest(state: State) -> Iterator[Fault]:
    box, table = state.table.box, state.table
    yield from _named("sheets", table.sheets, box.sheets, also=None)
    yield from _named("suspects", state.suspects, box.hosts, also=None)
    yield from _named("natures", state.natures, box.natures, also=None)
    yield from _named("hosts_in_hand", state.hosts_in_hand, box.hosts)
    if table.scenario is not None and table.scenario not in box.scenarios:
        yield "scenario", _unknown(table.scenario)
    for n, clue in enumerate(state.clues_drawn):
        if not clue.card.startswith(HIDDEN) and clue.card not in (*box.hosts, *box.natures, *box.surprises):
            yield f"clues_drawn[{n}].card", _unknown(clue.card)
    if len({one.chapter for one in state.memoirs}) < len(state.memoirs):
        yield "memoirs", say("A chapter is placed once.")
    if len(state.order) > len(state.seats) or not set(state.order) <= {*state.seats, HIDDEN}:
        yield "order.cards", say("The initiative pile holds one card of each hero.")
    if state.turned > len(state.order):
        yield "order.turned", say("So many initiative cards are not there.")
    for n, token in enumerate(state.tokens):
        if any(other.id == token.id for other in state.tokens[:n]):
            yield f"tokens[{n}].id", say("“{name}” stands here twice.", name=token.id)


def _owner(state: State, id: str) -> Seat | None:
    figure = state.figure(id)
    return figure.owner if figure is not None else None


def _stack(state: State) -> Iterator[Fault]:
    """What is being resolved fits the stage and the table."""
    if state.stage == "over":
        if not isinstance(state.frames[-1] if state.frames else None, f.OverFrame):
            yield "stage", say("This stage of the game needs something that is being resolved.")
        return
    if state.stage in ("setup", "accusation", "equipment") and not state.frames:
        yield "stage", say("This stage of the game needs something that is being resolved.")
    if state.stage == "hero" and state.next is not None and state.next not in state.in_play:
        yield "next", say("Only a hero in play can be active.")
    figures = {figure.id for figure in state.figures}
    for n, one in enumerate(state.in_force):
        if state.table.box.name_of(one.card) is None:
            yield f"in_force[{n}].card", _unknown(one.card)
    for n, frame in enumerate(state.frames):
        path = f"frames[{n}]"
        if isinstance(frame, f.RemindFrame) and not reminders.fits(state, frame):
            yield path, say("There is no “{name}” here.", name=frame.about[:80])
        if isinstance(frame, f.OverFrame):
            yield path, say("The game is not over in this stage.")
        for name in ("attacker", "target", "figure"):
            if getattr(frame, name, None) is not None and getattr(frame, name) not in figures:
                yield f"{path}.{name}", say("There is no “{name}” here.", name=str(getattr(frame, name)))
        for name in frame.__struct_fields__:
            number = getattr(frame, name)
            if isinstance(number, int) and not -1 <= number <= (MOST_TOTAL if name == "total" else MOST):
                yield f"{path}.{name}", say("A number here lies between −1 and {most}.", most=MOST)
        if isinstance(frame, f.FollowerFrame) and _owner(state, frame.figure) is None:
            yield f"{path}.figure", say("Only a hero in play has a follower.")
        sheet = getattr(frame, "sheet", None)
        if sheet is not None and sheet not in state.table.box.sheets:
            yield f"{path}.sheet", _unknown(sheet)
        seat = getattr(frame, "seat", None)
        if isinstance(frame, OF_HEROES) and seat not in state.in_play:
            yield f"{path}.seat", say("Only a hero in play can be active.")
        if isinstance(frame, f.ChestFrame):
            yield from _named(f"{path}.drawn", frame.drawn, state.table.box.objects)
        if isinstance(frame, f.OutfitFrame) and not set(frame.waiting) <= set(state.in_play):
            yield f"{path}.waiting", say("Only a hero in play can be active.")
        if isinstance(frame, f.RecruitFrame) and frame.card not in (HIDDEN, *state.table.box.followers):
            yield f"{path}.card", _unknown(frame.card)
        if isinstance(seat, str) and seat not in (ONI, *state.seats):
            yield f"{path}.seat", say("There is no “{name}” here.", name=seat)
