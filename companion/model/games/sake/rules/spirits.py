"""The turn of a Spirit: its power, and its third step (SPI)."""

from __future__ import annotations

from collections import Counter

from companion.model.core.chance import Die, DieKind
from companion.model.core.contract import Roll
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules import legal
from companion.model.games.sake.rules.effects import change_step
from companion.model.games.sake.rules.reach import defence_of
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.rules.turns import look_at_limit
from companion.model.games.sake.rules.windows import Reply
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import (
    BrawlFrame,
    DozeFrame,
    GiveFrame,
    HelpFrame,
    PhaseEndFrame,
    SurrenderFrame,
    ThirdFrame,
    TormentFrame,
    WindowFrame,
)
from companion.model.games.sake.state.state import LETTERS, SPIRIT, State, clockwise, free_spots, replace


def push_step(t: Transition, option: o.PushStep) -> None:
    """D17 `push`."""
    t.push(PhaseEndFrame())
    change_step(t, option.seat, option.change == "add", option.line, option.stretch)


def decline(t: Transition, option: o.Decline) -> None:
    """D10, D17 `decline`."""
    if t.frames:
        t.frames.pop()
    else:
        t.push(PhaseEndFrame())


def brawl(t: Transition, option: o.Brawl) -> None:
    """D17 `brawl`."""
    t.tell(e.PowerUsed(option.seat, "brawl", option.samurai))
    t.push(PhaseEndFrame(), BrawlFrame(option.seat, option.samurai), WindowFrame("named", target=option.samurai))


def brawling(t: Transition, frame: BrawlFrame) -> bool:
    """D18, if there is still something to move."""
    of = t.seats[frame.samurai]
    if of.sake and free_spots(of):
        return False
    t.frames.pop()
    return True


def shift(t: Transition, option: o.Shift) -> None:
    """D18 `shift`."""
    frame = t.frames.pop()
    assert isinstance(frame, BrawlFrame)
    t.take_sake(frame.samurai, option.from_)
    t.put_sake(frame.samurai, option.to)
    t.tell(e.SakeShifted(frame.samurai, option.from_, option.to))


def doze(t: Transition, option: o.Doze) -> None:
    """D17 `doze`."""
    t.tell(e.PowerUsed(option.seat, "doze", option.giver))
    t.push(PhaseEndFrame(), DozeFrame(option.giver, option.receiver), WindowFrame("named", target=option.giver))


def doze_roll(state: State, frame: DozeFrame) -> Roll:
    """C2: a card of the giver's hand."""
    counts = Counter(sorted(state.table.deck.id_of(card) for card in state.seats[frame.giver].hand))
    kind = DieKind("card", tuple(counts), tuple(counts.values()), may_hide="?" in counts)
    seen_by = tuple(LETTERS[n] for n in sorted((frame.giver, frame.receiver)))
    dice = (Die(kind, LETTERS[frame.receiver]),)
    return Roll(LETTERS[state.active], dice, "doze", seen_by=seen_by, distinct=True)


def given(t: Transition, frame: DozeFrame, id: str) -> None:
    """C2 answered."""
    card = t.deck.index[id]
    t.frames.pop()
    t.tell(e.CardGiven(id, frame.giver, frame.receiver))
    t.from_hand(frame.giver, (card,))
    t.to_hand(frame.receiver, (card,))
    look_at_limit(t, frame.receiver)


# the third step -------------------------------------------------------------------------------------------------------


def third(t: Transition, frame: ThirdFrame) -> bool:
    """D20, if there is anything to do."""
    if legal.third(t.state()):
        return False
    t.frames.pop()
    return True


def steal(t: Transition, option: o.Steal) -> None:
    """SPI-5."""
    t.frames.pop()
    t.masu -= 1
    t.seat(option.seat, jar=t.seats[option.seat].jar + 1)
    t.tell(e.MasuStolen(option.seat))


def nothing(t: Transition, option: o.DoNothing) -> None:
    """D20 `nothing`."""
    t.frames.pop()


def torment(t: Transition, option: o.Torment) -> None:
    """SPI-7: the tormentor's cards lie, the other Spirits are asked."""
    t.frames.pop()
    t.tell(e.TormentDeclared(option.seat, option.samurai, option.cards))
    t.play(option.seat, *option.cards)
    state = t.state()
    order = clockwise(option.seat, len(t.seats))[1:]
    helpers = [n for n in order if t.seats[n].kind == SPIRIT and legal.matching(state, t.seats[n])]
    t.push(TormentFrame(option.samurai, option.cards))
    if helpers:
        t.push(HelpFrame(option.samurai, option.cards, tuple(helpers), (None,) * len(helpers)))
    else:
        t.push(WindowFrame("torment", target=option.samurai))


def help_(t: Transition, option: o.Help) -> None:
    """D21: the cards leave the hands when all have answered."""
    frame = t.frames[-1]
    assert isinstance(frame, HelpFrame)
    at = frame.seats.index(option.seat)
    frame = replace(frame, answers=(*frame.answers[:at], option, *frame.answers[at + 1 :]))
    t.become(frame)
    t.tell(e.CardsAdded(option.seat, option.cards))
    if None in frame.answers:
        return
    t.frames.pop()
    below = t.frames.pop()
    assert isinstance(below, TormentFrame)
    for one in frame.answers:
        assert isinstance(one, o.Help)
        t.play(one.seat, *one.cards)
        below = replace(below, cards=(*below.cards, *one.cards))
    t.push(below, WindowFrame("torment", target=frame.samurai))


def torment_answered(t: Transition, reply: Reply) -> None:
    """SPI-8."""
    frame = t.frames.pop()
    assert isinstance(frame, TormentFrame)
    seat, cards = frame.samurai, frame.cards
    answer, card = reply.answers.get(seat), None
    if isinstance(answer, o.Defend):
        card = answer.card
        t.play(seat, card)
    defence = defence_of(t.table, seat, t.seats[seat], False, card)
    if card is not None:
        t.tell(e.Defended(seat, card, defence))
    stolen = min(max(len(cards) - defence, 0), len(t.seats[seat].sake))
    t.put_down(cards if card is None else (*cards, card))
    if stolen:
        t.push(SurrenderFrame(seat, stolen))


def surrender(t: Transition, option: o.Surrender) -> None:
    """D23."""
    frame = t.frames.pop()
    assert isinstance(frame, SurrenderFrame)
    t.take_sake(option.seat, option.spot)
    t.tell(e.SakeStolen(option.seat, option.spot))
    left, taken = frame.left - 1, frame.taken + 1
    t.push(SurrenderFrame(option.seat, left, taken) if left else GiveFrame(t.active, taken))


def give(t: Transition, frame: GiveFrame) -> bool:
    """D24, with two or more Spirits."""
    if not frame.left:
        t.frames.pop()
        return True
    if [seat.kind for seat in t.seats].count(SPIRIT) > 1:
        return False
    t.frames.pop()
    _gets(t, frame.seat, frame.left)
    return True


def give_to(t: Transition, option: o.GiveTo) -> None:
    """D24 `give_to`."""
    frame = t.frames[-1]
    assert isinstance(frame, GiveFrame)
    t.become(GiveFrame(frame.seat, frame.left - 1))
    _gets(t, option.spirit, 1)


def _gets(t: Transition, spirit: int, count: int) -> None:
    t.seat(spirit, jar=t.seats[spirit].jar + count)
    t.tell(e.SakeGiven(spirit, count))
