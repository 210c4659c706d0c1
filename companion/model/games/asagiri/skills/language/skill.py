"""A skill as a tree of typed nodes, and what an operation and a condition say of themselves.

Nodes are told apart by their ``type``. A skill says *when* it may speak (its windows), *who pays what* (an element, two
dice, an action, nothing), *how often*, under which *conditions*, and what it *does*. The language grows by operations
(`operations`), conditions and values of closed lists; a tree written for an earlier language stays valid.

Nothing here knows the state of a game, which itself holds skills: what operations do is `operation.Operation`, and
which nodes there are is `language`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeAlias, cast

import msgspec

from companion.model.core.refusal import Problem, twice
from companion.model.core.schema import Id, Node, Provenance, Words, nodes
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, FigureId, SquareId

from . import who as selector
from . import who_words
from .vocabulary import DEEDS, WINDOWS, Called, EffectPlace, Element, Lasts, Matter, Phrase, Window, by_id, only_in
from .who import OPPONENT, SELF, Who

MOST = 12
"""Conditions, or effects, side by side: no card has as many, and each is compared with every other."""
DEPTH = 4
"""Effects within effects, conditions within conditions: no deeper than this."""


class Voice(msgspec.Struct, frozen=True):
    """What the words of an operation depend on beside the tree."""

    called: Called = by_id
    windows: tuple[Window, ...] = ()
    when: Message | None = None
    """The conditions of a Shot."""
    tested: bool = False
    """What follows a test of others than the opponent: they are the opponent now."""
    within: bool = False
    """Part of another operation."""
    entering: bool = False
    """What follows for whoever enters a square, friend or foe: it is the opponent."""
    beside: tuple[Effect, ...] = ()
    """The operations of the same list, itself included."""

    @property
    def testing(self) -> bool:
        """Whether the die is that of a test."""
        return bool(self.windows) and all(window in ("willpower", "test") for window in self.windows)

    def each(self, who: Who) -> Message:
        if self.entering and who == OPPONENT and not self.tested:
            return say("that character")
        return who_words.each(who, tested=self.tested)

    def enclosed(self, said: Message) -> Message:
        """What has parts of its own stands in brackets within others."""
        return say("[{said}]", said=said) if self.within else said

    def sequence(self, effects: Sequence[Effect]) -> Message:
        """Several operations one after the other, as part of another one."""
        inner = msgspec.structs.replace(self, within=True, beside=tuple(effects))
        said, *rest = [effect.words(inner) for effect in effects] or [say("nothing")]
        for part in rest:
            said = say("{said}, then {next}", said=said, next=part)
        return said


class Context(msgspec.Struct, frozen=True):
    """Where a list of effects is written."""

    places: tuple[EffectPlace, ...]
    """In one of these it is done; all of them, when `every`."""
    every: bool = False
    automatic: bool = True
    """Whoever uses it neither pays nor chooses to."""
    depth: int = 0

    def deeper(self, **changes: Any) -> Context:
        """Within one of the effects."""
        return msgspec.structs.replace(self, depth=self.depth + 1, **changes)

    def unfit(self, effect: Effect) -> Message | None:
        """Why the effect cannot mean anything here."""
        found = [effect.unfit(place) for place in self.places]
        wrong = [why for why in found if why is not None]
        return wrong[0] if wrong and (self.every or len(wrong) == len(found)) else None

    def problems(self, effects: Sequence[Effect], at: str) -> Iterator[Problem]:
        """What is wrong with a list of effects."""
        if self.depth > DEPTH:
            yield Problem(at, say("Effects are nested too deeply."))
            return
        yield from twice(at, effects)
        yield from _contradictions(effects, at)
        for n, effect in enumerate(effects):
            yield from self._of(effect, f"{at}/{n}")

    def _of(self, effect: Effect, at: str) -> Iterator[Problem]:
        if self.depth and not effect.nests:
            yield Problem(at, say("A Shot cannot be part of another effect."))
        elif (why := self.unfit(effect)) is not None:
            yield Problem(f"{at}{effect.blamed}", why)
        else:
            if effect.who is not None:
                yield from selector.problems(effect.who, f"{at}/who", choosing=effect.chooses)
                yield from effect.whom_problems(effect.who, f"{at}/who")
            yield from effect.problems(at, self)


def _contradictions(effects: Sequence[Effect], at: str) -> Iterator[Problem]:
    """Two of them about the same thing, of which only one can be."""
    seen: dict[object, Effect] = {}
    for n, effect in enumerate(effects):
        if effect.settles is None or (effect.who is not None and effect.who.choose is not None):
            continue
        if seen.setdefault(effect.settles, effect) != effect:
            yield Problem(f"{at}/{n}", say("This contradicts an earlier part."))
    for n, effect in enumerate(effects):
        if (why := effect.idle_beside(effects)) is not None:
            yield Problem(f"{at}/{n}", why)


class Effect(Node, frozen=True):
    """An operation, as far as a skill can say it: where it fits, its words, what is wrong with it."""

    phrase: ClassVar[Phrase]
    windows: ClassVar[tuple[Window, ...]] = DEEDS
    """In which it can mean something; `unheard` looks closer."""
    blamed: ClassVar[str] = ""
    """The field to blame where it cannot."""
    nests: ClassVar[bool] = True
    """Whether it may be part of another one."""
    passive: ClassVar[bool] = False
    """Whether it may just hold as long as its window goes on, and is not done at one moment of it."""
    by_bearer: ClassVar[bool] = False
    """Whether the bearer does it with its own body, and so must be on the board."""
    silences: ClassVar[bool] = False
    """Whether the skills of whoever it goes on for do not speak."""

    counted: ClassVar[bool] = False
    """Whether a skill that does it must not be usable without limit: the phase would never end."""

    @property
    def tag(self) -> str:
        """What it is called in JSON."""
        return str(self.__struct_config__.tag)

    @property
    def key(self) -> str:
        """What it is about, in a word: its ``type``, and of a number which one (``bonus:attack``)."""
        return self.tag

    @property
    def who(self) -> Who | None:
        """The figures that it is about; None: nobody in particular."""
        return None

    @property
    def lasts(self) -> Lasts:
        """How long it holds."""
        return "use"

    @property
    def token(self) -> str | None:
        """The token that it is, while it goes on."""
        return None

    @property
    def chooses(self) -> bool:
        """Whether its figures may be chosen: not while it just holds, for whoever is meant."""
        return True

    @property
    def holding(self) -> bool:
        """Whether it just holds as long as its window goes on."""
        return self.passive and self.lasts == "use"

    @property
    def parts(self) -> tuple[tuple[Guards, Effect], ...]:
        """Itself; or, of one that only asks conditions, what it holds, each with these."""
        return (((), self),)

    @property
    def fighter(self) -> Who:
        """In whose fight it holds, when it always does."""
        return next((part.who for _, part in self.parts if part.who is not None), SELF)

    @property
    def grants(self) -> tuple[Window, ...]:
        """The windows of the skill that it gives while it goes on."""
        return ()

    def granted(self, named: Skill) -> Skill | None:
        """The skill that it gives while it goes on; `named`: the skill that it is part of."""
        return None

    @property
    def settles(self) -> object:
        """What it settles, so that a second one cannot settle it otherwise."""
        return None

    def done_in(self, window: Window) -> bool:
        """Whether it is done at one moment of the window; else it holds as long as that goes on."""
        return True

    def unfit(self, place: EffectPlace) -> Message | None:
        """Why it cannot mean anything there."""
        if place.window not in self.windows:
            return only_in(self.windows)
        if (
            self.who is not None
            and (why := self.who.lost(opponent=place.opponent, placed=place.placed, laid=place.laid)) is not None
        ):
            return why
        if place.window == "movement" and place.automatic and not self.holding:
            return say("Nothing happens automatically at this moment: the skill must have a cost or be optional.")
        return self.unheard(place)

    def unheard(self, place: EffectPlace) -> Message | None:
        """Why it cannot mean anything there, written just so, though operations of its kind can."""
        return None

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        """What is wrong with it in the right place."""
        yield from ()

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        """Whom it cannot be about."""
        yield from ()

    def lends(self, state: Any, who: FigureId, skill: Skill) -> Iterable[Skill]:
        """The skills of others that the bearer of this skill has in this `State`."""
        return ()

    @property
    def rank(self) -> int:
        """Which of several effects about the same thing count first: those of a lower rank."""
        return 0

    def reshapes(self, state: Any, bearer: FigureId, skill: Skill | None, who: FigureId, square: SquareId = NO_SQUARE,
                 guards: Guards = ()) -> bool:  # fmt: skip
        """Whether in this `State` the skill of `bearer`, or its token on a square, changes the zone of `who`."""
        return False

    def reshaped(self, state: Any, who: FigureId, zone: int, matter: Matter | None, other: FigureId) -> int:
        """The mask of a control zone changed by it, for a matter and towards a figure."""
        return zone

    def breaks_off(self, ahead: int) -> bool:
        """Whether an attack of the bearer that came out so far ahead ends what it has still to do."""
        return False

    def idle_beside(self, effects: Sequence[Effect]) -> Message | None:
        """Why it does nothing beside these."""
        return None

    def way(self, way: int, voice: Voice) -> Message:
        """One of the things that may be chosen when it is done."""
        return say("Option {number}", number=way + 1)

    def way_in(self, state: Any, frame: Any, way: int) -> Message | None:
        """The same where only the `State` tells what may be chosen."""
        return None

    @abstractmethod
    def words(self, voice: Voice) -> Message:
        """What it does: a part of a sentence that begins small and has no full stop."""


Guards: TypeAlias = "tuple[tuple[tuple[Condition, ...], bool], ...]"
"""Conditions that must all hold, or (False) not all of them."""


def open_to(guards: Guards, state: Any, moment: Any) -> bool:
    """Whether an effect with these conditions of its own is done, or holds."""
    return all(all(one.met(state, moment) for one in conditions) == wanted for conditions, wanted in guards)


class Condition(Node, frozen=True):
    """What a skill asks before it speaks."""

    occasional: ClassVar[bool] = False
    """Whether it is about the fight or the test in which a number is asked for: of what always holds, numbers alone."""

    phrase: ClassVar[Phrase]
    windows: ClassVar[tuple[Window, ...]] = WINDOWS
    """In which it can mean something; `unfit` looks closer."""

    @abstractmethod
    def met(self, state: Any, moment: Any) -> bool:
        """Whether it holds in this `Moment` of a `State`, which know skills and are not known here."""

    @abstractmethod
    def words(self) -> Message:
        """What it asks: a part that stands before the colon, and can follow “but not”."""

    def alone(self) -> Message:
        """Its words where no other condition stands before it, or after “or”."""
        return self.words()

    def of_fighter(self, fighter: Who) -> Condition:
        """The same in words about somebody else's fight, for what always holds there."""
        return self

    def unfit(self, window: Window) -> Message | None:
        """Why it cannot mean anything in the window."""
        return only_in(self.windows) if window not in self.windows else None

    def nowhere(self, window: Window) -> Message | None:
        """Why it can never hold in the window."""
        return self.unfit(window)

    def never(self) -> tuple[str, Message] | None:
        """Why it can never hold by itself: where, below it, and why."""
        return None

    def excludes(self, other: Condition) -> bool:
        """Whether it can never hold together with the other one."""
        return False

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        """What is wrong with it; `depth`: how many conditions it lies in."""
        yield from ()


class Shooting(Protocol):
    """What the rules want to know of a Shot (SHT-1)."""

    @property
    def range(self) -> int: ...
    @property
    def value(self) -> int: ...
    @property
    def hit(self) -> tuple[Effect, ...]: ...
    @property
    def after(self) -> tuple[Effect, ...]: ...


Slot: TypeAlias = Annotated[tuple[Element, ...], msgspec.Meta(min_length=1, max_length=5)]
"""One die that has to be paid, of any of these elements."""

Often: TypeAlias = Literal["phase", "turn", "game", "always"]
"""At most once a phase, a turn or a game; or whenever it can."""


class Skill(Node, frozen=True, dict=True):
    """A skill of a profile or an equipment card. What follows from its tree is found out once: it is asked a lot."""

    id: Id
    name: Words
    when: tuple[Window, ...]
    """The windows in which it may be used; a Shot is used in ``shot``."""
    effects: tuple[Effect, ...]
    element: Element | None = None
    """What it costs: one die of this element; None and no `dice`: nothing (SKL-1)."""
    dice: Annotated[tuple[Slot, ...], msgspec.Meta(max_length=3)] = ()
    """What it costs, where that is more than one element says: for each die, the elements it may have."""
    action: bool = False
    """Takes the place of the action (SKL-4); implied by a Shot."""
    optional: bool = False
    """Costs nothing and is not obligatory all the same; implied by an action."""
    once: Often | None = None
    """How often; left out: once a phase (SKL-1), or whenever it can when it is automatic."""
    times: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    """How many times in the phase, the turn or the game of `once`."""
    conditions: tuple[Condition, ...] = ()
    provenance: Provenance = msgspec.field(default_factory=dict)

    @cached_property
    def shot(self) -> Shooting | None:
        """Its Shot effect, if it is a Shot (SHT-1)."""
        return cast("Shooting | None", next((effect for effect in self.effects if effect.tag == "shot"), None))

    @cached_property
    def is_action(self) -> bool:
        """Whether using it is the activation's action (SKL-4, SHT-1)."""
        return self.action or self.shot is not None

    @cached_property
    def cost(self) -> tuple[Slot, ...]:
        """The dice it costs, for each the elements it may have; empty: none."""
        return ((self.element,),) if self.element is not None else self.dice

    @cached_property
    def is_automatic(self) -> bool:
        """Whether it speaks by itself (SKL-1)."""
        return self.element is None and not self.dice and not self.optional and not self.is_action

    @cached_property
    def limit(self) -> Often:
        """How often it may be used."""
        return self.once or ("always" if self.is_automatic else "phase")

    @cached_property
    def parts(self) -> tuple[tuple[Guards, Effect, str], ...]:
        """Its effects, each with conditions of its own and what it is about, in a word."""
        return tuple((guards, part, part.key) for effect in self.effects for guards, part in effect.parts)

    @cached_property
    def about(self) -> frozenset[str]:
        """What its effects are about, in a word each."""
        return frozenset(key for _, _, key in self.parts)

    @cached_property
    def reaching(self) -> frozenset[str]:
        """What those of its effects are about that always hold, and for others than its bearer."""
        if "always" not in self.when or not self.is_automatic:
            return frozenset()
        return frozenset(key for _, effect, key in self.parts if (effect.who or SELF) != SELF)

    @cached_property
    def marks(self) -> frozenset[str]:
        """Its windows, and what all its nodes are about; ``aura`` when one means further figures."""
        return frozenset(self.when) | marks(self.conditions + self.effects)

    def fits(self, effect: Effect, window: Window) -> bool:
        """Whether one of its effects, written just so, can mean something in the window."""
        return effect.unfit(EffectPlace(window, self.is_automatic)) is None

    def done_in(self, window: Window) -> tuple[Effect, ...]:
        """What it does in this window, of all that it does in its windows; nothing: it just holds there."""
        place = EffectPlace(window)
        return tuple(effect for effect in self.effects if effect.done_in(window) and effect.unfit(place) is None)


def marks(parts: Iterable[Node]) -> frozenset[str]:
    """The tags of these and all below, of numbers which one (`Effect.key`) as well; ``aura`` when one means others than
    bearer and opponent.
    """
    found: set[str] = set()
    for part in parts:
        for _, node in nodes(part):
            if isinstance(node, Who):
                if not node.single:
                    found.add("aura")
                if node.did is not None or node.did_not is not None:
                    found.add("did")
            elif node.__struct_config__.tag is not None:
                found.add(str(node.__struct_config__.tag))
                if isinstance(node, Effect):
                    found.add(node.key)
                    found.update(node.grants)
    return frozenset(found)
