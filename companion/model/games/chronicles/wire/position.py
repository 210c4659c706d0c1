"""Positions as JSON (POS-1), and as a seat may know them (§30)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Content, Json
from companion.model.core.record import plain
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Document, read
from companion.model.core.words import Message, say
from companion.model.games.chronicles.board.layout import DoorOn, Layout
from companion.model.games.chronicles.box.box import Box, box_of
from companion.model.games.chronicles.box.places import Piece
from companion.model.games.chronicles.state import state as st
from companion.model.games.chronicles.state.frames import ClueFrame, Frame

SYSTEM: Literal["chronicles"] = "chronicles"
FORMAT: Literal["okko-position/1"] = "okko-position/1"
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
Texts: TypeAlias = Annotated[tuple[Text, ...], msgspec.Meta(max_length=400)]
Few: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=999)]
SeatText: TypeAlias = Literal["oni", "h1", "h2", "h3", "h4"]


class Whole(Document, omit_defaults=False):
    """POS-1: its keys are all there."""


class HandsForm(Whole):
    """OBJ-1."""

    right: Text | None = None
    left: Text | None = None
    both: Text | None = None


class PlanForm(Whole):
    """CRD-2."""

    right: Text | None = None
    left: Text | None = None
    ready: bool = False


class MissionForm(Whole):
    """SET-4: which of the card's, and what was counted."""

    id: Annotated[int, msgspec.Meta(ge=-1, le=9)] = -1
    count: Few = 0
    summoned: Texts = ()
    fulfilled: bool | None = None


class HeroForm(Whole):
    """A hero; ``hand`` and ``discard`` hold action cards and wounds, an unknown wound is ``?wound``.

    `wounds` stands in a view that hides the hand: how many of the cards in hand and plan are wounds.
    """

    card: Text
    hand: Texts = ()
    wounds: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    discard: Texts = ()
    pool: Texts | None = None
    plan: PlanForm = msgspec.field(default_factory=PlanForm)
    hands: HandsForm = msgspec.field(default_factory=HandsForm)
    clothing: Text | None = None
    reserve: Texts = ()
    aside: Texts = ()
    marked: Literal["right", "left"] | None = None
    kami: Texts = ()
    mission: MissionForm = msgspec.field(default_factory=MissionForm)
    actions: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    used: Texts = ()
    activated: bool = False
    out: bool = False


class CorruptionForm(Whole):
    """COR-1, and the turns whose token lies on the track."""

    board: tuple[st.Corruption, ...] = ()
    track: Annotated[tuple[Few, ...], msgspec.Meta(max_length=40)] = ()


class OniForm(Whole):
    """The Oni's camp."""

    hand: Texts = ()
    black: Texts = ()
    techniques: tuple[st.Technique, ...] = ()
    activated: Texts = ()
    guilty: Text | None = None
    nature: Text | None = None
    nature_found: bool = False
    upgrades: Texts = ()
    corruption: CorruptionForm = msgspec.field(default_factory=CorruptionForm)
    closed: bool = False
    alert: bool = False
    demon: Literal["hidden", "here", "slain", "escaped"] = "hidden"
    demon_since: Few = 0
    out_since: bool = False


class PilesForm(Whole):
    """What is still drawn from."""

    clue: Texts = ()
    event: Texts = ()
    object: Texts = ()
    wound: Texts = ()
    surprise: Texts = ()
    trial: Texts = ()


class DiscardsForm(Whole):
    """CMP-6."""

    event: Texts = ()
    object: Texts = ()
    host: Texts = ()
    trial: Texts = ()
    follower: Texts = ()


class OrderForm(Whole):
    """STR-5, top first."""

    cards: Annotated[tuple[Text, ...], msgspec.Meta(max_length=4)] = ()
    turned: Few = 0


class AccusationsForm(Whole):
    """ACC-6."""

    wrong: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    made: tuple[st.Accusation, ...] = ()


class Position(Whole, kw_only=True):
    """POS-1, and what a table without a scenario adds to it: packs, sheets, missions by name."""

    format: Literal["okko-position/1"]
    system: Literal["chronicles"]
    options: st.Options = st.Options()
    scenario: Text | None = None
    packs: Texts = ("house",)
    sheets: Texts = ()
    investigation: bool = True
    track: Text
    own_missions: tuple[st.Named, ...] = ()
    pieces: Annotated[tuple[Piece, ...], msgspec.Meta(max_length=40)] = ()
    doors: Annotated[tuple[DoorOn, ...], msgspec.Meta(max_length=80)] = ()
    start: Texts = ()
    captain: SeatText = "h1"
    turn: Few
    stage: st.Stage
    next: SeatText | None = None
    frames: tuple[Frame, ...] = ()
    figures: Annotated[tuple[st.Figure, ...], msgspec.Meta(max_length=120)] = ()
    tokens: Annotated[tuple[st.TokenOn, ...], msgspec.Meta(max_length=120)] = ()
    places: Annotated[tuple[st.Score, ...], msgspec.Meta(max_length=40)] = ()
    heroes: dict[Literal["h1", "h2", "h3", "h4"], HeroForm]
    hosts_in_hand: Texts = ()
    order: OrderForm = msgspec.field(default_factory=OrderForm)
    oni: OniForm
    piles: PilesForm = msgspec.field(default_factory=PilesForm)
    discards: DiscardsForm = msgspec.field(default_factory=DiscardsForm)
    suspects: Texts = ()
    natures: Texts = ()
    clues_drawn: tuple[st.Clue, ...] = ()
    accusations: AccusationsForm = msgspec.field(default_factory=AccusationsForm)
    memoirs: tuple[st.Placed, ...] = ()
    in_force: tuple[st.InForce, ...] = ()


FIELDS: Mapping[str, Message] = {
    "damage": say("damage"), "actions": say("actions"), "hand": say("hand"), "discard": say("discard"),
    "alert": say("alert"), "upgrades": say("upgrades"), "activated": say("activated"), "turn": say("turn"),
    "reserve": say("reserve"), "statuses": say("statuses"), "memoirs": say("memoirs"), "captain": say("captain"),
    "wrong": say("wrong accusations"), "at": say("place"), "mission": say("personal mission"), "done": say("won by"),
    "blue": say("counted for the heroes"), "red": say("counted for the Oni"), "discards": say("discard piles"),
    "object": say("objects"), "event": say("event cards"), "wound": say("wounds"), "clue": say("clue cards"),
}  # fmt: skip
"""What fields of a position are called that people set."""
PLANNED: Final = ("plans", "order", "techniques")
"""Stages in which plans lie face down (STR-4 to STR-6)."""
UNKNOWN_WOUND = "?wound"
SECRET_PILES: Final[Mapping[str, str]] = {
    "clue": "clues", "surprise": "clues", "event": "events", "object": "objects", "wound": "wounds", "trial": "events",
}  # fmt: skip
"""Piles and whose keeping decides who knows them: what lies in cardboard is written as far as anybody told it."""


def form_of(state: st.State) -> Position:
    """A state as its format."""
    table, oni, piles = state.table, state.oni, state.piles
    return Position(
        format=FORMAT,
        system=SYSTEM,
        options=table.options,
        scenario=table.scenario,
        packs=table.box.packs,
        sheets=table.sheets,
        investigation=table.investigation,
        track=table.track,
        own_missions=table.missions,
        pieces=state.layout.pieces,
        doors=state.layout.doors,
        start=state.layout.start,
        captain=table.captain,  # type: ignore[arg-type]
        turn=state.turn,
        stage=state.stage,
        next=state.next,  # type: ignore[arg-type]
        frames=state.frames,
        figures=state.figures,
        tokens=state.tokens,
        places=state.scores,
        heroes={seat: _hero_form(hero) for seat, hero in zip(st.HERO_SEATS, state.heroes, strict=False)},  # type: ignore[misc]
        hosts_in_hand=state.hosts_in_hand,
        order=OrderForm(state.order, state.turned),
        oni=OniForm(
            oni.hand, oni.black, oni.techniques, oni.activated, oni.guilty, oni.nature, oni.nature_found, oni.upgrades,
            CorruptionForm(oni.corruption, oni.on_track), oni.closed, oni.alert, oni.demon, oni.demon_since,
            oni.out_since,
        ),
        piles=PilesForm(piles.clue, piles.event, piles.object, piles.wound, piles.surprise, piles.trial),
        discards=DiscardsForm(piles.used_events, piles.used_objects, piles.used_hosts, piles.used_trials,
                              piles.used_followers),
        suspects=state.suspects,
        natures=state.natures,
        clues_drawn=state.clues_drawn,
        accusations=AccusationsForm(state.wrong, state.made),
        memoirs=state.memoirs,
        in_force=state.in_force,
    )  # fmt: skip


def _hero_form(hero: st.HeroState) -> HeroForm:
    gear = hero.gear
    return HeroForm(
        hero.card,
        st.cards((*hero.hand, *_wounds(hero.wounds))),
        None,
        st.cards((*hero.discard, *_wounds(hero.spent_wounds))),
        hero.pool,
        PlanForm(hero.plan.right, hero.plan.left, hero.plan.ready),
        HandsForm(gear.right, gear.left, gear.both),
        gear.clothing,
        gear.reserve,
        gear.aside,
        gear.marked,
        hero.kami,
        MissionForm(hero.mission, hero.counted, hero.summoned, hero.fulfilled),
        hero.actions,
        hero.used,
        hero.activated,
        hero.out,
    )


def _wounds(cards: st.Cards) -> list[str]:
    return [UNKNOWN_WOUND if card == HIDDEN else card for card in cards]


def encode(state: st.State) -> Json:
    """The whole state as JSON."""
    return plain(form_of(state))


def decode(data: Json, content: Content) -> st.State:
    """A state out of JSON; raises InvalidInput naming the field at fault."""
    form = read(data, Position)
    return of_form(form, box_of(content, form.packs))


def of_form(form: Position, box: Box) -> st.State:
    """The state that a format says; raises InvalidInput naming the field at fault."""
    if sorted(form.heroes) != list(st.HERO_SEATS[: len(form.heroes)]) or not form.heroes:
        raise InvalidInput("heroes", say("Seats of heroes are h1, h2 and so on, without a gap."))
    heroes = tuple([_hero(box, form.heroes[seat], f"heroes.{seat}") for seat in sorted(form.heroes)])
    if form.track not in box.tracks:
        raise InvalidInput("track", "No pack holds “{id}”.", id=form.track)
    table = st.Table(
        box, form.options, form.scenario, tuple([one.card for one in heroes]), form.sheets, form.investigation,
        form.track, form.own_missions, form.captain,
    )  # fmt: skip
    oni = form.oni
    return st.State(
        table,
        form.turn,
        form.stage,
        form.next,
        heroes,
        st.OniState(
            st.cards(oni.hand), st.cards(oni.black), oni.techniques, oni.activated, oni.guilty, oni.nature,
            oni.nature_found, oni.upgrades, oni.corruption.board, oni.corruption.track, oni.closed, oni.alert,
            oni.demon, oni.demon_since, oni.out_since,
        ),
        form.figures,
        st.Piles(
            *[st.cards(getattr(form.piles, name)) for name in PilesForm.__struct_fields__],
            *[st.cards(getattr(form.discards, name)) for name in DiscardsForm.__struct_fields__],
        ),
        st.cards(form.hosts_in_hand),
        form.order.cards,
        form.order.turned,
        form.tokens,
        form.places,
        st.cards(form.suspects),
        st.cards(form.natures),
        form.clues_drawn,
        form.accusations.wrong,
        form.accusations.made,
        form.memoirs,
        form.in_force,
        form.frames,
        Layout(form.pieces, form.doors, form.start),
    )  # fmt: skip


def _hero(box: Box, form: HeroForm, path: str) -> st.HeroState:
    if form.card not in box.heroes:
        raise InvalidInput(f"{path}.card", "No pack holds “{id}”.", id=form.card)
    hand, wounds = _parted(box, form.hand, f"{path}.hand")
    for _ in range(min(form.wounds or 0, hand.count(HIDDEN))):  # WND-3: how many there are is seen, not which
        hand, wounds = st.without(hand, HIDDEN), st.cards((*wounds, HIDDEN))
    discard, spent = _parted(box, form.discard, f"{path}.discard")
    return st.HeroState(
        form.card,
        st.cards(form.pool) if form.pool is not None else box.hand_of(form.card),
        hand, wounds, discard, spent,
        st.Plan(form.plan.right, form.plan.left, form.plan.ready),
        st.Gear(form.hands.right, form.hands.left, form.hands.both, form.clothing, st.cards(form.reserve),
                st.cards(form.aside), form.marked),
        st.cards(form.kami), form.mission.id, form.mission.count, form.mission.summoned, form.mission.fulfilled,
        form.actions, form.used, form.activated, form.out,
    )  # fmt: skip


def _parted(box: Box, ids: tuple[str, ...], path: str) -> tuple[st.Cards, st.Cards]:
    """Action cards and wounds of a hand."""
    actions, wounds = [], []
    for n, id in enumerate(ids):
        if id == UNKNOWN_WOUND:
            wounds.append(HIDDEN)
        elif id in box.wounds:
            wounds.append(id)
        elif id in box.actions or id == HIDDEN:
            actions.append(id)
        else:
            raise InvalidInput(f"{path}[{n}]", "No pack holds “{id}”.", id=id)
    return st.cards(actions), st.cards(wounds)


# what a seat knows ----------------------------------------------------------------------------------------------------


def view(state: st.State, viewer: str) -> Json:
    """§30, built by inclusion: what a seat may know, and nothing else."""
    return plain(form_seen(state, viewer))


def as_seen(state: st.State, viewer: str) -> st.State:
    """The table with the eyes of a seat: HIDDEN stands for whatever it does not know. It cannot be played on."""
    return of_form(form_seen(state, viewer), state.table.box)


def form_seen(state: st.State, viewer: str) -> Position:
    """`view` before it is text."""
    whole = form_of(state)
    hero = viewer in state.seats
    oni = viewer == st.ONI
    shared = state.table.options.hero_hands == "shared"
    for seat, form in whole.heroes.items():
        if viewer == seat or (hero and shared):
            continue
        of = state.hero(seat)
        form.wounds = len(of.wounds)
        form.hand = _hidden(form.hand)
        if state.stage in PLANNED:
            form.wounds += sum(card in state.table.box.wounds for card in (of.plan.right, of.plan.left))
            form.plan = PlanForm(HIDDEN if of.plan.laid else None, HIDDEN if of.plan.laid > 1 else None, of.plan.ready)
    order = whole.order
    if not hero:
        shown = order.cards[: order.turned]
        whole.order = OrderForm((*shown, *[HIDDEN] * (len(order.cards) - len(shown))), order.turned)
        whole.hosts_in_hand = _hidden(whole.hosts_in_hand)
        whole.clues_drawn = tuple([st.Clue(kind_of(state, one.card), one.turn) for one in state.clues_drawn])
        whole.frames = tuple(
            [
                st.replace(one, card=kind_of(state, one.card)) if isinstance(one, ClueFrame) else one
                for one in whole.frames
            ]
        )
    if not oni:
        whole.oni.hand = _hidden(whole.oni.hand)
        found = state.oni.demon_since > 0
        whole.oni.guilty = state.oni.guilty if found or state.oni.guilty is None else HIDDEN
        known = found or state.oni.nature_found or state.oni.nature is None
        whole.oni.nature = state.oni.nature if known else HIDDEN
        whole.oni.techniques = tuple(
            [one if one.told else st.Technique(one.sheet, HIDDEN) for one in state.oni.techniques]
        )
    if state.table.options.keepers.backs == "app":
        whole.tokens = tuple([st.replace(one, card=front(state, one)) for one in state.tokens])
    for pile, secret in SECRET_PILES.items():
        if getattr(state.table.options.keepers, secret) == "app":
            setattr(whole.piles, pile, _hidden(getattr(whole.piles, pile)))
    return whole


def front(state: st.State, token: st.TokenOn) -> str:
    """SET-7: what is seen of a token."""
    if token.type == "follower":
        return HIDDEN
    return token.card if token.turned else state.table.box.fronts.get(token.card, token.card)


def _hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (HIDDEN,) * len(cards)


def kind_of(state: st.State, card: str) -> str:
    """INV-5: what the Oni sees of a clue card drawn: its kind, or what lies open anyway."""
    box = state.table.box
    if card in box.natures:
        return "?nature" if state.table.options.clues_shown == "heroes" else card
    if card in box.hosts and box.hosts[card].background == "grey":
        return "?grey" if state.table.options.clues_shown == "heroes" else card
    return card
