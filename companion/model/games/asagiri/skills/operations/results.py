"""What lies on the table in a fight or a test: dice rolled again, margins, results, what is called off."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias, cast

import msgspec

from companion.model.core.chance import D6, Die, Face
from companion.model.core.contract import Option
from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.rules import fight_results
from companion.model.games.asagiri.rules.events import AttackCancelled, SkillsCancelled
from companion.model.games.asagiri.rules.skill_events import DieRerolled
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Effect, Voice
from companion.model.games.asagiri.skills.language.vocabulary import FIGHT, RESULT, ROLLED, EffectPlace, Phrase, Window
from companion.model.games.asagiri.skills.operation import Operation, change_fight
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import EffectFrame, Fight, Test
from companion.model.games.asagiri.state.state import State, replace


def _below(state: State) -> Fight | Test | None:
    """The fight or the test that is being resolved."""
    return next((frame for frame in reversed(state.frames) if isinstance(frame, Fight | Test)), None)


class Reroll(Operation, frozen=True, tag="reroll"):
    """The combat or test die of one side is rolled again."""

    windows = ROLLED
    phrase = Phrase(N_("Re-roll a die"), N_("roll {whose} die again, {keep} counts"))

    whose: Literal["own", "enemy"] = "own"
    keep: Literal["second", "best", "worst"] = "second"
    """For the one who rolls it: the second roll, or the higher or lower of both (a test: the better or worse)."""

    def unheard(self, place: EffectPlace) -> Message | None:
        if place.window != "tested":
            return None
        if self.whose == "enemy":
            return say("A test has no enemy die.")
        automatic = say("Nothing happens automatically at this moment: the skill must have a cost or be optional.")
        return automatic if place.automatic else None

    def words(self, voice: Voice) -> Message:
        match self.whose, self.keep:
            case "own", "second":
                return say("its die is rolled again; the second roll counts")
            case "own", "best":
                return say("its die is rolled again; the better roll counts")
            case "own", _:
                return say("its die is rolled again; the worse roll counts")
            case _, "second":
                return say("the enemy die is rolled again; the second roll counts")
            case _, "best":
                return say("the enemy die is rolled again; the better roll counts")
            case _:
                return say("the enemy die is rolled again; the worse roll counts")

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        below = _below(flow.state)
        if (isinstance(below, Fight) and below.faces is not None) or (isinstance(below, Test) and below.face):
            flow.push(replace(frame, rolling=True))

    def _roller(self, state: State, frame: EffectFrame) -> int:
        """The figure whose die is rolled again."""
        below = _below(state)
        if isinstance(below, Test):
            return below.who
        return frame.who if self.whose == "own" or frame.opponent < 0 else frame.opponent

    def dice(self, state: State, frame: EffectFrame) -> tuple[Die, ...]:
        return (Die(D6, state.table.characters[self._roller(state, frame)].id),)

    def fallen(self, flow: Transition, frame: EffectFrame, faces: tuple[Face, ...]) -> None:
        new, who = cast(int, faces[0]), self._roller(flow.state, frame)
        frames = list(flow.state.frames)
        place = max(n for n, found in enumerate(frames) if isinstance(found, Fight | Test))
        below = frames[place]
        if isinstance(below, Test):
            kept = {"second": new, "best": min(new, below.face), "worst": max(new, below.face)}[self.keep]
            flow.tell(DieRerolled(who, below.face, new, kept))
            frames[place] = replace(below, face=kept)
            flow.set(frames=tuple(frames))
            return
        assert isinstance(below, Fight)
        assert below.faces is not None
        old = below.faces[0 if who == below.attacker else 1]
        kept = {"second": new, "best": max(new, old), "worst": min(new, old)}[self.keep]
        flow.tell(DieRerolled(who, old, new, kept))
        changed = replace(below, faces=(kept, below.faces[1]) if who == below.attacker else (below.faces[0], kept))
        frames[place] = changed
        flow.set(frames=tuple(frames))
        fight_results.tell_dice(flow, changed)


class ResultOperation(Operation, frozen=True):
    """Changes what comes of a fight: before it is done, or announced before the dice, for the bearer's victory."""

    # announced by the shooter's side too, but nothing befalls the shooter
    windows: ClassVar[tuple[Window, ...]] = ("attack", "defense", "shot", "winning", "losing")

    def done_in(self, window: Window) -> bool:
        return window in RESULT

    @abstractmethod
    def change(self, fight: Fight) -> Fight:
        """The fight with this result."""

    def announced(self, said: Message, voice: Voice) -> Message:
        """Its words, where it is announced before the dice: then it holds for the bearer's victory."""
        announced = bool(voice.windows) and all(window in FIGHT for window in voice.windows)
        return say("if this character wins, {said}", said=said) if announced else said

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        change_fight(flow, self.change)


class Shift(ResultOperation, frozen=True, tag="shift"):
    """The margin grows by `by` for the winner (negative: shrinks, at least to 0: a draw)."""

    phrase = Phrase(N_("Change the margin"), N_("the margin changes by {by}"))

    by: Annotated[int, msgspec.Meta(ge=-9, le=9)]

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.by == 0:
            yield Problem(f"{at}/by", say("This has no effect."))

    def idle_beside(self, effects: Sequence[Effect]) -> Message | None:
        fixed = any(isinstance(effect, Outcome) for effect in effects)
        return say("The margin does not matter: the result is fixed.") if fixed else None

    def words(self, voice: Voice) -> Message:
        grows, shrinks = say("the margin grows by {by}", by=self.by), say("the margin shrinks by {by}", by=-self.by)
        return self.announced(grows if self.by >= 0 else shrinks, voice)

    def change(self, fight: Fight) -> Fight:
        return replace(fight, shift=fight.shift + self.by)


class Outcome(ResultOperation, frozen=True, tag="outcome"):
    """The result counts as another one, whatever the margin: for the loser, or of a draw for the opponent."""

    windows = ("attack", "defense", "shot", *RESULT)
    phrase = Phrase(
        N_("Another result"),
        N_("the result counts as: {counts_as}"),
        values={
            "counts_as": {
                "nothing": N_("nothing"),
                "retreat": N_("a retreat"),
                "shaken": N_("shaken"),
                "disabled": N_("disabled"),
            }
        },
    )

    counts_as: Literal["nothing", "retreat", "shaken", "disabled"]

    @property
    def settles(self) -> object:
        return Outcome

    def words(self, voice: Voice) -> Message:
        if voice.windows == ("drawing",):
            return Message(OF_DRAW[self.counts_as], (("who", say("the opponent")),))
        who = say("the loser (on a draw the opponent)") if "drawing" in voice.windows else say("the loser")
        return self.announced(Message(WHATEVER[self.counts_as], (("who", who),)), voice)

    def change(self, fight: Fight) -> Fight:
        return replace(fight, counts_as=self.counts_as)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """That of a draw befalls the opponent."""
        against = {"against": frame.opponent} if frame.window == "drawing" else {}
        change_fight(flow, lambda fight: replace(self.change(fight), **against))


OF_DRAW = {
    "nothing": N_("nothing happens to {who}"),
    "retreat": N_("{who} retreats"),
    "shaken": N_("{who} becomes shaken and retreats"),
    "disabled": N_("{who} is disabled"),
}
WHATEVER = {
    "nothing": N_("whatever the margin, nothing happens to {who}"),
    "retreat": N_("whatever the margin, {who} retreats"),
    "shaken": N_("whatever the margin, {who} becomes shaken and retreats"),
    "disabled": N_("whatever the margin, {who} is disabled"),
}


class RetreatChange(ResultOperation, frozen=True, tag="retreat"):
    """The loser's retreat is `squares` long (0: none), or its winner chooses where to."""

    phrase = Phrase(
        N_("Longer or no retreat"),
        N_("the retreat is {squares} squares long"),
        flags={"winner_chooses": (N_("the winner chooses where to"), N_("the loser chooses where to"))},
        start={"squares": 2},
    )

    squares: Annotated[int, msgspec.Meta(ge=0, le=6)] = 1
    winner_chooses: bool = False

    @property
    def settles(self) -> object:
        return RetreatChange

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self == RetreatChange():
            yield Problem(at, say("A retreat is always one square."))
        elif self.squares == 0 and self.winner_chooses:
            yield Problem(f"{at}/winner_chooses", say("Without a retreat there is nothing to choose."))

    def words(self, voice: Voice) -> Message:
        if self.squares == 0:
            said = say("the loser does not retreat")
        elif self.winner_chooses:
            said = plural("the loser retreats {count} square; the winner chooses where to",
                          "the loser retreats {count} squares; the winner chooses where to", self.squares)  # fmt: skip
        else:
            said = plural("the loser retreats {count} square", "the loser retreats {count} squares", self.squares)
        return self.announced(said, voice)

    def change(self, fight: Fight) -> Fight:
        return replace(fight, squares=self.squares, winner_chooses=fight.winner_chooses or self.winner_chooses)


class Cancel(Operation, frozen=True, tag="cancel"):
    """The attack or shot announced does not take place; or the skills the opponent has announced do nothing."""

    windows = ("targeted", "defense", "shot_at")
    phrase = Phrase(
        N_("Cancel an attack or skills"),
        N_("cancel {what}"),
        values={
            "what": {
                "attack": N_("the attack or shot"),
                "skills": N_("the skills that the opponent has announced"),
            }
        },
    )

    what: Literal["attack", "skills"] = "attack"

    def unfit(self, place: EffectPlace) -> Message | None:
        if place.window in ("attack", "shot"):
            late = say("The opponent announces its skills only after the attacker.")
            return late if self.what == "skills" else say("Nobody attacks the bearer at this moment.")
        return Operation.unfit(self, place)

    def unheard(self, place: EffectPlace) -> Message | None:
        if self.what == "skills" and place.window == "targeted":
            return say("The opponent does not announce skills at this moment.")
        return None

    def words(self, voice: Voice) -> Message:
        if self.what == "attack":
            return say("the attack or shot does not take place")
        return say("the skills that the opponent has announced do nothing")

    def could(self, state: State, moment: TriggerContext) -> bool:
        return self.what == "attack" or any(bearer == moment.opponent for bearer, _ in moment.paid)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """The attack is off, or what the opponent announced does nothing; dice and action stay spent."""
        fight = _below(flow.state)
        if not isinstance(fight, Fight):
            return
        if self.what == "attack":
            frames = list(flow.state.frames)
            place = max(n for n, found in enumerate(frames) if isinstance(found, Fight))
            flow.set(frames=tuple(frames[:place]))
            flow.tell(AttackCancelled(fight.attacker, fight.defender))
            return
        foe = fight.defender if frame.who == fight.attacker else fight.attacker
        kept = tuple(use for use in fight.uses if use.who != foe or not use.what.startswith("skill:"))
        change_fight(flow, lambda found: replace(found, uses=kept))
        flow.tell(SkillsCancelled(foe))


Results: TypeAlias = Reroll | Shift | Outcome | RetreatChange | Cancel
