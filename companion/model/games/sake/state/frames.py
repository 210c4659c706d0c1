"""What is being resolved: frozen frames on a stack; the top one says what is asked. What they are about is also said in
the options (`options`), whose field types they share.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.games.sake.state.options import Card, CardSet, Hands, SeatAt, Side, Target

Answers: TypeAlias = Annotated[tuple[Option | None, ...], "answers"]
WindowKind: TypeAlias = Literal["action", "named", "pipe", "third", "torment"]
CANCEL_MOVE, CANCEL_ATTACK = 1, 2


class FrameBase(msgspec.Struct, frozen=True, gc=False):
    """Common to all frames: compared by value, named by their tag."""


class SetupFrame(FrameBase, frozen=True, tag="setup"):
    """The sheets (C0) or the pile (C1) before the first turn."""

    first: SeatAt
    stage: Literal["sheets", "pile"]


class FirstTurnFrame(FrameBase, frozen=True, tag="first_turn"):
    """Lies below the discards of `prepared`; then the first turn begins."""

    first: SeatAt


class PhaseEndFrame(FrameBase, frozen=True, tag="phase_end"):
    """Lies below all that a phase has begun; then the next one comes."""


class DrawFrame(FrameBase, frozen=True, tag="draw"):
    """A seat draws so many cards, one by one, then PIL-4."""

    seat: SeatAt
    left: int


class LimitFrame(FrameBase, frozen=True, tag="limit"):
    """A seat discards down to `keep` cards (D6)."""

    seat: SeatAt
    keep: int


class FinishFrame(FrameBase, frozen=True, tag="finish"):
    """Lies below what a card does; then it is discarded."""

    card: Card


class TakenFrame(FrameBase, frozen=True, tag="taken"):
    """Lies below the placing of sake; then the card, if there is one, is discarded and FAT-1 looked at."""

    card: Hands


class PlaceFrame(FrameBase, frozen=True, tag="place"):
    """Sake to be placed (D5)."""

    seat: SeatAt
    left: int


class WindowFrame(FrameBase, frozen=True, tag="window"):
    """Seats answer (ASK). No seats: a round begins; all answers there: it is carried out."""

    kind: WindowKind
    cancels: int = 0
    """What an Interruption may cancel: CANCEL_MOVE, CANCEL_ATTACK."""
    target: SeatAt = -1
    """Who may defend, or is named."""
    seats: Annotated[tuple[int, ...], "seats"] = ()
    answers: Answers = ()
    passed: Annotated[tuple[int, ...], "seats"] = ()
    instants: Answers = ()
    """Those of the round that are still to be carried out."""


class MoveFrame(FrameBase, frozen=True, tag="move"):
    """A move has been declared."""

    seat: SeatAt
    card: Card
    side: Side
    steps: int


class IaidoFrame(FrameBase, frozen=True, tag="iaido"):
    """An iaido has been declared."""

    seat: SeatAt
    card: Card
    side: Side
    steps: int
    target: Target
    weapon: Hands


class KeepFrame(FrameBase, frozen=True, tag="keep"):
    """The move of an iaido was cancelled; its Attack may be kept (D8)."""

    seat: SeatAt
    card: Card
    stagger: Card
    target: Target


class AttackFrame(FrameBase, frozen=True, tag="attack"):
    """An Attack (ATK-7): its card turned up, then the window, the card turned up in defence, the damage."""

    by: SeatAt
    """The seat whose Attack it is."""
    target: Target
    owner: SeatAt
    """The seat attacked, or that of the Disciple attacked."""
    value: int
    ranged: bool
    cards: CardSet
    """Played or turned up for it."""
    stage: Literal["turn_up", "window", "asked", "turn_up_defence", "damage"] = "window"
    open: bool = True
    """It can be interrupted."""
    defence: int = -1
    """The box that defends; -1: none."""
    saved: bool = False
    """A Disciple was sacrificed, or a Spirit has dodged."""


class NextTargetFrame(FrameBase, frozen=True, tag="next_target"):
    """The second Attack of an event (D10)."""

    seat: SeatAt
    card: Card


class StepsFrame(FrameBase, frozen=True, tag="steps"):
    """Steps to add or to remove (D9)."""

    seat: SeatAt
    add: bool
    left: int


class PickFrame(FrameBase, frozen=True, tag="pick"):
    """A weapon, item or sake of a Samurai is picked (D12)."""

    seat: SeatAt
    samurai: SeatAt
    what: Literal["gear", "sake"]


class DiscardFrame(FrameBase, frozen=True, tag="discard"):
    """A Samurai discards so many cards of his hand (D13)."""

    seat: SeatAt
    left: int


class DisciplesFrame(FrameBase, frozen=True, tag="disciples"):
    """The Disciples that have still to act (D2)."""

    seat: SeatAt
    left: CardSet


class StrikeFrame(FrameBase, frozen=True, tag="strike"):
    """A Disciple has several opponents before it (D3)."""

    seat: SeatAt
    disciple: Card


class HoldFrame(FrameBase, frozen=True, tag="hold"):
    """The held weapon was discarded (D15)."""

    seat: SeatAt


class DeathFrame(FrameBase, frozen=True, tag="death"):
    """A Samurai dies, or commits seppuku (DTH-1, FAT-7)."""

    seat: SeatAt
    seppuku: bool = False
    stage: Literal["cards", "lines", "over"] = "cards"


class SeppukuFrame(FrameBase, frozen=True, tag="seppuku"):
    """Samurai who commit seppuku before a new Fatal Round."""

    left: Annotated[tuple[int, ...], "seats"]


class BrawlFrame(FrameBase, frozen=True, tag="brawl"):
    """A Spirit moves a sake of a Samurai (D18)."""

    seat: SeatAt
    samurai: SeatAt


class DozeFrame(FrameBase, frozen=True, tag="doze"):
    """A card wanders (C2)."""

    giver: SeatAt
    receiver: SeatAt


class ThirdFrame(FrameBase, frozen=True, tag="third"):
    """The third step of a Spirit (D20)."""

    seat: SeatAt


class HelpFrame(FrameBase, frozen=True, tag="help"):
    """The other Spirits may add cards (D21)."""

    samurai: SeatAt
    cards: CardSet
    seats: Annotated[tuple[int, ...], "seats"]
    answers: Answers


class TormentFrame(FrameBase, frozen=True, tag="torment"):
    """A torment (SPI-8)."""

    samurai: SeatAt
    cards: CardSet


class SurrenderFrame(FrameBase, frozen=True, tag="surrender"):
    """Sake that a tormented Samurai gives up (D23): `left` to go, `taken` so far."""

    seat: SeatAt
    left: int
    taken: int = 0


class GiveFrame(FrameBase, frozen=True, tag="give"):
    """Stolen sake to be given to Spirits (D24)."""

    seat: SeatAt
    left: int


class FillFrame(FrameBase, frozen=True, tag="fill"):
    """A tracked game goes over to the rules: chance fills lives, wounds and pile with the cards not seen (TRK-8)."""


class LeaveFrame(FrameBase, frozen=True, tag="leave"):
    """Lies below what befalls a seat that leaves (TBL-1)."""

    seat: SeatAt


class OverFrame(FrameBase, frozen=True, tag="over"):
    """The game has ended."""

    winners: Annotated[tuple[int, ...], "seats"]
    why: Literal["most sake", "spirits", "shared", "nobody has sake", "left", "stopped"]


Frame: TypeAlias = (
    SetupFrame
    | FirstTurnFrame
    | PhaseEndFrame
    | DrawFrame
    | LimitFrame
    | FinishFrame
    | TakenFrame
    | PlaceFrame
    | WindowFrame
    | MoveFrame
    | IaidoFrame
    | KeepFrame
    | AttackFrame
    | NextTargetFrame
    | StepsFrame
    | PickFrame
    | DiscardFrame
    | DisciplesFrame
    | StrikeFrame
    | HoldFrame
    | DeathFrame
    | SeppukuFrame
    | BrawlFrame
    | DozeFrame
    | ThirdFrame
    | HelpFrame
    | TormentFrame
    | SurrenderFrame
    | GiveFrame
    | FillFrame
    | LeaveFrame
    | OverFrame
)
