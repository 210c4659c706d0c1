"""What lies on the table in a fight or a test: dice rolled again, margins, results, what is called off."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias, cast

import msgspec

from companion.model.core.chance import D6, Die, Face
from companion.model.core.contract import Option
from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.rules import fight_results, fights
from companion.model.games.asagiri.rules.events import AttackCancelled, SkillsCancelled
from companion.model.games.asagiri.rules.fight_numbers import is_behind
from companion.model.games.asagiri.rules.skill_events import DiceExchanged, DieCounted, DieRerolled, TargetTaken
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Effect, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    FIGHT,
    RESULT,
    ROLLED,
    EffectPlace,
    Phrase,
    Pip,
    Window,
)
from companion.model.games.asagiri.skills.operation import Operation, attach, change_fight, left, moment
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import EffectFrame, Fight, Reacting, Test
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import FigureId


def _below(state: State) -> Fight | Test | None:
    """The fight or the test that is being resolved."""
    return next((frame for frame in reversed(state.frames) if isinstance(frame, Fight | Test)), None)


class OfDie(Operation, frozen=True):
    """Is about the combat or test die of one side, which lies on the table."""

    windows = (*ROLLED, "friend_rolled")

    whose: Literal["own", "enemy"] = "own"

    def unheard(self, place: EffectPlace) -> Message | None:
        if place.window == "tested" and self.whose == "enemy":
            return say("A test has no enemy die.")
        return None

    def could(self, state: State, moment: TriggerContext) -> bool:
        return self.shown(state, self.roller(state, moment.who, moment.opponent)) > 0

    def roller(self, state: State, who: FigureId, opponent: FigureId) -> FigureId:
        """The figure whose die it is."""
        below = _below(state)
        if isinstance(below, Test):
            return below.who
        if below is not None and who not in (below.attacker, below.defender):  # a friend's fight
            friend = below.attacker if below.defender == opponent else below.defender
            return friend if self.whose == "own" else opponent
        return who if self.whose == "own" or opponent < 0 else opponent

    def shown(self, state: State, who: FigureId) -> int:
        """What the die of a figure shows; 0: it has not been rolled."""
        below = _below(state)
        if isinstance(below, Test):
            return below.face
        return below.faces[who != below.attacker] if below is not None and below.faces is not None else 0

    def show(self, flow: Transition, who: FigureId, face: int) -> None:
        """The die of a figure shows this face from now on."""
        frames = list(flow.state.frames)
        place = max(n for n, found in enumerate(frames) if isinstance(found, Fight | Test))
        below = frames[place]
        if isinstance(below, Test):
            frames[place] = replace(below, face=face)
            flow.set(frames=tuple(frames))
            return
        assert isinstance(below, Fight)
        assert below.faces is not None
        changed = replace(below, faces=(face, below.faces[1]) if who == below.attacker else (below.faces[0], face))
        frames[place] = changed
        flow.set(frames=tuple(frames))
        fight_results.tell_dice(flow, changed)


class Reroll(OfDie, frozen=True, tag="reroll"):
    """The combat or test die of one side is rolled again."""

    phrase = Phrase(N_("Re-roll a die"), N_("roll {whose} die again, {keep} counts"))

    keep: Literal["second", "best", "worst"] = "second"
    """For the one who rolls it: the second roll, or the higher or lower of both (a test: the better or worse)."""

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
        if self.could(flow.state, moment(frame)):
            flow.push(replace(frame, rolling=True))

    def dice(self, state: State, frame: EffectFrame) -> tuple[Die, ...]:
        return (Die(D6, state.table.characters[self.roller(state, frame.who, frame.opponent)].id),)

    def fallen(self, flow: Transition, frame: EffectFrame, faces: tuple[Face, ...]) -> None:
        who = self.roller(flow.state, frame.who, frame.opponent)
        new, old = cast(int, faces[0]), self.shown(flow.state, who)
        better, worse = (min, max) if isinstance(_below(flow.state), Test) else (max, min)
        kept = {"second": new, "best": better(new, old), "worst": worse(new, old)}[self.keep]
        flow.tell(DieRerolled(who, old, new, kept))
        self.show(flow, who, kept)


class CountDie(OfDie, frozen=True, kw_only=True, tag="count_die"):
    """A die that shows `least` to `most` counts as another face."""

    phrase = Phrase(
        N_("A face counts as another"),
        N_("{least} to {most} on {whose} die counts as {counts_as}"),
        start={"counts_as": 1, "least": 6},
    )

    counts_as: Pip
    least: Pip = 1
    most: Pip = 6

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.most < self.least:
            yield Problem(f"{at}/most", say("No number is both that large and that small."))
        elif self.least == self.most == self.counts_as:
            yield Problem(f"{at}/counts_as", say("This has no effect."))

    def words(self, voice: Voice) -> Message:
        least, most = self.least, self.most
        how = 0 if (least, most) == (1, 6) else 1 if least == most else 2 if most == 6 else 3 if least == 1 else 4
        key = (OWN_DIE_COUNTS if self.whose == "own" else ENEMY_DIE_COUNTS)[how]
        return Message(key, (("least", least), ("most", most), ("counts_as", self.counts_as)))

    def could(self, state: State, moment: TriggerContext) -> bool:
        shown = self.shown(state, self.roller(state, moment.who, moment.opponent))
        return self.least <= shown <= self.most and shown != self.counts_as

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if self.could(flow.state, moment(frame)):
            who = self.roller(flow.state, frame.who, frame.opponent)
            flow.tell(DieCounted(who, self.shown(flow.state, who), self.counts_as))
            self.show(flow, who, self.counts_as)


OWN_DIE_COUNTS = (
    N_("its die counts as {counts_as}, whatever it shows"),
    N_("a {least} on its die counts as {counts_as}"),
    N_("{least} or more on its die counts as {counts_as}"),
    N_("{most} or less on its die counts as {counts_as}"),
    N_("{least} to {most} on its die counts as {counts_as}"),
)
ENEMY_DIE_COUNTS = (
    N_("the enemy die counts as {counts_as}, whatever it shows"),
    N_("a {least} on the enemy die counts as {counts_as}"),
    N_("{least} or more on the enemy die counts as {counts_as}"),
    N_("{most} or less on the enemy die counts as {counts_as}"),
    N_("{least} to {most} on the enemy die counts as {counts_as}"),
)


class ExchangeDice(Operation, frozen=True, tag="exchange_dice"):
    """Both sides of a fight exchange the dice that lie on the table."""

    windows = (*(window for window in ROLLED if window != "tested"), "friend_rolled")
    phrase = Phrase(N_("Exchange the dice"), N_("exchange the combat dice"))

    def words(self, voice: Voice) -> Message:
        return say("both sides exchange their combat dice")

    def could(self, state: State, moment: TriggerContext) -> bool:
        mine = OWN_DIE.roller(state, moment.who, moment.opponent)
        return OWN_DIE.shown(state, mine) != OWN_DIE.shown(state, moment.opponent)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        mine = OWN_DIE.roller(flow.state, frame.who, frame.opponent)
        own, other = OWN_DIE.shown(flow.state, mine), OWN_DIE.shown(flow.state, frame.opponent)
        if own and other:
            flow.tell(DiceExchanged(mine, frame.opponent))
            OWN_DIE.show(flow, mine, other)
            OWN_DIE.show(flow, frame.opponent, own)


OWN_DIE = Reroll()
"""Knows which die is one's own."""


class ResultOperation(Operation, frozen=True):
    """Changes what comes of a fight: before it is done, or announced before the dice, for the bearer's victory."""

    # announced by the shooter's side too, but nothing befalls the shooter
    windows: ClassVar[tuple[Window, ...]] = ("attack", "defense", "shot", "winning", "losing")

    def done_in(self, window: Window) -> bool:
        return window in RESULT

    @property
    def stays(self) -> bool:
        """Whether the loser does not retreat."""
        return False

    @abstractmethod
    def change(self, fight: Fight, edition: int) -> Fight:
        """The fight with this result, by an edition of the rules."""

    def announced(self, said: Message, voice: Voice) -> Message:
        """Its words, where it is announced before the dice: then it holds for the bearer's victory."""
        announced = bool(voice.windows) and all(window in FIGHT for window in voice.windows)
        return say("if this character wins, {said}", said=said) if announced else said

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """Inside another effect it may be done before the dice fall: it waits for the bearer's victory, then."""
        if frame.window in FIGHT and flow.table.edition > 2:
            attach(flow, replace(frame, target=frame.who), self, left(flow, frame, "use"))
        else:
            change_fight(flow, lambda fight: self.change(fight, flow.table.edition))


class Shift(ResultOperation, frozen=True, tag="shift"):
    """The margin grows by `by` for the winner (negative: shrinks, at least to 0: a draw), or counts as `to`."""

    phrase = Phrase(
        N_("Change the margin"),
        N_("the margin changes by {by}"),
        parts={"to": N_("it counts as {to}")},
        offers={"to": N_("a margin that counts instead")},
        start={"by": 1},
    )

    by: Annotated[int, msgspec.Meta(ge=-9, le=9)] = 0
    to: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    """Whatever it has been until now."""

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.by == 0 and self.to is None:
            yield Problem(f"{at}/by", say("This has no effect."))
        elif self.by and self.to is not None:
            yield Problem(f"{at}/to", say("This contradicts an earlier part."))

    def idle_beside(self, effects: Sequence[Effect]) -> Message | None:
        fixed = any(isinstance(effect, Outcome) for effect in effects)
        return say("The margin does not matter: the result is fixed.") if fixed else None

    def words(self, voice: Voice) -> Message:
        if self.to is not None:
            return self.announced(say("the margin counts as {to}", to=self.to), voice)
        grows, shrinks = say("the margin grows by {by}", by=self.by), say("the margin shrinks by {by}", by=-self.by)
        return self.announced(grows if self.by >= 0 else shrinks, voice)

    def change(self, fight: Fight, edition: int) -> Fight:
        if self.to is not None:
            return replace(fight, margin=self.to, shift=0)
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
        stays = self.counts_as == "shaken" and any(isinstance(e, ResultOperation) and e.stays for e in voice.beside)
        if voice.windows == ("drawing",):
            return Message(OF_DRAW["still" if stays else self.counts_as], (("who", say("the opponent")),))
        who = say("the loser (on a draw the opponent)") if "drawing" in voice.windows else say("the loser")
        return self.announced(Message(WHATEVER["still" if stays else self.counts_as], (("who", who),)), voice)

    def change(self, fight: Fight, edition: int) -> Fight:
        return replace(fight, counts_as=self.counts_as)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """That of a draw befalls the opponent."""
        if frame.window == "drawing":
            change_fight(flow, lambda fight: replace(self.change(fight, flow.table.edition), against=frame.opponent))
        else:
            ResultOperation.do(self, flow, frame, option)


OF_DRAW = {
    "nothing": N_("nothing happens to {who}"),
    "retreat": N_("{who} retreats"),
    "shaken": N_("{who} becomes shaken and retreats"),
    "still": N_("{who} becomes shaken"),
    "disabled": N_("{who} is disabled"),
}
WHATEVER = {
    "nothing": N_("whatever the margin, nothing happens to {who}"),
    "retreat": N_("whatever the margin, {who} retreats"),
    "shaken": N_("whatever the margin, {who} becomes shaken and retreats"),
    "still": N_("whatever the margin, {who} becomes shaken"),
    "disabled": N_("whatever the margin, {who} is disabled"),
}


class Cancel(Operation, frozen=True, tag="cancel"):
    """The attack or shot announced does not take place; or the skills the opponent has announced do nothing."""

    windows = ("targeted", "friend_targeted", "defense", "shot_at", "enemy_used")
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
        if self.what == "skills" and place.window in ("targeted", "friend_targeted"):
            return say("The opponent does not announce skills at this moment.")
        if self.what == "attack" and place.window == "enemy_used":
            return say("Nobody attacks the bearer at this moment.")
        return None

    def words(self, voice: Voice) -> Message:
        if self.what == "attack":
            return say("the attack or shot does not take place")
        return say("the skills that the opponent has announced do nothing")

    def could(self, state: State, moment: TriggerContext) -> bool:
        if moment.window == "enemy_used":
            return moment.used.startswith("skill:")
        return self.what == "attack" or any(bearer == moment.opponent for bearer, _ in moment.paid)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """The attack is off, or what the opponent announced does nothing; dice and action stay spent."""
        if frame.window == "enemy_used":
            _undo(flow, frame.opponent, frame.used)
            return
        fight = _below(flow.state)
        if not isinstance(fight, Fight):
            return
        if self.what == "attack":
            frames = list(flow.state.frames)
            place = max(n for n, found in enumerate(frames) if isinstance(found, Fight))
            flow.set(frames=tuple(frames[:place]))
            flow.tell(AttackCancelled(fight.attacker, fight.defender))
            flow.fought(fight)
            return
        foe = fight.defender if frame.who == fight.attacker else fight.attacker
        kept = tuple(use for use in fight.uses if use.who != foe or not use.what.startswith("skill:"))
        change_fight(flow, lambda found: replace(found, uses=kept))
        flow.tell(SkillsCancelled(foe))


def _undo(flow: Transition, foe: FigureId, used: str) -> None:
    """The skill that the foe has just announced does nothing: no shot, nothing in its fight or test, nor by itself."""
    frames = list(flow.state.frames)
    shot = next((n for n, below in enumerate(frames) if isinstance(below, Fight) and below.shot is not None
                 and (below.attacker, f"skill:{below.shot.id}") == (foe, used)), len(frames))  # fmt: skip
    fights = [below for below in frames[shot:] if isinstance(below, Fight)]
    del frames[shot:]
    for n in range(len(frames) - 1, -1, -1):
        below = frames[n]
        if isinstance(below, EffectFrame) and below.who == foe and f"skill:{below.skill.id}" == used:
            del frames[n]
            break
    for n, below in enumerate(frames):
        if isinstance(below, Fight | Test):
            kept = tuple(use for use in below.uses if (use.who, use.what) != (foe, used))
            frames[n] = replace(below, uses=kept)
    flow.set(frames=tuple(frames))
    flow.tell(SkillsCancelled(foe))
    for fight in fights:
        flow.fought(fight)


class TakePlace(Operation, frozen=True, tag="take_place"):
    """The bearer becomes the target of the attack or shot at its friend, if it could be one; nobody takes its place."""

    windows = ("friend_targeted",)
    by_bearer = True
    phrase = Phrase(N_("Become the target"), N_("become the target in the friend’s stead"))

    def words(self, voice: Voice) -> Message:
        return say("this character becomes the target in the friend’s stead, if it can be one")

    def could(self, state: State, moment: TriggerContext) -> bool:
        fight = _below(state)
        return (
            isinstance(fight, Fight)
            and fight.step == "declared"
            and fight.defender != moment.who
            and fights.in_reach(state, fight, moment.who)
        )

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        fight = _below(flow.state)
        if not isinstance(fight, Fight) or not self.could(flow.state, moment(frame)):
            return
        frames = flow.state.frames
        others = [n for n, one in enumerate(frames) if isinstance(one, Reacting) and one.window == "friend_targeted"]
        flow.set(frames=tuple(one for n, one in enumerate(frames) if n not in others or n < frames.index(fight)))
        behind = fight.shot is None and is_behind(flow.state, fight.attacker, frame.who)
        change_fight(flow, lambda found: replace(found, defender=frame.who, from_behind=behind))
        flow.tell(TargetTaken(frame.who, fight.defender))


Results: TypeAlias = Reroll | CountDie | ExchangeDice | Shift | Outcome | Cancel | TakePlace
