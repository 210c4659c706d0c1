"""The chapter being played: its page as earlier ones have changed it, who plays its figures, who may go beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.model.core.contract import Content, Json
from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.check import refused_picks
from companion.model.games.asagiri.adventure.conditions import SIDES, Side
from companion.model.games.asagiri.adventure.record import changed
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.cards import CharacterCard, EquipmentCard

from .state import SEATS, Member, Now, Roster, State, replace


def chapter(state: State) -> str:
    """The adventure of the present chapter; empty: a battle without one, or the campaign is over."""
    now = state.now
    chapters = now.settings.chapters
    return chapters[now.chapter] if now.chapter < len(chapters) else ""


def chapter_words(state: State, id: str) -> Name | Message:
    """What a chapter is called."""
    return Name.of(state.box.adventure(id).name) if id else say("A battle")


def known(state: State, adventure: r.Adventure) -> dict[str, bool]:
    """What the links of an adventure ask about and what is known of it (ADV-14)."""
    facts = {(fact.adventure, fact.fact): fact.holds for fact in state.now.facts}
    return {link.fact: facts[link.origin, link.fact] for link in adventure.links if (link.origin, link.fact) in facts}


def page(state: State) -> r.Adventure | None:
    """The adventure as it is played after what went before; None: a battle without one."""
    id = chapter(state)
    if not id:
        return None
    adventure = state.box.adventure(id)
    return changed(adventure, tuple(known(state, adventure).items()))


def band(state: State, seat: int) -> r.SideBand:
    """Who plays a side: fixed figures, and zeni to recruit for."""
    found = page(state)
    return r.SideBand(budget=state.now.settings.budget) if found is None else found.sides[seat].band


def cards_of(state: State, member: Member) -> cards.Member:
    """A member as the rules for bands want it."""
    gear = state.box.gear(member.equipment) if member.equipment is not None else None
    return state.box.character(member.card), gear


def cast(state: State, seat: int) -> tuple[Now, tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Who plays each fixed figure of a side; whoever is not of the roster yet joins it. Also: those who have joined.

    A dead unique is played by those who have replaced it; where nobody has, by whoever else of the roster is worth
    most; where nobody is left, by the figure of the page, which is no member.
    """
    fixed = band(state, seat).fixed
    played: list[tuple[str, ...]] = [()] * len(fixed)
    free = {member.id for member in state.now.rosters[seat].members}
    for n, hired in enumerate(fixed):
        own = next((m for m in _living(state, seat, free) if m.card == hired.card), None)
        if own is not None:
            played[n] = (own.id,)
            free.discard(own.id)
    joined: list[str] = []
    for n, hired in enumerate(fixed):
        if not played[n] and hired.card in state.barred(seat):
            played[n] = _stand_ins(state, seat, hired.card, free)
            free -= set(played[n])
        elif not played[n]:
            state, who = enlist(state, seat, hired.card, hired.equipment)
            joined.append(who)
            played[n] = (who,)
        if played[n] and hired.equipment is not None:
            state = _equipped(state, seat, played[n][0], hired.equipment)
    return state.now, tuple(played), tuple(joined)


def _living(state: State, seat: int, free: Collection[str]) -> Iterator[Member]:
    return (member for member in state.now.rosters[seat].members if member.id in free)


def _stand_ins(state: State, seat: int, card: str, free: set[str]) -> tuple[str, ...]:
    roster = state.now.rosters[seat]
    gone = [member.id for member in roster.fallen if member.card == card]
    found: list[str] = []
    while gone:
        after = [m for m in (*roster.members, *roster.fallen) if m.instead in gone]
        found += [m.id for m in after if m in roster.members and m.id in free]
        gone = [m.id for m in after if m in roster.fallen]
    if found:
        return tuple(found)
    others = sorted(_living(state, seat, free), key=state.value, reverse=True)
    return (others[0].id,) if others else ()


def _equipped(state: State, seat: int, who: str, equipment: str) -> State:
    """What the page gives, its figure has, unless it bears something of its own or may not bear this (BND-5)."""
    member = state.member(who)
    if member.equipment is not None or not cards.may_bear(state.box.character(member.card), state.box.gear(equipment)):
        return state
    return with_member(state, replace(member, equipment=equipment))


def with_roster(state: State, seat: int, roster: Roster) -> State:
    """The state with another roster."""
    rosters = state.now.rosters
    both = (roster, rosters[1]) if seat == 0 else (rosters[0], roster)
    return replace(state, now=replace(state.now, rosters=both))


def with_member(state: State, member: Member) -> State:
    """The state with one living member changed."""
    seat = state.seat_of(member.id)
    roster = state.now.rosters[seat]
    members = tuple(member if known.id == member.id else known for known in roster.members)
    return with_roster(state, seat, replace(roster, members=members))


def enlist(
    state: State, seat: int, card: str, equipment: str | None = None, instead: str | None = None
) -> tuple[State, str]:
    """Somebody new in a roster, and what it is known as."""
    roster = state.now.rosters[seat]
    member = Member(f"{SEATS[seat]}{roster.number + 1}", card, equipment, instead=instead)
    roster = replace(roster, members=(*roster.members, member), number=roster.number + 1)
    return with_roster(state, seat, roster), member.id


class Muster:
    """The band of a side as it is mustered, to be asked whether somebody may still join it."""

    def __init__(self, state: State, seat: int) -> None:
        """Of the roster `seat`, for the present chapter."""
        now = state.now
        self._page, self._band, self._budget = page(state), band(state, seat), now.settings.budget
        self._fixed = [cards_of(state, state.member(who)) for played in now.cast[seat] for who in played]
        self._picks = [cards_of(state, state.member(who)) for who in now.sent[seat]]
        self._coming = _coming(self._page, SIDES[seat])

    def refused(self, more: cards.Member | None = None) -> Refusal | None:
        """The rule that forbids the band, with somebody `more` beside it; None: it may play."""
        if more is not None and "unique" in more[0].traits and more[0].id in self._coming:
            return refuse("BND-3", "{who} already takes part in this adventure.", who=Name.of(more[0].name))
        picks = [*self._picks] if more is None else [*self._picks, more]
        if self._page is None:
            found = cards.band_refusals([*self._fixed, *picks], self._budget)
        else:
            found = refused_picks(self._band, self._fixed, picks)
        return found[0] if found else None

    @property
    def spare(self) -> int:
        """Zeni that are left to recruit for."""
        return self._band.budget - cards.band_cost(self._picks)


def _coming(found: r.Adventure | None, side: Side) -> frozenset[str]:
    """The cards of those who come to a side later, or are freed."""
    if found is None:
        return frozenset()
    later = [member.card for arrival in found.reinforcements if arrival.side == side for member in arrival.members]
    return frozenset(later + [captive.card for captive in found.captives if captive.side == side])


def idle(state: State, seat: int) -> list[Member]:
    """The living members of a roster that are not in the present band."""
    gone = set(state.fighters())
    return [member for member in state.now.rosters[seat].members if member.id not in gone]


def recruit_refused(state: State, seat: int, card: CharacterCard) -> Refusal | None:
    """CAM-2, BND-3: whom a roster cannot recruit, however many zeni there are."""
    if card.id in state.barred(seat):
        return refuse("CAM-2", "{who} is dead and cannot be recruited again in this campaign.", who=Name.of(card.name))
    unfinished = cards.unfinished(card)
    if unfinished is not None:
        return unfinished
    members = state.now.rosters[seat].members
    if "unique" in card.traits and any(member.card == card.id for member in members):
        return refuse("BND-3", "{who} is already in this roster.", who=Name.of(card.name))
    others = state.now.rosters[1 - seat].members if state.now.settings.options.get("boxes") == 1 else ()
    if "unique" in card.traits and any(member.card == card.id for member in others):
        return refuse("BND-3", "{who} is in the other roster, and there is only one box.", who=Name.of(card.name))
    if len(members) + len(state.now.rosters[seat].fallen) >= MOST:
        return refuse("CAM-2", "The roster is full.")
    return None


MOST = 50
"""Members that a roster may have had before nobody else joins: pages of adventures bring their own."""


def replaces_refused(state: State, seat: int, dead: Member, by: Collection[str], card: CharacterCard) -> Refusal | None:
    """CAM-2: who cannot take the place of a dead member, whatever it costs."""
    found = recruit_refused(state, seat, card)
    if found is not None:
        return found
    if state.now.settings.edition > 1:
        return _unfit(state, seat, card)
    old = state.box.character(dead.card)
    if card.alignment not in (old.alignment, "mercenary"):
        return refuse("BND-2", "A replacement must have the dead member's alignment or be a Mercenary.")
    for mark in ("civilian", "sorcerer"):
        there = any(mark in state.box.character(state.member(who).card).traits for who in by)
        if mark in card.traits and (there or mark not in old.traits):
            return refuse("BND-4", "Only a dead civilian or sorcerer can be replaced by one.")
    return None


_FOES = {"demon_hunter": "evil_creature", "evil_creature": "demon_hunter"}


def _unfit(state: State, seat: int, card: CharacterCard) -> Refusal | None:
    """BND-2, BND-4: with whom the roster as a whole would break a rule for bands, whoever died."""
    living = [state.box.character(member.card) for member in state.now.rosters[seat].members]
    if any(other.alignment == _FOES.get(card.alignment) for other in living):
        return refuse("BND-2", "Demon Hunters and Evil Creatures cannot be in the same band.")
    for mark, why in _ONE_ALONE.items():
        if mark in card.traits and any(mark in other.traits for other in living):
            return Refusal("BND-4", why)
    return None


_ONE_ALONE = {
    "civilian": say("Only one civilian per band."),
    "sorcerer": say("Only one sorcerer per band."),
}


def may_carry(state: State, who: str) -> list[EquipmentCard]:
    """The equipment that a member may bear (BND-5)."""
    card = state.box.character(state.member(who).card)
    return [gear for gear in state.box.equipment if cards.may_bear(card, gear)]


_OF_ROSTERS = ("boxes", "disabled_lose_equipment")
"""Table options that rosters mind and their games do not."""


def game_setup(state: State, content: Content) -> Json:
    """The set-up of the present chapter's game: rosters, equipment, honours, states, and what went before."""
    now = state.now
    # how many boxes there are, the rosters had to mind; pages bring whom they want
    options = {name: value for name, value in now.settings.options.items() if name not in _OF_ROSTERS}
    setup: dict[str, Json] = {"options": options} if options else {}
    found = page(state)
    sent = {seat: [_entry(state, who) for who in now.sent[n]] for n, seat in enumerate(SEATS)}
    if found is None:
        boards = [record for _, record in content.every("board")]
        board = boards[now.chapter % len(boards)]
        kept = {name: board[name] for name in ("tiles", "openings", "doors") if name in board}
        return {**setup, "budget": now.settings.budget, "bands": sent, **kept}
    cast_ = {
        seat: [[_entry(state, who) for who in played] or None for played in now.cast[n]] for n, seat in enumerate(SEATS)
    }
    before = known(state, state.box.adventure(chapter(state)))
    return {**setup, "adventure": found.id, "bands": sent, "cast": cast_, **({"before": before} if before else {})}


def _entry(state: State, who: str) -> Json:
    member = state.member(who)
    entry: dict[str, Json] = {"card": member.card, "member": member.id}
    if member.equipment is not None:
        entry["equipment"] = member.equipment
    if member.honour is not None:
        entry["honour"] = member.honour
    if member.state == "shaken":
        entry["state"] = "shaken"
    return entry


def facts_of(state: State) -> tuple[str, ...]:
    """The facts that the present chapter leaves."""
    id = chapter(state)
    return tuple(fact.fact for fact in state.box.adventure(id).facts) if id else ()


def fact_words(state: State, fact: str) -> Message | Name:
    """A fact of the present chapter in words."""
    found = next((known for known in state.box.adventure(chapter(state)).facts if known.fact == fact), None)
    return Name.of(found.words) if found is not None else say("{fact}", fact=fact)


def as_band(roster: Roster) -> Json:
    """A roster as the members of a band, to be saved and used outside the campaign."""
    found: list[Json] = []
    for member in roster.members:
        found.append({"card": member.card, **({"equipment": member.equipment} if member.equipment is not None else {})})
    return found
