"""How good a position looks for a seat: a sum of terms, each a few lines about one thing.

A term of a band or of a figure says how well it stands, as seen by the player who judges (`look.mine`); it is added for
one's own and taken off for the other side's. A further goal is a further term, in `OF_BANDS` when it is about what a
band has got, in `OF_FIGURES` when it is about where a figure stands: those also choose which places are looked at. One
zeni lost of all that a band may lose counts `LOST` times that part; the weights are ours, and `okko-companion simulate`
tells what they are worth.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import lru_cache
from math import tanh
from typing import NamedTuple, TypeAlias
from weakref import WeakValueDictionary

from companion.model.games.asagiri.adventure import aims
from companion.model.games.asagiri.insight import estimates
from companion.model.games.asagiri.rules.fight_results import margins
from companion.model.games.asagiri.rules.transition import end_of
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.skills.modifiers import automatic, movement_points
from companion.model.games.asagiri.skills.operations.numbers import Bonus
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.board import Board
from companion.model.games.asagiri.state.state import Figure, State, band_of_seat
from companion.model.games.asagiri.state.table import Table
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    ENEMY_OF,
    NO_BAND,
    BandId,
    Facing,
    FigureId,
    SquareId,
    by_figure,
)

from .estimates import before_door, doorways, points_to, unseen

LOST = 2.4
"""All that a band may lose."""
SHAKEN, CORNERED = 0.55, 0.10
"""A shaken figure, in parts of its worth; one that stands in an enemy control zone and cannot recover there (STA-4)."""
RETREAT = 0.1
"""Having to retreat, in parts of the figure's worth."""
SOON, LATER = 0.5, 0.2
"""How much counts what the enemy could do to one's own figures in its next phase, and one's own to the enemy's."""
HELD = 0.02
"""An enemy in a figure's control zone."""
FAR = 0.02
"""A movement point between a figure and the nearest enemy: what makes a player go forward."""
KEPT = 0.01
"""A die in reserve."""
HELP, BLESSED = 0.15, 0.03
"""A figure that is worth no zeni; one more or less of a number for a while."""
HONOUR = 0.04
"""An honour not used yet: worth more than a step, less than a wound (CAM-3)."""
SPARE = 0.3
"""A skill that keeps a figure from being disabled once, in parts of its worth, when the game shall end."""
CALM, LONG = 5, 12
"""Between these turns the urge for the game to end grows from nothing to all of it."""
MOST_STANDS = 50_000
"""So many ways to stand on a floor are remembered."""
MOST_PROMISED = 4000
"""So many positions of enemies are remembered with what places are worth against them."""


class Strength(NamedTuple):
    """What a figure can do wherever it stands."""

    shaken: bool
    worth: float
    """Its part of all that its band may lose."""
    attack: int
    defense: int
    """With the dice that it has kept for it."""
    points: int

    @classmethod
    def of(cls, state: State, who: FigureId) -> Strength:
        """Of figure `who` as it is."""
        face = state.face(who)
        return cls(
            state.figures[who].state == "shaken",
            _part(state.table, who),
            face.attack,
            face.defense + estimates.guard(state, who),
            movement_points(state, who),
        )


def _part(table: Table, who: FigureId) -> float:
    """What a figure is worth, as a part of all that its band may lose."""
    character = table.characters[who]
    return estimates.stake(character) / max(1, table.limits[character.band])


class Stand:
    """A figure on its square, and what it is worth there. Its terms are computed without a `State` for every place."""

    __slots__ = (
        "at", "attack", "band", "bit", "defense", "facing", "points", "shaken", "unseen", "way", "who", "worth", "zone",
    )  # fmt: skip

    def __init__(self, state: State, who: FigureId, at: SquareId, facing: Facing, strength: Strength) -> None:
        """Figure `who` of a state, as if it stood at `at` and looked to `facing`."""
        board = state.table.board
        self.who, self.band = who, state.table.characters[who].band
        self.at, self.facing = at, facing
        self.bit = 1 << at
        """Of its square, in masks."""
        self.shaken, self.worth, self.attack, self.defense, self.points = strength
        self.zone = state.zone_from(who, at, facing)
        """The mask it controls."""
        self.unseen = unseen(board, at, facing)
        """The mask of what is behind its back."""
        self.way = points_to(board, at)
        """The points to it from everywhere."""


class Look:
    """A position, and what several terms want to know of it."""

    def __init__(self, state: State, mine: BandId, urge: float) -> None:
        """Look at `state` as band `mine` (0 or 1), with some `urge` for the game to end."""
        self.state, self.mine, self.board = state, mine, state.table.board
        self._known = known = _known(state.table)
        self._zones_change = "zone" in state.table.speaks
        """What a figure controls depends on more than where it stands."""
        self.sides: tuple[list[Stand], list[Stand]] = ([], [])
        """By band: its figures on the board."""
        self.reserves = [0, 0]
        """By band: its cards with a die in reserve."""
        self.saved = known.saved
        """Who may be kept from being disabled once."""
        last, characters = known.last, state.table.characters
        for who, figure in by_figure(state.figures):
            if figure.reserve is not None:
                self.reserves[characters[who].band] += 1
            if figure.at >= 0:
                before = last.get(who)
                # most figures are where they were a moment ago
                if before is not None and before[0] is figure and not self._zones_change:
                    stand = before[1]
                else:
                    stand = self.stand(who, figure.at, figure.facing)
                    last[who] = (figure, stand)
                self.sides[stand.band].append(stand)
        self.places = tuple(sum([stand.bit for stand in side]) for side in self.sides)
        """By band: the mask of its squares."""
        self.doorways = doorways(self.board)
        """The mask of the squares beside closed doors."""
        self.urge = urge
        self.minds = (1 - urge, 1.0) if mine == 0 else (1.0, 1 - urge)
        """By band, how much the player minds what befalls it: its own less, the more it wants the game to end."""
        self.threats = 1 - urge
        """How much counts what could still be done: to threaten without end contents nobody who wants the game to."""
        self.promised = known.places.promised(mine, urge, self.sides)
        """By band: what places have been found to be worth, with these enemies where they are."""

    def stand(self, who: FigureId, at: SquareId, facing: Facing) -> Stand:
        """Figure `who` as if it stood at `at` and looked to `facing`."""
        if self._zones_change:
            return Stand(self.state, who, at, facing, self._strength(who))
        figure = self.state.figures[who]
        key = (who, at, facing, figure.state, figure.reserve, figure.more)
        found = self._known.stands.get(key)
        if found is None:
            found = self._known.places.stand(self.state, who, at, facing, self._strength(who))
            self._known.stands[key] = found
        return found

    def _strength(self, who: FigureId) -> Strength:
        figure = self.state.figures[who]
        key = (who, figure.state, figure.reserve, figure.more)
        found = self._known.strengths.get(key)
        if found is None:
            found = self._known.strengths[key] = Strength.of(self.state, who)
        return found

    @property
    def pulls(self) -> aims.Pulls:
        """Where the goals of an adventure want the figures of the player who judges (END-3)."""
        if self._pulls is None:
            self._pulls = aims.pulls(self.state, self.mine)
        return self._pulls

    _pulls: aims.Pulls | None = None


Dice: TypeAlias = tuple[Element, ...]


class PlaceValues:
    """What places of a floor were found to be worth: it depends on nothing but who stands there, and on the enemies."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._stands: dict[tuple[int, int, int, int, Strength], Stand] = {}
        self._promised: dict[tuple[int, float, tuple[Stand, ...]], dict[Stand, float]] = {}

    def stand(self, state: State, who: FigureId, at: SquareId, facing: Facing, strength: Strength) -> Stand:
        """Figure `who` of a state on this floor, as if it stood at `at` and looked to `facing`."""
        key = (who, state.table.characters[who].band, at, facing, strength)
        found = self._stands.get(key)
        if found is None:
            if len(self._stands) > MOST_STANDS:
                self._stands.clear()
            found = self._stands[key] = Stand(state, who, at, facing, strength)
        return found

    def promised(self, mine: BandId, urge: float, sides: tuple[list[Stand], list[Stand]]) -> list[dict[Stand, float]]:
        """By band: what `promise` has said about its figures, seen by `mine`, with the enemies standing like this."""
        if len(self._promised) > MOST_PROMISED:
            self._promised.clear()
        found = []
        for band in BANDS:
            # no place's worth depends on where one's own people are
            key = (mine * 2 + band, urge, tuple(sides[ENEMY_OF[band]]))
            known = self._promised.get(key)
            if known is None:
                known = self._promised[key] = {}
            found.append(known)
        return found


class KnownFigures:
    """What was found out about the figures of a table: asked for again at nearly every state that is looked at."""

    def __init__(self, table: Table, places: PlaceValues) -> None:
        self.places = places
        self.stands: dict[tuple[int, int, int, str, Element | None, Dice], Stand] = {}
        self.strengths: dict[tuple[int, str, Element | None, Dice], Strength] = {}
        self.last: dict[int, tuple[Figure, Stand]] = {}
        """By figure: as it was when it was last looked at, and where it stood."""
        self.saved = tuple(estimates.saved_once(table))
        """Who may be kept from being disabled once."""


_floors: WeakValueDictionary[int, PlaceValues] = WeakValueDictionary()
"""By the identity of the floor: the same one with one door or another open is another. A table keeps its floor's."""
_tables: dict[int, KnownFigures] = {}
"""By the identity of a table that is still there."""


def _known(table: Table) -> KnownFigures:
    """What is known about this table; it goes with the table, so that no game is remembered that nobody plays."""
    known = _tables.get(id(table))
    if known is None:
        places = _floors.get(id(table.board))
        if places is None:
            places = _floors[id(table.board)] = PlaceValues(table.board)
        known = _tables[id(table)] = KnownFigures(table, places)
        weakref.finalize(table, _tables.pop, id(table)).atexit = False
    return known


def urge(state: State) -> float:
    """How badly players want the game to end: from 0 to 1, more with every turn, so that two cautious ones meet."""
    return max(0.0, min(1.0, (state.turn - CALM) / (LONG - CALM)))


def evaluate(state: State, seat: str, urge: float = 0.0) -> float:
    """Between -1 (lost) and 1 (won); with an `urge`, one's own losses count for less, and with all of it for nothing:
    not even that of the game.
    """
    mine, winner = band_of_seat(seat), NO_BAND
    if state.over:
        winner = (end_of(state) or (NO_BAND, ""))[0]
        if winner != ENEMY_OF[mine]:
            return 1.0 if winner == mine else 0.0
        if not urge:
            return -1.0
    if state.draft is not None:
        return estimates.draft(state, seat)
    look = Look(state, mine, urge)
    score = 0.0
    for term in OF_BANDS:
        score += term(look, mine) - term(look, ENEMY_OF[mine])
    known = look.promised[mine]
    for stand in look.sides[mine]:
        score += known[stand] if stand in known else promise(look, stand)
    known = look.promised[ENEMY_OF[mine]]
    for stand in look.sides[ENEMY_OF[mine]]:
        score -= known[stand] if stand in known else promise(look, stand)
    return tanh(score) if winner < 0 else urge * tanh(score) + urge - 1


def promise(look: Look, stand: Stand) -> float:
    """What the place where a figure stands, or could stand, is worth to its band."""
    known = look.promised[stand.band]
    score = known.get(stand)
    if score is None:
        score = 0.0
        for term in OF_FIGURES:
            score += term(look, stand)
        if look.state.quest is None:
            # the goals of an adventure may change with every state
            known[stand] = score
    return score


# bands -------------------------------------------------------------------------------------------------------------


def losses(look: Look, band: BandId) -> float:
    """END-1: what is lost counts most."""
    part = look.state.bands[band].lost / max(1, look.state.table.limits[band])
    return -LOST * part * look.minds[band]


def zeni(look: Look, band: BandId) -> float:
    """KAR-6: what a scenario card has given or promises."""
    return LOST * estimates.prospects(look.state, band) / max(1, look.state.table.limits[band])


def reserve(look: Look, band: BandId) -> float:
    """Dice kept are better than dice lost (INS-6)."""
    return KEPT * look.reserves[band]


def goals(look: Look, band: BandId) -> float:
    """END-3: how far the goals of an adventure have come, wherever the figures stand."""
    return 0.0 if look.state.quest is None else aims.reached(look.state, band)


def favour(look: Look, band: BandId) -> float:
    """What skills have brought: figures that cost nothing, and numbers raised or lowered for a while. A Kami counts
    among what the band may hope for (`zeni`).
    """
    state, score = look.state, 0.0
    if state.table.speaks.isdisjoint(("summon", "bonus")):
        return score
    for who, figure in by_figure(state.figures):
        character = state.table.characters[who]
        if figure.at < 0 or character.band != band:
            continue
        if not character.value and character.kami is None:
            score += HELP
        for found in figure.lasting:
            if isinstance(found.effect, Bonus) and isinstance(found.effect.amount, int):
                score += BLESSED * found.effect.amount
    return score * look.minds[band]


def honours(look: Look, band: BandId) -> float:
    """CAM-3: what can be used once is kept for a moment worth it."""
    figures, characters = look.state.figures, look.state.table.characters
    return HONOUR * sum([characters[n].band == band and not figures[n].honour_lost for n in look.state.table.honoured])


def lives(look: Look, band: BandId) -> float:
    """What keeps figures from being disabled, once each (CBT-6): to make them use it brings the end nearer.

    For whoever is in no hurry it is no goal: simulated bands that hunt for it win less often.
    """
    state, score = look.state, 0.0
    for who in look.saved if look.urge else ():
        if state.figures[who].at >= 0 and state.table.characters[who].band == band:
            spoken = automatic(state, TriggerContext("disabled", who))
            score += SPARE * _part(state.table, who) * any(skill.limit == "game" for skill in spoken)
    return score * look.urge * look.minds[band]


OF_BANDS: tuple[Callable[[Look, BandId], float], ...] = (losses, zeni, reserve, favour, honours, lives, goals)


# figures -----------------------------------------------------------------------------------------------------------


def face(look: Look, stand: Stand) -> float:
    """Shaken is half lost (STA-2), more so where it cannot recover."""
    if not stand.shaken:
        return 0.0
    held = any(foe.zone & stand.bit for foe in look.sides[ENEMY_OF[stand.band]])
    return -(SHAKEN + CORNERED * held * look.threats) * stand.worth * look.minds[stand.band]


def exposure(look: Look, stand: Stand) -> float:
    """What the enemy's best attack on it would bring, helped by all who could come, from behind if they are."""
    way, strongest, coming, behind = stand.way, 0, 0, 0
    for foe in look.sides[ENEMY_OF[stand.band]]:
        # the last step is not made, and who comes has to look at its target
        if way[foe.at] <= foe.points:
            coming += 1
            strongest = max(strongest, foe.attack)
            behind |= foe.bit & stand.unseen
    if not coming:
        return 0.0
    strength = strongest + coming - 1 + bool(behind) - stand.defense
    weight = SOON if stand.band == look.mine else LATER
    return -weight * harm(strength, stand.shaken) * stand.worth * look.threats


@lru_cache(maxsize=128)
def harm(strength: int, shaken: bool) -> float:
    """The mean loss of whoever is attacked with so much more than its defence, in parts of its worth (CBT-3, CBT-6)."""
    lost = 0.0
    for margin, ways in margins(strength, 0).items():
        if margin >= 4 or (margin == 3 and shaken):
            lost += ways * LOST
        elif margin > 0:
            lost += ways * (SHAKEN if margin == 3 else RETREAT)
    return lost / 36


def contact(look: Look, stand: Stand) -> float:
    """Enemies in its control zone can be attacked, and friends are supported against them (CTL-1, CBT-4)."""
    return HELD * (stand.zone & look.places[ENEMY_OF[stand.band]]).bit_count() * look.minds[stand.band]


def approach(look: Look, stand: Stand) -> float:
    """The way to the nearest enemy; one's own alone, else it would not matter who goes.

    Whoever wants the game to end does not hold on to a place beside an enemy: from where he can be attacked is near
    enough, and a fight that may drive one away from him is no harm.
    """
    foes = look.sides[ENEMY_OF[look.mine]]
    if stand.band != look.mine or not foes:
        return 0.0
    points = min([foe.way[stand.at] for foe in foes])
    if look.doorways >> stand.at & 1:
        points -= any(before_door(look.board, stand.at, stand.facing, foe.way) for foe in foes)
    far = FAR * max(0.0, points - look.urge * stand.points)
    return -far if look.state.quest is None else -far * aims.ferocity(look.state, stand.band)


def errand(look: Look, stand: Stand) -> float:
    """END-3: the way to where the goals of an adventure want the figure."""
    if stand.band != look.mine or look.state.quest is None:
        return 0.0
    return aims.drawn(look.pulls, stand.who, stand.at)


OF_FIGURES: tuple[Callable[[Look, Stand], float], ...] = (face, exposure, contact, approach, errand)
