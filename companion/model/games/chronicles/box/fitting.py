"""Where an effect or a condition can be said (FX-1 to FX-6), and what is wrong with one that is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import msgspec

from companion.model.content.kinds import Reference
from companion.model.core.refusal import Problem, twice
from companion.model.core.words import say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.effects import SELF, Condition, Effect, Effects, When, Whom


class Fit(msgspec.Struct, frozen=True):
    """What fits a list of effects, by the card that it stands on (FX-1)."""

    default: When | None
    """When an effect happens that does not say so; None: at the moment the card itself names."""
    windows: tuple[When, ...] = ()
    """When else an effect may say it happens."""
    bearer: bool = True
    """There is a figure that `self` means, and that `near` and the like count from."""
    owner: bool = False
    """Its bearer lies on a hero's sheet."""
    activated: bool = False
    """`sheet` means something: the figures of the one activated."""
    discard: bool = False


_ROLLS: tuple[When, ...] = ("attack", "attacked", "test")
TALENT = Fit("always", ("always", "reveal", *_ROLLS))
ACTION_TALENT = Fit("action", ("action",))
ONCE_TALENT = Fit("action_once", ("action_once",))
POWER = Fit("always", ("always", *_ROLLS, "action", "action_once", "end"))
FOLLOWING = Fit("always", POWER.windows, owner=True)
OBJECT = Fit("always", (*POWER.windows, "reveal"), discard=True)
WOUND = Fit("always", ("always", "reveal"))
MALUS = Fit("always", ("always", *_ROLLS, "end"))
UPGRADE = Fit("always", MALUS.windows, bearer=False)
EVENT = Fit("event", ("event",), activated=True)
HOST = Fit("start", ("start",), activated=True)
SURPRISE = Fit("drawn", ("drawn",))
TRIAL = Fit("trial", ("trial",), bearer=False)
OBJECTIVE = Fit(None)
RULE = Fit("always", ("always",), bearer=False)
TALENTS = {"free": TALENT, "action": ACTION_TALENT, "action_once": ONCE_TALENT}
"""By its cost, which is the window of all its effects."""

_BY_TYPE: dict[type[r.Record], tuple[tuple[str, Fit], ...]] = {
    r.Hero: (("powers", POWER),),
    r.Sheet: (("powers", POWER),),
    r.Kami: (("powers", FOLLOWING),),
    r.ObjectCard: (("effects", OBJECT),),
    r.Wound: (("effects", WOUND),),
    r.EventCard: (("effects", EVENT),),
    r.Host: (("effects", HOST),),
    r.Nature: (("malus", MALUS),),
    r.Surprise: (("effects", SURPRISE),),
    r.Trial: (("effects", TRIAL),),
    r.Objective: (("effects", OBJECTIVE),),
    r.Scenario: (("rules", RULE),),
    r.ExperienceToken: (("effects", POWER),),
    r.ScenarioSurprise: (("effects", RULE),),
}


def effect_lists(record: Any) -> Iterator[tuple[str, Effects, Fit]]:
    """Every list of effects in a record: its pointer, the effects, and what fits there."""
    for name, fit in _BY_TYPE.get(type(record), ()):
        yield f"/{name}", getattr(record, name), fit
    if isinstance(record, r.ActionCard) and record.talent is not None:
        yield "/talent/effects", record.talent.effects, TALENTS[record.talent.cost]
    elif isinstance(record, r.Host) and record.can_follow is not None:
        yield "/can_follow/powers", record.can_follow.powers, FOLLOWING
    elif isinstance(record, r.Follower):
        yield from ((f"/versions/{n}", version, FOLLOWING) for n, version in enumerate(record.versions))
    elif isinstance(record, r.Track):
        for (n, column), kind in product(enumerate(record.columns), ("guards", "creatures")):
            for k, upgrade in enumerate(getattr(column, kind)):
                yield f"/columns/{n}/{kind}/{k}/effects", upgrade.effects, UPGRADE


def fit_at(type_: type[r.Record], record: Any, at: str) -> Fit | None:
    """What fits the list of effects at a pointer, of a record as it is being typed; None: no such list is there."""
    for name, fit in _BY_TYPE.get(type_, ()):
        if at == f"/{name}":
            return fit
    if type_ is r.ActionCard and at == "/talent/effects":
        talent = record.get("talent") if isinstance(record, dict) else None
        cost = talent.get("cost", "free") if isinstance(talent, dict) else "free"
        return TALENTS.get(cost, TALENT)
    if (type_ is r.Host and at == "/can_follow/powers") or (type_ is r.Follower and at.startswith("/versions/")):
        return FOLLOWING
    return UPGRADE if type_ is r.Track and at.endswith("/effects") else None


AT_ONCE = (
    fx.Move, fx.Place, fx.Heal, fx.Damage, fx.GiveStatus, fx.Cure, fx.Draw, fx.Summon, fx.Guards, fx.Hosts, fx.Shift,
    fx.Call, fx.Reinforce, fx.ShuffleOrder, fx.LoseObject,
)  # fmt: skip
"""They do something at a moment, and are over."""
WITHOUT_WHOM = (
    fx.NoTechniques, fx.ShuffleOrder, fx.Hosts, fx.Shift, fx.Call, fx.NoCall, fx.Reinforce, fx.Blind, fx.Draw,
    fx.Summon, fx.Guards,
)  # fmt: skip
"""They concern no figures that could be named."""
SORTS = frozenset(
    ("self", "owner", "ally", "hero", "follower", "kami", "opponent", "guard", "creature", "adversary", "demon",
     "figure", "sheet", "target", "minion", "lieutenant")
)  # fmt: skip
"""What FX-2 and FIG-2 call figures; any other word is a trait."""
TRAITS = frozenset(("undead", "stealthy", "demonic"))
"""Those that the rulebook names; a pack may have others."""
_ONE = frozenset(("self", "owner", "target"))
_MANY_ZONES = frozenset(("neighbour", "tile", "sight", "corrupted"))


def effect_problems(record: Any) -> Iterator[Problem]:
    """What is wrong with the effects of a record."""
    for at, effects, fit in effect_lists(record):
        for n, effect in enumerate(effects):
            yield from effect_faults(effect, fit, f"{at}/{n}")


def effect_faults(effect: Effect, fit: Fit, at: str = "") -> Iterator[Problem]:
    """What is wrong with one effect where this fits."""
    when = effect.when or fit.default
    if effect.when is not None and not fit.windows:
        yield Problem(f"{at}/when", say("This happens when the objective is met: leave “when” out."))
    elif effect.when is not None and effect.when not in fit.windows:
        yield Problem(f"{at}/when", say("“{when}” does not fit here. Possible: {windows}.",
                                        when=effect.when, windows=fit.windows))  # fmt: skip
    if isinstance(effect, AT_ONCE):
        if when == "always":
            yield Problem(f"{at}/when", say("This happens at one moment: say when it does."))
        if effect.lasts is not None:
            yield Problem(f"{at}/lasts", say("This happens at once: leave “lasts” out."))
    elif effect.lasts is not None and when == "always":
        yield Problem(f"{at}/lasts", say("This holds while the card is in play: leave “lasts” out."))
    if effect.discard and not fit.discard:
        yield Problem(f"{at}/discard", say("Only an object can be discarded for its effect."))
    elif effect.discard and when == "always":
        yield Problem(f"{at}/when", say("An object is discarded at one moment: say when."))
    if isinstance(effect, (fx.Test, fx.Pass)):
        yield from _kinds_needed(effect.kinds, at)
    elif effect.kinds:
        yield Problem(f"{at}/kinds", say("Only “test” and “pass” are about kinds of test."))
    if effect.vs and not _against(effect):
        yield Problem(f"{at}/vs", say("Only “hit” and modifiers of Attack or Defense can be against certain figures."))
    if getattr(effect, "n", 1) == 0:
        yield Problem(f"{at}/n", say("This changes nothing."))
    yield from twice(f"{at}/vs", effect.vs)
    yield from _words(effect.vs, f"{at}/vs")
    if isinstance(effect, WITHOUT_WHOM):
        if effect.whom != SELF:
            yield Problem(f"{at}/whom", say("This concerns no figures: leave “whom” out."))
        return
    yield from _whom(effect.whom, fit, when, f"{at}/whom")
    if isinstance(effect, fx.LoseObject) and not set(effect.whom.who) <= {"hero", "self", "owner"}:
        yield Problem(f"{at}/whom/who", say("Only heroes have objects."))


def _against(effect: Effect) -> bool:
    return isinstance(effect, fx.Hit) or (isinstance(effect, fx.Mod) and effect.stat in ("attack", "defense"))


def fits_field(effect: type[Effect], name: str, fit: Fit, when: When | None) -> bool:
    """Whether a field that all effects have means anything in one of this sort; `when`: the moment that it names."""
    if name == "when":
        return len(fit.windows) > 1 or (when is not None and when != fit.default)
    if name == "discard":
        return fit.discard
    if name == "whom":
        return not issubclass(effect, WITHOUT_WHOM)
    if name == "vs":
        return issubclass(effect, (fx.Hit, fx.Mod))
    if name == "kinds":
        return issubclass(effect, (fx.Test, fx.Pass))
    if name == "lasts":
        return not issubclass(effect, AT_ONCE) and (when or fit.default) != "always"
    return True


def fits_condition(name: str, fact: str) -> bool:
    """Whether a field of a condition means anything with this fact (FX-6)."""
    if name == "of":
        return fact in _ABOUT_ANOTHER
    if name == "kinds":
        return fact == "passes"
    if name == "at":
        return fact in _PLACED
    if name == "by":
        return fact not in _NOBODYS
    return name != "count" or fact not in _YES_OR_NO


def _kinds_needed(kinds: tuple[fx.TestKind, ...], at: str) -> Iterator[Problem]:
    if not kinds:
        yield Problem(f"{at}/kinds", say("Say for which kinds of test."))
    yield from twice(f"{at}/kinds", kinds)


def _words(words: Iterable[str], at: str) -> Iterator[Problem]:
    for n, word in enumerate(words):
        head, _, rest = word.partition(":")
        if rest and (head != "sheet" or rest.count(":") != 1):
            yield Problem(f"{at}/{n}", say("“{word}” names nobody.", word=word))


def _whom(whom: Whom, fit: Fit, when: When | None, at: str) -> Iterator[Problem]:
    for name, values in (("who", whom.who), ("where", whom.where), ("if", whom.conditions)):
        yield from twice(f"{at}/{name}", values)
    yield from _words(whom.who, f"{at}/who")
    for n, word in enumerate(whom.who):
        if word == "self" and not fit.bearer:
            yield Problem(f"{at}/who/{n}", say("Nobody bears this card: say whom it concerns."))
        elif word == "owner" and not fit.owner:
            yield Problem(f"{at}/who/{n}", say("Only followers and Kami have an owner."))
        elif word == "sheet" and not fit.activated:
            yield Problem(f"{at}/who/{n}", say("Only event and host cards know the sheet that is activated."))
        elif word == "target" and when not in ("attack", "attacked"):
            yield Problem(f"{at}/who/{n}", say("Only an attack has a target: “when” must say so."))
    if not fit.bearer:
        for n, where in enumerate(whom.where):
            if where != "corrupted":
                yield Problem(f"{at}/where/{n}", say("Nobody bears this card, so no place can be seen from there."))
    if whom.choose is not None and set(whom.who) <= _ONE:
        yield Problem(f"{at}/choose", say("There is nobody to choose from."))
    if whom.one_zone and not _MANY_ZONES & set(whom.where):
        yield Problem(f"{at}/one_zone", say("“one_zone” picks one of several zones: say where they are."))


def sheets_named(record: Any) -> Iterator[Reference]:
    """The sheets that its effects name (`sheet:ID`), each with its place."""
    for at, effects, _ in effect_lists(record):
        for n, effect in enumerate(effects):
            yield from _sheets(effect.vs, f"{at}/{n}/vs")
            yield from _sheets(effect.whom.who, f"{at}/{n}/whom/who")


def _sheets(words: Iterable[str], at: str) -> Iterator[Reference]:
    for n, word in enumerate(words):
        head, _, rest = word.partition(":")
        if head == "sheet" and rest:
            yield Reference(f"{at}/{n}", "chronicles_sheet", rest)


def traits_named(record: Any) -> Iterator[tuple[str, str]]:
    """The words of its effects that can only be traits of sheets, each after its place."""
    for at, effects, _ in effect_lists(record):
        for n, effect in enumerate(effects):
            for name, words in (("vs", effect.vs), ("whom/who", effect.whom.who)):
                for k, word in enumerate(words):
                    if word not in SORTS and ":" not in word:
                        yield f"{at}/{n}/{name}/{k}", word


# conditions ----------------------------------------------------------------------------------------------------------

_PLACED = ("holds", "stands")
_REMOVES = ("removes", "removes_by_attack")
_ABOUT_ANOTHER = (*_REMOVES, "heals", "holds")
_YES_OR_NO = ("unhurt", "near_owner")
_NOBODYS = ("tests", "turns")
"""Facts that are not about certain figures."""
LASTING = frozenset(("tests", "holds", "stands", "turns", "takes"))
"""Facts that can still come about, however a game goes (END-4)."""


def condition_problems(
    conditions: Iterable[Condition], at: str, *, place: bool = False, bearer: bool = False, owner: bool = False
) -> Iterator[Problem]:
    """What is wrong with conditions; `place`: the record has one to test at; `bearer`: it is some hero's own."""
    for n, condition in enumerate(conditions):
        yield from condition_problem(condition, f"{at}/{n}", place=place, bearer=bearer, owner=owner)


def condition_problem(
    condition: Condition, at: str, *, place: bool = False, bearer: bool = False, owner: bool = False
) -> Iterator[Problem]:
    """The same of one condition."""
    fact = condition.fact
    if fact in _REMOVES and condition.of is None:
        yield Problem(f"{at}/of", say("Say who is removed."))
    if condition.of is not None and fact not in _ABOUT_ANOTHER:
        yield Problem(f"{at}/of", say("This fact is about nobody else: leave “of” out."))
    if fact == "passes":
        yield from _kinds_needed(condition.kinds, at)
    elif condition.kinds:
        yield Problem(f"{at}/kinds", say("Only “passes” counts kinds of test: leave “kinds” out."))
    yield from _where(condition, at)
    if fact == "tests" and not place:
        yield Problem(f"{at}/fact", say("There is no place to test at."))
    if fact == "near_owner" and not owner:
        yield Problem(f"{at}/fact", say("Only followers and Kami have an owner."))
    if fact == "holds" and condition.look == "always":
        yield Problem(f"{at}/look", say("Holding a place counts at the end of a turn: “look” must say so."))
    if fact in _YES_OR_NO and condition.count != 1:
        yield Problem(f"{at}/count", say("This holds or it does not: leave “count” out."))
    fit = Fit("always", bearer=bearer or fact in _NOBODYS, owner=owner)
    for name, whom in (("by", condition.by), ("of", condition.of)):
        if whom is not None:
            yield from _whom(whom, fit, None, f"{at}/{name}")
            if whom.choose is not None:
                yield Problem(f"{at}/{name}/choose", say("Nobody chooses in a condition."))


def _where(condition: Condition, at: str) -> Iterator[Problem]:
    if condition.fact in _PLACED and condition.at is None:
        yield Problem(f"{at}/at", say("Say where."))
    if condition.at is None:
        return
    if condition.fact not in _PLACED:
        yield Problem(f"{at}/at", say("This counts wherever it happens: leave “at” out."))
    elif sum(value is not None for value in msgspec.structs.astuple(condition.at)) != 1:
        yield Problem(f"{at}/at", say("Name one place: a zone, a tile or a space."))
