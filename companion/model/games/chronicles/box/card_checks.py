"""What is wrong with a card, a sheet, a token, a track or a tile taken alone (§28)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.words import Message, say
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.fitting import LASTING, SORTS, condition_problem, condition_problems

TILE_SIDE = 12
"""The longest side of a tile, in cells."""
COLUMNS = 8
"""Of a track (TRK-1)."""
ZONES = frozenset("abcdefghijklmnopqrstuvwxyz.")
SPACES = frozenset("oigGdDwx")


def die(record: r.DieRecord) -> Iterator[Problem]:
    """CMP-3; a test adds up numbers, so its die shows no KI."""
    yield from empty("/faces", record.faces)
    yield from twice("/faces", record.faces)
    if len(record.weights) != len(record.faces):
        yield Problem("/weights", say("Each face has one weight: {faces} faces, {weights} weights.",
                                      faces=len(record.faces), weights=len(record.weights)))  # fmt: skip
    if record.use == "test" and "ki" in record.faces:
        yield Problem("/faces", say("A test die has no KI."))


def hero(record: r.Hero) -> Iterator[Problem]:
    """FIG-1."""
    if record.follower is not None and record.kami:
        yield Problem("/kami", say("A hero has a follower or Kami, not both."))


def action(record: r.ActionCard) -> Iterator[Problem]:
    """CRD-1, CRD-7."""
    if record.hero is None and record.pile is None:
        yield Problem("/hero", say("An action card belongs to a hero or to an experience pile."))
    if record.technique is None and record.talent is None:
        yield Problem("", say("An action card has a technique, a talent or both."))
    yield from _technique(record.technique, "actions", say("The technique of a hero does not change actions."))
    if record.weakness and (record.technique is not None or record.talent is None):
        yield Problem("/weakness", say("A weakness has a talent and no technique."))
    talent = record.talent
    if talent is None:
        return
    if (talent.type == "weakness") != record.weakness:
        yield Problem("/talent/type", say("The talent of a weakness is a weakness, and no other talent is."))
    yield from empty("/talent/effects", talent.effects)


def _technique(technique: r.Technique | None, without: str, why: Message) -> Iterator[Problem]:
    if technique is None:
        return
    if getattr(technique, without):
        yield Problem(f"/technique/{without}", why)
    if technique == r.Technique():
        yield Problem("/technique", say("This changes nothing."))


def sheet(record: r.Sheet) -> Iterator[Problem]:
    """FIG-2."""
    if record.rank == "demon" and record.group != "creature":
        yield Problem("/group", say("A major demon is a creature."))
    if record.rank != "minion" and record.figures != 1:
        yield Problem("/figures", say("Only minions are several figures."))
    for n, trait in enumerate(record.traits):
        if trait in SORTS or ":" in trait:
            yield Problem(f"/traits/{n}", say("“{word}” has a meaning of its own and is no trait.", word=trait))
    yield from twice("/traits", record.traits)


def object_card(record: r.ObjectCard) -> Iterator[Problem]:
    """OBJ-2, OBJ-11."""
    yield from twice("/classes", record.classes)


def wound(record: r.Wound) -> Iterator[Problem]:
    """WND-1."""
    yield from _technique(record.technique, "actions", say("A wound does not change actions."))
    if record.technique is None and not record.effects:
        yield Problem("", say("A wound needs modifiers or effects."))


def event(record: r.EventCard) -> Iterator[Problem]:
    """EVT-1; figures of the Oni have no Mental (FIG-1)."""
    if record.technique.mental:
        yield Problem("/technique/mental", say("Figures of the Oni have no Mental."))
    yield from empty("/effects", record.effects)


def host(record: r.Host) -> Iterator[Problem]:
    """INV-7, INV-9."""
    yield from empty("/effects", record.effects)
    if record.can_follow is not None:
        if record.background == "black":
            yield Problem("/can_follow", say("A black host goes to the Oni and follows nobody."))
        yield from goals(record.can_follow.missions, "/can_follow/missions", owner=True)


def nature(record: r.Nature) -> Iterator[Problem]:
    """ACC-4."""
    yield from empty("/malus", record.malus)


def surprise(record: r.Surprise) -> Iterator[Problem]:
    """INV-6."""
    yield from empty("/effects", record.effects)


def follower(record: r.Follower) -> Iterator[Problem]:
    """FOL: its hero picks one of two versions."""
    if len(record.versions) != 2:
        yield Problem("/versions", say("A follower has two versions."))
    yield from goals(record.missions, "/missions", owner=True)


def token(record: r.Token) -> Iterator[Problem]:
    """INV-1, INV-4, OBJ-8."""
    front, back = record.front, record.back
    if not front.cards:
        yield Problem("/front/cards", say("At least one card must be drawn."))
    if front.keep:
        yield Problem("/front/keep", say("How many objects may be kept is said on the back of a chest."))
    if record.type == "host":
        if record.host is None:
            yield Problem("/host", say("A host token belongs to a host."))
        if back is not None:
            yield Problem("/back", say("A host token is tested once: it has no second difficulty."))
        return
    if record.host is not None:
        yield Problem("/host", say("Only a host token belongs to a host."))
    if record.type == "chest":
        if back is None or not 0 < back.keep <= front.cards:
            yield Problem("/back/keep", say("Of the objects drawn, at least one and at most all may be kept."))
        if back is not None and (back.difficulty or back.cards):
            yield Problem("/back", say("The back of a chest only says how many objects may be kept."))
    elif back is None or not back.cards:
        yield Problem("/back/cards", say("This token is tested again: its back has a difficulty and cards."))
    elif back.keep:
        yield Problem("/back/keep", say("Only a chest says how many objects may be kept."))


def track(record: r.Track) -> Iterator[Problem]:
    """TRK-1, TRK-3."""
    if len(record.columns) != COLUMNS:
        yield Problem("/columns", say("A track has {count} columns.", count=COLUMNS))
    every = [upgrade.id for column in record.columns for upgrade in (*column.guards, *column.creatures)]
    for kind in ("guards", "creatures"):
        rows: list[tuple[r.Upgrade, ...]] = [getattr(column, kind) for column in record.columns]
        for n, row in enumerate(rows):
            onward = next((later for later in rows[n + 1 :] if later), ())
            for k, upgrade in enumerate(row):
                at = f"/columns/{n}/{kind}/{k}"
                if every.count(upgrade.id) > 1:
                    yield Problem(f"{at}/id", say("This appears twice."))
                if upgrade.place in [other.place for other in row[:k]]:
                    yield Problem(f"{at}/place", say("Another upgrade of this column has this place."))
                for m, id in enumerate(upgrade.next):
                    if id not in [later.id for later in onward]:
                        yield Problem(f"{at}/next/{m}", say("The next column of its kind has no upgrade {id}.", id=id))
                yield from twice(f"{at}/next", upgrade.next)
                yield from empty(f"{at}/effects", upgrade.effects)


def tile(record: r.Tile) -> Iterator[Problem]:
    """BRD-1 to BRD-4."""
    height, width = len(record.zones), max(map(len, record.zones), default=0)
    if not 0 < height <= TILE_SIDE or not 0 < width <= TILE_SIDE:
        yield Problem("/zones", say("A tile has 1 to {most} rows and columns.", most=TILE_SIDE))
        return
    if len(record.spaces) != height:
        yield Problem("/spaces", say("Zones and spaces need equally many rows."))
    for name, rows, letters in (("zones", record.zones, ZONES), ("spaces", record.spaces, SPACES)):
        for n, row in enumerate(rows):
            if len(row) != width:
                yield Problem(f"/{name}/{n}", say("This row is {count} long, the longest {width}.",
                                                  count=len(row), width=width))  # fmt: skip
            for letter in sorted(set(row) - letters):
                yield Problem(f"/{name}/{n}", say("The letter “{letter}” means nothing here.", letter=letter))
    for n, (zones, spaces) in enumerate(zip(record.zones, record.spaces, strict=False)):
        if any(zone == "." and space != "x" for zone, space in zip(zones, spaces, strict=False)):
            yield Problem(f"/spaces/{n}", say("A cell without a zone has no space: it needs an x."))
    yield from _walls(record, width, height)
    if record.back == record.id:
        yield Problem("/back", say("A tile is not its own back."))


def _walls(record: r.Tile, width: int, height: int) -> Iterator[Problem]:
    seen: set[frozenset[r.Cell]] = set()
    for n, wall in enumerate(record.walls):
        (column, row), side = wall.at, wall.side
        other = column + (side == "E") - (side == "W"), row + (side == "S") - (side == "N")
        if column >= width or row >= height:
            yield Problem(f"/walls/{n}/at", say("This cell is not on the tile."))
        elif not (0 <= other[0] < width and 0 <= other[1] < height):
            yield Problem(f"/walls/{n}/side", say("The edge of a tile is a wall already."))
        elif frozenset((wall.at, other)) in seen:
            yield Problem(f"/walls/{n}", say("This appears twice."))
        seen.add(frozenset((wall.at, other)))


def mission(record: r.Mission) -> Iterator[Problem]:
    """MIS-1, END-4."""
    yield from empty("/heroes", record.heroes)
    yield from _contest(record)
    if record.last_turn is None:
        if not record.oni:
            yield Problem("/oni", say("The Oni needs a condition, or the mission a last turn."))
        if not LASTING & {condition.fact for condition in (*record.heroes, *record.oni)}:
            yield Problem("/last_turn", say("This mission could stay undecided for ever: name a last turn."))


def objective(record: r.Objective) -> Iterator[Problem]:
    """MIS-2."""
    yield from empty("/heroes", (*record.heroes, *record.oni))
    yield from _contest(record)


def _contest(record: r.Mission | r.Objective) -> Iterator[Problem]:
    placed = record.place is not None
    yield from condition_problems(record.heroes, "/heroes", place=placed)
    yield from condition_problems(record.oni, "/oni", place=placed)
    if record.place is None:
        return
    yield from empty("/place/spaces", record.place.spaces)
    yield from twice("/place/spaces", record.place.spaces)
    if all(condition.fact != "tests" for condition in (*record.heroes, *record.oni)):
        yield Problem("/place", say("No condition counts the tests passed at this place."))


def chapter(record: r.Chapter) -> Iterator[Problem]:
    """MEM-2."""
    if (record.role == "hero") != (record.hero is not None):
        yield Problem("/hero", say("The chapter of a hero, and no other, names its hero."))


def personal_mission(record: r.PersonalMission) -> Iterator[Problem]:
    """SET-4."""
    yield from empty("/missions", record.missions)
    yield from goals(record.missions, "/missions")


def goals(missions: tuple[r.PersonalGoal, ...], at: str, *, owner: bool = False) -> Iterator[Problem]:
    """The goals of one card: each face of the die gives one of them."""
    faces: list[r.DieFace] = []
    for n, goal in enumerate(missions):
        yield from condition_problem(goal.condition, f"{at}/{n}/condition", bearer=True, owner=owner)
        for k, face in enumerate(goal.faces):
            if face in faces:
                yield Problem(f"{at}/{n}/faces/{k}", say("This appears twice."))
            faces.append(face)


def campaign(record: r.CampaignRecord) -> Iterator[Problem]:
    """CAM-1."""
    yield from empty("/acts", record.acts)
    every = [scenario for act in record.acts for scenario in act.scenarios]
    for n, act in enumerate(record.acts):
        yield from empty(f"/acts/{n}/scenarios", act.scenarios)
    for id, branch in record.branching.items():
        at = f"/branching/{id}"
        for pointer, scenario in ((at, id), (f"{at}/blue", branch.blue), (f"{at}/red", branch.red)):
            if scenario is not None and scenario not in every:
                yield Problem(pointer, say("No act of this campaign has the scenario {id}.", id=scenario))


def faces_without(missions: Iterable[r.PersonalGoal], faces: Iterable[r.DieFace]) -> list[r.DieFace]:
    """The faces of a die that give none of these goals."""
    given = [face for goal in missions for face in goal.faces]
    return [face for face in faces if face not in given]
