"""Control zones as skills have them: wider, narrower, none at all; for one matter alone, towards some figures alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from companion.model.core.refusal import Problem, twice
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.skills.language.skill import Context, Guards, Skill, Voice, open_to
from companion.model.games.asagiri.skills.language.vocabulary import (
    ALIGNMENT_WORDS,
    Alignment,
    Lasts,
    Matter,
    Phrase,
    Trait,
    all_of,
    trait,
)
from companion.model.games.asagiri.skills.language.who import SELF, Who
from companion.model.games.asagiri.skills.modifiers import applies, shielded, used_up
from companion.model.games.asagiri.skills.operation import Holding, lasting_words
from companion.model.games.asagiri.skills.trigger_context import TriggerContext, figures, shows
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, FigureId, SquareId

ZonePart: TypeAlias = Literal["ahead", "diagonals", "sides", "back", "far"]
"""The square straight ahead; the two diagonally in front; left and right; the three behind; the second one ahead."""
ZONE_PART_WORDS: dict[ZonePart, str] = {
    "ahead": N_("the square straight ahead"),
    "diagonals": N_("the diagonal squares in front"),
    "sides": N_("the squares to the left and right"),
    "back": N_("the three squares behind"),
    "far": N_("the second square straight ahead"),
}
"""Direct objects, with their article where a language has one."""
MATTER_WORDS: dict[Matter, str] = {
    "movement": N_("the movement of its enemies"),
    "attacks": N_("attacks"),
    "support": N_("support"),
    "shots": N_("the shots of its enemies"),
    "willpower": N_("the recovery of its enemies"),
    "retreats": N_("the retreats of its enemies"),
}
"""After “for”."""


class ChangeZone(Holding, frozen=True, tag="zone"):
    """The figure's control zone also includes these squares, or does not, or covers nothing else (CTL-1, CTL-2).

    Of several first those that say what it is, the last one read; then what is added; then what is taken away.
    """

    passive = True
    phrase = Phrase(
        N_("Change a control zone"),
        N_("the control zone of {who} {how} {covers}"),
        parts={
            "counts_for": N_("for {counts_for} alone"),
            "trait": N_("against those marked {trait}"),
            "alignment": N_("against any {alignment}"),
        },
        offers={
            "counts_for": N_("for what alone"),
            "trait": N_("against which trait"),
            "alignment": N_("against which alignment"),
        },
        values={
            "how": {"adds": N_("also includes"), "loses": N_("does not include"), "is": N_("only includes")},
            "covers": ZONE_PART_WORDS,
            "counts_for": MATTER_WORDS,
        },
        start={"how": "adds", "covers": ["sides"]},
    )

    covers: tuple[ZonePart, ...] = ()
    """With ``is`` and nothing here there is no control zone at all."""
    how: Literal["adds", "loses", "is"] = "is"
    counts_for: tuple[Matter, ...] = ()
    """For these matters alone; empty: for all."""
    trait: Trait | None = None
    """Towards figures with this trait alone."""
    alignment: Alignment | None = None
    who: Who = SELF
    lasts: Lasts = "use"

    @property
    def settles(self) -> object:
        towards = (self.who, self.counts_for, self.trait, self.alignment)
        return ("zone", *towards) if self.how == "is" else None

    @property
    def rank(self) -> int:
        return ("is", "adds", "loses").index(self.how)

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from twice(f"{at}/covers", self.covers)
        yield from twice(f"{at}/counts_for", self.counts_for)
        if self.how != "is" and not self.covers:
            yield Problem(f"{at}/covers", say("Say which squares."))
        front = set(self.covers) & {"ahead", "diagonals"}
        if self.covers and not set(self.covers) - front and (self.how == "adds" or (self.how, len(front)) == ("is", 2)):
            yield Problem(f"{at}/covers", say("Every control zone covers these squares anyway."))
        if self.how == "loses" and self.covers and not front:
            yield Problem(f"{at}/covers", say("No control zone covers these squares by itself."))

    def words(self, voice: Voice) -> Message:
        who = voice.each(self.who)
        if not self.covers:
            said = say("{who} has no control zone", who=who)
        else:
            squares = all_of([Message(ZONE_PART_WORDS[part]) for part in self.covers])
            match self.how:
                case "adds":
                    said = say("the control zone of {who} also includes {squares}", who=who, squares=squares)
                case "loses":
                    said = say("the control zone of {who} does not include {squares}", who=who, squares=squares)
                case "is":
                    said = say("the control zone of {who} only includes {squares}", who=who, squares=squares)
        if self.trait is not None:
            said = say("{said} against figures marked “{trait}”", said=said, trait=trait(self.trait))
        if self.alignment is not None:
            alignment = Message(ALIGNMENT_WORDS[self.alignment])
            said = say("{said} against figures of the alignment {alignment}", said=said, alignment=alignment)
        if self.counts_for:
            matters = all_of([Message(MATTER_WORDS[matter]) for matter in self.counts_for])
            said = say("{said} (for {matters} alone)", said=said, matters=matters)
        return lasting_words(said, self.lasts)

    def reshapes(self, state: State, bearer: FigureId, skill: Skill | None, who: FigureId, square: SquareId = NO_SQUARE,
                 guards: Guards = ()) -> bool:  # fmt: skip
        seen = TriggerContext("always", bearer, square=square)
        speaks = skill is None or (skill.is_automatic and applies(state, skill, seen)
                                   and not used_up(state, bearer, skill))  # fmt: skip
        if not speaks or not open_to(guards, state, seen):
            return False
        if bearer != who and shielded(state, who, bearer):
            return False
        return bearer == who if self.who == SELF else who in figures(state, self.who, seen)

    def reshaped(self, state: State, who: FigureId, zone: int, matter: Matter | None, other: FigureId) -> int:
        if self.counts_for and matter not in self.counts_for:
            return zone
        if (self.trait or self.alignment) and (other < 0 or not shows(state, other, self.trait, self.alignment, None)):
            return zone
        figure, mask = state.figures[who], 0
        for part in self.covers:
            mask |= state.table.board.zone_part(figure.at, figure.facing, part)
        return mask if self.how == "is" else zone | mask if self.how == "adds" else zone & ~mask


Zones: TypeAlias = ChangeZone
