"""Effects in words (§27), out of the trees that the rules read: no card promises what it does not do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.model.core.words import Capital, Message, plural, say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.effects import Effect, Effects, When
from companion.model.games.chronicles.box.figure_words import (
    Called,
    against,
    by_id,
    conditioned,
    figures,
    is_bearer,
    joined,
)
from companion.model.games.chronicles.box.fitting import AT_ONCE, WITHOUT_WHOM, Fit, effect_lists

STATS: Mapping[fx.Stat, Message] = {
    "speed": say("Speed"), "attack": say("Attack"), "defense": say("Defense"), "mental": say("Mental"),
}  # fmt: skip
STATUSES: Mapping[fx.Status, Message] = {
    "bleeding": say("Bleeding"), "poisoned": say("Poisoned"), "stunned": say("Stunned"), "maimed": say("Maimed"),
}  # fmt: skip
TESTS: Mapping[fx.TestKind, Message] = {
    "investigation": say("investigation tests"),
    "interrogation": say("interrogation tests"),
    "deciphering": say("deciphering tests"),
    "stealth": say("stealth tests"),
    "chest": say("tests to search a chest"),
    "place": say("tests on interaction spaces"),
}
_WHEN: Mapping[When, Message] = {
    "reveal": say("when the plans are revealed"),
    "action": say("action"),
    "action_once": say("action, once a turn"),
    "attack": say("when attacking"),
    "attacked": say("when attacked"),
    "test": say("in a test"),
    "drawn": say("when drawn"),
    "event": say("as an event"),
    "start": say("at the start of the activation"),
    "end": say("at the end of the turn"),
    "trial": say("this turn"),
}
_SAID_BY_CARD: tuple[When, ...] = ("always", "drawn", "event", "start", "trial")
"""Windows that a card of that kind need not name."""


def words_of(record: Any, called: Called = by_id) -> dict[str, tuple[Message, ...]]:
    """What a record's effects do: the pointer of each list that is not empty, and a sentence an effect."""
    return {at: explain(effects, fit, called) for at, effects, fit in effect_lists(record) if effects}


def explain(effects: Effects, fit: Fit, called: Called = by_id) -> tuple[Message, ...]:
    """What a card does, a sentence an effect; `fit`: of what kind of card it is, `called` names its sheets."""
    return tuple(sentence(effect, fit, called) for effect in effects)


def sentence(effect: Effect, fit: Fit, called: Called = by_id) -> Message:
    """One effect: when, at what cost, whom, what, for how long."""
    when = effect.when or fit.default
    said = _body(effect, when, called)
    if is_bearer(effect.whom) and not isinstance(effect, WITHOUT_WHOM):
        said = conditioned(said, effect.whom)
    if effect.vs:
        said = say("{said} against {figures}", said=said, figures=against(effect.vs, called))
    before = list(_before(effect, when, fit))
    if isinstance(effect, fx.OnHit):
        before += _how_long(effect, when)  # behind the sentence it would be said of what the target gets
    else:
        said = _lasting(effect, when, said)
    for part in reversed(before):
        said = say("{when}: {said}", when=part, said=said)
    return say("{said}.", said=Capital(said))


def _before(effect: Effect, when: When | None, fit: Fit) -> Iterator[Message]:
    named = when is not None and (when not in _SAID_BY_CARD or (when != fit.default and when != "always"))
    if named and when is not None:
        yield say("{when}, discard this card", when=_WHEN[when]) if effect.discard else _WHEN[when]
    if effect.may:
        yield say("if you like")


def _lasting(effect: Effect, when: When | None, said: Message) -> Message:
    """How long it holds, where that is not the time that its card lies there."""
    if isinstance(effect, AT_ONCE) or when == "always":
        return said
    match effect.lasts:
        case "use":
            return say("{said}, once", said=said)
        case "activation":
            return say("{said} until the end of the activation", said=said)
        case "game":
            return say("{said} for the rest of the game", said=said)
    return say("{said} until the end of the turn", said=said)


def _how_long(effect: Effect, when: When | None) -> list[Message]:
    if when == "always":
        return []
    match effect.lasts:
        case "use":
            return [say("once")]
        case "activation":
            return [say("until the end of the activation")]
        case "game":
            return [say("for the rest of the game")]
    return [say("until the end of the turn")]


def damage(n: int) -> Message:
    """So much damage."""
    return plural("{n} damage", "{n} damage", n, n=n)


def signed(n: int) -> str:
    """A modifier as it is printed: +1, −2."""
    return f"+{n}" if n >= 0 else f"−{-n}"


def _dice(n: int) -> Message:
    return plural("{count} die", "{count} dice", n)


def _body(effect: Effect, when: When | None, called: Called) -> Message:
    said = _without_figures(effect)
    if said is not None:
        return said
    if is_bearer(effect.whom):
        return _of_bearer(effect, when)
    who, number = figures(effect.whom, called, each=isinstance(effect, _EACH))
    return _of_figures(effect, when, who, number)


_EACH = (fx.OnHit, fx.Riposte, fx.Firm, fx.Dread, fx.Ghostly)
"""What is said of any one of them."""


def _without_figures(effect: Effect) -> Message | None:
    match effect:
        case fx.NoTechniques():
            return say("techniques of the heroes do nothing")
        case fx.ShuffleOrder():
            return say("shuffle the initiative cards that are not yet turned up")
        case fx.Hosts(n=n):
            return plural("move {count} host token to a neighbouring zone",
                          "move up to {count} host tokens, each to a neighbouring zone", n)  # fmt: skip
        case fx.Shift():
            return say("move one corruption token to an adjacent tile")
        case fx.Call(n=n, group=None):
            return plural("call {count} minion as reinforcement, at no cost",
                          "call {count} minions of one sheet as reinforcements, at no cost", n)  # fmt: skip
        case fx.Call(n=n, group="guard"):
            return plural("call {count} guard as reinforcement, at no cost",
                          "call {count} guards of one sheet as reinforcements, at no cost", n)  # fmt: skip
        case fx.Call(n=n):
            return plural("call {count} creature as reinforcement, at no cost",
                          "call {count} creatures of one sheet as reinforcements, at no cost", n)  # fmt: skip
        case fx.NoCall(colour="violet"):
            return say("no reinforcements come on violet spaces")
        case fx.NoCall():
            return say("no reinforcements come on green spaces")
        case fx.Reinforce(n=n, characteristic=stat, difficulty=difficulty):
            return plural("reinforce {count} open door ({stat} test, difficulty {difficulty})",
                          "reinforce {count} open doors ({stat} test, difficulty {difficulty})",
                          n, stat=STATS[stat], difficulty=difficulty)  # fmt: skip
        case fx.Blind():
            return say("heroes and their allies make no ranged attacks")
        case fx.Draw(pile="event", n=n):
            return plural("the Oni draws {count} event card", "the Oni draws {count} event cards", n)
        case fx.Draw(pile="object", n=n):
            return plural("draw {count} object card, to keep if there is room",
                          "draw {count} object cards, to keep if there is room", n)  # fmt: skip
        case fx.Draw(n=n):
            return plural("draw {count} clue card", "draw {count} clue cards", n)
        case fx.Summon(element=element):
            return _SUMMONS[element]
        case fx.Guards(n=n, at=at):
            guards = say("all guards") if n == "all" else plural("up to {count} guard", "up to {count} guards", n)
            return say("have {guards} act; they may attack {figures}", guards=guards, figures=_TARGETS[frozenset(at)])
    return None


_SUMMONS: Mapping[fx.Element, Message] = {
    "water": say("summon a water Kami"),
    "fire": say("summon a fire Kami"),
    "air": say("summon an air Kami"),
    "earth": say("summon an earth Kami"),
}
_TARGETS: Mapping[frozenset[str], Message] = {
    frozenset(): say("creatures"),
    frozenset(("guards",)): say("creatures and guards"),
    frozenset(("heroes",)): say("creatures, heroes and their allies"),
    frozenset(("guards", "heroes")): say("anybody"),
}
_ROLLS: Mapping[frozenset[str], Message] = {
    frozenset(("attacks",)): say("in attacks"),
    frozenset(("tests",)): say("in tests"),
    frozenset(("attacks", "tests")): say("in attacks and tests"),
}


def _of_bearer(effect: Effect, when: When | None) -> Message:
    """What a card says of the one it lies before, without naming anybody."""
    match effect:
        case fx.Mod(stat=stat, n=n):
            return say("{n} {stat}", n=signed(n), stat=STATS[stat])
        case fx.Hit(n=n):
            return say("a successful attack does {damage}", damage=damage(n))
        case fx.Ranged():
            return say("attacks may be ranged")
        case fx.Reach():
            return say("melee attacks reach any opponent in line of sight in the same zone")
        case fx.Burst():
            return say("an attack may be a burst against a whole zone")
        case fx.Reroll(n=n, rolls=rolls):
            return say("up to {dice} may be rerolled {rolls}", dice=_dice(n), rolls=_ROLLS[frozenset(rolls)])
        case fx.SwapDice():
            return say("rolls action dice instead of combat dice")
        case fx.OnHit(effect=fx.DamageDeed(n=n)):
            return say("after a successful attack, the target takes another {damage}", damage=damage(n))
        case fx.OnHit(effect=fx.StatusDeed(status=status)):
            return say("after a successful attack, the target gets the status {status}", status=STATUSES[status])
        case fx.Riposte():
            return say("a melee attack that fails does 1 damage to the attacker")
        case fx.Firm():
            return say("cannot be pushed")
        case fx.Shield():
            return say("ignores the next damage")
        case fx.Glide():
            return say("ignores opponents when moving")
        case fx.Dread(characteristic=stat, difficulty=difficulty):
            return say("whoever attacks it must first pass a {stat} test of difficulty {difficulty}",
                       stat=STATS[stat], difficulty=difficulty)  # fmt: skip
        case fx.Ghostly():
            return say("objects that are not legendary have no effect on it")
        case fx.Move(n=n, glide=True):
            return say("move at once with Speed {n}, ignoring opponents", n=n)
        case fx.Move(n=n):
            return say("move at once with Speed {n}", n=n)
        case fx.Place():
            return _put(effect, say("the bearer"))
        case fx.Heal(n=n):
            return say("heal {damage}", damage=damage(n))
        case fx.Damage(n=n):
            return say("take {damage}", damage=damage(n))
        case fx.GiveStatus(status=status):
            return say("get the status {status}", status=STATUSES[status])
        case fx.Cure(status=None):
            return say("remove one status of your choice")
        case fx.Cure(status=status):
            return say("remove the status {status}", status=STATUSES[status or "bleeding"])
        case fx.NoHeal():
            return say("cannot be healed")
        case fx.Void():
            return say("loses all powers")
        case fx.Actions(n=n):
            return _each_time(plural("{n} action", "{n} actions", abs(n), n=signed(n)), when)
        case fx.Test(kinds=kinds, n=n):
            return say("{n} in {tests}", n=signed(n), tests=tests_of(kinds))
        case fx.Pass(kinds=kinds):
            return say("passes {tests} without rolling", tests=tests_of(kinds))
        case fx.LoseObject():
            return say("discard one object of the Oni's choice")
    raise AssertionError(effect)


def _of_figures(effect: Effect, when: When | None, who: Message, number: int) -> Message:
    """The same said of certain figures; `number`: one or several of them."""
    match effect:
        case fx.Mod(stat=stat, n=n):
            return plural("{who} gets {n} {stat}", "{who} get {n} {stat}", number,
                          who=who, n=signed(n), stat=STATS[stat])  # fmt: skip
        case fx.Hit(n=n):
            return plural("{who} does {damage} with a successful attack", "{who} do {damage} with a successful attack",
                          number, who=who, damage=damage(n))  # fmt: skip
        case fx.Ranged():
            return plural("{who} may make ranged attacks", "{who} may make ranged attacks", number, who=who)
        case fx.Reach():
            return plural("{who} may attack any opponent in line of sight in the same zone",
                          "{who} may attack any opponent in line of sight in the same zone",
                          number, who=who)  # fmt: skip
        case fx.Burst():
            return plural("{who} may attack a whole zone with a burst", "{who} may attack a whole zone with a burst",
                          number, who=who)  # fmt: skip
        case fx.Reroll(n=n, rolls=rolls):
            return plural("{who} may reroll up to {dice} {rolls}", "{who} may reroll up to {dice} {rolls}",
                          number, who=who, dice=_dice(n), rolls=_ROLLS[frozenset(rolls)])  # fmt: skip
        case fx.SwapDice():
            return plural("{who} rolls action dice instead of combat dice",
                          "{who} roll action dice instead of combat dice", number, who=who)  # fmt: skip
        case fx.OnHit(effect=fx.DamageDeed(n=n)):
            return say("when {who} hits, the target takes another {damage}", who=who, damage=damage(n))
        case fx.OnHit(effect=fx.StatusDeed(status=status)):
            return say("when {who} hits, the target gets the status {status}", who=who, status=STATUSES[status])
        case fx.Riposte():
            return say("a melee attack against {who} that fails does 1 damage to the attacker", who=who)
        case fx.Firm():
            return say("nobody can push {who}", who=who)
        case fx.Shield():
            return plural("{who} ignores the next damage", "{who} ignore the next damage", number, who=who)
        case fx.Glide():
            return plural("{who} ignores opponents when moving", "{who} ignore opponents when moving",
                          number, who=who)  # fmt: skip
        case fx.Dread(characteristic=stat, difficulty=difficulty):
            return say("whoever attacks {who} must first pass a {stat} test of difficulty {difficulty}",
                       who=who, stat=STATS[stat], difficulty=difficulty)  # fmt: skip
        case fx.Ghostly():
            return say("objects that are not legendary have no effect against {who}", who=who)
        case fx.Move(n=n, glide=True):
            return plural("{who} moves at once with Speed {n}, ignoring opponents",
                          "{who} move at once with Speed {n}, ignoring opponents", number, who=who, n=n)  # fmt: skip
        case fx.Move(n=n):
            return plural("{who} moves at once with Speed {n}", "{who} move at once with Speed {n}",
                          number, who=who, n=n)  # fmt: skip
        case fx.Place():
            return _put(effect, who)
        case fx.Heal(n=n):
            return plural("{who} heals {damage}", "{who} heal {damage} each", number, who=who, damage=damage(n))
        case fx.Damage(n=n):
            return plural("{who} takes {damage}", "{who} take {damage} each", number, who=who, damage=damage(n))
        case fx.GiveStatus(status=status):
            return plural("{who} gets the status {status}", "{who} get the status {status}", number,
                          who=who, status=STATUSES[status])  # fmt: skip
        case fx.Cure(status=None):
            return plural("{who} loses one status of your choice", "{who} lose one status each, of your choice",
                          number, who=who)  # fmt: skip
        case fx.Cure(status=status):
            return plural("{who} loses the status {status}", "{who} lose the status {status}", number,
                          who=who, status=STATUSES[status or "bleeding"])  # fmt: skip
        case fx.NoHeal():
            return plural("{who} cannot heal", "{who} cannot heal", number, who=who)
        case fx.Void():
            return plural("{who} loses all powers", "{who} lose all powers", number, who=who)
        case fx.Actions(n=n):
            amount = plural("{n} action", "{n} actions", abs(n), n=signed(n))
            return _each_time(plural("{who} gets {actions}", "{who} get {actions}", number,
                                     who=who, actions=amount), when)  # fmt: skip
        case fx.Test(kinds=kinds, n=n):
            return plural("{who} gets {n} in {tests}", "{who} get {n} in {tests}", number,
                          who=who, n=signed(n), tests=tests_of(kinds))  # fmt: skip
        case fx.Pass(kinds=kinds):
            return plural("{who} passes {tests} without rolling", "{who} pass {tests} without rolling", number,
                          who=who, tests=tests_of(kinds))  # fmt: skip
        case fx.LoseObject():
            return plural("{who} discards one object of the Oni's choice",
                          "{who} discard one object each, of the Oni's choice", number, who=who)  # fmt: skip
    raise AssertionError(effect)


def _put(effect: fx.Place, who: Message) -> Message:
    match effect.to:
        case "zone":
            return say("place {who} on a free space of the same zone", who=who)
        case "neighbour":
            return say("place {who} on a free space of a neighbouring zone", who=who)
    return say("place {who} on a free space of the same tile", who=who)


def _each_time(said: Message, when: When | None) -> Message:
    return say("{said} in each activation", said=said) if when == "always" else said


def tests_of(kinds: Sequence[fx.TestKind]) -> Message:
    """Tests of these kinds."""
    return joined([TESTS[kind] for kind in kinds]) if kinds else say("all tests")
