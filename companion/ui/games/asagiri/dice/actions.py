"""A die in hand: what it may do now, in words; dragging it; and where the faces on the table are from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QWidget

from companion.model.core.chance import Face
from companion.model.core.contract import Option, options_of
from companion.model.core.record import Rolled, Source, Step
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import (
    DiceSet,
    DieTakenBack,
    FirstPlayerRolled,
    InspirationRolled,
    ReserveDieLost,
)
from companion.model.games.asagiri.rules.refusals import at_stake
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, Element
from companion.model.games.asagiri.skills.modifiers import skill_named
from companion.model.games.asagiri.skills.operation import Operation
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS
from companion.model.games.asagiri.state.stack import EffectFrame, Frame, GivingUp
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, STAT_OF, BandId, FigureId, Origin
from companion.ui.kit.art.dice import Entry, die_pixmap
from companion.ui.kit.choices import Menu

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController


MIME = "application/x-okko-die"
_ORIGINS: tuple[Origin, ...] = ("pool", "reserve", "aside")


@dataclass(frozen=True, slots=True)
class InspirationDie:
    """One inspiration die: its face, where it is, and on whose card when it is in reserve (else -1)."""

    element: Element
    origin: Origin = "pool"
    who: FigureId = NO_FIGURE


class _Hand(QObject):
    """Says when a die is picked up and when it is let go."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.held: InspirationDie | None = None

    def hold(self, die: InspirationDie | None) -> None:
        if die != self.held:
            self.held = die
            self.changed.emit()


hand = _Hand()
"""The one hand there is; `hand.changed` lets targets show themselves while a die is held."""


def mime_of(die: InspirationDie) -> QMimeData:
    """The die as what is dragged."""
    data = QMimeData()
    data.setData(MIME, f"{die.element},{die.origin},{die.who}".encode())
    return data


def die_of(data: QMimeData) -> InspirationDie | None:
    """The die that is dragged, or None when it is something else."""
    if not data.hasFormat(MIME):
        return None
    element, origin, who = bytes(data.data(MIME).data()).decode().split(",")
    face = next((known for known in ELEMENTS if known == element), None)
    place = next((known for known in _ORIGINS if known == origin), None)
    if face is None or place is None:
        return None
    return InspirationDie(face, place, FigureId(int(who)))


def drag(source: QWidget, die: InspirationDie, size: int) -> bool:
    """Let the person carry a die until it is let go; whether somebody took it. `size` in logical pixels."""
    carried = QDrag(source)
    carried.setMimeData(mime_of(die))
    carried.setPixmap(die_pixmap(die.element, size, chosen=True, dpr=source.devicePixelRatioF()))
    carried.setHotSpot(QPoint(size // 2, size // 2))
    hand.hold(die)
    try:
        return carried.exec(Qt.DropAction.MoveAction) == Qt.DropAction.MoveAction
    finally:
        hand.hold(None)


ENTRY: dict[Source, Entry] = {"seed": "rolled", "typed": "typed", "corrected": "corrected"}


def last_roll(game: AsagiriController) -> Step | None:
    """The step just made, if it is a roll."""
    session = game.session
    step = session.steps[session.done - 1] if session.done else None
    return step if step is not None and type(step.intent) is Rolled else None


def retypable(game: AsagiriController) -> Step | None:
    """The roll just made, if a person typed any of its dice: it may still be put right."""
    step = last_roll(game)
    if step is None or not any(source != "seed" for source in step.result.sources or ()):
        return None
    return step


def fought(game: AsagiriController) -> bool:
    """Whether the step just made was the roll of a fight or a test, whose slip sees to its dice."""
    done = game.session.done
    own = (InspirationRolled, FirstPlayerRolled)
    return not done or not any(isinstance(event, own) for event in game.session.events_of(done - 1))


def entries(step: Step | None, count: int) -> list[Entry]:
    """How each die of a roll came about; `count` dice."""
    sources = step.result.sources if step is not None else None
    return [ENTRY[source] for source in sources] if sources and len(sources) == count else ["rolled"] * count


def of_pool(game: AsagiriController, band: BandId) -> list[Entry]:
    """How each die in a band's pool came about, matched by face with the roll they came from."""
    pool: tuple[Face, ...] = game.state.bands[band].pool
    found: list[Entry] = ["rolled"] * len(pool)
    session = game.session
    for at in range(session.cursor - 1, -1, -1):
        events = session.events_of(at)
        if any(isinstance(event, DiceSet) and event.band == band for event in events):
            return found
        rolled = next((event for event in events if isinstance(event, InspirationRolled)), None)
        if rolled is None or rolled.band != band:
            continue
        marks = entries(session.steps[at], len(rolled.faces))
        known: list[tuple[Face, Entry]] = list(zip(rolled.faces, marks, strict=True))
        return _matched(pool, known)
    return found


def left_cards(game: AsagiriController, band: BandId) -> list[tuple[FigureId, Element]]:
    """The dice that have left cards of a band since its last roll: perhaps they still lie there."""
    found: list[tuple[FigureId, Element]] = []
    session = game.session
    for at in range(session.cursor - 1, -1, -1):
        events = session.events_of(at)
        if any(isinstance(event, InspirationRolled) and event.band == band for event in events):
            break
        found += [
            (event.who, event.element)
            for event in events
            if isinstance(event, DieTakenBack | ReserveDieLost) and game.state.band_of(event.who) == band
        ]
    return found


def _matched(pool: Sequence[Face], known: list[tuple[Face, Entry]]) -> list[Entry]:
    found: list[Entry] = []
    for face in pool:
        at = next((n for n, (other, _) in enumerate(known) if other == face), -1)
        found.append(known.pop(at)[1] if at >= 0 else "rolled")
    return found


def die_spent(state: State, option: Option) -> InspirationDie | None:
    """The die an option spends, moves or gives up; None when it is about no die that is known."""
    active = state.active.who if state.active else NO_FIGURE
    match option:
        case o.UseDie(element=element, origin=origin, who=who):
            return _die(element, origin, who)
        case o.UseSkill(skill=skill, origin=origin, who=who):
            return _die(_element(state, who, skill), origin, who)
        case o.PickDie(element=element, origin=origin):
            return _die(element, origin, _holder(state.frames[-1]) if state.frames else NO_FIGURE)
        case o.Shoot(skill=skill, origin=origin):
            return _die(_element(state, active, skill) if active >= 0 else None, origin, active)
        case o.Reserve(element=element):
            return InspirationDie(element)
        case o.TakeBack(who=who):
            return _die(state.figures[who].reserve, "reserve", who)
        case o.GiveUpDie(element=element, origin=origin, who=who):
            return InspirationDie(element, origin, who) if element else None
    return None


def _holder(top: Frame) -> FigureId:
    """On whose card the dice lie that are chosen among."""
    if isinstance(top, EffectFrame) and top.effects and isinstance(top.effects[0], Operation):
        return top.effects[0].holder(top)
    return getattr(top, "who", NO_FIGURE)


def _die(element: Element | None, origin: Origin | None, who: FigureId) -> InspirationDie | None:
    return InspirationDie(element, origin, who if origin == "reserve" else NO_FIGURE) if element and origin else None


def user_of(state: State, option: Option) -> FigureId:
    """The figure for which an option spends its die; -1 when it is for nobody."""
    match option:
        case o.UseDie(who=who) | o.UseSkill(who=who) | o.Reserve(who=who) | o.TakeBack(who=who):
            return who
        case o.Shoot():
            return state.active.who if state.active else NO_FIGURE
    return NO_FIGURE


def _element(state: State, who: FigureId, skill: str) -> Element | None:
    found = skill_named(state, who, skill)
    return found.element if found else None


def uses(game: AsagiriController, die: InspirationDie) -> list[Option]:
    """Everything a person may do with this die now."""
    return [option for option in game.options if die_spent(game.state, option) == die]


def kept(game: AsagiriController, die: InspirationDie) -> list[Option]:
    """On which cards this die may be kept when the activations end now; nothing while something else goes on."""
    if die.origin != "pool" or o.EndActivations() not in game.options:
        return []
    after = SYSTEM.apply(game.state, o.EndActivations()).state
    return [
        option for option in options_of(SYSTEM.pending(after))
        if isinstance(option, o.Reserve) and option.element == die.element
    ]  # fmt: skip


def begun(game: AsagiriController, die: InspirationDie) -> list[Option]:
    """What this die may do for a figure that is activated for it: the one selected, else any that can be.

    Nothing while another is active: its activation is not ended by a die.
    """
    state = game.state
    if state.active is not None or state.frames:
        return []
    ready = [option.who for option in game.options if isinstance(option, o.Activate)]
    found: list[Option] = []
    for who in [game.selection] if game.selection in ready else ready:
        after = SYSTEM.apply(state, o.Activate(who)).state
        found += [
            option for option in options_of(SYSTEM.pending(after))
            if option not in game.options and die_spent(after, option) == die and user_of(after, option) == who
        ]  # fmt: skip
    return found


def choose(game: AsagiriController, option: Option) -> bool:
    """Do what a die was said to do; what cannot be done yet is begun: the activations are ended, or one is begun."""
    if option in game.options:
        return game.choose(option)
    if isinstance(option, o.Reserve) and o.EndActivations() in game.options:
        return game.choose(o.EndActivations(), option)
    first = o.Activate(user_of(game.state, option))
    return game.choose(first, option) if first in game.options else game.choose(option)


def uses_on(game: AsagiriController, die: InspirationDie, who: FigureId) -> list[Option]:
    """What this die may do for one figure."""
    found = [*uses(game, die), *begun(game, die)]
    return [option for option in found if user_of(game.state, option) == who]


def words(game: AsagiriController, option: Option) -> str:
    """What an option does with its die, without repeating the die."""
    state = game.state
    match option:
        case o.UseDie(element=element, who=who):
            stat = Message(STAT_WORDS[STAT_OF[at_stake(state, who) or element]])
            return game.say(say("{stat} +1 for {who}", stat=stat, who=state.table.called[who]))
        case o.UseSkill(skill=skill, who=who):
            found = skill_named(state, who, skill)
            name = Name.of(found.name) if found else skill
            return game.say(say("{skill} ({who})", skill=name, who=state.table.called[who]))
        case o.Reserve(who=who):
            if option not in game.options:
                return game.say(say("Keep in reserve for {who}: ends the activations", who=state.table.called[who]))
            return game.say(say("Keep in reserve on {who}", who=state.table.called[who]))
        case o.TakeBack(who=who):
            return game.say(say("Take back from {who}", who=state.table.called[who]))
        case o.GiveUpDie() if isinstance(state.frames[-1], GivingUp):
            return game.say(say("Lose this die for good"))
    return game.say(SYSTEM.label(state, option))


def die_words(game: AsagiriController, element: Element) -> str:
    """The name of a face, as a word."""
    return game.say(say("{element} die", element=Message(ELEMENT_WORDS[element])))


def menu_of(game: AsagiriController, options: Sequence[Option], parent: QWidget) -> Menu:
    """A menu naming each option."""
    menu = Menu(game.say, say("Several choices"), parent)
    for option in options:
        sign = "tray" if isinstance(option, o.Reserve | o.TakeBack) else ""
        menu.add(words(game, option), partial(choose, game, option), sign)
    return menu


def perform(
    game: AsagiriController, options: Sequence[Option], parent: QWidget, at: QPoint, *, ask: bool = False
) -> bool:
    """Do the one thing there is to do, or ask which in a small menu at a global point; False when there is nothing.

    `ask`: ask even when there is one thing only.
    """
    if not options:
        return False
    if len(options) == 1 and not ask:
        return choose(game, options[0])
    menu_of(game, options, parent).ask(at, game.changed)  # what it offers is no longer on offer then
    return True
