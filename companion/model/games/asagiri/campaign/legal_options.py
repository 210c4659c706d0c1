"""What a campaign waits for: every question, every legal answer, and why others are refused (CAM-1 to CAM-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.model.core.chance import D6, Die, DieKind
from companion.model.core.contract import Choice, Option, Over, Pending, Roll
from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import say
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.state import INSPIRATION

from . import chapter_page
from . import options as o
from .state import SEATS, Condition, Healing, Honouring, Praying, Replacing, Seeking, State, Tending

DRAWN = 3
"""Equipment cards that are drawn at a time (CAM-4)."""
_RECALL = ("yes", "no", "unknown")
_STATES: tuple[Condition, ...] = ("vigilant", "shaken", "disabled")


def pending(state: State) -> Pending:
    """What the campaign waits for; every legal option and no other."""
    now = state.now
    if now.stage == "over":
        winner = leader(state)
        return Over(() if winner is None else (SEATS[winner],), say("The last adventure is finished."))
    if now.stage == "after":
        return _pending_task(state)
    return _STAGES[now.stage](state)


def leader(state: State) -> int | None:
    """Who has won more adventures; None: nobody."""
    won = [sum(account.winner == seat for account in state.now.history) for seat in (0, 1)]
    return None if won[0] == won[1] else int(won[1] > won[0])


def _muster(state: State) -> Choice:
    seat = state.now.seat
    return Choice(SEATS[seat], say("Choose who takes part"), muster_options(state, seat))


_last: tuple[State | None, int, tuple[Option, ...]] = (None, 0, ())


def muster_options(state: State, seat: int) -> tuple[Option, ...]:
    """Who may go along, members before others; ready, once the band may play so. The last answer is remembered."""
    global _last
    if _last[0] is not state or _last[1] != seat:
        _last = (state, seat, tuple(_mustered(state, seat)))
    return _last[2]


def _mustered(state: State, seat: int) -> list[Option]:
    found: list[Option] = []
    band = chapter_page.Muster(state, seat)
    for member in chapter_page.idle(state, seat):
        if band.refused(chapter_page.cards_of(state, member)) is None:
            found.append(o.Take(member.id))
    for card in state.box.characters:
        if chapter_page.recruit_refused(state, seat, card) is None and band.refused((card, None)) is None:
            found.append(o.Hire(card.id))
    for who in state.now.sent[seat]:
        if who in state.now.joined and state.member(who).equipment is None:
            found += [o.Outfit(who, gear.id) for gear in chapter_page.may_carry(state, who) if gear.zeni <= band.spare]
    if not found or band.refused() is None:
        found.append(o.CompleteBand())
    return found


def _battle(state: State) -> Choice:
    return Choice("A", say("Play the adventure, or enter who won"), (o.Won("A"), o.Won("B"), o.Won(o.NOBODY)))


def _result(state: State) -> Choice:
    who = state.fighters()[len(state.now.fates)]
    member = state.member(who)
    gone = (False, True) if member.equipment is not None else (False,)
    used = (False, True) if member.honour is not None else (False,)
    found = [o.Ended(who, state_, spent, honour) for state_ in _STATES for spent in gone for honour in used]
    words = say("How did {who} come out of it?", who=o.member_words(state, who))
    return Choice(SEATS[state.seat_of(who)], words, tuple(found))


def _facts(state: State) -> Choice:
    fact = chapter_page.facts_of(state)[state.now.asked]
    return Choice("A", say("What should later adventures remember?"), tuple(o.Recall(fact, holds) for holds in _RECALL))


def _approve(state: State) -> Choice:
    return Choice("A", say("Check the result, then approve it"), (o.Approve(),))


_STAGES: Mapping[str, Callable[[State], Choice]] = {
    "muster": _muster,
    "battle": _battle,
    "result": _result,
    "facts": _facts,
    "approve": _approve,
}


def _pending_task(state: State) -> Pending:
    task = state.now.task
    assert task is not None
    if isinstance(task, Replacing):
        return Choice(SEATS[state.seat_of(task.dead)], say("Choose who replaces the dead"),
                      tuple(replacements(state, task)))  # fmt: skip
    seat = SEATS[state.seat_of(task.who)]
    if isinstance(task, Healing):
        return Roll(seat, (Die(D6, task.who),), "heal")
    if isinstance(task, Praying):
        return Roll(seat, (Die(INSPIRATION, task.who),), "pray")
    if isinstance(task, Tending):
        return Choice(seat, say("Pray for an honour or seek equipment"), (o.Pray(task.who), o.Seek(task.who)))
    if isinstance(task, Honouring):
        own = state.member(task.who).honour
        assert own is not None
        kept = (o.KeepHonour(task.who, own), o.KeepHonour(task.who, task.new))
        return Choice(seat, say("Choose the honour to keep"), kept)
    left = deck(state, task)
    if len(task.drawn) < DRAWN and left:
        return Roll(seat, (Die(DieKind("equipment", left, tuple(map(state.copies, left))), task.who),), "seek")
    return Choice(seat, say("Choose the equipment to keep"), tuple(finds(state, task)))


def deck(state: State, task: Seeking) -> tuple[str, ...]:
    """The equipment cards that may still be drawn: of the packs, those that nobody of either roster bears (CAM-4)."""
    seen = task.drawn + task.put_back
    return tuple(gear.id for gear in state.box.equipment if gear.id not in seen and state.copies(gear.id))


def finds(state: State, task: Seeking) -> list[o.KeepGear]:
    """The cards of which one is kept: those drawn that the member may bear, and its own."""
    member = state.member(task.who)
    card = state.box.character(member.card)
    useful = [id for id in task.drawn if cards.may_bear(card, state.box.gear(id))]
    own = [member.equipment] if member.equipment is not None and useful else []
    return [o.KeepGear(task.who, id) for id in dict.fromkeys(own + useful)]


def replacements(state: State, task: Replacing) -> list[Option]:
    """Who may take the place of the dead for what is left, and with what (CAM-2)."""
    seat = state.seat_of(task.dead)
    dead = state.anybody(task.dead)
    found: list[Option] = [
        o.Replace(card.id)
        for card in state.box.characters
        if card.zeni <= task.left and chapter_page.replaces_refused(state, seat, dead, task.by, card) is None
    ]
    for who in task.by:
        if state.member(who).equipment is None:
            found += [o.Outfit(who, gear.id) for gear in chapter_page.may_carry(state, who) if gear.zeni <= task.left]
    return [*found, o.Replaced()] if task.by or not found else found


def condition(state: State, who: str) -> str:
    """How the adventure has left somebody."""
    return next((fate.state for fate in state.now.fates if fate.who == who), state.member(who).state)


def check(state: State, option: Option) -> Refusal | None:
    """None when `apply` would take the option now, else why not."""
    asked = pending(state)
    if isinstance(asked, Choice) and option in asked.options:
        return None
    seat, task = state.now.seat, state.now.task
    if isinstance(option, o.Hire | o.Replace):
        card = next((card for card in state.box.characters if card.id == option.card), None)
        if card is None:
            return refuse("CAM-2", "No pack has this card.")
        if isinstance(option, o.Replace) and isinstance(task, Replacing):
            seat = state.seat_of(task.dead)
            found = chapter_page.replaces_refused(state, seat, state.anybody(task.dead), task.by, card)
            return found or refuse("CAM-2", "Only {zeni} zeni are left.", zeni=task.left)
        if isinstance(option, o.Hire) and state.now.stage == "muster":
            found = chapter_page.recruit_refused(state, seat, card) or chapter_page.Muster(state, seat).refused(
                (card, None)
            )
            if found is not None:
                return found
    if isinstance(option, o.CompleteBand) and state.now.stage == "muster":
        found = chapter_page.Muster(state, seat).refused()
        if found is not None:
            return found
    return refuse(_RULES.get(option.kind, "CAM-1"), "This does not answer the current question.")


_RULES: Mapping[str, str] = {
    "take": "ADV-3", "hire": "ADV-3", "ready": "ADV-3", "outfit": "BND-5", "recall": "ADV-14", "replace": "CAM-2",
    "replaced": "CAM-2", "keep_honour": "CAM-3", "pray": "CAM-3", "seek": "CAM-4", "keep_gear": "CAM-4",
}  # fmt: skip
