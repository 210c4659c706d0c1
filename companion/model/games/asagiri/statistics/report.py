"""What a battle report holds, and how it is gathered from the log of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Event, Over
from companion.model.core.record import Corrected, Rolled
from companion.model.core.session import Session
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events as se
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, Element
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import SEATS, State, band_of_seat
from companion.model.games.asagiri.state.table import HONOUR_NAMES
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    BEFORE,
    NO_BAND,
    NO_FIGURE,
    BandId,
    Condition,
    FigureId,
    by_figure,
)

Why: TypeAlias = Literal["begin", "disabled", "swing", "marked", "deed", "end"]
"""Why a position is worth a picture: the first one, a figure disabled, the lead changed hands, a bookmark or a note,
something else that counts, the last one.
"""


class PicturedMoment(msgspec.Struct, frozen=True):
    """A position to be painted: the state after so many steps, and the figures it is about."""

    cursor: int
    why: Why
    squares: tuple[int, ...] = ()
    """Where what happens, happens."""


class KeyMoment(msgspec.Struct, frozen=True):
    """Something that happened, in a few sentences."""

    cursor: int
    """How many steps were done when it was over."""
    words: tuple[Message, ...]
    weight: int = 0
    """How much it counts, to find what decided the game."""
    rules: tuple[str, ...] = ()
    """Rules that something in it was done against."""
    note: str = ""
    """What somebody wrote beside it."""
    bookmark: bool = False
    shot: PicturedMoment | None = None


class TurnTold(msgspec.Struct, frozen=True):
    """A phase of a turn; before the first one turn 0."""

    turn: int
    band: BandId
    """Whose phase: 0 or 1; -1 before the first."""
    moments: tuple[KeyMoment, ...]


class Zeni(msgspec.Struct, frozen=True):
    """What both bands had lost (or earned, where a game is played for zeni) at the end of a turn."""

    turn: int
    of: tuple[int, int]


class BandDice(msgspec.Struct, frozen=True):
    """The dice of a band."""

    combat: int = 0
    """Combat dice rolled: in attack, defense, shots."""
    pips: int = 0
    """What they showed together."""
    tests: int = 0
    passed: int = 0
    inspiration: tuple[tuple[Element, int], ...] = ()
    """How often each element fell."""

    @property
    def mean(self) -> float:
        """Of the combat dice; 0 without any."""
        return self.pips / self.combat if self.combat else 0.0


class FigureAccount(msgspec.Struct, frozen=True):
    """A figure and what it did."""

    name: Name
    value: int
    state: Condition
    equipment: Name | None = None
    honour: Message | None = None
    """What it had brought along."""
    attacks: int = 0
    """And shots."""
    disabled: int = 0
    """How many it has put out of the game."""


class BandAccount(msgspec.Struct, frozen=True):
    """A band."""

    player: str
    band: str
    people: tuple[FigureAccount, ...]
    lost: int
    limit: int
    dice: BandDice = BandDice()


class Report(msgspec.Struct, frozen=True):
    """The whole of it."""

    sides: tuple[BandAccount, BandAccount]
    turns: tuple[TurnTold, ...]
    zeni: tuple[Zeni, ...]
    earned: bool
    """The zeni are what was earned, not what was lost."""
    steps: int
    last_turn: int
    over: bool
    winner: BandId | None = None
    """0 or 1; None: nobody, or not over."""
    why: Message | None = None
    """What ended it."""
    adventure: Name | None = None
    ending: Name | None = None
    """What the adventure tells of this end."""
    typed: int = 0
    """Dice that people rolled and typed in."""
    rolled: int = 0
    """All dice."""
    by_hand: int = 0
    """Corrections of the table."""
    first: PicturedMoment | None = None
    """The position in which the first phase begins."""

    @property
    def shots(self) -> tuple[PicturedMoment, ...]:
        """All positions to be painted, in the order of the game."""
        told = [moment.shot for turn in self.turns for moment in turn.moments if moment.shot is not None]
        return tuple([self.first] if self.first is not None else []) + tuple(told)


MOST_PICTURES = 8
"""Positions painted in one report, the first and the last among them."""
WORTH_A_PICTURE = 5
"""The least weight of a moment that gets one."""
_BEGINS: tuple[type[Event], ...] = (
    e.AttackDeclared, e.ShotDeclared, e.CharacterActivated, e.ActivationEnded, e.PhaseBegan, e.PhaseEnded,
)  # fmt: skip
"""Where another moment begins."""
_WEIGHTS: dict[type[Event], int] = {
    se.SkillUsed: 0,
    e.CombatRolled: 0,
    e.ShotRolled: 0,
    e.CharacterShaken: 3,
    e.CharacterRetreated: 0,
    e.RetreatBlocked: 1,
    e.CharacterRecovered: 1,
    e.CharacterDisabled: 10,
    e.HarmPrevented: 4,
    se.HonourUsed: 4,
    se.EquipmentUsedUp: 1,
    se.EquipmentStolen: 3,
    se.CharacterSummoned: 4,
    se.KamiSummoned: 5,
    se.CharacterDismissed: 2,
    se.CharacterDefected: 8,
    se.CharacterCameBack: 6,
    se.CharacterReturned: 6,
    se.CharacterEntered: 2,
    se.CharacterLeft: 6,
    se.ThingTaken: 4,
    se.ObjectFound: 5,
    se.PlaceSearched: 0,
    se.CaptiveFreed: 6,
    se.ZoneHeld: 3,
    se.ZeniEarned: 3,
    e.DieGivenUp: 2,
    se.CharacterPushed: 0,
    se.CharactersSwapped: 0,
    e.GameEnded: 100,
    e.StateSet: 2,
    e.LossesSet: 1,
    e.LeftSet: 6,
    e.ThingSet: 2,
}
"""The events that are told, and how much each counts."""
SWING = 6
MARKED = 30


def report(session: Session[State], names: tuple[str, str] = ("", ""), bands: tuple[str, str] = ("", "")) -> Report:
    """The battle up to the present of a session; `names` and `bands` by seat."""
    return _Teller(session, names, bands).report()


def called(band: BandId, names: tuple[str, str], bands: tuple[str, str]) -> Message:
    """What a side is called in a sentence: its player, else its band, else its letter."""
    name = names[band] or bands[band]
    return say("{name}", name=name) if name else say("Band {seat}", seat=SEATS[band])


class _Teller:
    """Goes through a log once, from the first step to the present."""

    def __init__(self, session: Session[State], names: tuple[str, str], bands: tuple[str, str]) -> None:
        self.session, self.end, self.names, self.bands = session, session.present, names, bands
        self.turns: list[tuple[int, BandId, list[KeyMoment]]] = [(0, NO_BAND, [])]
        self.zeni: dict[int, tuple[int, int]] = {}
        self.dice = [Counter[str](), Counter[str]()]
        self.attacks, self.disabled = Counter[int](), Counter[int]()
        self.first = 0
        self.typed = self.rolled = self.by_hand = 0
        self._words: list[Message] = []
        self._weight, self._squares, self._at = 0, list[int](), 0
        self._why: Why = "deed"
        self._rules: list[str] = []
        self._notes: list[str] = []
        self._marked = self._telling = False
        self._attacker = NO_FIGURE
        self._lead = 0

    def report(self) -> Report:
        names, bands = self.names, self.bands
        for n in range(self.end):
            self._step(n)
        self._close(self.end)
        state = self.session.state_at(self.end)
        pending = self.session.system.pending(state)
        over = pending if isinstance(pending, Over) else None
        winner = band_of_seat(over.winner) if over is not None and over.winner is not None else None
        turns, first = self._pictured(over is not None)
        play = state.table.adventure
        return Report(
            sides=(self._side(state, BANDS[0], names, bands), self._side(state, BANDS[1], names, bands)),
            turns=turns,
            zeni=tuple(Zeni(turn, of) for turn, of in sorted(self.zeni.items())),
            earned=state.table.contest is not None,
            steps=self.end,
            last_turn=state.turn if state.stage not in BEFORE else 0,
            over=over is not None,
            winner=winner,
            why=over.why if over is not None else None,
            adventure=Name.of(play.record.name) if play is not None else None,
            ending=_ending(state, winner) if over is not None else None,
            typed=self.typed,
            rolled=self.rolled,
            by_hand=self.by_hand,
            first=first,
        )

    def _step(self, n: int) -> None:
        step, state = self.session.steps[n], self.session.state_at(n + 1)
        if type(step.intent) is Rolled and step.result.faces:
            self.rolled += len(step.result.faces)
            self.typed += sum(source != "seed" for source in step.result.sources or ())
        self.by_hand += type(step.intent) is Corrected
        for event in self.session.events_of(n):
            if isinstance(event, _BEGINS):
                self._close(n)
            if isinstance(event, e.PhaseBegan | e.PhaseSet):
                self._phase(event.turn, event.band, n)
            self._take(event, state, n)
        if step.mark == "overridden" and step.rule:
            self._tell_step(n, 1)
            self._rules.append(step.rule)
        if step.note or step.bookmark:
            self._tell_step(n, MARKED)
            self._marked = self._marked or step.bookmark
            self._notes += [step.note] if step.note else []
        if state.stage not in BEFORE:
            held = state.table.contest is not None
            bands = state.bands
            now = scenario_game.earned_by_both(state) if held else (bands[0].lost, bands[1].lost)
            self.zeni[state.turn] = now
            self._weigh_lead(now)

    def _tell_step(self, n: int, weight: int) -> None:
        """A step that has to be told, whatever came of it."""
        if not self._words:
            self._words.append(self.session.describe_step(n))
            self._at = self._at or n + 1
        self._weight += weight
        self._telling = True

    def _weigh_lead(self, now: tuple[int, int]) -> None:
        lead = (now[0] > now[1]) - (now[0] < now[1])
        if lead and self._lead and lead != self._lead:
            self._weight += SWING
            self._why = "end" if self._why == "end" else "swing"
        self._lead = lead or self._lead

    def _phase(self, turn: int, band: BandId, n: int) -> None:
        self._close(n)
        if not self.first:
            self.first = n + 1
        if self.turns[-1][:2] != (turn, band):
            self.turns.append((turn, band, []))

    def _take(self, event: Event, state: State, n: int) -> None:
        if isinstance(event, e.AttackDeclared | e.ShotDeclared):
            self._at, self._attacker = n + 1, event.attacker
            self.attacks[event.attacker] += 1
            self._squares += _squares(state, (event.attacker, event.target))
        elif isinstance(event, e.CombatRolled | e.ShotRolled):
            for who, die in zip((event.attacker, event.target), event.dice, strict=True):
                self.dice[state.band_of(who)].update({"combat": 1, "pips": die})
        elif isinstance(event, e.InspirationRolled):
            self.dice[event.band].update(event.faces)
        elif isinstance(event, e.WillpowerTested | se.StatTested):
            self.dice[state.band_of(event.who)].update({"tests": 1, "passed": int(event.passed)})
        weight = _WEIGHTS.get(type(event))
        if weight is None:
            return
        if isinstance(event, e.StateSet) and event.state != "disabled":
            weight = 1
        if isinstance(event, e.CharacterDisabled | e.StateSet) and weight > 1:
            weight = 10 + state.table.characters[event.who].value
            self._why = "disabled"
            if self._attacker >= 0 and state.band_of(self._attacker) != state.band_of(event.who):
                self.disabled[self._attacker] += 1
        if isinstance(event, e.GameEnded):
            self._why = "end"
        if not self._words and not self._at:
            self._at = n + 1
        self._words.append(self._told(event, state))
        self._telling = self._telling or not isinstance(event, se.SkillUsed)
        self._weight += weight

    def _told(self, event: Event, state: State) -> Message:
        if isinstance(event, e.GameEnded) and event.winner in SEATS:
            name = called(band_of_seat(event.winner), self.names, self.bands)
            return say("{name} won ({rule})", name=name, rule=event.rule)
        return self.session.system.tell(state, event)

    def _close(self, cursor: int) -> None:
        """What has been told so far is one moment."""
        if self._words and self._telling:
            why: Why = "marked" if self._marked or self._notes else self._why
            at = cursor if self._why == "end" else self._at or cursor
            shot = PicturedMoment(at, why, tuple(dict.fromkeys(self._squares)))
            told = tuple(dict.fromkeys(self._words))
            moment = KeyMoment(cursor, told, self._weight, tuple(dict.fromkeys(self._rules)), "\n".join(self._notes),
                            self._marked, shot)  # fmt: skip
            self.turns[-1][2].append(moment)
        self._words, self._weight, self._squares, self._at, self._why = [], 0, [], 0, "deed"
        self._rules, self._notes, self._attacker = [], [], NO_FIGURE
        self._marked = self._telling = False

    def _pictured(self, over: bool) -> tuple[tuple[TurnTold, ...], PicturedMoment | None]:
        """The turns with pictures where they count most, and the first position."""
        moments = [moment for _, _, told in self.turns for moment in told]
        first = PicturedMoment(self.first, "begin") if self.first and self.first <= self.end else None
        room = MOST_PICTURES - (first is not None)
        worth = [n for n, moment in enumerate(moments) if moment.weight >= WORTH_A_PICTURE]
        worth.sort(key=lambda n: (-moments[n].weight, n))
        chosen, seen = set(worth[:room]), set[int]()
        turns, n = [], 0
        for turn, band, told in self.turns:
            kept = []
            for moment in told:
                shown = n in chosen and moment.shot is not None and moment.shot.cursor not in seen
                if shown and moment.shot is not None:
                    seen.add(moment.shot.cursor)
                kept.append(moment if shown else msgspec.structs.replace(moment, shot=None))
                n += 1
            turns.append(TurnTold(turn, band, tuple(kept)))
        if not over and turns:
            turns[-1] = self._as_it_stands(turns[-1], seen)
        return tuple(turn for turn in turns if turn.moments), first

    def _as_it_stands(self, last: TurnTold, seen: set[int]) -> TurnTold:
        """A game that goes on ends with the position it stands at, in place of a picture that counts less."""
        if not last.moments or self.end in seen or not self.first:
            return last
        moment = last.moments[-1]
        shot = (
            PicturedMoment(self.end, "deed") if moment.shot is None and len(seen) < MOST_PICTURES - 1 else moment.shot
        )
        return msgspec.structs.replace(last, moments=(*last.moments[:-1], msgspec.structs.replace(moment, shot=shot)))

    def _side(self, state: State, band: BandId, names: tuple[str, str], bands: tuple[str, str]) -> BandAccount:
        people = tuple(self._person(state, who) for who, c in by_figure(state.table.characters) if c.band == band)
        found = self.dice[band]
        fallen = tuple((element, found[element]) for element in ELEMENTS)
        dice = BandDice(found["combat"], found["pips"], found["tests"], found["passed"], fallen)
        return BandAccount(names[band], bands[band], people, state.bands[band].lost, state.table.limits[band], dice)

    def _person(self, state: State, who: FigureId) -> FigureAccount:
        character, figure = state.table.characters[who], state.figures[who]
        return FigureAccount(
            name=state.table.called[who],
            value=character.value,
            state=figure.state,
            equipment=character.equipment.name if character.equipment is not None else None,
            honour=HONOUR_NAMES[character.honour] if character.honour is not None else None,
            attacks=self.attacks[who],
            disabled=self.disabled[who],
        )


def _squares(state: State, figures: Sequence[int]) -> list[int]:
    return [state.figures[who].at for who in figures if state.figures[who].at >= 0]


def _ending(state: State, winner: int | None) -> Name | None:
    """What the adventure tells of this end, if it is one and tells anything."""
    play = state.table.adventure
    if play is None:
        return None
    words: Any = play.record.draw if winner is None else play.record.sides[state.table.roles[winner]].ending
    return Name.of(words) if words else None
