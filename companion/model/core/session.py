"""One game being played: its log (`game_log`), and everything that can be done to it.

Every change goes to the journal first, in one call, and becomes visible only when the journal took it: who
sees a position may rely on its being stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar

import msgspec

from . import chance, progress
from .chance import Die, Face
from .contract import Applied, Choice, Content, Correction, Json, Option, System, choices_of, find_option, may_answer
from .game_log import GameLog, standing_of
from .record import (
    MODES,
    MOST_REPLACED,
    MOST_STEPS,
    Corrected,
    Dice,
    Diced,
    FrozenContent,
    Mark,
    Mode,
    Noted,
    Record,
    Recording,
    Result,
    Rolled,
    Source,
    Step,
    SupersededEnd,
    Switched,
    plain,
)
from .refusal import InvalidInput, RuleBroken, UnknownOption, refuse
from .revision import Past, Revision
from .session_factory import (
    HARM,
    dated,
    first_mode,
    first_state,
    header_of,
    missing_for_rules,
    why_not,
)
from .timeline import Cause, Change, Journal, LogTail, Standing, common, events_in, intent_of, roll_of, seeded
from .words import say

S = TypeVar("S")

__all__ = ["Cause", "Change", "Journal", "Session", "Standing"]


class Session(GameLog[S]):
    """A game. Make one with `new`, `load` or `replay`. To be used from one thread."""

    # Beginnings

    @staticmethod
    def new(
        system: System[S],
        setup: Json,
        content: Content,
        seed: int | None = None,
        *,
        packs: Mapping[str, str] | None = None,
        dice: Dice = "virtual",
        mode: Mode | None = None,
    ) -> Session[S]:
        """A game set up; no `seed`: a random one. Raises InvalidInput naming the field at fault, or RuleBroken.

        No `mode`: under the rules, unless the set-up leaves to hands what these do; then with reminders.
        `packs`: namespace to version of those in `content`; the ones that the game has cards of are kept with it.
        """
        noting = Recording(content)
        first = system.new(setup, noting)
        mode = first_mode(system, first, mode)
        header = header_of(system, noting, seed, packs, dice, mode)
        begun = plain(dated(system, setup, system.facts.edition))
        return Session(system, msgspec.structs.replace(header, setup=begun), first)

    @staticmethod
    def load(
        system: System[S],
        position: Json,
        content: Content,
        seed: int | None = None,
        *,
        packs: Mapping[str, str] | None = None,
        dice: Dice = "virtual",
        mode: Mode | None = None,
    ) -> Session[S]:
        """A game that begins from a position, as `new` begins one; raises InvalidInput naming the field at fault."""
        noting = Recording(content)
        first = system.decode(position, noting)
        mode = first_mode(system, first, mode)
        header = header_of(system, noting, seed, packs, dice, mode)
        begun = plain(dated(system, system.encode(first), system.facts.edition))
        return Session(system, msgspec.structs.replace(header, start=begun), first)

    @staticmethod
    def replay(
        system: System[S],
        record: Record,
        content: Content,
        *,
        cursor: int | None = None,
        lenient: bool = False,
        onto: Session[S] | None = None,
    ) -> Session[S]:
        """The game of `record`, at its end or at `cursor`, played with the cards it carries.

        Raises InvalidInput with the path of the first step that does not fit (``record.steps[12]``); when
        `lenient`, the steps from there on are left out instead. `onto`: a game with the same beginning; the steps
        with which both go on are not played again.
        """
        if record.system != system.facts.id:
            raise InvalidInput("record.system", say("This record belongs to another game system."))
        frozen = FrozenContent(record.cards, content, record.every)
        noting = Recording(frozen)
        # Cards nobody checked may break a system in any way; with checked ones such an error is ours.
        harm = HARM if frozen.foreign else ()
        try:
            first = first_state(system, record, noting) if onto is None else onto.state_at(0)
        except harm as wrong:
            why = say("This game cannot be set up with its cards.")
            raise InvalidInput("record.cards", why) from wrong
        header = msgspec.structs.replace(record, steps=(), cards=noting.cards, every=noting.whole or msgspec.UNSET)
        if onto is not None:
            header = msgspec.structs.replace(header, cards=onto.header.cards, every=onto.header.every)
        session = Session(system, header, first)
        shared = 0
        if onto is not None:
            shared = common(record.steps, onto.steps)
            session._line.share(onto._line, shared)
            if onto.diverged is not None and onto.diverged < shared:
                session.diverged = onto.diverged
        tail = session._line.tail()
        for n, step in enumerate(record.steps[shared:], shared):
            if n % 16 == 0:
                progress.told(n, len(record.steps))
            try:
                tail.again(step, record.seed)
            except (UnknownOption, RuleBroken, InvalidInput, *harm) as wrong:
                if lenient:
                    break
                raise InvalidInput(f"record.steps[{n}]", why_not(wrong)) from wrong
            told = step.result.events
            if told and session.diverged is None and told != tail.last.step.result.events:
                session.diverged = n
        session._line.take(shared, tail, None)
        if cursor is not None:
            if not lenient:
                session._line.refuse_outside(cursor)
            session._line.cursor = max(0, min(cursor, shared + len(tail.moments)))
        return session

    # Steps

    def choose(self, option: Option | str, *, seat: str | None = None, join: bool = False) -> Change:
        """Choose; with `join` in the group of the step before. When it is refused, nothing happens.

        `seat`: who says so, or another of its camp where a camp is asked. Raises UnknownOption when it is no option
        here, or not this seat's, RuleBroken when a rule forbids it.
        """
        return self.choose_all([option], seat=seat, join=join)

    def choose_all(self, options: Iterable[Option | str], *, seat: str | None = None, join: bool = False) -> Change:
        """Choose one after the other, as one group: all or, when one is refused, none."""
        tail, system = self._line.tail(), self.system
        group, mark = self._group(join), self._mark()
        for option in options:
            state = tail.state
            asked = choices_of(system.pending(state) if tail.moments else self.pending)
            if not asked:
                raise UnknownOption(say("Nobody has a choice to make now."))
            if isinstance(option, str):
                option = find_option(system, state, option, seat)
            if seat is not None:
                self._refuse_foreign(state, asked, option, seat)
            applied = system.apply(state, option)
            tail.add(Step(intent_of(system, state, option), mark=mark, group=group), applied)
        return self._commit(self.cursor, tail, "choose")

    def roll(
        self,
        faces: Sequence[Face | None] | None = None,
        sources: Sequence[Source] | None = None,
        *,
        join: bool = False,
    ) -> Change:
        """Answer the roll asked for: typed faces, or the seed's where `faces` or one of them is None.

        `sources` may say otherwise where each face is from. Raises UnknownOption when no dice, or others, are
        asked for.
        """
        asked = roll_of(self.pending)
        given = (None,) * len(asked.dice) if faces is None else tuple(faces)
        _refuse_uneven(asked.dice, given, sources)
        drawn = chance.seeded(asked.dice, self.header.seed, self._line.here.rolls, asked.distinct)
        outcome = chance.completed(given, drawn, asked.distinct)
        known: list[Source] = ["seed" if face is None else "typed" for face in given]
        tail = self._line.tail()
        step = Step(Rolled(), mark=self._mark(), group=self._group(join))
        tail.add(step, self._rolled(self.state, outcome), outcome, tuple(sources or known))
        return self._commit(self.cursor, tail, "roll")

    def retype(self, faces: Sequence[Face]) -> Change:
        """Put the faces of the roll just made right, in its place; dice that change are then "corrected".

        Raises UnknownOption when the last step is no roll, or the faces are not those of its dice.
        """
        at = self._line.last_deed(self.cursor)
        if at < 0 or type(self._line.steps[at].intent) is not Rolled:
            raise UnknownOption(say("The last step is not a roll."))
        notes = self._line.steps[at + 1 : self.cursor]
        last, before = self._line.steps[at], self._line.moments[at].state
        asked, outcome = roll_of(self._line.pending(at)), tuple(faces)
        _refuse_uneven(asked.dice, outcome, None)
        old = zip(outcome, last.result.faces or outcome, last.result.sources or seeded(len(outcome)), strict=True)
        sources: list[Source] = [source if new == was else "corrected" for new, was, source in old]
        tail = self._line.tail(at)
        tail.add(last, self._rolled(before, outcome), outcome, tuple(sources))
        for note in notes:
            tail.again(note, self.header.seed)
        return self._commit(at, tail, "retype")

    def edit(
        self,
        correction: Correction | Json,
        rule: str | None = None,
        *,
        override: bool = False,
        join: bool = False,
    ) -> Change:
        """Correct the table by hand. Naming the `rule` it breaks, or `override`, marks it as against them.

        Raises InvalidInput when it makes no possible table, RuleBroken (``TABLE``) in enforce mode without.
        """
        return self.edit_all([correction], rule, override=override, join=join)

    def edit_all(
        self,
        corrections: Iterable[Correction | Json],
        rule: str | None = None,
        *,
        override: bool = False,
        join: bool = False,
    ) -> Change:
        """Correct one thing after the other, as one group: all or, when one makes no possible table, none."""
        against = override or rule is not None
        if self.mode == "enforce" and not against:
            raise RuleBroken(refuse("TABLE", "The rules are enforced: nothing can be moved by hand unless you insist."))
        tail, group = self._line.tail(), self._group(join)
        for correction in corrections:
            if not isinstance(correction, Correction):
                correction = self.system.correction_of(tail.state, correction)
            self._correct(tail, correction, "overridden" if against else "observed", rule, group)
        missing = missing_for_rules(self.system, tail.state) if self.mode == "enforce" else None
        if missing is not None:
            raise InvalidInput("", missing)
        return self._commit(self.cursor, tail, "edit")

    def switch(self, mode: Mode, *corrections: Correction) -> Change:
        """Go on in another mode; already in it: nothing happens.

        Under the rules everything is done by itself: what was not is put right in the same group. Back at the table,
        `corrections` follow in that group. Raises InvalidInput when one makes no possible table.
        """
        if mode not in MODES:
            raise UnknownOption(say("This mode does not exist."))
        tail, group = self._line.tail(), self._group(False)
        if mode != self.mode:
            tail.add(Step(Switched(mode), mark=self._mark(), group=group), Applied(tail.state, ()))
            missing = missing_for_rules(self.system, tail.state) if mode == "enforce" else None
            if missing is not None:
                raise InvalidInput("mode", missing)
            right = self.system.refereed(tail.state) if mode == "enforce" else None
            if right is not None:
                self._correct(tail, right, "enforced", None, group)
            for correction in corrections if mode != "enforce" else ():
                self._correct(tail, correction, "observed", None, group)
        return self._commit(self.cursor, tail, "switch")

    def set_dice(self, dice: Dice) -> Change:
        """Say who rolls from now on; so already: nothing happens."""
        tail = self._line.tail()
        if dice != self.dice:
            tail.add(Step(Diced(dice), mark=self._mark(), group=self._group(False)), Applied(self.state, ()))
        return self._commit(self.cursor, tail, "dice")

    def note(self, about: Literal["help", "agreed"], what: str) -> Change:
        """Put a note into the log at the present: it changes no state, and what was undone may still be redone."""
        line, before, shown, present = self._line, self.cursor, self.state, self.present
        tail = line.rest(present).with_notes(0, [Step(Noted(about, what), mark=self._mark())])
        if self._journal is not None:
            standing = standing_of(line.moments[present].mode, line.pending(present))
            self._journal.commit(present, tail.steps, present + 1, standing)
        line.take(present, tail, None)
        line.cursor = before + (before > present or not self.looking)
        self._present = present + 1 if self.looking else None
        return self._tell(before, shown, (), "note")

    def agreed(self) -> str | None:
        """The help that was agreed last at the cursor, else the first that ever was; None when nothing was."""
        return self._line.agreed()

    # Another past

    def revise(
        self, index: int, replacement: Iterable[Step] = (), *, removed: int = 1, undone: bool = True
    ) -> Revision[S]:
        """Propose that `replacement` had been done in place of the `removed` steps from `index` on.

        No replacement: they are dropped; none removed: steps are put in. Nothing changes before `accept`. What was
        undone is played again as well and may then be redone; not `undone`: it is forgotten.

        Steps are made by `revision.chosen`, `thrown` and `by_hand`. Raises UnknownOption when there are no such
        steps, and what the replacement raises when it does not fit there.
        """
        line, count = self._line, len(self._line.steps) if undone else self.present
        if not 0 <= index <= index + max(removed, 0) <= count:
            raise UnknownOption(say("The game has only {count} steps.", count=count))
        past = Past(
            self.system,
            self.seed,
            line.moments[: count + 1],
            index,
            max(removed, 0),
            self.present,
        )
        return Revision.begin(past, tuple(replacement))

    def accept(self, revision: Revision[S]) -> Change:
        """Make a proposal the log: all of it, in one call of the journal. The older end is kept in `replaced`.

        Raises UnknownOption when a misfit is still open, or the game has gone on since it was proposed.
        """
        if revision.open:
            raise UnknownOption(say("Some steps still need an answer."))
        past, present, stand = revision.past, self.present, revision.stand
        # notes come behind what the game stands at, whatever is written there meanwhile
        notes = self._line.steps[past.present : present]
        left = [*self._line.steps[: past.present], *self._line.steps[present:]]
        same = len(left) >= len(past.steps) and all(a is b for a, b in zip(left, past.steps, strict=False))
        if present < past.present or not same or any(type(step.intent) is not Noted for step in notes):
            raise UnknownOption(say("The game has moved on in the meantime."))
        at, tail = revision.at, revision.tail
        if stand < at:
            at += len(notes)  # they lie before what is changed
        else:
            tail = tail.with_notes(stand - at, notes, self.seed)
        return self._replace(at, tail, self.replaced, stand + len(notes))

    def restore(self) -> Change:
        """Bring back the end of the log that was replaced last; the present one is kept in its place.

        Raises UnknownOption when there is none, InvalidInput when it does not fit what comes before it any more.
        """
        if not self.replaced:
            raise UnknownOption(say("There is no older log to restore."))
        branch = self.replaced[-1]
        if branch.at > len(self._line.steps) or not 0 <= branch.cursor <= branch.at + len(branch.steps):
            raise UnknownOption(say("The older log no longer fits."))
        tail = self._line.tail(branch.at)
        try:
            for step in branch.steps:
                tail.again(step, self.seed)
        except (UnknownOption, RuleBroken, InvalidInput):
            raise UnknownOption(say("The older log no longer fits.")) from None
        return self._replace(branch.at, tail, self.replaced[:-1], branch.cursor)

    # Inside

    def _refuse_foreign(self, state: S, asked: Sequence[Choice], option: Option, seat: str) -> None:
        """Raise UnknownOption for an option of another seat: what rule forbids it might tell what that seat holds."""
        system = self.system
        theirs = [choice for choice in asked if option in choice.options]
        if any(may_answer(system, state, choice, seat) for choice in theirs):
            return
        whose = theirs[0].seat if theirs else system.fields(state, option).get("seat", seat)
        if whose != seat:
            raise UnknownOption(say("This is for {seat} to decide.", seat=whose))

    def _mark(self) -> Mark:
        return "enforced" if self.mode == "enforce" else "observed"

    def _group(self, join: bool) -> int:
        """The number of a new group (that of its first step, from 1 on), or the group of the step before."""
        last = self._line.last_deed(self.cursor) if join else -1
        before = self._line.steps[last].group if last >= 0 else 0
        return before or self.cursor + 1

    def _correct(self, tail: LogTail[S], correction: Correction, mark: Mark, rule: str | None, group: int) -> None:
        state, system = tail.state, self.system
        intent = Corrected(plain(system.correction_json(state, correction)))
        tail.add(Step(intent, Result(), mark, rule, group), system.edit(state, correction))

    def _rolled(self, state: S, outcome: tuple[Face, ...]) -> Applied[S]:
        asked = roll_of(self.system.pending(state))
        hidden = self.mode == "enforce" and chance.HIDDEN in outcome
        if hidden or not chance.fits(asked.dice, outcome, asked.distinct):
            raise UnknownOption(say("These faces do not match the dice to be rolled."))
        return self.system.rolled(state, outcome)

    def _commit(self, cut_at: int, tail: LogTail[S], cause: Cause) -> Change:
        before, shown = self.cursor, self.state
        self._refuse_looking()
        if not tail.moments:
            return Change(before, before, (), cause)
        after, pending = cut_at + len(tail.moments), self.system.pending(tail.state)
        if self._journal is not None:
            self._journal.commit(cut_at, tail.steps, after, standing_of(tail.last.mode, pending))
        self._line.take(cut_at, tail, pending)
        return self._tell(before, shown, events_in(tail.moments), cause)

    def _replace(self, at: int, tail: LogTail[S], replaced: tuple[SupersededEnd, ...], after: int) -> Change:
        """Put `tail` in the place of all from `at` on, and stand at the place `after`."""
        line, before, shown = self._line, self.cursor, self.state
        kept = [*replaced, SupersededEnd(at, line.steps[at:], self.present)][-MOST_REPLACED:]
        while len(kept) > 1 and sum(len(branch.steps) for branch in kept) > MOST_STEPS:
            del kept[0]
        header = msgspec.structs.replace(self.header, replaced=tuple(kept))
        made = tail.until(after - at) if after >= at else line.tail(after)
        standing = standing_of(made.last.mode, self.system.pending(made.state))
        if self._journal is not None:
            self._journal.replace(at, tail.steps, after, standing, header)
        self.header, self._present = header, None
        line.take(at, tail, None)
        line.cursor = after
        return self._tell(before, shown, (), "revise")


def _refuse_uneven(dice: tuple[Die, ...], faces: Sequence[Face | None], sources: Sequence[Source] | None) -> None:
    if len(faces) != len(dice) or (sources is not None and len(sources) != len(dice)):
        raise UnknownOption(say("Dice to enter: {count}.", count=len(dice)))
