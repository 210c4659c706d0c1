"""Conditions about figures: the bearer, its opponent, others on the board, their parts in a fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.skills import trigger_context
from companion.model.games.asagiri.skills.language import who as selector
from companion.model.games.asagiri.skills.language import who_words
from companion.model.games.asagiri.skills.language.skill import Condition, Skill
from companion.model.games.asagiri.skills.language.vocabulary import (
    AFTER,
    ENEMY_PHASE,
    OPPOSED,
    PLACED,
    RESULT,
    Alignment,
    Face,
    Little,
    Phrase,
    Trait,
    Window,
    listed,
    trait,
)
from companion.model.games.asagiri.skills.language.who import SELF, Who
from companion.model.games.asagiri.skills.modifiers import from_behind
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.state import State

from .numbers import EMPTY, Between, differ


class Opponent(Condition, frozen=True, tag="opponent"):
    """The enemy in the combat or shot has this trait, this alignment, this face; what is left out is not asked."""

    windows = OPPOSED
    phrase = Phrase(
        N_("What the opponent is"),
        N_("the opponent"),
        parts={
            "trait": N_("is marked {trait}"),
            "alignment": N_("is a {alignment}"),
            "state": N_("is {state}"),
        },
        start={"state": "shaken"},
    )

    trait: Trait | None = None
    alignment: Alignment | None = None
    state: Face | None = None

    def met(self, state: State, moment: TriggerContext) -> bool:
        return moment.opponent >= 0 and trigger_context.shows(
            state, moment.opponent, self.trait, self.alignment, self.state
        )

    def words(self) -> Message:
        said = Message(AGAINST[self.alignment, self.state])
        return said if self.trait is None else say("{against} marked “{trait}”", against=said, trait=trait(self.trait))

    def unfit(self, window: Window) -> Message | None:
        return say("There is no opponent at this moment.") if window not in self.windows else None

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, Opponent) and (
            differ(self.state, other.state) or differ(self.alignment, other.alignment)
        )

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self == Opponent():
            yield Problem(at, Message(EMPTY))


class Own(Condition, frozen=True, tag="own"):
    """The bearer itself shows this face, has moved or not in its activation, has left its square or not."""

    phrase = Phrase(
        N_("What this character is"),
        N_("this character"),
        parts={"state": N_("is {state}"), "squares": N_("has gone {squares} squares")},
        offers={"squares": N_("how far it has gone")},
        flags={
            "moved": (N_("has moved"), N_("has not moved")),
            "stepped": (N_("has left its square"), N_("has not left its square")),
            "displaced": (
                N_("has left its square because of the fight"),
                N_("has not left its square because of the fight"),
            ),
        },
        start={"state": "vigilant"},
    )

    state: Face | None = None
    moved: bool | None = None
    stepped: bool | None = None
    """Has left its square, of its own or not; who has only turned has not."""
    squares: Annotated[int, msgspec.Meta(ge=1, le=12)] | None = None
    """Has gone at least so many squares, of its own or not."""
    displaced: bool | None = None
    """After a fight: stands elsewhere than when it was decided."""

    def met(self, state: State, moment: TriggerContext) -> bool:
        if self.state is not None and state.figures[moment.who].state != self.state:
            return False
        if self.stepped is not None and self.stepped != trigger_context.has_stepped(state, moment.who):
            return False
        if self.squares is not None and trigger_context.squares_gone(state, moment.who) < self.squares:
            return False
        if self.displaced is not None and self.displaced != (state.figures[moment.who].at != moment.start):
            return False
        return self.moved is None or self.moved == trigger_context.has_moved(state, moment.who)

    def words(self) -> Message:
        said = []
        if self.state is not None:
            said.append(say("while vigilant") if self.state == "vigilant" else say("while shaken"))
        if self.moved is not None:
            said.append(say("if it has moved") if self.moved else say("if it has not moved"))
        if self.stepped is not None:
            said.append(say("if it has left its square") if self.stepped else say("if it has not left its square"))
        if self.squares is not None:
            said.append(plural("if it has gone at least {count} square in this activation",
                               "if it has gone at least {count} squares in this activation", self.squares))  # fmt: skip
        if self.displaced is not None:
            said.append(say("if it has left its square because of the fight") if self.displaced
                        else say("if it has not left its square because of the fight"))  # fmt: skip
        return listed(said) if said else say("in any case")

    def unfit(self, window: Window) -> Message | None:
        if self.displaced is not None and window not in AFTER:
            return say("No fight has just been decided at this moment.")
        asked = any(fact is not None for fact in (self.moved, self.stepped, self.squares))
        if asked and (window in ENEMY_PHASE or window in ("phase_start", "phase_end")):
            return say("The bearer is not activated at this moment.")
        return None

    def nowhere(self, window: Window) -> Message | None:
        if self.unfit(window) is None and self.state == "shaken" and window == "shaken":
            return say("A shaken figure cannot become shaken.")
        return self.unfit(window)

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, Own) and any(
            differ(mine, its) for mine, its in ((self.state, other.state), (self.moved, other.moved),
                                                (self.stepped, other.stepped),
                                                (self.displaced, other.displaced)))  # fmt: skip

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self == Own():
            yield Problem(at, Message(EMPTY))


class There(Between, frozen=True, tag="there"):
    """Between `least` and `most` such figures stand on the board."""

    phrase = Phrase(
        N_("Figures on the board"),
        N_("{of} stands on the board, {least} or more of them"),
        parts={"most": N_("and {most} at most")},
        start={"of": {"of": "friends", "within": 1}},
    )

    of: Who
    least: Little = 1
    most: Little | None = None

    @property
    def bounds(self) -> tuple[int, int | None]:
        return self.least, self.most

    @property
    def _sure(self) -> bool:
        """Whether such a figure is always there."""
        return self.of.of == "self" and not self.of.asks

    def met(self, state: State, moment: TriggerContext) -> bool:
        return self.within(len(trigger_context.figures(state, self.of, moment)))

    def words(self) -> Message:
        who, least, most = self.of, self.least, self.most
        facts = who_words.predicate(who)
        if who.single or (who.meant and facts is not None):
            if facts is None and who.of == "self":
                return say("in any case")
            if facts is None:
                return say("if there is no opponent") if most == 0 else say("if there is an opponent")
            held = self._held(facts)
            return say("but not {condition}", condition=held) if most == 0 else held
        if most is None:
            if least <= 1:
                return say("with {who}", who=who_words.one(who))
            return say("with at least {some}", some=who_words.some(who, least))
        if most == 0:
            return say("without {who}", who=who_words.one(who))
        if least == most:
            return say("with exactly {some}", some=who_words.some(who, most))
        if least == 0:
            return say("with at most {some}", some=who_words.some(who, most))
        return say("with {least} to {some}", least=least, some=who_words.some(who, most))

    def _held(self, facts: Message) -> Message:
        return say("if {who} {facts}", who=who_words.single(self.of), facts=facts)

    def alone(self) -> Message:
        facts = who_words.predicate(self.of) if self.most == 0 and (self.of.single or self.of.meant) else None
        return self.words() if facts is None else say("not {condition}", condition=self._held(facts))

    def unfit(self, window: Window) -> Message | None:
        return self.of.lost(opponent=window in OPPOSED, placed=window in PLACED)

    def never(self) -> tuple[str, Message] | None:
        if (found := Between.never(self)) is not None:
            return found
        if self.of.single and self.least > 1:
            return "/least", say("This is at most one figure.")
        return ("/most", say("The bearer is always there.")) if self._sure and self.most == 0 else None

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, There) and self.of == other.of and self.apart(other)

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        yield from selector.problems(self.of, f"{at}/of", choosing=False)
        if (self.least == 0 and self.most is None) or (self._sure and self.least == 1):
            yield Problem(at, Message(EMPTY))


OF_OTHERS: tuple[Window, ...] = (
    "friend_targeted", "friend_attacking", "friend_shaken", "friend_disabled", "friend_shaking", "friend_falling",
    "enemy_shaken", "enemy_disabled",
)  # fmt: skip
"""A friend, or an enemy, has a part in a fight then, or what befalls it comes of one."""


class Role(Condition, frozen=True, tag="role"):
    """The part in what goes on of the bearer, of whom it befalls or whose number is asked for: combat or shot, attacker
    (shooter) or defender (target).
    """

    occasional = True
    windows = ("always", "targeted", *RESULT, *AFTER, "shaken", "disabled", *OF_OTHERS)
    phrase = Phrase(
        N_("Attacker or defender"),
        N_("this character is"),
        parts={"part": "{part}", "by": N_("in a {by}")},
        offers={"part": N_("attacker or defender"), "by": N_("combat or shot")},
        values={
            "part": {"attacker": N_("the attacker"), "defender": N_("the defender")},
            "by": {"combat": N_("combat"), "shot": N_("shot")},
        },
        start={"by": "combat"},
    )

    part: Literal["attacker", "defender"] | None = None
    by: Literal["combat", "shot"] | None = None

    def met(self, state: State, moment: TriggerContext) -> bool:
        return self.part in (None, moment.part) and self.by in (None, moment.by)

    def words(self) -> Message:
        return Message(AS[self.part, self.by])

    def of_fighter(self, fighter: Who) -> Condition:
        return self if fighter.single else RoleOf(self.part, self.by, fighter)

    def nowhere(self, window: Window) -> Message | None:
        if self.part == "attacker" and window in ("targeted", "friend_targeted"):
            return say("The bearer is not the attacker at this moment.")
        if self.part is not None and window in ("friend_attacking", "enemy_shaken", "enemy_disabled"):
            return say("Only combat or shot can be asked at this moment.")
        return self.unfit(window)

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, Role) and (differ(self.part, other.part) or differ(self.by, other.by))

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self == Role():
            yield Problem(at, Message(EMPTY))


class RoleOf(Role, frozen=True, tag="role"):
    """The part of somebody else, in words alone."""

    fighter: Who = SELF

    def words(self) -> Message:
        return Message(OF_OTHER[self.part, self.by], (("who", who_words.one(Who(of=self.fighter.of))),))


class Behind(Condition, frozen=True, tag="behind"):
    """The attack is from behind (CBT-5), or is not."""

    windows = ("attack", "defense", "attack_rolled", "defense_rolled", *RESULT)
    phrase = Phrase(
        N_("Attack from behind"),
        N_("the attack comes {holds}"),
        flags={"holds": (N_("from behind"), N_("not from behind"))},
    )

    holds: bool = True

    def met(self, state: State, moment: TriggerContext) -> bool:
        return from_behind(state, moment) == self.holds

    def words(self) -> Message:
        return say("in an attack from behind") if self.holds else say("in an attack that is not from behind")

    def excludes(self, other: Condition) -> bool:
        if isinstance(other, Behind):
            return self.holds != other.holds
        return isinstance(other, Role) and other.by == "shot"


AGAINST: dict[tuple[Alignment | None, Face | None], str] = {
    (None, None): N_("against an opponent"),
    (None, "vigilant"): N_("against a vigilant opponent"),
    (None, "shaken"): N_("against a shaken opponent"),
    ("demon_hunter", None): N_("against a Demon Hunter"),
    ("demon_hunter", "vigilant"): N_("against a vigilant Demon Hunter"),
    ("demon_hunter", "shaken"): N_("against a shaken Demon Hunter"),
    ("evil_creature", None): N_("against an Evil Creature"),
    ("evil_creature", "vigilant"): N_("against a vigilant Evil Creature"),
    ("evil_creature", "shaken"): N_("against a shaken Evil Creature"),
    ("mercenary", None): N_("against a Mercenary"),
    ("mercenary", "vigilant"): N_("against a vigilant Mercenary"),
    ("mercenary", "shaken"): N_("against a shaken Mercenary"),
}
AS: dict[tuple[str | None, str | None], str] = {
    ("attacker", "combat"): N_("as attacker"),
    ("attacker", "shot"): N_("as shooter"),
    ("attacker", None): N_("as attacker or shooter"),
    ("defender", "combat"): N_("as defender"),
    ("defender", "shot"): N_("as target of a shot"),
    ("defender", None): N_("as defender or target"),
    (None, "combat"): N_("in combat"),
    (None, "shot"): N_("in a shot"),
    (None, None): N_("in any case"),
}
OF_OTHER: dict[tuple[str | None, str | None], str] = {
    ("attacker", "combat"): N_("when {who} attacks"),
    ("attacker", "shot"): N_("when {who} shoots"),
    ("attacker", None): N_("when {who} attacks or shoots"),
    ("defender", "combat"): N_("when {who} is attacked"),
    ("defender", "shot"): N_("when {who} is shot at"),
    ("defender", None): N_("when {who} is attacked or shot at"),
    (None, "combat"): N_("when {who} attacks or is attacked"),
    (None, "shot"): N_("when {who} shoots or is shot at"),
    (None, None): N_("in any case"),
}
