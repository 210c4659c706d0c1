"""The forms of commands as data: a verb or none, the kinds of words that follow, and the intent they come to.

`MANUAL` is everything that can be said, with an example each: for the list of commands and for paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from companion.model.core.contract import Choice, Option, Roll
from companion.model.core.refusal import refuse
from companion.model.core.words import LANGUAGES, Message, Name, say
from companion.model.games.asagiri.rules import fights, legal_options
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, Condition, FigureId
from companion.model.games.asagiri.table import corrections, manual_actions
from companion.model.games.asagiri.table.commands import (
    ELEMENTS,
    NOTHING,
    PARTS,
    STATES,
    VERBS,
    Answer,
    Byhand,
    ChooseIntent,
    Correcting,
    word_for,
)
from companion.model.games.asagiri.table.commands import intents as d
from companion.model.games.asagiri.table.commands import reading as r
from companion.model.games.asagiri.table.commands.reading import state_word


def may_act(state: State, who: FigureId) -> bool:
    """Whether a figure is active, or could be activated."""
    return (state.active is not None and state.active.who == who) or o.Activate(who) in d.offered(state)


def may_go(state: State, who: FigureId) -> bool:
    """Whether a figure may be brought anywhere by the rules."""
    if state.stage == "deploy":
        return any(isinstance(one, o.Deploy) and one.who == who for one in d.offered(state))
    if state.stage == "enter":
        return any(isinstance(one, o.Enter) and one.who == who for one in d.offered(state))
    return len(corrections.reachable(state, who)) > 1


def goals(state: State, who: FigureId) -> set[int]:
    """The squares to which a figure may be brought."""
    if state.stage in ("deploy", "enter"):
        return {one.at for one in d.offered(state) if isinstance(one, o.Deploy | o.Enter) and one.who == who}
    return {found.at for found in corrections.reachable(state, who)}


def may_hit(state: State, who: FigureId) -> bool:
    """Whether a figure may attack anybody now."""
    return may_act(state, who) and bool(fights.targets(state, who))


def may_choose(state: State, kind: type[Option]) -> bool:
    """Whether any option of a kind is offered."""
    pending = legal_options.pending(state)
    return isinstance(pending, Choice) and any(isinstance(one, kind) for one in pending.options)


def attack_upon(state: State, who: FigureId, target: FigureId) -> Answer:
    """As a figure that is dragged upon an enemy."""
    if state.band_of(who) == state.band_of(target):
        return refuse("CBT-1", "Only an enemy can be attacked.")
    return d.attack(state, who, target)


def shot_upon(state: State, who: FigureId, target: FigureId) -> Answer:
    """The same with a shot, where the rules allow it: by hand it is an attack."""
    found = d.shoot(state, who, target, None, None)
    return found.refusal if isinstance(found, Byhand) else found


def die_kept(state: State, who: FigureId, element: Element) -> Answer:
    """At the end of a phase, a figure and a die are a reserve."""
    if state.stage != "reserve":
        return refuse("INS-6", "Dice can be placed in reserve at the end of the phase.")
    return d.reserve(state, who, element)


def answer(state: State, yes: bool) -> Answer:
    """What is due is done, or left alone."""
    found = [one for one in d.offered(state) if isinstance(one, o.DoIt if yes else o.LeaveIt)]
    return d.one_of(state, found, refuse("TABLE", "There is no question to answer now."))


def become(state: State, who: FigureId, condition: Condition) -> Answer:
    """By hand: how a figure stands now."""
    if state.figures[who].state == condition:
        return ChooseIntent(())
    return Correcting((corrections.SetState(who, condition),))


def flip(state: State, who: FigureId) -> Answer:
    """The card is turned over."""
    return Correcting((corrections.SetState(who, "vigilant" if state.figures[who].state == "shaken" else "shaken"),))


def disable(state: State, who: FigureId) -> Answer:
    """Off the board, its zeni lost."""
    return Correcting((corrections.SetState(who, "disabled"),))


def remove(state: State, who: FigureId) -> Answer:
    """Off the board, nothing lost."""
    return Correcting((corrections.PlaceFigure(who, NO_SQUARE, state.figures[who].facing),))


def done(state: State, who: FigureId) -> Answer:
    """Has been activated, or has not."""
    return Correcting((corrections.SetActivated(who, not state.figures[who].activated),))


def spend(state: State, who: FigureId) -> Answer:
    """Single-use equipment is turned over, or back."""
    return Correcting((corrections.SetEquipment(who, not state.figures[who].spent),))


class Slot(msgspec.Struct, frozen=True):
    """A word that a form wants; `optional`: it may be left out."""

    kind: r.WordKind
    optional: bool = False


class CommandForm(msgspec.Struct, frozen=True):
    """One way to say something. `do` takes the state and a value a slot (None: left out).

    `now`: whether it could mean anything in a state at all; `begins`: whether values said so far could lead anywhere
    by the rules (completion asks, to offer what makes sense before the rest).
    """

    verb: str
    slots: tuple[Slot, ...]
    do: Callable[..., Answer]
    now: Callable[[State], bool]
    begins: Callable[[State, tuple[Any, ...]], bool] | None = None


def _always(state: State) -> bool:
    return True


def _playing(state: State) -> bool:
    return state.stage == "activations" and not state.frames


def _moving(state: State) -> bool:
    return _playing(state) or state.stage in ("deploy", "enter")


def _active(state: State) -> bool:
    return _playing(state) and state.active is not None


def _rolling(state: State) -> bool:
    return isinstance(legal_options.pending(state), Roll)


def _throwing(state: State) -> bool:
    return _rolling(state) or manual_actions.asked(state)


def _offers(*kinds: type[Any]) -> Callable[[State], bool]:
    return lambda state: any(may_choose(state, kind) for kind in kinds)


def _facing_now(state: State) -> bool:
    return _active(state) or may_choose(state, o.Face) or may_choose(state, o.Side)


def _square_now(state: State) -> bool:
    return _active(state) or may_choose(state, o.Retreat) or may_choose(state, o.Place)


def _going(state: State, said: tuple[Any, ...]) -> bool:
    """Whether a figure, and a square for it, lead to a movement."""
    if len(said) == 1:
        return may_go(state, said[0])
    return said[1] in goals(state, said[0])


def _hitting(state: State, said: tuple[Any, ...]) -> bool:
    return may_hit(state, said[0])


def _acting(state: State, said: tuple[Any, ...]) -> bool:
    return may_act(state, said[0])


def _mobile(state: State, said: tuple[Any, ...]) -> bool:
    return may_go(state, said[0])


def _ours(state: State, said: tuple[Any, ...]) -> bool:
    return state.band_of(said[0]) == state.phase


def _begun(state: State) -> bool:
    """Whether there is a board with figures for a hand to change."""
    return state.draft is None and not state.over and state.stage != "first"


def _skipped(do: Callable[..., Answer], *places: int) -> Callable[..., Answer]:
    """A deed of which some values are never said: None is put in at these places."""

    def deed(state: State, *values: Any) -> Answer:
        filled = list(values)
        for place in places:
            filled.insert(place, None)
        return do(state, *filled)

    return deed


_WHO, _AT, _FACING, _ELEMENT = Slot(r.FIGURE), Slot(r.SQUARE), Slot(r.FACING), Slot(r.ELEMENT)
_MAYBE_WHO, _MAYBE_FACING = Slot(r.FIGURE, optional=True), Slot(r.FACING, optional=True)
_MAYBE_SKILL, _FROM, _MAYBE_THING = Slot(r.SKILL, True), Slot(r.ORIGIN, True), Slot(r.THING, True)
_WAY = (_WHO, _AT, _MAYBE_FACING)
_HANDLED: Mapping[str, type[o.PickUp | o.PutDown | o.Search | o.Free]] = {
    "lift": o.PickUp, "drop": o.PutDown, "search": o.Search, "free": o.Free,
}  # fmt: skip


def _handling(verb: str) -> CommandForm:
    kind = _HANDLED[verb]
    return CommandForm(verb, (_MAYBE_THING,), lambda state, thing: d.handle(state, kind, None, thing), _offers(kind))


RULED: tuple[CommandForm, ...] = (
    CommandForm("", (Slot(r.FACES),), d.type_faces, _throwing),
    CommandForm("", _WAY, d.go, _moving, _going),
    CommandForm("", (_WHO,), d.activate, lambda state: _playing(state) or may_choose(state, o.Pick)),
    CommandForm("", (_WHO, _WHO), attack_upon, _playing, _hitting),
    CommandForm("", (_WHO, _WHO), shot_upon, _playing, _acting),
    CommandForm("", (_WHO, Slot(r.ELEMENT_WORD), _FROM), d.use_die, _offers(o.UseDie, o.Activate), _acting),
    CommandForm("", (_WHO, _ELEMENT), die_kept, lambda state: state.stage == "reserve", _ours),
    CommandForm("", (_AT, _MAYBE_FACING), d.square, _square_now),
    CommandForm("", (_FACING,), d.face, _facing_now),
    CommandForm("", (_WHO, _FACING), _skipped(d.go, 1), _playing, _mobile),
    CommandForm("", (_ELEMENT, _FROM), _skipped(d.use_die, 0), _offers(o.UseDie, o.PickDie, o.GiveUpDie)),
    CommandForm("", (Slot(r.SKILL), _FROM), _skipped(d.use_skill, 1), _offers(o.UseSkill)),
    CommandForm("move", _WAY, d.go, _playing, _going),
    CommandForm("move", (_AT, _MAYBE_FACING), d.square, _active),
    CommandForm("deploy", _WAY, d.go, lambda state: state.stage == "deploy", _going),
    CommandForm("enter", _WAY, d.go, lambda state: state.stage == "enter", _going),
    CommandForm("turn", (_FACING,), d.face, _facing_now),
    CommandForm("turn", (_WHO, _FACING), _skipped(d.go, 1), _playing, _mobile),
    CommandForm("activate", (_WHO,), d.activate, _playing),
    CommandForm("attack", (_WHO,), _skipped(d.attack, 0), _active),
    CommandForm("attack", (_WHO, _WHO), d.attack, _playing, _hitting),
    CommandForm("shoot", (_WHO, _MAYBE_SKILL, _FROM), _skipped(d.shoot, 0), _active),
    CommandForm("shoot", (_WHO, _WHO, _MAYBE_SKILL, _FROM), d.shoot, _playing, _acting),
    CommandForm("test", (_MAYBE_WHO,), d.test, _playing),
    CommandForm("use", (_ELEMENT, _FROM), _skipped(d.use_die, 0), _offers(o.UseDie, o.PickDie, o.GiveUpDie)),
    CommandForm("use", (_WHO, _ELEMENT, _FROM), d.use_die, _offers(o.UseDie, o.Activate), _acting),
    CommandForm("use", (Slot(r.SKILL), _MAYBE_WHO, _FROM), d.use_skill, _offers(o.UseSkill, o.Activate)),
    CommandForm("choose", (_WHO,), d.activate, _offers(o.Pick)),
    CommandForm("choose", (_ELEMENT, _FROM), _skipped(d.use_die, 0), _offers(o.PickDie, o.GiveUpDie)),
    CommandForm("choose", (_AT, _MAYBE_FACING), d.square, _offers(o.Place)),
    CommandForm("choose", (Slot(r.NUMBER),), d.way, _offers(o.Way)),
    CommandForm("retreat", (_AT,), d.retreat, _offers(o.Retreat)),
    CommandForm("side", (_FACING,), d.side, _offers(o.Side)),
    CommandForm(
        "reserve", (_WHO, _ELEMENT), d.reserve, lambda state: state.stage == "reserve" or _playing(state), _ours
    ),
    CommandForm("take", (_WHO,), d.take_back, _offers(o.TakeBack)),
    CommandForm("pass", (), d.go_on, _offers(o.Pass)),
    CommandForm("yes", (), partial(answer, yes=True), _offers(o.DoIt)),
    CommandForm("no", (), partial(answer, yes=False), _offers(o.LeaveIt)),
    CommandForm("end", (Slot(r.PART, True),), d.end, _offers(o.EndActivations, o.EndPhase, o.StopRecruiting)),
    CommandForm("open", (_MAYBE_WHO,), d.open_door, _playing),
    *(_handling(verb) for verb in _HANDLED),
    CommandForm("leave", (Slot(r.ZONE, True),), _skipped(d.leave, 0), _offers(o.LeaveBoard)),
    CommandForm("recruit", (Slot(r.CARD),), d.recruit, _offers(o.Recruit)),
    CommandForm("equip", (Slot(r.CARD), _WHO), d.equip, _offers(o.Equip)),
    CommandForm("put", (Slot(r.CARD), Slot(r.NUMBER, True)), d.lay, _offers(o.PlaceTile)),
    CommandForm("roll", (), partial(d.press, what="roll"), _rolling),
    CommandForm("next", (), partial(d.press, what="next"), _always),
    CommandForm("undo", (), partial(d.press, what="undo"), _always),
    CommandForm("redo", (), partial(d.press, what="redo"), _always),
    CommandForm("help", (), partial(d.press, what="help"), _always),
    CommandForm("hint", (), partial(d.press, what="hint"), _always),
    CommandForm("what", (), partial(d.press, what="what"), _always),
)
"""What the rules know."""

HAND: tuple[CommandForm, ...] = (
    CommandForm("", (_WHO, Slot(r.STATE)), become, _begun),
    CommandForm("flip", (_WHO,), flip, _begun),
    CommandForm("put", _WAY, d.put, _begun),
    CommandForm("remove", (_WHO,), remove, _begun),
    CommandForm("disable", (_WHO,), disable, _begun),
    CommandForm("done", (_WHO,), done, _begun),
    CommandForm("equip", (_WHO,), spend, _begun),
    CommandForm("reserve", (_WHO, Slot(r.NO_DIE)), lambda state, who, _: d.no_reserve(state, who), _begun),
    CommandForm("dice", (Slot(r.DICE),), _skipped(d.dice, 0), _begun),
    CommandForm("dice", (Slot(r.BAND), Slot(r.DICE)), d.dice, _begun),
    CommandForm("lost", (Slot(r.BAND), Slot(r.NUMBER)), d.lost, _begun),
    CommandForm("phase", (Slot(r.NUMBER), Slot(r.BAND)), d.phase, _begun),
    CommandForm("open", (_AT, _FACING), lambda state, at, facing: d.set_door(state, at, facing, closed=False), _begun),
    CommandForm("close", (_AT, _FACING), lambda state, at, facing: d.set_door(state, at, facing, closed=True), _begun),
)
"""What the table does by hand."""

FORMS = RULED + HAND


_WORD = re.compile(r"\{(\w+)\}")


class ManualLine(msgspec.Struct, frozen=True):
    """What is done, and how it is said: words in braces are those of a language."""

    words: Message
    said: str

    @property
    def example(self) -> Name:
        """How it is typed in each language."""
        return Name.of({language: self._in(language) for language in LANGUAGES})

    def _in(self, language: str) -> str:
        return _WORD.sub(lambda found: _word(found[1], language), self.said)


class Part(msgspec.Struct, frozen=True):
    """Lines that belong together."""

    title: Message
    lines: tuple[ManualLine, ...]


def _word(key: str, language: str) -> str:
    if key in STATES:
        return state_word(key, language)
    known = next(lists for lists in (VERBS, ELEMENTS, NOTHING, PARTS) if key in lists)
    return word_for(known, key, language)


HINT = say(
    "You can shorten names and words as long as only one matches. The order of words does not matter. Separate "
    "several commands on one line by commas or semicolons. Tab completes, ↑ brings back earlier lines."
)
MANUAL = (
    Part(say("Move and fight"), (
        ManualLine(say("Move a figure, and turn it east"), "okko d5 e"),
        ManualLine(say("Turn a figure on the spot"), "okko n"),
        ManualLine(say("The active figure moves, or turns"), "d5 · {turn} n · {move} d5"),
        ManualLine(say("Activate a figure"), "okko · {activate} okko"),
        ManualLine(say("Attack an enemy"), "okko oni · {attack} okko oni"),
        ManualLine(say("Shoot at an enemy"), "{shoot} okko oni"),
        ManualLine(say("Retreat, or choose a square"), "c4 · {retreat} c4 · {choose} c4"),
        ManualLine(say("Test willpower"), "{test} okko"),
        ManualLine(say("Open a door"), "{open} okko"),
    )),
    Part(say("Dice"), (
        ManualLine(say("Enter inspiration dice: fire, fire, water, tori"), "ffwt"),
        ManualLine(say("Enter two combat dice: attacker, defender"), "4 2 · 42"),
        ManualLine(say("Spend a die"), "okko {air} · {use} {air}"),
        ManualLine(say("Use a skill"), "{use} …"),
        ManualLine(say("Announce nothing more"), "{pass}"),
        ManualLine(say("Keep a die in reserve"), "{reserve} okko {earth}"),
        ManualLine(say("Take a die back from the reserve"), "{take} okko"),
        ManualLine(say("Let the app roll"), "{roll}"),
    )),
    Part(say("Turns"), (
        ManualLine(say("End what is in progress"), "{end}"),
        ManualLine(say("End phase"), "{end} {phase}"),
        ManualLine(say("Do the next step"), "{next}"),
        ManualLine(say("Answer a question of the app"), "{yes} · {no}"),
        ManualLine(say("Undo and redo"), "{undo} · {redo}"),
        ManualLine(say("Ask for a hint, or for all that can be done now"), "{hint} · {what}"),
        ManualLine(say("Show this list"), "{help} · ?"),
    )),
    Part(say("Before the game"), (
        ManualLine(say("Choose a side of the board"), "{side} s"),
        ManualLine(say("Deploy a figure, or bring it in"), "okko d8 n · {deploy} okko d8 · {enter} okko d8"),
        ManualLine(say("Recruit a figure, give it equipment"), "{recruit} … · {equip} … okko"),
        ManualLine(say("Place a tile"), "{put} …"),
    )),
    Part(say("Adventures"), (
        ManualLine(say("Pick up, put down"), "{lift} … · {drop} …"),
        ManualLine(say("Search, free"), "{search} … · {free} …"),
        ManualLine(say("Leave the board"), "{leave}"),
    )),
    Part(say("Correct the table by hand"), (
        ManualLine(say("Set the state of a figure"), "oni {shaken} · {flip} oni · {disable} oni"),
        ManualLine(say("Place a figure anywhere, or remove it from the board"), "{put} oni c4 n · {remove} oni"),
        ManualLine(say("It has acted, or has not"), "{done} okko"),
        ManualLine(say("Its equipment is used up, or is not"), "{equip} okko"),
        ManualLine(say("It has no die in reserve"), "{reserve} okko {none}"),
        ManualLine(say("Set the dice or the losses of a player"), "{dice} b ffwt · {lost} b 3"),
        ManualLine(say("Turn 2, player B’s phase"), "{phase} 2 b"),
        ManualLine(say("Open or close a door"), "{open} d5 n · {close} d5 n"),
    )),
)  # fmt: skip
"""Every verb is in it."""
