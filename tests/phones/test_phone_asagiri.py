"""Asagiri on two phones: dice, cards of the own band, decisions that need no board; the rest is done at the screen."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.model.content.library import Library
from companion.model.core.contract import SPECTATOR, Choice, Roll
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.phones import Face
from companion.model.protocol import words as catalog
from companion.ui.games.asagiri.phone import ON_PHONE, AsagiriFace

from .kit import Table, options

NAMES = ("Ann", "Bea")


def begun(seed: int, **more: Any) -> Session[Any]:
    return Session.new(SYSTEMS["asagiri"], {"quick": True}, Library.shipped(), seed, **more)


def face(game: Any, name: Callable[[str], str]) -> Face:
    return AsagiriFace(game, lambda: NAMES)


def frame(table: Table, viewer: str, language: str = "en") -> Any:
    return json.loads(table.desk.frame(viewer, catalog(language)))["params"]


WANTED = {"activate", "end_activation", "end_phase", "use_die", "use_skill", "reserve"}


def test_what_a_phone_offers_is_what_needs_no_board() -> None:
    session, rng, kinds, rolls = begun(4), Random(4), set[str](), set[str]()
    table, system = Table(session, face), SYSTEMS["asagiri"]
    while not kinds >= WANTED or not {"inspiration", "combat"} <= rolls:
        pending = session.pending
        if isinstance(pending, Roll):
            shown = frame(table, pending.seat)
            assert len(shown["roll"]["dice"]) == len(pending.dice) and all(one["for"] for one in shown["roll"]["dice"])
            rolls.add(pending.kind)
            session.roll()
            continue
        assert isinstance(pending, Choice)
        offered = {system.option_id(session.state, option): option for option in pending.options}
        if not kinds.issuperset(option.kind for option in offered.values() if isinstance(option, ON_PHONE)):
            shown, other = frame(table, pending.seat), frame(table, "B" if pending.seat == "A" else "A")
            steps = options(shown["nodes"])
            assert set(steps) == {id for id, option in offered.items() if isinstance(option, ON_PHONE)}
            assert "nodes" not in other and other["wait"]
            kinds |= {offered[id].kind for id in steps}
        session.choose(rng.choice(list(offered.values())))


def test_the_own_band_lies_in_the_hand() -> None:
    session = begun(2)
    table = Table(session, face)
    one, other, nobody = (frame(table, viewer) for viewer in ("A", "B", SPECTATOR))
    assert one["name"] == "Ann" and one["hand"] and other["hand"] and not nobody["hand"]
    assert not {card["id"] for card in one["hand"]} & {card["id"] for card in other["hand"]}
    for card in one["hand"]:
        assert len(card["boxes"]) == 4 and card["title"] and "{" not in card["text"]


def test_real_dice_are_typed_by_those_who_roll_them() -> None:
    session = begun(2, dice="typed")
    with Table(session, face) as table:
        phone = table.join("A")
        table.publish()
        roll = phone.see()["roll"]
        assert not roll["may_roll"] and roll["may_type"]
        faces: Sequence[Any] = [die["faces"][n % 2] for n, die in enumerate(roll["dice"])]
        id = phone.send("game.roll", number=phone.view["number"], outcome=faces)
        table.pump()
        assert phone.answer_to(id)["result"] is True
        assert session.steps[-1].result.faces == tuple(faces)
