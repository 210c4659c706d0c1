"""What is being resolved: frozen frames on a stack above the stage; the top one says what is asked."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.games.chronicles.box.effects import Element, Stat, TestKind

At: TypeAlias = tuple[int, int] | str
"""A cell or a zone."""


class FrameBase(msgspec.Struct, frozen=True, gc=False):
    """Common to all frames: compared by value, named by their tag."""


class RollFor(msgspec.Struct, frozen=True, gc=False):
    """Dice asked of chance: how many of each kind, and of whom."""

    combat: int = 0
    action: int = 0
    test: int = 0


class DealFrame(FrameBase, frozen=True, tag="deal"):
    """Set-up that chance decides (SET-4, SET-6, SET-9, SET-10): what is dealt, and how many are still to come."""

    what: Literal["hosts", "guilty", "nature", "surprises", "events", "missions"]
    left: int
    seat: str = "oni"


class TrialFrame(FrameBase, frozen=True, tag="trial"):
    """AUT-1: a trial card, from its draw to its arrows."""

    card: str = ""
    step: Literal["draw", "effect", "corruption", "upgrade"] = "draw"


class JoinFrame(FrameBase, frozen=True, tag="join"):
    """SET-12: so many followers may still join."""

    left: int


class WhereFrame(FrameBase, frozen=True, tag="where"):
    """SET-5, TAB-4: where tokens, then figures stand of which the app knows no more than a zone."""

    figures: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()


class NaturesFrame(FrameBase, frozen=True, tag="natures"):
    """SET-1: the Oni still chooses so many natures."""

    left: Annotated[int, msgspec.Meta(ge=0, le=6)]


class ExchangeFrame(FrameBase, frozen=True, tag="exchange"):
    """SET-1: so many event cards leave the pile; then each of these packs puts so many of its own into it."""

    out: Annotated[int, msgspec.Meta(ge=0, le=99)]
    packs: tuple[tuple[str, Annotated[int, msgspec.Meta(ge=0, le=99)]], ...]


class SitesFrame(FrameBase, frozen=True, tag="sites"):
    """SET-6: blue sites that are free, while hosts still come."""

    free: tuple[tuple[int, int], ...]


class TokensFrame(FrameBase, frozen=True, tag="tokens"):
    """SET-7: tokens of a type that come onto their sites, so many still to come."""

    kind: Literal["scroll", "clue", "chest", "follower"]
    left: int
    front: str = ""
    """What lies up of the one that comes; its back is drawn after it, where several have this front."""


class DrawFrame(FrameBase, frozen=True, tag="draw"):
    """Cards drawn one by one, each dealt with before the next (CMP-4, INV-3)."""

    pile: Literal["clue", "event", "object", "wound"]
    left: int
    seat: str
    """Whose draw it is: the hero whose test drew a clue, the Oni of events."""


class ClueFrame(FrameBase, frozen=True, tag="clue"):
    """INV-5 to INV-9: a clue card just drawn."""

    card: str
    seat: str


class AttackFrame(FrameBase, frozen=True, tag="attack"):
    """ATK-2: an attack from its declaration on; `total` as far as it has been rolled, `ki` dice still to roll again."""

    attacker: str
    target: str
    kind: Literal["attack", "shoot", "burst"]
    step: Literal["declared", "dread", "react", "dice", "reroll", "ki", "hit", "push"] = "declared"
    combat: int = 0
    action: int = 0
    defense: int = 0
    faces: tuple[str | int, ...] = ()
    rerolls: int = 0
    again: tuple[int, ...] = ()
    """Dice that are rolled once more (ATK-4)."""
    ki: tuple[Literal["combat", "action"], ...] = ()
    total: int = 0
    free: bool = False
    """Costs no action and makes no bleeding (STA-3)."""
    reacted: tuple[str, ...] = ()
    """Cards announced for it (ATK-11)."""
    passed: tuple[str, ...] = ()
    """Seats that announce no more."""


class BurstFrame(FrameBase, frozen=True, tag="burst"):
    """ATK-7: one roll against every figure of a zone; `targets` as they are told or known."""

    attacker: str
    zone: str
    targets: tuple[str, ...] = ()
    step: Literal["targets", "declared", "dread", "react", "dice", "reroll", "ki", "hit"] = "targets"
    combat: tuple[int, ...] = ()
    """Each combat die: how many of the targets it counts for, as bits in their order; those for all come first."""
    action: tuple[int, ...] = ()
    """Each action die likewise."""
    defenses: tuple[int, ...] = ()
    faces: tuple[str | int, ...] = ()
    rerolls: int = 0
    again: tuple[int, ...] = ()
    ki: tuple[tuple[Literal["combat", "action"], int], ...] = ()
    """Dice still to roll again: their kind, and whom they count for."""
    totals: tuple[int, ...] = ()
    """So far, target by target."""
    reacted: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()


class TestFrame(FrameBase, frozen=True, tag="test"):
    """TST-1: a test from its announcement on."""

    figure: str
    place: str
    """A token's, mission's or objective's id; of a table without tokens its kind (``clue``)."""
    characteristic: Stat
    difficulty: int
    """`-1`: nobody told it; the table says whether it was passed."""
    kind: TestKind | None
    direct: bool
    faces: tuple[str | int, ...] = ()
    rerolls: int = 0
    again: tuple[int, ...] = ()
    total: int = -1


class EffectFrame(FrameBase, frozen=True, tag="effect"):
    """FX-4: what a card does at one moment, effect by effect; `left` are their numbers on the card."""

    card: str
    seat: str
    """Whose choices they are."""
    bearer: str
    """The figure that they count from; empty: none."""
    left: tuple[int, ...]
    picked: tuple[str, ...] = ()
    """Figures picked for the first of them, then what else it asks for."""
    closed: bool = False
    """Nothing more is picked."""


class MomentFrame(FrameBase, frozen=True, tag="moment"):
    """FX-4: what cards do at one moment of the turn; whose turn it is chooses which of its own comes first."""

    due: tuple[tuple[str, str, str, tuple[int, ...]], ...]
    """Each with its card, whose choices it has, the figure it counts from, and the effects' numbers on the card."""


class RemindFrame(FrameBase, frozen=True, tag="remind"):
    """TAB-7: something is due, and the table is asked whether it is done."""

    dial: str
    about: str = ""
    """The seat, figure or mission concerned."""
    what: str = ""
    """A mission's colour."""
    by: str = ""
    """Whose deed met it."""


class PriceFrame(FrameBase, frozen=True, tag="price"):
    """INV-11: objects that a hero gives up instead of a test."""

    seat: str
    place: str
    left: int


class GuardsFrame(FrameBase, frozen=True, tag="guards"):
    """Effect `guards`: so many guards act, one after the other, for whoever played the card."""

    seat: str
    left: int
    at: tuple[str, ...]
    """Whom they may attack besides creatures."""
    done: tuple[str, ...] = ()
    figure: str | None = None
    actions: int = 0


class CoverFrame(FrameBase, frozen=True, tag="cover"):
    """STA-3, maimed: which power is covered."""

    figure: str


class CallFrame(FrameBase, frozen=True, tag="call"):
    """REI-1: a call being paid, then its figures put."""

    sheet: str
    to_pay: int
    to_place: int
    placed: int = 0


class ChestFrame(FrameBase, frozen=True, tag="chest"):
    """OBJ-8: objects drawn from a chest, of which so many may be kept; `-1`: nobody told how many."""

    seat: str
    drawn: tuple[str, ...]
    keep: int
    freed: bool = False
    """A place in the reserve was freed for an object, which has to be kept now."""


class ArrangeFrame(FrameBase, frozen=True, tag="arrange"):
    """OBJ-5: a hero puts its objects anew."""

    seat: str
    free: bool
    hands: tuple[str | None, str | None] = (None, None)
    """What the right and the left hand held before."""
    marked: str | None = None
    """The one of these two objects that was marked."""


class OutfitFrame(FrameBase, frozen=True, tag="outfit"):
    """SET-3: the heroes that still choose where their objects lie, a follower's version, their Kami."""

    waiting: tuple[str, ...]


class RecruitFrame(FrameBase, frozen=True, tag="recruit"):
    """FOL-2: who it is, then which version."""

    seat: str
    token: str
    card: str = "?"
    joined: bool = False
    """It follows already, and its mission is rolled (FOL-9)."""


class SummonFrame(FrameBase, frozen=True, tag="summon"):
    """KAM-2: which card of the element comes, then where it stands."""

    seat: str
    element: Element
    card: str | None = None


class AccuseFrame(FrameBase, frozen=True, tag="accuse"):
    """ACC-3: what has been declared, nature first, and what is answered already."""

    nature: str | None = None
    host: str | None = None
    closed: bool = False
    """Nothing more will be declared."""
    due: bool = False
    """The table was reminded of its duty (ACC-7), and does it."""


class DemonFrame(FrameBase, frozen=True, tag="demon"):
    """FIN-1: the demon comes; what only the table knows of it is told first."""


class MoveFrame(FrameBase, frozen=True, tag="move"):
    """MOV-1: a move; while it is under way the figure's place is the zone it entered last (MOV-7)."""

    figure: str
    seat: str
    """Whose choices they are: of guards that a card moves not always the Oni's."""
    left: int
    """Zones that may still be entered; before the first one, the Speed of the move."""
    start: At
    """Where it began: that is free for nobody meanwhile, and no goal (MOV-5)."""
    glide: bool = False
    under_way: bool = False
    """A zone was entered."""


class StealthFrame(FrameBase, frozen=True, tag="stealth"):
    """MOV-11: a hero was heard; the guards of the tile are put, then those adjacent to the hero attack it."""

    figure: str
    step: Literal["deploy", "strike"] = "deploy"
    guards: tuple[str, ...] = ()
    """Those put already; then those that still attack."""


class PlaceFrame(FrameBase, frozen=True, tag="place"):
    """Effect `place`: figures, one after the other, each put somewhere as seen from itself (MOV-10)."""

    seat: str
    figures: tuple[str, ...]
    to: Literal["zone", "neighbour", "tile"]


class HostsFrame(FrameBase, frozen=True, tag="hosts"):
    """Effect `hosts`: so many host tokens may still be put into a neighbouring zone."""

    seat: str
    left: int
    done: tuple[str, ...] = ()


class FollowerFrame(FrameBase, frozen=True, tag="follower"):
    """FOL-3: a follower or Kami at the end of its hero's activation."""

    figure: str
    actions: int
    used: tuple[str, ...] = ()
    """Its powers used that work once a turn."""


class OniFrame(FrameBase, frozen=True, tag="oni"):
    """ONI-5: a sheet that has been activated; the figure whose turn within it is, and its actions left."""

    sheet: str
    done: tuple[str, ...] = ()
    figure: str | None = None
    actions: int = 0
    used: tuple[str, ...] = ()
    """Powers of the present figure used that work once."""
    event: bool = False
    """An event card was played in this activation (ONI-6)."""
    card: str = ""
    """That card, until it is discarded at the end (EVT-2)."""
    host: bool = False
    """A host card was (ONI-4)."""


class EndFrame(FrameBase, frozen=True, tag="end"):
    """§21: the steps of the end of turn, `step` being the present one; `seat` says how far it has come."""

    step: Annotated[int, msgspec.Meta(ge=1, le=10)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0


class OverFrame(FrameBase, frozen=True, tag="over"):
    """MEM-4: the game has ended; a tie in everything is decided by a coin."""

    winner: Literal["heroes", "oni"] | None = None


Frame: TypeAlias = (
    DealFrame | DrawFrame | ClueFrame | MomentFrame | PriceFrame | RemindFrame | AttackFrame | BurstFrame | TestFrame
    | EffectFrame | GuardsFrame | CoverFrame | CallFrame | ChestFrame | ArrangeFrame | OutfitFrame | RecruitFrame
    | SummonFrame | AccuseFrame | DemonFrame | FollowerFrame | OniFrame | EndFrame | OverFrame | JoinFrame | MoveFrame
    | StealthFrame | PlaceFrame | HostsFrame | WhereFrame | SitesFrame | TokensFrame | TrialFrame | NaturesFrame
    | ExchangeFrame
)  # fmt: skip
