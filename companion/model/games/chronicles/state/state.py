"""Everything about a game at one moment (POS-1).

Cards are named by the ids of their records. One that the app does not know is `HIDDEN`: counts are always exact, and a
list of cards, which has no order (CMP-4), stands sorted with the unknown ones last (`cards`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.games.chronicles.board.layout import Layout
from companion.model.games.chronicles.box.box import Box
from companion.model.games.chronicles.box.effects import Colour, Status
from companion.model.games.chronicles.state.frames import Frame
from companion.model.grid import Cell

ONI: Final = "oni"
HERO_SEATS: Final = ("h1", "h2", "h3", "h4")
LAST_COLUMN: Final = 8
ACTIONS: Final = 3
"""Of a hero (ACT-1)."""
WOUNDS_OUT: Final = 3
WRONG_MOST: Final = 3

Seat: TypeAlias = str
CardId: TypeAlias = str
"""A record's id, or `HIDDEN`."""
Cards: TypeAlias = tuple[CardId, ...]
FigureId: TypeAlias = str
SheetId: TypeAlias = str
Place: TypeAlias = Cell | str
"""Where something is: a cell (`places` ``spaces``), a zone's name (``zones``), or HIDDEN: nobody told (``none``)."""

Camp: TypeAlias = Literal["heroes", "oni"]
"""Whose figure one is: its opponents are those of the other camp (FIG-3)."""
Keeper: TypeAlias = Literal["box", "app", "notes"]
Depth: TypeAlias = Literal["spaces", "zones", "none"]
Stage: TypeAlias = Literal[
    "setup", "corruption", "upgrade", "calls", "plans", "order", "techniques", "reveal", "hero", "oni", "accusation",
    "equipment", "over",
]  # fmt: skip
Switch: TypeAlias = Literal["on", "off"]


class Keepers(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """TAB-2: who keeps each secret; on the screen the app keeps all."""

    guilty: Keeper = "app"
    """Guilty host and nature."""
    clues: Keeper = "app"
    events: Keeper = "app"
    plans: Keeper = "app"
    order: Keeper = "app"
    backs: Keeper = "app"
    wounds: Keeper = "app"
    objects: Keeper = "app"


Stop: TypeAlias = Literal["off", "remind", "do"]


class Dials(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """TAB-7: what the rules make happen by itself, each done, asked about, or left to the table."""

    alert: Stop = "do"
    accusation: Stop = "do"
    revelation: Stop = "do"
    wounds: Stop = "do"
    taking_back: Stop = "do"
    weakness: Stop = "do"
    statuses: Stop = "do"
    kami: Stop = "do"
    missions: Stop = "do"
    draw: Stop = "do"
    follower: Stop = "do"
    track: Stop = "do"
    stealth: Stop = "do"


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """§37: what is left out is as the page has it. `clock` and `experience_tokens` come with what they switch."""

    wall_ends: Literal["block", "graze"] = "block"
    hero_hands: Literal["shared", "own"] = "shared"
    hand_item: Literal["strategy", "activation"] = "strategy"
    push_on: Literal["hit", "any"] = "hit"
    wrong_counts: Literal["any", "host"] = "any"
    alert_by: Literal["hero", "side"] = "hero"
    corruption_move: Literal["may", "must"] = "may"
    reinforcement_colours: Literal["matched", "any"] = "matched"
    clues_shown: Literal["heroes", "all"] = "heroes"
    upgrades: Switch = "on"
    natures: Literal[4, 5, 6] = 4
    follower_missions: Switch = "off"
    oni: Literal["player", "bot", "automatic"] = "player"
    keepers: Keepers = Keepers()
    dials: Dials = Dials()
    places: Depth = "spaces"
    dice_entry: Literal["virtual", "typed", "ask"] = "virtual"
    enforcement: Literal["track", "assist", "enforce"] = "enforce"


class Named(msgspec.Struct, frozen=True, gc=False):
    """A mission that no record describes: what the table calls it."""

    id: str
    name: str


class Table(msgspec.Struct, frozen=True, gc=False):
    """What stays during the game."""

    box: Box
    options: Options
    scenario: str | None
    heroes: tuple[str, ...]
    """Hero cards, `h1` first."""
    sheets: tuple[str, ...]
    """The Oni's sheets in the scenario's order, without the demon's."""
    investigation: bool
    track: str
    missions: tuple[Named, ...] = ()
    captain: Seat = "h1"
    """SEA-2: the one the players named; while that hero is out, the lowest seat in play."""

    @property
    def tracked(self) -> bool:
        """Whether the app follows a real table."""
        return self.options.enforcement == "track"


class StatusOn(msgspec.Struct, frozen=True, gc=False):
    """STA-1: a status on a figure; of `maimed` the power covered."""

    kind: Status
    turned: bool = False
    power: int = -1


class Figure(msgspec.Struct, frozen=True, gc=False):
    """A figure in play (FIG-2)."""

    id: FigureId
    card: CardId
    group: Literal["hero", "follower", "kami", "guard", "creature", "adversary"]
    at: Place = HIDDEN
    damage: int = 0
    statuses: tuple[StatusOn, ...] = ()
    owner: Seat | None = None
    """Of followers and Kami; None: ownerless (FOL-7)."""
    version: int = 0
    """Of a follower's powers; `-1`: not known."""
    acted: bool = False
    """A follower in this turn (FOL-3)."""
    turned: bool = False
    """A Kami that has been activated once (KAM-1)."""
    mission: int = -1
    """Of a follower: which of its card's missions it has (FOL-9); `-1`: none."""
    counted: int = 0
    """Towards that mission (FX-6)."""
    fulfilled: bool | None = None
    """What the table says of that mission; None: what was counted says it."""

    @property
    def camp(self) -> Camp:
        """FIG-3."""
        return "heroes" if self.group in ("hero", "follower", "kami") else "oni"


class Plan(msgspec.Struct, frozen=True, gc=False):
    """CRD-2."""

    right: CardId | None = None
    left: CardId | None = None
    ready: bool = False

    @property
    def laid(self) -> int:
        return (self.right is not None) + (self.left is not None)


class Gear(msgspec.Struct, frozen=True, gc=False):
    """OBJ-1: where a hero's objects lie; `both` fills either hand. `aside`: set aside while rearranging (OBJ-5).

    `marked` says which of two one-handed objects works (OBJ-4); None with fewer.
    """

    right: CardId | None = None
    left: CardId | None = None
    both: CardId | None = None
    clothing: CardId | None = None
    reserve: Cards = ()
    aside: Cards = ()
    marked: Literal["right", "left"] | None = None


class HeroState(msgspec.Struct, frozen=True, gc=False):
    """A hero's cards and things; its figure, with damage and statuses, stands among the figures under the seat's id."""

    card: CardId
    pool: Cards
    """Every action card of this hero: what is in no other place is in the hand."""
    hand: Cards = ()
    """Action cards."""
    wounds: Cards = ()
    """In the hand (WND-2)."""
    discard: Cards = ()
    spent_wounds: Cards = ()
    """In the discard."""
    plan: Plan = Plan()
    gear: Gear = Gear()
    kami: Cards = ()
    """The cards of Kami that it may summon (SET-3)."""
    mission: int = -1
    """Which of the card's personal missions; `-1`: none, or not known."""
    counted: int = 0
    """Towards the personal mission (FX-6)."""
    summoned: tuple[str, ...] = ()
    """The elements of the Kami that it summoned (FX-6)."""
    fulfilled: bool | None = None
    """What the table says of the personal mission; None: what was counted says it."""
    actions: int = 0
    """Left in its activation."""
    used: tuple[str, ...] = ()
    """ACTION ONCE and free discards done in this turn."""
    activated: bool = False
    out: bool = False


class Corruption(msgspec.Struct, frozen=True, gc=False):
    """COR-1; `piece` is HIDDEN where nobody told which tile."""

    piece: str
    red: bool = False


class Technique(msgspec.Struct, frozen=True, gc=False):
    """STR-6: an event card at a sheet."""

    sheet: SheetId
    card: CardId
    told: bool = False
    """Turned over; a `card` that stays HIDDEN is one that the table did not name."""


class OniState(msgspec.Struct, frozen=True, gc=False):
    """The Oni's camp."""

    hand: Cards = ()
    black: Cards = ()
    """Black host cards given to it (INV-9)."""
    techniques: tuple[Technique, ...] = ()
    activated: tuple[SheetId, ...] = ()
    """Sheets with an activation token."""
    guilty: CardId | None = None
    nature: CardId | None = None
    nature_found: bool = False
    upgrades: tuple[str, ...] = ()
    corruption: tuple[Corruption, ...] = ()
    on_track: tuple[int, ...] = ()
    """The turns whose corruption token still lies on the track."""
    closed: bool = False
    """The track (TRK-7)."""
    alert: bool = False
    demon: Literal["hidden", "here", "slain", "escaped"] = "hidden"
    demon_since: int = 0
    """The turn in which the final combat began; 0: it has not."""
    out_since: bool = False
    """A hero has been put out after the final combat began (FIN-5)."""


class Piles(msgspec.Struct, frozen=True, gc=False):
    """CMP-4: a pile is a multiset, sorted."""

    clue: Cards = ()
    event: Cards = ()
    object: Cards = ()
    wound: Cards = ()
    surprise: Cards = ()
    trial: Cards = ()
    used_events: Cards = ()
    used_objects: Cards = ()
    used_hosts: Cards = ()
    used_trials: Cards = ()
    used_followers: Cards = ()


class TokenOn(msgspec.Struct, frozen=True, gc=False):
    """A token on the table; `card` is a host's card or the token's record, HIDDEN when its face was not told."""

    id: str
    type: Literal[
        "host", "clue", "scroll", "chest", "follower", "test", "objective", "relic", "altar", "accusation", "document",
        "portal", "fire", "sacred", "rubble", "antidote", "epidemic",
    ]  # fmt: skip
    card: CardId = HIDDEN
    at: Place = HIDDEN
    turned: bool = False
    minus: int = 0


class Score(msgspec.Struct, frozen=True, gc=False):
    """What has been counted at a mission tile or an objective (MIS-1, MIS-2): `-1` tokens, counts of either camp."""

    id: str
    """Its record's, or ``mission-1`` of one that only the table knows."""
    mission: bool = True
    """A mission tile: the game waits for it (END-1)."""
    minus: int = 0
    blue: tuple[int, ...] = ()
    """How often each of the heroes' conditions was counted, as far as any was."""
    red: tuple[int, ...] = ()
    """The same of the Oni's."""
    done: Colour | None = None
    left: Colour | None = None
    """The table was reminded that this camp has met it, and left it open (TAB-7)."""


class Clue(msgspec.Struct, frozen=True, gc=False):
    """INV-3: a card drawn from the clue pile, and when."""

    card: CardId
    turn: int


class Accusation(msgspec.Struct, frozen=True, gc=False):
    """ACC: what was said at the end of a turn."""

    turn: int
    kind: Literal["nature", "host"]
    named: CardId
    right: bool


class Placed(msgspec.Struct, frozen=True, gc=False):
    """MEM-1: a chapter in the memoirs."""

    chapter: CardId
    colour: Colour


class InForce(msgspec.Struct, frozen=True, gc=False):
    """An effect that goes on (FX-3): number `index` of `card`'s, on `figures`, until `until`.

    ``sheet:`` and a sheet's id among the figures: all of that sheet, whenever they come (EVT-2).
    """

    card: CardId
    index: int
    figures: tuple[FigureId, ...]
    until: Literal["attack", "activation", "turn", "game"]
    bearer: FigureId = ""
    """The figure it counts from; empty: of a camp."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment."""

    table: Table
    turn: int
    stage: Stage
    next: Seat | None
    """Whose activation it is."""
    heroes: tuple[HeroState, ...]
    oni: OniState
    figures: tuple[Figure, ...]
    piles: Piles
    hosts_in_hand: Cards
    """Grey host cards of the heroes (INV-7)."""
    order: tuple[Seat, ...]
    """The initiative pile as far as it is known, top first; HIDDEN: a card that has not been told."""
    turned: int
    """Initiative cards turned in this turn."""
    tokens: tuple[TokenOn, ...]
    scores: tuple[Score, ...]
    suspects: Cards
    natures: Cards
    clues_drawn: tuple[Clue, ...]
    wrong: int
    """Wrong accusations that count (ACC-6)."""
    made: tuple[Accusation, ...]
    memoirs: tuple[Placed, ...]
    in_force: tuple[InForce, ...]
    frames: tuple[Frame, ...]
    layout: Layout = Layout()
    """How the tiles lie, as far as the app knows."""

    def hero(self, seat: Seat) -> HeroState:
        return self.heroes[HERO_SEATS.index(seat)]

    def figure(self, id: FigureId) -> Figure | None:
        """A figure in play."""
        return next((one for one in self.figures if one.id == id), None)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the heroes, out or not."""
        return HERO_SEATS[: len(self.heroes)]

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """Heroes in play, in natural order."""
        return tuple([seat for seat, hero in zip(HERO_SEATS, self.heroes, strict=False) if not hero.out])

    @property
    def captain(self) -> Seat:
        """SEA-2."""
        standing = self.in_play
        return self.table.captain if self.table.captain in standing else (standing or self.seats)[0]


T = TypeVar("T")


def replace(value: T, /, **changes: Any) -> T:
    """A copy of a struct with some fields changed."""
    return _replace(value, **changes)  # type: ignore[no-any-return]


_replace: Any = msgspec.structs.replace


def cards(ids: Iterable[CardId]) -> Cards:
    """A list of cards as states hold it: sorted, those not known last."""
    return tuple(sorted(ids, key=lambda id: (id == HIDDEN, id)))


def without(from_: Cards, *gone: CardId) -> Cards:
    """A list without these; one not known there was one of those not known. ValueError: it cannot have been."""
    left = list(from_)
    for card in gone:
        left.remove(card if card in left else HIDDEN)
    return tuple(left)
