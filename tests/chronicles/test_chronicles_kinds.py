"""What the check says of a record that cannot be right: the place, and a sentence that names the fault (§27, §28)."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.model.content.check import check_pack
from companion.model.content.library import Library
from companion.model.content.record_checks import SoundRecord, look, ruled
from companion.model.core.words import Words
from companion.model.games.chronicles.box.records import KIND_TYPES
from companion.model.games.chronicles.checks.kinds import KINDS

HOUSE = Path(__file__).parents[2] / "data" / "house-chronicles"
LIBRARY = Library.shipped()
BY_ID = {kind.id: kind for kind in KINDS}
GONE = object()
say = Words()


def changed(record: Any, at: str, value: Any) -> Any:
    """A copy of a record with another value at a pointer; `GONE` takes it away, ``-`` appends."""
    made = copy.deepcopy(record)
    *way, last = at.split("/")[1:]
    inner = made
    for part in way:
        inner = inner[int(part)] if isinstance(inner, list) else inner.setdefault(part, {})
    if isinstance(inner, list):
        if last == "-":
            inner.append(value)
        else:
            inner[int(last)] = value
    elif value is GONE:
        inner.pop(last, None)
    else:
        inner[last] = value
    return made


def faults(kind: str, record: Any) -> list[tuple[str, str]]:
    """Everything that is wrong with one record of the house box, its notes included."""
    alone = look(msgspec.json.encode(record), BY_ID[kind], record["id"], None)
    found = [*alone.broken]
    if alone.value is not None:
        sound = SoundRecord(BY_ID[kind], "", record["id"], alone.value, alone.names)
        missing = [r for r in alone.names if LIBRARY.find(r.kind, r.id) is None]
        assert not missing, missing
        among = ruled(sound, LIBRARY)
        found += [*among.broken, *among.flawed]
    return [(problem.pointer, say(problem.what)) for problem in found]


def test_the_house_box_has_no_problem() -> None:
    assert [(found.file, found.pointer, say(found.what)) for found in check_pack(HOUSE, KINDS)] == []


def test_every_kind_is_checked() -> None:
    assert [kind.id for kind in KINDS] == list(KIND_TYPES)
    assert {kind.id: kind.type for kind in KINDS} == KIND_TYPES


NOBODY = "Nobody bears this card: say whom it concerns."
OWNER = "Only followers and Kami have an owner."
KINDS_NEEDED = "Say for which kinds of test."
NOTHING = "This changes nothing."
TWICE = "This appears twice."
EMPTY = "This list is empty."
STANDS = "Something stands here already."
CASES: list[tuple[str, str, str, Any, str, str]] = [
    # effects
    ("event", "panic", "/effects/0/when", "always", "/effects/0/when",
     "“always” does not fit here. Possible: event."),
    ("objective", "the-gate-bar", "/effects/0/when", "end", "/effects/0/when",
     "This happens when the objective is met: leave “when” out."),
    ("object", "inro", "/effects/0/when", GONE, "/effects/0/when", "This happens at one moment: say when it does."),
    ("object", "inro", "/effects/0/lasts", "turn", "/effects/0/lasts", "This happens at once: leave “lasts” out."),
    ("object", "katana", "/effects/0/lasts", "turn", "/effects/0/lasts",
     "This holds while the card is in play: leave “lasts” out."),
    ("object", "katana", "/effects/0/discard", True, "/effects/0/when",
     "An object is discarded at one moment: say when."),
    ("event", "panic", "/effects/0/discard", True, "/effects/0/discard",
     "Only an object can be discarded for its effect."),
    ("object", "lantern", "/effects/0/kinds", [], "/effects/0/kinds", KINDS_NEEDED),
    ("object", "katana", "/effects/0/kinds", ["chest"], "/effects/0/kinds",
     "Only “test” and “pass” are about kinds of test."),
    ("object", "monks-robe", "/effects/0/vs", ["creature"], "/effects/0/vs",
     "Only “hit” and modifiers of Attack or Defense can be against certain figures."),
    ("object", "katana", "/effects/0/n", 0, "/effects/0/n", NOTHING),
    ("event", "panic", "/effects/0/whom", {"who": ["hero"]}, "/effects/0/whom",
     "This concerns no figures: leave “whom” out."),
    ("event", "lost-object", "/effects/0/whom/who", ["guard"], "/effects/0/whom/who", "Only heroes have objects."),
    ("event", "whispers", "/effects/0/whom/who", ["hero", "hero"], "/effects/0/whom/who/1", TWICE),
    ("event", "whispers", "/effects/0/whom/who", [], "/effects/0/whom/who",
     "This list is too short or too long."),
    ("event", "whispers", "/effects/0/whom/who", ["hero:x"], "/effects/0/whom/who/0", "“hero:x” names nobody."),
    ("event", "whispers", "/effects/0/whom/who", ["owner"], "/effects/0/whom/who/0", OWNER),
    ("event", "whispers", "/effects/0/whom/who", ["target"], "/effects/0/whom/who/0",
     "Only an attack has a target: “when” must say so."),
    ("event", "whispers", "/effects/0/whom/who", ["undeed"], "/effects/0/whom/who/0",
     "No sheet of this pack has the trait “undeed”."),
    ("object", "katana", "/effects/0/whom", {"who": ["sheet"]}, "/effects/0/whom/who/0",
     "Only event and host cards know the sheet that is activated."),
    ("trial", "evil-eye", "/effects/0/whom", GONE, "/effects/0/whom/who/0", NOBODY),
    ("trial", "evil-eye", "/effects/0/whom/where", ["near"], "/effects/0/whom/where/0",
     "Nobody bears this card, so no place can be seen from there."),
    ("object", "inro", "/effects/0/whom", {"choose": 1}, "/effects/0/whom/choose", "There is nobody to choose from."),
    ("object", "scroll-of-flames", "/effects/0/whom/where", ["near"], "/effects/0/whom/one_zone",
     "“one_zone” picks one of several zones: say where they are."),
    # conditions
    ("personal_mission", "okko-mission", "/missions/0/condition/of", GONE, "/missions/0/condition/of",
     "Say who is removed."),
    ("personal_mission", "noburo-mission", "/missions/2/condition/of", {"who": ["hero"]}, "/missions/2/condition/of",
     "This fact is about nobody else: leave “of” out."),
    ("personal_mission", "setsuka-mission", "/missions/0/condition/kinds", GONE, "/missions/0/condition/kinds",
     KINDS_NEEDED),
    ("personal_mission", "setsuka-mission", "/missions/2/condition/kinds", ["chest"],
     "/missions/2/condition/kinds", "Only “passes” counts kinds of test: leave “kinds” out."),
    ("personal_mission", "okko-mission", "/missions/2/condition/count", 2, "/missions/2/condition/count",
     "This holds or it does not: leave “count” out."),
    ("personal_mission", "okko-mission", "/missions/2/condition/fact", "tests", "/missions/2/condition/fact",
     "There is no place to test at."),
    ("personal_mission", "okko-mission", "/missions/2/condition/fact", "near_owner", "/missions/2/condition/fact",
     OWNER),
    ("personal_mission", "okko-mission", "/missions/0/condition/of/choose", 1, "/missions/0/condition/of/choose",
     "Nobody chooses in a condition."),
    ("personal_mission", "okko-mission", "/missions/0/condition/at", {"zone": "a"}, "/missions/0/condition/at",
     "This counts wherever it happens: leave “at” out."),
    ("personal_mission", "okko-mission", "/missions/1/faces", [0], "/missions/1/faces/0", TWICE),
    ("personal_mission", "okko-mission", "/missions/1/faces", [], "/missions",
     "Face 1 of the combat die gives no mission."),
    ("mission", "the-well", "/oni/0/at", GONE, "/oni/0/at", "Say where."),
    ("mission", "the-well", "/oni/0/at/tile", "T6", "/oni/0/at", "Name one place: a zone, a tile or a space."),
    ("mission", "the-well", "/oni/0/look", "always", "/oni/0/look",
     "Holding a place counts at the end of a turn: “look” must say so."),
    ("mission", "the-well", "/oni/0/by", GONE, "/oni/0/by/who/0", NOBODY),
    # cards
    ("die", "combat", "/weights", [1, 2, 3], "/weights", "Each face has one weight: 4 faces, 3 weights."),
    ("die", "combat", "/faces/0", 1, "/faces/1", TWICE),
    ("die", "test", "/faces/2", "ki", "/faces", "A test die has no KI."),
    ("hero", "okko", "/kami", True, "/kami", "A hero has a follower or Kami, not both."),
    ("hero", "okko", "/base", ["house:katana"] * 5, "/base",
     "This equipment does not fit into the slots of this hero."),
    ("hero", "okko", "/mission", "house:noburo-mission", "/mission", "This personal mission is another hero's."),
    ("action", "okko-1", "/hero", GONE, "/hero", "An action card belongs to a hero or to an experience pile."),
    ("action", "okko-7", "/talent", GONE, "", "An action card has a technique, a talent or both."),
    ("action", "okko-1", "/technique/actions", 1, "/technique/actions",
     "The technique of a hero does not change actions."),
    ("action", "okko-1", "/technique", {}, "/technique", NOTHING),
    ("action", "okko-8", "/technique", {"speed": 1}, "/weakness", "A weakness has a talent and no technique."),
    ("action", "okko-8", "/talent/type", "mental", "/talent/type",
     "The talent of a weakness is a weakness, and no other talent is."),
    ("action", "okko-1", "/talent/effects", [], "/talent/effects", EMPTY),
    ("action", "okko-1", "/talent/effects/0/when", "end", "/talent/effects/0/when",
     "“end” does not fit here. Possible: always, reveal, attack, attacked, test."),
    ("action", "okko-5", "/talent/effects/0/when", "attack", "/talent/effects/0/when",
     "“attack” does not fit here. Possible: action_once."),
    ("sheet", "oni-miryoku", "/group", "guard", "/group", "A major demon is a creature."),
    ("sheet", "bakemono", "/figures", 2, "/figures", "Only minions are several figures."),
    ("sheet", "yurei", "/traits/0", "guard", "/traits/0", "“guard” has a meaning of its own and is no trait."),
    ("wound", "fever", "/technique", GONE, "", "A wound needs modifiers or effects."),
    ("event", "panic", "/technique/mental", 1, "/technique/mental", "Figures of the Oni have no Mental."),
    ("host", "servant", "/background", "black", "/can_follow", "A black host goes to the Oni and follows nobody."),
    ("nature", "tide", "/demon", "house:yurei", "/demon", "This sheet is no major demon's."),
    ("follower", "tikku", "/versions", [[]], "/versions", "A follower has two versions."),
    ("token", "host-daimyo", "/host", GONE, "/host", "A host token belongs to a host."),
    ("token", "host-daimyo", "/back", {"cards": 1}, "/back",
     "A host token is tested once: it has no second difficulty."),
    ("token", "clue-3-1", "/host", "house:daimyo", "/host", "Only a host token belongs to a host."),
    ("token", "clue-3-1", "/front/cards", 0, "/front/cards", "At least one card must be drawn."),
    ("token", "clue-3-1", "/back", GONE, "/back/cards",
     "This token is tested again: its back has a difficulty and cards."),
    ("token", "clue-3-1", "/back/keep", 1, "/back/keep", "Only a chest says how many objects may be kept."),
    ("token", "chest-4-5", "/back/keep", 6, "/back/keep",
     "Of the objects drawn, at least one and at most all may be kept."),
    ("token", "chest-4-5", "/back/difficulty", 2, "/back",
     "The back of a chest only says how many objects may be kept."),
    ("chapter", "okko-fate", "/hero", GONE, "/hero", "The chapter of a hero, and no other, names its hero."),
    # track
    ("track", "track", "/columns/-", {}, "/columns", "A track has 8 columns."),
    ("track", "track", "/columns/0/guards/0/next/0", "t5-up", "/columns/0/guards/0/next/0",
     "The next column of its kind has no upgrade t5-up."),
    ("track", "track", "/columns/2/guards/1/id", "t3-up", "/columns/2/guards/0/id", TWICE),
    ("track", "track", "/columns/2/guards/1/place", "up", "/columns/2/guards/1/place",
     "Another upgrade of this column has this place."),
    ("track", "track", "/columns/0/guards/0/next", ["t3-up"], "/columns/2/guards/1",
     "No upgrade leads here: it can never be taken."),
    ("track", "track", "/columns/0/guards/0/effects/0/whom", GONE, "/columns/0/guards/0/effects/0/whom/who/0", NOBODY),
    # tiles
    ("tile", "archive", "/zones", [], "/zones", "A tile has 1 to 12 rows and columns."),
    ("tile", "archive", "/zones", ["a" * 13], "/zones", "A tile has 1 to 12 rows and columns."),
    ("tile", "archive", "/spaces", ["oooooo"], "/spaces", "Zones and spaces need equally many rows."),
    ("tile", "archive", "/spaces/2", "ooooo", "/spaces/2", "This row is 5 long, the longest 6."),
    ("tile", "archive", "/spaces/2", "ooozoo", "/spaces/2", "The letter “z” means nothing here."),
    ("tile", "archive", "/zones/2", ".aabbb", "/spaces/2", "A cell without a zone has no space: it needs an x."),
    ("tile", "archive", "/walls/0/at", [6, 0], "/walls/0/at", "This cell is not on the tile."),
    ("tile", "archive", "/walls/0/side", "N", "/walls/0/side", "The edge of a tile is a wall already."),
    ("tile", "archive", "/walls/1", {"at": [3, 0], "side": "W"}, "/walls/1", TWICE),
    # missions
    ("mission", "the-well", "/place", GONE, "/heroes/0/fact", "There is no place to test at."),
    ("mission", "the-well", "/place/spaces/0", [0, 0], "/place/spaces/0",
     "This is no interaction space of the tile."),
    ("mission", "the-well", "/oni/0/at/zone", "z", "/oni/0/at/zone", "The tile has no zone z."),
    ("mission", "the-well", "/chapter", "house:alert", "/chapter",
     "Either camp can win this mission: its chapter needs two faces."),
    ("mission", "the-well", "/heroes/0/fact", "opens", "/place",
     "No condition counts the tests passed at this place."),
    # scenario
    ("scenario", "the-well-of-mists", "/heroes/min", 5, "/heroes/min", "This is more than “max”."),
    ("scenario", "the-well-of-mists", "/heroes/recommended", 5, "/heroes/recommended",
     "So many heroes cannot play this scenario."),
    ("scenario", "the-well-of-mists", "/pieces/1/name", "T1", "/pieces/1/name", TWICE),
    ("scenario", "the-well-of-mists", "/pieces/1/name", "T.1", "/pieces/1/name",
     "A piece needs a short name without a full stop, like T1."),
    ("scenario", "the-well-of-mists", "/pieces/1/at", [5, 0], "/pieces/1/at",
     "This piece lies on another one, or off the board."),
    ("scenario", "the-well-of-mists", "/start", ["T9.a"], "/start/0", "There is no zone T9.a on this board."),
    ("scenario", "the-well-of-mists", "/start", ["T6.c"], "/start",
     "The start zone has no room for all heroes: 4 spaces are needed."),
    ("scenario", "the-well-of-mists", "/heroes/max", 5, "/heroes/max", "At most 4 heroes can play."),
    ("scenario", "the-well-of-mists", "/doors/0/at", [4, 2], "/doors/0",
     "A door joins two pieces: here are not two."),
    ("scenario", "the-silver-bell", "/doors", [{"at": [1, 5], "side": "S"}, {"at": [5, 9], "side": "E"}], "/doors",
     "Nobody can get from the start zone to zone T2.a."),
    ("scenario", "the-well-of-mists", "/doors/1", {"at": [6, 2], "side": "W"}, "/doors/1", TWICE),
    ("scenario", "the-well-of-mists", "/sites/clue/0", [3, 1], "/sites/clue/0", "There is no space here."),
    ("scenario", "the-well-of-mists", "/sites/clue/0", [0, 6], "/sites/clue/0",
     "A token would block this reinforcement space."),
    ("scenario", "the-well-of-mists", "/sites/clue/0", [17, 1], "/sites/clue/0", STANDS),
    ("scenario", "the-well-of-mists", "/figures/0/at", [3, 4], "/figures/0/at", STANDS),
    ("scenario", "the-well-of-mists", "/figures/0/zone", "T1.a", "/figures/0/zone",
     "A space is named already: leave “zone” out."),
    ("scenario", "the-well-of-mists", "/figures/0/sheet", "house:samurai", "/figures/0/sheet",
     "This sheet is not among the sheets of the scenario."),
    ("scenario", "the-well-of-mists", "/figures/13/heroes", 2, "/figures/13/heroes",
     "Its sheet only plays with 3 heroes or more."),
    ("scenario", "the-well-of-mists", "/figures/-", {"sheet": "house:hiroji-san"}, "/sheets/1",
     "The box has only 1 figure of this sheet."),
    ("scenario", "the-well-of-mists", "/sheets/0", "house:yurei", "/sheets/2", TWICE),
    ("scenario", "the-well-of-mists", "/hosts/0/host", "house:lady-of-the-veils", "/hosts/1/host", TWICE),
    ("scenario", "the-well-of-mists", "/hosts/0/at", [9, 4], "/hosts/1/at", STANDS),
    ("scenario", "the-well-of-mists", "/sites/host", [[4, 0], [9, 4]], "/sites/host",
     "There are not enough places for hosts: 3 more needed."),
    ("scenario", "the-well-of-mists", "/investigation", False, "/hosts",
     "Without an investigation there are no hosts."),
    ("scenario", "the-well-of-mists", "/pieces/0/turns", 1, "/objectives/0", "Cell (5,4) is no interaction space."),
    ("scenario", "the-well-of-mists", "/pieces/5/tile", "house:archive", "/missions/0",
     "The tile of this mission is not on the board."),
    ("scenario", "the-well-of-mists", "/ends", [{"fact": "stands", "by": {"who": ["hero"]}, "at": {"zone": "T9.a"}}],
     "/ends/0/at", "There is no such place on this board."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "id", "at", "value", "pointer", "sentence"),
    CASES,
    ids=[f"{case[1]} {case[5]}" for case in CASES],
)
def test_a_fault_is_named_where_it_is(kind: str, id: str, at: str, value: Any, pointer: str, sentence: str) -> None:
    record = LIBRARY.find(f"chronicles_{kind}", f"house:{id}")
    assert faults(f"chronicles_{kind}", record) == []
    assert (pointer, sentence) in faults(f"chronicles_{kind}", changed(record, at, value))


def test_end_4_a_mission_that_could_stay_open_for_ever_is_refused() -> None:
    record = LIBRARY.find("chronicles_mission", "house:the-well")
    for change in ((f"/{name}", value) for name, value in {"last_turn": GONE, "place": GONE, "oni": GONE}.items()):
        record = changed(record, *change)
    record = changed(record, "/heroes", [{"fact": "opens", "by": {"who": ["hero"]}}])
    assert faults("chronicles_mission", record) == [
        ("/oni", "The Oni needs a condition, or the mission a last turn."),
        ("/last_turn", "This mission could stay undecided for ever: name a last turn."),
    ]


def test_a_campaign_goes_on_among_its_own_scenarios() -> None:
    record = {
        "id": "house:road",
        "names": {"en": "Road"},
        "acts": [{"scenarios": ["house:the-well-of-mists"]}, {"scenarios": []}],
        "branching": {"house:the-well-of-mists": {"blue": "house:elsewhere"}},
    }
    assert faults("chronicles_campaign", record) == [
        ("/acts/1/scenarios", "This list is empty."),
        ("/branching/house:the-well-of-mists/blue", "No act of this campaign has the scenario house:elsewhere."),
    ]


def test_a_hero_short_of_a_card_is_noted() -> None:
    hero = LIBRARY.find("chronicles_hero", "house:okko")
    stranger = {**hero, "id": "house:stranger", "mission": "house:okko-mission"}
    stranger.pop("mission")
    assert faults("chronicles_hero", stranger) == [
        ("", "A hero has 8 action cards, one of them a weakness; here are 0.")
    ]
