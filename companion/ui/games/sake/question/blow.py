"""The attack that is being answered: who makes it, at whom, of what value, and what that value is made of."""

from __future__ import annotations

from companion.model.core.contract import SPECTATOR
from companion.model.core.session import Session
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules.events import AttackDeclared
from companion.model.games.sake.rules.reach import attack_bonus
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, State
from companion.ui.games.sake.seen import SeenTable


class Blow:
    """See the module. `box`: that of the card; None: it is an event or a Disciple's."""

    def __init__(self, by: int, target: int, value: int, ranged: bool, box: int | None, weapon: int) -> None:
        self.by, self.target, self.value, self.ranged = by, target, value, ranged
        self.box, self.weapon, self.card = box, weapon, NO_CARD


def declared(session: Session[State]) -> AttackDeclared | None:
    """The attack that was declared last, within reach."""
    for n in range(session.cursor - 1, max(-1, session.cursor - 24), -1):
        for event in reversed(session.events_of(n, SPECTATOR)):
            if isinstance(event, AttackDeclared):
                return event
    return None


def blow(table: SeenTable, session: Session[State], state: State) -> Blow | None:
    """What is being answered, if it is an attack."""
    frame = table.frame("attack", "iaido")
    if frame is None:
        return None
    index = table.deck.index
    by = LETTERS.index(frame["by"] if frame["frame"] == "attack" else frame["seat"])
    target = o.seat_target(LETTERS.index(frame["target"])) if len(frame["target"]) == 1 else index[frame["target"]]
    if frame["frame"] == "attack":
        found = Blow(by, target, frame["value"], frame["ranged"], None, NO_CARD)
        told = declared(session)
        if told is not None and (told.by, told.target, told.value) == (by, target, found.value) and told.card >= 0:
            found.card, found.weapon = told.card, told.weapon
            event = table.deck.effect[told.card].attack
            if told.weapon != NO_CARD or event is None or event.value != told.value:
                found.box = table.deck.attack[told.card]
        elif told is not None and told.card == NO_CARD:  # once more of the same event
            found.card = next((card for card in table.air if table.deck.effect[card].attack is not None), NO_CARD)
        return found
    weapon = NO_CARD if frame["weapon"] is None else index[frame["weapon"]]
    box = table.deck.attack[index[frame["card"]]]
    more = attack_bonus(state.table, by, state.seats[by], weapon)
    spec = table.deck.weapon[weapon] if weapon != NO_CARD else None
    return Blow(by, target, box + more, spec is not None and spec.ranged, box, weapon)
