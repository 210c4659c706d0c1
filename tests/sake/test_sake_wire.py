"""The page's section *Position and protocol*, word by word against what a server really says, in whole random games of
a client that knows nothing but JSON.
"""

from __future__ import annotations

import os
from collections import defaultdict
from random import Random

from companion.model.core.contract import Json
from companion.model.games.sake.state.options import SeatOption

from .tables import BACKS, COUNTERS, DECK, LETTERS, katana, position
from .test_sake_properties import set_up
from .test_sake_protocol import Client

GAMES = int(os.environ.get("OKKO_SAKE_GAMES", "0"))
"""At the least; and as many as it takes to meet everything, but no more than ENOUGH."""
ENOUGH = 90

# what the page writes -------------------------------------------------------------------------------------------------

ATTACKING = {"attack": "card target weapon", "iaido": "card side steps target weapon"}
INSTANTS = {"burn_draw": "from", "soul": "count"}
DECISIONS: dict[str, dict[str, str]] = {
    "D1": {
        **ATTACKING, **INSTANTS, "move": "card side steps", "drink": "card", "event": "card target? pay?",
        "put": "card", "put_disciple": "card side", "use": "item pay", "burn_play": "from", "end_phase": "",
    },
    "D2": {"activate": "disciple"},
    "D3": {"strike": "target"},
    "D4": {**INSTANTS, "hold": "weapon", "use": "item pay"},
    "D5": {"place": "spot"},
    "D6": {"discard": "card"},
    "D7": {
        **INSTANTS, "pass": "", "interrupt": "card", "defend": "card", "sacrifice": "card", "dematerialise": "card",
    },
    "D8": {"keep": "weapon", "give_up": ""},
    "D9": {"step": "line stretch"},
    "D10": {"target": "target", "decline": ""},
    "D11": {**INSTANTS, "pass": ""},
    "D12": {"pick": "card|spot"},
    "D13": {"discard": "card"},
    "D14": {**INSTANTS, "discard": "card"},
    "D15": {"hold": "weapon"},
    "D16": {"keep_line": "line"},
    "D17": {"push": "change line stretch", "brawl": "samurai", "doze": "giver receiver", "decline": ""},
    "D18": {"shift": "from to"},
    "D19": {"burn_draw": "from", "pass": ""},
    "D20": {"steal": "", "torment": "samurai cards", "nothing": ""},
    "D21": {"help": "cards"},
    "D22": {**INSTANTS, "defend": "card", "pass": ""},
    "D23": {"give_up": "spot"},
    "D24": {"give_to": "spirit"},
}  # fmt: skip
"""Kinds of options with their fields in the order of the id; ``?``: left out where the text has none."""
CHANCE = ("C0", "C1", "C2")
SEAT = {"seat", "sheet", "is", "seated", "hand", "life", "wounds", "gear", "held", "sake", "jar"}
POSITION = {
    "format", "system", "options", "seats", "lines", "pile", "discard", "masu", "gone", "deck", "active", "phase",
    "plays", "soul", "fatal", "turn",
}  # fmt: skip
DEFAULTS: Json = {
    "location": None, "sheets": "chosen", "spare_katanas": "shuffled", "cubes": "box", "plus_range": "shortest",
    "bare_hands": "unarmed", "iaido_bonus": True, "defence_without_card": False, "interrupt_disciples": "attacks",
    "race": "secret", "spirit_hand_limit": True, "fatal_turn": "at_once", "equal_to_spirits": "again", "fatal_limit": 3,
    "enforcement": "enforce", "chance_entry": "dealt", "clock": None,
}  # fmt: skip
PHASES = {"samurai": {"play", "disciples", "draw", "hold"}, "spirit": {"power", "draw", "third"}}
NULL = {"attack": "hands", "iaido": "hands", "keep": "hands", "hold": "nothing"}


def decision_of(pending: Json, state: Json) -> str:
    """Which decision of the page's table is asked, as far as a client can see."""
    kinds = {option["kind"] for option in pending["options"]}
    if "seats" in pending:
        if not pending["secret"]:
            return "D21"
        if "discard" in kinds:
            return "D14"
        return "D19" if state["phase"] == "third" else "D7"
    one = {"end_phase": "D1", "activate": "D2", "strike": "D3", "place": "D5", "step": "D9", "target": "D10",
           "pick": "D12", "keep_line": "D16", "push": "D17", "brawl": "D17", "doze": "D17", "shift": "D18",
           "steal": "D20", "torment": "D20", "give_to": "D24", "keep": "D8"}  # fmt: skip
    for kind, found in one.items():
        if kind in kinds:
            return found
    if "hold" in kinds:
        return "D4" if state["phase"] == "hold" else "D15"
    if "discard" in kinds:
        dumplings = state["phase"] == "play" and any(card.startswith("dumplings") for card in state.get("air", ()))
        return "D13" if dumplings and pending["seat"] != state["active"] else "D6"
    if kinds == {"give_up"}:
        return "D23"
    assert "pass" in kinds, kinds
    return "D22" if state["phase"] == "third" else "D11"


# what a view holds ----------------------------------------------------------------------------------------------------


def check_position(state: Json, viewer: str | None, players: int) -> None:
    """The position as the page writes it, with what a viewer may know."""
    assert set(state) - {"air", "frames"} == POSITION
    assert ("frames" not in state) or viewer is None
    assert (state["format"], state["system"], state["deck"]) == ("okko-position/1", "sake", "house:deck")
    assert state["options"].items() <= {**DEFAULTS, **state["options"]}.items()
    assert set(state["options"]) <= set(DEFAULTS)
    assert [seat["seat"] for seat in state["seats"]] == list(LETTERS[:players])
    living = [seat["seat"] for seat in state["seats"] if seat["is"] == "samurai"]
    ring = list(zip(living, [*living[1:], *living[:1]], strict=True))
    if len(living) < 3:
        ring = ring[: len(living) - 1]
    assert [(line["from"], line["to"]) for line in state["lines"]] == ring
    for line in state["lines"]:
        assert set(line) == {"from", "to", "steps", "disciples"}
        for one in line["disciples"]:
            assert set(one) == {"card", "owner", "at"}
            assert one["owner"] in (line["from"], line["to"])
            assert one["card"] in DECK
    for seat in state["seats"]:
        check_seat(seat, viewer)
    set_up = state["active"] is None and not any(seat["life"] for seat in state["seats"])
    for n, card in enumerate(state["pile"]):
        assert card == "?" if set_up or (n and viewer) else viewer is None or card in {f"?:{b}" for b in BACKS.values()}
    assert all(card in DECK for card in (*state["discard"], *state.get("air", ())))
    assert state["masu"] + state["gone"] <= COUNTERS[players]
    assert state["soul"] == sorted(set(state["soul"]) & set(LETTERS[:players]))
    if state["active"] is None:
        assert (state["phase"], state["turn"]) == (None, 0)
    else:
        assert state["turn"] >= 1
        assert state["phase"] in PHASES["samurai"] | PHASES["spirit"]
    if state["fatal"] is not None:
        assert set(state["fatal"]) == {"first", "left", "extra"}
        assert state["masu"] == 0


def check_seat(seat: Json, viewer: str | None) -> None:
    """HID: a front the viewer may not know is ``?:`` and its back."""
    assert set(seat) == SEAT
    assert seat["is"] in ("samurai", "spirit", "out")
    hidden = {f"?:{back}" for back in BACKS.values()}
    if viewer is not None:
        assert all(card in hidden for card in (*seat["life"], *seat["wounds"]))
        if viewer != seat["seat"]:
            assert all(card in hidden for card in seat["hand"])
            assert seat["hand"] == sorted(seat["hand"])
    if viewer in (None, seat["seat"]):
        assert all(card in DECK for card in seat["hand"])
    assert all(card in DECK for card in seat["gear"])
    assert seat["held"] is None or seat["held"] in seat["gear"]
    assert set(seat["sake"]) <= {"life", "sheet", *seat["gear"]}
    if seat["is"] != "samurai":
        assert not (seat["life"] or seat["wounds"] or seat["gear"] or seat["sake"] or seat["seated"])


def check_options(decision: str, options: list[Json], players: int, several: bool) -> None:
    """Each option: its fields and nothing else, its id made of them."""
    for option in options:
        kinds = DECISIONS[decision]
        assert option["kind"] in kinds, (decision, option)
        about = {k: v for k, v in option.items() if k not in ("id", "kind", "label", *(["seat"] if several else []))}
        wanted = kinds[option["kind"]].split()
        if "card|spot" in wanted:
            assert len(about) == 1
            assert set(about) <= {"card", "spot"}
        else:
            assert [name for name in (w.rstrip("?") for w in wanted) if name in about] == list(about), option
            assert {name for name in wanted if name[-1] != "?"} <= set(about), option
        parts = [option["kind"]]
        for name, value in about.items():
            check_value(name, value, players)
            if isinstance(value, list):
                assert value == sorted(value)
                value = "+".join(value) or "none"
            parts.append(NULL[option["kind"]] if value is None else str(value))
        assert option["id"] == ":".join(parts)
    ids = [(option.get("seat"), option["id"]) for option in options]
    assert len(set(ids)) == len(ids)


def check_value(name: str, value: Json, players: int) -> None:
    """A field means what the page says it means."""
    letters = LETTERS[:players]
    if name in ("samurai", "giver", "receiver", "spirit"):
        assert value in letters
    elif name == "target":
        assert value in letters or value.startswith("disciple-")
    elif name in ("card", "item", "disciple"):
        assert value in DECK
    elif name == "weapon":
        assert value is None or value in DECK
    elif name in ("from", "to", "spot", "pay"):
        assert value in ("life", "sheet") or value in DECK
    elif name == "side":
        assert value in ("left", "right", "toward", "away", "line")
    elif name == "change":
        assert value in ("add", "remove")
    elif name == "cards":
        assert all(card in DECK for card in value)
    else:
        assert name in ("steps", "line", "stretch", "count")
        assert type(value) is int


# whole games ----------------------------------------------------------------------------------------------------------


LIKED = {"burn_draw": 0.3, "burn_play": 0.3, "end_phase": 0.3, "torment": 6, "interrupt": 4, "iaido": 3, "drink": 2}
"""Rather what seldom happens."""


ARMED = {"gear": ["katana-2", "yumi-1", "wakizashi-1"], "held": "katana-2", "life": 1}
PURCHASES = katana(1, hand=[f"purchase-{n}" for n in (1, 2, 3, 4)])
PUPILS = {"AB": (1, {"disciple-1": ("A", 0)}), "BC": (1, {"disciple-2": ("C", 1)}), "CD": 6, "DA": 2}
BRAWLER = katana(1, hand=["stomach-1", "stomach-3", "dumplings-1"])
DRAWER = katana(1, seated=True, gear=["katana-1", "naginata-1"], hand=["stench-1", "roar-2", "stomach-1", "ramen-2"])
STAGGERS = {"hand": ["stagger-1", "stagger-2", "stagger-3", "stagger-4"], "life": 1}
SMOKER = {"gear": ["pipe-1", "sandals-1", "rice-1"], "sake": ["life", "sheet", "sandals-1"], "wounds": 2}
DRUNKARD = {"hand": ["chopsticks-2", "dumplings-2"], "sake": ["sheet"]}
GHOST = {"is": "spirit", "hand": ["chopsticks-1", "stomach-1", "pipe-1"]}
FACING = {"AB": (3, {"disciple-1": ("A", 1), "disciple-2": ("B", 3)})}
STARTS = {
    0: position({"A": PURCHASES, "B": ARMED, "C": {}}),
    1: position({"A": BRAWLER, "B": {"life": 1}, "C": {}, "D": {}}, PUPILS),
    2: position({"A": DRAWER, "B": {"life": 2}, "C": STAGGERS}),
    3: position({"A": SMOKER, "B": DRUNKARD, "C": {"hand": ["dumplings-1"]}}),
    4: position({"A": GHOST, "B": DRUNKARD, "C": {"life": 1}}, phase="third", pile=["lanterns-1"]),
    5: position({"A": {}, "B": {}, "C": {}}, FACING, phase="disciples"),
}
"""Where what seldom happens (D3, D8, D14, D15, D16, D22) may happen soon."""


class Told:
    """What random games have met: options and their kinds by decision, rolls."""

    def __init__(self) -> None:
        self.kinds: dict[str, set[str]] = defaultdict(set)
        self.overs = 0


def clockwise(seats: list[str], active: str | None) -> list[str]:
    order = LETTERS[LETTERS.index(active) :] + LETTERS[: LETTERS.index(active)] if active else LETTERS
    return [seat for seat in order if seat in seats]


def check_roll(pending: Json, state: Json, seen: Told) -> None:
    """Chance, as the viewer null is shown it."""
    dice = pending["dice"]
    kind = {die["die"] for die in dice}
    assert pending["seat"] == (state["active"] or pending["seat"])
    assert all(set(die) == {"die", "for"} for die in dice)
    assert pending["faces"] == sorted(pending["faces"])
    if kind == {"sheet"}:
        found = "C0"
        assert "seen_by" not in pending
        assert clockwise([die["for"] for die in dice], pending["seat"]) == [die["for"] for die in dice]
    else:
        assert kind == {"card"}
        found = "C1" if pending["seen_by"] == [] else "C2"
        if found == "C2":
            (die,) = dice
            assert len(pending["seen_by"]) == 2
            assert die["for"] in pending["seen_by"]
        else:
            assert len(dice) == len(pending["faces"])
            if state["active"]:
                assert {die["for"] for die in dice} == {"pile"}
                assert sorted(state["discard"]) == pending["faces"]
    seen.kinds[found].add("roll")


def check_others(client: Client, pending: Json, seat: str, players: int) -> None:
    """What other viewers are shown of a question."""
    for viewer in (*LETTERS[:players], "*"):
        view = client.result("game.view", viewer=viewer)
        check_position(view["state"], viewer, players)
        theirs = view["pending"]
        if pending["kind"] == "roll":
            assert not {"faces", "outcomes"} & set(theirs)
            assert theirs["dice"] == pending["dice"]
        elif pending["kind"] == "over":
            assert theirs == pending
        elif "seats" in pending:
            assert (theirs["seats"], theirs["secret"]) == (pending["seats"], pending["secret"])
            assert theirs["options"] == [one for one in pending["options"] if one["seat"] == viewer]
            known = pending["answers"]
            assert theirs["answers"] == {
                name: id for name, id in known.items() if name == viewer or not pending["secret"]
            }
        else:
            assert (theirs["seat"], theirs["prompt"]) == (pending["seat"], pending["prompt"])
            assert theirs["options"] == (pending["options"] if viewer == seat else [])


def play(seed: int, seen: Told, start: Json | None = None) -> None:
    """A game to its end, everything looked at; from a position, or from the set-up."""
    rng = Random(seed)
    client = Client()
    if start is None:
        setup = set_up(rng)
        players = setup["players"]
        view = client.result("game.new", system="sake", setup=setup, seed=seed)
    else:
        players = len(start["seats"])
        view = client.result("game.load", position=start, seed=seed)
    while True:
        state, pending = view["state"], view["pending"]
        check_position(state, None, players)
        seat = pending.get("seat")
        if rng.random() < 0.12 or pending["kind"] != "choice":
            check_others(client, pending, seat, players)
        if pending["kind"] == "over":
            winners = pending["winners"]
            assert pending["winner"] == (winners[0] if len(winners) == 1 else None)
            assert pending["why"] in ("most sake", "spirits", "shared", "nobody has sake")
            assert set(pending) == {"kind", "winner", "winners", "why"}
            seen.overs += 1
            return
        if pending["kind"] == "roll":
            check_roll(pending, state, seen)
            view = client.result("game.roll")
            continue
        decision = decision_of(pending, state)
        several = "seats" in pending
        assert several == (decision in ("D7", "D14", "D19", "D21")), (decision, pending)
        check_options(decision, pending["options"], players, several)
        if decision not in seen.kinds:
            again = Client().result("game.load", position=client.result("game.save")["position"])
            assert (again["state"], again["pending"]) == (state, pending), "a saved position is the same game"
        seen.kinds[decision] |= {option["kind"] for option in pending["options"]}
        if several:
            after = clockwise(pending["seats"], state["active"])
            assert pending["seats"] == after
            assert {option["seat"] for option in pending["options"]} == set(after)
            assert not set(pending["answers"]) & set(after)
            seat = rng.choice(after)
        mine = [one for one in pending["options"] if not several or one["seat"] == seat]
        kinds = sorted({one["kind"] for one in mine})
        kind = rng.choices(kinds, [LIKED.get(one, 1) for one in kinds])[0]
        chosen = rng.choice([one["id"] for one in mine if one["kind"] == kind])
        if several and len(pending["seats"]) > 1:
            view = client.result("game.choose", option=chosen, seat=seat)
        else:
            view = client.result("game.choose", option=chosen)


def test_each_decision_is_asked_with_the_fields_of_the_page() -> None:
    """D1 … D24, C0 … C2: whole games until every kind of option of each has been offered."""
    found, wanted = Told(), {decision: set(kinds) for decision, kinds in DECISIONS.items()}
    wanted |= {chance: {"roll"} for chance in CHANCE}
    for seed in range(ENOUGH):
        play(seed, found, STARTS.get(seed % 11))
        if found.kinds == wanted and seed >= GAMES:
            break
    assert {decision for decision, kinds in wanted.items() if kinds - found.kinds[decision]} == set()
    assert found.kinds == wanted
    assert found.overs > 3


def test_no_kind_of_option_is_left_out_of_the_page() -> None:
    """But those of a tracked table (TRK)."""
    ours = {str(one.__struct_config__.tag) for one in SeatOption.__subclasses__()} - {"show", "back"}
    assert ours == {kind for kinds in DECISIONS.values() for kind in kinds}
