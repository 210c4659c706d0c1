"""All that can be done now, sorted by what it is, and what somebody could have thought of that is not possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.model.core.advice import Topic
from companion.model.core.contract import Choice, Option, choices_of
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.sake.box.deck import NO_CARD, WEAPON, Deck
from companion.model.games.sake.rules import play, refusals
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, PLAY, State
from companion.model.games.sake.wire.narration import label

BOXES = ("attack", "iaido", "move", "drink", "text")
"""What a card of one's own hand may be played for in one's turn."""


class _Kind(NamedTuple):
    title: Message
    about: Message
    options: tuple[type[Option], ...]


_KINDS = (
    _Kind(say("Attack"), say("A weapon in play and the attack number of a card reach whoever is at its distance."),
          (o.Attack, o.Iaido, o.Keep, o.Strike, o.NextTarget)),
    _Kind(say("Drink"), say("The drink number of a card brings sake from the Masu to you."), (o.Drink, o.Steal)),
    _Kind(say("Move"), say("The move number of a card shortens the way on one side and lengthens it on the other."),
          (o.Move, o.AddOrRemoveStep, o.PushStep, o.KeepLine)),
    _Kind(say("Events, weapons, items, Disciples"), say("The text of a card is done, or the card lies before you."),
          (o.PlayEvent, o.Put, o.PutDisciple, o.Use, o.Activate)),
    _Kind(say("Answer an attack"), say("What keeps damage off you, or cancels what is done."),
          (o.Defend, o.Sacrifice, o.Interrupt, o.Dematerialise)),
    _Kind(say("Burn sake, draw from life"), say("Give up sake or life for a card, or for another play."),
          (o.BurnDraw, o.BurnPlay, o.Soul)),
    _Kind(say("Spirits"), say("What the dead may do to the living."),
          (o.Brawl, o.Doze, o.Shift, o.Torment, o.Help, o.GiveTo)),
    _Kind(say("Choose"), say("Something is being resolved and waits for this."),
          (o.Place, o.Surrender, o.Discard, o.Hold, o.PickCard, o.PickSpot, o.Show, o.TellBack)),
    _Kind(say("Go on"), say("Nothing more is done for now."), (o.EndPhase, o.Pass, o.Decline, o.DoNothing, o.GiveUp)),
)  # fmt: skip


def survey(state: State, choice: Choice) -> Sequence[Topic]:
    """Every option of a choice in one topic; what the cards of the hand cannot be played for stands beside it."""
    why = list(_refused(state, choice))
    found = []
    for kind in _KINDS:
        offered = tuple(option for option in choice.options if isinstance(option, kind.options))
        refused = tuple((label(state, option), refusal) for option, refusal in why if isinstance(option, kind.options))
        found.append(Topic(kind.title, kind.about, offered, refused))
    return found


def _refused(state: State, choice: Choice) -> Iterator[tuple[Option, Refusal]]:
    """Of each card of the hand in one's own turn: what it cannot be played for; each reason of a topic once."""
    seat = LETTERS.index(choice.seat)
    if state.frames or state.phase != PLAY or seat != state.active:
        return
    asked, told = play.pending(state), set[tuple[type[Option], str]]()
    offered = {option for one in choices_of(asked) for option in one.options}
    for card in [card for card in state.seats[seat].hand if card >= 0]:
        for box in BOXES:
            tried = hypothetical(state, seat, card, box)
            if not tried or any(option in offered for option in tried):
                continue
            refusal = refusals.refusal(state, asked, tried[0])
            if (type(tried[0]), refusal.rule) not in told:
                told.add((type(tried[0]), refusal.rule))
                yield tried[0], refusal


def hypothetical(state: State, seat: int, card: int, box: str, target: int | None = None) -> Sequence[Option]:
    """Options that somebody could have thought of, so that the rules say why they are not offered."""
    deck: Deck = state.table.deck
    of = state.seats[seat]
    others = [target] if target is not None else [o.seat_target(n) for n in range(state.count) if n != seat]
    weapons = [one for one in of.gear if deck.text[one] == WEAPON] or [NO_CARD]
    side: o.Side = "toward" if len(state.lines) == 1 else "left"
    if box == "attack":
        return [o.Attack(seat, card, one, weapon) for one in others for weapon in weapons]
    if box == "move":
        return [o.Move(seat, card, side, 1)]
    if box == "iaido":
        return [o.Iaido(seat, card, side, 1, one, weapon) for one in others for weapon in weapons]
    if box == "drink":
        return [o.Drink(seat, card)]
    if box == "defence":
        return [o.Defend(seat, card)]
    kind = deck.types[deck.type[card]].text if deck.type[card] < len(deck.types) else "event"
    if kind == "disciple":
        return [o.PutDisciple(seat, card, "line" if len(state.lines) == 1 else "left")]
    if kind in ("weapon", "item"):
        return [o.Put(seat, card)]
    return [o.PlayEvent(seat, card, NO_CARD if target is None else target)]
