"""What the slips know of a combat, a shot or a test: all asked of the model, by trying on the pure state."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from companion.model.core.chance import D6
from companion.model.core.contract import Event, Option
from companion.model.core.record import Chosen, Noted
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight.fight_odds import Forecast, forecasting, suppose
from companion.model.games.asagiri.rules import answers, fight_numbers, fight_results, fights, willpower
from companion.model.games.asagiri.rules.events import CharacterDisabled, CombatRolled, ShotRolled, WillpowerTested
from companion.model.games.asagiri.rules.fight_numbers import Modifier
from companion.model.games.asagiri.rules.skill_events import StatTested
from companion.model.games.asagiri.rules.turn import by_the_rules
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, ORIGIN_WORDS
from companion.model.games.asagiri.state.stack import EffectFrame, Fight, Paying, Test
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import FigureId, Origin
from companion.ui.games.asagiri.dice.actions import InspirationDie

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController

WINS = ("defender_out", "defender_shaken", "defender_retreats")
"""What befalls the defender, worst first."""
LOSSES = ("attacker_out", "attacker_shaken", "attacker_retreats")
ORDER = (*WINS, "draw", *reversed(LOSSES))
"""The seven results from the attacker's best to its worst."""
Rolled = CombatRolled | ShotRolled | WillpowerTested | StatTested
_AFTERWARDS = ("retreat", "face", "give_up_die", "use_skill", "pick", "pick_die", "place", "way", "do_it", "leave_it")


@dataclass(frozen=True, slots=True)
class FightNumbers:
    """A fight in numbers."""

    state: State
    fight: Fight
    modifiers: tuple[Modifier, ...]
    totals: tuple[int, int]
    ways: Mapping[str, int]
    """The seven results in thirty-sixths (`odds.outcomes`)."""

    @property
    def wins(self) -> int:
        """The thirty-sixths in which the attacker is ahead."""
        return sum(self.ways[name] for name in WINS)

    @property
    def losses(self) -> int:
        """The thirty-sixths in which the defender is ahead (harmless for a shooter)."""
        return sum(self.ways[name] for name in LOSSES)

    def of(self, who: FigureId) -> int:
        """The thirty-sixths in which this figure is ahead."""
        return self.wins if who == self.fight.attacker else self.losses


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot's line: cover, distance, and how far it carries."""

    cover: int
    distance: int
    reach: int


@dataclass(frozen=True, slots=True)
class FallenRoll:
    """A roll that has fallen: the state before it, what it was, and what came of it so far."""

    before: State
    rolled: Rolled
    after: tuple[tuple[State, Event], ...]
    """Each event since, with the state it led to."""


Ways: TypeAlias = int | Fraction
"""How many of the thirty-six; after rolls that follow, parts of one."""


def percent(ways: int | Fraction, of: int = 36) -> int:
    """Thirty-sixths as a whole percentage."""
    return round(ways * 100 / of)


def fight_in(state: State) -> Fight | None:
    """The fight being resolved: on top of the stack, or just below a turn that belongs to it."""
    return next((frame for frame in reversed(state.frames) if isinstance(frame, Fight)), None)


def test_in(state: State) -> Test | None:
    """The willpower test being resolved."""
    top = state.frames[-1] if state.frames else None
    return top if isinstance(top, Test) else None


def skill_in(state: State) -> tuple[FigureId, Skill] | None:
    """The skill that asks something, or of which something asks, with its bearer."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, EffectFrame | Paying):
        return top.who, top.skill
    if isinstance(top, Test) and top.skill is not None:
        return top.source, top.skill
    return None


def read(state: State, fight: Fight) -> FightNumbers:
    """A fight as it stands."""
    found = tuple(fight_numbers.modifiers(state, fight))
    totals = fight_numbers.totals(state, fight)
    return FightNumbers(state, fight, found, totals, fight_results.outcomes(*totals))


def after(state: State, option: Option) -> State | None:
    """The state this option leads to; None when the rules refuse it."""
    return SYSTEM.apply(state, option).state if SYSTEM.check(state, option) is None else None


def read_after(state: State, option: Option) -> FightNumbers | None:
    """The fight as it would stand after an option; None when there would be none."""
    led = after(state, option)
    fight = fight_in(led) if led is not None else None
    return read(led, fight) if led is not None and fight is not None else None


def needed_after(state: State, option: Option) -> int | None:
    """The highest face that would pass the test after an option."""
    led = after(state, option)
    test = test_in(led) if led is not None else None
    return willpower.needed(led, test) if led is not None and test is not None else None


def supposed(state: State, attacker: FigureId, defender: FigureId, shot: Skill | None = None) -> FightNumbers:
    """A fight that nobody has declared, between figures as they stand."""
    behind = shot is None and fight_numbers.is_behind(state, attacker, defender)
    return read(state, Fight(attacker, defender, shot=shot, from_behind=behind))


def odds_of(reading: FightNumbers) -> Generator[None, None, Forecast | None]:
    """What befalls whom, exactly, with what has been announced so far, bit by bit; None once the dice lie there."""
    state, fight = reading.state, reading.fight
    if fight.faces is not None:
        return None
    begun = by_the_rules(state) if fight_in(state) is not None else suppose(
        state, fight.attacker, fight.defender, fight.shot)  # fmt: skip
    return (yield from forecasting(begun)) if begun is not None else None


def aim_of(state: State, fight: Fight) -> Aim | None:
    """The line of a shot, as long as both figures stand on the board."""
    skill = fight.shot
    a, b = state.figures[fight.attacker].at, state.figures[fight.defender].at
    if skill is None or a < 0 or b < 0:
        return None
    board = state.table.board
    cover = fight_numbers.line_of_fire(state, fight.attacker, b).cover
    distance = board.distance(a, b, state.table.options.range_metric)
    return Aim(cover, distance, fights.shot_range(state, fight.attacker, skill, fight.defender))


def passing(needed: int) -> tuple[int, ...]:
    """The faces that pass a willpower test."""
    return tuple(face for face in D6.faces if isinstance(face, int) and face <= needed)


def would_go_out(reading: FightNumbers) -> tuple[bool, bool]:
    """Whether a defeat by three would disable the attacker, the defender: tried out on the state."""
    base = reading.state
    at = next((n for n, frame in enumerate(base.frames) if isinstance(frame, Fight)), len(base.frames))
    undecided = replace(fight_results.at_step(reading.fight, "roll"), faces=None)
    rolling = replace(base, frames=(*base.frames[:at], undecided))
    found = [False, False]
    for loser, margin in ((0, -3), (1, 3)):
        apart = margin - (reading.totals[0] - reading.totals[1])
        if -5 <= apart <= 5:
            faces = (1 + apart, 1) if apart >= 0 else (1, 1 - apart)
            who = (reading.fight.attacker, reading.fight.defender)[loser]
            events = answers.rolled(rolling, faces).events
            found[loser] = any(isinstance(e, CharacterDisabled) and e.who == who for e in events)
    return found[0], found[1]


def outcome_of(game: AsagiriController) -> FallenRoll | None:
    """The fight or test that was rolled last, as long as nothing has been done since but what it asked for."""
    session = game.session
    since: list[tuple[State, Event]] = []
    for at in range(session.cursor - 1, -1, -1):
        state, events = session.state_at(at + 1), session.events_of(at)
        start = next((n for n, event in enumerate(events) if isinstance(event, Rolled)), -1)
        if start >= 0:
            rolled = events[start]
            assert isinstance(rolled, Rolled)
            told = [(state, event) for event in events[start + 1 :]]
            return FallenRoll(session.state_at(at), rolled, (*told, *since))
        intent = session.steps[at].intent
        if isinstance(intent, Noted):
            continue
        if not isinstance(intent, Chosen) or intent.option.partition(":")[0] not in _AFTERWARDS:
            return None
        since = [*((state, event) for event in events), *since]
    return None


_FATES = (say("disabled {chance}%"), say("shaken {chance}%"), say("retreats {chance}%"))
"""In the order of `WINS`."""


def odds_words(game: AsagiriController, ways: Mapping[str, Ways], fighters: tuple[Name, Name], *, shot: bool) -> str:
    """Who wins how often, and what befalls whom: “Okko wins 62 %, draw 10 %, Ninja wins 28 %. Ninja: shaken 8 %, …”."""
    won, lost = (sum(ways.get(name, 0) for name in names) for names in (WINS, LOSSES))
    draw = ways.get("draw", 0)
    if shot:
        heads = [say("{who} hits {chance}%", who=fighters[0], chance=percent(won)),
                 say("no effect {chance}%", chance=percent(lost + draw))]  # fmt: skip
    else:
        heads = [say("{who} wins {chance}%", who=fighters[0], chance=percent(won)),
                 say("draw {chance}%", chance=percent(draw)),
                 say("{who} wins {chance}%", who=fighters[1], chance=percent(lost))]  # fmt: skip
    told = [", ".join(game.say(head) for head in heads)]
    for who, names in ((fighters[1], WINS), (fighters[0], LOSSES)):
        fates = [game.say(Message(words.key, (("chance", percent(ways.get(name, 0))),)))
                 for words, name in zip(_FATES, names, strict=True) if ways.get(name, 0)]  # fmt: skip
        if fates and not (shot and names is LOSSES):
            told.append(game.say(say("{who}: {what}", who=who, what=", ".join(fates))))
    return ". ".join(told)


def die_words(element: Element, origin: Origin) -> Message:
    """A die of inspiration, and where it is."""
    return say("{element} die {origin}", element=Message(ELEMENT_WORDS[element]), origin=Message(ORIGIN_WORDS[origin]))


def choice_words(game: AsagiriController, die: InspirationDie | None, chances: tuple[str, str] | None) -> str:
    """What a choice costs, and what it does to the odds."""
    told = []
    if die is not None:
        told.append(game.say(say("costs: {what}", what=die_words(die.element, die.origin))))
    if chances is not None:
        told.append(game.say(say("chance {before}, then {after}", before=chances[0], after=chances[1])))
    return ", ".join(told)
