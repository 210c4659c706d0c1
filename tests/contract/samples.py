"""What the contract suite plays with: for each registered system some set-ups, starting positions and corrections.

A new system adds one entry to `SAMPLES`; a test fails while it is missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll, System, choices_of
from companion.model.games import SYSTEMS as REGISTERED
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS
from companion.model.games.asagiri.table.automation import DIALS, usual
from tests.chronicles import sample as chronicles
from tests.oracle.positions import random_combat, random_position
from tests.sake.tables import position as sake_position

CONTENT = Library.shipped()
SYSTEMS: Mapping[str, System[Any]] = {**REGISTERED, CAMPAIGN.facts.id: CAMPAIGN}
"""Every system that a session drives: those of games, and campaigns."""
POSITIONS = Path(__file__).parent.parent / "perft" / "positions"

Making = Callable[[Random], Any]
"""Makes a state to start from."""


class Sample(msgspec.Struct, frozen=True):
    """A system's material."""

    id: str
    setups: tuple[Json, ...]
    starts: Mapping[str, Making]
    corrections: Callable[[Json, Random], Json]
    """A correction as JSON, fitting or not, for a position."""
    steps: int
    """How long a random game is played."""
    weights: Mapping[str, float]
    """How often random players take a kind of option against the others (1), to get somewhere."""
    reached: frozenset[str]
    """Kinds of options and events that random games must have met, so that the suite tests what it says."""
    seen: frozenset[str] = frozenset()
    """Kinds of secret answers of which all may see that one was given, not which."""


def from_setup(id: str, setup: Json) -> Making:
    """Starts from a set-up."""
    return lambda rng: SYSTEMS[id].new(setup, CONTENT)


def from_position(id: str, make: Callable[[Random], Json]) -> Making:
    """Starts from a position."""
    return lambda rng: SYSTEMS[id].decode(make(rng), CONTENT)


def stored(id: str) -> dict[str, Making]:
    """Starts from the positions of the perft suite."""
    found = {}
    for path in sorted(POSITIONS.glob("*.json")):
        position = json.loads(path.read_text("utf-8"))
        if position["system"] == id:
            found[path.stem] = from_position(id, lambda rng, position=position: position)
    return found


# blank -------------------------------------------------------------------------------------------------------------

BLANK_SETUPS: tuple[Json, ...] = (
    {},
    {"rounds": 1},
    {"rounds": 4},
    {"rounds": 2, "hands": {"A": [6, 6, 1], "B": [5, 5, 1], "C": [4, 4]}},
    {"rounds": 2, "hands": {"A": [1, 3, 5], "B": ["?", "?", "?"], "C": [6, "?"]}},
    {"camps": True},
    {"camps": True, "rounds": 3},
    {"camps": True, "rounds": 3, "hands": {seat: ["?", "?", "?"] for seat in "ABCD"}},
    {"camps": True, "hands": {"A": [1, 5], "B": ["?", "?"], "C": [6, "?"], "D": [5, 6]}},
)


def blank_correction(position: Json, rng: Random) -> Json:
    """Some cards, known or not, or points, or what lies between two camps."""
    camps, whim = "yard" in position, rng.random()
    if whim < 0.3:
        side = rng.choice(("red", "blue") if camps else "ABC")
        return {"kind": "set_score", "seat": side, "points": rng.randint(-1, 40)}
    if camps and whim < 0.5:
        omen = position["yard"]["omen"] and rng.choice(["?", rng.randint(1, 6)])
        lantern, path = rng.choice(("garden", "gate", "well")), rng.choice(("gate", "well"))
        return {"kind": "set_yard", "lantern": lantern, "path": path, "omen": omen}
    cards = sorted(rng.randint(1, 6) for _ in range(rng.randint(0, 4)))
    unknown = ["?"] * rng.choice([0, 0, 1, 3])
    return {"kind": "set_hand", "seat": rng.choice(list(position["hands"])), "cards": cards + unknown}


# asagiri -----------------------------------------------------------------------------------------------------------


def quick_setup() -> Json:
    """The quick set-up written out, its bands of the house box and its tiles."""
    from companion.model.games.asagiri.state.setup import quick

    return quick(CONTENT)


def mixed_setup(rng: Random) -> Json:
    """Any two ready bands of the house box on any ready board."""
    bands = [record for _, record in CONTENT.every("band")]
    boards = [record for _, record in CONTENT.every("board")]
    first, second = rng.choice(bands), rng.choice(bands)
    return {
        "budget": max(first["budget"], second["budget"]),
        "bands": {"A": first["members"], "B": second["members"]},
        "tiles": rng.choice(boards)["tiles"],
    }


def house_melee(rng: Random) -> Json:
    """Two ready bands, skills and equipment and all, mixed up somewhere on a ready board, dice in hand."""
    system = SYSTEMS["asagiri"]
    return _mixed_up(system.encode(system.new(mixed_setup(rng), CONTENT)), rng, rng.choice([1, 2, 5, 9]))


def honoured(rng: Random) -> Json:
    """A melee in which most figures have an honour."""
    position = house_melee(rng)
    for seat in "AB":
        for person in position["bands"][seat]["characters"]:
            if rng.random() < 0.8:
                person["honour"] = rng.choice(["experienced", "determined", "skillful", "courageous"])
            if rng.random() < 0.4:
                slow = {"type": "bonus", "to": "movement", "amount": -1, "lasts": "game"}
                person["lasting"] = [{"effect": slow, "skill": "test:slow", "source": person["id"], "left": -1}]
    return position


def archers(rng: Random) -> Json:
    """Archers, throwers of blades and civilians, near enough to shoot and to be shot; single-use equipment."""
    position = SYSTEMS["asagiri"].encode(SYSTEMS["asagiri"].new({"quick": True}, CONTENT))
    profiles = ["house:mountain-archer", "house:mountain-archer", "house:gueule-de-feu", "house:ninja", "house:tikku"]
    for seat in "AB":
        position["bands"][seat]["characters"] = [
            {"id": f"{seat.lower()}{n}", "profile": rng.choice(profiles), "equipment": "house:shuriken"}
            for n in range(1, 5)
        ]
    return _mixed_up(position, rng, rng.choice([2, 4]))


def sorcery(rng: Random) -> Json:
    """Sorcerers with tori in hand, scrolls, and a Kami or two in play."""
    position = SYSTEMS["asagiri"].encode(SYSTEMS["asagiri"].new({"quick": True}, CONTENT))
    people = {"A": ("house:mountain-yamabushi", "house:temple-guard"), "B": ("house:crow-witch", "house:restless-dead")}
    kami = rng.sample(["fire", "water", "air", "earth"], 2)
    for seat, cards in people.items():
        letter = seat.lower()
        found: list[Json] = [{"id": f"{letter}{n}", "profile": card} for n, card in enumerate(cards, 1)]
        found[0]["equipment"] = rng.choice(["house:scroll-of-ashes", "house:scroll-of-the-four-winds", None])
        if rng.random() < 0.6:
            form = "celestial" if seat == "A" else "corrupted"
            profile = f"house:kami-of-{kami[seat == 'A']}-{form}"
            found.append({"id": f"{letter}3", "profile": profile, "summoner": f"{letter}1"})
        position["bands"][seat].update(characters=found, limit=12)
    mixed = _mixed_up(position, rng, rng.choice([4, 9]))
    for seat in "AB":
        band = mixed["bands"][seat]
        for person in band["characters"]:
            if "summoner" in person:
                person["state"] = "vigilant"
                band["aside"] += person.pop("reserve", None) is not None
        band["pool"] = ["tori" if rng.random() < 0.4 else die for die in band["pool"]]
    return {**mixed, "stage": "activations"}


def _mixed_up(position: Json, rng: Random, room_each: int) -> Json:
    rows = position["board"]["rows"]
    people = [person for seat in "AB" for person in position["bands"][seat]["characters"]]
    heart = (rng.randrange(len(rows[0])), rng.randrange(len(rows)))
    room = [[c, r] for r, row in enumerate(rows) for c, letter in enumerate(row) if letter not in " b"]
    room.sort(key=lambda at: max(abs(at[0] - heart[0]), abs(at[1] - heart[1])) + rng.random() * 2)
    room = rng.sample(room[: len(people) * room_each], len(people))
    for person, at in zip(people, room, strict=True):
        person.update(at=at, facing=rng.choice("NESW"), state=rng.choice(["vigilant", "vigilant", "shaken"]))
    phase = rng.choice("AB")
    for seat in "AB":
        band = position["bands"][seat]
        dice = [rng.choice(["fire", "water", "air", "earth", "tori"]) for _ in range(band["aside"])]
        for person in rng.sample(band["characters"], min(2, len(band["characters"]), len(dice))):
            if rng.random() < 0.7:
                person["reserve"] = dice.pop()
        band.update(pool=dice, aside=0) if seat == phase else band.update(aside=len(dice))
    return position | {"phase": phase, "stage": rng.choice(["activations", "activations", "reserve", "take_back"])}


def an_adventure(rng: Random) -> Any:
    """Everything that an adventure may hold, on two floors, from the set-up or in the middle of it."""
    from tests.rules.quests import everything, library

    record = everything()
    before = {} if rng.random() < 0.5 else {"bell-rung": rng.random() < 0.5}
    return SYSTEMS["asagiri"].new({"adventure": record["id"], "before": before}, library(record))


def in_an_adventure(rng: Random) -> Json:
    """Figures, dice and things anyhow."""
    position = SYSTEMS["asagiri"].encode(an_adventure(rng))
    people = [person for seat in "AB" for person in position["bands"][seat]["characters"]]
    taken = [[4, 5, 0]]
    for person in people:
        if person["at"] is None and not person.get("away"):
            person["at"] = next(at for at in ([c, r, 0] for c in range(8) for r in range(8)) if at not in taken)
        if person["at"] is not None:
            if rng.random() < 0.7:
                floor = rng.randrange(2)
                free = [[c, r, floor] for c in range(8) for r in range(8)]
                there = [other["at"] for other in people if other is not person]
                person["at"] = rng.choice([at for at in free if at not in taken and at not in there])
            taken.append(person["at"])
        person.update(facing=rng.choice("NESW"), state=rng.choice(["vigilant", "shaken"]))
    phase = rng.choice("AB")
    for seat in "AB":
        band = position["bands"][seat]
        dice = [rng.choice(["fire", "water", "air", "earth", "tori"]) for _ in range(band["aside"])]
        band.update(pool=dice, aside=0) if seat == phase else band.update(aside=len(dice))
    return position | {"phase": phase, "stage": "activations", "turn": rng.randint(1, 4)}


def skills_in(data: Json) -> list[str]:
    """The ids of all skills that are written out anywhere in a position."""
    if isinstance(data, dict):
        own = [data["id"]] if "when" in data and "id" in data else []
        return [*own, *(id for value in data.values() for id in skills_in(value))]
    return [id for value in data for id in skills_in(value)] if isinstance(data, list) else []


def asagiri_correction(position: Json, rng: Random) -> Json:
    """Any kind of correction with plausible values."""
    several = "floors" in position
    floors = position["floors"] if several else [position["board"]]
    floor = rng.randrange(len(floors))
    rows = floors[floor]["rows"] or [" "]
    row = rng.randrange(len(rows))
    at = [rng.randrange(max(1, len(rows[row]))), row, *([floor] if several else [])]
    people = [person["id"] for seat in "AB" for person in position["bands"][seat]["characters"]] or ["a1"]
    who, band, facing = rng.choice(people), rng.choice("AB"), rng.choice("NESW")
    element = rng.choice([None, "fire", "water", "air", "earth", "tori"])

    def bearing(what: str) -> str:
        """Somebody who has it, if there is anybody."""
        have = [one["id"] for seat in "AB" for one in position["bands"][seat]["characters"] if one.get(what)]
        return rng.choice(have or people)

    acting = (position.get("active") or {"id": who})["id"]
    known = {one["id"]: one for seat in "AB" for one in position["bands"][seat]["characters"]}
    card = {"kind": "set_stat", "who": who, "state": rng.choice(["vigilant", "shaken"])}
    fight = next((frame for frame in position.get("frames") or () if frame["kind"] == "fight"), {"attacker": acting})
    spending = rng.choice([fight["attacker"], acting])
    spent = rng.choice([*position["bands"][position["phase"]]["pool"], "fire", "air"])
    paid = {"paid": [rng.choice(ELEMENTS)]} if rng.random() < 0.3 else {}
    made: list[Json] = [
        {"kind": "place", "who": who, "at": rng.choice([at, at, at, None]), "facing": facing},
        {"kind": "move", "who": acting, "at": at, "facing": facing, "points": rng.randint(0, 6)},
        {"kind": "set_points", "who": acting, "points": rng.randint(0, 9)},
        {"kind": "throw", "band": position["phase"], "faces": rng.choices(ELEMENTS, k=rng.randint(0, 5))},
        {"kind": "set_state", "who": who, "state": rng.choice(["vigilant", "shaken", "disabled"])},
        {"kind": "set_reserve", "who": who, "element": element},
        {"kind": "set_dice", "band": band, "faces": ["fire", "earth"][: rng.randint(0, 2)], "aside": rng.randint(0, 9)},
        {"kind": "set_losses", "band": band, "zeni": rng.randint(0, 20)},
        {"kind": "set_activated", "who": who, "activated": rng.random() < 0.5},
        {**card, "stat": rng.choice(["attack", "defense", "movement", "willpower"]), "value": rng.randint(0, 9)},
        {"kind": "set_phase", "turn": rng.randint(1, 5), "band": band},
        {"kind": "set_door", "at": at, "facing": facing, "closed": rng.random() < 0.7},
        {"kind": "set_opening", "at": at, "facing": facing, "opened": rng.random() < 0.7},
        {"kind": "set_equipment", "who": who, "spent": rng.random() < 0.5},
        {"kind": "clash", "who": who, "target": rng.choice(people), "skill": rng.choice([None, None, "house:bow"])},
        {"kind": "spend", "who": spending, "element": spent, "origin": rng.choice(["pool", "pool", "reserve"])},
        {"kind": "use", "who": acting, "skill": rng.choice(skills_in(known.get(acting)) or ["nothing"]), **paid},
        {"kind": "set_honour", "who": bearing("honour"), "lost": rng.random() < 0.5},
        {"kind": "set_token", "who": who, "token": rng.choice(("bleeding", "nothing")), "laid": rng.random() < 0.7},
        {"kind": "end_effect", "who": bearing("lasting"), "effect": rng.randrange(2)},
        {"kind": "set_dials", "stops": dict(sorted(rng.sample(list(some_dials(rng).items()), 3)))},
    ]
    if "adventure" in position:
        thing = rng.choice([*position["quest"]["things"], "nothing"])
        zone = rng.choice([zone["id"] for zone in position["adventure"]["zones"]])
        made += [
            {"kind": "set_thing", "thing": thing, "at": None, "who": rng.choice([who, None])},
            {"kind": "set_thing", "thing": thing, "at": rng.choice([at, None]), "who": None},
            {"kind": "set_left", "who": who, "zone": zone},
        ]
    return rng.choice(made)


def some_dials(rng: Random) -> dict[str, str]:
    """Every automatic thing, anyhow; and a rule that a table does not want to hear of."""
    return {
        **{id: rng.choice(["off", "remind", "remind", "do"]) for id in DIALS},
        "MOV-5": rng.choice(["off", "remind"]),
    }


def by_hand(make: Callable[[Random], Json]) -> Callable[[Random], Json]:
    """A position at a table that does some things itself, and wants to be asked about others."""

    def made(rng: Random) -> Json:
        stops = some_dials(rng)
        dials = {id: stop for id, stop in stops.items() if stop != usual(id)}
        return make(rng) | ({"dials": dials} if dials else {})

    return made


def contested(rng: Random) -> Json:
    """A melee for zeni, under any scenario card, now and then in its last turn."""
    scenario = rng.choice([id for id, _ in CONTENT.every("scenario")])
    turns = rng.randint(4, 8)
    contest = {"turns": turns, "scenario": scenario}
    return house_melee(rng) | {"contest": contest, "turn": turns - rng.choice([0, 0, 1, 3]), "side": rng.choice("NESW")}


ASAGIRI_STARTS: dict[str, Making] = {
    "quick": from_setup("asagiri", {"quick": True}),
    "melee": from_position("asagiri", house_melee),
    "melee-2": from_position("asagiri", house_melee),
    "honoured": from_position("asagiri", honoured),
    "archers": from_position("asagiri", archers),
    "sorcery": from_position("asagiri", sorcery),
    "contest": from_position("asagiri", contested),
    "draft": from_setup("asagiri", {"draft": {}}),
    "combat": from_position("asagiri", random_combat),
    "combat-2": from_position("asagiri", random_combat),
    "position": from_position("asagiri", random_position),
    "dials": from_position("asagiri", by_hand(house_melee)),
    "dials-2": from_position("asagiri", by_hand(archers)),
    "dials-3": from_position("asagiri", by_hand(random_combat)),
    "dials-4": from_position("asagiri", by_hand(contested)),
    "dials-5": from_position("asagiri", by_hand(sorcery)),
    "dials-6": from_position("asagiri", by_hand(in_an_adventure)),
    "adventure": an_adventure,
    "adventure-2": from_position("asagiri", in_an_adventure),
    "adventure-3": from_position("asagiri", in_an_adventure),
    "mixed": lambda rng: SYSTEMS["asagiri"].new(mixed_setup(rng), CONTENT),
    **stored("asagiri"),
}

# campaigns ---------------------------------------------------------------------------------------------------------

OWN_LIST: Json = {
    "chapters": ["", "house:the-merchants-cage", "house:the-inn-at-night", ""],
    "budget": 9,
    "options": {"range_metric": "taxicab"},
    "rosters": {
        "A": [{"card": "house:okko", "equipment": "house:inro", "honour": "skillful"}, {"card": "house:temple-guard"}],
        "B": [{"card": "house:oni-bushi", "state": "shaken"}, {"card": "house:wandering-ronin"}],
    },
}


def under_way(rng: Random) -> Json:
    """A campaign after some decisions."""
    state = CAMPAIGN.new(rng.choice([{}, OWN_LIST]), CONTENT)
    for _ in range(rng.randint(0, 150)):
        asked = CAMPAIGN.pending(state)
        if isinstance(asked, Roll):
            state = CAMPAIGN.rolled(state, drawn(asked.dice, rng)).state
        elif isinstance(asked, Choice):
            state = CAMPAIGN.apply(state, rng.choice(asked.options)).state
    return CAMPAIGN.encode(state)


def campaign_correction(position: Json, rng: Random) -> Json:
    """Any kind of correction with plausible values."""
    people = [m["id"] for roster in position.get("rosters", ()) for m in roster.get("members", ())] or ["A1"]
    who, seat = rng.choice([*people, "A99"]), rng.choice("AB")
    made: list[Json] = [
        {"kind": "set_settings", "name": "Sunday", "budget": rng.randint(0, 20), "options": {}, "rules": "",
         "mode": rng.choice(["track", "enforce", "never"]), "dials": rng.choice([{}, {"support": "off"}, {"x": 1}])},
        {"kind": "set_chapters", "chapters": rng.choice([[], [""], ["house:first-lanterns", ""], ["nowhere"]])},
        {"kind": "set_member", "who": who, "state": rng.choice(["vigilant", "shaken"]),
         "equipment": rng.choice([None, "house:inro", "house:scroll-of-ashes"]),
         "honour": rng.choice([None, "skillful", "brave"])},
        {"kind": "add_member", "seat": seat, "card": rng.choice(["house:ninja", "house:okko", "house:nobody"])},
        {"kind": "remove_member", "who": who, "dead": rng.random() < 0.5},
        {"kind": "set_fact", "adventure": "house:the-merchants-cage", "fact": rng.choice(["merchant-free", "x"]),
         "holds": rng.choice([True, False, None])},
    ]  # fmt: skip
    return rng.choice(made)


# sake --------------------------------------------------------------------------------------------------------------

_SHEETS = ("kiyomi", "goro", "sayuri", "tetsuo", "hayate", "shizuka", "daigo", "benjiro")


def sake_setup(players: int, **options: Json) -> Json:
    """Named sheets, in another order for each number of players."""
    seats = [{"seat": "ABCDEFGH"[n], "sheet": f"house:{_SHEETS[(n + players) % 8]}"} for n in range(players)]
    return {"seats": seats, "first": "ABCDEFGH"[players - 1], "options": options}


SAKE_SETUPS: tuple[Json, ...] = (
    {"quick": True, "players": 3},
    sake_setup(3),
    sake_setup(4, location="distillery"),
    sake_setup(3, location="house:market", fatal_limit=0, interrupt_disciples="none", bare_hands="out_of_reach"),
    sake_setup(5, location="house:alley", spare_katanas="boxed", cubes="endless", plus_range="either"),
    sake_setup(3, location="house:spring", fatal_limit=None, equal_to_spirits="draw", defence_without_card=True),
    sake_setup(4, enforcement="track"),
    sake_setup(8, iaido_bonus=False, spirit_hand_limit=False, fatal_turn="finish"),
)


def sake_later(setup: Json, most: int) -> Making:
    """A game some steps later: Spirits, Disciples, the Fatal Round."""

    def make(rng: Random) -> Any:
        system = SYSTEMS["sake"]
        state = system.new(setup, CONTENT)
        for _ in range(rng.randrange(most)):
            asked = system.pending(state)
            if isinstance(asked, Roll):
                state = system.rolled(state, drawn(asked.dice, rng, asked.distinct)).state
            elif choices := choices_of(asked):
                after = system.apply(state, rng.choice(rng.choice(choices).options)).state
                if isinstance(system.pending(after), Over):
                    break
                state = after
        return state

    return make


def sake_fatal(rng: Random) -> Any:
    """The last turn of a Fatal Round, somebody being ahead or not."""
    system = SYSTEMS["sake"]
    while True:
        state = sake_later(sake_setup(4), 300)(rng)
        position = system.encode(state)
        if position["phase"] == "play" and "frames" not in position and position["fatal"] is None:
            break
    for n, seat in enumerate(position["seats"]):
        seat["jar"], seat["sake"] = 0, ["life"] if n < 3 and seat["is"] == "samurai" else []
    position.update(masu=0, gone=10 - sum(len(seat["sake"]) for seat in position["seats"]))
    position["fatal"] = {"first": position["active"], "left": [], "extra": 1}
    return system.decode(position, CONTENT)


def sake_hands_known(rng: Random) -> Any:
    """A table of which the app knows everything but the life cards."""
    system, position = SYSTEMS["sake"], {"turn": 0}
    while not position["turn"] or "frames" in position:
        position = system.encode(sake_later(SAKE_SETUPS[1], 60)(rng))
    for seat in position["seats"]:
        seat["life"] = ["?"] * len(seat["life"])
    return system.decode(position, CONTENT)


def sake_bare(rng: Random) -> Any:
    """Nearly every card lies open among the discards."""
    system = SYSTEMS["sake"]
    position = system.encode(sake_later(SAKE_SETUPS[1], 1)(rng))
    deck = [card["id"][6:].replace("-", "_") for _, card in CONTENT.every("sake_card")]
    deck = [f"{head}-{number}" for head, _, number in (card.rpartition("_") for card in deck)]
    used = {card for seat in position["seats"] for card in seat["gear"]}
    left = sorted(card for card in deck if card not in used)
    for n, seat in enumerate(position["seats"]):
        seat["hand"], seat["life"] = [left.pop(5 * n)], [left.pop(7 * n)]
    position["pile"], position["discard"] = [left.pop()], left
    position.update(active="A", phase="play", plays=2, turn=1)
    del position["frames"]
    return system.decode(position, CONTENT)


SAKE_IAIDO = sake_position(
    {
        "A": {"gear": ["katana-1", "nodachi-1"], "held": "katana-1", "seated": True, "hand": ["chopsticks-2"]},
        "B": {"life": 7, "hand": ["stagger-1", "double_vision-1"]},
        "C": {"hand": ["stagger-2"], "life": 1},
    },
    {"AB": 1},
    options={"iaido_bonus": False},
)
"""Somebody may draw, and be made to stagger."""


def sake_correction(position: Json, rng: Random) -> Json:
    """Somebody leaves, the game is stopped, or a field of the table is set."""
    seats = [seat["seat"] for seat in position["seats"]]
    seat, whim = rng.choice(seats), rng.random()
    there = next(one for one in position["seats"] if one["seat"] == seat)
    if whim < 0.2:
        return {"kind": "leave", "seat": seat}
    if whim < 0.3:
        return {"kind": "stop"}
    if whim < (0.6 if "?" in there["life"] else 0.31):
        return {"kind": "fill"}
    values: Json = rng.choice(
        [
            {"plays": rng.randint(0, 3)},
            {"masu": position["masu"] - 1, "gone": position["gone"] + 1},
            {"seats": {seat: {"seated": rng.random() < 0.5}}},
            {"seats": {seat: {"life": there["life"][:1], "wounds": [*reversed(there["life"][1:]), *there["wounds"]]}}},
            {"lines": [{**line, "steps": line["steps"] + 1} for line in position["lines"]]},
            {"soul": sorted(rng.sample(seats, 2))},
            {"seats": {seat: {"held": rng.choice([None, *there["gear"]])}}},
        ]
    )
    return {"kind": "edit", "set": values}


SAMPLES: Mapping[str, Sample] = {
    sample.id: sample
    for sample in (
        Sample(
            id="blank",
            setups=BLANK_SETUPS,
            starts={
                **{f"set-up {n}": from_setup("blank", setup) for n, setup in enumerate(BLANK_SETUPS)},
                **stored("blank"),
            },
            corrections=blank_correction,
            steps=60,
            weights={},
            reached=frozenset(
                {"pick", "take", "leave", "walk", "turn", "show", "tell"}
                | {"OmenRolled", "OmenShown", "CardTold", "LanternMoved", "PathTurned"}
                | {"TieRolled", "PotLeft", "GameEnded"}
            ),
        ),
        Sample(
            id="chronicles",
            setups=(*chronicles.SETUPS, chronicles.ON_A_BOARD[1]),
            starts={**chronicles.STARTS, **stored("chronicles")},
            corrections=chronicles.correction,
            steps=60,
            weights=chronicles.WEIGHTS,
            reached=chronicles.REACHED,
            seen=frozenset({"play", "unplay", "mark", "ready"}),
        ),
        Sample(
            id="sake",
            setups=SAKE_SETUPS,
            starts={
                "bare": sake_bare,
                "fatal": sake_fatal,
                **{f"hands known {n}": sake_hands_known for n in range(3)},
                "iaido": from_position("sake", lambda rng: SAKE_IAIDO),
                **{f"set-up {n}": from_setup("sake", setup) for n, setup in enumerate(SAKE_SETUPS[:2])},
                **{f"later {n}": sake_later(setup, 60 + 400 * (n > 1)) for n, setup in enumerate(SAKE_SETUPS)},
                **stored("sake"),
            },
            corrections=sake_correction,
            steps=60,
            weights={
                "soul": 0.3,
                "burn_draw": 0.3,
                "burn_play": 0.3,
                "end_phase": 0.5,
                "attack": 3,
                "defend": 0.5,
                "iaido": 3,
                "interrupt": 3,
            },
            reached=frozenset(
                {"attack", "move", "iaido", "drink", "event", "put", "put_disciple", "use", "burn_draw", "burn_play"}
                | {
                    "show",
                    "back",
                    "soul",
                    "end_phase",
                    "activate",
                    "hold",
                    "place",
                    "discard",
                    "pass",
                    "interrupt",
                    "defend",
                    "step",
                }
                | {"sacrifice", "dematerialise", "keep", "give_up", "target", "decline", "pick", "push", "brawl"}
                | {"doze", "shift", "steal", "torment", "nothing", "help", "give_to"}
                | {"SamuraiDied", "SeppukuCommitted", "FatalRoundBegan", "GameEnded", "CardGiven", "SakeStolen"}
            ),
        ),
        Sample(
            id="asagiri",
            setups=(
                {"quick": True},
                {"quick": True, "options": {"range_metric": "taxicab", "turning_in_zone_shakes": True}},
                quick_setup(),
                mixed_setup(Random(1)),
                {"draft": {"budget": 12, "one_box": True}},
                {"quick": True, "dials": {"cards": "off", "victory": "remind", "MOV-5": "off"}},
            ),
            starts=ASAGIRI_STARTS,
            corrections=asagiri_correction,
            steps=100,
            weights={
                **dict.fromkeys(("attack", "shoot", "test_willpower", "use_skill", "use_die", "step"), 4),
                **dict.fromkeys(("pick_up", "search", "free", "leave_board"), 6),
                **dict.fromkeys(("end_activations", "end_activation", "activate"), 0.3),
                "stop_recruiting": 0.1,
            },
            reached=frozenset(
                {"side", "deploy", "take_back", "activate", "step", "turn", "end_movement", "attack", "shoot", "pass"}
                | {"test_willpower", "open_door", "use_die", "use_skill", "face", "retreat", "end_activation"}
                | {"end_activations", "reserve", "end_phase", "give_up_die"}
                | {"SummoningRolled", "KamiSummoned", "InspirationRolledAgain", "StatTested"}
                | {"recruit", "equip", "stop_recruiting", "place_tile", "ScenarioDrawn", "ZeniEarned"}
                | {"FirstPlayerRolled", "BandsExchanged", "InspirationRolled", "CombatRolled", "ShotRolled"}
                | {"WillpowerTested", "CharacterRetreated", "RetreatBlocked", "CharacterShaken", "CharacterDisabled"}
                | {"GameEnded"}
                | {"pick_up", "put_down", "search", "free", "leave_board", "enter"}
                | {"ThingTaken", "ThingPutDown", "PlaceSearched", "ObjectFound", "CaptiveFreed", "CharacterLeft"}
                | {"CharacterEntered", "ZoneHeld", "HonourUsed", "HonourLost"}
                | {"do_it", "leave_it", "DueDone", "DueLeft"}
            ),
        ),
        Sample(
            id="asagiri-campaign",
            setups=({}, OWN_LIST, {"chapters": [""], "name": "One evening"}),
            starts={
                "house": from_setup("asagiri-campaign", {}),
                "own list": from_setup("asagiri-campaign", OWN_LIST),
                "under way": from_position("asagiri-campaign", under_way),
                "under way-2": from_position("asagiri-campaign", under_way),
            },
            corrections=campaign_correction,
            steps=90,
            weights={"hire": 0.4, "outfit": 0.4},
            reached=frozenset(
                {"take", "hire", "outfit", "ready", "won", "ended", "recall", "pray", "seek", "keep_gear", "replace"}
                | {"replaced", "approve", "ChapterBegan", "MemberJoined", "MemberDied", "MemberReplaced", "PurseSet"}
                | {"HealRolled", "PrayRolled", "HonourGained", "HonourGone", "EquipmentGone", "EquipmentKept"}
                | {"ChapterApproved", "FactRecalled", "CampaignEnded"}
            ),
        ),
    )
}
