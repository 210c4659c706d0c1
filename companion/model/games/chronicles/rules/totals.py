"""What a figure's numbers are now, and why: each technique, object, status, upgrade, power (FIG-4, ATK-3).

Where an effect depends on places that the app does not know it is told as unsure, and does not count.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.effects import AnyEffect, Effects, Stat, TestKind
from companion.model.games.chronicles.box.records import Technique
from companion.model.games.chronicles.rules.track import rank, upgrade
from companion.model.games.chronicles.state.state import HERO_SEATS, CardId, Figure, Seat, State

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


# what holds now -------------------------------------------------------------------------------------------------------


def sources(state: State) -> list[Source]:
    """Every effect that lasts as long as its card lies where it is (window ``always``), powers made void left out."""
    found = list(_lying(state))
    void = [one for one in found if isinstance(one.effect, fx.Void)]
    return [one for one in found if not (void and _is_void(state, one, void))]


def _is_void(state: State, source: Source, void: list[Source]) -> bool:
    bearer = source.bearer
    if bearer is None or source.card != bearer.card:
        return False
    return any(reaches(state, one, bearer) is True for one in void)


def _lying(state: State) -> Iterator[Source]:
    box = state.table.box
    for figure in state.figures:
        yield from _of(figure.card, _uncovered(figure, powers(state, figure)), figure)
    shown = state.stage not in ("corruption", "upgrade", "calls", "plans", "order", "techniques", "reveal")
    for seat, hero in zip(HERO_SEATS, state.heroes, strict=False):
        of_hero = state.figure(seat)
        if of_hero is None:
            continue
        if shown and hero.plan.left in box.actions:
            talent = box.actions[hero.plan.left].talent
            if talent is not None and talent.cost == "free":
                yield from _of(hero.plan.left, talent.effects, of_hero)
        if shown and hero.plan.right in box.wounds:
            yield from _of(hero.plan.right, box.wounds[hero.plan.right].effects, of_hero)
        for item in working(state, seat):
            yield from _of(item, box.objects[item].effects, of_hero)
    for id in state.oni.upgrades:
        for effect in upgrade(state, id).effects:
            yield Source(id, effect, None)
    demon = next((figure for figure in state.figures if is_demon(state, figure)), None)
    if state.oni.nature_found and demon is not None and state.oni.nature in box.natures:
        yield from _of(state.oni.nature, box.natures[state.oni.nature].malus, demon)


def powers(state: State, figure: Figure) -> Effects:
    """FIG-5: what is printed on a figure's sheet or card."""
    box, card = state.table.box, figure.card
    if (record := box.heroes.get(card) or box.sheets.get(card) or box.kami.get(card)) is not None:
        return record.powers
    if card in box.followers and 0 <= figure.version < len(box.followers[card].versions):
        return box.followers[card].versions[figure.version]
    host = box.hosts.get(card)
    return host.can_follow.powers if host is not None and host.can_follow is not None else ()


def _of(card: CardId, effects: Effects, bearer: Figure) -> Iterator[Source]:
    for effect in effects:
        if effect.when in (None, "always"):
            yield Source(card, effect, bearer)


def _uncovered(figure: Figure, printed: Effects) -> Effects:
    """STA-3, maimed."""
    covered = {status.power for status in figure.statuses if status.kind == "maimed"}
    return tuple(power for n, power in enumerate(printed) if n not in covered)


def working(state: State, seat: Seat) -> list[CardId]:
    """OBJ-2 to OBJ-4: the objects that work now."""
    gear, box = state.hero(seat).gear, state.table.box
    hands = [gear.right, gear.left]
    if gear.right is not None and gear.left is not None:
        hands = [gear.left if gear.marked == "left" else gear.right]
    in_reserve = [item for item in gear.reserve if item in box.objects and box.objects[item].slot == "reserve"]
    return [item for item in (*hands, gear.both, gear.clothing, *in_reserve) if item is not None and item != HIDDEN]


def sorts(state: State, figure: Figure) -> set[str]:
    """FIG-2: what effects may call a figure."""
    found = {"figure", figure.group, f"sheet:{figure.card}"}
    sheet = state.table.box.sheets.get(figure.card)
    if sheet is not None:
        found |= {sheet.rank, *sheet.traits}
        found |= {"demon", "creature"} if sheet.rank == "demon" else set()
    return found


def camp(figure: Figure) -> str:
    """FIG-3."""
    return "heroes" if figure.group in ("hero", "follower", "kami") else "oni"


def reaches(state: State, source: Source, figure: Figure) -> bool | None:
    """FX-2: whether an effect is on a figure; None: only the table can see it."""
    whom, bearer = source.effect.whom, source.bearer
    if whom.other and bearer is figure:
        return False
    if not any(is_of(state, word, bearer, figure) for word in whom.who):
        return False
    own = bearer is not None and bearer.id == figure.id
    if whom.conditions or (whom.where and not own) or whom.choose is not None:
        return None
    return True


def is_of(state: State, word: str, bearer: Figure | None, figure: Figure) -> bool:
    """FX-2: whether a figure is of a sort, as seen from the bearer; None: from the Oni's camp."""
    if word == "self":
        return bearer is not None and bearer.id == figure.id
    if word == "owner":
        return bearer is not None and bearer.owner == figure.id
    if word in ("ally", "opponent"):
        ours = "oni" if bearer is None else camp(bearer)
        own = bearer is not None and bearer.id == figure.id
        return not own and (camp(figure) == ours) is (word == "ally")
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
        hidden = state.stage in ("corruption", "upgrade", "calls", "plans", "order", "techniques", "reveal")
        if card is not None and record is not None and record.technique is not None and not hidden:
            yield card, record.technique
    for laid in state.oni.techniques:
        if laid.sheet == figure.card and laid.told and laid.card in box.events:
            yield laid.card, box.events[laid.card].technique


def base(state: State, figure: Figure, stat: Stat) -> int | None:
    """The number on the sheet; None: this figure has no such stat."""
    box = state.table.box
    host = box.hosts.get(figure.card)
    for found in (
        box.heroes.get(figure.card), box.sheets.get(figure.card), box.followers.get(figure.card),
        box.kami.get(figure.card), host.can_follow if host is not None else None,
    ):  # fmt: skip
        if found is not None:
            value: int | None = getattr(found, stat, None)
            return value
    return None


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


def attack_dice(state: State, attacker: Figure, target: Figure) -> tuple[int, int]:
    """ATK-3: combat and action dice."""
    mods = [one.n for one in reasons(state, attacker, "attack", target) if one.sure]
    combat = (base(state, attacker, "attack") or 0) + sum(n for n in mods if n < 0)
    return max(0, combat), sum(n for n in mods if n > 0)


def health(state: State, figure: Figure) -> int:
    """DMG-1."""
    box = state.table.box
    if figure.card in box.heroes:
        return box.heroes[figure.card].health
    host = box.hosts.get(figure.card)
    for found in (box.sheets.get(figure.card), box.followers.get(figure.card), box.kami.get(figure.card)):
        if found is not None:
            return found.health
    return host.can_follow.health if host is not None and host.can_follow is not None else 1


def actions_of(state: State, figure: Figure) -> int:
    """ONI-5, FOL-3: the actions of a figure that is no hero, with its techniques and upgrades."""
    box = state.table.box
    host = box.hosts.get(figure.card)
    records = (
        box.sheets.get(figure.card), box.followers.get(figure.card), box.kami.get(figure.card),
        host.can_follow if host is not None else None,
    )  # fmt: skip
    printed = next((one.actions for one in records if one is not None), 0)
    more = sum(technique.actions for _, technique in technique_of(state, figure))
    for source in sources(state):
        if isinstance(source.effect, fx.Actions) and reaches(state, source, figure) is True:
            more += source.effect.n
    return max(0, printed + more)


def characteristic(state: State, figure: Figure, stat: Stat, kind: TestKind | None) -> int:
    """TST-1, TST-2, TST-9: what a test is held against; for Attack all modifiers count one each."""
    more = 0
    for source in sources(state):
        effect = source.effect
        if isinstance(effect, fx.Test) and kind in effect.kinds and reaches(state, source, figure) is True:
            more += effect.n
    return max(0, value(state, figure, stat) + more)


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


def damage_of(state: State, attacker: Figure, target: Figure) -> int:
    """ATK-5: 1, or what the largest `hit` says."""
    return max([1, *[one.n for one in effects_on(state, attacker, fx.Hit, target) if isinstance(one, fx.Hit)]])


def is_demon(state: State, figure: Figure) -> bool:
    """FIG-2."""
    return rank(state, figure) == "demon"
