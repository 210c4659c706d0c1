"""What a table has told that cannot all be true (TAB-6): cards, answers and hosts against each other and the truth.

The guilty host and the nature count from the moment all know them; before that only what can be true of none of them
is named. Nothing is changed by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.core.words import Message, say
from companion.model.games.chronicles.rules.setup import SURPRISES
from companion.model.games.chronicles.state.state import CardId, State
from companion.model.games.chronicles.wire.narration import named


class Contradiction(msgspec.Struct, frozen=True):
    """Something told that cannot be: of which card or sort of cards, and in which turn; 0: nobody noted it."""

    kind: Literal["drawn", "lies", "answer", "twice", "count", "token", "nobody"]
    about: CardId
    turn: int
    why: Message


class Truth(msgspec.Struct, frozen=True):
    """The guilty host and the nature, as far as all know them."""

    guilty: CardId | None
    nature: CardId | None


def truth_of(state: State) -> Truth:
    """What everybody knows by now (§30)."""
    oni = state.oni
    shown = oni.demon_since > 0
    found = any(one.kind == "host" and one.right for one in state.made)
    return Truth(
        oni.guilty if (shown or found) and oni.guilty != HIDDEN else None,
        oni.nature if (shown or oni.nature_found) and oni.nature != HIDDEN else None,
    )


def contradictions(state: State, truth: Truth | None = None) -> tuple[Contradiction, ...]:
    """TAB-6: all that cannot be; none: everything told may be true. `truth`: what came out later, if anything did."""
    if not state.table.investigation:
        return ()
    known = truth or truth_of(state)
    return (
        *_draws(state, known), *_lying(state, known), *_answers(state, known), *_counts(state, known),
        *_nobody(state, known),
    )  # fmt: skip


def first_steps(states: Sequence[State]) -> tuple[tuple[Contradiction, int], ...]:
    """Each contradiction at the end of a log with the first of its states in which it stood, had all been known."""
    if not states:
        return ()
    truth = truth_of(states[-1])
    open_ = list(contradictions(states[-1], truth))
    found: list[tuple[Contradiction, int]] = []
    for n, state in enumerate(states):
        standing = contradictions(state, truth) if open_ else ()
        found += [(one, n) for one in open_ if one in standing]
        open_ = [one for one in open_ if one not in standing]
    return tuple(found)


# what was drawn -------------------------------------------------------------------------------------------------------


def _draws(state: State, truth: Truth) -> Iterator[Contradiction]:
    """A card drawn that was not in the pile, or drawn twice."""
    seen: set[CardId] = set()
    pile = {*state.suspects, *state.natures, *state.table.box.surprises}
    for clue in state.clues_drawn:
        if clue.card.startswith(HIDDEN):
            continue
        about = {"card": named(state, clue.card), "turn": clue.turn}
        if clue.card in (truth.guilty, truth.nature):
            why = say("{card} was drawn from the clue pile in turn {turn}, but this card lay with the Oni.", **about)
            yield Contradiction("drawn", clue.card, clue.turn, why)
        elif clue.card not in pile:
            why = say("{card} was drawn from the clue pile in turn {turn}, but is not in this game.", **about)
            yield Contradiction("drawn", clue.card, clue.turn, why)
        elif clue.card in seen:
            why = say("{card} was drawn from the clue pile in turn {turn}, but had been drawn before.", **about)
            yield Contradiction("twice", clue.card, clue.turn, why)
        seen.add(clue.card)


def _lying(state: State, truth: Truth) -> Iterator[Contradiction]:
    """Host cards on the table: the guilty one's, one that lies there twice, a follower whose token still stands."""
    following = [one.card for one in state.figures if one.group == "follower" and one.card in state.table.box.hosts]
    cards = [*state.hosts_in_hand, *state.oni.black, *state.piles.used_hosts, *following]
    drawn = {clue.card for clue in state.clues_drawn}
    for card in dict.fromkeys(card for card in cards if card != HIDDEN):
        name = named(state, card)
        if card == truth.guilty and card not in drawn:
            yield Contradiction("lies", card, 0, say("The card of {card} was shown, but lay with the Oni.", card=name))
        if cards.count(card) > 1:
            yield Contradiction("twice", card, 0, say("The card of {card} lies on the table twice.", card=name))
    for token in state.tokens:
        if token.type == "host" and token.card in following:
            why = say("{card} follows a hero, but can still be interrogated.", card=named(state, token.card))
            yield Contradiction("token", token.card, 0, why)


# what was answered ----------------------------------------------------------------------------------------------------


def _answers(state: State, truth: Truth) -> Iterator[Contradiction]:
    """Accusations answered against the truth."""
    for one in state.made:
        real = truth.guilty if one.kind == "host" else truth.nature
        if real is None or one.right is (one.named == real):
            continue
        about = {"card": named(state, one.named), "turn": one.turn}
        why = say("The accusation of {card} in turn {turn} was answered “right”, but was wrong.", **about)
        if not one.right:
            why = say("The accusation of {card} in turn {turn} was answered “wrong”, but was right.", **about)
        yield Contradiction("answer", one.named, one.turn, why)


# how many there are ---------------------------------------------------------------------------------------------------


def _counts(state: State, truth: Truth) -> Iterator[Contradiction]:
    """More cards of a sort than the pile held; cards that are contradictions themselves are left out."""
    grey = {id for id in state.suspects if state.table.box.hosts[id].background == "grey"}
    guilty = _possible(state, truth.guilty, "host")
    natures = set(state.natures)
    for sort, cards, most in (
        ("?grey", grey, len(grey) - (bool(guilty) and guilty <= grey)),
        ("?nature", natures, len(natures) - 1),
        ("?surprise", set(state.table.box.surprises), min(SURPRISES, len(state.table.box.surprises))),
    ):
        seen: set[CardId] = set()
        count = 0
        for clue in state.clues_drawn:
            fresh = clue.card in cards - seen - {truth.guilty, truth.nature}
            seen.add(clue.card)
            count += fresh or clue.card == sort
            if (fresh or clue.card == sort) and count > most:
                why = say("Drawn in turn {turn}: {card}. There were not so many in the clue pile.",
                          card=named(state, clue.card), turn=clue.turn)  # fmt: skip
                yield Contradiction("count", clue.card, clue.turn, why)


def _possible(state: State, known: CardId | None, kind: Literal["host", "nature"]) -> set[CardId]:
    """Who can be the one: neither drawn nor lying on the table nor wrongly accused."""
    if known is not None:
        return {known}
    gone = {clue.card for clue in state.clues_drawn} | {one.named for one in state.made if one.kind == kind}
    if kind == "host":
        gone |= {*state.hosts_in_hand, *state.oni.black, *state.piles.used_hosts, *[one.card for one in state.figures]}
    return set(state.suspects if kind == "host" else state.natures) - gone


def _nobody(state: State, truth: Truth) -> Iterator[Contradiction]:
    """Every host or every nature is out of the question."""
    if not _possible(state, truth.guilty, "host"):
        yield Contradiction("nobody", HIDDEN, 0, say("None of the suspects can be the Oni any more."))
    if not _possible(state, truth.nature, "nature"):
        yield Contradiction("nobody", HIDDEN, 0, say("None of the natures can be the Oni’s any more."))
