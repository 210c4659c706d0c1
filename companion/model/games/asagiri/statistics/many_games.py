"""Games that have ended, a row of JSON each; and ten thousand of them summed up in a few tenths of a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.model.core.personal import Feat, Remembered
from companion.model.core.session import Session
from companion.model.core.summaries import KeptGame, Summaries, by_games
from companion.model.core.words import say
from companion.model.games.asagiri.state.vocabulary import BANDS, ENEMY_OF, BandId
from companion.model.games.asagiri.statistics import game_statistics

from .course import WeighedDice


class Shown(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one figure did in a game. Written as a list: there are tens of thousands."""

    card: str
    """The id of its card; of one without a card its name."""
    band: BandId
    member: str
    """Who it is in a campaign."""
    won: int
    drawn: int
    lost: int
    """Fights."""
    felled: int
    """Enemies that it disabled."""
    out: bool
    """It was disabled itself in the end."""
    walked: int
    virtual: WeighedDice
    typed: WeighedDice


class Short(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game."""

    winner: int | None
    exchanged: bool
    turns: int
    steps: int
    lost: tuple[int, int]
    limits: tuple[int, int]
    adventure: str
    """Its id; empty: none."""
    roles: tuple[int, int]
    """By band: the side of the adventure that it played."""
    tori: tuple[tuple[int, int], tuple[int, int]]
    """By band: inspiration dice rolled, and tori among them."""
    honours: tuple[tuple[str, bool], ...]
    """Those brought along (CAM-3), and whether they were used."""
    people: tuple[Shown, ...]

    def luck(self, band: BandId) -> WeighedDice:
        """The d6 of a band."""
        found = WeighedDice()
        for one in self.people:
            if one.band == band:
                found = found + one.virtual + one.typed
        return found


def short(session: Session[Any]) -> Short:
    """A game in short."""
    found = game_statistics(session, with_chances=False)
    table = session.state_at(session.present).table
    shown = []
    for n, person in enumerate(found.people):
        own = [fight for fight in found.fights if n in (fight.attacker, fight.defender)]
        shown.append(
            Shown(
                person.card or person.name.words[0][1],
                person.band,
                person.member,
                sum(fight.winner == n for fight in own),
                sum(fight.winner is None for fight in own),
                sum(fight.winner not in (None, n) for fight in own),
                sum(fight.winner == n and fight.harm == "disabled" for fight in own),
                person.state == "disabled",
                found.ground.walked.get(n, 0),
                found.luck.of(owner=person.id, typed=False),
                found.luck.of(owner=person.id, typed=True),
            )
        )
    rolled = [found.luck.faces(band) for band in BANDS]
    a, b = ((sum(faces.values()), faces["tori"]) for faces in rolled)
    return Short(
        found.winner,
        found.exchanged,
        found.turns,
        found.steps,
        found.losses.points[-1].lost,
        found.losses.limits,
        "" if table.adventure is None else table.adventure.record.id,
        table.roles,
        (a, b),
        tuple((person.honour, person.honour_used) for person in found.people if person.honour),
        tuple(shown),
    )


def remembered(found: Short, player: int) -> Remembered:
    """A game as one of its two players saw it, in the order of the set-up."""
    mine = BANDS[player] if not found.exchanged else ENEMY_OF[BANDS[player]]
    own = [one for one in found.people if one.band == mine]
    feats = [
        Feat("felled", say("Most enemies disabled by one band"), sum(one.felled for one in own)),
        Feat("hero", say("Most enemies disabled by one character"), max((one.felled for one in own), default=0)),
    ]
    if found.winner == mine:
        ahead = found.lost[ENEMY_OF[mine]] - found.lost[mine]
        feats = [
            Feat("ahead", say("Clearest victory, in zeni"), ahead),
            Feat("turns", say("Quickest victory, in turns"), found.turns, least=True),
            *feats,
        ]
    return Remembered(found.winner == mine, found.winner is None, tuple(feats))


class CharacterRecord(msgspec.Struct):
    """What a character has done in all games; several of its kind in one game count each."""

    card: str
    games: int = 0
    won: int = 0
    """Games that its band has won."""
    drawn: int = 0
    fights_won: int = 0
    fights_drawn: int = 0
    fights_lost: int = 0
    felled: int = 0
    out: int = 0
    """Games that it left disabled."""
    walked: int = 0
    dice: int = 0
    points: int = 0
    """Of its d6 (`luck.Weighed`)."""

    @property
    def luck(self) -> WeighedDice:
        return WeighedDice(self.dice, self.points)

    @property
    def fights(self) -> int:
        return self.fights_won + self.fights_drawn + self.fights_lost


class Tallied(msgspec.Struct):
    """How games went for somebody."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


class Many(msgspec.Struct, frozen=True):
    """All games together."""

    games: int
    a_won: int
    b_won: int
    drawn: int
    characters: tuple[CharacterRecord, ...]
    """Those with most games first."""
    bands: tuple[tuple[str, Tallied], ...]
    """By name, those with most games first."""
    adventures: tuple[tuple[str, Tallied], ...]
    """By id: `won` by side one, `lost` when side two has won."""
    honours: tuple[tuple[str, int, int], ...]
    """Each honour: how often it was brought along, and how often used."""
    turns: tuple[tuple[int, int], ...]
    """How many games lasted so many turns."""
    virtual: WeighedDice
    typed: WeighedDice
    tori: tuple[int, int]
    """Inspiration dice rolled, and tori among them."""
    luck: tuple[tuple[int, str, float], ...]
    """By game, with its title: the surplus of A's d6 less that of B's, per hundred dice of both."""


def many(rows: Iterable[KeptGame[Short]]) -> Many:
    """Sum up."""
    characters: dict[str, CharacterRecord] = {}
    bands: dict[str, Tallied] = {}
    adventures: dict[str, Tallied] = {}
    brought: Counter[str] = Counter()
    used: Counter[str] = Counter()
    turns: Counter[int] = Counter()
    wins: Counter[int | None] = Counter()
    virtual, typed, tori = [0, 0], [0, 0], [0, 0]
    luck: list[tuple[int, str, float]] = []
    games = 0
    for one in rows:
        short = one.short
        games += 1
        wins[short.winner] += 1
        turns[short.turns] += 1
        for band in BANDS:
            if one.names[band]:
                _tally(bands, one.names[band], short.winner, band)
            tori[0] += short.tori[band][0]
            tori[1] += short.tori[band][1]
        if short.adventure:
            side = None if short.winner is None else short.roles[short.winner]
            _tally(adventures, short.adventure, side, 0)
        for honour, was_used in short.honours:
            brought[honour] += 1
            used[honour] += was_used
        fell, points = [0, 0], [0, 0]
        for shown in short.people:
            found = characters.get(shown.card)
            if found is None:
                found = characters[shown.card] = CharacterRecord(shown.card)
            found.games += 1
            if short.winner is None:
                found.drawn += 1
            elif short.winner == shown.band:
                found.won += 1
            found.fights_won += shown.won
            found.fights_drawn += shown.drawn
            found.fights_lost += shown.lost
            found.felled += shown.felled
            found.out += shown.out
            found.walked += shown.walked
            dice = shown.virtual.dice + shown.typed.dice
            if dice:
                brings = shown.virtual.points + shown.typed.points
                found.dice += dice
                found.points += brings
                fell[shown.band] += dice
                points[shown.band] += brings
                virtual[0] += shown.virtual.dice
                virtual[1] += shown.virtual.points
                typed[0] += shown.typed.dice
                typed[1] += shown.typed.points
        if fell[0] + fell[1]:
            ahead = points[0] - 3.5 * fell[0] - points[1] + 3.5 * fell[1]
            luck.append((one.game, one.title, 100 * ahead / (fell[0] + fell[1])))
    return Many(
        games,
        wins[0],
        wins[1],
        wins[None],
        tuple(sorted(characters.values(), key=lambda record: (-record.games, record.card))),
        by_games(bands),
        by_games(adventures),
        tuple((honour, count, used[honour]) for honour, count in brought.most_common()),
        tuple(sorted(turns.items())),
        WeighedDice(*virtual),
        WeighedDice(*typed),
        (tori[0], tori[1]),
        tuple(luck),
    )


def _tally(found: dict[str, Tallied], name: str, winner: int | None, own: int) -> None:
    tallied = found.get(name)
    if tallied is None:
        tallied = found[name] = Tallied()
    if winner is None:
        tallied.drawn += 1
    elif winner == own:
        tallied.won += 1
    else:
        tallied.lost += 1


def _seats(found: Short) -> tuple[int, int]:
    """Who of the players has sat where after the roll for player A (SET-1)."""
    return int(found.exchanged), int(not found.exchanged)


SUMMARIES = Summaries("asagiri", 1, Short, short, _seats, remembered, many, "bands")
