"""What a hero's sheet says in words: the name and description of each of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.model.core.chance import HIDDEN
from companion.model.core.words import Arg, Message, plural, say
from companion.model.games.chronicles.box.condition_words import condition_sentence
from companion.model.games.chronicles.box.effect_words import STATS, STATUSES, signed, words_of
from companion.model.games.chronicles.box.effects import Stat
from companion.model.games.chronicles.box.records import Technique
from companion.model.games.chronicles.box.upgrade_words import upgrade_turn
from companion.model.games.chronicles.rules import missions, totals
from companion.model.games.chronicles.rules.totals import Reason
from companion.model.games.chronicles.state.state import WOUNDS_OUT, Figure, Seat, State, StatusOn
from companion.model.games.chronicles.wire.narration import named
from companion.ui.kit.translator import tr

CLASSES: Mapping[str, Message] = {
    "samurai": say("samurai"),
    "ronin": say("ronin"),
    "mahotsukai": say("mahotsukai"),
    "ninja": say("ninja"),
    "hinin": say("hinin"),
}
SIDES: Mapping[str, Message] = {
    "left": say("Talent (left)"),
    "right": say("Technique (right)"),
}
SLOTS: Mapping[str, Message] = {
    "right": say("right hand"),
    "left": say("left hand"),
    "both": say("both hands"),
    "clothing": say("clothing"),
    "reserve": say("reserve"),
    "aside": say("set aside"),
}
BASE: tuple[Stat, ...] = ("speed", "attack", "defense", "mental")


def sentences(parts: Iterable[Arg]) -> str:
    """Said one after the other."""
    said = (part if isinstance(part, str) else tr(part) for part in parts)  # type: ignore[arg-type]
    return " ".join(one if one.endswith((".", "!", "?")) else f"{one}." for one in said if one)


def name_of(state: State, id: str) -> str:
    """A card, figure or seat as people call it."""
    found = named(state, id)
    return found if isinstance(found, str) else tr(found)  # type: ignore[arg-type]


def record_of(state: State, card: str) -> Any:
    """The record of a card that a hero can have before it; None: nobody knows it."""
    box = state.table.box
    fields = (box.actions, box.wounds, box.objects, box.heroes, box.followers, box.kami, box.hosts)
    return next((field[card] for field in fields if card in field), None)


def effects(state: State, card: str) -> list[str]:
    """What a card does, a sentence an effect."""
    record = record_of(state, card)
    lists = {} if record is None else words_of(record, lambda id: named(state, id))
    return [tr(sentence) for each in lists.values() for sentence in each]


def modifiers(technique: Technique | None) -> Iterator[tuple[str, str]]:
    """What a card laid right adds: each stat, and the number with its sign."""
    for stat in (*BASE, "actions"):
        if technique is not None and (n := getattr(technique, stat)):
            yield stat, signed(n)


def technique(found: Technique | None) -> list[str]:
    """The same in words."""
    return [
        tr(plural("{n} action", "{n} actions", abs(getattr(found, stat)), n=n)) if stat == "actions"
        else tr(say("{n} {stat}", n=n, stat=STATS[stat]))  # type: ignore[index]
        for stat, n in modifiers(found)
    ]  # fmt: skip


def of_side(state: State, card: str, side: str) -> list[str]:
    """What a card does when it is laid on a side."""
    record = record_of(state, card)
    if record is None:
        return []
    if side == "left" and card in state.table.box.actions:
        return effects(state, card)
    more = effects(state, card) if card in state.table.box.wounds else []
    return [*technique(record.technique), *more]


# numbers --------------------------------------------------------------------------------------------------------------


def source(state: State, reason: Reason, figure: Figure | None) -> str:
    """What a modifier comes from; `figure`: whose number it is."""
    head, _, status = reason.source.partition(":")
    if head == "status":
        return tr(STATUSES[status])  # type: ignore[index]
    if (turn := upgrade_turn(state.table.box.tracks[state.table.track], reason.source)) is not None:
        return tr(say("upgrade (turn {turn})", turn=turn))
    if figure is not None and reason.source == figure.card:
        return tr(say("own power"))
    return name_of(state, reason.source)


def stat_words(state: State, figure: Figure, stat: Stat) -> tuple[str, list[str]]:
    """A number of the turn, and where it comes from."""
    printed = totals.base(state, figure, stat) or 0
    reasons = totals.reasons(state, figure, stat)
    if stat == "attack":
        combat, action = totals.attack_dice(state, figure, None)
        dice = [plural("{count} combat die", "{count} combat dice", combat)]
        dice += [plural("{count} action die", "{count} action dice", action)] if action else []
        said: Message = dice[0] if len(dice) == 1 else say("{one} and {other}", one=dice[0], other=dice[1])
        head = tr(say("{stat}: {n}", stat=STATS[stat], n=said))
    else:
        head = tr(say("{stat}: {n}", stat=STATS[stat], n=totals.value(state, figure, stat)))
    lines = [tr(say("{n} on the sheet", n=printed))]
    for one in reasons:
        words = say("{n} from {source}", n=signed(one.n), source=source(state, one, figure))
        lines.append(tr(words if one.sure else say("{what}, if it applies: the table decides", what=words)))
    return head, lines


def health_words(state: State, figure: Figure) -> tuple[str, list[str]]:
    """Damage against Health."""
    most = totals.health(state, figure)
    head = tr(say("Damage: {n} of {health}", n=figure.damage, health=most))
    return head, [tr(say("A wound is drawn at the end of the turn"))] if figure.damage >= most else []


def wound_words(state: State, seat: Seat) -> tuple[str, list[str]]:
    """Wounds in the hand, by name where they are known."""
    held = state.hero(seat).wounds
    known = [name_of(state, wound) for wound in held if wound != HIDDEN]
    said = plural("{count} wound in hand", "{count} wounds in hand", len(held)) if held else say("No wound in hand")
    lines = [", ".join(known)] if known else []
    if len(held) == WOUNDS_OUT - 1:
        lines.append(tr(say("The next one puts this hero out of the fight")))
    return tr(said), lines


def status_words(figure: Figure) -> list[str]:
    """Each status, and how long it stays."""
    return [tr(_status(one)) for one in figure.statuses]


def _status(one: StatusOn) -> Message:
    if one.kind == "maimed":
        return STATUSES[one.kind] if one.power < 0 else say("{status}: power {n} is covered",
                                                            status=STATUSES[one.kind], n=one.power + 1)  # fmt: skip
    if one.turned:
        return say("{status}, turned: it goes at the end of this turn", status=STATUSES[one.kind])
    return say("{status}: it stays for the whole next turn", status=STATUSES[one.kind])


# cards ----------------------------------------------------------------------------------------------------------------


def plan_words(state: State, card: str | None, side: str) -> tuple[str, list[str]]:
    """One place of the plan. A card that the viewer does not know is told without its side: that is no more known."""
    if card is None:
        return tr(say("{side}: empty", side=SIDES[side])), []
    if card == HIDDEN:
        return tr(say("A card laid face down")), []
    return tr(say("{side}: {card}", side=SIDES[side], card=name_of(state, card))), of_side(state, card, side)


def hand_words(state: State, seat: Seat) -> tuple[str, list[str]]:
    """How many cards are where."""
    hero = state.hero(seat)
    head = tr(plural("{count} card in hand", "{count} cards in hand", len(hero.hand)))
    known = [name_of(state, card) for card in hero.hand if card != HIDDEN]
    lines = [", ".join(known)] if known else []
    lines.append(tr(say("{n} of {all} in the discard", n=len(hero.discard), all=len(hero.pool))))
    lines += [", ".join(name_of(state, card) for card in hero.discard if card != HIDDEN)] if hero.discard else []
    if state.stage == "plans" and hero.plan.ready:
        lines.append(tr(say("The plan is ready")))
    return head, [line for line in lines if line]


def object_words(state: State, item: str, slot: str, *, marked: bool, works: bool) -> tuple[str, list[str]]:
    """An object, where it lies, whether it is the marked one, what it does."""
    if item == HIDDEN:
        return tr(say("An object that nobody named")), [tr(SLOTS[slot])]
    lines = [tr(SLOTS[slot])]
    if marked:
        lines.append(tr(say("marked: it counts this turn")))
    elif not works and slot in ("right", "left"):
        lines.append(tr(say("not marked: it does not count this turn")))
    return name_of(state, item), [*lines, *effects(state, item)]


def follower_words(state: State, figure: Figure) -> tuple[str, list[str]]:
    """A follower or Kami with its numbers and powers."""
    numbers = [
        tr(say("{stat}: {n}", stat=STATS[stat], n=totals.value(state, figure, stat)))
        for stat in BASE
        if totals.base(state, figure, stat) is not None
    ]
    numbers.append(tr(plural("{count} action", "{count} actions", totals.actions_of(state, figure))))
    numbers.append(tr(say("Damage: {n} of {health}", n=figure.damage, health=totals.health(state, figure))))
    box = state.table.box
    lists = words_of(record_of(state, figure.card), lambda id: named(state, id)) if figure.card != HIDDEN else {}
    if figure.card in box.followers:
        lists = {at: said for at, said in lists.items() if at == f"/versions/{figure.version}"}
    elif figure.card in box.hosts:
        lists = {at: said for at, said in lists.items() if at == "/can_follow/powers"}
    powers = [tr(one) for each in lists.values() for one in each]
    acted = [tr(say("has acted"))] if figure.acted else []
    return name_of(state, figure.id), [*numbers, *status_words(figure), *powers, *acted]


def mission_words(state: State, seat: Seat) -> tuple[str, list[str]] | None:
    """The personal mission with what has been counted; None: there is none."""
    hero, found = state.hero(seat), missions.goal(state, seat)
    if found is None:
        if missions.personal(state, seat) is None:
            return None
        told = say("Not dealt yet") if state.stage == "setup" else say("Nobody told which")
        return tr(say("Personal mission")), [tr(told)]
    lines = [tr(condition_sentence(found.condition, None, lambda id: named(state, id)))]
    if not hero.out and missions.fulfilled(state, seat):
        lines.append(tr(say("Fulfilled as things stand")))
    elif (counted := count_of(state, seat)) is not None:
        lines.append(tr(say("{n} of {needed} so far", n=counted[0], needed=counted[1])))
    return tr(say("Personal mission")), lines


def count_of(state: State, seat: Seat) -> tuple[int, int] | None:
    """What has been counted towards the personal mission, and what it takes; None where nothing is counted."""
    found = missions.goal(state, seat)
    if found is None or found.condition.fact in ("unhurt", "near_owner", "holds", "stands", "turns"):
        return None
    hero = state.hero(seat)
    if found.condition.fact == "summons":
        return len(hero.summoned), found.condition.count
    return hero.counted, found.condition.count


def head_words(state: State, seat: Seat, player: str) -> tuple[str, list[str]]:
    """Who it is, whose, what is left to do."""
    hero, lines = state.hero(seat), [player]
    record = state.table.box.heroes.get(hero.card)
    if record is not None:
        lines.append(tr(CLASSES[record.class_]))
    figure = state.figure(seat)
    if hero.out:
        lines.append(tr(say("Out of the fight")))
    elif is_active(state, seat):
        lines += [tr(say("Active")), tr(plural("{count} action left", "{count} actions left", hero.actions))]
    elif hero.activated:
        lines.append(tr(say("Has been activated")))
    if figure is not None:
        lines += [*status_words(figure), *effects(state, hero.card)]
    return name_of(state, seat), [line for line in lines if line]


def is_active(state: State, seat: Seat) -> bool:
    """Whether it is this hero's activation."""
    return state.stage == "hero" and state.next == seat
