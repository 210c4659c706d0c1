"""Saké & Samouraï once more, from the rules page alone and written to be read: a turn is a generator that asks as it
goes, so that nothing has to be remembered between questions. Slow, mutable, and shares no line with the program.

A question is ``("one", seat, ids)``, ``("all", {seat: ids}, secret)``, ``("roll", cards, count)`` or
``("over", winners, why)``; the answer an id, a dict of ids in the order in which they came, or a list of cards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

Ask = Generator[tuple[Any, ...], Any, Any]

TYPES: dict[str, tuple[str, int, str, str]] = {
    "chopsticks": ("event", 4, "1121", "2021"), "ramen": ("event", 4, "1112", "2111"),
    "stench": ("event", 4, "1221", "2211"), "dumplings": ("event", 4, "2111", "1211"),
    "sakuragi": ("event", 4, "1111", "0121"), "purchase": ("event", 4, "1022", "1112"),
    "stomach": ("event", 4, "2121", "1221"), "feigned_wounds": ("event", 4, "0221", "1211"),
    "roar": ("event", 4, "2111", "1122"), "lanterns": ("event", 4, "1221", "2122"),
    "stagger": ("interruption", 4, "1112", "2111"), "double_vision": ("interruption", 4, "0112", "1111"),
    "pipe": ("item", 4, "1121", "2111"), "sandals": ("item", 4, "1112", "1211"),
    "armour": ("item", 4, "2012", "1121"), "bottle": ("item", 4, "1111", "0211"), "rice": ("item", 4, "0121", "1111"),
    "katana": ("weapon", 8, "1111", "2011"), "nodachi": ("weapon", 3, "1111", "0121"),
    "naginata": ("weapon", 3, "1211", "2111"), "yumi": ("weapon", 3, "1022", "1121"),
    "wakizashi": ("weapon", 3, "1212", "2121"), "disciple": ("disciple", 10, "1121", "2012"),
}  # fmt: skip
"""Text, copies, boxes (attack, defence, move, drink) of odd and even copies."""
ARMS = {"katana": (3, 2, 1, False), "nodachi": (4, 0, 2, False), "naginata": (2, 2, 3, False),
        "yumi": (1, 0, 4, True), "wakizashi": (2, 3, 1, False)}  # fmt: skip
"""Attack, defence, range; whether it is ranged, and its range a least one."""
SHEETS = {"hayate": (6, "stride"), "tetsuo": (5, "iron"), "goro": (5, "heavy"), "sayuri": (4, "breath"),
          "benjiro": (5, "captain"), "shizuka": (5, "surefoot"), "daigo": (4, "cup"),
          "kiyomi": (6, "prepared")}  # fmt: skip
OPTIONS = {"location": None, "sheets": "chosen", "spare_katanas": "shuffled", "cubes": "box", "plus_range": "shortest",
           "bare_hands": "unarmed", "iaido_bonus": True, "defence_without_card": False,
           "interrupt_disciples": "attacks", "race": "secret", "spirit_hand_limit": True, "fatal_turn": "at_once",
           "equal_to_spirits": "again", "fatal_limit": 3}  # fmt: skip
BACKS = ("push", "brawl", "doze")
CUBES = 28


@dataclass(frozen=True)
class Card:
    id: str
    type: str
    text: str
    attack: int
    defence: int
    move: int
    drink: int
    back: str


def _deck() -> dict[str, Card]:
    found: dict[str, Card] = {}
    for type_, (text, copies, odd, even) in TYPES.items():
        for n in range(1, copies + 1):
            boxes = map(int, odd if n % 2 else even)
            found[f"{type_}-{n}"] = Card(f"{type_}-{n}", type_, text, *boxes, BACKS[len(found) % 3])
    return found


DECK = _deck()


@dataclass
class Seat:
    name: str
    sheet: str | None
    is_: str = "samurai"
    seated: bool = True
    hand: list[str] = field(default_factory=list)
    life: list[str] = field(default_factory=list)
    wounds: list[str] = field(default_factory=list)
    gear: list[str] = field(default_factory=list)
    held: str | None = None
    sake: set[str] = field(default_factory=set)
    jar: int = 0

    @property
    def alive(self) -> bool:
        return self.is_ == "samurai"

    @property
    def spirit(self) -> bool:
        return self.is_ == "spirit"

    def can(self, ability: str) -> bool:
        """SAM-1: off while a sake lies on the sheet."""
        return self.sheet is not None and SHEETS[self.sheet][1] == ability and "sheet" not in self.sake

    def usable(self, type_: str) -> bool:
        return any(DECK[one].type == type_ and one not in self.sake for one in self.gear)

    def weapons(self) -> list[str]:
        return [one for one in self.gear if DECK[one].text == "weapon"]

    def armed(self) -> list[str]:
        """WRD-4."""
        return [one for one in self.weapons() if one not in self.sake]

    def spots(self) -> list[str]:
        return ["sheet", "life", *self.gear]

    def free(self) -> list[str]:
        return [spot for spot in self.spots() if spot not in self.sake]


@dataclass
class Pupil:
    card: str
    owner: str
    at: int


@dataclass
class Line:
    a: str
    b: str
    steps: int
    pupils: list[Pupil] = field(default_factory=list)

    def of(self, who: str) -> list[Pupil]:
        return [one for one in self.pupils if one.owner == who]

    def near(self) -> list[int]:
        return sorted({one.at for one in self.of(self.a)})

    def far(self) -> list[int]:
        return sorted({one.at for one in self.of(self.b)})

    def stations(self) -> list[int]:
        return [0, *self.near(), *self.far(), self.steps]

    @property
    def opposing(self) -> int:
        return min([*self.far(), self.steps]) - max([0, *self.near()])

    def lengths(self) -> list[int]:
        marks = self.stations()
        return [y - x for x, y in pairwise(marks)]

    def removable(self) -> list[int]:
        faced = len(self.near())
        return [n for n, long in enumerate(self.lengths()) if long >= (2 if n == faced else 1)]

    def shift(self, stretch: int, by: int) -> None:
        near, far = self.near(), self.far()
        for one in self.pupils:
            station = 1 + near.index(one.at) if one.owner == self.a else 1 + len(near) + far.index(one.at)
            if station > stretch:
                one.at += by
        self.steps += by

    def turned(self) -> Line:
        return Line(self.b, self.a, self.steps, [Pupil(p.card, p.owner, self.steps - p.at) for p in self.pupils])


class TurnOver(Exception):
    """FAT-1: the turn of whoever took the last sake is over."""


class Game:
    """One game; `play` asks to the end."""

    def __init__(self) -> None:
        self.seats: dict[str, Seat] = {}
        self.options = dict(OPTIONS)
        self.lines: list[Line] = []
        self.pile: list[str] = []
        self.discard: list[str] = []
        self.air: list[str] = []
        self.masu = self.gone = 0
        self.first = "A"
        self.active: str | None = None
        self.phase: str | None = None
        self.plays = 0
        self.soul: set[str] = set()
        self.fatal: dict[str, Any] | None = None
        self.turn = 0
        self.over: tuple[list[str], str] | None = None

    # set-up (section 3) ----------------------------------------------------------------------------------------------

    @classmethod
    def of_setup(cls, setup: dict[str, Any]) -> Game:
        game = cls()
        game.options |= setup.get("options", {})
        for one in setup["seats"]:
            sheet = one.get("sheet")
            game.seats[one["seat"]] = Seat(one["seat"], sheet and sheet.split(":")[1])
        game.first = setup.get("first") or next(iter(game.seats))
        return game

    @classmethod
    def of_position(cls, position: dict[str, Any]) -> Game:
        """A position without frames; `play` goes on from it."""
        game = cls()
        game.options |= position.get("options", {})
        for one in position["seats"]:
            sheet = one["sheet"] and one["sheet"].split(":")[1]
            piles = (one[field][:] for field in ("hand", "life", "wounds", "gear"))
            seat = Seat(one["seat"], sheet, one["is"], one["seated"], *piles, one["held"], set(one["sake"]), one["jar"])
            game.seats[seat.name] = seat
        game.lines = [Line(one["from"], one["to"], one["steps"],
                           [Pupil(pupil["card"], pupil["owner"], pupil["at"]) for pupil in one["disciples"]])
                      for one in position["lines"]]  # fmt: skip
        game.pile, game.discard = position["pile"][:], position["discard"][:]
        game.masu, game.gone, game.active = position["masu"], position["gone"], position["active"]
        game.phase, game.plays, game.turn = position["phase"], position["plays"], position["turn"]
        game.soul, game.fatal = set(position["soul"]), position["fatal"] and {**position["fatal"]}
        return game

    def start(self) -> Ask:
        names = self.round_from(self.first)
        if self.options["sheets"] == "dealt":
            dealt = yield "roll", [f"house:{one}" for one in SHEETS], len(names)
            for name, sheet in zip(names, dealt, strict=True):
                self.seats[name].sheet = sheet.split(":")[1]
        katanas = [f"katana-{n}" for n in range(1, 9)]
        for name, katana in zip(self.seats, katanas, strict=False):
            self.seats[name].gear, self.seats[name].held = [katana], katana
        out = katanas if self.options["spare_katanas"] == "boxed" else katanas[: len(self.seats)]
        rest = [id for id in DECK if id not in out]
        apart = 2 if self.options["location"] == "house:alley" else 3
        ring = list(self.seats)
        self.lines = [Line(a, b, apart) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
        self.masu = math.ceil(2.5 * len(self.seats))
        self.pile = list((yield "roll", rest, len(rest)))
        extra = {name: 2 if self.seats[name].can("prepared") else 0 for name in names}
        for name in names:
            seat = self.seats[name]
            assert seat.sheet is not None
            held = 4 + extra[name]
            seat.hand, seat.life = self.pile[:held], self.pile[held : held + SHEETS[seat.sheet][0]]
            del self.pile[: held + SHEETS[seat.sheet][0]]
        for name in names:
            for _ in range(extra[name]):
                yield from self.discard_one(name)

    def play(self) -> Ask:
        if self.active is None:
            yield from self.start()
        else:
            yield from self.shuffle()
        yield from self.go_on(self.phase or "")

    def go_on(self, phase: str = "") -> Ask:
        if self.active is None:
            self.active = self.first
            self.turn = 1
            phase = ""
        while self.over is None:
            yield from self.take_turn(phase)
            phase = ""
            yield from self.next_turn()
        yield "over", *self.over

    # the order of seats ----------------------------------------------------------------------------------------------

    def round_from(self, name: str) -> list[str]:
        """All seats clockwise, this one first."""
        names = list(self.seats)
        at = names.index(name)
        return names[at:] + names[:at]

    def others(self, name: str) -> list[str]:
        return self.round_from(name)[1:]

    def living(self) -> list[str]:
        return [name for name, seat in self.seats.items() if seat.alive]

    def spirits(self) -> list[str]:
        return [name for name, seat in self.seats.items() if seat.spirit]

    @property
    def me(self) -> Seat:
        assert self.active is not None
        return self.seats[self.active]

    # the ring (section 4) --------------------------------------------------------------------------------------------

    @property
    def box(self) -> float:
        return math.inf if self.options["cubes"] == "endless" else CUBES - sum(line.steps for line in self.lines)

    def place(self, piece: str) -> int | None:
        """Steps clockwise from where the lines begin; None: it is nowhere."""
        begun = 0
        for line in self.lines:
            if line.a == piece:
                return begun
            for one in line.pupils:
                if one.card == piece:
                    return begun + one.at
            begun += line.steps
        if len(self.lines) == 1 and self.lines[0].b == piece:
            return begun
        return None

    def distances(self, one: str, other: str) -> list[int]:
        here, there = self.place(one), self.place(other)
        if here is None or there is None or one == other:
            return []
        if len(self.lines) == 1:
            return [abs(here - there)]
        around = sum(line.steps for line in self.lines)
        return [(there - here) % around, around - (there - here) % around]

    def within(self, one: str, other: str, reach: int, plus: bool) -> bool:
        found = self.distances(one, other)
        if not plus:
            return reach in found
        test = all if self.options["plus_range"] == "shortest" else any
        return bool(found) and test(away >= reach for away in found)

    def line_at(self, name: str, side: str) -> Line:
        if side in ("toward", "away", "line"):
            return self.lines[0]
        return next(line for line in self.lines if (line.a if side == "left" else line.b) == name)

    def sides(self) -> tuple[str, ...]:
        return ("left", "right") if len(self.lines) > 1 else ("toward", "away") if self.lines else ()

    def furthest(self, name: str, side: str, steps: int) -> int:
        """WLK-3, WLK-5: the most steps that fit."""
        if side == "away":
            return int(min(steps, self.box))
        line = self.line_at(name, side)
        if line.a == name:
            ahead = min([*line.far(), line.steps])
            mine = max([0, *line.near()])
        else:
            ahead = line.steps - max([0, *line.near()])
            mine = max([0, *[line.steps - at for at in line.far()]])
        return max((k for k in range(steps + 1) if ahead - k - max(0, mine - k) >= 1), default=0)

    def walk(self, name: str, side: str, k: int) -> None:
        line = self.line_at(name, side)
        if side == "away":
            if line.a == name:
                for one in line.pupils:
                    one.at += k
            line.steps += k
            return
        if line.a == name:
            for one in line.pupils:
                one.at = max(0, one.at - k) if one.owner == name else one.at - k
            line.steps -= k
        else:
            line.steps -= k
            for one in line.of(name):
                one.at = min(one.at, line.steps)
        if side == "toward":
            return
        behind = self.line_at(name, "right" if side == "left" else "left")
        if behind.a == name:  # what stands on it keeps its distance from the other end
            for one in behind.pupils:
                one.at += k
        behind.steps += k

    # cards -----------------------------------------------------------------------------------------------------------

    @property
    def top(self) -> str | None:
        return DECK[self.pile[0]].back if self.pile else None

    def drawable(self) -> bool:
        return bool(self.pile or self.discard)

    def shuffle(self) -> Ask:
        """PIL-2."""
        if not self.pile and self.discard:
            order = yield "roll", sorted(self.discard), len(self.discard)
            self.pile, self.discard = list(order), []

    def drop(self, *cards: str) -> Ask:
        """Discarded together."""
        self.discard += cards
        yield from self.shuffle()

    def land(self, *cards: str) -> Ask:
        """Out of the air, together."""
        for one in cards:
            self.air.remove(one)
        yield from self.drop(*cards)

    def turn_up(self) -> Ask:
        if not self.pile:
            return None
        card = self.pile.pop(0)
        self.air.append(card)
        yield from self.shuffle()
        return card

    def draw(self, name: str, count: int) -> Ask:
        for _ in range(count):
            if self.pile:
                self.seats[name].hand.append(self.pile.pop(0))
                yield from self.shuffle()
        yield from self.limit(name)

    def limit(self, name: str) -> Ask:
        """PIL-4."""
        seat = self.seats[name]
        if seat.spirit and not self.options["spirit_hand_limit"]:
            return
        most = 5 if self.options["location"] == "house:market" else 4
        while len(seat.hand) > most:
            yield from self.discard_one(name)

    def discard_one(self, name: str) -> Ask:
        hand = self.seats[name].hand
        answer = yield "one", name, [f"discard:{card}" for card in hand]
        card = answer.split(":")[1]
        hand.remove(card)
        yield from self.drop(card)

    def to_air(self, name: str, card: str) -> None:
        self.seats[name].hand.remove(card)
        self.air.append(card)

    # turns (section 5) -----------------------------------------------------------------------------------------------

    def take_turn(self, phase: str) -> Ask:
        if self.me.spirit:
            yield from self.haunt(phase)
            return
        try:
            if phase in ("", "play"):
                if not phase:
                    self.phase, self.plays, self.soul = "play", 2, set()
                    yield from self.location()
                yield from self.menu()
            if phase in ("", "play", "disciples"):
                self.phase = "disciples"
                yield from self.pupils()
            if phase != "hold":
                self.phase = "draw"
                yield from self.draw(self.me.name, 3 if self.me.can("breath") else 2)
            self.phase = "hold"
            yield from self.holding()
        except TurnOver:
            return

    def location(self) -> Ask:
        where, me = self.options["location"], self.me
        if where == "distillery" and self.masu and me.free():
            self.masu -= 1
            yield from self.put_sake(me)
            self.last_sake()
        if where == "house:spring":
            self.regain(me, 1)

    def menu(self) -> Ask:
        while True:
            offered = [*self.plain_options(), *self.instants(self.me.name, "play"), "end_phase"]
            answer = yield "one", self.me.name, offered
            kind, *words = answer.split(":")
            if kind == "end_phase":
                return
            if kind in ("burn_draw", "soul"):
                yield from self.instant(self.me.name, answer)
            elif kind == "burn_play":
                self.burn(self.me, words[0])
                self.plays += 1
            elif kind == "use":
                yield from self.use(*words)
            else:
                self.plays -= 1
                yield from getattr(self, f"do_{kind}")(*words)

    def plain_options(self) -> list[str]:
        me, found = self.me, []
        if self.plays > 0:
            for id in me.hand:
                card = DECK[id]
                found += [f"attack:{id}:{target}:{weapon}" for target, weapon in self.attacks(me)]
                bonus = me.usable("sandals") + me.can("stride")
                for side in self.sides():
                    found += [f"move:{id}:{side}:{k}"
                              for k in range(1, self.furthest(me.name, side, card.move + bonus) + 1)]  # fmt: skip
                    found += self.iaidos(id, side, 2 + (bonus if self.options["iaido_bonus"] else 0))
                if self.sips(me, card) and self.masu and me.free():
                    found.append(f"drink:{id}")
                if card.text in ("weapon", "item") and all(DECK[one].type != card.type for one in me.gear):
                    found.append(f"put:{id}")
                if card.text == "disciple":
                    sides = ("left", "right") if len(self.lines) > 1 else ("line",) if self.lines else ()
                    found += [f"put_disciple:{id}:{side}" for side in sides]
                if card.text == "event":
                    found += [":".join(["event", id, *rest]) for rest in self.event_ways(card.type)]
        return found + self.uses()

    def iaidos(self, id: str, side: str, most: int) -> list[str]:
        me, found = self.me, []
        if not me.seated:
            return []
        for k in range(1, self.furthest(me.name, side, most) + 1):
            before = [(line.steps, [one.at for one in line.pupils]) for line in self.lines]
            self.walk(me.name, side, k)
            found += [f"iaido:{id}:{side}:{k}:{target}:{weapon}" for target, weapon in self.attacks(me)]
            for line, (steps, places) in zip(self.lines, before, strict=True):
                line.steps = steps
                for one, at in zip(line.pupils, places, strict=True):
                    one.at = at
        return found

    def uses(self) -> list[str]:
        me = self.me
        works = {
            "pipe": any(self.seats[one].hand for one in self.living() if one != me.name),
            "bottle": self.drawable(),
            "rice": bool(me.wounds),
        }
        return [f"use:{item}:{spot}" for item in me.gear if works.get(DECK[item].type) and item not in me.sake
                for spot in me.sake]  # fmt: skip

    def holding(self) -> Ask:
        """TUR-5, TUR-6."""
        me = self.me
        while True:
            held = [f"hold:{one}" for one in me.weapons()] or ["hold:nothing"]
            answer = yield "one", me.name, [*held, *self.uses(), *self.instants(me.name, "hold")]
            kind, *words = answer.split(":")
            if kind == "hold":
                me.held = None if words[0] == "nothing" else words[0]
                return
            if kind == "use":
                yield from self.use(*words)
            else:
                yield from self.instant(me.name, answer)

    # instants (section 16) -------------------------------------------------------------------------------------------

    def instants(self, name: str, where: str = "window") -> list[str]:
        seat, found = self.seats[name], []
        if not seat.alive:
            return []
        if self.drawable():
            found += [f"burn_draw:{spot}" for spot in seat.sake]
        if where == "play":
            found += [f"burn_play:{spot}" for spot in seat.sake]
        if name not in self.soul and "life" not in seat.sake:
            found += [f"soul:{n}" for n in range(1, len(seat.life))]
        return found

    def burn(self, seat: Seat, spot: str) -> None:
        seat.sake.remove(spot)
        self.gone += 1

    def instant(self, name: str, answer: str) -> Ask:
        seat, (kind, what) = self.seats[name], answer.split(":")
        if kind == "burn_draw":
            self.burn(seat, what)
            yield from self.draw(name, 1)
        else:
            self.soul.add(name)
            seat.hand += seat.life[: int(what)]
            del seat.life[: int(what)]
            yield from self.limit(name)

    # windows (section 17) --------------------------------------------------------------------------------------------

    def window(self, seats: Iterable[str], own: Callable[[str], list[str]], asked: Callable[[str], bool] | None = None,
               passing: bool = True) -> Ask:  # fmt: skip
        """ASK-2: the answers of the last round; `own` are a seat's options beside instants and pass."""
        order, passed = list(seats), set[str]()
        while True:
            round_ = {name: [*own(name), *self.instants(name), *(["pass"] if passing else [])]
                      for name in order if name not in passed and (asked or self.is_asked)(name)}  # fmt: skip
            if not round_:
                return {}
            answers = yield "all", round_, True
            passed |= {name for name, answer in answers.items() if answer == "pass"}
            first = next((name for name, answer in answers.items() if answer.startswith("interrupt")), None)
            if self.options["race"] == "first" and first is not None:
                return {first: answers[first]}
            quick = [name for name in order if answers.get(name, "").split(":")[0] in ("burn_draw", "soul")]
            if not quick:
                return answers
            for name in quick:
                yield from self.instant(name, answers[name])

    def is_asked(self, name: str) -> bool:
        """ASK-1, of a Samurai."""
        return bool(self.seats[name].hand or self.instants(name))

    def interruption(self, answers: dict[str, str]) -> tuple[str, str] | None:
        """ITR-4: who counts, and the card."""
        assert self.active is not None
        for name in self.others(self.active):
            if answers.get(name, "").startswith("interrupt"):
                return name, answers[name].split(":")[1]
        return None

    def cards_of(self, name: str, type_: str) -> list[str]:
        return [card for card in self.seats[name].hand if DECK[card].type == type_]

    def asked_living(self) -> list[str]:
        assert self.active is not None
        return [name for name in self.others(self.active) if self.seats[name].alive]

    def named(self, name: str) -> Ask:
        """ASK-5."""
        while name != self.active and self.instants(name):
            answer = yield "one", name, [*self.instants(name), "pass"]
            if answer == "pass":
                return
            yield from self.instant(name, answer)

    # attacks (sections 6 and 10) -------------------------------------------------------------------------------------

    def targets(self, name: str, spirits: bool = True) -> list[str]:
        """ATK-4."""
        found = [one for one in self.living() if one != name]
        found += [one.card for line in self.lines for one in line.pupils if one.owner != name]
        return found + [one for one in self.spirits() if spirits and self.seats[one].jar]

    def reaches(self, name: str, target: str, weapon: str) -> bool:
        if target in self.seats and self.seats[target].spirit:
            return True
        _, _, reach, plus = ARMS[DECK[weapon].type]
        return self.within(name, target, reach, plus)

    def attacks(self, seat: Seat, only: str | None = None) -> list[tuple[str, str]]:
        found = []
        for target in self.targets(seat.name) if only is None else [only]:
            able = [one for one in seat.armed() if self.reaches(seat.name, target, one)]
            found += [(target, one) for one in able]
            bare = not (able if self.options["bare_hands"] == "out_of_reach" else seat.armed())
            if bare and (1 in self.distances(seat.name, target) or target in self.spirits()):
                found.append((target, "hands"))
        return found

    def strength(self, seat: Seat, card: str, weapon: str) -> tuple[int, bool]:
        if weapon == "hands":
            return DECK[card].attack, False
        attack, _, _, ranged = ARMS[DECK[weapon].type]
        return DECK[card].attack + attack + (seat.can("heavy") and not ranged), ranged

    def do_attack(self, card: str, target: str, weapon: str) -> Ask:
        self.to_air(self.me.name, card)
        yield from self.strike(target, *self.strength(self.me, card, weapon), [card])

    def strike(self, target: str, value: int, ranged: bool, cards: list[str], *, stoppable: bool = True) -> Ask:
        """ATK-7, from the window on; `cards` are in the air and go with it."""
        answers = yield from self.attack_window(target, ("double_vision",) if stoppable else ())
        stopped = self.interruption(answers)
        if stopped is not None:
            self.to_air(*stopped)
            yield from self.land(*cards, stopped[1])
            return
        yield from self.hit(target, value, ranged, cards, answers)

    def attack_window(self, target: str, stoppers: tuple[str, ...]) -> Ask:
        seat = self.seats.get(target)
        haunting = seat is not None and seat.spirit
        order = []
        for name in self.others(self.me.name):
            concerned = bool(stoppers) or name == target
            if (concerned and self.seats[name].alive) or (haunting and self.seats[name].spirit):
                order.append(name)

        def own(name: str) -> list[str]:
            if self.seats[name].spirit:
                return [f"dematerialise:{card}" for card in self.matching(name)]
            found = [f"interrupt:{card}" for type_ in stoppers for card in self.cards_of(name, type_)]
            if name == target:
                found += [f"defend:{card}" for card in self.seats[name].hand]
                found += [f"sacrifice:{card}" for card in self.cards_of(name, "disciple")]
            return found

        def asked(name: str) -> bool:
            return bool(self.matching(name)) if self.seats[name].spirit else self.is_asked(name)

        return (yield from self.window(order, own, asked))

    def matching(self, name: str) -> list[str]:
        """SPI-1."""
        return [card for card in self.seats[name].hand if DECK[card].back == self.top]

    def defence(self, seat: Seat, card: str | None, ranged: bool) -> int:
        """DFN-2."""
        if card is None and not self.options["defence_without_card"]:
            return 0
        found = 0 if card is None else DECK[card].defence + seat.can("iron")
        if seat.held is not None and seat.held not in seat.sake and not ranged:
            found += ARMS[DECK[seat.held].type][1]
        return found + seat.usable("armour")

    def hit(self, target: str, value: int, ranged: bool, cards: list[str], answers: dict[str, str]) -> Ask:
        used, harm = list(cards), 0
        if target not in self.seats:  # DSC-7
            up = yield from self.turn_up()
            if up is not None:
                used.append(up)
            harm = max(0, value - (0 if up is None else DECK[up].defence))
            gone = []
            for line in self.lines:
                for one in [one for one in line.pupils if one.card == target and harm]:
                    line.pupils.remove(one)
                    gone.append(one.card)
            for one in used:
                self.air.remove(one)
            yield from self.drop(*used, *gone)
            return
        seat = self.seats[target]
        if seat.spirit:
            dodger = next((name for name in self.round_from(target)
                           if answers.get(name, "").startswith("dematerialise")), None)  # fmt: skip
            if dodger is not None:
                card = answers[dodger].split(":")[1]
                self.to_air(dodger, card)
                yield from self.land(*used, card)
                return
            lost = min(value, seat.jar)
            seat.jar, self.gone = seat.jar - lost, self.gone + lost
            yield from self.land(*used)
            return
        kind, _, card = answers.get(target, "pass").partition(":")
        if kind in ("defend", "sacrifice"):
            self.to_air(target, card)
            used.append(card)
        if kind != "sacrifice":
            harm = max(0, value - self.defence(seat, card if kind == "defend" else None, ranged))
        for one in used:
            self.air.remove(one)
        self.discard += used
        dead = self.hurt(seat, harm)
        yield from self.shuffle()
        if dead:
            yield from self.die(seat)

    def hurt(self, seat: Seat, points: int) -> bool:
        """DMG-1; whether he dies."""
        for _ in range(points):
            if "life" in seat.sake:
                self.burn(seat, "life")
            elif seat.life:
                seat.wounds.insert(0, seat.life.pop(0))
            if not seat.life:
                return True
        return False

    def regain(self, seat: Seat, points: int) -> None:
        """DMG-2."""
        for _ in range(min(points, len(seat.wounds))):
            seat.life.insert(0, seat.wounds.pop(0))

    # moves, iaido, drink (sections 7 to 9) ---------------------------------------------------------------------------

    def do_move(self, card: str, side: str, steps: str) -> Ask:
        me = self.me
        self.to_air(me.name, card)
        me.seated = False
        stopped = None
        if not me.can("surefoot"):
            answers = yield from self.window(
                self.asked_living(), lambda name: [f"interrupt:{card}" for card in self.cards_of(name, "stagger")]
            )
            stopped = self.interruption(answers)
        if stopped is None:
            self.walk(me.name, side, int(steps))
            yield from self.land(card)
        else:
            self.to_air(*stopped)
            yield from self.land(card, stopped[1])

    def do_iaido(self, card: str, side: str, steps: str, target: str, weapon: str) -> Ask:
        me = self.me
        self.to_air(me.name, card)
        me.seated = False
        answers = yield from self.attack_window(
            target, ("double_vision",) if me.can("surefoot") else ("stagger", "double_vision")
        )
        stopped = self.interruption(answers)
        if stopped is None:
            self.walk(me.name, side, int(steps))
            yield from self.hit(target, *self.strength(me, card, weapon), [card], answers)
            return
        self.to_air(*stopped)
        if DECK[stopped[1]].type == "double_vision":
            self.walk(me.name, side, int(steps))
            yield from self.land(card, stopped[1])
            return
        kept = [one for _, one in self.attacks(me, target)]
        answer = (yield "one", me.name, [*(f"keep:{one}" for one in kept), "give_up"]) if kept else "give_up"
        if answer == "give_up":
            yield from self.land(card, stopped[1])
        else:
            value, ranged = self.strength(me, card, answer.split(":")[1])
            yield from self.strike(target, value, ranged, [card, stopped[1]], stoppable=False)

    def sips(self, seat: Seat, card: Card) -> int:
        return 2 if card.drink == 1 and seat.can("cup") else card.drink

    def do_drink(self, card: str) -> Ask:
        me = self.me
        self.to_air(me.name, card)
        count = min(self.sips(me, DECK[card]), self.masu, len(me.free()))
        self.masu -= count
        for _ in range(count):
            yield from self.put_sake(me)
        yield from self.land(card)
        self.last_sake()

    def put_sake(self, seat: Seat) -> Ask:
        answer = yield "one", seat.name, [f"place:{spot}" for spot in seat.free()]
        seat.sake.add(answer.split(":")[1])

    def last_sake(self) -> None:
        """FAT-1."""
        if self.masu == 0 and self.fatal is None and self.options["fatal_turn"] == "at_once":
            self.fatal = {"begins": True}
            raise TurnOver
        # with `finish` the round begins when the turn is over: `next_turn` sees the empty Masu

    # events, gear (sections 11 to 13) --------------------------------------------------------------------------------

    def event_ways(self, type_: str) -> list[list[str]]:
        """What follows the card in the id, for each way to play it."""
        me = self.me
        far = {"chopsticks": (2, True), "ramen": (3, True), "roar": (2, False)}
        if type_ in far:
            reached = [one for one in self.targets(me.name, spirits=False) if self.within(me.name, one, *far[type_])]
            return (
                [[one, spot] for one in reached for spot in me.sake] if type_ == "roar" else [[one] for one in reached]
            )
        if type_ == "stench":
            return [[]] if self.adding() else []
        if type_ == "lanterns":
            return [[]] if self.removing() else []
        if type_ == "dumplings":
            return [[one] for one in self.living() if self.seats[one].hand and self.within(me.name, one, 4, True)]
        if type_ == "sakuragi":
            return [[]] if self.drawable() else []
        if type_ == "purchase":
            return [[one] for one in self.living() if self.seats[one].gear]
        if type_ == "stomach":
            return [[one] for one in self.living() if self.seats[one].sake]
        return [[]] if me.wounds else []

    def adding(self) -> list[str]:
        return [f"{n}:{k}" for n, line in enumerate(self.lines) for k in range(len(line.lengths())) if self.box >= 1]

    def removing(self) -> list[str]:
        return [f"{n}:{k}" for n, line in enumerate(self.lines) for k in line.removable()]

    def do_event(self, card: str, target: str = "", pay: str = "") -> Ask:
        me, type_ = self.me, DECK[card].type
        self.to_air(me.name, card)
        if type_ == "roar":
            self.burn(me, pay)
        if type_ in ("ramen", "roar"):
            yield from self.strike(target, 2 if type_ == "ramen" else 4, True, [card])
            return
        if type_ == "chopsticks":
            yield from self.strike(target, 1, True, [])
            again = [one for one in self.targets(me.name, spirits=False) if self.within(me.name, one, 2, True)]
            if again:
                answer = yield "one", me.name, [*(f"target:{one}" for one in again), "decline"]
                if answer != "decline":
                    yield from self.strike(answer.split(":")[1], 1, True, [])
        elif type_ in ("stench", "lanterns"):
            for _ in range(2):
                ways = self.adding() if type_ == "stench" else self.removing()
                if ways:
                    answer = yield "one", me.name, [f"step:{way}" for way in ways]
                    _, line, stretch = answer.split(":")
                    self.lines[int(line)].shift(int(stretch), 1 if type_ == "stench" else -1)
        elif type_ == "sakuragi":
            yield from self.draw(me.name, 2)
        elif type_ == "feigned_wounds":
            self.regain(me, 2)
        else:
            yield from self.named(target)
            yield from getattr(self, f"_{type_}")(self.seats[target])
        yield from self.land(card)

    def _dumplings(self, seat: Seat) -> Ask:
        for _ in range(min(2, len(seat.hand))):
            yield from self.discard_one(seat.name)

    def _stomach(self, seat: Seat) -> Ask:
        if seat.sake:
            answer = yield "one", self.me.name, [f"pick:{spot}" for spot in seat.sake]
            self.burn(seat, answer.split(":")[1])

    def _purchase(self, seat: Seat) -> Ask:
        if not seat.gear:
            return
        card = (yield "one", self.me.name, [f"pick:{one}" for one in seat.gear]).split(":")[1]
        if card in seat.sake:
            self.burn(seat, card)
        seat.gear.remove(card)
        lost = seat.held == card
        if lost:
            seat.held = None
        yield from self.drop(card)
        if lost and seat.weapons():
            ways = [f"hold:{one}" for one in seat.weapons()]
            seat.held = ((yield "one", seat.name, ways) if len(ways) > 1 else ways[0]).split(":")[1]

    def do_put(self, card: str) -> Ask:
        self.me.hand.remove(card)
        self.me.gear.append(card)
        yield from ()

    def do_put_disciple(self, card: str, side: str) -> Ask:
        me = self.me
        me.hand.remove(card)
        line = self.line_at(me.name, side)
        line.pupils.append(Pupil(card, me.name, 0 if line.a == me.name else line.steps))
        yield from ()

    def use(self, item: str, pay: str) -> Ask:
        me = self.me
        self.burn(me, pay)
        type_ = DECK[item].type
        if type_ == "bottle":
            yield from self.draw(me.name, 2)
        elif type_ == "rice":
            self.regain(me, 2)
        else:
            order = [name for name in self.asked_living() if self.seats[name].hand]
            answers = yield from self.window(
                order,
                lambda name: [f"discard:{card}" for card in self.seats[name].hand],
                lambda name: bool(self.seats[name].hand),
                passing=False,
            )
            cards = []
            for name, answer in answers.items():
                cards.append(answer.split(":")[1])
                self.seats[name].hand.remove(cards[-1])
            yield from self.drop(*cards)

    def pupils(self) -> Ask:
        """Phase 2 (DSC-3 to DSC-6)."""
        me, done = self.me, set[str]()
        while True:
            left = [one.card for line in self.lines for one in line.of(me.name) if one.card not in done]
            if not left:
                return
            card = left[0]
            if len(left) > 1:
                card = (yield "one", me.name, [f"activate:{one}" for one in left]).split(":")[1]
            done.add(card)
            line, one = next((line, one) for line in self.lines for one in line.pupils if one.card == card)
            if line.a == me.name:
                ahead = min([*line.far(), line.steps])
                one.at = max(one.at, min(one.at + 2, ahead - 1))
                struck = [other.card for other in line.of(line.b) if other.at == one.at + 1]
                struck += [line.b] if line.steps == one.at + 1 else []
            else:
                ahead = max([0, *line.near()])
                one.at = min(one.at, max(one.at - 2, ahead + 1))
                struck = [other.card for other in line.of(line.a) if other.at == one.at - 1]
                struck += [line.a] if one.at == 1 else []
            if not struck:
                continue
            target = struck[0]
            if len(struck) > 1:
                target = (yield "one", me.name, [f"strike:{way}" for way in struck]).split(":")[1]
            up = yield from self.turn_up()
            value = (0 if up is None else DECK[up].attack) + me.can("captain")
            yield from self.strike(target, value, False, [] if up is None else [up],
                                   stoppable=self.options["interrupt_disciples"] == "attacks")  # fmt: skip

    # death (section 19) ----------------------------------------------------------------------------------------------

    def die(self, seat: Seat, *, out: bool = False) -> Ask:
        """DTH-1; `out`: by his own hand (FAT-7)."""
        self.gone += len(seat.sake)
        lost = [*seat.hand, *seat.gear, *(one.card for line in self.lines for one in line.of(seat.name))]
        for line in self.lines:
            line.pupils = [one for one in line.pupils if one.owner != seat.name]
        if out:
            lost += [*seat.life, *seat.wounds]
            seat.life, seat.wounds = [], []
        seat.sake, seat.hand, seat.gear, seat.held = set(), [], [], None
        yield from self.drop(*lost)
        home = yield from self.close_lines(seat.name)
        seat.is_, seat.seated = ("out" if out else "spirit"), False
        seat.hand, seat.wounds = seat.wounds, []
        for name in [*self.others(self.me.name), self.me.name]:
            if name in home:
                yield from self.limit(name)
        if not out:
            yield from self.limit(seat.name)

    def close_lines(self, dead: str) -> Ask:
        """DTH-2 to DTH-5; who got Disciples back."""
        before = self.living()
        rest = [name for name in before if name != dead]
        home: set[str] = set()
        if len(before) == 1:
            return home
        if len(before) == 2:
            kept: Line | None = None
        else:
            left, right = self.line_at(dead, "left"), self.line_at(dead, "right")
            three = len(before) == 3
            own = next(line for line in self.lines if line not in (left, right)) if three else None
            choice = [line for line in (own, left, right) if line is not None]  # as DTH-5 prefers them
            least = min(line.steps for line in choice)
            equal = [line for line in choice if line.steps == least]
            kept = equal[0]
            if len(equal) > 1 and any(line.pupils for line in equal):
                ways = sorted(self.lines.index(line) for line in equal)
                answer = yield "one", dead, [f"keep_line:{n}" for n in ways]
                kept = self.lines[int(answer.split(":")[1])]
        gone = [line for line in self.lines if line is not kept] if len(before) < 4 else [
            line for line in (left, right) if line is not kept]  # fmt: skip
        for line in gone:
            for one in line.pupils:
                self.seats[one.owner].hand.append(one.card)
                home.add(one.owner)
        stay = [line for line in self.lines if line not in gone]
        if kept is not None:
            if len(before) == 3:
                new = Line(rest[0] if kept.a == dead else kept.a, rest[0] if kept.b == dead else kept.b, kept.steps,
                           kept.pupils)  # fmt: skip
                if dead == kept.a:
                    new.a = next(name for name in rest if name != kept.b)
                if dead == kept.b:
                    new.b = next(name for name in rest if name != kept.a)
                stay = [new if new.a == rest[0] else new.turned()]
            else:
                kept.a, kept.b = right.a, left.b
                stay.sort(key=lambda line: rest.index(line.a))
        self.lines = stay
        return home

    # Spirits (section 20) --------------------------------------------------------------------------------------------

    def haunt(self, phase: str) -> Ask:
        me = self.me
        if not phase:
            self.plays, self.soul = 0, set()
        if phase in ("", "power"):
            self.phase = "power"
            yield from self.power()
        if phase != "third":
            self.phase = "draw"
            yield from self.draw(me.name, 1)
        self.phase = "third"
        yield from self.burning()
        ways = ["steal"] if self.masu else []
        mine = sorted(self.matching(me.name))
        sets = [chosen for n in range(1, len(mine) + 1) for chosen in combinations(mine, n)]
        ways += [
            f"torment:{name}:{'+'.join(chosen)}" for name in self.living() if self.seats[name].sake for chosen in sets
        ]
        if not ways:
            return
        answer = yield "one", me.name, [*ways, "nothing"]
        if answer == "steal":
            self.masu, me.jar = self.masu - 1, me.jar + 1
            if self.masu == 0 and self.fatal is None:
                self.fatal = {"begins": True}
        elif answer != "nothing":
            _, name, chosen = answer.split(":")
            yield from self.torment(self.seats[name], chosen.split("+"))

    def burning(self) -> Ask:
        """ASK-7."""
        passed: set[str] = set()
        while True:
            round_ = {name: [*(f"burn_draw:{spot}" for spot in self.seats[name].sake), "pass"]
                      for name in self.asked_living()
                      if name not in passed and self.seats[name].sake and self.drawable()}  # fmt: skip
            if not round_:
                return
            answers = yield "all", round_, True
            passed |= {name for name, answer in answers.items() if answer == "pass"}
            quick = [name for name in self.asked_living() if answers.get(name, "pass") != "pass"]
            if not quick:
                return
            for name in quick:
                yield from self.instant(name, answers[name])

    def power(self) -> Ask:
        me, ways = self.me, []
        if self.top == "push":
            ways = [f"push:add:{way}" for way in self.adding()] + [f"push:remove:{way}" for way in self.removing()]
        elif self.top == "brawl":
            ways = [f"brawl:{name}" for name in self.living() if self.seats[name].sake and self.seats[name].free()]
        elif self.top == "doze":
            ways = [f"doze:{giver}:{taker}" for giver in self.living() if self.seats[giver].hand
                    for taker in self.living() if taker != giver]  # fmt: skip
        if not ways:
            return
        answer = yield "one", me.name, [*ways, "decline"]
        kind, *words = answer.split(":")
        if kind == "push":
            self.lines[int(words[1])].shift(int(words[2]), 1 if words[0] == "add" else -1)
        elif kind == "brawl":
            seat = self.seats[words[0]]
            yield from self.named(seat.name)
            moves = [f"shift:{a}:{b}" for a in seat.sake for b in seat.free()]
            if moves:
                _, a, b = (yield "one", me.name, moves).split(":")
                seat.sake = (seat.sake - {a}) | {b}
        elif kind == "doze":
            giver, taker = (self.seats[name] for name in words)
            yield from self.named(giver.name)
            (card,) = yield "roll", sorted(giver.hand), 1
            giver.hand.remove(card)
            taker.hand.append(card)
            yield from self.limit(taker.name)

    def torment(self, seat: Seat, cards: list[str]) -> Ask:
        me = self.me
        for card in cards:
            self.to_air(me.name, card)
        round_ = {}
        for name in self.others(me.name):
            mine = sorted(self.matching(name)) if self.seats[name].spirit else []
            if mine:
                sets = [chosen for n in range(1, len(mine) + 1) for chosen in combinations(mine, n)]
                round_[name] = ["help:none", *(f"help:{'+'.join(chosen)}" for chosen in sets)]
        played = list(cards)
        if round_:
            answers = yield "all", round_, False
            for name, answer in answers.items():
                for card in [] if answer == "help:none" else answer.split(":")[1].split("+"):
                    self.to_air(name, card)
                    played.append(card)
        spirits = len(played)
        defending: str | None = None
        while self.is_asked(seat.name):
            answer = yield (
                "one",
                seat.name,
                [*(f"defend:{card}" for card in seat.hand), *self.instants(seat.name), "pass"],
            )
            kind = answer.split(":")[0]
            if kind in ("pass", "defend"):
                if kind == "defend":
                    defending = answer.split(":")[1]
                    self.to_air(seat.name, defending)
                    played.append(defending)
                break
            yield from self.instant(seat.name, answer)
        stolen = min(len(seat.sake), max(0, spirits - self.defence(seat, defending, ranged=False)))
        yield from self.land(*played)
        for _ in range(stolen):
            answer = yield "one", seat.name, [f"give_up:{spot}" for spot in seat.sake]
            seat.sake.remove(answer.split(":")[1])
        for _ in range(stolen):
            to = me.name
            if len(self.spirits()) > 1:
                to = (yield "one", me.name, [f"give_to:{name}" for name in self.spirits()]).split(":")[1]
            self.seats[to].jar += 1

    # the Fatal Round (section 21) ------------------------------------------------------------------------------------

    def next_turn(self) -> Ask:
        assert self.active is not None
        if self.masu == 0 and (self.fatal is None or "begins" in self.fatal):
            names = [name for name in self.round_from(self.active) if self.seats[name].is_ != "out"]
            self.fatal = {"first": names[0], "left": names[1:], "extra": 0}
            self.begin(names[0])
        elif self.fatal is None:
            self.begin(next(name for name in self.others(self.active) if self.seats[name].is_ != "out"))
        elif self.fatal["left"]:
            name, *self.fatal["left"] = self.fatal["left"]
            self.begin(name)
        else:
            yield from self.judge()

    def begin(self, name: str) -> None:
        self.active, self.turn = name, self.turn + 1

    def judge(self) -> Ask:
        assert self.fatal is not None
        ranked = {name: len(self.seats[name].sake) for name in self.living()}
        most = max(ranked.values())
        best = [name for name, count in ranked.items() if count == most]
        spirits = self.spirits()
        theirs = sum(self.seats[name].jar for name in spirits)
        limit, extra = self.options["fatal_limit"], self.fatal["extra"]
        last = limit is not None and extra >= int(str(limit))
        if len(best) == 1 and (not spirits or most > theirs):
            self.over = (best, "most sake")
        elif len(best) == 1 and theirs > most:
            self.over = (spirits, "spirits")
        elif len(best) == 1 and most == 0:
            self.over = ([], "nobody has sake")
        elif len(best) == 1 and self.options["equal_to_spirits"] == "draw":
            self.over = (sorted([*best, *spirits]), "shared")
        elif limit is None and most == theirs == 0:
            self.over = ([], "nobody has sake")
        elif last and theirs > most:
            self.over = (spirits, "spirits")
        elif last and most == 0:
            self.over = ([], "nobody has sake")
        elif last:
            self.over = (sorted([*best, *(spirits if theirs == most else [])]), "shared")
        if self.over is not None:
            return
        for name in self.round_from(self.fatal["first"]):
            if self.seats[name].alive and name not in best:
                yield from self.die(self.seats[name], out=True)
        names = [name for name in self.round_from(self.fatal["first"]) if self.seats[name].is_ != "out"]
        self.fatal = {"first": names[0], "left": names[1:], "extra": extra + 1}
        self.begin(names[0])

    # the position ----------------------------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """What the page calls the position, what is a set sorted."""
        return {
            "seats": [
                {"seat": one.name, "sheet": one.sheet and f"house:{one.sheet}", "is": one.is_, "seated": one.seated,
                 "hand": sorted(one.hand), "life": one.life[:], "wounds": one.wounds[:], "gear": sorted(one.gear),
                 "held": one.held, "sake": sorted(one.sake), "jar": one.jar}
                for one in self.seats.values()
            ],
            "lines": [{"from": line.a, "to": line.b, "steps": line.steps,
                       "disciples": sorted([one.card, one.owner, one.at] for one in line.pupils)}
                      for line in self.lines],
            "pile": self.pile[:], "discard": sorted(self.discard), "masu": self.masu, "gone": self.gone,
            "active": self.active, "phase": self.phase, "plays": self.plays if self.phase == "play" else None,
            "soul": sorted(self.soul), "turn": self.turn, "air": sorted(self.air),
            "fatal": None if self.fatal is None or "begins" in self.fatal else dict(self.fatal),
        }  # fmt: skip
