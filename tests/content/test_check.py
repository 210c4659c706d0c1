"""One broken pack for each class of fault: found once, in its file, at its pointer, in words."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.model.content.check import check_pack
from companion.model.content.collection import check_paths
from companion.model.content.kinds import MOST_BYTES
from companion.model.content.library import Library
from companion.model.core.words import Words
from companion.model.games.asagiri.state.record_kinds import KINDS

from .broken import SOUND, pack

HERO, DUO, YARD = "characters/hero.json", "bands/duo.json", "tiles/yard.json"


def findings(folder: Path, base: Library | None = None) -> list[tuple[str, str, str]]:
    words = Words()
    return [(found.file, found.pointer, words(found.what)) for found in check_pack(folder, KINDS, base)]


def test_the_sound_pack_has_no_problem(tmp_path: Path) -> None:
    assert findings(pack(tmp_path)) == []


@pytest.mark.parametrize(
    ("file", "pointer", "value", "at", "says"),
    [
        # types
        (HERO, "/zeni", "five", "/zeni", "whole number"),
        (HERO, "/zeni", 5.0, "/zeni", "whole number"),
        (HERO, "/zeni", True, "/zeni", "whole number"),
        (HERO, "/zeni", None, "/zeni", "whole number"),
        (HERO, "/zeni", -1, "/zeni", "between 0 and 30"),
        (HERO, "/vigilant/attack", 99, "/vigilant/attack", "between 0 and 12"),
        (HERO, "/vigilant", [], "/vigilant", "An object"),
        (HERO, "/traits", "unique", "/traits", "A list"),
        (HERO, "/traits", ["Very Unique"], "/traits/0", "” does not have the right form here."),
        (HERO, "/name", "Hero", "/name", "An object"),
        (HERO, "/name/fr", "", "/name/fr", "too short"),
        (HERO, "/name/fr", 3, "/name/fr", "A text"),
        (HERO, "/alignment", "good", "/alignment", "demon_hunter, evil_creature, mercenary"),
        (HERO, "/silhouette", "tank", "/silhouette", "ronin"),
        ("equipment/spear.json", "/use", "twice", "/use", "permanent, single"),
        ("skills/parry.json", "/effects/0/type", "wish", "/effects/0/type", "bonus, set, shot"),
        ("skills/parry.json", "/effects/0", "wish", "/effects/0", "An object"),
        (YARD, "/walls/0", [[0, 0]], "/walls/0", "2 values"),
        (YARD, "/walls/0/1", "N", "/walls/0/1", "E, S"),
        (YARD, "/rows", [], "/rows", "too short"),
        # unknown fields
        (HERO, "/zenis", 5, "/zenis", "unknown"),
        (HERO, "/vigilant/speed", 5, "/vigilant/speed", "unknown"),
        ("skills/parry.json", "/effects/0/range", 5, "/effects/0/range", "unknown"),
        # ids
        (HERO, "/id", "tiny:heroine", "/id", "must be tiny:hero"),
        (HERO, "/id", "other:hero", "/id", "must be tiny:hero"),
        (HERO, "/id", "Hero!", "/id", "” does not have the right form here."),
        (HERO, "/vigilant/skills/0", "tiny:riposte", "/vigilant/skills/0", "no skill tiny:riposte"),
        ("equipment/spear.json", "/skills/0", "tiny:riposte", "/skills/0", "no skill tiny:riposte"),
        (
            "equipment/spear.json",
            "/bearers",
            ["human", "tiny:nobody"],
            "/bearers/1",
            "no character tiny:nobody",
        ),
        (DUO, "/members/1/card", "tiny:nobody", "/members/1/card", "no character tiny:nobody"),
        (DUO, "/members/0/equipment", "tiny:bow", "/members/0/equipment", "no equipment tiny:bow"),
        (DUO, "/members/1/card", "house:okko", "/members/1/card", "no character house:okko"),
        ("boards/plain.json", "/tiles/2/tile", "tiny:moat", "/tiles/2/tile", "no tile tiny:moat"),
        # words
        (HERO, "/name", {"en": "Hero"}, "/name/fr", "missing in this language"),
        (HERO, "/name/de", "Heldin", "/name/de", "The pack does not list this language."),
        ("pack.json", "/name", {"fr": "Minuscule"}, "/name/en", "missing in this language"),
        # provenance
        (
            HERO,
            "/provenance",
            {"vigilant.luck": "owner"},
            "/provenance/vigilant.luck",
            "The record has no such field.",
        ),
        (HERO, "/provenance", {"zeni": "rumour"}, "/provenance/zeni", "house, owner, printed"),
        # doubles
        (HERO, "/traits", ["unique", "unique"], "/traits/1", "twice"),
        (HERO, "/vigilant/skills", ["tiny:parry", "tiny:parry"], "/vigilant/skills/1", "twice"),
        # skills: the checker of the language is asked
        ("skills/parry.json", "/effects/0/amount", 0, "/effects/0/amount", "does nothing"),
        ("skills/parry.json", "/conditions", [{"type": "by"}], "/conditions/0", "This only makes sense:"),
        (
            "skills/parry.json",
            "/effects/0",
            {"type": "summon", "card": "tiny:nobody"},
            "/effects/0/card",
            "no character tiny:nobody",
        ),
        # tiles
        (YARD, "/rows", ["...", ".h", "..."], "/rows/1", "not square"),
        (YARD, "/rows/0", "..x", "/rows/0", "” does not have the right form here."),
        (YARD, "/walls/0", [[3, 0], "E"], "/walls/0", "no such square"),
        (YARD, "/walls/0", [[-1, -1], "E"], "/walls/0", "no such square"),
        (YARD, "/walls/0", [[-1, 0], "S"], "/walls/0", "no such square"),
        (YARD, "/walls/0", [[0, -2], "S"], "/walls/0/0/1", "between -1 and 31"),
        (YARD, "/doors/0", [[0, 7], "S"], "/doors/0", "no such square"),
        (YARD, "/doors/0", [[0, 0], "E"], "/doors/0", "same place"),
        (YARD, "/walls", [[[0, 0], "E"], [[0, 0], "E"]], "/walls/1", "twice"),
        (YARD, "/drawings/0/at", [1, 9], "/drawings/0/at", "no such square"),
        (YARD, "/rows/2", " ..", "/doors/0", "leads nowhere"),
        # bands
        (DUO, "/budget", 7, "/members", "BND-1"),
        (DUO, "/members/1/card", "tiny:fiend", "/members", "BND-1"),
        (DUO, "/members", [{"card": "tiny:hero"}, {"card": "tiny:hero"}], "/members", "BND-"),
        (DUO, "/members", [{"card": "tiny:peddler"}, {"card": "tiny:peddler"}], "/members", "BND-4"),
        (DUO, "/members", [{"card": "tiny:fiend", "equipment": "tiny:spear"}], "/members", "BND-5"),
        (DUO, "/members", [], "/members", "too short"),
        # boards
        ("boards/plain.json", "/tiles/0/tile", "tiny:closet", "/tiles", "same size"),
        ("boards/plain.json", "/tiles", [{"tile": "tiny:yard"}], "/tiles", "4 values"),
        ("boards/plain.json", "/tiles/0/turns", 4, "/tiles/0/turns", "between 0 and 3"),
        # the manifest
        ("pack.json", "/format", "okko-pack/9", "/format", "okko-pack/1"),
        ("pack.json", "/version", "one", "/version", "” does not have the right form here."),
        ("pack.json", "/author", "me", "/author", "unknown"),
    ],
)
def test_a_fault_is_found_in_its_place(tmp_path: Path, file: str, pointer: str, value: Any, at: str, says: str) -> None:
    found = findings(pack(tmp_path, file, pointer, value))
    assert [(name, where) for name, where, words in found if says in words][:1] == [(file, at)], found
    assert {name for name, _, _ in found} == {file}, "one fault blames one file"


def test_a_skill_on_the_wrong_face_can_never_speak(tmp_path: Path) -> None:
    waits = [{"type": "own", "state": "shaken"}]
    found = findings(pack(tmp_path, "skills/parry.json", "/conditions", waits))
    assert [(file, where) for file, where, words in found if "other face" in words] == [(HERO, "/vigilant/skills/0")]


@pytest.mark.parametrize("field", ["id", "name", "zeni", "vigilant", "silhouette"])
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    found = findings(pack(tmp_path, HERO, f"/{field}", remove=True))
    assert (HERO, f"/{field}", "This field is missing.") in found


def test_hunters_and_creatures_never_share_a_band_BND_2(tmp_path: Path) -> None:
    files = {**SOUND[DUO], "budget": 20, "members": [{"card": "tiny:hero"}, {"card": "tiny:fiend"}]}
    assert [words[:5] for _, _, words in findings(pack(tmp_path, DUO, value=files))] == ["BND-2"]


def test_a_unique_character_once_a_band_BND_3(tmp_path: Path) -> None:
    files = {**SOUND[DUO], "budget": 20, "members": [{"card": "tiny:hero"}, {"card": "tiny:hero"}]}
    assert [words[:5] for _, _, words in findings(pack(tmp_path, DUO, value=files))] == ["BND-3"]


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    broken = {**SOUND[HERO], "zeni": "x", "silhouette": "tank", "traits": [1, "ok", 2], "more": 1}
    del broken["shaken"]
    where = {pointer for name, pointer, _ in findings(pack(tmp_path, HERO, value=broken))}
    assert where == {"/zeni", "/silhouette", "/traits/0", "/traits/2", "/more", "/shaken"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not valid JSON"),
        ("", "not valid JSON"),
        ('{"id": "tiny:hero"} x', "not valid JSON"),
        ("[" * 100_000, "too deep"),
        ('{"a":' * 40 + "1" + "}" * 40, "too deep"),
        ('"' + "x" * MOST_BYTES + '"', "too large"),
        ("[]", "An object"),
        ("null", "An object"),
        ('{"id": NaN}', "not valid JSON"),
    ],
)
def test_a_file_that_is_no_record(tmp_path: Path, text: str, says: str) -> None:
    assert any(name == HERO and says in words for name, _, words in findings(pack(tmp_path, HERO, value=text)))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    pack(tmp_path)
    (tmp_path / HERO).write_bytes(b'{"id": "\xff\xfe"}')
    assert any(name == HERO and "not valid JSON" in words for name, _, words in findings(tmp_path))


def test_a_link_out_of_the_pack_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("{}")
    folder = pack(tmp_path / "tiny")
    (folder / "skills" / "leak.json").symlink_to(tmp_path / "secret.json")
    (folder / "bands" / "duo.json").unlink()
    assert findings(folder) == [("skills/leak.json", "", "This is not a regular file.")]


def test_what_belongs_to_no_pack(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    (folder / "spells").mkdir()
    (folder / "skills" / "run.py").write_text("")
    (folder / "README.md").write_text("Welcome")
    assert [(name, words) for name, _, words in findings(folder)] == [
        ("skills/run.py", "This does not belong to any pack."),
        ("spells", "This does not belong to any pack."),
    ]


def test_a_folder_without_a_manifest_is_no_pack(tmp_path: Path) -> None:
    assert [name for name, _, _ in findings(tmp_path / "nowhere")] == ["pack.json"]
    assert [name for name, _, _ in findings(pack(tmp_path, "pack.json", value=None))] == ["pack.json"]


def test_a_pack_names_records_of_a_pack_it_needs(tmp_path: Path) -> None:
    base = Library.load(pack(tmp_path / "tiny"))
    mine = tmp_path / "mine"
    (mine / "bands").mkdir(parents=True)
    manifest = '{"format":"okko-pack/1","namespace":"mine","version":"0.1.0","name":{"en":"Mine"},"license":"own"'
    band = '{"id":"mine:one","name":{"en":"One"},"budget":5,"members":[{"card":"tiny:hero"}]}'
    (mine / "bands" / "one.json").write_text(band)
    (mine / "pack.json").write_text(manifest + ',"languages":["en"]}')
    assert [pointer for _, pointer, _ in findings(mine, base)] == ["/members/0/card"], "not without saying so"
    (mine / "pack.json").write_text(manifest + ',"languages":["en"],"needs":["tiny"]}')
    assert findings(mine, base) == []


def told(*paths: Path) -> list[str]:
    """The files in which problems are found."""
    return [found.file for found in check_paths(paths, KINDS, Library.shipped())]


def test_a_person_may_name_a_pack_a_shelf_of_packs_or_one_file(tmp_path: Path) -> None:
    good, bad = pack(tmp_path / "good"), pack(tmp_path / "bad", HERO, "/zeni", "five")
    (bad / "tiles" / "yard.json").write_text("{")
    hero, yard = str(bad / HERO), str(bad / YARD)
    assert told(bad / HERO) == [hero]
    assert told(bad) == [hero, yard]
    assert told(tmp_path) == [hero, yard, str(good / "pack.json")], "and the second of one name"
    assert told(good) == told(good / HERO) == []
    assert told(bad, good) == [hero, yard, str(good / "pack.json")]
    assert told(good / "skills") == [str(good / "skills" / "pack.json")]
    assert told(tmp_path / "none.json") == [str(tmp_path / "none.json" / "pack.json")]
    (tmp_path / "stray.json").write_text("{}")
    assert told(tmp_path / "stray.json") == [str(tmp_path / "stray.json")]


def test_a_single_use_card_that_is_never_used_is_found_BND_5(tmp_path: Path) -> None:
    always = {**SOUND["skills/parry.json"], "id": "tiny:luck", "name": {"en": "Luck", "fr": "Chance"}, "element": None}
    charm = {**SOUND["equipment/spear.json"], "id": "tiny:charm", "name": {"en": "Charm", "fr": "Charme"},
             "skills": ["tiny:luck"]}  # fmt: skip
    folder = pack(tmp_path, "skills/luck.json", value=always)
    for use, said in (("permanent", []), ("single", [("equipment/charm.json", "/skills/0")])):
        (folder / "equipment/charm.json").write_text(json.dumps({**charm, "use": use}))
        assert [found[:2] for found in findings(folder)] == said
