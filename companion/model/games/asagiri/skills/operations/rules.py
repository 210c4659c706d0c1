"""Rules that do not hold for a while: what is ignored, cannot befall, does not touch, who must be the target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.words import N_, Message, Name, plural, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import HarmPrevented
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Skill, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    BESIDE,
    DEEDS,
    ENDED,
    FIGHT,
    OVER,
    EffectPlace,
    Element,
    Lasts,
    Phrase,
    Window,
    all_of,
    element,
    none_of,
)
from companion.model.games.asagiri.skills.language.who import OPPONENT, SELF, Who
from companion.model.games.asagiri.skills.operation import Holding, Operation, change_fight, lasting_words, left
from companion.model.games.asagiri.skills.trigger_context import TriggerContext, figures
from companion.model.games.asagiri.state.stack import Disabling, EffectFrame, Shaking
from companion.model.games.asagiri.state.state import Lasting, State, replace
from companion.model.games.asagiri.state.vocabulary import FigureId


class OfSeveral(Holding, frozen=True):
    """Is about several things at once, named in its first field."""

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        field = self.__struct_fields__[0]
        yield from empty(f"{at}/{field}", getattr(self, field))
        yield from twice(f"{at}/{field}", getattr(self, field))


Obstacle: TypeAlias = Literal[
    "support", "behind", "cover", "terrain", "hindering", "aquatic", "zones", "figures", "walls", "corners",
    "fearsome", "facing", "bonuses", "hindering_cost", "aquatic_cost", "retreat_terrain", "bare_walls", "friends",
    "one_figure", "turns", "first_zone", "leaving", "retreat_zones",
    "retreat_hindering", "retreat_aquatic",
]  # fmt: skip
"""What can be ignored: the enemy's support (CBT-4), an attack from behind (CBT-5) or cover (SHT-5) counted against the
bearer; what terrain (or one kind) costs to enter and shakes on retreat (MOV-4, RET-3); enemy control zones (MOV-6 to
MOV-8, SHT-2, STA-4, RET-3);
figures to pass, not to stop on (MOV-5), also in the line of fire; walls and blocking terrain to pass;
closed diagonals (GEO-2); fearsome foes; the cost of steps not to the front (MOV-2); what the enemy's skills add. And
parts of these: what such a square costs; that terrain shakes on a retreat; walls and doors, not blocking terrain;
friends to pass; one figure, straight over it; what quarter-turns cost (MOV-3); the first zone entered (MOV-6); the one
in which it starts (MOV-7, MOV-8); zones on a retreat.
"""
OBSTACLE_WORDS: dict[Obstacle, str] = {
    "support": N_("enemy support"),
    "behind": N_("attacks from behind"),
    "cover": N_("cover"),
    "terrain": N_("hindering and aquatic terrain"),
    "hindering": N_("hindering squares"),
    "aquatic": N_("aquatic squares"),
    "zones": N_("enemy control zones"),
    "figures": N_("figures in the way"),
    "walls": N_("walls and blocking terrain"),
    "corners": N_("closed diagonals"),
    "fearsome": N_("fearsome enemies"),
    "facing": N_("the cost of steps not to the front"),
    "bonuses": N_("what enemy skills add"),
    "hindering_cost": N_("the extra cost of hindering squares"),
    "aquatic_cost": N_("the extra cost of aquatic squares"),
    "retreat_terrain": N_("hindering and aquatic terrain on a retreat"),
    "retreat_hindering": N_("hindering squares on a retreat"),
    "retreat_aquatic": N_("aquatic squares on a retreat"),
    "bare_walls": N_("walls and closed doors"),
    "friends": N_("friends in the way"),
    "one_figure": N_("one figure straight ahead of the step"),
    "turns": N_("the cost of quarter-turns"),
    "first_zone": N_("the first enemy control zone of a movement"),
    "leaving": N_("the enemy control zone in which it starts"),
    "retreat_zones": N_("enemy control zones on a retreat"),
}
"""Direct objects, with their article where a language has one."""
IGNORED: dict[Obstacle, tuple[Window, ...]] = {
    "support": ("attack", "defense"),
    "behind": ("defense",),
    "bonuses": FIGHT,
    "cover": ("shot",),
    "terrain": ("movement",),
    "hindering": ("movement",),
    "aquatic": ("movement",),
    "zones": ("movement", "shot", "willpower"),
    "figures": ("movement", "shot"),
    "walls": ("movement",),
    "corners": ("movement",),
    "fearsome": ("attack",),
    "facing": ("movement",),
    "hindering_cost": ("movement",),
    "aquatic_cost": ("movement",),
    "retreat_terrain": (),
    "retreat_hindering": (),
    "retreat_aquatic": (),
    "bare_walls": ("movement",),
    "friends": ("movement", "shot"),
    "one_figure": ("movement",),
    "turns": ("movement",),
    "first_zone": ("movement",),
    "leaving": ("movement",),
    "retreat_zones": (),
}
"""The windows in which a rule is looked at, so that ignoring it can be heard."""
EARLY: tuple[tuple[Obstacle, Window], ...] = (
    ("zones", "shot"), ("zones", "willpower"), ("figures", "shot"), ("friends", "shot"), ("fearsome", "attack"),
)  # fmt: skip
"""Looked at before anything is announced, so that only automatic skills are heard."""


class Ignore(OfSeveral, frozen=True, tag="ignore"):
    """Rules that do not hold for the figure."""

    phrase = Phrase(
        N_("Ignore a rule"),
        N_("{who} ignores {what}"),
        parts={"extra": N_("for {extra} movement points more a step")},
        offers={"extra": N_("what each such step costs")},
        values={"what": OBSTACLE_WORDS},
    )

    what: tuple[Obstacle, ...]
    who: Who = SELF
    lasts: Lasts = "use"
    extra: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Movement points that each step through a wall, or past a closed diagonal, costs besides."""

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from OfSeveral.problems(self, at, context)
        if self.extra and not {"walls", "bare_walls", "corners"}.issuperset(self.what):
            yield Problem(f"{at}/extra", say("Only steps through walls can cost more."))

    def early(self, seen: Window | None) -> bool:
        """Whether something of it is looked at before announcements."""
        return any((what, seen) in EARLY for what in self.what)

    def unused(self, place: EffectPlace, seen: Window | None) -> Message | None:
        heard = [what for what in self.what if seen in IGNORED[what]]
        if not heard and self.what:
            return say("This rule does not matter at this moment.")
        if heard and all((what, seen) in EARLY for what in heard):
            if self.who.of == "opponent" or place.window in BESIDE:
                return say("This is looked at before there is an opponent.")
            if not place.automatic:
                return say("This is checked before announcements: the skill must be automatic.")
        return None

    def words(self, voice: Voice) -> Message:
        what = [Message(OBSTACLE_WORDS[one]) for one in self.what] or [say("nothing")]
        said = lasting_words(say("{who} ignores {what}", who=voice.each(self.who), what=all_of(what)), self.lasts)
        if not self.extra:
            return said
        return plural("{said}; each such step costs {count} movement point more",
                      "{said}; each such step costs {count} movement points more", self.extra, said=said)  # fmt: skip


Harm: TypeAlias = Literal["shaken", "disabled", "retreat", "turn", "push", "activation"]
"""What can befall a figure and be prevented."""
HARM_WORDS: dict[Harm, str] = {
    "shaken": N_("become shaken"),
    "disabled": N_("be disabled"),
    "retreat": N_("be made to retreat"),
    "turn": N_("be turned"),
    "push": N_("be pushed or moved"),
    "activation": N_("be activated"),
}
"""After “cannot”."""
PREVENTED: dict[Harm, tuple[Window, ...]] = {
    "shaken": ("winning", "losing", "shaken"),
    "disabled": ("winning", "losing", "disabled"),
    "retreat": ("winning", "losing"),
    "turn": ("winning", "losing"),
    "push": ("losing",),
    "activation": (),
}
"""The windows in which a harm can be kept off for the occasion: winning, from the opponent."""
KEPT_OFF: dict[Window, Harm] = {"friend_shaking": "shaken", "friend_falling": "disabled"}
"""The windows in which it can be kept off a friend."""


class Prevent(OfSeveral, frozen=True, tag="prevent"):
    """Keeps such things from befalling the figure."""

    windows = (*Holding.windows, "winning", "losing")
    passive = False
    phrase = Phrase(N_("Prevent something"), N_("{who} cannot {what}"), values={"what": HARM_WORDS})

    what: tuple[Harm, ...]
    who: Who = SELF
    lasts: Lasts = "use"

    def unheard(self, place: EffectPlace) -> Message | None:
        if place.window in KEPT_OFF and self.lasts == "use" and self.who.of == "friends":
            off = KEPT_OFF[place.window] in self.what
            return None if off else say("None of this can happen at this moment.")
        return Holding.unheard(self, place)

    def unused(self, place: EffectPlace, seen: Window | None) -> Message | None:
        spared = place.window != ("winning" if self.who.of == "self" else "losing")
        heard = spared and any(place.window in PREVENTED[what] for what in self.what)
        return None if heard or not self.what else say("None of this can happen at this moment.")

    def words(self, voice: Voice) -> Message:
        harms = [Message(HARM_WORDS[one]) for one in self.what] or [say("nothing")]
        return lasting_words(say("{who} cannot {what}", who=voice.each(self.who), what=none_of(harms)), self.lasts)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """What is about to happen does not; else it cannot happen for a while."""
        if self.lasts == "use":
            for harm, kind in (("shaken", Shaking), ("disabled", Disabling)):
                coming = [found for found in flow.state.frames if isinstance(found, kind) and found.who == frame.target]
                if harm in self.what and KEPT_OFF.get(frame.window, frame.window) == harm and coming:
                    flow.set(frames=tuple(found for found in flow.state.frames if found not in coming))
                    flow.tell(HarmPrevented(frame.target, harm))
                    return
            if "retreat" in self.what:
                change_fight(flow, lambda fight: replace(fight, squares=0))
        Holding.do(self, flow, frame, option)


Shield: TypeAlias = Literal["skills", "shots", "tests", "dice", "equipment", "summons", "penalties", "kami"]
"""What a figure can be immune to: enemy skills altogether; being shot at; tests that skills force on it; loss of its
dice; loss of its equipment; being moved off the board or to the other side; what lowers its numbers; the Kami's skills.
"""
SHIELD_WORDS: dict[Shield, str] = {
    "skills": N_("enemy skills"),
    "shots": N_("shots"),
    "tests": N_("tests that skills force"),
    "dice": N_("the loss of its dice"),
    "equipment": N_("the loss of its equipment"),
    "summons": N_("dismissal or change of sides"),
    "penalties": N_("penalties"),
    "kami": N_("the skills of the Kami"),
}
"""Direct objects, with their article where a language has one."""


class Immune(OfSeveral, frozen=True, tag="immune"):
    """The figure is not touched by such things."""

    phrase = Phrase(N_("Immune to something"), N_("{who} is immune to {to}"), values={"to": SHIELD_WORDS})

    to: tuple[Shield, ...]
    who: Who = SELF
    lasts: Lasts = "use"

    def words(self, voice: Voice) -> Message:
        shields = [Message(SHIELD_WORDS[one]) for one in self.to] or [say("nothing")]
        return lasting_words(
            say("{who} is immune to {what}", who=voice.each(self.who), what=all_of(shields)), self.lasts
        )


class Silence(Holding, frozen=True, tag="silence"):
    """The figure's skills do not speak."""

    windows = DEEDS
    passive = False
    silences = True
    phrase = Phrase(N_("Forbid skills"), N_("{who} cannot use skills"))

    who: Who = OPPONENT
    lasts: Lasts = "turn"

    def words(self, voice: Voice) -> Message:
        return lasting_words(say("{who} cannot use skills", who=voice.each(self.who)), self.lasts)


class Taunt(Holding, frozen=True, tag="taunt"):
    """The figure may attack and shoot at nobody but the bearer, as long as it could attack it, or shoot at it."""

    phrase = Phrase(
        N_("Taunt"),
        N_("{who} must choose this character as the target of attacks and shots if possible"),
        parts={"what": N_("for {what} alone")},
        offers={"what": N_("for attacks or shots alone")},
        flags={"own_phase": (N_("only in its own phases"), N_("in any phase"))},
        values={"what": {"attack": N_("attacks"), "shot": N_("shots")}},
        start={"who": {"of": "enemies", "within": 3}},
    )

    who: Who = Who(of="enemies")
    lasts: Lasts = "use"
    what: tuple[Literal["attack", "shot"], ...] = ()
    """Of these alone; empty: of both."""
    own_phase: bool = False
    """Only in the phases of the taunted: what others make it do meanwhile is free."""

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from twice(f"{at}/what", self.what)

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of not in ("opponent", "enemies"):
            yield Problem(at, say("This can only affect enemies."))

    def binds(self, what: str, own_phase: bool) -> bool:
        """Whether it says whom to attack (to shoot at) in such a phase."""
        return (not self.what or what in self.what) and (own_phase or not self.own_phase)

    def words(self, voice: Voice) -> Message:
        if self.who == SELF:  # it goes on for whoever has been taunted
            said = say("this character must choose whoever taunts it as the target of attacks and shots if possible")
        elif len(self.what) != 1:
            said = say("{who} must choose this character as the target of attacks and shots if possible",
                       who=voice.each(self.who))  # fmt: skip
        elif self.what == ("attack",):
            said = say("{who} must choose this character as the target of attacks if possible",
                       who=voice.each(self.who))  # fmt: skip
        else:
            said = say("{who} must choose this character as the target of shots if possible",
                       who=voice.each(self.who))  # fmt: skip
        said = lasting_words(said, self.lasts if self.who != SELF else "use")
        return say("{said}, but only in its own phases", said=said) if self.own_phase else said


class Borrow(Operation, frozen=True, tag="borrow"):
    """The bearer has the skills on the cards of these figures: not what they borrow, nor auras, nor equipment.

    With `lasts` it has one of them, chosen there and then, for so long, wherever they go.
    """

    windows = ("always", *DEEDS)
    passive = True
    phrase = Phrase(
        N_("Borrow skills"),
        N_("this character has the skills of {who}"),
        parts={"element": N_("for one {element} die")},
        start={"who": {"of": "friends", "within": 1}},
    )

    who: Who
    element: Element | None = None
    """Only those paid for by such a die."""
    lasts: Lasts = "use"

    @property
    def chooses(self) -> bool:
        return self.lasts != "use"

    @property
    def grants(self) -> tuple[Window, ...]:
        return () if self.lasts == "use" else ("activation",)

    def granted(self, named: Skill) -> Skill:
        return named

    def done_in(self, window: Window) -> bool:
        return self.lasts != "use"

    def unheard(self, place: EffectPlace) -> Message | None:
        if self.lasts == "use":
            return None if place.window == "always" else say("This ends at once: it must last longer than the use.")
        if place.window == "always":
            return say("A permanent effect needs no duration.")
        if place.window in OVER and self.lasts in ("activation", "phase"):
            return say("The phase is over: this would end before anything happens.")
        if place.window in ENDED and self.lasts == "activation":
            return say("The activation is over: this would end before anything happens.")
        return None

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of == "self":
            yield Problem(at, say("The bearer makes no sense here."))

    def words(self, voice: Voice) -> Message:
        if self.lasts != "use":
            if self.who == SELF:  # it goes on
                return say("this character has this skill of another")
            said = say("this character has one skill of your choice of {who}", who=voice.each(self.who))
            if self.element is not None:
                said = say("this character has one skill of your choice for one {element} die of {who}",
                           who=voice.each(self.who), element=element(self.element))  # fmt: skip
            return lasting_words(said, self.lasts)
        if self.element is None:
            return say("this character has the skills of {who}", who=voice.each(self.who))
        return say("this character has the skills for one {element} die of {who}", who=voice.each(self.who),
                   element=element(self.element))  # fmt: skip

    def lends(self, state: State, who: FigureId, skill: Skill) -> Iterable[Skill]:
        seen = TriggerContext("always", who)
        if not all(condition.met(state, seen) for condition in skill.conditions):
            return
        if self.lasts != "use":
            return
        for n in figures(state, self.who, seen):
            if n != who:
                yield from self._lent(state, n)

    def _lent(self, state: State, n: FigureId) -> Iterator[Skill]:
        """The skills on the face of a figure that another one may have."""
        if any(found.effect.silences for found in state.figures[n].lasting):
            return
        for found in state.face(n).skills:
            paid = self.element is None or any(self.element in slot for slot in found.cost)
            if paid and self.tag not in found.about and not found.reaching:
                yield found

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return n != moment.who and any(True for _ in self._lent(state, n))

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        return [o.Way(n) for n, _ in enumerate(self._lent(state, frame.target))]

    def way_in(self, state: State, frame: EffectFrame, way: int) -> Message | None:
        return say("{skill}", skill=Name.of([*self._lent(state, frame.target)][way].name))

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        lent = [*self._lent(flow.state, frame.target)]
        if isinstance(option, o.Way) and option.way < len(lent):
            kept = Lasting(replace(self, who=SELF), lent[option.way].id, frame.who, left(flow, frame, self.lasts))
            flow.figure(frame.who, lasting=(*flow.state.figures[frame.who].lasting, kept))


Rules: TypeAlias = Ignore | Prevent | Immune | Silence | Taunt | Borrow
