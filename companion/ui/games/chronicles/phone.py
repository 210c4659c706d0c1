"""Okko Chronicles on a phone: a hero's hand and plan, the Oni's event cards and secrets, everybody's table in short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Choice, Event, Json, Option
from companion.model.core.words import Arg, Message, plural, say
from companion.model.games.chronicles.box.condition_words import condition_sentence
from companion.model.games.chronicles.box.effect_words import STATS, words_of
from companion.model.games.chronicles.rules import missions, totals
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.games.chronicles.wire.narration import label, named, together
from companion.model.games.chronicles.wire.position import as_seen
from companion.model.phones import Face, Node, Row
from companion.model.phones.face import Box, Card
from companion.ui.games.chronicles.heroes.emblems import EMBLEMS
from companion.ui.games.chronicles.heroes.words import SIDES, SLOTS, modifiers, record_of
from companion.ui.games.chronicles.oni.marks import MARKS
from companion.ui.games.chronicles.table.option_list import ENDS
from companion.ui.games.chronicles.vocabulary import standing

SHORT = {o.PlayCard: "play", o.Attack: "attack", o.Shoot: "attack"}
STAT_NAMES: Mapping[str, Message] = {**{str(stat): words for stat, words in STATS.items()}, "actions": say("Actions")}


class ChroniclesFace(Face):
    """Reads nothing but the table with the viewer's own eyes (§30)."""

    def title(self, viewer: str) -> Arg:
        return standing(self.session.state)

    def hand(self, viewer: str, view: Json) -> Sequence[Card]:
        state = self._seen(viewer)
        if viewer == ONI:
            return self._cards(state, (*state.oni.hand, *state.oni.black))
        if viewer not in state.seats:
            return ()
        hero = state.hero(viewer)
        return self._cards(state, (*hero.hand, *hero.wounds, *state.hosts_in_hand))

    def own(self, viewer: str, view: Json) -> Sequence[Arg]:
        state = self._seen(viewer)
        if viewer == ONI:
            return tuple(self._secrets(state))
        return tuple(self._plan_and_things(state, viewer)) if viewer in state.seats else ()

    def table(self, viewer: str, view: Json) -> Sequence[Row]:
        state = self._seen(viewer)
        return (self._oni_row(state), *(self._hero_row(state, seat) for seat in state.seats))

    def told(self, events: Sequence[Event]) -> Sequence[Event]:
        return events

    def nodes(self, viewer: str, choices: Sequence[Choice]) -> Sequence[Node]:
        """A card of the hand is touched, then its side; all else is a line, and what ends something stands apart."""
        options = [option for choice in choices for option in choice.options]
        plans = [one for one in options if isinstance(one, o.PlayCard)]
        found = [self._laying(card, list(ways)) for card, ways in groupby(plans, key=lambda one: one.card)]
        return (*found, *(self._node(one) for one in options if not isinstance(one, o.PlayCard)))

    # answers --------------------------------------------------------------------------------------------------------

    def _node(self, option: Option) -> Node:
        shown = isinstance(option, o.PlayEvent | o.HostPower | o.PlayHost | o.Pay)
        return Node(
            label(self.session.state, option), kind=SHORT.get(type(option), option.kind),
            card=_no_card(getattr(option, "card", "")) if shown else "", option=option, quiet=isinstance(option, ENDS),
        )  # fmt: skip

    def _laying(self, card: str, ways: Sequence[o.PlayCard]) -> Node:
        state = self.session.state
        if len(ways) == 1:
            return Node(label(state, ways[0]), kind="play", card=_no_card(card), option=ways[0])
        sides = tuple(Node(SIDES[one.side], kind="side", option=one) for one in ways)
        return Node(_called(state, card), kind="play", card=_no_card(card), next=sides)

    # what a seat has ------------------------------------------------------------------------------------------------

    def _seen(self, viewer: str) -> State:
        return as_seen(self.session.state, viewer)

    def _cards(self, state: State, ids: Iterable[str]) -> Sequence[Card]:
        """The cards of a hand that are known; of two alike the phone is told once, and how many."""
        counts = Counter(one for one in ids if one != HIDDEN)
        return tuple(self._card(state, card, n) for card, n in counts.items())

    def _card(self, state: State, card: str, n: int) -> Card:
        box = state.table.box
        record = box.events.get(card) or record_of(state, card)
        technique = getattr(record, "technique", None)
        boxes = tuple(
            Box(STAT_NAMES[stat], number, EMBLEMS.strokes[stat], "play") for stat, number in modifiers(technique)
        )
        lists = {} if record is None else words_of(record, lambda id: named(state, id))
        said = [sentence for each in lists.values() for sentence in each]
        wound = card in box.wounds
        return Card(
            card, _called(state, card), _sort(state, card), together(said) if said else "", boxes,
            EMBLEMS.strokes["wound"] if wound else (), "shaken" if wound else "",
            say("{n} alike", n=n) if n > 1 else "",
        )  # fmt: skip

    def _secrets(self, state: State) -> Iterable[Arg]:
        oni = state.oni
        if oni.guilty not in (None, HIDDEN):
            yield say("Guilty host: {host}", host=named(state, oni.guilty))
        if oni.nature not in (None, HIDDEN):
            yield say("Nature: {nature}", nature=named(state, oni.nature))
        for one in oni.techniques:
            if one.card != HIDDEN:
                yield say("{sheet}: {card}", sheet=named(state, one.sheet), card=named(state, one.card))

    def _plan_and_things(self, state: State, seat: str) -> Iterable[Arg]:
        hero, figure = state.hero(seat), state.figure(seat)
        for side in ("right", "left"):
            card = getattr(hero.plan, side)
            if card is not None:
                yield say("{side}: {card}", side=SIDES[side], card=_called(state, card))
        if figure is not None:
            yield say("Damage: {n} of {health}", n=figure.damage, health=totals.health(state, figure))
        for slot in ("right", "left", "both", "clothing"):
            item = getattr(hero.gear, slot)
            if item not in (None, HIDDEN):
                yield say("{side}: {card}", side=SLOTS[slot], card=named(state, item))
        for item in hero.gear.reserve:
            if item != HIDDEN:
                yield say("{side}: {card}", side=SLOTS["reserve"], card=named(state, item))
        goal = missions.goal(state, seat)
        if goal is not None:
            sentence = condition_sentence(goal.condition, None, lambda id: named(state, id))
            yield say("Personal mission: {mission}", mission=sentence)

    def _oni_row(self, state: State) -> Row:
        oni = state.oni
        lines: list[Arg] = []
        if oni.alert:
            lines.append(say("The alert is raised"))
        if state.wrong:
            lines.append(plural("{count} wrong accusation", "{count} wrong accusations", state.wrong))
        marks = (Box(say("Event cards"), str(len(oni.hand)), EMBLEMS.strokes["hand"]),
                 Box(say("Corrupted tiles"), str(len(oni.corruption)), MARKS.strokes["corruption"]))  # fmt: skip
        return Row(ONI, self.name(ONI), marks, tuple(lines), acts=state.next == ONI)

    def _hero_row(self, state: State, seat: str) -> Row:
        hero, figure = state.hero(seat), state.figure(seat)
        if hero.out or figure is None:
            return Row(seat, self.name(seat), state="out", state_words=say("Out of the fight"))
        health = totals.health(state, figure)
        marks = (
            Box(say("Damage"), f"{figure.damage}/{health}", EMBLEMS.strokes["bleeding"]),
            Box(say("Wounds in hand"), str(len(hero.wounds)), EMBLEMS.strokes["wound"]),
            Box(say("Cards in hand"), str(len(hero.hand)), EMBLEMS.strokes["hand"]),
        )
        left = plural("{count} action left", "{count} actions left", hero.actions)
        acts = state.next == seat
        return Row(seat, self.name(seat), marks, (left,) if acts else (), acts=acts)


def _no_card(card: str) -> str:
    return "" if card == HIDDEN else card


def _called(state: State, card: str) -> Arg:
    return say("A card that nobody names") if card == HIDDEN else named(state, card)


def _sort(state: State, card: str) -> Arg:
    box = state.table.box
    if card in box.wounds:
        return say("Wound")
    if card in box.hosts:
        return say("Host card")
    return say("Event card") if card in box.events else say("Action card")
