"""What a figure's numbers are now, and why: each technique, object, status, upgrade, power (FIG-4, ATK-3).

Where an effect depends on places that the app does not know it is told as unsure, and does not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final, Literal

import msgspec

from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.effects import AnyEffect, Effects, Stat, TestKind
from companion.model.games.chronicles.box.records import Hero, ObjectCard, Technique
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.rules.track import rank, upgrade
from companion.model.games.chronicles.state.frames import AttackFrame, BurstFrame, Frame, OniFrame, TestFrame
from companion.model.games.chronicles.state.state import (
    ACTIONS,
    HERO_SEATS,
    CardId,
    Figure,
    FigureId,
    Seat,
    State,
)

HIDDEN_STAGES: Final = ("corruption", "upgrade", "calls", "plans", "order", "techniques", "reveal")
"""In which no plan lies open."""
STATUS_MALUS: dict[str, tuple[Stat, int]] = {"poisoned": ("defense", -1), "stunned": ("speed", -1)}


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why a number is what it is."""

    source: CardId
    """A record's id; ``status:poisoned``; an upgrade of the track by its own id."""
    n: int
    sure: bool = True
    """False: only the table can see whether it counts."""


class Source(msgspec.Struct, frozen=True, gc=False):
    """An effect that may hold now, and whose it is."""

    card: CardId
    effect: AnyEffect
    bearer: Figure | None
    """The figure it counts from; None: of a camp (an upgrade)."""
    on: tuple[FigureId, ...] | None = None
    """The figures it was put on (FX-3); None: those that it names, at every moment."""


# what holds now -------------------------------------------------------------------------------------------------------


_known: tuple[State | None, tuple[Source, ...]] = None, ()
"""The last state that was asked about, by identity: one question asks dozens of times."""


def sources(state: State) -> tuple[Source, ...]:
    """Every effect that holds now: as long as its card lies where it is, in this attack or test, or put in force."""
    global _known
    known = _known
    if known[0] is not state:
        _known = known = state, tuple(_sources(state))
    return known[1]


def _sources(state: State) -> Iterator[Source]:
    lasting = list(_lasting(state))
    void = [source for source in lasting if isinstance(source.effect, fx.Void)]
    for figure in state.figures:
        held = powers(state, figure)
        if not held or any(reaches(state, source, figure) is True for source in void):
            continue
        if figure.statuses and (covered := covered_powers(figure)):
            held = tuple([power for n, power in enumerate(held) if n not in covered])
        yield from _of(state, figure.card, held, figure)
    yield from lasting


def _lasting(state: State) -> Iterator[Source]:
    """What cards, upgrades and effects in force give; powers aside."""
    for card, bearer in (*_lying(state), *_malus(state)):
        yield from _of(state, card, effects_of(state, card, bearer), bearer)
    for id in state.oni.upgrades:
        for effect in upgrade(state, id).effects:
            if effect.when in (None, "always"):
                yield Source(id, effect, None)
    yield from in_force(state)


def in_force(state: State) -> Iterator[Source]:
    """What was put in force (FX-3)."""
    for one in state.in_force:
        by = state.figure(one.bearer)
        effects = effects_of(state, one.card, by)
        if one.index < len(effects):
            yield Source(one.card, effects[one.index], by, one.figures)


def cards_in_play(state: State) -> Iterator[tuple[CardId, Figure]]:
    """Every card that works by lying where it is, with its bearer: heroes in natural order, then the Oni (FX-4)."""
    yield from _lying(state)
    for figure in state.figures:
        yield figure.card, figure
    yield from _malus(state)


def _malus(state: State) -> Iterator[tuple[CardId, Figure]]:
    """ACC-4: the nature found, with its demon."""
    if state.oni.nature_found and state.oni.demon == "here" and state.oni.nature in state.table.box.natures:
        demon = next((one for one in state.figures if is_demon(state, one)), None)
        if demon is not None:
            yield str(state.oni.nature), demon


def _lying(state: State) -> Iterator[tuple[CardId, Figure]]:
    """Talents, wounds and objects of heroes that work."""
    box, hidden = state.table.box, state.stage in HIDDEN_STAGES
    for seat, hero in zip(HERO_SEATS, state.heroes, strict=False):
        figure = state.figure(seat)
        if figure is None:
            continue
        talent = box.actions[hero.plan.left].talent if hero.plan.left in box.actions else None
        if hero.plan.left is not None and talent is not None and talent.cost == "free" and not hidden:
            yield hero.plan.left, figure
        if hero.plan.right is not None and hero.plan.right in box.wounds and not hidden:
            yield hero.plan.right, figure
        for item in working(state, seat):
            yield item, figure


def powers(state: State, figure: Figure) -> Effects:
    """FIG-5: what is printed on a figure's own card, of a follower in its version (FOL-2)."""
    box, card = state.table.box, figure.card
    if figure.group == "follower" and card in box.followers:
        versions = box.followers[card].versions
        return versions[figure.version] if 0 <= figure.version < len(versions) else ()
    if (host := box.hosts.get(card)) is not None:
        return host.can_follow.powers if host.can_follow is not None else ()
    record = box.heroes.get(card) or box.sheets.get(card) or box.kami.get(card)
    return record.powers if record is not None else ()


def effects_of(state: State, card: CardId, bearer: Figure | None) -> Effects:
    """Every effect that a card names, in its order; of a figure's own card its powers."""
    box = state.table.box
    if bearer is not None and bearer.card == card:
        return powers(state, bearer)
    if (action := box.actions.get(card)) is not None:
        return action.talent.effects if action.talent is not None else ()
    if (nature := box.natures.get(card)) is not None:
        return nature.malus
    record = (
        box.objects.get(card) or box.events.get(card) or box.hosts.get(card) or box.surprises.get(card)
        or box.wounds.get(card) or box.objectives.get(card) or box.trials.get(card)
    )  # fmt: skip
    return record.effects if record is not None else ()


def _of(state: State, card: CardId, effects: Effects, bearer: Figure) -> Iterator[Source]:
    top = state.frames[-1] if state.frames else None
    for effect in effects:
        match effect.when:
            case None | "always":
                holds = True
            case "attack":  # what is optional holds once it is announced (ATK-11)
                holds = not effect.may and isinstance(top, AttackFrame | BurstFrame) and top.attacker == bearer.id
            case "attacked":
                holds = not effect.may and bearer.id in aimed_at(top)
            case "test":
                holds = isinstance(top, TestFrame) and top.figure == bearer.id
            case _:
                holds = False
        if holds:
            yield Source(card, effect, bearer)


def aimed_at(frame: Frame | None) -> tuple[FigureId, ...]:
    """The targets of an attack."""
    if isinstance(frame, BurstFrame):
        return frame.targets
    return (frame.target,) if isinstance(frame, AttackFrame) else ()


def holding(state: State, card: CardId, bearer: Figure) -> list[int]:
    """The numbers of a card's effects that are not void: of powers, those neither covered nor voided (STA-3)."""
    listed = effects_of(state, card, bearer)
    if bearer.card != card:
        return list(range(len(listed)))
    if any(isinstance(one.effect, fx.Void) and reaches(state, one, bearer) is True for one in _lasting(state)):
        return []
    return [n for n in range(len(listed)) if n not in covered_powers(bearer)]


def covered_powers(figure: Figure) -> set[int]:
    """STA-3, maimed: the numbers of the powers that are void."""
    return {status.power for status in figure.statuses if status.kind == "maimed"}


def working(state: State, seat: Seat) -> list[CardId]:
    """OBJ-2 to OBJ-4: the objects that work now."""
    hero, objects = state.hero(seat), state.table.box.objects
    gear, sheet = hero.gear, state.table.box.heroes[hero.card]
    hands = [gear.right, gear.left]
    if gear.right is not None and gear.left is not None:
        hands = [gear.left if gear.marked == "left" else gear.right]
        if state.table.options.hand_item == "activation" and not hero.activated:
            hands = []
    in_reserve = [item for item in gear.reserve if item in objects and objects[item].slot == "reserve"]
    return [
        item
        for item in (*hands, gear.both, gear.clothing, *in_reserve)
        if item is not None and item in objects and permitted(sheet, objects[item])
    ]


def permitted(hero: Hero, item: ObjectCard) -> bool:
    """OBJ-2: whether an object is for a hero's class."""
    return not item.classes or hero.class_ in item.classes


def sorts(state: State, figure: Figure) -> set[str]:
    """FIG-2: what effects may call a figure."""
    found = {"figure", figure.group, f"sheet:{figure.card}"}
    sheet = state.table.box.sheets.get(figure.card)
    if sheet is not None:
        found |= {sheet.rank, *sheet.traits}
        found |= {"demon", "creature"} if sheet.rank == "demon" else set()
    return found


def reaches(state: State, source: Source, figure: Figure) -> bool | None:
    """FX-2: whether an effect is on a figure; None: only the table can see it."""
    whom, bearer = source.effect.whom, source.bearer
    if source.on is not None:
        return figure.id in source.on or f"sheet:{figure.card}" in source.on
    if whom.other and bearer is figure:
        return False
    if not any(is_of(state, word, bearer, figure) for word in whom.who):
        return False
    if "inactive" in whom.conditions and has_acted(state, figure):
        return False
    told = [places.beside(state, figure)] if "beside" in whom.conditions else []
    own, power = (bearer.id == figure.id, bearer.card == source.card) if bearer is not None else (False, False)
    if whom.where and not (own and "self" in whom.who):
        told.append(places.stands(state, whom.where, bearer, figure, power=power))
    if False in told:
        return False
    if whom.choose is not None or whom.one_zone or None in told:
        return None
    return not _given(state, source, figure)


def _given(state: State, source: Source, figure: Figure) -> bool:
    """FX-4: a sheet is one card, so its power is not given by a second of its figures."""
    card, bearer = source.card, source.bearer
    if bearer is None or source.effect.whom.who == ("self",) or card not in state.table.box.sheets:
        return False
    before = takewhile(lambda one: one.id != bearer.id, state.figures)
    return any(one.card == card and reaches(state, Source(card, source.effect, one), figure) is True for one in before)


def has_acted(state: State, figure: Figure) -> bool:
    """Whether a figure has been activated in this turn, or is now."""
    if figure.group == "hero":
        return state.hero(figure.id).activated
    return figure.acted if figure.owner is not None else figure.card in state.oni.activated


def is_of(state: State, word: str, bearer: Figure | None, figure: Figure) -> bool:
    """FX-2: whether a figure is of a sort, as seen from the bearer; None: from the Oni's camp."""
    if word == "self":
        return bearer is not None and bearer.id == figure.id
    if word == "owner":
        return bearer is not None and bearer.owner == figure.id
    if word in ("ally", "opponent"):
        ours = "oni" if bearer is None else bearer.camp
        own = bearer is not None and bearer.id == figure.id
        return not own and (figure.camp == ours) is (word == "ally")
    if word == "sheet":
        return any(isinstance(frame, OniFrame) and frame.sheet == figure.card for frame in state.frames)
    if word == "target":
        return any(figure.id in aimed_at(frame) for frame in state.frames)
    return word in sorts(state, figure)


def against(state: State, effect: AnyEffect, other: Figure | None) -> bool | None:
    """`vs` of FX-5: None when nobody says yet against whom."""
    if not effect.vs:
        return True
    return None if other is None else bool(sorts(state, other).intersection(effect.vs))


def idle(state: State, source: Source, target: Figure | None) -> bool:
    """ATK-10: an object without effect on an attack at this target."""
    item = state.table.box.objects.get(source.card)
    return item is not None and not item.legendary and target is not None and permits(state, target, fx.Ghostly)


# numbers --------------------------------------------------------------------------------------------------------------


def technique_of(state: State, figure: Figure) -> Iterator[tuple[CardId, Technique]]:
    """CRD-3, WND-1, EVT-3: techniques that hold for a figure."""
    box = state.table.box
    if figure.group == "hero":
        card = state.hero(figure.id).plan.right
        record = box.actions.get(card or "") or box.wounds.get(card or "")
        hidden = state.stage in HIDDEN_STAGES
        void = any(isinstance(source.effect, fx.NoTechniques) for source in in_force(state))
        if card is not None and record is not None and record.technique is not None and not hidden and not void:
            yield card, record.technique
    for laid in state.oni.techniques:
        if laid.sheet == figure.card and laid.told and laid.card in box.events:
            yield laid.card, box.events[laid.card].technique


def _sheet(state: State, figure: Figure) -> Any:
    """The record that a figure's numbers stand on; None: no pack has it."""
    box, card = state.table.box, figure.card
    host = box.hosts.get(card)
    return (
        box.heroes.get(card) or box.sheets.get(card) or box.followers.get(card) or box.kami.get(card)
        or (host.can_follow if host is not None else None)
    )  # fmt: skip


def base(state: State, figure: Figure, stat: Stat) -> int | None:
    """The number on the sheet; None: this figure has no such stat."""
    found: int | None = getattr(_sheet(state, figure), stat, None)
    return found


def reasons(state: State, figure: Figure, stat: Stat, other: Figure | None = None) -> list[Reason]:
    """Every modifier of a stat, `other` being whom it is used against (FIG-4)."""
    found = [Reason(card, n) for card, technique in technique_of(state, figure) if (n := getattr(technique, stat, 0))]
    for status in figure.statuses:
        named, n = STATUS_MALUS.get(status.kind, (None, 0))
        if named == stat:
            found.append(Reason(f"status:{status.kind}", n))
    for source in sources(state):
        effect = source.effect
        if isinstance(effect, fx.Mod) and effect.stat == stat and not (stat == "attack" and idle(state, source, other)):
            on, vs = reaches(state, source, figure), against(state, effect, other)
            if on is not False and vs is not False:
                found.append(Reason(source.card, effect.n, on is True and vs is True))
    return found


def value(state: State, figure: Figure, stat: Stat, other: Figure | None = None) -> int:
    """A stat with all that surely counts, never below 0 (FIG-4)."""
    sure = sum(one.n for one in reasons(state, figure, stat, other) if one.sure)
    return max(0, (base(state, figure, stat) or 0) + sure)


def attack_dice(state: State, attacker: Figure, target: Figure | None) -> tuple[int, int]:
    """ATK-3: combat and action dice."""
    mods = [one.n for one in reasons(state, attacker, "attack", target) if one.sure]
    combat = (base(state, attacker, "attack") or 0) + sum(n for n in mods if n < 0)
    return max(0, combat), sum(n for n in mods if n > 0)


def health(state: State, figure: Figure) -> int:
    """DMG-1."""
    return int(getattr(_sheet(state, figure), "health", 1))


def actions_of(state: State, figure: Figure) -> int:
    """ACT-1, ONI-5, FOL-3: the actions of a figure, with what adds to them."""
    printed = ACTIONS if figure.group == "hero" else getattr(_sheet(state, figure), "actions", 0)
    return max(0, printed + sum(one.n for one in action_reasons(state, figure) if one.sure))


def action_reasons(state: State, figure: Figure) -> list[Reason]:
    """Every modifier of a figure's actions."""
    laid = technique_of(state, figure)
    found = [Reason(card, technique.actions) for card, technique in laid if technique.actions]
    for source in sources(state):
        if isinstance(source.effect, fx.Actions) and (on := reaches(state, source, figure)) is not False:
            found.append(Reason(source.card, source.effect.n, on is True))
    return found


def characteristic(state: State, figure: Figure, stat: Stat, kind: TestKind | None) -> int:
    """TST-1, TST-2, TST-9: what a test is held against; for Attack all modifiers count one each."""
    return max(0, value(state, figure, stat) + sum(one.n for one in kind_reasons(state, figure, kind) if one.sure))


def kind_reasons(state: State, figure: Figure, kind: TestKind | None) -> list[Reason]:
    """TST-9: what helps in this kind of test alone."""
    found = []
    for source in sources(state):
        effect = source.effect
        if isinstance(effect, fx.Test) and kind in effect.kinds:
            on = reaches(state, source, figure)
            found += [Reason(source.card, effect.n, on is True)] if on is not False else []
    return found


def passes_without_dice(state: State, figure: Figure, kind: TestKind | None) -> bool:
    """Effect `pass`."""
    return any(
        isinstance(source.effect, fx.Pass) and kind in source.effect.kinds and reaches(state, source, figure) is True
        for source in sources(state)
    )


def permits(state: State, figure: Figure, effect: type[AnyEffect], target: Figure | None = None) -> bool:
    """Whether an effect of this sort is surely on a figure (ranged, reach, firm …), for an attack at `target`."""
    return bool(effects_on(state, figure, effect, target))


def effects_on(state: State, figure: Figure, effect: type[AnyEffect], target: Figure | None = None) -> list[AnyEffect]:
    """The effects of a sort that are surely on a figure, and on its attack at `target`."""
    return [
        one.effect
        for one in sources(state)
        if isinstance(one.effect, effect)
        and reaches(state, one, figure) is True
        and against(state, one.effect, target) is not False
        and not idle(state, one, target)
    ]


def rerolls(state: State, figure: Figure, roll: Literal["attacks", "tests"]) -> int:
    """Effect `reroll`: how many dice of such a roll may be rolled once more."""
    return sum(
        one.effect.n
        for one in sources(state)
        if isinstance(one.effect, fx.Reroll) and roll in one.effect.rolls and reaches(state, one, figure) is True
    )


def damage_of(state: State, attacker: Figure, target: Figure) -> int:
    """ATK-5: 1, or what the largest `hit` says."""
    return max([1, *[one.n for one in effects_on(state, attacker, fx.Hit, target) if isinstance(one, fx.Hit)]])


def is_demon(state: State, figure: Figure) -> bool:
    """FIG-2."""
    return rank(state, figure) == "demon"
