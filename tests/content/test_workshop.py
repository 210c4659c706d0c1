"""A pack of one's own: made, filled, mended, sent to a friend, and played with there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.model.content.check import check_pack
from companion.model.content.library import Library
from companion.model.content.workshop import AlreadyThere, Faulty, InUse, Workshop, WorkshopError
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Words
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.record_kinds import KINDS

from .broken import HOUSE_BAND, pack
from .shop import chunk, hero, jpeg, png, skill, workshop

words = Words()


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return workshop(tmp_path)


@pytest.fixture
def mine(shop: Workshop) -> str:
    return shop.create("My box")


def wrong(shop: Workshop, namespace: str) -> list[tuple[str, str, str]]:
    return [(found.file, found.pointer, words(found.what)) for found in shop.check(namespace)]


# making and filling ------------------------------------------------------------------------------------------------


def test_nothing_is_written_before_something_is_made(tmp_path: Path) -> None:
    shop = workshop(tmp_path)
    assert shop.manifests() == ()
    assert shop.library() is shop.library()
    assert shop.library().versions == Library.shipped().versions
    assert list(tmp_path.iterdir()) == []


def test_a_new_pack_is_sound_and_may_be_edited(shop: Workshop, mine: str) -> None:
    assert mine.startswith("my-box-")
    (listed,) = shop.manifests()
    assert (listed.namespace, listed.own, listed.on, listed.path) == (mine, True, True, shop.root / mine)
    assert listed.manifest is not None
    assert listed.manifest.source == "owner", "what somebody types in is from their own box"
    assert shop.check(mine) == []
    assert mine in shop.library().versions


def test_two_packs_of_one_name_have_their_own_ids(shop: Workshop) -> None:
    names = {shop.create("My box") for _ in range(20)}
    assert len(names) == 20


@pytest.mark.parametrize(
    ("name", "begins"), [("Ma boîte à œufs", "ma-boite-a-oeufs-"), ("妖怪", "pack-"), ("x" * 200, "x")]
)
def test_any_name_gives_a_namespace(shop: Workshop, name: str, begins: str) -> None:
    namespace = shop.create(name[:100])
    assert namespace.startswith(begins)
    assert len(namespace) <= 40
    assert shop.check(namespace) == []


def test_a_card_that_was_saved_is_played_with(shop: Workshop, mine: str) -> None:
    before = shop.library()
    assert shop.save(mine, "skill", skill(mine)) != [], "nobody bears it yet"
    assert (
        shop.save(mine, "character", hero(mine, vigilant={**hero(mine)["vigilant"], "skills": [f"{mine}:parry"]})) == []
    )
    assert shop.library() is not before
    assert cards.character(shop.library(), f"{mine}:hero").vigilant.skills == (f"{mine}:parry",)
    assert shop.library().source("character", f"{mine}:hero", "zeni") == "owner"
    assert check_pack(shop.root / mine, KINDS, Library.shipped()) == []


def test_the_workshop_opened_again_holds_the_same(tmp_path: Path, shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    again = workshop(tmp_path)
    assert again.manifests() == shop.manifests()
    assert again.records(mine, "character") == {f"{mine}:hero": hero(mine)}


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"zeni": "four"}, "zeni"),
        ({"vigilant": {"attack": 1}}, "vigilant.defense"),
        ({"speed": 3}, "speed"),
        ({"id": "other:hero"}, "id"),
        ({"picture": "../hero.png"}, "picture"),
    ],
)
def test_a_card_with_wrong_types_is_not_written(shop: Workshop, mine: str, fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        shop.save(mine, "character", hero(mine, **fields))
    assert refused.value.path == path
    assert shop.records(mine, "character") == {}
    assert not (shop.root / mine / "characters").exists()


def test_a_card_that_can_be_better_is_written_and_its_problems_are_told(shop: Workshop) -> None:
    mine = shop.create({"en": "Mine", "fr": "Le mien"}, ("en", "fr"))
    (found,) = shop.save(mine, "character", hero(mine))
    assert (found.file, found.pointer, found.broken) == ("characters/hero.json", "/name/fr", False)
    assert shop.library().find("character", f"{mine}:hero") is not None, "it can be played with all the same"


def test_a_card_that_cannot_be_used_takes_nothing_else_along(shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine, "friend"))
    stats = {**hero(mine)["vigilant"], "skills": [f"{mine}:unheard-of"]}
    (found,) = shop.save(mine, "character", hero(mine, vigilant=stats))
    assert (found.pointer, found.broken) == ("/vigilant/skills/0", True)
    band = {"id": f"{mine}:duo", "name": {"en": "Duo"}, "budget": 8, "members": [{"card": f"{mine}:hero"}]}
    shop.save(mine, "band", band)
    assert [id for id, _ in shop.library().every("character") if id.startswith(mine)] == [f"{mine}:friend"]
    assert shop.library().find("band", f"{mine}:duo") is None, "nor what names it"
    assert set(shop.records(mine, "character")) == {f"{mine}:hero", f"{mine}:friend"}, "to be mended, it is there"


def test_records_given_out_are_copies(shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    shop.records(mine, "character")[f"{mine}:hero"]["vigilant"]["attack"] = 11
    assert shop.records(mine, "character") == {f"{mine}:hero": hero(mine)}
    assert shop.library().find("character", f"{mine}:hero") == hero(mine)


def test_what_is_remembered_is_what_a_fresh_look_finds(tmp_path: Path, shop: Workshop, mine: str) -> None:
    """After each change, the workshop that remembers and one that has just been opened agree."""
    stats = {**hero(mine)["vigilant"], "skills": [f"{mine}:parry"]}
    band = {"id": f"{mine}:solo", "name": {"en": "Solo"}, "budget": 4, "members": [{"card": f"{mine}:hero"}]}
    other = shop.create("Other")
    theirs = {"id": f"{other}:b", "name": {"en": "B"}, "budget": 4, "members": [{"card": f"{mine}:hero"}]}
    changes = [
        lambda: shop.save(mine, "character", hero(mine, vigilant=stats)),
        lambda: shop.save(mine, "band", band),
        lambda: shop.save(other, "band", theirs),
        lambda: shop.save(mine, "skill", skill(mine)),
        lambda: shop.save(mine, "character", hero(mine, vigilant=stats, zeni=9)),
        lambda: shop.describe(mine, languages=["en", "fr"]),
        lambda: shop.save(mine, "skill", {**skill(mine), "effects": []}),
        lambda: shop.save(mine, "character", hero(mine, "twin", name={"en": "Hero", "fr": "Héros"})),
        lambda: shop.save(mine, "skill", skill(mine)),
        lambda: shop.save(mine, "character", hero(mine, zeni=3)),
        lambda: shop.switch(mine, False),
        lambda: shop.switch(mine, True),
        lambda: shop.delete(mine, "band", f"{mine}:solo"),
    ]
    for change in changes:
        change()
        fresh = workshop(tmp_path)
        for pack_ in (mine, other):
            assert shop.check(pack_) == fresh.check(pack_)
        for kind in shop.kinds:
            assert list(shop.library().every(kind)) == list(fresh.library().every(kind))


def test_saving_tells_what_it_breaks_elsewhere(shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    band = {"id": f"{mine}:solo", "name": {"en": "Solo"}, "budget": 4, "members": [{"card": f"{mine}:hero"}]}
    assert shop.save(mine, "band", band) == []
    found = shop.save(mine, "character", hero(mine, zeni=9))
    assert [(one.file, one.pointer) for one in found] == [("bands/solo.json", "/members")]


def test_packs_that_are_named_are_needed(shop: Workshop, mine: str) -> None:
    assert shop.save(mine, "band", {**HOUSE_BAND, "id": f"{mine}:hunters"}) == []
    assert shop.find(mine).manifest.needs == ("house",)
    other = shop.create("Other")
    shop.save(other, "character", hero(other))
    shop.save(
        mine, "band", {"id": f"{mine}:b", "name": {"en": "B"}, "budget": 9, "members": [{"card": f"{other}:hero"}]}
    )
    assert shop.find(mine).manifest.needs == ("house", other)
    assert shop.order() == (other, mine), "a pack comes after those it needs"
    assert wrong(shop, mine) == []
    back = {"id": f"{other}:b", "name": {"en": "B"}, "budget": 9, "members": [{"card": f"{mine}:x"}]}
    with pytest.raises(InvalidInput, match="needs this one; two packs cannot need each other"):
        shop.save(other, "band", back)


def test_ids_are_after_the_name_and_for_ever(shop: Workshop, mine: str) -> None:
    assert shop.new_id(mine, "character", {"en": "Old Fox!", "fr": "Vieux renard"}) == f"{mine}:old-fox"
    shop.save(mine, "character", hero(mine, "old-fox"))
    assert shop.new_id(mine, "character", "Old Fox") == f"{mine}:old-fox-2"
    assert shop.new_id(mine, "character", "Oldfox") == f"{mine}:oldfox-2", "people could not tell them apart"
    assert shop.new_id(mine, "skill", "Old fox") == f"{mine}:old-fox", "another kind has its own"
    shop.delete(mine, "character", f"{mine}:old-fox")
    assert shop.new_id(mine, "character", "Old Fox") == f"{mine}:old-fox-2", "old games know the first"
    assert shop.new_id(mine, "character", "Con") == f"{mine}:con-2", "no system has a device of this name"
    assert shop.new_id(mine, "character", "鬼") == f"{mine}:character"
    assert len(shop.new_id(mine, "character", "a b" * 99)) <= 80


def test_what_is_named_is_not_deleted(shop: Workshop, mine: str) -> None:
    shop.save(mine, "skill", skill(mine))
    shop.save(mine, "character", hero(mine, vigilant={**hero(mine)["vigilant"], "skills": [f"{mine}:parry"]}))
    with pytest.raises(InUse) as refused:
        shop.delete(mine, "skill", f"{mine}:parry")
    assert words(refused.value.why) == "Still used by: Hero."
    shop.delete(mine, "character", f"{mine}:hero")
    shop.delete(mine, "skill", f"{mine}:parry")
    assert shop.records(mine, "skill") == {}
    with pytest.raises(InvalidInput, match="There is no"):
        shop.delete(mine, "skill", f"{mine}:parry")


def test_a_pack_says_something_else_of_itself(shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    shop.describe(mine, name={"en": "Ours", "it": "Il nostro"}, languages=["en", "it"])
    assert [(file, at) for file, at, _ in wrong(shop, mine)] == [("characters/hero.json", "/name/it")]
    with pytest.raises(InvalidInput):
        shop.describe(mine, namespace="other")
    with pytest.raises(InvalidInput):
        shop.describe(mine, version="two")
    assert shop.find(mine).manifest.name["en"] == "Ours"


# pictures ----------------------------------------------------------------------------------------------------------


def test_a_picture_is_added_without_what_the_camera_wrote(tmp_path: Path, shop: Workshop, mine: str) -> None:
    place = b"\xff\xe1\x00\x10Exif GPS 48.85"
    (tmp_path / "Mon héros.JPG").write_bytes(jpeg(40, 60, place))
    name = shop.put_picture(mine, tmp_path / "Mon héros.JPG")
    assert name == "mon-heros.jpg"
    assert shop.picture(mine, name) == jpeg(40, 60)
    comment = chunk(b"tEXt", b"Author\0me")
    assert shop.put_picture(mine, png(3, 4, comment), "Hero") == "hero.png"
    assert shop.picture(mine, "hero.png") == png(3, 4)
    assert shop.put_picture(mine, png(3, 4), "Hero") == "hero.png", "the same once"
    assert shop.put_picture(mine, png(5, 4), "Hero") == "hero-2.png"
    assert shop.save(mine, "character", hero(mine, picture="hero.png")) == []
    assert shop.library().picture(f"{mine}:hero", "hero.png") == png(3, 4)
    assert shop.library().picture(f"{mine}:hero", "none.png") is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg/>",
        b"GIF89a",
        png(60_000, 60_000),
        png(0, 5),
        png()[:-3],
        png()[:40],
        jpeg(60_000, 60_000),
        jpeg(scans=1_000),
        jpeg()[:30],
        jpeg(2, 2, b"\xff\xc0\x00\x0b\x08\x00\x02\x00\x02\x01\x01\x11\x00"),
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n" + b"\0" * 2_000_000,
    ],
)
def test_no_picture(shop: Workshop, mine: str, data: bytes) -> None:
    with pytest.raises(InvalidInput):
        shop.put_picture(mine, data)
    assert not (shop.root / mine / "pictures").exists()
    with pytest.raises(InvalidInput):
        shop.picture(mine, "picture.png")


# to a friend -------------------------------------------------------------------------------------------------------


def test_exported_here_installed_there(tmp_path: Path, shop: Workshop, mine: str) -> None:
    shop.put_picture(mine, png(), "hero")
    shop.put_picture(mine, png(7, 7), "forgotten")
    shop.save(mine, "character", hero(mine, picture="hero.png"))
    file = tmp_path / "mine.okko-pack"
    assert shop.export(mine, file).version == "1.0.0"
    assert check_pack(file, KINDS, Library.shipped()) == []
    friend = workshop(tmp_path / "friend")
    assert friend.look(file).sound
    assert friend.install(file).namespace == mine
    assert friend.library().find("character", f"{mine}:hero") == shop.library().find("character", f"{mine}:hero")
    assert friend.picture(mine, "hero.png") == png()
    assert not (friend.root / mine / "pictures" / "forgotten.png").exists(), "no card shows it"
    assert not friend.manifests()[0].own
    with pytest.raises(InvalidInput, match="This pack cannot be edited here"):
        friend.save(mine, "character", hero(mine, zeni=1))
    friend.adopt(mine)
    assert friend.save(mine, "character", hero(mine, zeni=1)) == []


def test_the_same_pack_is_the_same_file(tmp_path: Path, shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    shop.export(mine, tmp_path / "a")
    os.utime(shop.root / mine / "characters" / "hero.json", (1, 1))
    shop.export(mine, tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_what_has_changed_is_a_later_version(tmp_path: Path, shop: Workshop, mine: str) -> None:
    file, friend = tmp_path / "mine.okko-pack", workshop(tmp_path / "friend")
    shop.save(mine, "character", hero(mine))
    assert shop.export(mine, file).version == "1.0.0"
    friend.install(file)
    shop.save(mine, "character", hero(mine, zeni=5))
    assert shop.export(mine, file).version == "1.0.1"
    assert shop.export(mine, file).version == "1.0.1"
    with pytest.raises(AlreadyThere) as asked:
        friend.install(file)
    assert (asked.value.installed.version, asked.value.offer.newer) == ("1.0.0", True)
    assert friend.records(mine, "character")[f"{mine}:hero"]["zeni"] == 4
    friend.install(file, replace=True)
    assert friend.records(mine, "character")[f"{mine}:hero"]["zeni"] == 5
    assert len(friend.manifests()) == 1
    (kept,) = (friend.root / ".old").iterdir()
    assert json.loads((kept / "characters" / "hero.json").read_text())["zeni"] == 4, "the old one is kept aside"


def test_a_pack_with_faults_is_not_installed(tmp_path: Path, shop: Workshop) -> None:
    folder = pack(tmp_path / "bad", "characters/hero.json", "/zeni", "five")
    with pytest.raises(Faulty) as refused:
        shop.install(folder)
    assert [found.pointer for found in refused.value.findings if found.broken] == ["/zeni"]
    assert shop.manifests() == ()
    assert list(shop.root.glob("*")) == []


def test_a_pack_named_as_ours_is_not_installed(tmp_path: Path, shop: Workshop) -> None:
    house = pack(tmp_path / "house", "pack.json", "/namespace", "house")
    with pytest.raises(Faulty):
        shop.install(house)
    assert shop.library().find("character", "house:okko") is not None


def test_a_pack_is_not_installed_without_those_it_needs(tmp_path: Path, shop: Workshop) -> None:
    folder = pack(tmp_path / "tiny", "pack.json", "/needs", ["absent"])
    with pytest.raises(Faulty, match="absent"):
        shop.install(folder)


def test_packs_with_faults_are_not_exported(tmp_path: Path, shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine, vigilant={**hero(mine)["vigilant"], "skills": [f"{mine}:none"]}))
    with pytest.raises(Faulty):
        shop.export(mine, tmp_path / "file")
    assert not (tmp_path / "file").exists()


def test_a_whole_box_goes_through_the_workshop_to_a_friend(tmp_path: Path, shop: Workshop) -> None:
    """Every card of the house, typed in again: saved, exported, installed, and the same."""
    house = Library.shipped()
    manifest = house.packs[0].manifest
    own = shop.create(manifest.name, manifest.languages)
    typed = {
        kind: [json.loads(json.dumps(record).replace("house:", f"{own}:")) for _, record in house.every(kind)]
        for kind in shop.kinds
    }
    assert sum(map(len, typed.values())) > 90
    for kind, records in typed.items():
        for record in records:
            shop.save(own, kind, record)
    assert shop.check(own) == [], "in the end, whatever the order was"
    assert shop.find(own).manifest.needs == ()
    shop.export(own, tmp_path / "box.okko-pack")
    friend = workshop(tmp_path / "friend")
    friend.install(tmp_path / "box.okko-pack")
    for kind, records in typed.items():
        assert friend.records(own, kind) == shop.records(own, kind)
        assert list(friend.records(own, kind)) == [record["id"] for record in records]


# the shelf ---------------------------------------------------------------------------------------------------------


def test_archives_dropped_into_the_folder_are_read(tmp_path: Path, shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    friend = workshop(tmp_path / "friend")
    friend.root.mkdir(parents=True)
    shop.export(mine, friend.root / "anything.zip")
    friend.refresh()
    assert [(one.namespace, one.own) for one in friend.manifests()] == [(mine, False)]
    assert friend.library().find("character", f"{mine}:hero") is not None
    friend.adopt(mine)
    assert friend.find(mine).path == friend.root / mine
    assert friend.save(mine, "character", hero(mine, zeni=2)) == []
    assert not (friend.root / "anything.zip").exists()


def test_a_broken_pack_is_told_and_the_others_play(shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    pack(shop.root / "bad", "pack.json", "/format", "okko-pack/9")
    (shop.root / "worse.zip").write_bytes(b"PK\5\6 nothing")
    (shop.root / "odd").mkdir()
    shop.refresh()
    assert {one.namespace: one.manifest is None for one in shop.manifests()} == {
        mine: False,
        "bad": True,
        "odd": True,
        "worse": True,
    }
    assert set(shop.library().versions) == {"house", mine}
    assert set(shop.faults()) == {"bad", "odd", "worse"}


def test_a_pack_that_calls_itself_as_ours_is_told_and_does_not_take_its_place(shop: Workshop) -> None:
    pack(shop.root / "fraud", "pack.json", "/namespace", "house")
    (shop.root / "house.zip").parent.mkdir(exist_ok=True)
    (shop.root / "house.zip").write_bytes(b"nothing")
    shop.refresh()
    assert sorted(shop.order()) == ["fraud", "house-2"]
    assert shop.library().packs == Library.shipped().packs
    assert ("pack.json", "/namespace", "Another pack is already named house.") in wrong(shop, "fraud")
    with pytest.raises(Faulty):
        shop.adopt("fraud")
    shop.remove("fraud")
    shop.remove("house-2")
    assert shop.manifests() == ()


def test_a_second_copy_of_a_pack_is_told(tmp_path: Path, shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    shop.export(mine, shop.root / "a-newer-one.okko-pack")
    shop.refresh()
    assert [one.path for one in shop.manifests()] == [shop.root / mine]
    assert wrong(shop, mine) == [("", "", "a-newer-one.okko-pack contains this pack too and is ignored.")]
    assert list(shop.faults()) == [mine]


def test_packs_are_switched_off_and_on(shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    shop.switch(mine, False)
    assert shop.library().find("character", f"{mine}:hero") is None
    assert not shop.find(mine).on
    shop.save(mine, "character", hero(mine, zeni=1))
    shop.switch(mine, True)
    assert shop.library().find("character", f"{mine}:hero") == hero(mine, zeni=1)


def test_the_order_is_kept(tmp_path: Path, shop: Workshop) -> None:
    first, second, third = (shop.create(name) for name in ("A", "B", "C"))
    shop.set_order([third, first])
    assert shop.order() == (third, first, second)
    assert workshop(tmp_path).order() == (third, first, second)
    assert list(shop.library().versions) == ["house", third, first, second]


def test_a_pack_removed_comes_back(shop: Workshop, mine: str) -> None:
    shop.save(mine, "character", hero(mine))
    shop.remove(mine)
    assert shop.manifests() == ()
    assert mine not in shop.library().versions
    shop.restore(mine)
    assert shop.records(mine, "character") == {f"{mine}:hero": hero(mine)}
    assert shop.find(mine).own
    with pytest.raises(InvalidInput, match="This pack has no backup"):
        shop.restore(mine)


def test_a_pack_that_others_need_stays(shop: Workshop, mine: str) -> None:
    other = shop.create("Other")
    shop.save(mine, "character", hero(mine))
    band = {"id": f"{other}:b", "name": {"en": "B"}, "budget": 9, "members": [{"card": f"{mine}:hero"}]}
    shop.save(other, "band", band)
    with pytest.raises(InUse, match="Still used by:"):
        shop.remove(mine)
    with pytest.raises(InUse):
        shop.delete(mine, "character", f"{mine}:hero")
    shop.remove(other)
    shop.remove(mine)


# disks -------------------------------------------------------------------------------------------------------------


def test_a_crash_in_the_middle_of_a_save_leaves_the_old_card(
    tmp_path: Path, shop: Workshop, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.save(mine, "character", hero(mine))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorkshopError) as refused:
        shop.save(mine, "character", hero(mine, zeni=9))
    assert "No space left" in words(refused.value.why)
    monkeypatch.undo()
    assert workshop(tmp_path).records(mine, "character") == {f"{mine}:hero": hero(mine)}
    assert sorted(path.name for path in (shop.root / mine / "characters").iterdir()) == ["hero.json"]


@pytest.mark.parametrize("fails_at", range(1, 6))
def test_a_crash_in_the_middle_of_an_installation_leaves_the_old_pack_or_the_new(
    tmp_path: Path, shop: Workshop, mine: str, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    file = tmp_path / "mine.okko-pack"
    shop.save(mine, "character", hero(mine))
    shop.export(mine, file)
    shop.save(mine, "character", hero(mine, zeni=9))
    calls, rename = [], Path.rename

    def failing(self: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) >= fails_at:
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    if fails_at <= 3:
        with pytest.raises(WorkshopError):
            shop.install(file, replace=True)
    else:
        shop.install(file, replace=True)
    monkeypatch.undo()
    again = workshop(tmp_path)
    zeni = again.records(mine, "character")[f"{mine}:hero"]["zeni"]
    assert zeni == (9 if fails_at < 3 else 4), "whole, whichever it is"
    assert again.check(mine) == []
    assert not list(again.root.glob(".new-*"))


def test_settings_that_are_damaged_do_not_stop_anything(tmp_path: Path, shop: Workshop, mine: str) -> None:
    (shop.root / "packs.json").write_text("{")
    again = workshop(tmp_path)
    assert [one.namespace for one in again.manifests()] == [mine]
    assert (shop.root / "packs.json.damaged").exists()
    again.adopt(mine)
    assert again.save(mine, "character", hero(mine)) == []


def test_unknown_names_are_told(tmp_path: Path, shop: Workshop, mine: str) -> None:
    for do in (
        lambda: shop.find("none"),
        lambda: shop.check("none"),
        lambda: shop.records("none", "character"),
        lambda: shop.save(mine, "dragon", {}),
        lambda: shop.save("none", "character", {}),
        lambda: shop.remove("none"),
        lambda: shop.look(tmp_path / "none.okko-pack"),
        lambda: shop.install(tmp_path),
    ):
        with pytest.raises(InvalidInput):
            do()
