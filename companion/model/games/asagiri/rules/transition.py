"""A state on its way to the next one, with the events of the way. Rules change a `Transition`; nobody else sees it."""

from __future__ import annotations

from typing import Any, Literal

from companion.model.core.contract import Event
from companion.model.core.refusal import Refusal
from companion.model.games.asagiri.adventure import goals
from companion.model.games.asagiri.skills.language.vocabulary import Did, Element, Window, did_mark
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.skills.trigger_context import sees
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.stack import (
    Active,
    Disabling,
    Fight,
    Frame,
    GivingUp,
    Reacting,
    Reminding,
    Shaking,
    StruckAs,
    without,
)
from companion.model.games.asagiri.state.state import SEATS, State, replace
from companion.model.games.asagiri.state.table import Table
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    BEFORE,
    ENEMY_OF,
    NO_FIGURE,
    NO_SQUARE,
    BandId,
    FigureId,
    SquareId,
    by_thing,
)

from . import kami
from .events import (
    CharacterDisabled,
    CharacterRecovered,
    CharacterShaken,
    GameEnded,
    HarmPrevented,
    MovementEnded,
    ReserveDieLost,
)
from .rule_modifiers import LEAVING, freedom, held_down, prevented
from .skill_events import CharacterDismissed, HonourLost, SquareTokenLifted, ThingPutDown, ZeniEarned

FIGHT_PARTS: dict[StruckAs | None, tuple[Literal["attacker", "defender"] | None, Literal["combat", "shot"] | None]] = {
    None: (None, None),
    "attacker": ("attacker", "combat"),
    "defender": ("defender", "combat"),
    "target": ("defender", "shot"),
}


class Transition:
    """The current state and what has happened since the start."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.began = state.active
        self.spoken = 0
        """Automatic skills that have spoken on the way."""
        self.endless: Refusal | None = None
        """Why this cannot be done: skills set each other off without end."""

    @property
    def table(self) -> Table:
        """What stays during the game."""
        return self.state.table

    def tell(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def figure(self, who: FigureId, **changes: Any) -> None:
        """Change fields of a figure."""
        self.state = self.state.with_figure(who, replace(self.state.figures[who], **changes))

    def band(self, which: BandId, **changes: Any) -> None:
        """Change fields of a band."""
        self.state = self.state.with_band(which, replace(self.state.bands[which], **changes))

    def activation(self, **changes: Any) -> Active:
        """Change fields of the activation going on, and return it."""
        assert self.state.active is not None
        active = replace(self.state.active, **changes)
        self.set(active=active)
        return active

    def act(self, what: str) -> None:
        """The active figure spends its action on `what`, or a further action that a skill gave it (TRN-4)."""
        active = self.state.active
        assert active is not None
        if not active.acted:
            self.activation(acted=True)
            return
        given = next(word for word in active.extra if word in (what, "action"))
        left = list(active.extra)
        left.remove(given)
        self.activation(extra=tuple(left))

    def push(self, *frames: Frame) -> None:
        """Put frames on the stack; the last one is resolved first."""
        self.state = self.state.push(*frames)

    # what happens by itself ----------------------------------------------------------------------------------------

    def note(self, who: FigureId, did: Did) -> None:
        """Note what a figure has done in this phase, or what was done to it, where a skill of the table may ask."""
        if "did" in self.table.speaks and did_mark(did) not in self.state.figures[who].used:
            self.figure(who, used=(*self.state.figures[who].used, did_mark(did)))

    def fought(self, fight: Fight) -> None:
        """Note that there was a fight, though it came to nothing; before, its own skills do not count it."""
        self.note(fight.attacker, "attacked" if fight.shot is None else "shot")
        self.note(fight.defender, "been_attacked" if fight.shot is None else "been_shot")

    def due(self, dial: str, about: FigureId, rule: str, **args: Any) -> bool:
        """Whether something automatic is done now. Where the table wants to be asked, the question is put instead."""
        if dial in self.table.asked:
            self.push(Reminding(dial, about, rule, **args))
            return False
        return dial not in self.table.off

    # what befalls figures ------------------------------------------------------------------------------------------

    def leave_pool(self, which: BandId, element: Element) -> None:
        """A die leaves the pool of a band."""
        pool = list(self.state.bands[which].pool)
        pool.remove(element)
        self.band(which, pool=tuple(pool))

    def leave_reserve(self, who: FigureId, element: Element) -> None:
        """A die leaves a card."""
        kept = list(self.state.figures[who].kept)
        kept.remove(element)
        self.keep(who, tuple(kept))

    def keep(self, who: FigureId, kept: tuple[Element, ...]) -> None:
        """The dice in reserve on a card are these."""
        self.figure(who, reserve=kept[0] if kept else None, more=kept[1:])

    def lose_reserve(self, who: FigureId) -> None:
        """INS-7: the dice in reserve are set aside."""
        for element in self.state.figures[who].kept:
            band = self.state.band_of(who)
            self.leave_reserve(who, element)
            self.band(band, aside=self.state.bands[band].aside + 1)
            self.tell(ReserveDieLost(who, element))

    def turn_card(self, who: FigureId, to: str) -> None:
        """Turn the profile card."""
        if self.state.figures[who].kept and self.due("reserve", who, "INS-7"):
            self.lose_reserve(who)
        self.figure(who, state=to)

    def shake(self, who: FigureId, rule: str, asked: bool = False, sure: bool = False, by: FigureId = NO_FIGURE,
              struck_as: StruckAs | None = None) -> None:  # fmt: skip
        """A figure becomes shaken; already shaken, it is disabled (CBT-6, STA-2). A Kami disappears (KAR-3).

        `asked`: its skills have spoken of it; `sure`: its table has; `by`: who did it, -1 for nobody.
        """
        if self.table.edition < 3:
            by, struck_as = NO_FIGURE, None
        if self.state.figures[who].at < 0 or self._about_to(Shaking, who):
            return
        is_kami = self.table.characters[who].kami is not None
        if self.state.figures[who].state == "shaken":
            self.disable(who, rule, by, struck_as=struck_as)
        elif prevented(self.state, who, "shaken"):
            self.tell(HarmPrevented(who, "shaken"))
        elif not (asked or sure or self.due("kami" if is_kami else "cards", who, rule, to="shaken", opponent=by,
                                            struck_as=struck_as)):  # fmt: skip
            return
        elif not asked and (speaking := self._before(who, "shaken", "friend_shaking", by, struck_as)):
            self.push(Shaking(who, rule, True, by, struck_as), *speaking)
        elif is_kami:
            self.dismiss(who)
        else:
            self.turn_card(who, "shaken")
            self.tell(CharacterShaken(who, rule))
            at, cause = self.state.figures[who].at, (by, *FIGHT_PARTS[struck_as])
            self.watched(who, "friend_shaken", "enemy_shaken", at, *cause)

    def _about_to(self, what: type[Shaking | Disabling], who: FigureId) -> bool:
        """Whether skills are speaking of just this already: who is about to fall is not made to fall again."""
        return any(
            isinstance(frame, what) and frame.who == who and (isinstance(frame, Disabling) or frame.asked)
            for frame in self.state.frames
        )

    def lose_honour(self, who: FigureId) -> None:
        """CAM-3: an honour is lost when it is used, or when its bearer is disabled."""
        self.figure(who, honour_lost=True)

    def has(self, who: FigureId, window: Window) -> bool:
        """Whether a skill of the figure has this window."""
        if window not in self.table.speaks:
            return False
        return any(window in skill.when for skill in self.state.skills(who))

    def friends_with(self, who: FigureId, window: Window) -> list[FigureId]:
        """The figures beside this one that may speak of what happens to it, in the order of the band."""
        if window not in self.table.speaks:
            return []
        return [n for n in self.state.on_board(self.state.band_of(who)) if n != who and self.has(n, window)]

    def watched(self, who: FigureId, friend: Window | None, enemy: Window | None, at: SquareId,
                by: FigureId = NO_FIGURE, part: Literal["attacker", "defender"] | None = None,
                how: Literal["combat", "shot"] | None = None,
                **about: Any) -> None:  # fmt: skip
        """Others may speak of what a figure does on this square, or befalls it: the phase's player's first."""
        if self.table.speaks.isdisjoint((friend, enemy)):
            return
        band, fell = self.state.band_of(who), NO_SQUARE if self.state.figures[who].at >= 0 else at
        friends = [] if friend is None else [Reacting(n, friend, by, part, how, square=at, **about)
                                             for n in self.friends_with(who, friend)]  # fmt: skip
        enemies = [] if enemy is None else [Reacting(n, enemy, who, by=how, square=at, fell=fell, **about)
                                            for n in self.state.on_board(ENEMY_OF[band])
                                            if self.has(n, enemy)]  # fmt: skip
        asked = friends + enemies if band == self.state.phase else enemies + friends
        self.push(*reversed(asked))

    def _before(
        self, who: FigureId, own: Window, friends: Window, by: FigureId, struck_as: StruckAs | None
    ) -> list[Reacting]:
        """Who may speak before something befalls a figure: its friends, before them itself."""
        at, cause = self.state.figures[who].at, (by, *FIGHT_PARTS[struck_as])
        speaking = [Reacting(n, friends, *cause, square=at) for n in reversed(self.friends_with(who, friends))]
        return speaking + ([Reacting(who, own, *cause)] if self.has(who, own) else [])

    def recover(self, who: FigureId, rule: str, sure: bool = False, anywhere: bool = False) -> None:
        """A figure becomes vigilant again: not in an enemy control zone (STA-4), unless it may `anywhere`."""
        if not anywhere and held_down(self.state, who) and self.table.edition > 1:
            return
        if sure or self.due("cards", who, rule, to="vigilant"):
            self.turn_card(who, "vigilant")
            self.tell(CharacterRecovered(who))
            self.watched(who, "friend_vigilant", None, self.state.figures[who].at)
            if self.has(who, "vigilant"):
                self.push(Reacting(who, "vigilant"))

    def disable(self, who: FigureId, rule: str, by: FigureId = NO_FIGURE, asked: bool = False, sure: bool = False,
                struck_as: StruckAs | None = None) -> None:  # fmt: skip
        """A figure is disabled by a foe or nobody, unless a skill of its own prevents it. As in `shake`."""
        if self.state.figures[who].at < 0 or self._about_to(Disabling, who):
            return
        if prevented(self.state, who, "disabled"):
            self.tell(HarmPrevented(who, "disabled"))
        elif not (asked or sure or self._may_fall(who, rule, by, struck_as)):
            return
        elif not asked and (speaking := self._before(who, "disabled", "friend_falling", by, struck_as)):
            self.push(Disabling(who, rule, by, struck_as), *speaking)
        else:
            self._disable(who, rule, by, struck_as)

    def _may_fall(self, who: FigureId, rule: str, by: FigureId, struck_as: StruckAs | None) -> bool:
        dial = "disabling" if self.table.characters[who].kami is None else "kami"
        return self.due(dial, who, rule, to="disabled", opponent=by, struck_as=struck_as)

    def _disable(self, who: FigureId, rule: str, by: FigureId, struck_as: StruckAs | None) -> None:
        """The figure leaves the board; the end of the game is checked, then a civilian's die is owed (BND-6)."""
        figure, character = self.state.figures[who], self.table.characters[who]
        if character.kami is not None:
            self.dismiss(who)
            return
        band = character.band
        self.tell(CharacterDisabled(who, figure.at, character.value, rule))
        self.drop_load(who)
        self.figure(who, at=-1, state="disabled", lasting=())
        self.lose_reserve(who)
        honour = self.state.honour(who)
        if honour is not None:
            self.lose_honour(who)
            self.tell(HonourLost(who, honour))
        self.band(band, lost=self.state.bands[band].lost + character.value)
        for zeni, reason in scenario_game.for_disabling(self.state, who):
            self.earn(ENEMY_OF[band], zeni, reason)
        self.leave(who, figure.at)
        self.end_if_won()
        if not self.state.over:
            cause = (by, *FIGHT_PARTS[struck_as])
            self.watched(who, "friend_disabled", "enemy_disabled", figure.at, *cause)
        if not self.state.over and "civilian" in character.traits and self.due("civilian", who, "BND-6"):
            self.push(GivingUp(band))

    def earn(self, band: BandId, zeni: int, reason: str) -> None:
        """Give a band zeni (KAR-6)."""
        if zeni:
            self.band(band, earned=self.state.bands[band].earned + zeni)
            self.tell(ZeniEarned(band, zeni, reason))

    def dismiss(self, who: FigureId) -> None:
        """A figure leaves the board, for no zeni: dismissed by a skill, or a Kami that disappears (KAR-3)."""
        at = self.state.figures[who].at
        if at < 0:
            return
        self.tell(CharacterDismissed(who, at))
        self.drop_load(who)
        self.lose_reserve(who)
        self.figure(who, at=-1, state="disabled", lasting=())
        self.leave(who, at)
        self.end_if_won()

    def leave(self, who: FigureId, at: SquareId = NO_SQUARE) -> None:
        """Nothing more befalls a figure that is gone: what it still owed, or was owed by it, is over.

        What it was in the middle of doing is done to the end, from the square `at` where it stood; -1: that is over
        too. Its Kami (KAR-2) and the tokens that it has laid on squares leave the board with it.
        """
        for summoned in kami.summoned_by(self.state, who):
            if self.due("kami", summoned, "KAR-2"):
                self.dismiss(summoned)
        for token in self.state.tokens:
            if token.source == who and not token.stays:
                self.set(tokens=tuple(one for one in self.state.tokens if one != token))
                self.tell(SquareTokenLifted(token.at, token.name))
        if self.state.active is not None and self.state.active.who == who:
            self.set(active=None)
        left = (without(frame, who, at) for frame in self.state.frames)
        self.set(frames=tuple(frame for frame in left if frame is not None))

    def keep_pace(self) -> None:
        """A movement not yet begun has the points of the Movement that counts now (MOV-1)."""
        active = self.state.active
        if active is not None and not active.moved and active.base >= 0:
            now = movement_points(self.state, active.who)
            if now != active.base:
                self.activation(points=max(0, active.points + now - active.base), base=now)

    def drop_load(self, who: FigureId) -> None:
        """ADV-6: what a figure carries falls on its square."""
        quest, at = self.state.quest, self.state.figures[who].at
        for n, thing in by_thing(quest.things if quest is not None else ()):
            if thing.bearer == who and quest is not None:
                things = (*quest.things[:n], replace(thing, at=at, bearer=-1), *quest.things[n + 1 :])
                self.set(quest=replace(quest, things=things))
                self.tell(ThingPutDown(who, n, at))

    def end_if_won(self) -> None:
        """END-1 to END-3, KAR-6."""
        found = end_of(self.state)
        if found is None or self.state.over or any(_is_end(frame) for frame in self.state.frames):
            return
        if self.due("victory", NO_FIGURE, found[1]):
            self.end(*found)

    def end(self, winner: BandId, rule: str) -> None:
        """The game is over; `winner` -1: nobody's."""
        self.set(over=True, frames=(), active=None)
        self.tell(GameEnded("" if winner < 0 else SEATS[winner], rule))

    def end_movement(self, resumed: bool = False) -> None:
        """The active figure's movement ends; begun vigilant in an enemy control zone, it becomes shaken (MOV-8).

        `resumed`: an action interrupts it, and a skill may let it go on afterwards.
        """
        active = self.state.active
        if active is None or active.over:
            return
        if resumed and "movement" in active.extra:
            self.activation(extra=tuple(word for word in active.extra if word != "movement"))
            return
        if not active.moved:
            return
        self.activation(over=True)
        self.tell(MovementEnded(active.who, "MOV-6" if self.state.in_enemy_zone(active.who, "movement") else "MOV-1"))
        if "stopped" in self.table.speaks:
            at = self.state.figures[active.who].at
            watching = self.state.on_board(ENEMY_OF[self.state.band_of(active.who)])
            self.push(*(Reacting(n, "stopped", active.who, square=at) for n in reversed(watching)
                        if self.has(n, "stopped") and sees(self.state, n, active.who)))  # fmt: skip
        began = active.began
        if LEAVING & freedom(self.state, active.who):
            return
        shaking = active.stepped or self.table.options.turning_in_zone_shakes
        shaken = began is not None and began.in_zone and began.state == "vigilant" and shaking
        if shaken and self.due("leaving", active.who, "MOV-8"):
            self.shake(active.who, "MOV-8")


def _is_end(frame: Frame) -> bool:
    return isinstance(frame, Reminding) and frame.dial == "victory"


def before_action(state: State) -> State:
    """The state in which the active figure would act now: a movement going on has ended first (MOV-8).

    Becoming shaken turns the card, so a skill of the vigilant face may be gone by then.
    """
    active = state.active
    if active is None or not active.moved or active.over or active.began is None or not active.began.in_zone:
        return state
    flow = Transition(state)
    flow.end_movement()
    return flow.state


def if_turned(state: State) -> State:
    """What comes of `before_action` where a skill could still keep the card from turning and does not: who shoots with
    its die in reserve has lost it by then (INS-7). The same state where nothing is asked.
    """
    about = state.frames[-2] if len(state.frames) > 1 and isinstance(state.frames[-1], Reacting) else None
    if not isinstance(about, Shaking):
        return state
    flow = Transition(replace(state, frames=state.frames[:-2]))
    flow.shake(about.who, about.rule, asked=True)
    return flow.state


def end_of(state: State) -> tuple[BandId, str] | None:
    """Who has won (-1: nobody) and by which rule, once the game is on; None while it goes on (END-1 to END-3).

    In a game for zeni END-1 does not apply (KAR-6).
    """
    if state.stage in BEFORE:
        return None
    if state.quest is not None:
        return goals.end_of(state)
    for rule, beaten in (
        ("END-1", [state.table.contest is None and state.bands[n].lost >= state.table.limits[n] for n in BANDS]),
        ("END-2", [not state.on_board(n) for n in BANDS]),
    ):
        if any(beaten):
            return goals.unbeaten(beaten), rule
    won = scenario_game.end_of(state)
    return None if won is None else (won, "KAR-6")
