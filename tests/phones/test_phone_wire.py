"""Everything that goes over the wire to a phone, searched for what its seat must not know."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.model.content.library import Library
from companion.model.core.contract import SPECTATOR, Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.phones import Desk, Face
from companion.model.protocol import words as catalog
from tests.budget import examples

from .kit import Phone, Table, options, play, wished

SHEETS = ("goro", "tetsuo", "sayuri", "hayate", "daigo", "benjiro", "shizuka", "kiyomi")
CONTENT = Library.shipped()


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """These players decide faster than people may."""
    monkeypatch.setattr("companion.model.phones.limits.MESSAGES", 10_000)
    monkeypatch.setattr("companion.model.phones.limits.MESSAGES_A_SECOND", 10_000)


def sake(count: int, seed: int) -> Session[Any]:
    seats = [{"seat": "ABCDEFGH"[n], "name": "", "sheet": f"house:{SHEETS[n]}"} for n in range(count)]
    return Session.new(SYSTEMS["sake"], {"seats": seats}, CONTENT, seed)


def hidden_from(session: Session[Any], viewer: str) -> set[str]:
    """The ids of the cards that a seat cannot know where they are: in other hands, in lives and wounds, in the pile."""
    whole = session.system.encode(session.state)
    found = set(whole["pile"])
    for seat in whole["seats"]:
        found |= {*seat["life"], *seat["wounds"], *(seat["hand"] if seat["seat"] != viewer else ())}
    return found


def searched(frame: str, hidden: set[str]) -> set[str]:
    """The hidden cards that a frame names."""
    near = [card for card in hidden if card in frame or card.replace(":", ".") in frame]  # ramen-1 lies in ramen-12
    return {card for card in near if re.search(rf"{re.escape(card).replace(':', '[.:]')}(?![0-9])", frame)}


def search_game(seed: int, face: Callable[..., Face]) -> int:
    """Play a random game over the wire, a phone a seat and one that looks on; how many frames were searched."""
    rng = Random(seed)
    session = sake(rng.randrange(3, 9), seed)
    with Table(session, face) as table:
        phones = {viewer: table.join(viewer) for viewer in (*table.desk.seats, SPECTATOR)}
        count = 0

        def search(phone: Phone, viewer: str) -> None:
            nonlocal count
            leaked = searched(phone.heard[-1], hidden_from(session, viewer))
            assert not leaked, (seed, viewer, session.cursor, leaked)
            count += 1

        for viewer, phone in phones.items():
            phone.watch = lambda phone=phone, viewer=viewer: search(phone, viewer)
        play(table, phones, rng)
        assert count == table.published * len(phones)
    return count


@pytest.mark.parametrize("seed", range(2))
def test_no_frame_names_a_card_that_its_seat_cannot_know(seed: int, sake_face: Callable[..., Face]) -> None:
    assert search_game(seed, sake_face) > 200


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_no_frame_of_a_thousand_games_names_one(sake_face: Callable[..., Face]) -> None:
    for seed in range(examples(200)):
        search_game(seed, sake_face)


def test_steps_lead_to_every_option_and_to_no_other(sake_face: Callable[..., Face]) -> None:
    """The composed steps of a phone are the options of the protocol, in random games with Spirits."""
    kinds = set[str]()
    for seed in range(3, 7):
        rng, session, system = Random(seed), sake(3 + seed % 4, seed), SYSTEMS["sake"]
        desk = desk_of(session, sake_face)
        while not isinstance(session.pending, Over):
            pending = session.pending
            if isinstance(pending, Roll):
                session.roll()
                continue
            choice = rng.choice(choices_of(pending))
            offered = {system.option_id(session.state, option): option for option in choice.options}
            if rng.random() < 0.25 or kinds.isdisjoint(option.kind for option in choice.options):
                shown = json.loads(desk.frame(choice.seat, catalog("en")))["params"]
                steps = options(shown["nodes"])
                sets = [id for id in offered if id.startswith(("torment", "help"))]
                assert len(steps) == len(set(steps)) and set(steps) <= offered.keys()
                assert offered.keys() - set(steps) <= set(sets) and bool(sets) == any(
                    "pick" in n for n in shown["nodes"]
                )
                kinds |= {option.kind for option in choice.options}
            session.choose(offered[wished(list(offered), rng)])
    assert {"attack", "move", "drink", "pass", "defend", "torment", "soul", "end_phase"} <= kinds


def test_frames_are_the_same_whatever_cannot_be_known(sake_face: Callable[..., Face]) -> None:
    """Two games that a seat cannot tell apart: its frames are equal byte by byte, at every moment of a game."""
    rng = Random(5)
    session, system = sake(4, 3), SYSTEMS["sake"]
    compared = 0
    while not isinstance(session.pending, Over) and compared < 160:
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
            continue
        for viewer in system.seats(session.state):
            other = system.sample_world(system.view(session.state, viewer), viewer, rng, CONTENT)
            frames = [frame(state, viewer, sake_face) for state in (session.state, other)]
            assert frames[0] == frames[1], (viewer, session.cursor)
            compared += 1
        choice = rng.choice(choices_of(pending))
        ids = {system.option_id(session.state, option): option for option in choice.options}
        session.choose(ids[wished(list(ids), rng)])


def frame(state: Any, viewer: str, face: Callable[..., Face]) -> bytes:
    """What a phone of that seat would be sent, were the game to begin here."""
    system = SYSTEMS["sake"]
    session = Session.load(system, system.encode(state), CONTENT, seed=1)
    return desk_of(session, face).frame(viewer, catalog("en"))


def desk_of(session: Session[Any], face: Callable[..., Face]) -> Desk:
    return Table(session, face).desk


@pytest.mark.parametrize(("setup", "seed"), [({}, 1), ({"camps": True}, 2)])
def test_whole_games_of_any_system_are_played_by_phones(setup: dict[str, Any], seed: int) -> None:
    """Hidden hands, secret answers, secret rolls, camps: with nothing but the face that serves any game."""
    with Table(Session.new(SYSTEMS["blank"], setup, CONTENT, seed)) as table:
        phones = {seat: table.join(seat) for seat in table.desk.seats}
        play(table, phones, Random(seed))
        assert all(phone.view["over"]["why"] for phone in phones.values())
        assert {phone.view["over"]["won"] for phone in phones.values()} <= {True, False}


def test_a_secret_roll_names_no_face_to_others() -> None:
    """The omen of a camp: its partners are told, the others hear that there is one."""
    with Table(Session.new(SYSTEMS["blank"], {"camps": True}, CONTENT, 3)) as table:
        session = table.session
        assert isinstance(session.pending, Roll)
        phones = {seat: table.join(seat) for seat in table.desk.seats}
        table.publish()
        seen = session.pending.seen_by or ()
        assert {seat for seat, phone in phones.items() if "roll" in phone.see()} == set(seen)


def test_real_dice_are_typed_where_the_table_types_them() -> None:
    session = Session.new(SYSTEMS["blank"], {"camps": True}, CONTENT, 3, dice="ask")
    with Table(session) as table:
        assert isinstance(session.pending, Roll)
        phone = table.join(session.pending.seat)
        table.publish()
        roll = phone.see()["roll"]
        assert roll["may_roll"] and roll["may_type"] and roll["dice"][0]["faces"] == [1, 2, 3, 4, 5, 6]
        for outcome, fine in (([9], False), ([1, 2], False), ([4], True)):
            id = phone.send("game.roll", number=phone.view["number"], outcome=outcome)
            table.pump()
            assert ("result" in phone.answer_to(id)) is fine
        assert session.cursor == 1


def test_dice_of_the_app_are_not_typed() -> None:
    session = Session.new(SYSTEMS["blank"], {"camps": True}, CONTENT, 3)
    with Table(session) as table:
        assert isinstance(session.pending, Roll)
        phone = table.join(session.pending.seat)
        table.publish()
        assert not phone.see()["roll"]["may_type"]
        id = phone.send("game.roll", number=phone.view["number"], outcome=[6])
        table.pump()
        assert "error" in phone.answer_to(id) and session.cursor == 0
