"""Phones as private hands of Okko Chronicles: each seat has its own, and nothing else goes over the wire (§30)."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.model.core.contract import SPECTATOR, Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.phones import Desk, Face
from companion.model.protocol import words as catalog
from tests.chronicles.secrets import COVERED, Told
from tests.chronicles.tables import CONTENT, setup

from .kit import Phone, Table, options

Faces = Callable[..., Face]


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """These players decide faster than people may."""
    monkeypatch.setattr("companion.model.phones.limits.MESSAGES", 10_000)
    monkeypatch.setattr("companion.model.phones.limits.MESSAGES_A_SECOND", 10_000)


def session_of(seed: int, heroes: int = 2, **chosen: Any) -> Session[State]:
    """Every card is kept by the app."""
    return Session.new(SYSTEM, setup(heroes, **chosen), CONTENT, seed)


def desk_of(session: Session[Any], face: Faces) -> Desk:
    return Table(session, face).desk


def shown(desk: Desk, viewer: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(desk.frame(viewer, catalog("en")))["params"]
    return found


def wished(ids: list[str], rng: Random) -> str:
    """Forwards rather than back and forth."""
    on = [id for id in ids if id.partition(":")[0] not in ("unplay", "reopen", "take_technique", "rearrange", "put")]
    return rng.choice([id for id in on if id == "ready"] or on or ids)


def step(session: Session[State], rng: Random) -> None:
    pending = session.pending
    if isinstance(pending, Roll):
        session.roll()
    else:
        choice = rng.choice(choices_of(pending))
        ids = {SYSTEM.option_id(session.state, option): option for option in choice.options}
        session.choose(ids[wished(list(ids), rng)], seat=choice.seat)


@pytest.mark.parametrize("hero_hands", ["shared", "own"])
def test_frames_are_the_same_whatever_cannot_be_known(chronicles_face: Faces, hero_hands: str) -> None:
    """HID-1: two games that a seat cannot tell apart give it the same bytes, at moments of two whole turns and more."""
    rng, session, compared = Random(5), session_of(3, hero_hands=hero_hands), 0
    for n in range(260):
        if isinstance(session.pending, Over):
            break
        if n % 5 == 0:
            for viewer in SYSTEM.seats(session.state):
                view = SYSTEM.view(session.state, viewer)
                other = SYSTEM.sample_world(view, viewer, rng, CONTENT)
                both = [Session.load(SYSTEM, SYSTEM.encode(one), CONTENT, seed=1) for one in (session.state, other)]
                if SYSTEM.view(both[0].state, viewer) != SYSTEM.view(both[1].state, viewer):
                    continue  # what followed by itself when it was opened can be seen
                frames = [desk_of(one, chronicles_face).frame(viewer, catalog("en")) for one in both]
                assert frames[0] == frames[1], (viewer, session.cursor)
                compared += 1
        step(session, rng)
    assert compared > 60


def test_nothing_leaks_on_the_wire_while_phones_play(chronicles_face: Faces) -> None:
    """A phone a seat and one that looks on: no frame names an event card of the Oni's hand, nor a plan before STR-7."""
    rng, session, searched = Random(2), session_of(4), 0
    told = Told(session)
    with Table(session, chronicles_face) as table:
        phones = {viewer: table.join(viewer) for viewer in (*table.desk.seats, SPECTATOR)}

        def search(phone: Phone, viewer: str) -> None:
            nonlocal searched
            frame, state = phone.heard[-1], session.state
            hidden = told.hidden_from(viewer)
            assert not [card for card in hidden if f'"{card}"' in frame], (viewer, session.cursor)
            if viewer in (ONI, SPECTATOR) and state.stage in COVERED:
                for seat in state.seats:
                    laid = [card for card in (state.hero(seat).plan.right, state.hero(seat).plan.left) if card]
                    assert not [card for card in laid if card in frame], (viewer, session.cursor)
            searched += 1

        for viewer, phone in phones.items():
            phone.watch = lambda phone=phone, viewer=viewer: search(phone, viewer)
        for _ in range(150):
            table.publish()
            for phone in phones.values():
                phone.see()
            if isinstance(session.pending, Over):
                break
            able = [(seat, phone) for seat, phone in phones.items() if "nodes" in phone.view or "roll" in phone.view]
            if isinstance(session.pending, Roll) and not able:
                session.roll()
                continue
            _, phone = rng.choice(able)
            number = phone.view["number"]
            if "roll" in phone.view:
                id = phone.send("game.roll", number=number)
            else:
                id = phone.send("game.choose", option=wished(options(phone.view["nodes"]), rng), number=number)
            table.pump()
            assert phone.answer_to(id).get("result") is True
        assert session.state.turn > 1
    assert searched > 300


def test_a_hero_has_its_hand_and_plan_and_the_oni_its_events_and_secrets(chronicles_face: Faces) -> None:
    rng, session = Random(1), session_of(1)
    while session.state.stage != "plans":
        step(session, rng)
    desk, state = desk_of(session, chronicles_face), session.state
    hero, oni, other = (shown(desk, viewer) for viewer in ("h1", ONI, SPECTATOR))
    assert {card["id"] for card in hero["hand"]} == set(state.hero("h1").hand)
    assert {card["id"] for card in oni["hand"]} == set(state.oni.hand)
    assert not other.get("hand")
    assert any(str(line).startswith("Guilty host: ") for line in oni["own"])
    assert not any("Guilty" in json.dumps(frame) for frame in (hero, other))
    card = next(one for one in hero["nodes"] if one.get("next"))
    session.choose(card["next"][0]["option"], seat="h1")
    laid = next(one for one in (session.state.hero("h1").plan.right, session.state.hero("h1").plan.left) if one)
    assert any("Technique (right)" in str(line) for line in shown(desk, "h1")["own"])
    assert laid not in json.dumps(shown(desk, ONI))


def test_steps_lead_to_every_option_and_to_no_other(chronicles_face: Faces) -> None:
    rng, session, kinds = Random(7), session_of(5, 3), set[str]()
    desk = desk_of(session, chronicles_face)
    for _ in range(200):
        if isinstance(session.pending, Over):
            break
        if not isinstance(session.pending, Roll):
            for choice in choices_of(session.pending):
                offered = sorted(SYSTEM.option_id(session.state, option) for option in choice.options)
                assert sorted(options(shown(desk, choice.seat)["nodes"])) == offered
                kinds |= {option.kind for option in choice.options}
        step(session, rng)
    assert {"play", "order", "attack", "activate", "figure", "end_activation"} <= kinds
