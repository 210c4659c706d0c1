"""Damage, wounds, statuses, and what leaves the game (DMG, WND, STA, ALR, MEM)."""

from __future__ import annotations

from typing import Literal

from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.effects import Colour, Status
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules import totals
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import (
    WOUNDS_OUT,
    CardId,
    Figure,
    FigureId,
    HeroState,
    Placed,
    Plan,
    Seat,
    State,
    StatusOn,
    cards,
    replace,
)

ROLE = Literal["slain", "escaped", "unmasked", "first", "second", "last", "alert", "hero", "follower"]


def damage(
    t: Transition, id: FigureId, n: int, by: FigureId | None = None, *, attack: bool = False, stays: bool = False
) -> None:
    """DMG-1: so much damage on a figure in play; whoever has as much as Health and is no hero goes at once.

    `by`: whose deed it is (FX-6), `attack`: an attack of its own, `stays`: it goes later (ATK-7).
    """
    figure = t.now.figure(id)
    if figure is None or n < 1 or _shielded(t, id):
        return
    total = figure.damage + n
    t.figure(id, damage=total)
    t.tell(e.DamageTaken(id, n, total))
    if not stays:
        remove_if_dead(t, id, by, attack=attack)


def remove_if_dead(t: Transition, id: FigureId, by: FigureId | None = None, *, attack: bool = False) -> None:
    """DMG-1."""
    figure = t.now.figure(id)
    if figure is not None and figure.group != "hero" and figure.damage >= totals.health(t.now, figure):
        remove(t, id, by, attack=attack)


def _shielded(t: Transition, id: FigureId) -> bool:
    """Effect `shield`: the next damage is ignored, once."""
    for one in t.now.in_force:
        effects = totals.effects_of(t.now, one.card, t.now.figure(one.bearer))
        if id in one.figures and one.index < len(effects) and isinstance(effects[one.index], fx.Shield):
            spent = replace(one, figures=tuple([other for other in one.figures if other != id]))
            t.set(in_force=tuple([spent if other is one else other for other in t.now.in_force]))
            t.tell(e.DamageIgnored(id, one.card))
            return True
    return False


def heal(t: Transition, id: FigureId, n: int, by: FigureId | None = None) -> int:
    """DMG-3: how much was healed; `by`: by whose card or talent."""
    figure = t.now.figure(id)
    healed = 0 if figure is None else min(n, figure.damage)
    if figure is not None and healed:
        t.figure(id, damage=figure.damage - healed)
        t.tell(e.Healed(id, healed, figure.damage - healed, by))
    return healed


def remove(t: Transition, id: FigureId, by: FigureId | None = None, *, attack: bool = False) -> None:
    """A figure leaves the board: into the box, or for good (DMG-1, FOL-4, FIN-4)."""
    figure = t.now.figure(id)
    assert figure is not None
    demon = totals.is_demon(t.now, figure)
    t.set(figures=tuple([one for one in t.now.figures if one.id != id]))
    t.tell(e.FigureRemoved(id, figure.card, by, attack))
    if figure.card in t.box.followers:
        t.piles(used_followers=cards((*t.now.piles.used_followers, figure.card)))
    elif figure.card in t.box.hosts:
        t.piles(used_hosts=cards((*t.now.piles.used_hosts, figure.card)))
    if demon and t.now.oni.demon == "here":
        t.oni(demon="slain")
        place_chapter(t, "slain", "blue")


def give_status(t: Transition, id: FigureId, status: Status) -> None:
    """STA-1; of `maimed` the power covered is asked first (STA-3)."""
    if status == "maimed":
        t.push(f.CoverFrame(id))
    else:
        put_status(t, id, StatusOn(status))


def put_status(t: Transition, id: FigureId, status: StatusOn) -> None:
    """STA-1: a new one replaces the old one of its kind."""
    figure = t.now.figure(id)
    assert figure is not None
    others = tuple([one for one in figure.statuses if one.kind != status.kind])
    t.figure(id, statuses=(*others, status))
    t.tell(e.StatusGiven(id, status.kind))


def turn_statuses(t: Transition) -> None:
    """STA-2, EOT-6."""
    for figure in t.now.figures:
        left: list[StatusOn] = []
        for one in figure.statuses:
            if one.kind == "maimed":
                left.append(one)
            elif one.turned:
                t.tell(e.StatusEnded(figure.id, one.kind))
            else:
                left.append(replace(one, turned=True))
                t.tell(e.StatusTurned(figure.id, one.kind))
        if figure.statuses:
            t.figure(figure.id, statuses=tuple(left))


def wound(t: Transition, seat: Seat, card: CardId) -> None:
    """DMG-2: a wound comes into the hand."""
    t.hero(seat, wounds=cards((*t.now.hero(seat).wounds, card)))
    t.tell(e.WoundDrawn(seat, card))
    out_if_wounded(t, seat)


def out_if_wounded(t: Transition, seat: Seat) -> None:
    """WND-2: out of the fight with three wounds in hand."""
    hero = t.now.hero(seat)
    if not hero.out and len(hero.wounds) >= WOUNDS_OUT:
        put_out(t, seat)


def put_out(t: Transition, seat: Seat) -> None:
    """WND-2, FOL-7, MEM-3: figure, objects and cards leave; the follower becomes ownerless, the Kami goes."""
    hero = t.now.hero(seat)
    t.hero(seat, **_emptied(hero))
    t.set(figures=tuple([one for one in t.now.figures if one.id != seat]))
    t.tell(e.HeroOut(seat))
    for figure in t.now.figures:
        if figure.owner == seat and figure.group == "kami":
            remove(t, figure.id)
        elif figure.owner == seat:
            t.figure(figure.id, owner=None)
            t.tell(e.FollowerLeft(figure.id))
    if t.now.oni.demon_since:
        t.oni(out_since=True)
    place_chapter(t, "hero", "red", hero.card)


def _emptied(hero: HeroState) -> dict[str, object]:
    gone = HeroState(hero.card, hero.pool)
    return {
        "hand": (), "wounds": (), "discard": (), "spent_wounds": (), "plan": Plan(), "gear": gone.gear, "actions": 0,
        "out": True,
    }  # fmt: skip


def raise_alert(t: Transition) -> None:
    """ALR-2."""
    if not t.now.oni.alert:
        t.oni(alert=True)
        t.tell(e.AlertRaised())
        place_chapter(t, "alert", "red")


# memoirs --------------------------------------------------------------------------------------------------------------


def chapter_of(state: State, role: ROLE, hero: CardId | None = None) -> CardId:
    """MEM-2: the chapter that has a role; a plain word where no pack has one."""
    for id, chapter in state.table.box.chapters.items():
        if chapter.role == role and chapter.hero == hero:
            return id
    return role if hero is None else f"{role}:{hero}"


def place_chapter(t: Transition, role: ROLE, colour: Colour, hero: CardId | None = None) -> None:
    """MEM-1: the chapter of a role; once."""
    place(t, chapter_of(t.now, role, hero), colour)


def place(t: Transition, chapter: CardId, colour: Colour) -> None:
    """MEM-1: a chapter is placed once."""
    if all(one.chapter != chapter for one in t.now.memoirs):
        t.set(memoirs=(*t.now.memoirs, Placed(chapter, colour)))
        t.tell(se.ChapterPlaced(chapter, colour))


def take_back(t: Transition, chapter: CardId) -> None:
    """By hand: a chapter goes out of the memoirs, if it lies there."""
    left = tuple([one for one in t.now.memoirs if one.chapter != chapter])
    if len(left) < len(t.now.memoirs):
        t.set(memoirs=left)
        t.tell(se.ChapterTakenBack(chapter))


def opponents(state: State, figure: Figure) -> list[Figure]:
    """FIG-3."""
    ours = figure.camp
    return [one for one in state.figures if one.camp != ours]
