"""The part of Asagiri's flow that a position alone tells: what one may do, what a combat must lead to.

Written from the rules, on top of ``rules``; no skills, no dice.
"""

from __future__ import annotations

import copy
from typing import Any

from . import rules
from .rules import Position, Table


def finished(pos: Position) -> bool:
    """END-1, END-2: whether the position is over already."""
    table = Table(pos)
    for seat in ("A", "B"):
        band = pos["bands"][seat]
        nobody = not any(table.band[who] == seat for who in table.stands)
        if nobody or band["lost"] >= band["limit"]:
            return True
    return False


def began(pos: Position) -> dict[str, Any]:
    """Where and how the movement of the active character began (MOV-7, MOV-8), or would begin now."""
    active = pos["active"]
    if active.get("began") is not None and active["moved"]:
        given = active["began"]
        return {"in_zone": given["in_zone"], "state": given["state"]}
    table = Table(pos)
    who = active["id"]
    origin = table.square(active["trail"][0]) if active["moved"] else table.stands[who]
    return {"in_zone": origin in rules.enemy_zones(table, who), "state": table.people[who]["state"]}


def over(pos: Position) -> bool:
    """Whether the movement of the active character has ended: said so, or by MOV-6 when it is left out."""
    active = pos["active"]
    if active.get("over") is not None:
        return bool(active["over"])
    if not active["moved"]:
        return False
    table = Table(pos)
    who = active["id"]
    return len(active["trail"]) > 1 and table.stands[who] in rules.enemy_zones(table, who)


def legal_movement_options(pos: Position) -> list[dict[str, Any]]:
    """Every ``{kind: step, at, cost}`` and ``{kind: turn, facing}`` the active one has (MOV-1 to MOV-8)."""
    active = pos.get("active")
    if active is None or finished(pos) or over(pos):
        return []
    table = Table(pos)
    who = active["id"]
    here, facing = table.stands[who], table.people[who]["facing"]
    start = began(pos)
    options: list[dict[str, Any]] = []
    if active["points"] >= 1:
        options += [{"kind": "turn", "facing": turned} for turned in rules.quarter_turns(facing)]
    if not (start["in_zone"] and start["state"] == "shaken"):  # MOV-7
        for there in rules.neighbours(here):
            cost = rules.step_cost(table, who, here, facing, there)
            if cost is not None and cost <= active["points"]:
                options.append({"kind": "step", "at": table.written(there), "cost": cost})
    return rules.sort_json(options)


def attack_targets(pos: Position) -> list[str]:
    """TRN-4, CBT-1: the enemies the active character may attack now."""
    active = pos.get("active")
    if active is None or finished(pos) or active["acted"]:
        return []
    table = Table(pos)
    return sorted(enemy for enemy in table.enemies(active["id"]) if rules.attack(pos, active["id"], enemy)["legal"])


def shakes_before_action(pos: Position) -> bool:
    """MOV-8: whether the active character, acting now, becomes shaken first."""
    active = pos.get("active")
    if active is None or not active["moved"] or over(pos) or active["acted"]:
        return False
    start = began(pos)
    if not (start["in_zone"] and start["state"] == "vigilant"):
        return False
    stepped = len(active["trail"]) > 1
    return stepped or bool(pos.get("options", {}).get("turning_in_zone_shakes", False))


def person_of(pos: Position, who: str) -> dict[str, Any]:
    """The character with this id, in place."""
    return Table(pos).people[who]


def at_the_roll(pos: Position, attacker: str, target: str, facing: str | None = None) -> Position:
    """The position when the two dice are thrown: MOV-8 paid, the defender turned (CBT-2).

    ``facing`` is the one the defender's owner chose, needed where there are two.
    """
    then = copy.deepcopy(pos)
    if pos.get("active") is not None and pos["active"]["id"] == attacker and shakes_before_action(pos):
        person_of(then, attacker)["state"] = "shaken"
    facings = rules.attack(pos, attacker, target)["facings"]
    chosen = facings[0] if facing is None and len(facings) == 1 else facing
    assert chosen in facings
    person_of(then, target)["facing"] = chosen
    return then


def combat_bonuses(pos: Position, attacker: str, target: str) -> tuple[int, int]:
    """Everything added to the two dice when nobody spends a die or a skill: stats, CBT-4, CBT-5."""
    then = copy.deepcopy(pos)
    if shakes_before_action(pos) and pos["active"]["id"] == attacker:
        person_of(then, attacker)["state"] = "shaken"
    query = rules.attack(then, attacker, target)
    ours = rules.stat(person_of(then, attacker), "attack") + query["support"] + (1 if query["behind"] else 0)
    return ours, rules.stat(person_of(then, target), "defense") + query["against"]


def shaken_again(state: str) -> str:
    """STA-2: what a card becomes that has to become shaken."""
    return "shaken" if state == "vigilant" else "disabled"


def combat_result(
    pos: Position,
    attacker: str,
    target: str,
    attack_total: int,
    defense_total: int,
    facing: str | None = None,
) -> dict[str, Any]:
    """What must be true once both totals (dice included) are known: CBT-3, CBT-6, RET-1 to RET-4.

    ``loser`` is None on a draw.  ``ends`` lists every way it may end for the loser, one entry a retreat
    square (or a single one): ``{"to": retreat square or None, "at": None when disabled, "state": ...}``.
    ``defender_facing`` is the facing after CBT-2, ``attacker_state`` the attacker's after MOV-8.
    """
    then = at_the_roll(pos, attacker, target, facing)
    margin = attack_total - defense_total
    answer: dict[str, Any] = {
        "margin": margin,
        "defender_facing": person_of(then, target)["facing"],
        "attacker_state": person_of(then, attacker)["state"],
        "loser": None,
        "ends": [],
    }
    if margin == 0:
        return answer
    loser = target if margin > 0 else attacker
    answer["loser"] = loser
    person = person_of(then, loser)
    state = person["state"]
    if abs(margin) >= 4:
        state = "disabled"
    elif abs(margin) == 3:
        state = shaken_again(state)
    if state == "disabled":
        answer["ends"] = [{"to": None, "at": None, "state": "disabled"}]
        return answer
    squares = rules.retreat(then, loser)
    if not squares:  # RET-2
        state = shaken_again(state)
        answer["ends"] = [{"to": None, "at": None if state == "disabled" else person["at"], "state": state}]
        return answer
    for square in squares:  # RET-3, RET-4
        after = shaken_again(state) if square["shaken"] else state
        at = None if after == "disabled" else square["at"]
        answer["ends"].append({"to": square["at"], "at": at, "state": after})
    return answer
