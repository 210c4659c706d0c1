"""Invariants of §36 over random games of two to five seats; those of the board stand beside its own tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from companion.model.core.contract import Event, Json, Over, Roll, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import equipment, hands, totals, track
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.state.frames import AccuseFrame, ChestFrame, DemonFrame
from companion.model.games.chronicles.state.state import WRONG_MOST, State

from .tables import CONTENT, Box, begun, changed, played, proposed, setup
from .test_chronicles_invariants import steps, taken_in_order

STEPS = 900


def _3_every_card_lies_in_one_place(state: State) -> None:
    box, piles = state.table.box, state.piles
    objects = [*piles.object, *piles.used_objects]
    wounds = [*piles.wound]
    for hero in state.heroes:
        laid = [card for card in (hero.plan.right, hero.plan.left) if card is not None]
        objects += equipment.objects_of(hero.gear)
        wounds += [*hero.wounds, *hero.spent_wounds, *[card for card in laid if card in box.wounds]]
        if not hero.out:
            own = [*hero.hand, *hero.discard, *[card for card in laid if card not in box.wounds]]
            assert sorted(own) == sorted(hero.pool)
    for frame in state.frames:
        objects += frame.drawn if isinstance(frame, ChestFrame) else ()
    out = any(hero.out for hero in state.heroes)  # what a hero had leaves the game (WND-2)
    for lying, records in ((objects, box.objects), (wounds, box.wounds), (track.events_lying(state), box.events)):
        whole = Counter({id: card.copies for id, card in records.items()})
        found = Counter(lying)
        assert not found - whole
        assert out or records is box.objects or found == whole
    assert out or sum(len(equipment.objects_of(one.gear)) for one in state.heroes) <= len(objects)


def _3_tokens_and_figures_run_out(state: State) -> None:
    box = state.table.box
    assert len(state.oni.corruption) + len(state.oni.on_track) == 4
    assert sum(one.red for one in state.oni.corruption) <= 1
    for sheet, count in Counter(one.card for one in state.figures if one.card in box.sheets).items():
        assert count <= box.sheets[sheet].figures
    assert len({one.id for one in state.figures}) == len(state.figures)


def _3_clues(state: State) -> None:
    drawn = len(state.clues_drawn)
    assert drawn + len(state.piles.clue) == len(state.suspects) - 1 + len(state.natures) - 1 + 5


def _4_damage_and_wounds(state: State) -> None:
    for figure in state.figures:
        assert figure.damage >= 0
        assert figure.group == "hero" or figure.damage < totals.health(state, figure)
    assert all(hero.out or len(hero.wounds) <= 2 for hero in state.heroes)


def _5_plans(state: State) -> None:
    for hero in state.heroes:
        for side in hands.SIDES:
            card = getattr(hero.plan, side)
            assert card is None or side in hands.sides_of(state.table.box, card)
        assert not hero.plan.ready or hands.is_plan(state.table.box, hero)


def _8_techniques(state: State) -> None:
    sheets = [one.sheet for one in state.oni.techniques]
    assert len(set(sheets)) == len(sheets)
    assert len(sheets) <= len(state.seats)


def _10_upgrades(state: State) -> None:
    taken_in_order(state)
    track_ = state.table.box.tracks[state.table.track]
    for kind, supply in (("guards", track_.guard_tokens), ("creatures", track_.creature_tokens)):
        taken = [sum(one.id in state.oni.upgrades for one in getattr(each, kind)) for each in track_.columns]
        assert max(taken) <= 1
        assert sum(taken) <= supply


def _11_the_truth_lies_nowhere(state: State) -> None:
    oni = state.oni
    lying = (*state.piles.clue, *state.hosts_in_hand, *state.piles.used_hosts, *oni.black,
             *[clue.card for clue in state.clues_drawn], *[one.card for one in state.figures])  # fmt: skip
    assert oni.guilty not in lying
    assert oni.nature not in lying


def _12_wrong_accusations(state: State) -> None:
    lies = {one.chapter.rpartition(":")[2] for one in state.memoirs}
    assert 0 <= state.wrong <= WRONG_MOST
    for n, role in enumerate(("first-accusation", "second-accusation", "last-accusation"), 1):
        assert (role in lies) is (state.wrong >= n)
    if state.wrong == WRONG_MOST:
        assert state.oni.demon_since
    assert not {"unmasked", "last-accusation"} <= lies


def _13_the_demon(state: State) -> None:
    here = [one for one in state.figures if totals.is_demon(state, one)]
    assert len(here) == (state.oni.demon == "here")
    coming = any(isinstance(frame, DemonFrame) for frame in state.frames)
    if state.in_play and not coming:
        assert (state.oni.demon_since > 0) is (state.oni.demon != "hidden")


def _14_chapters(state: State) -> None:
    assert len({one.chapter for one in state.memoirs}) == len(state.memoirs)
    for seat, hero in zip(state.seats, state.heroes, strict=True):
        own = {id for id, one in state.table.box.chapters.items() if one.hero == hero.card}
        red = any(one.chapter in own and one.colour == "red" for one in state.memoirs)
        assert red is hero.out, seat
    alert = any(one.chapter == "house:alert" for one in state.memoirs)
    assert alert is state.oni.alert


def _21_followers(state: State) -> None:
    owners = [one.owner for one in state.figures if one.owner is not None]
    assert len(set(owners)) == len(owners)
    assert set(owners) <= set(state.in_play)
    assert all(one.owner is not None for one in state.figures if one.group == "kami")


def _22_statuses(state: State) -> None:
    for figure in state.figures:
        assert len({one.kind for one in figure.statuses}) == len(figure.statuses)


HOLDS: tuple[Callable[[State], None], ...] = (
    _3_every_card_lies_in_one_place, _3_tokens_and_figures_run_out, _3_clues, _4_damage_and_wounds, _5_plans,
    _8_techniques, _10_upgrades, _11_the_truth_lies_nowhere, _12_wrong_accusations, _13_the_demon, _14_chapters,
    _21_followers, _22_statuses,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_invariants_3_to_14_and_21_hold_after_every_step(seed: int) -> None:
    for before, after, told in steps(begun(seed % 4 + 1, seed=seed), Random(seed), STEPS):
        for holds in HOLDS:
            holds(after)
        assert after.oni.alert >= before.oni.alert, "9"
        if before.oni.closed:
            assert after.oni.upgrades == before.oni.upgrades, "10, TRK-7"
            assert len(after.oni.on_track) == len(before.oni.on_track)
        _shown(told, after)


def _shown(told: tuple[Event, ...], after: State) -> None:
    """14: nothing is placed twice, and what is placed lies there."""
    placed = [one.chapter for one in told if isinstance(one, se.ChapterPlaced)]
    assert set(placed) <= {one.chapter for one in after.memoirs}
    assert len(set(placed)) == len(placed)


@pytest.mark.parametrize("seed", range(4))
def test_invariant_22_a_turned_status_never_survives_an_end_of_turn(seed: int) -> None:
    """And an unturned one exactly one, unless it was given anew."""
    turned: set[tuple[str, str]] = set()
    given: set[tuple[str, str]] = set()
    for _, after, told in steps(begun(4, seed=seed), Random(seed), 4 * STEPS):
        given |= {(one.figure, one.status) for one in told if isinstance(one, e.StatusGiven)}
        if not any(isinstance(one, e.TurnBegan) for one in told):
            continue
        now = {(one.id, status.kind) for one in after.figures for status in one.statuses if status.kind != "maimed"}
        assert not (turned & now) - given
        assert all(one.turned for figure in after.figures for one in figure.statuses if one.kind != "maimed")
        turned, given = now, set()


@pytest.mark.parametrize("seed", range(4))
def test_invariant_19_positions_round_trip_whatever_is_under_way(seed: int) -> None:
    rng = Random(seed)
    for _, after, _ in steps(begun(seed + 1, seed=seed), Random(seed), STEPS // 2):
        if rng.random() < 0.1:
            assert SYSTEM.decode(SYSTEM.encode(after), CONTENT) == after


@pytest.mark.parametrize("seed", range(4))
def test_invariant_7_a_sheet_is_activated_at_most_once_a_turn_and_each_hero_once(seed: int) -> None:
    activated: list[str] = []
    for _, after, told in steps(begun(seed + 1, seed=seed), Random(seed), STEPS):
        for event in told:
            if isinstance(event, e.TurnBegan):
                activated = []
            elif isinstance(event, e.SheetActivated):
                activated.append(event.sheet)
            elif isinstance(event, e.ActivationBegan) and event.seat in after.seats:
                activated.append(event.seat)
        assert len(set(activated)) == len(activated)


def test_invariant_24_secrets_filled_in_change_nothing_that_is_public() -> None:
    """TAB-2 `notes`: one table tells only kinds of cards, the other the same log with faces, and who the Oni is."""
    assert sum(_filled_in(seed) for seed in range(6)) > 2


def _filled_in(seed: int) -> int:
    """How many cards were told by their kind on one side alone, before the Oni is known to all."""
    told, rng = begun(2, True, seed=seed), Random(seed)
    box = told.table.box
    guilty, nature = told.suspects[0], told.natures[0]
    hosts = [id for id in told.suspects if id != guilty and box.hosts[id].can_follow is None]
    faces = {
        "?grey": [id for id in hosts if box.hosts[id].background == "grey"],
        "?nature": [id for id in told.natures if id != nature],
    }
    known, filled = changed(told, {"oni.guilty": guilty, "oni.nature": nature}), 0
    while not known.oni.demon_since and not isinstance(pending := SYSTEM.pending(told), Over):
        choice = rng.choice(choices_of(pending))
        options = {SYSTEM.option_id(told, one): one for one in choice.options}
        said = rng.choice([id for id in options if _is_open(id, faces)] or list(options))
        kind = said.partition(":")[2]
        face = f"tell:{faces[kind].pop()}" if kind in faces else said
        filled += face != said
        told = SYSTEM.apply(told, options[said]).state
        known = SYSTEM.apply(known, SYSTEM.option_by(known, face, choice.seat)).state
        while told.frames and isinstance(accused := told.frames[-1], AccuseFrame) and "answer:right" in ids_of(told):
            right = accused.nature == nature if accused.nature is not None else accused.host == guilty
            told = SYSTEM.apply(told, SYSTEM.option_of(told, "answer:right" if right else "answer:wrong")).state
        assert known.oni.demon_since or SYSTEM.view(known, "*") == SYSTEM.view(told, "*")
    return filled


def ids_of(state: State) -> set[str]:
    """What can be said now."""
    return {SYSTEM.option_id(state, option) for one in choices_of(SYSTEM.pending(state)) for option in one.options}


def _is_open(id: str, faces: dict[str, list[str]]) -> bool:
    """No host card played; of a clue only what lies open, or a kind of which a face is left."""
    kind, _, card = id.partition(":")
    if kind == "tell" and (card.startswith("?") or card.rpartition(":")[2] in _CLUES):
        return bool(faces.get(card)) or card.rpartition(":")[2] in _OPEN
    return kind != "host_card"


_OPEN = {"a-page-torn-out", "a-servant-speaks", "a-trap", "a-cold-trail", "footsteps"}
_CLUES = _OPEN | {id.partition(":")[2] for kind in ("host", "nature") for id, _ in CONTENT.every(f"chronicles_{kind}")}


def other_numbers() -> Box:
    """A box like the house's with other numbers: what an owner types in from cards."""
    rng = Random(25)

    def some(kind: str, *names: str) -> dict[str, dict[str, Json]]:
        return {
            id: {name: max(1, record[name] + rng.choice([-1, 1, 2])) for name in names if name in record}
            for id, record in CONTENT.every(f"chronicles_{kind}")
        }

    return Box(
        hero=some("hero", "speed", "attack", "defense", "mental", "health", "reserve"),
        sheet=some("sheet", "speed", "attack", "defense", "actions", "health"),
        follower=some("follower", "speed", "attack", "defense", "actions", "health"),
        object=some("object", "copies"),
        wound=some("wound", "copies"),
        event=some("event", "copies"),
        chapter=some("chapter", "points"),
        die={"house:combat": {"faces": [0, 1, 3, "ki"], "weights": [1, 2, 1, 2]}},
    )


@pytest.mark.parametrize("seed", range(4))
def test_invariant_25_no_rule_depends_on_a_number_of_the_house(seed: int) -> None:
    state, rng = SYSTEM.new({**setup(seed % 4 + 1, places="spaces")}, other_numbers()), Random(seed)
    while state.stage == "setup":
        state = played(state, rng, 1) if isinstance(SYSTEM.pending(state), Roll) else proposed(state)
    for _, after, _ in steps(state, Random(seed), STEPS // 2):
        for holds in HOLDS:
            holds(after)
