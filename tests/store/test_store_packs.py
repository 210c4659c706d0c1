"""Games outlive the packs they were played with: changed, replaced, broken, gone, or joined by others."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.model.content.library import Library
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.games.asagiri.state.record_kinds import KINDS

from ..content.shop import hero, skill, workshop
from .conftest import Opens

ASAGIRI = SYSTEMS["asagiri"]
STATS = {"attack": 4, "defense": 4, "movement": 5, "willpower": 4}


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return workshop(tmp_path)


@pytest.fixture
def mine(shop: Workshop) -> str:
    """A pack with all kinds of cards that a game can have."""
    pack = shop.create("Mine")
    shop.save(pack, "skill", skill(pack))
    call = {"id": f"{pack}:call", "name": {"en": "Call"}, "when": ["activation"], "element": "fire", "action": True,
            "effects": [{"type": "summon", "card": f"{pack}:shade"}]}  # fmt: skip
    shade = hero(pack, "shade", alignment="evil_creature", vigilant={**STATS, "skills": [f"{pack}:parry"]})
    shop.save(pack, "character", shade)
    shop.save(pack, "skill", call)
    shop.save(pack, "character", hero(pack, "caller", alignment="evil_creature", traits=["sorcerer"],
                                      vigilant={**STATS, "skills": [f"{pack}:call"]}))  # fmt: skip
    shop.save(pack, "character", hero(pack, vigilant={**STATS, "skills": [f"{pack}:parry"]}))
    spear = {"id": f"{pack}:spear", "name": {"en": "Spear"}, "zeni": 2, "use": "permanent", "skills": [f"{pack}:parry"]}
    shop.save(pack, "equipment", spear)
    shop.save(pack, "tile", {"id": f"{pack}:yard", "name": {"en": "Yard"}, "rows": ["......"] * 6})
    gift = {"id": f"{pack}:fog", "name": {"en": "Fog"}, "effects": [{"type": "dice", "more": 1}]}
    shop.save(pack, "scenario", gift)
    assert [found for found in shop.check(pack) if found.broken] == []
    return pack


def setup_with(pack: str) -> dict[str, Any]:
    """A set-up of nothing but the pack's own cards."""
    heroes = [{"card": f"{pack}:hero", "equipment": f"{pack}:spear"}, {"card": f"{pack}:hero"}]
    callers = [{"card": f"{pack}:caller"}, {"card": f"{pack}:shade", "equipment": f"{pack}:spear"}]
    return {"bands": {"A": heroes, "B": callers}, "tiles": [{"tile": f"{pack}:yard", "turns": n} for n in range(4)]}


SETUPS: dict[str, Callable[[str], dict[str, Any]]] = {
    "bands": setup_with,
    "a draft": lambda pack: {"draft": {}},
    "quick": lambda pack: {"quick": True},
}


def begun(setup: str, pack: str, content: Library, steps: int = 60, seed: int = 5) -> Session[Any]:
    session = Session.new(ASAGIRI, SETUPS[setup](pack), content, seed, packs=content.versions)
    play(session, Random(seed), steps)
    return session


def play(session: Session[Any], rng: Random, steps: int) -> None:
    """Choose and roll at random."""
    for _ in range(steps):
        pending = session.pending
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            session.choose(rng.choice(pending.options))


def changed(shop: Workshop, pack: str) -> Library:
    """Every card says something else."""
    for kind in ("character", "equipment"):
        for record in shop.records(pack, kind).values():
            shop.save(pack, kind, {**record, "zeni": 9, "name": {"en": f"New {record['name']['en']}"}})
    shop.save(pack, "skill", {**skill(pack), "element": "water"})
    shop.save(pack, "tile", {"id": f"{pack}:yard", "name": {"en": "Yard"}, "rows": ["h.b.h."] * 6})
    return shop.library()


def broken(shop: Workshop, pack: str) -> Library:
    """Its files are no JSON any more."""
    for file in (shop.root / pack).rglob("*/*.json"):
        file.write_text("{")
    shop.refresh()
    return shop.library()


def gone(shop: Workshop, pack: str) -> Library:
    shop.remove(pack)
    return shop.library()


def elsewhere(shop: Workshop, pack: str) -> Library:
    """A machine where nobody has heard of it."""
    return Library.shipped()


def joined(shop: Workshop, pack: str) -> Library:
    """Another pack before it, with as many cards."""
    shutil.copytree(shop.root / pack, shop.root / "another")
    for file in (shop.root / "another").rglob("*.json"):
        file.write_text(file.read_text().replace(pack, "another"))
    shop.refresh()
    shop.set_order(["another", pack])
    assert "another" in shop.library().versions
    return shop.library()


CHANGES = [changed, broken, gone, elsewhere, joined]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_stored_game_opens_and_goes_on_as_if_nothing_had_happened(
    opens: Opens, shop: Workshop, mine: str, setup: str, change: Callable[[Workshop, str], Library]
) -> None:
    session = begun(setup, mine, shop.library())
    with_it = opens().create(session, "Game")
    play(session, Random(1), 10)
    content = change(shop, mine)
    again = opens().open(with_it.id, SYSTEMS.get, content)
    assert again.diverged is None
    assert again.steps == session.steps
    for cursor in range(session.cursor + 1):
        assert again.state_at(cursor) == session.state_at(cursor)
    assert again.pending == session.pending
    assert again.save() == session.save(), "and is kept with the same cards"
    again.undo(5)
    again.redo(2)
    session.attach(None)
    session.jump(again.cursor)
    play(again, Random(2), 60)
    play(session, Random(2), 60)
    assert again.state == session.state


@pytest.mark.parametrize("setup", SETUPS)
def test_a_game_in_a_file_is_played_where_nobody_knows_the_pack(
    tmp_path: Path, opens: Opens, shop: Workshop, mine: str, setup: str
) -> None:
    session, repository = begun(setup, mine, shop.library()), opens()
    file = tmp_path / "game.okko.json"
    repository.export_game(repository.create(session, "Game").id, file)
    file.write_text(json.dumps(json.loads(file.read_text()), sort_keys=True))
    friend = opens(tmp_path / "friend.db")
    taken = friend.open(friend.take_game(file, SYSTEMS.get, Library.shipped())[0].id, SYSTEMS.get, Library.shipped())
    assert taken.state == session.state
    play(taken, Random(3), 30)
    play(session, Random(3), 30)
    assert taken.state == session.state


def test_a_game_names_the_packs_it_has_cards_of_and_their_versions(opens: Opens, shop: Workshop, mine: str) -> None:
    other = shop.create("Other")
    shop.save(other, "character", hero(other))
    shop.describe(mine, version="1.2.3")
    repository = opens()
    info = repository.create(begun("bands", mine, shop.library()), "Game")
    shop.describe(mine, version="2.0.0")
    assert repository.record(info.id)[0].packs == {mine: "1.2.3"}
    house = {"house": Library.shipped().versions["house"]}
    assert begun("a draft", mine, shop.library(), 0).save().packs == {**house, mine: "2.0.0", other: "1.0.0"}


def test_who_may_be_summoned_is_carried_too(shop: Workshop, mine: str) -> None:
    """The skill names a card that is in no band."""
    setup = setup_with(mine)
    setup["bands"]["B"] = [{"card": f"{mine}:caller"}]
    carried = Session.new(ASAGIRI, setup, shop.library(), 1).save().cards
    assert f"{mine}:shade" in carried["character"]
    assert set(carried) == {"character", "equipment", "skill", "tile"}
    assert set(carried["character"]) == {f"{mine}:{name}" for name in ("hero", "caller", "shade")}


def test_an_edited_pack_changes_the_next_game(shop: Workshop, mine: str) -> None:
    before = begun("bands", mine, shop.library(), 0).state
    shop.save(mine, "character", hero(mine, vigilant={**STATS, "attack": 9}))
    after = begun("bands", mine, shop.library(), 0).state
    assert before != after


def test_cards_edited_while_a_game_is_open_do_not_reach_into_it(opens: Opens, shop: Workshop, mine: str) -> None:
    session = begun("bands", mine, shop.library())
    info = opens().create(session, "Game")
    changed(shop, mine)
    play(session, Random(4), 40)
    assert opens().open(info.id, SYSTEMS.get, shop.library()).state == session.state


def test_a_pack_exported_and_installed_gives_the_same_game(tmp_path: Path, shop: Workshop, mine: str) -> None:
    shop.export(mine, tmp_path / "mine.okko-pack")
    friend = Workshop(tmp_path / "friend", KINDS, Library.shipped())
    friend.install(tmp_path / "mine.okko-pack")
    assert begun("bands", mine, friend.library()).save() == begun("bands", mine, shop.library()).save()
