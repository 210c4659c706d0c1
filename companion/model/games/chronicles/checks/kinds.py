"""The kinds of record this game reads from packs: which others each names, and what is wrong with it (§28)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from companion.model.content.kinds import Kind, Reference, no_rules, no_together, nothing
from companion.model.core.contract import Content
from companion.model.core.refusal import Problem
from companion.model.core.schema import step
from companion.model.core.words import say
from companion.model.games.chronicles.box import card_checks as check
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.fitting import TRAITS, effect_problems, sheets_named, traits_named
from companion.model.games.chronicles.checks.scenario_check import (
    found,
    scenario_notes,
    scenario_problems,
    scenario_references,
    scenario_rules,
)

MOST_VALUES = 4_000
"""Of one record; the house scenario has some 400, and lists are compared with themselves."""
HAND_SIZE = 8
"""Action cards that a hero begins with (CRD-1)."""


def _hero_references(hero: r.Hero) -> Iterator[Reference]:
    for n, id in enumerate(hero.base):
        yield Reference(f"/base/{n}", "chronicles_object", id)
    if hero.follower is not None:
        yield Reference("/follower", "chronicles_follower", hero.follower)
    if hero.mission is not None:
        yield Reference("/mission", "chronicles_personal_mission", hero.mission)


def _hero_rules(hero: r.Hero, content: Content) -> Iterator[Problem]:
    """SET-3: what it begins with finds legal slots."""
    objects = [found(content, "chronicles_object", id, r.ObjectCard) for id in hero.base]
    fits = [card.slot for card in objects if not card.classes or hero.class_ in card.classes]
    in_hands = max(min(fits.count("hand"), 2), int("two_hands" in fits))
    if len(objects) - in_hands - min(fits.count("clothing"), 1) > hero.reserve:
        yield Problem("/base", say("This equipment does not fit into the slots of this hero."))
    if hero.mission is not None:
        mission = found(content, "chronicles_personal_mission", hero.mission, r.PersonalMission)
        if mission.hero not in (None, hero.id):
            yield Problem("/mission", say("This personal mission is another hero's."))


def _hero_notes(hero: r.Hero, content: Content) -> Iterator[Problem]:
    """CRD-1."""
    cards = [card for _, card in content.every("chronicles_action") if card.get("hero") == hero.id]
    mine = [card for card in cards if "pile" not in card]
    if len(mine) != HAND_SIZE or sum(bool(card.get("weakness")) for card in mine) != 1:
        why = say("A hero has {most} action cards, one of them a weakness; here are {count}.",
                  most=HAND_SIZE, count=len(mine))  # fmt: skip
        yield Problem("", why)


def _action_references(card: r.ActionCard) -> Iterator[Reference]:
    if card.hero is not None:
        yield Reference("/hero", "chronicles_hero", card.hero)


def _nature_references(nature: r.Nature) -> Iterator[Reference]:
    yield Reference("/demon", "chronicles_sheet", nature.demon)


def _nature_rules(nature: r.Nature, content: Content) -> Iterator[Problem]:
    if found(content, "chronicles_sheet", nature.demon, r.Sheet).rank != "demon":
        yield Problem("/demon", say("This sheet is no major demon's."))


def _token_references(token: r.Token) -> Iterator[Reference]:
    if token.host is not None:
        yield Reference("/host", "chronicles_host", token.host)


def _tile_references(tile: r.Tile) -> Iterator[Reference]:
    if tile.back is not None:
        yield Reference("/back", "chronicles_tile", tile.back)


def _mission_references(mission: r.Mission) -> Iterator[Reference]:
    if mission.tile is not None:
        yield Reference("/tile", "chronicles_tile", mission.tile)
    if mission.chapter is not None:
        yield Reference("/chapter", "chronicles_chapter", mission.chapter)


def _mission_rules(mission: r.Mission, content: Content) -> Iterator[Problem]:
    """Its places lie on its tile; a test is made on an interaction space (TST-5)."""
    if mission.chapter is not None and not found(content, "chronicles_chapter", mission.chapter, r.Chapter).both:
        yield Problem("/chapter", say("Either camp can win this mission: its chapter needs two faces."))
    if mission.tile is None:
        return
    tile = found(content, "chronicles_tile", mission.tile, r.Tile)
    spaces = {(c, n): letter for n, row in enumerate(tile.spaces) for c, letter in enumerate(row)}
    for n, space in enumerate(mission.place.spaces if mission.place is not None else ()):
        if spaces.get(space) != "i":
            yield Problem(f"/place/spaces/{n}", say("This is no interaction space of the tile."))
    for name, conditions in (("heroes", mission.heroes), ("oni", mission.oni)):
        for n, condition in enumerate(conditions):
            at = condition.at
            if at is not None and at.zone is not None and at.zone not in set("".join(tile.zones)) - {"."}:
                yield Problem(f"/{name}/{n}/at/zone", say("The tile has no zone {zone}.", zone=at.zone))
            if at is not None and at.space is not None and spaces.get(at.space, "x") == "x":
                yield Problem(f"/{name}/{n}/at/space", say("There is no space here."))


def _objective_references(objective: r.Objective) -> Iterator[Reference]:
    if objective.chapter is not None:
        yield Reference("/chapter/id", "chronicles_chapter", objective.chapter.id)


def _hero_named(record: r.Chapter | r.PersonalMission) -> Iterator[Reference]:
    if record.hero is not None:
        yield Reference("/hero", "chronicles_hero", record.hero)


def _campaign_references(campaign: r.CampaignRecord) -> Iterator[Reference]:
    for n, act in enumerate(campaign.acts):
        for k, id in enumerate(act.scenarios):
            yield Reference(f"/acts/{n}/scenarios/{k}", "chronicles_scenario", id)


def _traits(record: Any, content: Content) -> Iterator[Problem]:
    """A trait that no sheet of the pack bears may be a typing mistake."""
    named = list(traits_named(record))
    if named:
        borne = TRAITS.union(*(sheet.get("traits", ()) for _, sheet in content.every("chronicles_sheet")))
        for at, word in named:
            if word not in borne:
                yield Problem(at, say("No sheet of this pack has the trait “{word}”.", word=word))


def _goals(record: r.PersonalMission | r.Follower, content: Content) -> Iterator[Problem]:
    """SET-4: each face of the pack's combat die gives a goal."""
    for _, die in content.every("chronicles_die"):
        if die.get("use") == "combat" and record.missions:
            for face in check.faces_without(record.missions, die["faces"]):
                yield Problem("/missions", say("Face {face} of the combat die gives no mission.", face=str(face)))


def _one_each(name: str) -> Any:
    """A value of this field, with its hero, belongs to one record of a pack."""

    def check(records: Mapping[str, Any], content: Content) -> Iterable[tuple[str, Problem]]:
        first: dict[Any, str] = {}
        for id, record in records.items():
            value = getattr(record, name), getattr(record, "hero", None)
            if value[0] not in (None, "follower") and first.setdefault(value, id) != id:
                yield id, Problem(f"/{name}", say("{id} is for the same.", id=first[value]))

    return check


def _unled(track: r.Track, content: Content) -> Iterator[Problem]:
    """TRK-3: an upgrade of a later column that no other leads to can never be taken."""
    for kind in ("guards", "creatures"):
        rows = [(n, getattr(column, kind)) for n, column in enumerate(track.columns) if getattr(column, kind)]
        led = {id for _, row in rows for upgrade in row for id in upgrade.next}
        for n, row in rows[1:]:
            for k, upgrade in enumerate(row):
                if upgrade.id not in led:
                    at = step(step(f"/columns/{n}", kind), k)
                    yield Problem(at, say("No upgrade leads here: it can never be taken."))


def _kind(
    id: str,
    problems: Callable[[Any], Iterable[Problem]] = nothing,
    references: Callable[[Any], Iterable[Reference]] = nothing,
    rules: Callable[[Any, Content], Iterable[Problem]] = no_rules,
    notes: Callable[[Any, Content], Iterable[Problem]] = no_rules,
    together: Callable[[Mapping[str, Any], Content], Iterable[tuple[str, Problem]]] = no_together,
) -> Kind:
    """A kind whose effects are looked at as well."""
    return Kind(
        id,
        r.KIND_TYPES[id],
        lambda record: chain(problems(record), effect_problems(record)),
        lambda record: chain(references(record), sheets_named(record)),
        rules,
        lambda record, content: chain(notes(record, content), _traits(record, content)),
        together,
        values=MOST_VALUES,
    )


KINDS = (
    _kind("chronicles_die", check.die, together=_one_each("use")),
    _kind("chronicles_hero", check.hero, _hero_references, _hero_rules, _hero_notes),
    _kind("chronicles_action", check.action, _action_references),
    _kind("chronicles_sheet", check.sheet),
    _kind("chronicles_object", check.object_card),
    _kind("chronicles_wound", check.wound),
    _kind("chronicles_event", check.event),
    _kind("chronicles_host", check.host),
    _kind("chronicles_nature", check.nature, _nature_references, _nature_rules),
    _kind("chronicles_surprise", check.surprise),
    _kind("chronicles_follower", check.follower, notes=_goals),
    _kind("chronicles_kami"),
    _kind("chronicles_token", check.token, _token_references),
    _kind("chronicles_track", check.track, notes=_unled),
    _kind("chronicles_tile", check.tile, _tile_references),
    _kind("chronicles_mission", check.mission, _mission_references, _mission_rules),
    _kind("chronicles_objective", check.objective, _objective_references),
    _kind("chronicles_chapter", check.chapter, _hero_named, together=_one_each("role")),
    _kind("chronicles_personal_mission", check.personal_mission, _hero_named, notes=_goals),
    _kind("chronicles_scenario", scenario_problems, scenario_references, scenario_rules, scenario_notes),
    _kind("chronicles_trial"),
    _kind("chronicles_campaign", check.campaign, _campaign_references),
    _kind("chronicles_experience_token"),
    _kind("chronicles_scenario_surprise"),
)
