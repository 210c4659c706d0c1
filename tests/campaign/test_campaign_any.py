"""Whatever happens in a campaign: it goes on, values are kept, the dead stay dead, logs come back equal."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.model.core.contract import Choice, Event, Json, Over, Roll, seats_to_act
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign import events as e
from companion.model.games.asagiri.campaign.state import State
from tests.budget import examples

from .kit import CONTENT, GUARD, OKKO, RONIN, random_answer, random_campaign

SEEDS = st.integers(0, 2**32 - 1)
some = settings(
    max_examples=examples(8), deadline=None, phases=[Phase.generate], suppress_health_check=(HealthCheck.too_slow,)
)
BATTLES: Json = {
    "chapters": ["", "", "", ""],
    "budget": 12,
    "rosters": {"A": [{"card": OKKO}, {"card": GUARD}], "B": [{"card": RONIN}, {"card": RONIN}]},
}


def zeni(state: State) -> tuple[int, int]:
    """What both rosters are worth; what is in the assistant's hands for replacing counts."""
    worth = [state.worth(seat) for seat in (0, 1)]
    left = getattr(state.now.task, "left", None)
    if left is not None:
        worth[state.seat_of(state.now.task.dead)] += left
    return worth[0], worth[1]


def gained(state: State, events: tuple[Event, ...]) -> list[int]:
    """What events say about the worth of both rosters: nothing is won or lost without one."""
    found = [0, 0]
    replacing = False
    for event in events:
        match event:
            case e.MemberJoined(who, more) | e.EquipmentKept(who, _, more):
                found["AB".index(who[0])] += more
            case e.EquipmentBorne(who, _, more) if not replacing:
                found["AB".index(who[0])] += more
            case e.EquipmentGone(who, _, less):
                found["AB".index(who[0])] -= less
    return found


@given(seed=SEEDS, battles=st.booleans())
@some
def test_cam_any_campaign_ends_and_keeps_its_values(seed: int, battles: bool) -> None:
    rng = Random(seed)
    session: Session[State] = Session.new(CAMPAIGN, BATTLES if battles else {}, CONTENT, seed)
    for _ in range(3_000):
        before, asked = session.state, session.pending
        if isinstance(asked, Over):
            break
        assert isinstance(asked, Roll) or (asked.options and len(set(asked.options)) == len(asked.options))
        told = random_answer(session, rng)
        buying = before.now.stage == "after"
        more = gained(session.state, tuple(n for n in told if not (buying and isinstance(n, e.EquipmentBorne))))
        given_ = _given_by_pages(before, session.state)
        was, now = zeni(before), zeni(session.state)
        assert [now[0] - was[0], now[1] - was[1]] == [more[0] + given_[0], more[1] + given_[1]], told
    assert isinstance(session.pending, Over)


def _given_by_pages(before: State, after: State) -> list[int]:
    """Equipment that the pages of the next adventure give to members that are there already."""
    found = [0, 0]
    if before.now.stage == "approve":
        for seat in (0, 1):
            had = {member.id: member for member in before.now.rosters[seat].members}
            for member in after.now.rosters[seat].members:
                if member.id in had:
                    found[seat] += after.value(member) - before.value(had[member.id])
    return found


@given(seed=SEEDS)
@some
def test_cam_2_dead_uniques_never_return(seed: int) -> None:
    session = random_campaign(seed)
    dead: set[tuple[int, str]] = set()
    for place in range(len(session.steps) + 1):
        state = session.state_at(place)
        for seat in (0, 1):
            barred = state.barred(seat)
            assert dead <= {(seat_, card) for seat_ in (0, 1) for card in state.barred(seat_)}
            assert not barred & {member.card for member in state.now.rosters[seat].members}
            uniques = [m.card for m in state.now.rosters[seat].members
                       if "unique" in state.box.character(m.card).traits]  # fmt: skip
            assert len(uniques) == len(set(uniques))
            ids = [m.id for m in (*state.now.rosters[seat].members, *state.now.rosters[seat].fallen)]
            assert len(ids) == len(set(ids))
            dead |= {(seat, card) for card in barred}


@given(seed=SEEDS, battles=st.booleans())
@some
def test_cam_positions_and_logs_come_back_equal_and_undo_returns_the_equal_state(seed: int, battles: bool) -> None:
    session = random_campaign(seed, 200, BATTLES if battles else None)
    rng = Random(seed)
    for place in sorted(rng.sample(range(len(session.steps) + 1), min(12, len(session.steps)))):
        state = session.state_at(place)
        text = json.dumps(CAMPAIGN.encode(state), allow_nan=False)
        assert CAMPAIGN.decode(json.loads(text), CONTENT) == state
        assert CAMPAIGN.view(state, "A") == CAMPAIGN.encode(state)
        asked = CAMPAIGN.pending(state)
        for option in asked.options if isinstance(asked, Choice) else ():
            id = CAMPAIGN.option_id(state, option)
            assert CAMPAIGN.option_of(state, id) == option
            assert CAMPAIGN.check(state, option) is None
            assert "{" not in Words()(CAMPAIGN.label(state, option))
    again = Session.replay(CAMPAIGN, session.save(), CONTENT)
    assert again.state == session.state and again.diverged is None
    known = [session.state_at(place) for place in range(len(session.steps) + 1)]
    while session.cursor:
        session.undo()
        assert session.state == known[session.cursor]
    session.redo(len(session.steps))
    assert session.state == known[-1]


@given(seed=SEEDS)
@some
def test_cam_every_event_is_told_and_every_seat_is_one_of_two(seed: int) -> None:
    session = random_campaign(seed)
    say = Words()
    for n in range(len(session.steps)):
        state = session.state_at(n + 1)
        for event in session.events_of(n):
            told = say(CAMPAIGN.tell(state, event))
            assert told and "{" not in told
            json.dumps(CAMPAIGN.event_json(state, event), allow_nan=False)
        assert set(seats_to_act(CAMPAIGN.pending(state))) <= {"A", "B"}
        assert say(session.describe_step(n))


@given(seed=SEEDS, place=st.integers(0, 300))
@some
def test_cam_everything_that_is_not_offered_is_refused_and_changes_nothing(seed: int, place: int) -> None:
    session = random_campaign(seed, place)
    state, asked = session.state, session.pending
    offered = asked.options if isinstance(asked, Choice) else ()
    for text in ("take:A1", "take:Z9", f"hire:{OKKO}", "hire:nobody", "outfit:A1,house:inro", "ready", "won:A", "won:C",
                 "ended:A1,shaken,no,no", "ended:A1,asleep,no,no", "recall:x,yes", "pray:A1", "seek:B1", "replaced",
                 "keep_honour:A1,skillful", "keep_gear:A1,house:inro", f"replace:{OKKO}", "approve"):  # fmt: skip
        option = CAMPAIGN.option_of(state, text)
        if option in offered:
            continue
        refusal = CAMPAIGN.check(state, option)
        assert refusal is not None and refusal.rule and Words()(refusal.why)
        with pytest.raises(RuleBroken):
            CAMPAIGN.apply(state, option)
    for text in ("", "take", "ready:1", "won:A,B", "ended:A1,shaken,perhaps,no", "fly:A1", "take:A1,B1"):
        with pytest.raises(UnknownOption):
            CAMPAIGN.option_of(state, text)


@given(seed=SEEDS, place=st.integers(0, 250), data=st.data())
@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large)
)
def test_cam_hostile_positions_are_refused_or_can_be_gone_on_with(seed: int, place: int, data: Json) -> None:
    position = CAMPAIGN.encode(random_campaign(seed % 7, place).state)
    for _ in range(data.draw(st.integers(1, 3))):
        _spoil(position, data)
    try:
        state = CAMPAIGN.decode(position, CONTENT)
    except InvalidInput as wrong:
        told = Words()(wrong.why)
        assert told and "{" not in told
        return
    session = Session.load(CAMPAIGN, CAMPAIGN.encode(state), CONTENT, seed)
    rng = Random(seed)
    for _ in range(40):
        if isinstance(session.pending, Over):
            break
        random_answer(session, rng)
    assert CAMPAIGN.decode(CAMPAIGN.encode(session.state), CONTENT) == session.state


def _spoil(value: Json, data: Json) -> None:
    """Change, drop or double something inside."""
    tasks = ({"type": "healing", "who": "A1"}, {"type": "replacing", "dead": "A1", "left": 3})
    words = ("", "A1", "B2", "A99", "house:okko", "shaken")
    junk = st.sampled_from([None, 0, 1, -1, 3.5, True, [], {}, ["A1"], *tasks, *words])
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = data.draw(st.sampled_from(keys))
        inner = value[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.integers(0, 3)):
            value = inner
            continue
        if isinstance(value, list) and data.draw(st.booleans()):
            value.append(inner)
        else:
            value[key] = data.draw(junk)
        return


CORRECTIONS = [
    {
        "kind": "set_settings",
        "name": "Sunday",
        "budget": 12,
        "options": {"range_metric": "taxicab"},
        "mode": "track",
        "dials": {"support": "off"},
        "rules": "a\nb",
    },
    {"kind": "set_settings", "name": "", "budget": 0, "options": {}, "mode": "track", "dials": {}, "rules": ""},
    {
        "kind": "set_settings",
        "name": "",
        "budget": 9,
        "options": {"wings": 1},
        "mode": "track",
        "dials": {},
        "rules": "",
    },
    {"kind": "set_chapters", "chapters": ["house:first-lanterns", ""]},
    {"kind": "set_chapters", "chapters": ["house:nowhere"]},
    {"kind": "set_member", "who": "A1", "state": "shaken", "equipment": "house:inro", "honour": "skillful"},
    {"kind": "set_member", "who": "A77", "state": "shaken", "equipment": None, "honour": None},
    {"kind": "add_member", "seat": "B", "card": "house:ninja"},
    {"kind": "add_member", "seat": "A", "card": "house:okko"},
    {"kind": "remove_member", "who": "A1", "dead": True},
    {"kind": "remove_member", "who": "B2", "dead": False},
    {"kind": "set_fact", "adventure": "house:the-ladys-road", "fact": "nothing", "holds": True},
    {"kind": "set_purse", "seat": "B", "zeni": 7},
    {"kind": "set_purse", "seat": "C", "zeni": 7},
    {"kind": "set_purse", "seat": "A", "zeni": -1},
    {"kind": "nothing"},
]


@given(seed=SEEDS, place=st.integers(0, 250), which=st.sampled_from(CORRECTIONS))
@settings(max_examples=examples(60), deadline=None, suppress_health_check=(HealthCheck.too_slow,))
def test_cam_corrections_make_a_possible_campaign_or_are_refused(seed: int, place: int, which: Json) -> None:
    session = random_campaign(seed % 5, place)
    before = session.state
    try:
        session.edit(which, override=True)
    except InvalidInput:
        changed = session.state
    else:
        changed = None
    if changed is not None:
        assert changed == before
        return
    state = session.state
    assert CAMPAIGN.decode(CAMPAIGN.encode(state), CONTENT) == state
    assert Session.replay(CAMPAIGN, session.save(), CONTENT).state == state
    for event in session.events_of(len(session.steps) - 1):
        assert "{" not in Words()(CAMPAIGN.tell(state, event))
    session.undo()
    assert session.state == before


@pytest.mark.parametrize(
    ("setup", "path"),
    [
        ({"chapters": ["house:nowhere"]}, "chapters[0]"),
        ({"chapters": []}, "chapters"),
        ({"chapters": [""], "pack": "house"}, "chapters"),
        ({"pack": "nobodys"}, "pack"),
        ({"budget": 0}, "budget"),
        ({"options": {"wings": True}}, "options.wings"),
        ({"rosters": {"C": []}}, "rosters.C"),
        ({"rosters": {"A": [{"card": "house:nobody"}]}}, "rosters.A[0].card"),
        ({"rosters": {"A": [{"card": GUARD, "honour": "brave"}]}}, "rosters.A[0].honour"),
        ({"rules": 4}, "rules"),
        ({"mode": "dream"}, "mode"),
        ({"dials": {"wings": "off"}}, "dials.wings"),
        ({"name": "\x00"}, "name"),
        ([], ""),
    ],
)
def test_cam_hostile_set_ups_are_refused_with_their_path(setup: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        CAMPAIGN.new(setup, CONTENT)
    assert caught.value.path == path


def test_bnd_3_a_roster_against_the_rules_is_refused() -> None:
    with pytest.raises(RuleBroken) as caught:
        CAMPAIGN.new({"rosters": {"A": [{"card": OKKO}, {"card": OKKO}]}}, CONTENT)
    assert caught.value.refusal.rule == "BND-3"
