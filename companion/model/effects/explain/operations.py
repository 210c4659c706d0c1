"""What each operation does, in words: a part of a sentence that begins small and has no full stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, assert_never

import msgspec

from companion.model.core.words import N_, Message, Name, plural, say

from ..alphabet import Id, StatName, Window
from ..checker.windows import FIGHT
from ..operations import (
    Again,
    Become,
    Bonus,
    Cancel,
    Convert,
    Defect,
    Disarm,
    Dismiss,
    Effect,
    Either,
    Follow,
    GiveDie,
    Go,
    Ignore,
    Immune,
    Leap,
    Lengthen,
    Outcome,
    Prevent,
    Push,
    Regain,
    Reroll,
    Reserves,
    Retreat,
    Return,
    RollAgain,
    Set,
    Shift,
    Shot,
    Silence,
    Strike,
    Summon,
    SummonKami,
    Swap,
    TakeDie,
    Test,
    Token,
    Turn,
)
from ..selectors import Who
from .figures import each
from .join import all_of, none_of
from .numbers import bonus, lasting, number_set
from .tables import HARM_WORDS, OBSTACLE_WORDS, SHIELD_WORDS, element, trait

Called: TypeAlias = Callable[[Id], "Name | str"]
"""The name of a profile card."""

TESTS: dict[StatName, str] = {
    "attack": N_("{who} tests its Attack"),
    "defense": N_("{who} tests its Defense"),
    "movement": N_("{who} tests its Movement"),
    "willpower": N_("{who} tests its Willpower"),
}


class Voice(msgspec.Struct, frozen=True):
    """What the words depend on beside the tree."""

    called: Called
    windows: tuple[Window, ...] = ()
    when: Message | None = None
    """The conditions of a Shot."""
    tested: bool = False
    """What follows a test of others than the opponent: they are the opponent now."""
    within: bool = False
    """Part of another operation."""

    @property
    def testing(self) -> bool:
        """Whether the die is that of a test."""
        return bool(self.windows) and all(window in ("willpower", "test") for window in self.windows)

    def each(self, who: Who) -> Message:
        """Those an effect is about."""
        return each(who, tested=self.tested)


def operation(effect: Effect, voice: Voice) -> Message:
    """What an operation does."""
    match effect:
        case Bonus():
            return bonus(effect, tested=voice.tested, testing=voice.testing)
        case Set():
            return number_set(effect, tested=voice.tested, testing=voice.testing)
        case Shot():
            return _shot(effect, voice)
        case Reroll():
            return _reroll(effect)
        case Shift():
            grows = say("the margin grows by {by}", by=effect.by)
            shrinks = say("the margin shrinks by {by}", by=-effect.by)
            return _announced(grows if effect.by >= 0 else shrinks, voice)
        case Outcome():
            return _announced(_outcome(effect, voice), voice)
        case Retreat():
            return _announced(_retreat(effect), voice)
        case Push():
            return _push(effect, voice)
        case Follow():
            return say("this character may step into the square that the loser has left")
        case Swap():
            return say("this character swaps places with {who}", who=voice.each(effect.who))
        case Turn():
            who = voice.each(effect.who)
            own, foreign = say("{who} may be turned as wanted", who=who), say("this character may turn {who} as wanted",
                                                                              who=who)  # fmt: skip
            return own if _own(effect.who) else foreign
        case Go():
            return _go(effect, voice)
        case Leap():
            return _leap(effect, voice)
        case Lengthen():
            said = plural("attacks reach enemies in sight up to {count} square away",
                          "attacks reach enemies in sight up to {count} squares away", effect.squares)  # fmt: skip
            return lasting(said, "activation") if voice.windows == ("activation",) else said
        case Strike():
            return say("this character attacks {who} at once", who=voice.each(effect.who))
        case Again():
            return _again(effect)
        case Ignore():
            what = [Message(OBSTACLE_WORDS[one]) for one in effect.what] or [say("nothing")]
            said = say("{who} ignores {what}", who=voice.each(effect.who), what=all_of(what))
            return lasting(said, effect.lasts)
        case TakeDie():
            return _take(effect, voice)
        case GiveDie():
            who = voice.each(effect.who)
            if effect.element is None:
                return say("{who} gets a die of the pool in reserve", who=who)
            return say("{who} gets one {element} die of the pool in reserve", who=who, element=element(effect.element))
        case Convert():
            return _convert(effect)
        case RollAgain():
            return plural("{count} die of the pool may be rolled again; the new face stands",
                          "up to {count} dice of the pool may be rolled again; the new faces stand",
                          effect.most)  # fmt: skip
        case Regain():
            return plural("{count} die set aside is rolled and comes to the pool",
                          "{count} dice set aside are rolled and come to the pool", effect.count)  # fmt: skip
        case Reserves():
            return plural("this card holds {count} die in reserve", "this card holds {count} dice in reserve",
                          effect.most)  # fmt: skip
        case Test():
            return _test(effect, voice)
        case Become():
            return _become(effect, voice)
        case Prevent():
            harms = [Message(HARM_WORDS[one]) for one in effect.what] or [say("nothing")]
            said = say("{who} cannot {what}", who=voice.each(effect.who), what=none_of(harms))
            return lasting(said, effect.lasts)
        case Immune():
            shields = [Message(SHIELD_WORDS[one]) for one in effect.to] or [say("nothing")]
            said = say("{who} is immune to {what}", who=voice.each(effect.who), what=all_of(shields))
            return lasting(said, effect.lasts)
        case Return():
            card = voice.called(effect.card)
            if effect.state == "vigilant":
                return say("instead of being disabled, this character stays as “{card}”, vigilant", card=card)
            return say("instead of being disabled, this character stays as “{card}”, shaken", card=card)
        case Cancel():
            if effect.what == "attack":
                return say("the attack or shot does not take place")
            return say("the skills that the opponent has announced do nothing")
        case Silence():
            return lasting(say("{who} cannot use skills", who=voice.each(effect.who)), effect.lasts)
        case Disarm():
            who = voice.each(effect.who)
            if effect.steal:
                return say("{who} loses its equipment; this character takes it if it has none", who=who)
            return say("{who} loses its equipment", who=who)
        case Summon():
            return _summon(effect, voice)
        case SummonKami():
            return say("a tori die is rolled: its element summons that Kami")
        case Dismiss():
            return say("{who} leaves the board", who=voice.each(effect.who))
        case Defect():
            return lasting(say("{who} changes to this character’s side", who=voice.each(effect.who)), effect.lasts)
        case Token():
            return _token(effect, voice)
        case Either():
            ways = [sequence(way, voice) for way in effect.ways] or [say("nothing")]
            said = ways[0]
            for way in ways[1:]:
                said = say("{said}; or {way}", said=said, way=way)
            return _enclosed(say("one of these: {ways}", ways=said), voice)
        case _:
            assert_never(effect)


def sequence(effects: Sequence[Effect], voice: Voice) -> Message:
    """Several operations one after the other, as part of another one."""
    inner = msgspec.structs.replace(voice, within=True)
    parts = [operation(effect, inner) for effect in effects] or [say("nothing")]
    said = parts[0]
    for part in parts[1:]:
        said = say("{said}, then {next}", said=said, next=part)
    return said


def _enclosed(said: Message, voice: Voice) -> Message:
    """What has parts of its own stands in brackets within others."""
    return say("[{said}]", said=said) if voice.within else said


def _shot(effect: Shot, voice: Voice) -> Message:
    if voice.when is None:
        said = say("Shot: range {range}, value {value}", range=effect.range, value=effect.value)
    else:
        said = say("Shot {when}: range {range}, value {value}", when=voice.when, range=effect.range,
                   value=effect.value)  # fmt: skip
    if effect.hit:
        said = say("{said}. If the shot hits: {effects}", said=said, effects=sequence(effect.hit, voice))
    if effect.after:
        said = say("{said}. After the shot: {effects}", said=said, effects=sequence(effect.after, voice))
    return _enclosed(said, voice)


def _reroll(effect: Reroll) -> Message:
    match effect.whose, effect.keep:
        case "own", "second":
            return say("its die is rolled again; the second roll counts")
        case "own", "best":
            return say("its die is rolled again; the better roll counts")
        case "own", "worst":
            return say("its die is rolled again; the worse roll counts")
        case "enemy", "second":
            return say("the enemy die is rolled again; the second roll counts")
        case "enemy", "best":
            return say("the enemy die is rolled again; the better roll counts")
        case _:
            return say("the enemy die is rolled again; the worse roll counts")


def _own(who: Who) -> bool:
    """Whether these are of the bearer's band, so that nobody wonders whose player moves them."""
    return who.of in ("self", "friends")


def _go(effect: Go, voice: Voice) -> Message:
    who = voice.each(effect.who)
    if _own(effect.who):
        return plural("{who} may move {count} square at no cost", "{who} may move up to {count} squares at no cost",
                      effect.squares, who=who)  # fmt: skip
    return plural("this character may move {who} {count} square at no cost",
                  "this character may move {who} up to {count} squares at no cost",
                  effect.squares, who=who)  # fmt: skip


def _leap(effect: Leap, voice: Voice) -> Message:
    who = voice.each(effect.who)
    if _own(effect.who):
        return plural("{who} may be put on a free square within {count} square",
                      "{who} may be put on a free square within {count} squares", effect.squares, who=who)  # fmt: skip
    return plural("this character may put {who} on a free square within {count} square of where it stands",
                  "this character may put {who} on a free square within {count} squares of where it stands",
                  effect.squares, who=who)  # fmt: skip


def _announced(said: Message, voice: Voice) -> Message:
    """A result that is announced before the dice: it holds for the bearer's victory."""
    announced = bool(voice.windows) and all(window in FIGHT for window in voice.windows)
    return say("if this character wins, {said}", said=said) if announced else said


def _outcome(effect: Outcome, voice: Voice) -> Message:
    if voice.windows == ("drawing",):
        return _of_draw(effect, say("the opponent"))
    who = say("the loser (on a draw the opponent)") if "drawing" in voice.windows else say("the loser")
    match effect.counts_as:
        case "nothing":
            return say("whatever the margin, nothing happens to {who}", who=who)
        case "retreat":
            return say("whatever the margin, {who} retreats", who=who)
        case "shaken":
            return say("whatever the margin, {who} becomes shaken and retreats", who=who)
        case "disabled":
            return say("whatever the margin, {who} is disabled", who=who)
        case _:
            assert_never(effect.counts_as)


def _of_draw(effect: Outcome, who: Message) -> Message:
    match effect.counts_as:
        case "nothing":
            return say("nothing happens to {who}", who=who)
        case "retreat":
            return say("{who} retreats", who=who)
        case "shaken":
            return say("{who} becomes shaken and retreats", who=who)
        case "disabled":
            return say("{who} is disabled", who=who)
        case _:
            assert_never(effect.counts_as)


def _retreat(effect: Retreat) -> Message:
    if effect.squares == 0:
        return say("the loser does not retreat")
    if effect.winner_chooses:
        return plural("the loser retreats {count} square; the winner chooses where to",
                      "the loser retreats {count} squares; the winner chooses where to", effect.squares)  # fmt: skip
    return plural("the loser retreats {count} square", "the loser retreats {count} squares", effect.squares)


def _push(effect: Push, voice: Voice) -> Message:
    who = voice.each(effect.who)
    if effect.towards:
        return plural("{who} is pulled {count} square closer", "{who} is pulled up to {count} squares closer",
                      effect.squares, who=who)  # fmt: skip
    return plural("{who} is pushed {count} square away", "{who} is pushed up to {count} squares away",
                  effect.squares, who=who)  # fmt: skip


def _again(effect: Again) -> Message:
    match effect.what:
        case "attack":
            return say("one more attack in this activation")
        case "shot":
            return say("one more shot in this activation")
        case "action":
            return say("one more action in this activation")
        case "movement":
            return say("the movement may go on after the action")
        case _:
            assert_never(effect.what)


def _take(effect: TakeDie, voice: Voice) -> Message:
    who = voice.each(effect.who)
    if effect.where == "reserve":
        said = say("{who} loses a die in reserve", who=who)
        if effect.element is not None:
            said = say("{who} loses one {element} die in reserve", who=who, element=element(effect.element))
    else:
        said = say("{who} loses a die of its pool", who=who)
        if effect.element is not None:
            said = say("{who} loses one {element} die of its pool", who=who, element=element(effect.element))
    return (
        say("{said}; a die set aside comes to this character’s pool with that face", said=said) if effect.keep else said
    )


def _convert(effect: Convert) -> Message:
    to = element(effect.to)
    if effect.of is None:
        return plural("{count} die of the pool may be turned to {element}",
                      "up to {count} dice of the pool may be turned to {element}", effect.most, element=to)  # fmt: skip
    return plural("{count} {of} die of the pool may be turned to {element}",
                  "up to {count} {of} dice of the pool may be turned to {element}", effect.most,
                  of=element(effect.of), element=to)  # fmt: skip


def _test(effect: Test, voice: Voice) -> Message:
    said = Message(TESTS[effect.stat], (("who", voice.each(effect.who)),))
    inner = msgspec.structs.replace(voice, tested=voice.tested or effect.who.of != "opponent")
    if effect.failed:
        said = say("{said}. If it fails: {effects}", said=said, effects=sequence(effect.failed, inner))
    if effect.passed:
        said = say("{said}. If it passes: {effects}", said=said, effects=sequence(effect.passed, inner))
    return _enclosed(said, voice)


def _become(effect: Become, voice: Voice) -> Message:
    who = voice.each(effect.who)
    match effect.state:
        case "vigilant":
            return say("{who} becomes vigilant without a test", who=who)
        case "shaken":
            return say("{who} becomes shaken", who=who)
        case "disabled":
            return say("{who} is disabled", who=who)
        case _:
            assert_never(effect.state)


def _summon(effect: Summon, voice: Voice) -> Message:
    said = plural("“{card}” comes into play within {count} square", "“{card}” comes into play within {count} squares",
                  effect.within, card=voice.called(effect.card))  # fmt: skip
    return plural("{said}, {count} at most on the board", "{said}, {count} at most on the board", effect.most,
                  said=said)  # fmt: skip


def _token(effect: Token, voice: Voice) -> Message:
    who, token = voice.each(effect.who), trait(effect.name)
    if effect.remove:
        return say("{who} loses the token “{token}”", who=who, token=token)
    if effect.turns is None:
        return say("{who} gets the token “{token}”", who=who, token=token)
    return plural("{who} gets the token “{token}” for {count} turn", "{who} gets the token “{token}” for {count} turns",
                  effect.turns, who=who, token=token)  # fmt: skip
