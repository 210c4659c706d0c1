"""A fight in the person's language: sides, choices, odds, results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.model.core.contract import Option, Roll
from companion.model.core.words import Capital, Message, Name, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight.fight_odds import Announcement, Forecast
from companion.model.games.asagiri.rules import answers, fight_results, movement, willpower
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import CombatRolled, ShotRolled, WillpowerTested
from companion.model.games.asagiri.rules.refusals import at_stake
from companion.model.games.asagiri.rules.skill_events import StatTested
from companion.model.games.asagiri.skills.language.explain import cost
from companion.model.games.asagiri.skills.language.skill import Skill, Voice
from companion.model.games.asagiri.skills.modifiers import skill_named
from companion.model.games.asagiri.skills.operations import Either
from companion.model.games.asagiri.state.formatting import (
    ELEMENT_WORDS,
    FACING_WORDS,
    ORIGIN_WORDS,
    STAT_WORDS,
    square_words,
)
from companion.model.games.asagiri.state.stack import EffectFrame, Fight, Retreating, Test
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import STAT_OF, FigureId
from companion.ui.games.asagiri.cards.face import face_of_character, skill_words
from companion.ui.games.asagiri.dice.actions import die_spent
from companion.ui.kit.art.dice import Entry
from companion.ui.kit.buttons import ButtonKind
from companion.ui.kit.translator import percentage

from .numbers import (
    FallenRoll,
    FightNumbers,
    Ways,
    aim_of,
    choice_words,
    die_words,
    needed_after,
    odds_of,
    odds_words,
    passing,
    percent,
    read_after,
    skill_in,
    test_in,
    would_go_out,
)
from .parts import ChoiceText, OddsBar
from .versus import FightSide, TestShown

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController

MOST_SQUARES = 6
"""More squares than this are chosen on the board alone."""
FACING_SIGNS = ("arrow-up", "arrow-right", "arrow-down", "arrow-left")


def name_of(state: State, who: FigureId) -> Name:
    """The name of a figure."""
    return state.table.called[who]


def kanji_of(fight: Fight) -> str:
    """戦 battle, 弓 bow."""
    return "弓" if fight.shot is not None else "戦"


def title_of(game: AsagiriController, fight: Fight) -> str:
    """What is going on."""
    return game.say(say("Shot") if fight.shot is not None else say("Combat"))


def sides(
    game: AsagiriController, reading: FightNumbers, dice: tuple[int, int] | None = None, marks: tuple[Entry, ...] = ()
) -> tuple[FightSide, FightSide]:
    """Both sides of a fight, with every modifier; `dice` once they have fallen, `marks`: how they were entered."""
    fight, state = reading.fight, reading.state
    shot = fight.shot is not None
    roles = (say("shooter"), say("target")) if shot else (say("attacker"), say("defender"))
    made = []
    sums = [reading.totals[n] + dice[n] for n in (0, 1)] if dice else [0, 0]
    for n, who in enumerate((fight.attacker, fight.defender)):
        side = ("attacker", "defender")[n]
        reasons = tuple((m.amount, game.say(m.reason)) for m in reading.modifiers if m.side == side)
        made.append(
            FightSide(
                face_of_character(state.table.characters[who], game.say, game.content, state.table.called[who]),
                state.figures[who].state,
                game.say(roles[n]),
                reasons,
                reading.totals[n],
                dice[n] if dice else None,
                marks[n] if n < len(marks) else "rolled",
                sums[n] > sums[1 - n],
                state.band_of(who),
            )
        )
    return made[0], made[1]


def show_odds(game: AsagiriController, reading: FightNumbers, bar: OddsBar) -> None:
    """Tell a bar the odds of a fight, as soon as they are known: what would befall whom, retreats and all."""
    fighters = (reading.fight.attacker, reading.fight.defender)
    out = would_go_out(reading)
    shaken, cornered = say("already shaken: disabled by 3"), say("no safe retreat: disabled by 3")
    attacker, defender = (
        game.say(shaken if reading.state.figures[who].state == "shaken" else cornered) if goes else ""
        for who, goes in zip(fighters, out, strict=True)
    )
    # the notes stand below the odds of whoever would win: they are about the other one
    notes = (defender, attacker if reading.fight.shot is None else "")

    def tell(made: Forecast | None) -> None:
        ways = reading.ways if made is None else made.thirty_sixths()
        tell_odds(game, bar, ways, fighters, reading.fight.shot is not None, notes)

    bar.wait(notes)
    bar.reckoner.ask(odds_of(reading), tell)


def tell_odds(
    game: AsagiriController,
    bar: OddsBar,
    ways: Mapping[str, Ways],
    fighters: tuple[FigureId, FigureId],
    shot: bool,
    notes: tuple[str, str] = ("", ""),
) -> None:
    """Tell a bar the seven results of a fight between attacker and defender, or of a shot."""
    heads = (say("hits"), say("no effect")) if shot else (say("wins"), say("wins"))
    fates = (game.say(say("disabled")), game.say(say("shaken")), game.say(say("retreats")))
    names = (name_of(game.state, fighters[0]), name_of(game.state, fighters[1]))
    bar.tell(ways, (game.say(heads[0]), game.say(heads[1])), fates, game.say(say("draw")), shot=shot, notes=notes,
             said=odds_words(game, ways, names, shot=shot))  # fmt: skip


def lines(game: AsagiriController, reading: FightNumbers | None) -> list[ChoiceText]:
    """Everything a person may choose in a slip now, but for going on."""
    return [_line(game, option, reading) for option in choices(game)]


def choices(game: AsagiriController) -> list[Option]:
    """The options of these lines."""
    told = [option for option in game.options if not isinstance(option, o.Pass | o.DoIt | o.LeaveIt)]
    if sum(isinstance(option, o.Place) for option in told) > MOST_SQUARES:
        told = [option for option in told if not isinstance(option, o.Place)]  # they are chosen on the board
    return told


def _line(game: AsagiriController, option: Option, reading: FightNumbers | None) -> ChoiceText:
    state = game.state
    match option:
        case o.UseDie():
            return announcement_line(game, state, option, chances(game, option, reading), "")
        case o.UseSkill(skill=id, origin=origin, who=who):
            skill = skill_named(state, who, id)
            detail = _explained(game, skill) if skill else ""
            if skill is not None and skill.cost and die_spent(state, option) is None:
                detail = f"{game.say(cost(skill))} · {detail}"
            if origin == "reserve" and o.UseSkill(id, "pool", who) in game.options:
                detail = game.say(Message(ORIGIN_WORDS[origin]))  # explained just above already
            return announcement_line(game, state, option, chances(game, option, reading), detail)
        case o.Retreat(at=at):
            top = state.frames[-1]
            shaking = movement.retreats(state, top.who, anywhere=top.anywhere) if isinstance(top, Retreating) else []
            shakes = dict(shaking).get(at, False)
            shaken = isinstance(top, Retreating) and state.figures[top.who].state == "shaken"
            harm = say("would be disabled there") if shaken else say("would become shaken there")
            detail = game.say(harm) if shakes else ""
            words = game.say(say("Retreat to {at}", at=square_words(state, at)))
            return ChoiceText(option, words, detail, sign="footprints", danger=shakes)
        case o.Face(facing=facing):
            words = game.say(say("Turn {facing}", facing=Message(FACING_WORDS[facing])))
            return ChoiceText(option, words, sign=FACING_SIGNS[facing])
        case o.GiveUpDie(element=element, origin=origin, who=who):
            where = say("in reserve on {who}", who=name_of(state, who)) if who >= 0 else Message(ORIGIN_WORDS[origin])
            die_word = Message(ELEMENT_WORDS[element]) if element else say("a die")
            words = game.say(say("Give up: {die}", die=die_word))
            sign = "" if element else "dice"
            return ChoiceText(option, words, game.say(where), element, sign, in_reserve=origin == "reserve")
        case o.Pick(who=who):
            place = square_words(state, state.figures[who].at) if state.figures[who].at >= 0 else ""
            return ChoiceText(option, game.say(name_of(state, who)), place, sign="person")
        case o.PickDie(element=element, origin=origin):
            words, where = game.say(Message(ELEMENT_WORDS[element])), Message(ORIGIN_WORDS[origin])
            return ChoiceText(option, words, game.say(where), element, in_reserve=origin == "reserve")
        case o.Way(way=way):
            title = game.say(say("Option {number}", number=way + 1))
            return ChoiceText(option, title, _way_words(game, way), sign="chevron-right")
    return ChoiceText(option, game.say(SYSTEM.label(state, option)), sign="footprints")


def announcement_line(
    game: AsagiriController, state: State, use: Announcement, odds: tuple[str, str] | None, detail: str, who: str = ""
) -> ChoiceText:
    """A die or a skill that may be announced, and what it does to the odds; `detail` of a skill, by `who`."""
    spent = die_spent(state, use)
    element = spent.element if spent is not None else None
    if isinstance(use, o.UseDie):
        words = game.say(say("{stat} +1", stat=Message(STAT_WORDS[STAT_OF[at_stake(state, use.who) or use.element]])))
        told, detail = choice_words(game, None, odds), game.say(die_words(use.element, use.origin))
    else:
        skill = skill_named(state, use.who, use.skill)
        words = game.say(Name.of(skill.name)) if skill is not None else use.skill
        told = choice_words(game, spent, odds)
    detail = " · ".join(part for part in (who, detail) if part)
    return ChoiceText(use, words, detail, element, "" if element else "star", use.origin == "reserve", odds, told=told)


def _way_words(game: AsagiriController, way: int) -> str:
    top = game.state.frames[-1]
    assert isinstance(top, EffectFrame)
    either = top.effects[0]
    if isinstance(either, Either):
        return _explained(game, replace(top.skill, effects=either.ways[way], conditions=()))
    said = either.way_in(game.state, top, way) or either.way(way, Voice())
    return game.say(Message("{said}", (("said", Capital(said)),)))


def chances(game: AsagiriController, option: Option, reading: FightNumbers | None) -> tuple[str, str] | None:
    """How an announcement changes the chance of the one who announces: before, after. Tried out, not guessed."""
    state = game.state
    if not game.allows("odds"):
        return None
    if reading is None:
        test = test_in(state)
        needed = needed_after(state, option) if test is not None else None
        if test is None or needed is None:
            return None
        before = len(passing(willpower.needed(state, test)))
        return f"{before}/6", f"{len(passing(needed))}/6"
    then = read_after(state, option)
    if then is None or reading.fight.faces is not None:
        return None
    who = getattr(option, "who", reading.fight.attacker)
    if reading.fight.shot is not None:
        who = reading.fight.attacker
    return percentage(percent(reading.of(who))), percentage(percent(then.of(who)))


def headline(game: AsagiriController, outcome: FallenRoll) -> str:
    """Who won, and by how much."""
    rolled, state = outcome.rolled, outcome.before
    if isinstance(rolled, WillpowerTested | StatTested):
        words = say("{who} passes") if rolled.passed else say("{who} fails")
        return game.say(Message(words.key, (("who", name_of(state, rolled.who)),)))
    margin = rolled.totals[0] - rolled.totals[1]
    attacker, target = name_of(state, rolled.attacker), name_of(state, rolled.target)
    if isinstance(rolled, ShotRolled):
        if margin > 0:
            return game.say(say("{who} hits by {margin}", who=attacker, margin=margin))
        return game.say(say("{who} misses", who=attacker))
    if fight_results.result_of(margin) == "draw":
        return game.say(say("A draw"))
    winner = attacker if margin > 0 else target
    return game.say(say("{who} wins by {margin}", who=winner, margin=abs(margin)))


def aftermath(game: AsagiriController, outcome: FallenRoll) -> list[str]:
    """What it means by the rules, and what came of it, a sentence an event."""
    told = [game.say(SYSTEM.tell(state, event)) for state, event in outcome.after if event.kind != "DueDone"]
    rolled = outcome.rolled
    if isinstance(rolled, WillpowerTested | StatTested):
        return [game.say(SYSTEM.tell(outcome.before, rolled)), *told]
    found = answers.verdict(outcome.before, rolled)
    meant = answers.verdict_words(outcome.before, found, (event for _, event in outcome.after))
    return told if meant is None else [game.say(meant), *told]


def dice_of(outcome: FallenRoll) -> tuple[int, int] | None:
    """Both dice of a fight that has been rolled."""
    rolled = outcome.rolled
    return rolled.dice if isinstance(rolled, CombatRolled | ShotRolled) else None


def owners(game: AsagiriController, roll: Roll) -> list[str]:
    """The names of those whose dice are asked for, in the dice's order."""
    table = game.state.table
    names = {character.id: name for character, name in zip(table.characters, table.called, strict=True)}
    return [game.say(names[die.owner]) if die.owner in names else die.owner for die in roll.dice]


def aim_words(game: AsagiriController, reading: FightNumbers) -> str:
    """Distance, range and cover of a shot; nothing for a combat."""
    aim = aim_of(reading.state, reading.fight)
    if aim is None:
        return ""
    return game.say(
        say(
            "distance {distance}, range {reach}; cover {cover}", distance=aim.distance, reach=aim.reach, cover=aim.cover
        )
    )


def test_title(game: AsagiriController, test: Test) -> str:
    """Whose stat is tested."""
    stat, who = Message(STAT_WORDS[test.stat]), name_of(game.state, test.who)
    return game.say(say("{stat}: {who}", stat=stat, who=who))


def skill_title(game: AsagiriController) -> tuple[str, str] | None:
    """The skill that asks something: whose and which, and what it does; None when none does."""
    asking = skill_in(game.state)
    if asking is None:
        return None
    who, skill = asking
    title = say("{who}: {skill}", who=name_of(game.state, who), skill=Name.of(skill.name))
    return game.say(title), _explained(game, skill)


def _explained(game: AsagiriController, skill: Skill) -> str:
    return skill_words(skill, game.say, game.content)


def test_shown(game: AsagiriController, test: Test | None, outcome: FallenRoll | None) -> TestShown | None:
    """A test of a stat, going on or just rolled; None when there is none."""
    state, die, stat = game.state, None, "willpower"
    if test is not None:
        who, needed, stat, die = test.who, willpower.needed(state, test), test.stat, test.face or None
    elif outcome is not None and isinstance(outcome.rolled, WillpowerTested | StatTested):
        rolled, state = outcome.rolled, outcome.before
        who, needed, die = rolled.who, rolled.needed, rolled.die
        stat = rolled.stat if isinstance(rolled, StatTested) else stat
    else:
        return None
    return TestShown(
        face_of_character(state.table.characters[who], game.say, game.content, state.table.called[who]),
        state.figures[who].state,
        passing(needed),
        game.say(say("{needed} or less", needed=needed)),
        game.say(say("{stat} {value}", stat=Message(STAT_WORDS[stat]), value=getattr(state.face(who), stat))),
        die,
        state.band_of(who),
    )


def step(game: AsagiriController) -> tuple[str, str, ButtonKind] | None:
    """The next step as words, sign and voice of a button; None when there is none, or it is typing the dice."""
    state, roll = game.state, game.to_roll()
    if game.pace.holding:
        return game.say(say("Continue")), "", "primary"
    if not state.frames:
        return None
    if roll is not None:
        if game.dice_entry == "typed":
            return None
        text = say("Roll both dice") if len(roll.dice) > 1 else say("Roll the die")
        return game.say(text), "dice", "primary" if game.dice_entry == "virtual" else "secondary"
    if o.Pass() not in game.options:
        return None
    top = state.frames[-1]
    if isinstance(top, Fight | Test) and (top.faces is not None if isinstance(top, Fight) else top.face):
        return game.say(say("Keep the result")), "", "primary"
    if not isinstance(top, Fight | Test):
        return game.say(say("Continue")), "", "primary"
    attacking = isinstance(top, Fight) and top.step == "attacker"
    return game.say(say("Defender announces") if attacking else say("Roll the dice")), "", "primary"
