"""Where skills change the rules themselves: what is ignored, what cannot befall, how much a card holds (SKL-3).

What must not happen beats what happens: a skill that prevents stands against one that causes.
"""

from __future__ import annotations

from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, Element, Window
from companion.model.games.asagiri.skills.modifiers import touching
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import FigureId

NOTHING: frozenset[str] = frozenset()
LEAVING = frozenset({"zones", "leaving"})
"""Either lets a movement begin in an enemy control zone as if there were none (MOV-7, MOV-8)."""
GAPS = "gaps"
"""Of old, whoever passed figures passed the diagonals that they close as well (GEO-2)."""


def ignored(state: State, moment: TriggerContext) -> frozenset[str]:
    """The rules that do not hold for the moment's figure."""
    if "ignore" not in state.table.speaks:
        return NOTHING
    if moment.behind or moment.by == "combat":
        moment = replace(moment, behind_settled=True, support_settled=True)
    found = [touch.effect for touch in touching(state, moment, "ignore")]
    words = frozenset(word for effect in found if not effect.extra for word in effect.what)
    dear = [effect for effect in found if effect.extra and not words.issuperset(effect.what)]
    if dear:
        words |= {word for effect in dear for word in effect.what} | {f"extra:{min(one.extra for one in dear)}"}
    return words


def extra(free: frozenset[str]) -> int:
    """How many movement points more a step costs that leads through a wall."""
    return next((int(word.removeprefix("extra:")) for word in free if word.startswith("extra:")), 0)


def freedom(state: State, who: FigureId, window: Window = "movement") -> frozenset[str]:
    """What a figure's movement, or its tests and shots, need not mind."""
    words = ignored(state, TriggerContext(window, who)) if "ignore" in state.table.speaks else NOTHING
    return words | {GAPS} if words and state.table.edition < 4 else words


def passable(state: State, who: FigureId, free: frozenset[str]) -> int:
    """The mask of the figures that may be passed, not to stop on (MOV-5), or shot past (SHT-4)."""
    if "figures" in free:
        return state.occupied()
    if "friends" not in free:
        return 0
    return sum(1 << state.figures[n].at for n in state.on_board(state.band_of(who)))


def forbidden(state: State, moment: TriggerContext, deed: str) -> bool:
    """Whether skills forbid the moment's figure to do this (SKL-3)."""
    if "forbid" not in state.table.speaks:
        return False
    return any(deed in touch.effect.what for touch in touching(state, moment, "forbid"))


def unbound(state: State, who: FigureId, moment: TriggerContext, *, turning: bool = False) -> bool:
    """Whether a skill may move (turn) a figure: one of its own movement does nothing that is forbidden (TRN-4)."""
    if moment.window != "movement" or moment.who != who or state.table.edition < 4:
        return True
    seen = TriggerContext("movement", who)
    return not forbidden(state, seen, "movement") and not (turning and forbidden(state, seen, "turns"))


def barred(state: State, who: FigureId) -> frozenset[Element]:
    """The faces of the inspiration dice that skills forbid a figure to use (SKL-3)."""
    if "forbid" not in state.table.speaks:
        return frozenset()
    touched = touching(state, TriggerContext("always", who), "forbid")
    faces = [touch.effect.element for touch in touched if "dice" in touch.effect.what]
    return frozenset(ELEMENTS if None in faces else faces)


def obliged(state: State, who: FigureId) -> frozenset[str]:
    """What skills want an active figure to do with its action, as long as it can (SKL-3)."""
    if "oblige" not in state.table.speaks:
        return NOTHING
    seen = TriggerContext("activation", who)
    return frozenset(word for touch in touching(state, seen, "oblige") for word in touch.effect.what)


def held_down(state: State, who: FigureId) -> bool:
    """STA-4: an enemy control zone keeps a shaken figure shaken, unless a skill says "even in a control zone"."""
    return state.in_enemy_zone(who, "willpower") and "zones" not in freedom(state, who, "willpower")


def prevented(state: State, who: FigureId, harm: str) -> bool:
    """Whether something cannot befall the figure."""
    if "prevent" not in state.table.speaks:
        return False
    return any(harm in touch.effect.what for touch in touching(state, TriggerContext("always", who), "prevent"))


def kept_idle(state: State, who: FigureId) -> bool:
    """Whether the figure cannot be activated, or has lost its next activation."""
    lost = any(found.effect.key == "lose:activation" for found in state.figures[who].lasting)
    return lost or prevented(state, who, "activation")


def has_room(state: State, who: FigureId, element: Element | None = None) -> bool:
    """Whether a card may hold one more die in reserve, or one that shows this face (INS-6); a Kami's none (KAR-3)."""
    kept = state.figures[who].kept
    if state.table.characters[who].kami is not None:
        return False
    if not kept or "reserves" not in state.table.speaks:
        return not kept
    return any(
        touch.effect.most > len(kept) and not (touch.effect.different and element in kept)
        for touch in touching(state, TriggerContext("always", who), "reserves")
    )


def attack_reach(state: State, who: FigureId, *, ahead: bool = False) -> int:
    """How far an attack reaches, `ahead`: straight ahead; 1: the control zone alone (CBT-1)."""
    if "lengthen" not in state.table.speaks:
        return 1
    touched = touching(state, TriggerContext("activation", who), "lengthen")
    return max((touch.effect.squares for touch in touched if ahead or not touch.effect.straight), default=1)
