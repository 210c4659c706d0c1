"""What the page says of each question of the assistant: the sentence, the rule in words, the card, the way so far."""

from __future__ import annotations

from typing import Protocol

from companion.model.core.contract import Event, Roll
from companion.model.core.record import Diced, DiceMode, Noted, Rolled
from companion.model.core.words import Arg, Message, Name, say
from companion.model.games.asagiri.campaign import events as e
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.assistant import APPROVE, RESULT, fact_station, station, stations, told_at
from companion.model.games.asagiri.campaign.chapter_page import fact_words, facts_of
from companion.model.games.asagiri.campaign.events import HEAL, PRAY, DiceTable
from companion.model.games.asagiri.campaign.legal_options import condition
from companion.model.games.asagiri.campaign.state import (
    Healing,
    Honouring,
    Member,
    Praying,
    Replacing,
    Seeking,
    State,
    Task,
    Tending,
    replace,
)
from companion.model.games.asagiri.state.formatting import STATE_WORDS, zeni
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.campaign.after_stations import ApprovalPanel, Progress, Stop
from companion.ui.games.asagiri.campaign.table_sheet import RollPanel
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.dice.actions import ENTRY

from .after_choices import Card, ChoosePanel, ReplacePanel, SeekPanel
from .after_panel import AssistantPanel, ResultPanel, sentences


class Panels(Protocol):
    """A panel for every kind of question."""

    approval: ApprovalPanel
    choosing: ChoosePanel
    replacing: ReplacePanel
    result: ResultPanel
    rolling: RollPanel
    seeking: SeekPanel


class AfterQuestions:
    """See the module. `fallen` is the step of a roll that lies on the table; None: the present question."""

    def __init__(self, controller: CampaignController, faces: CampaignFaces) -> None:
        self.controller, self.faces = controller, faces

    def state(self, fallen: int | None) -> State:
        """The campaign as the question had it."""
        session = self.controller.session
        return session.state if fallen is None else session.state_at(fallen)

    def lies(self, fallen: int) -> bool:
        """Whether the roll of a step is still the last thing that was done."""
        session = self.controller.session
        if not fallen < session.cursor <= len(session.steps) or not isinstance(session.steps[fallen].intent, Rolled):
            return False
        return all(isinstance(step.intent, Diced | Noted) for step in session.steps[fallen + 1 : session.cursor])

    def result_began(self) -> int:
        """The place of the log where the first answer about the result comes."""
        return told_at(self.controller.session) + 1

    def drawing(self) -> tuple[str, tuple[str, ...]] | None:
        """Who draws cards now, and what was put back before; None: nobody."""
        task = self.controller.state.now.task
        if self.controller.to_roll() is None or not isinstance(task, Seeking):
            return None
        return task.who, task.put_back

    def mode(self) -> DiceMode:
        """Who rolls the die that is asked for."""
        roll = self.controller.to_roll()
        return self.controller.session.dice_modes(roll)[0] if isinstance(roll, Roll) else "virtual"

    def _events(self, fallen: int) -> tuple[Event, ...]:
        return self.controller.session.events_of(fallen)

    def put(self, page: Panels, fallen: int | None, *, falling: bool) -> AssistantPanel:
        """Put the question into the panel that asks it, and name that one."""
        state = self.state(fallen)
        stage, task = state.now.stage, state.now.task
        if stage == "result":
            page.result.ask(state)
            return page.result
        if stage == "facts":
            page.choosing.tell(self._facts(state))
            return page.choosing
        if stage == "approve" or task is None:
            proposed = self.controller.proposed
            assert proposed is not None
            page.approval.ask(state, proposed)
            return page.approval
        if isinstance(task, Healing | Praying):
            self._put_roll(page, self._table(state, task), fallen, falling)
            return page.rolling
        if isinstance(task, Seeking):
            self._put_seek(page, state, task, fallen)
            return page.seeking
        if isinstance(task, Replacing):
            page.replacing.ask(state, task)
            return page.replacing
        page.choosing.tell(self._honours(state, task) if isinstance(task, Honouring) else self._tending(state, task))
        return page.choosing

    def _table(self, state: State, task: Task) -> DiceTable:
        return HEAL[condition(state, task.who)] if isinstance(task, Healing) else PRAY

    def _put_roll(self, page: Panels, table: DiceTable, fallen: int | None, falling: bool) -> None:
        if fallen is None:
            page.rolling.ask(table, self.mode())
            return
        result = self.controller.session.steps[fallen].result
        assert result.faces is not None
        source = (result.sources or ("seed",))[0]
        page.rolling.show_fallen(table, result.faces[0], ENTRY[source], falling=falling)

    def _put_seek(self, page: Panels, state: State, task: Seeking, fallen: int | None) -> None:
        if fallen is None or self._goes_on(task):
            state = self.controller.state
            now = state.now.task
            assert isinstance(now, Seeking)
            if self.controller.to_roll() is not None:
                page.seeking.draw(state, now, self.mode())
            else:
                mine = [one for one in self.controller.options if isinstance(one, o.KeepGear)]
                page.seeking.choose(state, now, [(o.option_id(one), one.gear) for one in mine])
            return
        events = self._events(fallen)
        drawn = tuple(event.gear for event in events if isinstance(event, e.EquipmentDrawn))
        kept = next((event.gear for event in events if isinstance(event, e.EquipmentKept)), "")
        system, after = self.controller.session.system, self.controller.session.state_at(fallen + 1)
        came = [system.tell(after, event) for event in events if isinstance(event, e.EquipmentKept | e.NothingFound)]
        lying = replace(task, drawn=(*task.drawn, *drawn))
        page.seeking.show_found(state, lying, kept, sentences(map(self.controller.say, came)))

    def _goes_on(self, before: Seeking) -> bool:
        """Whether the same cards still lie there: one more was drawn, or one is to be kept."""
        now = self.controller.state.now.task
        return isinstance(now, Seeking) and now.who == before.who and now.put_back == before.put_back

    def passing(self, fallen: int) -> bool:
        """Whether a roll needs no look of its own: the question it belongs to goes on."""
        task = self.state(fallen).now.task
        return isinstance(task, Seeking) and self._goes_on(task)

    def came(self, fallen: int) -> str:
        """What a roll has brought, in words."""
        session = self.controller.session
        after = session.state_at(fallen + 1)
        return sentences(self.controller.say(session.system.tell(after, event)) for event in self._events(fallen))

    def _facts(self, state: State) -> list[Card]:
        t, fact = self.controller.say, facts_of(state)[state.now.asked]
        made = ((t(say("Yes")), "yes", "check"), (t(say("No")), "no", "close"),
                (t(say("Nobody remembers")), "unknown", "help"))  # fmt: skip
        return [Card(o.option_id(o.Recall(fact, holds)), title, sign=sign) for title, holds, sign in made]

    def _tending(self, state: State, task: Task) -> list[Card]:
        assert isinstance(task, Tending)
        t = self.controller.say
        pray = t(say("One die: an element grants an honour, a tori does not."))
        seek = t(say("Draw three equipment cards and keep one."))
        return [
            Card(o.option_id(o.Pray(task.who)), t(say("Pray")), pray, kanji="心"),
            Card(o.option_id(o.Seek(task.who)), t(say("Seek")), seek, kanji="武"),
        ]

    def _honours(self, state: State, task: Honouring) -> list[Card]:
        t, own = self.controller.say, state.member(task.who).honour
        assert own is not None
        found = []
        for honour, mark in ((own, t(say("its own"))), (task.new, t(say("new")))):
            name, words = self.faces.honour(honour)
            option = o.option_id(o.KeepHonour(task.who, honour))
            found.append(Card(option, t(name), t(words), sign="honour", mark=mark))
        return found

    def words(self, fallen: int | None) -> tuple[Message, Message]:
        """What is asked, in one sentence; and the rule in words."""
        state = self.state(fallen)
        stage, task = state.now.stage, state.now.task
        if stage == "result":
            return say("How did everyone come out of it?"), say(
                "A single-use card is lost once it was used. An honour is lost once it was used or its bearer was "
                "disabled."
            )
        if stage == "facts":
            fact = fact_words(state, facts_of(state)[state.now.asked])
            return say("{fact}?", fact=fact), say("Later adventures may depend on it.")
        if stage == "approve" or task is None:
            return say("Is this right?"), say(
                "Nothing is final until you approve it. Choose a character to change its result."
            )
        who = self._name(state, task.dead if isinstance(task, Replacing) else task.who)
        return self._task_words(state, task, who)

    def _task_words(self, state: State, task: Task, who: Arg) -> tuple[Message, Message]:
        if isinstance(task, Healing) and condition(state, task.who) == "disabled":
            return say("Does {who} survive?", who=who), say(
                "Each disabled character rolls a die; a dead one is replaced by others of the same value."
            )
        if isinstance(task, Healing):
            return say("Does {who} recover?", who=who), say("Each shaken character rolls a die.")
        if isinstance(task, Tending):
            return say("Does {who} pray or seek?", who=who), say(
                "Each vigilant character prays for an honour or seeks equipment."
            )
        if isinstance(task, Praying):
            return say("{who} prays", who=who), say("An inspiration die: each element grants a different honour.")
        if isinstance(task, Honouring):
            return say("Which honour does {who} keep?", who=who), say("A character can have only one honour.")
        if isinstance(task, Seeking):
            return say("{who} seeks equipment", who=who), say(
                "Draw three cards and keep one of them or the old one; if none is of use, draw three more."
            )
        return say("Who replaces {who}?", who=who), say(
            "One or more of the same alignment, or Mercenaries, for {zeni} including equipment; a dead unique "
            "character cannot come back.",
            zeni=zeni(task.left),
        )

    def _name(self, state: State, who: str) -> str:
        return self.faces.name(state, who)

    def shown(self, fallen: int | None, *, still: bool) -> tuple[CardFace, Condition, str] | None:
        """The card of whoever it is about, its state, and its honour in words; None: it is about all.

        Once the die lies `still`, the card is as the roll has left it.
        """
        before = self.state(fallen)
        task = before.now.task
        if task is None or before.now.stage != "after":
            return None
        who = task.dead if isinstance(task, Replacing) else task.who
        state = self.controller.state if fallen is not None and still else before
        member = state.anybody(who)
        return self.faces.member(state, member), self._condition(state, member), self._honour(member)

    def _condition(self, state: State, member: Member) -> Condition:
        """As the battle or the healing has left it."""
        if station(state) == member.id and isinstance(state.now.task, Healing):
            found = condition(state, member.id)
            return "disabled" if found == "disabled" else "shaken"
        dead = any(known.id == member.id for roster in state.now.rosters for known in roster.fallen)
        return "disabled" if dead else member.state

    def _honour(self, member: Member) -> str:
        t = self.controller.say
        if member.honour is None:
            return ""
        name, words = self.faces.honour(member.honour)
        return t(say("{honour}: {what}", honour=name, what=words))

    def stops(self, fallen: int | None, *, still: bool) -> list[Stop]:
        """All stations, with how far one is; a die that is not `still` has brought nothing yet."""
        state = self.controller.state if still else self.state(fallen)
        here, way = station(self.state(fallen)), stations(state)
        at = way.index(here) if here in way else 0
        found: list[Stop] = []
        seat = -1
        for n, id in enumerate(way):
            progress: Progress = "done" if n < at else "present" if n == at else "ahead"
            words = self._progress(progress)
            if id in (RESULT, APPROVE) or id.startswith(fact_station(0)[:-1]):
                found.append(Stop(id, self._title(state, id), words, progress, sign=_SIGNS[id.partition(":")[0]]))
                continue
            member = state.anybody(id)
            gap, seat = seat != state.seat_of(id), state.seat_of(id)
            how = self._how(state, member)
            title, said = self._name(state, id), words if n > at else f"{self._state_words(how)}, {words}"
            found.append(Stop(id, title, said, progress, face=self.faces.member(state, member), state=how, gap=gap))
        return found

    def _how(self, state: State, member: Member) -> str:
        if any(known.id == member.id for roster in state.now.rosters for known in roster.fallen):
            return "dead"
        untended = member.id in state.now.todo or station(state) == member.id
        return condition(state, member.id) if untended else member.state

    def _state_words(self, how: str) -> str:
        return self.controller.say(say("dead") if how == "dead" else Message(STATE_WORDS[how]))

    def _progress(self, progress: str) -> str:
        words = {"done": say("done"), "present": say("now"), "ahead": say("to come")}
        return self.controller.say(words[progress])

    def _title(self, state: State, id: str) -> str:
        t = self.controller.say
        if id == RESULT:
            return t(say("Result"))
        if id == APPROVE:
            return t(say("Approval"))
        words: Message | Name = fact_words(state, facts_of(state)[int(id.partition(":")[2])])
        return t(words)


_SIGNS = {RESULT: "flag", APPROVE: "seal", "fact": "book"}
