"""What happened, said in words for people and plainly for the protocol."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.contract import Event, Json
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.rules.events import DialsSet, PointsSet, ThingSet
from companion.model.games.asagiri.state.formatting import fields, words_of
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table import automation
from companion.model.games.asagiri.table.automation import DIALS

_TOLD: Mapping[str, str] = {
    "FirstPlayerRolled": N_("Roll for player A: {dice}"),
    "BandsExchanged": N_("The second band rolled higher and becomes band A"),
    "SideTaken": N_("Player A takes the {facing} side"),
    "CharacterDeployed": N_("{who} deploys on {at}, facing {facing}"),
    "PhaseBegan": N_("Turn {turn}, {band}'s phase"),
    "DieTakenBack": N_("{who}'s {element} die is taken back from reserve"),
    "InspirationRolled": N_("{band} rolled {faces}"),
    "CharacterActivated": N_("{who} is activated"),
    "CharacterStepped": N_("{who} moves from {start} to {at} ({cost})"),
    "CharacterTurned": N_("{who} turns {facing}"),
    "MovementEnded": N_("{who} stops"),
    "DoorClosed": N_("{who} closes the {facing} door of {at}"),
    "DoorOpened": N_("{who} opens the {facing} door of {at}"),
    "AttackDeclared": N_("{attacker} attacks {target}"),
    "ShotDeclared": N_("{attacker} shoots at {target}: {skill}"),
    "WillpowerTestDeclared": N_("{who} tries to become vigilant"),
    "DieUsed": N_("{who} uses {element} {origin}: {stat} +1"),
    "EquipmentUsedUp": N_("{who}'s equipment is used up"),
    "CombatRolled": N_("{attacker} against {target}: dice {dice}, totals {totals}"),
    "ShotRolled": N_("{attacker} shoots at {target}: dice {dice}, totals {totals}"),
    "CharacterRetreated": N_("{who} retreats from {start} to {at}"),
    "RetreatBlocked": N_("{who} cannot retreat"),
    "CharacterShaken": N_("{who} becomes shaken ({rule})"),
    "CharacterRecovered": N_("{who} is vigilant again"),
    "CharacterDisabled": N_("{who} is disabled: {zeni} zeni lost ({rule})"),
    "ReserveDieLost": N_("{who} loses the {element} die in reserve"),
    "HonourLost": N_("{who} loses an honour: {honour}"),
    "DieGivenUp": N_("{band} lost a die for good"),
    "ActivationEnded": N_("{who} is done"),
    "DieReserved": N_("{who} keeps {element} in reserve"),
    "PhaseEnded": N_("End of {band}'s phase"),
    "StatTestForced": N_("{who} has to test {stat}: {skill}"),
    "DieRerolled": N_("{who} rerolls the die: {first}, then {second}; {kept} counts"),
    "DieCounted": N_("{who}: {face} on the die counts as {counts_as}"),
    "SkillDieRolled": N_("{who} rolls {die} for {skill}"),
    "AttackCancelled": N_("{attacker}'s attack on {target} is cancelled"),
    "SkillsCancelled": N_("{who}'s announcements have no effect"),
    "CharacterPushed": N_("{who} is pushed from {start} to {at}"),
    "CharacterWent": N_("{who} moves from {start} to {at}"),
    "TargetTaken": N_("{who} takes {target}'s place as the target"),
    "CharactersSwapped": N_("{who} and {target} swap places"),
    "DieTaken": N_("{who} loses a die: {element}"),
    "DieGiven": N_("{who} gets a die: {element}"),
    "DieConverted": N_("{band} turned a die from {element} to {to}"),
    "InspirationRolledAgain": N_("{band} rerolled {dice}: {faces}"),
    "DiceRegained": N_("{band} regained dice: {faces}"),
    "DiceExchanged": N_("{who} and {target} exchange their dice"),
    "ZeniLost": N_("{band} loses {zeni} zeni: {skill}"),
    "EffectEnded": N_("By hand: {skill} ends for {who}"),
    "TokenGained": N_("{who} gets a token: {token}"),
    "TokenLost": N_("{who} loses a token: {token}"),
    "SquareTokenLaid": N_("{who} lays a token on {at}: {token}"),
    "SquareTokenEntered": N_("{who} enters {at} and sets off a token: {token}"),
    "SquareTokenLifted": N_("The token {token} on {at} is removed"),
    "EquipmentLost": N_("{who} loses its equipment"),
    "EquipmentStolen": N_("{who} takes the equipment of {target}"),
    "CharacterSummoned": N_("{who} appears on {at}, facing {facing}"),
    "SummoningRolled": N_("{who} summons: {face} answers"),
    "KamiSummoned": N_("{who} appears on {at}, facing {facing}"),
    "CharacterDismissed": N_("{who} leaves the board"),
    "CharacterDefected": N_("{who} now fights for {band}"),
    "CharacterReturned": N_("{who} stays, in another form"),
    "CharacterRecruited": N_("{band} recruits {who}"),
    "EquipmentGiven": N_("{who} gets {equipment}"),
    "RecruitingStopped": N_("{band} stops recruiting"),
    "TilePlaced": N_("{band} places {tile}"),
    "ScenarioDrawn": N_("Scenario: {scenario}"),
    "ZeniEarned": N_("{band} earns {zeni} zeni: {reason}"),
    "CharacterCameBack": N_("{who} returns on {at}, facing {facing}"),
    "CharacterEntered": N_("{who} enters the board on {at}, facing {facing}"),
    "CharacterLeft": N_("{who} leaves the board: {zone}"),
    "ThingTaken": N_("{who} picks up: {thing}"),
    "ThingPutDown": N_("{who} puts down: {thing}"),
    "SearchDeclared": N_("{who} searches: {thing}"),
    "ObjectFound": N_("{who} finds: {thing}"),
    "CaptiveFreed": N_("{who} frees {captive}"),
    "ZoneHeld": N_("{zone} held by {band}, turns: {turns}"),
    "DueDone": N_("{dial} ({rule}): done"),
    "DueLeft": N_("{dial} ({rule}): skipped"),
    "LeftSet": N_("By hand: {who} has left the board: {zone}"),
    "CharacterPlaced": N_("By hand: {who} on {at}, facing {facing}"),
    "StateSet": N_("By hand: {who} {state}"),
    "ReserveSet": N_("By hand: {element} in reserve on {who}"),
    "DiceSet": N_("By hand: {faces} for {band}, {aside} set aside"),
    "LossesSet": N_("By hand: {band} lost {zeni} zeni"),
    "StatSet": N_("By hand: {who} ({state}), {stat} {value}"),
    "PhaseSet": N_("By hand: turn {turn}, {band}'s phase"),
}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "HonourUsed": {
        "experienced": N_("{who} is experienced: the die is rerolled"),
        "determined": N_("{who} is determined: an honour keeps it vigilant"),
        "skillful": N_("{who} is skillful: +3 Movement"),
        "courageous": N_("{who} is courageous: passes the test without a roll"),
    },
    "HarmPrevented": {
        "shaken": N_("{who} does not become shaken"),
        "disabled": N_("{who} escapes being disabled"),
    },
    "GroundChanged": {
        "clear": N_("{who} turns {at} into clear ground"),
        "hindering": N_("{who} turns {at} into hindering terrain"),
        "aquatic": N_("{who} turns {at} into aquatic terrain"),
    },
    "ActionGained": {
        "attack": N_("{who} may attack once more"),
        "shot": N_("{who} may shoot once more"),
        "action": N_("{who} may act once more"),
        "movement": N_("{who} may continue moving"),
        "activation": N_("{who} may be activated again this phase"),
    },
    "ActionLost": {
        "action": N_("{who} loses its action"),
        "movement": N_("{who} loses its movement"),
        "activation": N_("{who} loses its activation"),
    },
}
"""Events whose sentence follows from one of their words."""
_THING_SET = (
    N_("By hand: {who} carries {thing}"),
    N_("By hand: {thing} is on {at}"),
    N_("By hand: {thing} is gone"),
)
_TOLD_EITHER: Mapping[str, tuple[str, str, str]] = {
    "WillpowerTested": (
        "passed",
        N_("{who} passes the willpower test: {die} against {needed}"),
        N_("{who} fails the willpower test: {die} against {needed}"),
    ),
    "SkillUsed": ("element", N_("{who} uses {skill} ({element} {origin})"), N_("{who} uses {skill}")),
    "StatTested": (
        "passed",
        N_("{who} passes the test of {stat}: {die} against {needed}"),
        N_("{who} fails the test of {stat}: {die} against {needed}"),
    ),
    "PlaceSearched": (
        "found",
        N_("{who} searches: {die} against {needed}, and it is here"),
        N_("{who} searches: {die} against {needed}, nothing here"),
    ),
    "PricePaid": (
        "element",
        N_("{band} sets aside a die against {skill}: {element}"),
        N_("{band} loses {zeni} zeni against {skill}"),
    ),
    "GameEnded": ("winner", N_("Victory for {winner} ({rule})"), N_("No winner ({rule})")),
    "ActivatedSet": (
        "activated",
        N_("By hand: {who} has been activated"),
        N_("By hand: {who} has not been activated"),
    ),
    "DoorSet": ("closed", N_("By hand: door {facing} of {at} closed"), N_("By hand: door {facing} of {at} open")),
    "OpeningSet": (
        "opened",
        N_("By hand: wall {facing} of {at} open"),
        N_("By hand: wall {facing} of {at} closed"),
    ),
    "HonourSet": ("lost", N_("By hand: {who}'s honour is used up"), N_("By hand: {who}'s honour is available")),
    "TokenSet": ("laid", N_("By hand: {who} gets a token: {token}"), N_("By hand: {who} loses a token: {token}")),
    "SquareTokenSet": ("laid", N_("By hand: token on {at}: {token}"), N_("By hand: no more token on {at}: {token}")),
    "EquipmentSet": (
        "spent",
        N_("By hand: {who}'s equipment is used up"),
        N_("By hand: {who}'s equipment is available"),
    ),
}


def tell(state: State, event: Event) -> Message:
    """The event in words."""
    if isinstance(event, DialsSet):
        return _dials(event)
    if isinstance(event, PointsSet):
        who = state.table.called[event.who]
        return plural("{who}: {count} movement point left", "{who}: {count} movement points left", event.points,
                      who=who)  # fmt: skip
    if isinstance(event, ThingSet):
        key = _THING_SET[0 if event.who >= 0 else 1 if event.at >= 0 else 2]
    elif event.kind in _WORDS:
        told = _WORDS[event.kind]
        key = next(told[word] for name in event.__struct_fields__ if (word := getattr(event, name)) in told)
    elif event.kind in _TOLD_EITHER:
        field, yes, no = _TOLD_EITHER[event.kind]
        key = yes if getattr(event, field) else no
    else:
        key = _TOLD[event.kind]
    return Message(key, words_of(state, event))


def _dials(event: DialsSet) -> Message:
    if len(event.stops) != 1:
        return plural("{count} automatic step changed", "{count} automatic steps changed", len(event.stops))
    ((id, stop),) = event.stops
    if id not in DIALS:
        return say("No more reminders for {rule}", rule=id) if stop == "off" else say("Reminders for {rule}", rule=id)
    return say("{dial}: {stop}", dial=automation.name(id), stop=Message(automation.STOP_WORDS[stop]))


def event_json(state: State, event: Event) -> dict[str, Json]:
    """The event as the protocol writes it."""
    return {"kind": event.kind, **fields(state, event)}
