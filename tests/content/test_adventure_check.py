"""What is wrong with an adventure is found in its place, before anybody plays it."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from companion.model.content.check import check_pack
from companion.model.content.library import Library
from companion.model.core.words import Words
from companion.model.games.asagiri.state.record_kinds import KINDS
from tests.rules.quests import adventure, everything, hire, library, side, zone

BASE = Library.shipped()


def written(folder: Path, *records: dict[str, Any]) -> Path:
    """The pack of the rule tests with these adventures, as files."""
    pack = library(*records).packs[-1]
    manifest = {"format": "okko-pack/1", "namespace": "t", "version": "1.0.0", "name": {"en": "T"}, "license": "x",
                "languages": ["en"], "needs": ["house"]}  # fmt: skip
    files: dict[str, Any] = {"pack.json": manifest}
    folders = {"character": "characters", "tile": "tiles", "adventure": "adventures"}
    for kind, folder_name in folders.items():
        for id, record in pack.records[kind].items():
            files[f"{folder_name}/{id.partition(':')[2]}.json"] = record
    for n, card in enumerate(c for name, c in files.items() if name.startswith("characters/")):
        files[f"characters/{card['id'][2:]}.json"] = card | {"name": {"en": f"Man {n}"}}
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(data), "utf-8")
    return folder


def findings(folder: Path) -> list[tuple[str, str, str]]:
    words = Words()
    return [(f.file, f.pointer, words(f.what)) for f in check_pack(folder, KINDS, BASE)]


def sound() -> dict[str, Any]:
    """An adventure with one of each thing, without what leads to another one."""
    record = deepcopy(everything())
    del record["links"]
    return record


def changed(path: str, value: Any) -> dict[str, Any]:
    """The sound adventure with one value replaced or added."""
    record = sound()
    *way, last = path.split("/")[1:]
    at: Any = record
    for part in way:
        at = at[int(part)] if isinstance(at, list) else at[part]
    at[int(last) if isinstance(at, list) else last] = value
    return record


WON = [{"fact": "won", "words": {"en": "W"}, "when": {"type": "won", "side": "one"}}]


def test_the_sound_adventure_has_no_problem(tmp_path: Path) -> None:
    assert findings(written(tmp_path, sound())) == []


GOAL = "/sides/0/goals/0/when"


@pytest.mark.parametrize(
    ("path", "value", "at", "says"),
    [
        # types
        ("/turns", 0, "/turns", "between 1 and 60"),
        ("/odd", 1, "/odd", "unknown"),
        ("/sides", [1], "/sides", "2 values"),
        (GOAL, {"type": "dance"}, f"{GOAL}/type", "eliminate, escape"),
        (f"{GOAL}/side", "three", f"{GOAL}/side", "one, two"),
        ("/zones/0/id", "Top!", "/zones/0/id", "” does not have the right form here."),
        ("/objects/0/look", "car", "/objects/0/look", "chest"),
        # words
        ("/intro", {"fr": "Jadis."}, "/intro/en", "missing in this language"),
        ("/sides/0/name", {"fr": "Eux"}, "/sides/0/name/en", "missing in this language"),
        # names
        ("/zones/1/id", "top", "/zones/1/id", "Two things are named top"),
        ("/sides/0/deploy", "moat", "/sides/0/deploy", "no zone named moat"),
        (f"{GOAL}/zone", "moat", f"{GOAL}/zone", "no zone named moat"),
        (f"{GOAL}/object", "spoon", f"{GOAL}/object", "no object named spoon"),
        ("/caches/0/holds", "spoon", "/caches/0/holds", "no object named spoon"),
        ("/reinforcements/0/zone", "moat", "/reinforcements/0/zone", "no zone named moat"),
        ("/sides/0/goals/1/when/of/0/figure", "hare", "/sides/0/goals/1/when/of/0/figure", "no figure named hare"),
        ("/reinforcements/0/members/0/part", "hero", "/reinforcements/0/members/0/part", "Two things are named hero"),
        ("/rules/0", {"type": "begins_shaken", "figure": "hare"}, "/rules/0/figure", "no figure named hare"),
        # other records
        ("/floors/0/tiles/0/tile", "t:moat", "/floors/0/tiles/0/tile", "no tile t:moat"),
        ("/sides/0/band/fixed/0/card", "t:nobody", "/sides/0/band/fixed/0/card", "no character t:nobody"),
        ("/sides/0/band/suggested/0/card", "t:no", "/sides/0/band/suggested/0/card", "no character t:no"),
        ("/captives/0/card", "t:nobody", "/captives/0/card", "no character t:nobody"),
        # conditions
        (GOAL, {"type": "won", "side": "one"}, GOAL, "Only facts remembered afterwards can ask who won."),
        (GOAL, {"type": "escape", "side": "one", "zone": "top"}, f"{GOAL}/zone", "cannot leave"),
        (GOAL, {"type": "eliminate", "side": "two", "figure": "hero"}, f"{GOAL}/figure", "other side"),
        (
            GOAL,
            {"type": "eliminate", "side": "two", "count": 2, "zeni": 3},
            GOAL,
            "Ask for one figure, a number of figures or zeni, not several of these.",
        ),
        (GOAL, {"type": "protect"}, GOAL, "Name a figure or an object to protect, not both."),
        (GOAL, {"type": "find", "object": "scroll"}, f"{GOAL}/object", "This object has no hiding place."),
        (
            GOAL,
            {"type": "hold", "side": "one", "zone": "top", "turns": 2, "at": 3},
            f"{GOAL}/turns",
            "Give a number of turns, or the turn at whose end the zone must be held, not both.",
        ),
        (GOAL, {"type": "survive", "side": "one", "turn": 7}, f"{GOAL}/turn", "The game ends before this turn."),
        ("/sides/0/goals/1/when/least", 3, "/sides/0/goals/1/when/least", "This asks for more than there are."),
        # sides
        ("/sides/0/least", 4, "/sides/0/least", "This asks for more goals than there are."),
        ("/sides/0/deploy", None, "/sides/0/deploy", "Both sides must"),
        ("/sides/0/band", {}, "/sides/0/band", "Nobody plays"),
        ("/sides/1/band/most", 2, "/sides/1/band/most", "Without a budget"),
        ("/sides/0/band/suggested", [{"card": "t:boss"}], "/sides/0/band/suggested", "BND-1"),
        ("/sides/0/band/alignments", ["evil_creature"], "/sides/0/band/suggested", "ADV-3"),
        ("/rules/0", {"type": "locked"}, "/rules/0", "Choose who may open the doors."),
        ("/reinforcements/0/turn", 9, "/reinforcements/0/turn", "The game ends before this turn."),
        # things and the floor
        ("/objects/1/at", [0, 0, 0], "/objects/1/at", "A hidden object has no square."),
        (
            "/objects/2",
            {"id": "x", "name": {"en": "X"}, "look": "sack"},
            "/objects/2/at",
            "This object cannot be found anywhere.",
        ),
        ("/objects/0/at", [9, 9, 0], "/objects/0/at", "no square here"),
        ("/zones/0/squares/0", [0, 0, 2], "/zones/0/squares/0", "no square here"),
        ("/stairs/0/end", [1, 1, 0], "/stairs/0", "join two floors"),
        ("/captives/0/at", [3, 4, 0], "/captives/0/at", "This square is already occupied."),
        ("/floors/0/tiles/1", {"tile": "t:floor", "at": [4, 4]}, "/floors/0/tiles/1/at", "Two tiles overlap."),
        # the beginning
        (
            GOAL,
            {"type": "reach", "side": "one", "zone": "gate"},
            "/sides/0/goals",
            "This side would win before the game starts.",
        ),
    ],
)
def test_a_fault_is_found_in_its_place(tmp_path: Path, path: str, value: Any, at: str, says: str) -> None:
    record = sound()
    if path.startswith("/objects/2"):
        record["objects"].append(value)
    elif path.startswith("/floors/0/tiles/1"):
        record["floors"][0] = {"tiles": [*record["floors"][0]["tiles"], value]}
    else:
        record = changed(path, value)
    if "before the game" in says:
        record["sides"][0] |= {"goals": [{"when": value}]}
        record["sides"][0]["band"]["fixed"].append(hire((7, 7)))
    found = findings(written(tmp_path, record))
    told = [(file, where) for file, where, words in found if says in words]
    assert told[:1] == [("adventures/everything.json", at)], found


def test_an_adventure_that_nobody_can_win(tmp_path: Path) -> None:
    record = adventure(zeni_loses=False, alone_loses=False)
    assert ("adventures/test.json", "", "Nobody can win this adventure.") in findings(written(tmp_path, record))


def test_what_nobody_can_get_to_is_found(tmp_path: Path) -> None:
    """A zone and an object in a room without a door; doors are opened."""
    walls = [[[c, 3], "S"] for c in range(8)]
    far = zone("far", (0, 0))
    scroll = {"id": "scroll", "name": {"en": "Scroll"}, "look": "scroll", "at": [3, 0, 0]}
    goals = [{"type": "carry", "side": "one", "object": "scroll", "zone": "far"}]
    record = adventure(side(hire((1, 7)), goals=goals), side(hire((6, 6))), zones=[far], objects=[scroll])
    shut = record | {"floors": [{"tiles": record["floors"][0]["tiles"], "walls": walls}]}
    assert {pointer for _, pointer, words in findings(written(tmp_path / "a", shut)) if "get here" in words} == {
        "/zones/0/squares", "/objects/0/at",
    }  # fmt: skip
    door = record | {"floors": [{"tiles": record["floors"][0]["tiles"], "walls": walls[1:], "doors": walls[:1]}]}
    assert findings(written(tmp_path / "b", door)) == []


def test_sides_that_cannot_meet_and_zones_where_nobody_can_stand(tmp_path: Path) -> None:
    record = adventure(zones=[zone("rock", (0, 0)), zone("far", (7, 7))])
    walls = [[[c, 3], "S"] for c in range(8)]
    apart = record | {"floors": [{"tiles": record["floors"][0]["tiles"], "walls": walls}]}
    assert [
        at for _, at, words in findings(written(tmp_path / "a", apart)) if "The sides cannot reach each other." in words
    ] == ["/sides/1"]
    blocked = {"id": "t:floor", "name": {"en": "Floor"}, "rows": ["b......."] + ["........"] * 7}
    record["sides"][0] |= {"deploy": "rock", "band": {"fixed": [hire()]}}
    record["sides"][1] |= {"deploy": "far", "band": {"fixed": [hire()]}}
    folder = written(tmp_path / "b", record)
    (folder / "tiles" / "floor.json").write_text(json.dumps(blocked))
    assert [at for _, at, words in findings(folder) if "can stand in this zone" in words] == ["/sides/0/deploy"]


def test_a_side_where_nobody_plays_after_all(tmp_path: Path) -> None:
    """All its figures are taken away by a link, and a captive is nobody."""
    first = adventure(id="t:first", facts=WON)
    link = {"fact": "won", "origin": "t:first", "words": {"en": "If"},
            "changes": [{"type": "remove_figure", "figure": "hero"}]}  # fmt: skip
    bound = [{"part": "x", "card": "t:man", "side": "one", "at": [1, 1, 0]}]
    second = adventure(side(hire((1, 7), part="hero")), id="t:second", name={"en": "O"}, links=[link], captives=bound)
    found = findings(written(tmp_path, first, second))
    assert any(at == "/links/0" and "Nobody plays" in words for _, at, words in found), found


def test_links_ask_for_what_is_remembered_and_lead_to_no_circle(tmp_path: Path) -> None:
    first = adventure(id="t:first", facts=WON)
    link = {"fact": "won", "origin": "t:first", "words": {"en": "If"}, "changes": [{"type": "set_turns", "turns": 4}]}
    second = adventure(id="t:second", name={"en": "Other"}, links=[link])
    assert findings(written(tmp_path / "a", first, second)) == []
    lost = second | {"links": [link | {"fact": "lost"}]}
    assert [(file, at) for file, at, _ in findings(written(tmp_path / "b", first, lost))] == [
        ("adventures/second.json", "/links/0/fact")
    ]
    nowhere = second | {"links": [link | {"origin": "t:third"}]}
    assert [(file, at) for file, at, _ in findings(written(tmp_path / "c", first, nowhere))] == [
        ("adventures/second.json", "/links/0/origin")
    ]
    circle = first | {"links": [link | {"origin": "t:second"}]}
    found = findings(written(tmp_path / "d", circle, second))
    assert {at for _, at, words in found if "This refers back to" in words} == {"/links/0/origin"}


def test_what_a_link_changes_is_checked_too(tmp_path: Path) -> None:
    first = adventure(
        id="t:first", facts=[{"fact": "won", "words": {"en": "W"}, "when": {"type": "won", "side": "one"}}]
    )
    one = side(hire((1, 7), part="hero"), goals=[{"type": "protect", "figure": "hero"}, {"type": "turn", "least": 9}])
    link = {"fact": "won", "origin": "t:first", "words": {"en": "If"},
            "changes": [{"type": "remove_figure", "figure": "hero"}]}  # fmt: skip
    second = adventure(one, id="t:second", name={"en": "Other"}, links=[link])
    found = findings(written(tmp_path, first, second))
    assert any(at == "/links/0" and "no figure named hero" in words for _, at, words in found), found
