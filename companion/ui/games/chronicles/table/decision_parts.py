"""The parts of the table that ask something in their own way: the slip of a fight, a hand, the initiative cards."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import SPECTATOR, Event, Option, Over
from companion.model.core.words import Message, say
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Seat, State
from companion.model.games.chronicles.wire.narration import named
from companion.ui.games.chronicles.controller import ChroniclesController
from companion.ui.games.chronicles.heroes.order_row import OrderRow
from companion.ui.games.chronicles.heroes.plan_hand import PlanHand
from companion.ui.games.chronicles.slip import DiceSlip
from companion.ui.games.chronicles.table.aims import listed
from companion.ui.games.chronicles.table.option_list import PLANNED
from companion.ui.games.chronicles.vocabulary import is_fight
from companion.ui.kit.layouts import OnePage

ORDERING = say("Put the heroes in the order in which they will act")
ACCUSED = (o.AccuseNature, o.AccuseHost)
"""What is chosen on the page of the end of the turn while it lies open."""
PLANNING = say("{hero}: lay one or two cards, then confirm the plan")
PLANNING_ONE_OF = say("{hero}: lay one or two cards, then confirm the plan. Click a hero to plan for another one.")
TOLD = say("{hero}: click the cards that were laid, each on its side")
RESULTS = frozenset(("AttackResolved", "TestResolved"))


class DecisionParts(QObject):
    """`turns` is the row of activations, or the initiative cards to be put in order in its place."""

    def __init__(self, game: ChroniclesController, strip: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._game = game
        self.slip, self.plan, self.order = DiceSlip(parent), PlanHand(parent), OrderRow(parent)
        self.turns, self._strip = OnePage(parent), strip
        for row in (strip, self.order):
            self.turns.addWidget(row)
        self.slip.wanted.connect(self._choose_by_id)
        self.plan.wanted.connect(self._choose_by_id)
        self._declared = -1
        """The step whose attack or test the slip shows."""
        self.asked: tuple[Option, ...] = ()
        """Everything that may be chosen on the screen now."""
        self.orders: tuple[o.Order, ...] = ()
        """Whose initiative card may come next, where there are several."""
        self._planner: Seat = ""
        """The hero whose hand is planned now."""
        self._planned = 0
        """The turn in which."""

    @property
    def plans(self) -> bool:
        return not self.plan.isHidden()

    @property
    def fights(self) -> bool:
        return not self.slip.isHidden()

    @property
    def prompt(self) -> Message | None:
        """What is to be done, where a part asks otherwise than the rules do."""
        if self.orders:
            return ORDERING
        if not self.plans:
            return None
        others = len({one.seat for one in self._game.choices}) > 1
        words = TOLD if self._game.state.stage == "reveal" else PLANNING_ONE_OF if others else PLANNING
        return Message(words.key, (("hero", named(self._game.state, self._planner)),))

    @property
    def planner(self) -> Seat | None:
        """The hero whose hand is shown."""
        return self._planner if self.plans else None

    @property
    def ready(self) -> o.Ready | None:
        """That the plan is ready, where it may be."""
        found = [one for one in self.asked if isinstance(one, o.Ready) and one.seat == self.planner]
        return found[0] if found else None

    @property
    def elsewhere(self) -> tuple[type[Option], ...]:
        """The kinds of options that are no lines, since one of the parts has them."""
        return (*(PLANNED if self.plans else ()), *((o.Order,) if self.orders else ()))

    @property
    def accuses(self) -> bool:
        """Whether somebody may be accused now."""
        return any(isinstance(one, ACCUSED) for one in self.asked)

    @property
    def in_slip(self) -> bool:
        """Whether the slip has everything that may be chosen."""
        return is_fight(self._game.state) and bool(self.asked)

    def show_state(self, seen: State, viewer: str, *, covered: bool, with_board: bool) -> None:
        """Show what is asked; `covered`: nothing, since somebody else has to take the screen."""
        choices = () if covered else self._game.choices
        self.asked = tuple(one for choice in choices for one in choice.options)
        self._show_slip(seen, viewer, covered=covered, with_board=with_board)
        self._show_plan(seen, covered=covered)
        self._show_order(seen)

    def _show_slip(self, seen: State, viewer: str, *, covered: bool, with_board: bool) -> None:
        """The attack or test that is resolved, and its result until the next thing is done."""
        session, state = self._game.session, self._game.state
        fights = is_fight(state)
        shown = [one for one in self.asked if fights and not (with_board and not listed(state, one))]
        declared, events = self._told(viewer)
        if declared != self._declared:
            self._declared = declared
            self.slip.forget()
        self.slip.tell(events)
        ids = [session.system.option_id(state, one) for one in shown]
        self.slip.show_state(seen, None if viewer == SPECTATOR else viewer, ids)
        over = isinstance(self._game.pending, Over) and not session.looking
        told = self.slip.has_roll and not over and any(event.kind in RESULTS for event in events)
        self.slip.setVisible(not covered and (fights or told))

    def _told(self, viewer: str) -> tuple[int, list[Event]]:
        """The step that declared the attack or test, and all that happened since; or the last step."""
        session = self._game.session
        first = session.cursor - 1
        while first > 0 and is_fight(session.state_at(first)):
            first -= 1
        return first, [event for n in range(max(0, first), session.cursor) for event in session.events_of(n, viewer)]

    def _show_plan(self, seen: State, *, covered: bool) -> None:
        """The hand of a hero who plans, or whose plan the table tells; of several the one whose sheet was clicked."""
        choices = {choice.seat: choice for choice in self._game.choices if choice.seat in seen.seats}
        planning = seen.stage in ("plans", "reveal") and bool(choices) and not covered
        if planning and (self._planner not in choices or self._planned != seen.turn):
            self._planner, self._planned = next(iter(choices)), seen.turn
        if planning:
            self.plan.show_plan(seen, self._planner, choices[self._planner].options)
        elif self.plan.seat:
            self.plan.put_away()
        self.plan.setVisible(planning)

    def plan_for(self, seat: Seat) -> bool:
        """Take up the hand of another hero who plans."""
        found = self.plans and any(one.seat == seat for one in self._game.choices)
        if found:
            self._planner = seat
        return found

    def _show_order(self, seen: State) -> None:
        orders = tuple(one for one in self.asked if isinstance(one, o.Order))
        self.orders = orders if seen.stage == "order" and len(orders) > 1 else ()
        if self.orders:
            self.order.show_order(seen, [one.hero for one in self.orders])
        self.turns.setCurrentWidget(self.order if self.orders else self._strip)

    def lay_order(self) -> None:
        """Lay the initiative cards as they are; the last one is laid by itself."""
        laid = {one.hero: one for one in self.orders}
        self._game.choose(*[laid[seat] for seat in self.order.order[:-1]])

    def _choose_by_id(self, id: str) -> None:
        system, state = self._game.session.system, self._game.state
        planned = self.plan.isVisible() and self.sender() is self.plan
        found = [
            one for one in self.asked
            if system.option_id(state, one) == id and (not planned or getattr(one, "seat", "") == self._planner)
        ]  # fmt: skip
        if found:
            self._game.choose(found[0])
