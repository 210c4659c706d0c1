"""The house box of Okko Chronicles: everything that §28 and §29 of the rules page list, as they list it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from companion.model.content.library import Library
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import LANGUAGES
from companion.model.games.chronicles.board.board import Board, board_of, shape_of
from companion.model.games.chronicles.board.layout import layout_of
from companion.model.games.chronicles.board.layout_faults import astray
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.box import Box, box_of
from companion.model.games.chronicles.box.records import KIND_TYPES
from companion.model.games.chronicles.checks.scenario_check import one_sheet
from companion.model.grid import members

LIBRARY = Library.shipped()
BOX: Box = box_of(LIBRARY, ("house",))


def records() -> list[tuple[str, str, dict[str, Any]]]:
    return [(kind, id, record) for kind in KIND_TYPES for id, record in LIBRARY.every(kind)]


def test_cmp_1_the_box_is_whole() -> None:
    assert len(BOX.heroes) == 4 and len(BOX.sheets) == 6 + 4 and len(BOX.natures) == 4
    assert Counter(card.hero for card in BOX.actions.values()) == dict.fromkeys(BOX.heroes, 8)
    assert sum(card.copies for card in BOX.objects.values()) == 32
    assert sum(card.copies for card in BOX.wounds.values()) == 16
    assert sum(card.copies for card in BOX.events.values()) == 26
    assert len(BOX.natures) + len(BOX.surprises) + len(BOX.hosts) == 4 + 5 + 10 == 19
    assert Counter(kind for token in BOX.tokens.values() for kind in [token.type] * token.copies) == {
        "host": 10, "scroll": 5, "clue": 6, "chest": 6,
    }  # fmt: skip
    assert len(BOX.followers) == 3 and all(len(card.versions) == 2 for card in BOX.followers.values())
    assert Counter(card.element for card in BOX.kami.values()) == dict.fromkeys(("water", "fire", "air", "earth"), 2)
    assert len(BOX.personal) == 4 and len(BOX.tracks) == 1
    assert all(len(card.missions) == 3 for card in BOX.personal.values())
    assert sum(card.copies for card in BOX.trials.values()) == 12


def test_cmp_3_the_dice_have_the_faces_of_the_page() -> None:
    faces = {use: list(zip(die.faces, die.weights, strict=True)) for use, die in BOX.dice.items()}
    assert faces == {
        "combat": [(0, 2), (1, 2), (2, 1), ("ki", 1)],
        "action": [(0, 1), (1, 2), (2, 2), ("ki", 1)],
        "test": [(0, 3), (1, 3), (2, 2)],
    }


def test_everything_is_called_something_in_every_language() -> None:
    for _, id, record in records():
        assert set(record["names"]) == set(LANGUAGES), id
        assert all(word == word.strip() and "'" not in word for word in record["names"].values()), id


# the tables of §28, number by number ----------------------------------------------------------------------------------

HEROES = """
okko samurai 2 3 4 3 4 2 katana
noburo ronin 2 4 4 2 4 2 naginata
noshin mahotsukai 2 2 3 4 3 3 scroll-of-warding scroll-of-warding
setsuka samurai 2 3 4 3 3 2 tessen shuriken
"""
ACTIONS = """
okko: A+2 attack | D+2 defense | S+1 movement | M+2 mental | A+1 D+1 coordination once | A+3 D-1 attack | \
coordination once
noburo: A+2 attack | S+1 movement | D+2 defense | S+1 A+1 movement once | A+3 M-1 attack | D+1 coordination | \
defense once
noshin: M+1 coordination once | A+1 coordination once | S+1 coordination once | D+1 coordination once | M+2 mental | \
D+2 coordination action | mental
setsuka: S+2 movement once | A+1 attack | A+2 attack | M+2 mental | S+1 D+1 movement | A+1 M+1 attack | \
coordination once
"""
SHEETS = """
ashigaru guard minion 10 1 3 3 2 1
samurai guard minion 5 1 4 4 2 1
hiroji-san guard lieutenant 1 2 5 6 2 4
ninja creature minion 5 3 3 5 2 1
yurei creature minion 5 2 2 4 2 1 undead
bakemono creature lieutenant 1 2 5 5 2 4
oni-miryoku creature demon 1 2 5 5 3 7
oni-of-the-ashes creature demon 1 2 6 5 3 9
oni-of-the-tide creature demon 1 3 4 5 3 8
oni-of-the-mirror creature demon 1 2 5 6 3 7
"""
OBJECTS = """
katana hand samurai ronin legendary
naginata two_hands samurai ronin
wakizashi hand
bo two_hands mahotsukai ninja hinin
shuriken hand
tessen hand
silver-bow two_hands samurai ronin ninja legendary
light-armour clothing
heavy-armour clothing samurai
monks-robe clothing mahotsukai
straw-sandals clothing
inro hand
lantern hand
scroll-of-warding reserve legendary
scroll-of-flames reserve mahotsukai legendary
rope-and-hook reserve
"""
WOUNDS = (
    "gashed-arm A-1 | twisted-knee S-1 | split-brow M-1 | broken-guard D-1 | deep-cut A-1 D-1 | fever M-2 | "
    "limp S-1 D-1 | shaking-hands A-2"
)
EVENTS = (
    "panic S+1 | dark-influence D+1 | mighty-blows A+1 | lost-object A+1 | secret-passage S+1 | iron-discipline D+2 | "
    "venom A+1 | shackles-of-mist D+1 | whispers A+2 | blood-rite X+1 | sudden-guard S+1 A+1 | "
    "creeping-stain A+1 D+1 | thick-fog D+1"
)
HOSTS = (
    "daimyo grey 5/2 | lady-of-the-veils grey 5/2 | courtesan grey 4/1 | servant grey 3/1 2 1 3 2 2 | "
    "captain black 4/2 | master-of-tea grey 3/1 | court-astrologer black 4/2 | young-heir grey 3/1 2 2 3 2 2 | "
    "armourer black 4/1 | poet grey 4/1"
)
COMPANIONS = """
tikku mahotsukai 2 1 3 2 3
kubbans-page samurai 2 2 3 2 3
ferryman hinin 3 1 3 2 2
water-a water 2 2 4 2 3
water-b water 2 2 4 2 3
fire-a fire 2 4 3 2 2
fire-b fire 2 4 3 2 2
air-a air 3 2 5 2 2
air-b air 3 2 5 2 2
earth-a earth 1 3 6 2 4
earth-b earth 1 3 6 2 4
"""
TOKENS = (
    "clue 3/1 4/1 x3 | clue 4/2 5/1 x2 | clue 2/1 3/1 x1 | scroll 4/1 5/2 x2 | scroll 5/2 5/1 x2 | scroll 3/1 4/1 x1 | "
    "chest 4/5 keep3 x1 | chest 3/3 keep2 x2 | chest 2/2 keep1 x2 | chest 4/4 keep2 x1"
)
CHAPTERS = """
demon-slain slain 4 large | demon-escaped escaped 4 large | unmasked unmasked 3 large | first-accusation first 1
second-accusation second 1 | last-accusation last 2 large | alert alert 1 | the-well 3 large both | the-lamp-list 1 both
okko-fate hero 1 both | noburo-fate hero 1 both | noshin-fate hero 1 both | setsuka-fate hero 1 both
faithful-companion follower 1
"""
LATER = {"the-silver-bell", "the-silent-bell"}
"""Of scenarios that the page does not have."""
TRIALS = (
    "weakened up down | reinforced-doors middle middle | call-to-arms down up | out-of-the-mist up middle | "
    "rage down down | evil-eye middle up"
)
LETTERS = {"S": "speed", "A": "attack", "D": "defense", "M": "mental", "X": "actions"}


def lines(table: str) -> list[str]:
    return sorted(" ".join(row.split()) for part in table.strip().split("\n") for row in part.split("|"))


def rows(*made: list[object]) -> list[str]:
    return sorted(" ".join(str(part) for part in row if part not in (None, "", False)) for row in made)


def short(id: str) -> str:
    return id.partition(":")[2]


def modifiers(technique: r.Technique | None) -> str:
    values = msgspec.structs.asdict(technique) if technique is not None else {}
    return " ".join(f"{letter}{values[name]:+d}" for letter, name in LETTERS.items() if values.get(name))


def numbers(card: r.Sheet | r.Companion | r.Follower | r.Kami) -> list[object]:
    return [card.speed, card.attack, card.defense, card.actions, card.health]


def test_heroes_have_the_numbers_of_the_page() -> None:
    assert lines(HEROES) == rows(*(
        [short(h.id), h.class_, h.speed, h.attack, h.defense, h.mental, h.health, h.reserve, *map(short, h.base)]
        for h in BOX.heroes.values()
    ))  # fmt: skip
    assert {short(hero.id) for hero in BOX.heroes.values() if hero.kami} == {"noshin"}
    assert {hero.id: hero.follower for hero in BOX.heroes.values() if hero.follower} == {"house:okko": "house:tikku"}


def test_crd_1_action_cards_have_the_techniques_and_talents_of_the_page() -> None:
    for line in ACTIONS.strip().split("\n"):
        hero, _, cards = line.partition(": ")
        for n, wanted in enumerate(cards.split(" | "), 1):
            card = BOX.actions[f"house:{hero}-{n}"]
            assert card.talent is not None and not card.weakness
            cost = {"free": "", "action": "action", "action_once": "once"}[card.talent.cost]
            assert rows([modifiers(card.technique), card.talent.type, cost]) == [wanted], card.id
        weakness = BOX.actions[f"house:{hero}-8"]
        assert weakness.weakness and weakness.technique is None


def test_sheets_objects_wounds_and_events_have_the_numbers_of_the_page() -> None:
    assert lines(SHEETS) == rows(*(
        [short(s.id), s.group, s.rank, s.figures, *numbers(s), *s.traits] for s in BOX.sheets.values()
    ))  # fmt: skip
    assert lines(OBJECTS) == rows(*(
        [short(o.id), o.slot, *o.classes, o.legendary and "legendary"] for o in BOX.objects.values()
    ))  # fmt: skip
    assert lines(WOUNDS) == rows(*([short(w.id), modifiers(w.technique)] for w in BOX.wounds.values()))
    assert {wound.side for wound in BOX.wounds.values()} == {"right"}
    assert lines(EVENTS) == rows(*([short(e.id), modifiers(e.technique)] for e in BOX.events.values()))


def test_hosts_followers_and_kami_have_the_numbers_of_the_page() -> None:
    tokens = {token.host: token for token in BOX.tokens.values() if token.type == "host"}
    assert lines(HOSTS) == rows(*(
        [short(h.id), h.background, f"{tokens[h.id].front.difficulty}/{tokens[h.id].front.cards}",
         *(numbers(h.can_follow) if h.can_follow is not None else ())]
        for h in BOX.hosts.values()
    ))  # fmt: skip
    followers = [[short(f.id), f.group, *numbers(f)] for f in BOX.followers.values()]
    assert lines(COMPANIONS) == rows(
        *followers, *([short(k.id), k.element, *numbers(k)] for k in BOX.kami.values())
    )  # fmt: skip


def test_tokens_chapters_and_trials_have_the_numbers_of_the_page() -> None:
    assert lines(TOKENS) == rows(*(
        [t.type, f"{t.front.difficulty}/{t.front.cards}",
         f"keep{t.back.keep}" if t.back.keep else f"{t.back.difficulty}/{t.back.cards}", f"x{t.copies}"]
        for t in BOX.tokens.values() if t.back is not None
    ))  # fmt: skip
    assert lines(CHAPTERS) == rows(*(
        [short(c.id), c.role, c.points, c.large and "large", c.both and "both"]
        for c in BOX.chapters.values() if short(c.id) not in LATER
    ))  # fmt: skip
    assert lines(TRIALS) == rows(*([short(t.id), t.guards, t.creatures] for t in BOX.trials.values()))


def test_trk_1_the_track_is_that_of_the_page() -> None:
    track = BOX.tracks["house:track"]
    assert [column.corruption for column in track.columns] == [
        None, "plain", None, "red", None, "plain", None, "plain",
    ]  # fmt: skip
    links = [
        f"{upgrade.id}: {' '.join(upgrade.next)}".strip()
        for column in track.columns
        for upgrade in (*column.guards, *column.creatures)
    ]
    assert links == [
        "t1-middle: t3-up t3-down",
        "t2-up: t4-up t4-middle", "t2-down: t4-middle t4-down",
        "t3-up: t5-up t5-middle", "t3-down: t5-middle t5-down",
        "t4-up: t6-up", "t4-middle: t6-middle", "t4-down: t6-down",
        "t5-up: t7-up", "t5-middle: t7-middle", "t5-down: t7-down",
        "t6-up:", "t6-middle:", "t6-down:", "t7-up:", "t7-middle:", "t7-down:",
    ]  # fmt: skip
    assert (track.call.cost, track.call.minions, track.guard_tokens, track.creature_tokens) == (2, 2, 4, 3)


# the scenario of §29 --------------------------------------------------------------------------------------------------

TILES = """
gate-hall          inner-garden       archive            guardroom          long-gallery       well-court
aaabbb  oooooo     aabbbb  oooooo     aaabbb  ooooio     aaaabb  goooxo     aaabbb  oooooo     aaabbb  oooooo
aaabbb  oooxoo     aabbbb  ooooxo     aaabbb  ooxoxo     aaaabb  oooooo     aaabbb  oooooo     aaabbb  oodooo
aaabbb  oooooo     aacccc  oowwwo     aaabbb  oooooo     aaaabb  ooxooi     cccddd  oooooo     aaccbb  ooiioo
cccddd  oooooo     aacccc  oxwwwo     aaaccc  oxoooo     ccccbb  oooooo     cccddd  xoooox     ddccee  ooxxoo
cccddd  oxoooi     dddddd  oooooo     cccccc  oooooo     cccccc  oxoooo     eeefff  oooooo     dddeee  ooooDo
cccddd  oooooo     dddddd  dooooD     cccccc  oooooo     cccccc  goooGo     eeefff  oooooo     dddeee  oooooo
"""
NEIGHBOURS = """
T1.a: T1.b, T1.c · T1.b: T1.a, T1.d, T2.a · T1.c: T1.a, T1.d, T4.a · T1.d: T1.b, T1.c · T2.a: T1.b, T2.b, T2.c, T2.d
T2.b: T2.a, T2.c · T2.c: T2.a, T2.b, T2.d · T2.d: T2.a, T2.c, T3.c, T5.a · T3.a: T3.b, T3.c · T3.b: T3.a, T3.c
T3.c: T2.d, T3.a, T3.b, T6.b · T4.a: T1.c, T4.b, T4.c · T4.b: T4.a, T4.c · T4.c: T4.a, T4.b, T5.e
T5.a: T2.d, T5.b, T5.c · T5.b: T5.a, T5.d · T5.c: T5.a, T5.d, T5.e · T5.d: T5.b, T5.c, T5.f, T6.a
T5.e: T4.c, T5.c, T5.f · T5.f: T5.d, T5.e · T6.a: T5.d, T6.b, T6.c, T6.d · T6.b: T3.c, T6.a, T6.c, T6.e
T6.c: T6.a, T6.b, T6.d, T6.e · T6.d: T6.a, T6.c, T6.e · T6.e: T6.b, T6.c, T6.d
"""
WELL = BOX.scenarios["house:the-well-of-mists"]


def board_of_scenario(scenario: r.Scenario) -> Board:
    assert not list(astray(scenario.pieces, {id: shape_of(tile) for id, tile in BOX.tiles.items()}))
    return board_of(layout_of(scenario), BOX.tiles)


def neighbours(board: Board) -> dict[str, set[str]]:
    return {zone: {board.zones[n] for n in members(board.next_to[at])} for at, zone in enumerate(board.zones)}


def test_the_six_tiles_are_drawn_as_on_the_page() -> None:
    names, *drawn = TILES.strip().split("\n")
    for n, name in enumerate(names.split()):
        tile = BOX.tiles[f"house:{name}"]
        assert list(tile.zones) == [row.split()[2 * n] for row in drawn], name
        assert list(tile.spaces) == [row.split()[2 * n + 1] for row in drawn], name
    assert {short(tile.id): tile.forbidden for tile in BOX.tiles.values() if tile.forbidden} == {"archive": 3}
    assert [short(tile.id) for tile in BOX.tiles.values() if tile.mission] == ["shrine", "well-court"]


def test_the_well_of_mists_has_216_cells_202_spaces_and_25_zones() -> None:
    board = board_of_scenario(WELL)
    assert (len(board.cells), board.spaces.bit_count(), len(board.zones)) == (216, 202, 25)


def test_brd_6_neighbouring_zones_are_those_of_the_page() -> None:
    told = [part.strip().split(": ") for line in NEIGHBOURS.strip().split("\n") for part in line.split("·")]
    assert neighbours(board_of_scenario(WELL)) == {zone: set(others.split(", ")) for zone, others in told}


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_brd_2_a_tile_turned_keeps_its_neighbours(turns: int) -> None:
    def alone(turns: int) -> dict[str, set[str]]:
        lone = r.Scenario(id="house:x", names={}, pieces=(r.Piece("house:long-gallery", (1, 2), "T", turns),))
        return neighbours(board_of_scenario(lone))

    assert alone(turns) == alone(0) and alone(0)["T.a"] == {"T.b", "T.c"}


@pytest.mark.parametrize(("heroes", "counts"), [
    (1, {"ashigaru": 2, "hiroji-san": 1, "yurei": 1}),
    (2, {"ashigaru": 4, "hiroji-san": 1, "yurei": 2}),
    (3, {"ashigaru": 6, "hiroji-san": 1, "yurei": 3, "ninja": 2}),
    (4, {"ashigaru": 8, "hiroji-san": 1, "yurei": 4, "ninja": 2}),
])  # fmt: skip
def test_set_5_more_heroes_meet_more_figures(heroes: int, counts: dict[str, int]) -> None:
    assert Counter(short(figure.sheet) for figure in WELL.figures if figure.heroes <= heroes) == counts


def test_set_7_tokens_have_the_sites_of_the_page() -> None:
    assert {kind: len(getattr(WELL.sites, kind)) for kind in WELL.sites.__struct_fields__} == {
        "host": 6, "scroll": 2, "clue": 3, "chest": 2, "follower": 1,
    }  # fmt: skip
    assert WELL.sites.host == ((4, 0), (9, 4), (13, 2), (1, 7), (10, 6), (16, 11))
    assert [(short(host.host), host.at) for host in WELL.hosts] == [
        ("captain", (1, 7)), ("lady-of-the-veils", (9, 4)),
    ]  # fmt: skip


@pytest.mark.parametrize("id", sorted(BOX.scenarios))
def test_every_house_scenario_can_be_set_up_by_as_many_as_it_is_for(id: str) -> None:
    scenario = BOX.scenarios[id]
    board = board_of_scenario(scenario)
    assert scenario.story is not None and set(scenario.story) == set(LANGUAGES)
    for heroes in range(scenario.heroes.min, scenario.heroes.max + 1):
        sheets = {one.sheet for one in map(one_sheet, scenario.sheets) if one.heroes <= heroes}
        figures = [one for one in scenario.figures if one.heroes <= heroes]
        assert {one.sheet for one in figures} == sheets and len(figures) > heroes
        assert set(board.letters) & {"g", "d"}, "reinforcements come for one hero, too"


# what is printed ------------------------------------------------------------------------------------------------------

PRINTED: dict[str, tuple[str, ...]] = {
    "die combat": ("names.fr", "faces"), "die action": ("names.fr", "faces"), "die test": ("names.fr",),
    "hero okko": ("names", "attack", "base"), "hero noburo": ("names", "speed", "attack"),
    "hero noshin": ("names", "speed", "health"), "hero setsuka": ("names",),
    "action noburo-2": ("names.fr", "talent.effects"),
    "sheet ashigaru": ("names", "powers", "figures"), "sheet samurai": ("names.fr", "figures"),
    "sheet hiroji-san": ("names", "health"), "sheet ninja": ("names", "figures", "defense", "health"),
    "sheet yurei": ("names", "figures", "powers"), "sheet bakemono": ("names",),
    "sheet oni-miryoku": ("names", "powers"),
    "object katana": ("names",), "object naginata": ("names", "slot"), "object wakizashi": ("names", "slot"),
    "object light-armour": ("names.fr",), "object inro": ("names", "slot"), "object lantern": ("names.fr",),
    "event panic": ("names.fr",), "event mighty-blows": ("names.fr", "effects"), "event lost-object": ("names.fr",),
    "host daimyo": ("names", "background", "effects"), "host lady-of-the-veils": ("names.fr", "background", "effects"),
    "host courtesan": ("names",), "host servant": ("names",), "host captain": ("names",),
    "follower tikku": ("names", "group"), "token chest-4-5": ("front", "back"),
    "track track": ("names.fr", "columns.1.corruption", "columns.3.corruption", "columns.5.corruption",
                    "columns.7.corruption", "call.cost", "guard_tokens", "creature_tokens"),
    **{f"chapter {name}": ("names.fr",) for name in (
        "demon-slain", "demon-escaped", "unmasked", "first-accusation", "second-accusation", "last-accusation", "alert",
    )},
    "trial reinforced-doors": ("names.fr",),
}  # fmt: skip
"""All that the rulebook, its examples and public pages state. Whoever adds to it has the page open."""


def test_printed_is_only_what_the_page_marks_so() -> None:
    claimed = {
        f"{kind.removeprefix('chronicles_')} {short(id)}": tuple(record["provenance"])
        for kind, id, record in records()
        if record.get("provenance")
    }
    assert claimed == PRINTED
    assert {source for _, _, record in records() for source in record.get("provenance", {}).values()} == {"printed"}


def test_no_house_value_contradicts_a_printed_one() -> None:
    assert sum(BOX.dice["test"].weights) == 8 and 0 in BOX.dice["test"].faces
    assert all({0, 1, 2, "ki"} == set(BOX.dice[use].faces) for use in ("combat", "action"))
    assert BOX.heroes["house:okko"].attack == 3 and BOX.heroes["house:noburo"].attack == 4
    assert BOX.heroes["house:noshin"].health == 3 and BOX.heroes["house:noshin"].speed == 2
    assert BOX.sheets["house:hiroji-san"].health == 4 and BOX.sheets["house:hiroji-san"].defense <= 7
    assert BOX.sheets["house:ninja"].defense == 5 and BOX.sheets["house:ninja"].health == 1
    chest = BOX.tokens["house:chest-4-5"]
    assert chest.back is not None and (chest.front.difficulty, chest.front.cards, chest.back.keep) == (4, 5, 3)


def test_a_box_with_a_record_that_cannot_be_read_says_what_is_wrong() -> None:
    class Spoilt:
        def find(self, kind: str, id: str) -> Any:
            return LIBRARY.find(kind, id)

        def every(self, kind: str) -> list[tuple[str, Any]]:
            return [(id, {**record, "speed": "fast"}) for id, record in LIBRARY.every(kind)]

    with pytest.raises(InvalidInput) as wrong:
        box_of(Spoilt(), ("house",))
    assert wrong.value.path == "packs.speed"
