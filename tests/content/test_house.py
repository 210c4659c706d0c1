"""The house box: every record sound, honest about what is printed, and fit to play with."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.model.content.check import check_pack
from companion.model.content.library import Library
from companion.model.core.words import LANGUAGES, Words
from companion.model.games.asagiri.skills.language.explain import cost, explain
from companion.model.games.asagiri.skills.language.vocabulary import TRAIT_WORDS, WINDOWS
from companion.model.games.asagiri.skills.operations import AnyEffect
from companion.model.games.asagiri.skills.record import find_skill
from companion.model.games.asagiri.state import cards, tiles
from companion.model.games.asagiri.state.board import FACINGS, board_of, members
from companion.model.games.asagiri.state.record_kinds import KINDS
from companion.resources import resources_dir

HOUSE = Path(__file__).parents[2] / "data" / "house"
LIBRARY = Library.shipped()
CHARACTERS = [cards.character(LIBRARY, id) for id, _ in LIBRARY.every("character")]
TILES = [cards.tile(LIBRARY, id) for id, _ in LIBRARY.every("tile")]
BANDS = [cards.band(LIBRARY, id) for id, _ in LIBRARY.every("band")]
BOARDS = [cards.board(LIBRARY, id) for id, _ in LIBRARY.every("board")]

NAMES = ("name.fr", "name.it")
PRINTED: dict[str, tuple[str, ...]] = {
    # people of the comic, in both rulebooks
    "house:okko": ("name", "alignment", "vigilant.defense", "vigilant.skills.0"),
    "house:noburo": ("name", "alignment"),
    "house:noshin": ("name", "alignment"),
    "house:tikku": ("name", "alignment"),
    # worked examples: the duel on the bridge, the attacks from behind, the retreat, the dice, the shots
    "house:oni-bushi": (*NAMES, "vigilant.attack"),
    "house:oni-warau": NAMES,
    "house:ninja-apprentice": (*NAMES, "vigilant.movement"),  # the example of movement, Italian
    "house:kanatta": (*NAMES, "vigilant.skills.0", "vigilant.skills.1", "vigilant.skills.2"),
    "house:fauche-le-vent": (*NAMES, "vigilant.skills.0", "vigilant.skills.1", "vigilant.skills.2"),
    "house:gueule-de-feu": (*NAMES, "vigilant.skills.0"),
    "house:veteran-hunter": (*NAMES, "element", "effects.0.amount"),
    "house:perfect-strike": (*NAMES, "element"),
    "house:code-of-honour": (*NAMES, "element", "when"),
    "house:master-at-arms": (*NAMES, "element", "when"),
    "house:companion-in-arms": (*NAMES, "element"),
    "house:mighty-blow": (*NAMES, "element"),
    "house:tetsubo": (*NAMES, "element"),
    "house:mighty-shot": ("name.fr", "effects.0.range", "effects.0.value", "effects.0.after"),
    "house:shuriken": (*NAMES, "effects.0.range"),
}
"""All that the rulebooks state about cards. Whoever adds to it has the page open. ``house:shuriken`` names a skill and
an equipment card; only the skill has a range."""


def records() -> list[tuple[str, str, dict[str, Any]]]:
    return [(kind.id, id, record) for kind in KINDS for id, record in LIBRARY.every(kind.id)]


def test_the_pack_has_no_problem() -> None:
    words = Words()
    assert [(found.file, found.pointer, words(found.what)) for found in check_pack(HOUSE, KINDS)] == []


def test_there_is_a_whole_box_to_play_with() -> None:
    counts = Counter(kind for kind, _, _ in records())
    assert counts["character"] == 20 and counts["equipment"] >= 20 and counts["tile"] >= 12
    assert Counter(card.alignment for card in CHARACTERS) == {
        "demon_hunter": 5, "evil_creature": 6, "mercenary": 9,
    }  # fmt: skip
    assert [card.alignment for card in CHARACTERS if "civilian" in card.traits] == ["mercenary", "mercenary"]
    assert {card.silhouette for card in CHARACTERS} == set(cards.SILHOUETTES)


def test_ready_bands_meet_their_equals() -> None:
    """Two pairs of equal value at least for the first game and for a whole one, and no two bands alike."""
    assert set(budgets := Counter(band.budget for band in BANDS)) == {12, 16}
    assert all(count * (count - 1) // 2 >= 2 for count in budgets.values()) and len(BANDS) >= 6
    for one, other in combinations(BANDS, 2):
        shared = Counter(m.card for m in one.members) & Counter(m.card for m in other.members)
        assert 2 * shared.total() <= min(len(one.members), len(other.members)) or one.budget != other.budget


def test_equipment_is_of_every_kind() -> None:
    gear = [cards.equipment(LIBRARY, id) for id, _ in LIBRARY.every("equipment")]
    assert {card.use for card in gear} == {"permanent", "single"}
    assert any(card.bearers for card in gear) and any(not card.bearers for card in gear)
    for card in gear:
        assert any(cards.may_bear(who, card) for who in CHARACTERS), card.id


def test_each_character_plays_in_its_own_way() -> None:
    """A few skills a face, no two faces alike, not even those of one card."""
    faces = [face.skills for card in CHARACTERS for face in (card.vigilant, card.shaken)]
    assert all(1 <= len(skills) <= 3 for skills in faces)
    assert len(set(map(frozenset, faces))) == len(faces)


def test_the_box_speaks_most_of_the_language() -> None:
    spoken: set[str] = set()
    for id, _ in LIBRARY.every("skill"):
        spoken |= find_skill(LIBRARY, id).marks
    operations = {str(type_.__struct_config__.tag) for type_ in get_args(AnyEffect)}
    assert operations - spoken == set()
    assert len(spoken & set(WINDOWS)) >= len(WINDOWS) * 3 / 4


@pytest.mark.parametrize(("kind", "id", "record"), records(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_name_is_in_every_language(kind: str, id: str, record: dict[str, Any]) -> None:
    assert set(record["name"]) == set(LANGUAGES)
    assert all(word == word.strip() and word for word in record["name"].values())


def test_printed_is_only_what_a_rulebook_states() -> None:
    for kind, id, record in records():
        claimed = {field for field, source in record.get("provenance", {}).items() if source == "printed"}
        stated = set(PRINTED.get(id, ()))
        if kind == "equipment":
            stated &= set(NAMES)
        assert claimed == stated, (kind, id)
        assert "owner" not in record.get("provenance", {}).values()


def test_stated_values_are_as_stated() -> None:
    assert cards.character(LIBRARY, "house:okko").vigilant.defense == 4
    assert cards.character(LIBRARY, "house:oni-bushi").vigilant.attack == 4
    assert cards.character(LIBRARY, "house:ninja-apprentice").vigilant.movement == 6
    shot = find_skill(LIBRARY, "house:mighty-shot").shot
    assert shot is not None and (shot.range, shot.value) == (5, 4)
    thrown = find_skill(LIBRARY, "house:shuriken").shot
    assert thrown is not None and thrown.range == 4
    elements = {"veteran-hunter": "tori", "perfect-strike": "fire", "code-of-honour": "tori", "master-at-arms": "earth",
                "companion-in-arms": None, "mighty-blow": "earth", "tetsubo": "tori"}  # fmt: skip
    assert {name: find_skill(LIBRARY, f"house:{name}").element for name in elements} == elements


def test_stats_are_of_this_world() -> None:
    for card in CHARACTERS:
        assert 1 <= card.zeni <= 6
        for face in (card.vigilant, card.shaken):
            assert all(2 <= stat <= 6 for stat in (face.attack, face.defense, face.willpower)), card.id
            assert 4 <= face.movement <= 6, card.id
        assert card.shaken.attack <= card.vigilant.attack and card.shaken.defense <= card.vigilant.defense
        assert set(card.traits) <= set(TRAIT_WORDS), card.id


def test_civilians_are_poor_fighters_BND_6() -> None:
    civilians = [card for card in CHARACTERS if "civilian" in card.traits]
    assert civilians and all(card.vigilant.attack == 2 for card in civilians)


def test_skl_1_a_skill_without_a_price_is_automatic() -> None:
    for id, _ in LIBRARY.every("skill"):
        skill = find_skill(LIBRARY, id)
        paid = skill.cost or "pay" in skill.about
        assert paid or skill.is_action or skill.shot is not None or skill.is_automatic, id


def test_every_skill_is_explained_and_borne_by_somebody() -> None:
    words = Words()
    borne = {id for card in CHARACTERS for face in (card.vigilant, card.shaken) for id in face.skills}
    borne |= {id for equipment, _ in LIBRARY.every("equipment") for id in cards.equipment(LIBRARY, equipment).skills}
    borne |= {id for kami, _ in LIBRARY.every("kami") for id in cards.kami(LIBRARY, kami).stats.skills}
    for id, _ in LIBRARY.every("skill"):
        skill = find_skill(LIBRARY, id)
        sentences = [words(sentence) for sentence in explain(skill)]
        assert len(sentences) == len(skill.effects) and all(text.endswith(".") for text in sentences)
        assert words(cost(skill)) and "{" not in "".join(sentences)
    assert borne == {id for id, _ in LIBRARY.every("skill")}


@pytest.mark.parametrize("band", BANDS, ids=lambda band: str(band.id))
def test_a_ready_band_spends_its_whole_budget(band: cards.ReadyBand) -> None:
    members_ = [
        (
            cards.character(LIBRARY, member.card),
            cards.equipment(LIBRARY, member.equipment) if member.equipment else None,
        )
        for member in band.members
    ]
    assert cards.band_refusals(members_, band.budget) == []
    assert cards.band_cost(members_) == band.budget


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: str(tile.id))
def test_a_tile_is_good_to_fight_on(tile: cards.Tile) -> None:
    assert tile.size == 8
    plan = tiles.plan(tile)
    edges = [
        plan.rows[0],
        plan.rows[-1],
        "".join(row[0] for row in plan.rows),
        "".join(row[-1] for row in plan.rows),
    ]
    for edge in edges:
        assert sum(letter in ".s" for letter in edge) >= 6, "six figures find room, and adjoining tiles connect"
    assert reached(plan) == {n for n, letter in enumerate(board_of((plan,)).terrain) if letter != "b"}
    letters = Counter("".join(plan.rows))
    assert letters["h"] + letters["a"] + letters["b"] + len(plan.walls) >= 8, "cover to fight around"
    assert letters["."] >= 36, "room to fight in"


def reached(plan: Any) -> set[int]:
    """The squares that can be walked to from the first one, doors staying closed."""
    board = board_of((plan,))
    seen, left = {0}, [0]
    while left:
        square = left.pop()
        for way in board.ways[square]:
            if way.open(0) and way.target not in seen:
                seen.add(way.target)
                left.append(way.target)
    return seen


def test_every_kind_of_terrain_a_door_and_stairs_are_somewhere() -> None:
    assert {letter for tile in TILES for row in tile.rows for letter in row} == set(".habs")
    assert any(tile.doors for tile in TILES) and any(tile.walls for tile in TILES)
    assert Counter(tile.setting for tile in TILES) == {"indoor": 6, "outdoor": 6}


def test_what_a_drawing_shows_is_what_stands_there() -> None:
    terrain = {"h": {"screen", "chest", "table", "bush", "bamboo", "offering", "barrels", "rubble"},
               "b": {"boulder", "statue", "lantern", "pillar"}, ".": {"bridge"}}  # fmt: skip
    for tile in TILES:
        for drawing in tile.drawings:
            column, row = drawing.at
            assert drawing.look in terrain[tile.rows[row][column]], (tile.id, drawing)


@pytest.mark.parametrize("ready", BOARDS, ids=lambda ready: str(ready.id))
def test_a_ready_board_is_one_connected_floor(ready: cards.ReadyBoard) -> None:
    plan = tiles.join([tiles.turned(tiles.plan(cards.tile(LIBRARY, p.tile)), p.turns) for p in ready.tiles])
    board = board_of((plan,))
    assert reached(plan) == {n for n, letter in enumerate(board.terrain) if letter != "b"}
    assert plan.doors, "a ready board has a door to open"
    assert len(FACINGS) == 4 and all(list(members(zone)) for zone in board.zones[20])


def test_every_silhouette_of_a_card_is_drawn() -> None:
    drawn = {path.stem for path in (resources_dir() / "icons" / "figures").glob("*.svg")}
    assert set(cards.SILHOUETTES) <= drawn
