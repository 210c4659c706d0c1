"""What the game waits for, and what an answer makes of it: a part a stage of the turn, a part a frame on the stack."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.contract import Applied, Choice, Option, Outcome, Pending
from companion.model.games.chronicles.rules import (
    accusation,
    activation,
    attack,
    burst,
    chests,
    deploy,
    drawing,
    effects,
    end_of_turn,
    equipment,
    extensions,
    followers,
    guards,
    investigation,
    joining,
    maimed,
    missions,
    moments,
    movement,
    outfit,
    placing,
    reinforcements,
    reminders,
    resolve_test,
    setup,
    sites,
    stealth,
    track,
    trial,
    turns,
)
from companion.model.games.chronicles.rules.part import Part
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State

STAGES: Mapping[str, Part] = {
    "corruption": track.CORRUPTION,
    "upgrade": track.UPGRADES,
    "calls": reinforcements.CALLS,
    "plans": turns.PLANS,
    "order": turns.ORDERING,
    "techniques": turns.TECHNIQUES,
    "reveal": turns.PLANS,
    "hero": activation.HERO_TURN,
    "oni": activation.ONI_TURN,
}
FRAMES: Mapping[type, Part] = {
    f.NaturesFrame: extensions.NATURES,
    f.ExchangeFrame: extensions.EXCHANGING,
    f.JoinFrame: joining.JOINING,
    f.TrialFrame: trial.TRIAL,
    f.DealFrame: setup.DEALING,
    f.WhereFrame: deploy.LOCATING,
    f.SitesFrame: sites.HOSTS,
    f.TokensFrame: sites.TOKENS,
    f.DrawFrame: drawing.DRAWING,
    f.ClueFrame: investigation.HOST,
    f.MomentFrame: moments.MOMENT,
    f.RemindFrame: reminders.REMINDING,
    f.PriceFrame: investigation.PRICED,
    f.BurstFrame: burst.BURST,
    f.AttackFrame: attack.ATTACK,
    f.TestFrame: resolve_test.TEST,
    f.EffectFrame: effects.EFFECTS,
    f.GuardsFrame: guards.GUARDS,
    f.CoverFrame: maimed.COVERING,
    f.CallFrame: reinforcements.CALLING,
    f.ChestFrame: chests.OPENING,
    f.ArrangeFrame: equipment.ARRANGING,
    f.OutfitFrame: outfit.OUTFITTING,
    f.RecruitFrame: followers.RECRUITING,
    f.SummonFrame: followers.SUMMONING,
    f.AccuseFrame: accusation.ACCUSING,
    f.DemonFrame: accusation.DEMON,
    f.FollowerFrame: activation.FOLLOWER_TURN,
    f.OniFrame: activation.SHEET_TURN,
    f.MoveFrame: movement.MOVING,
    f.StealthFrame: stealth.HEARD,
    f.PlaceFrame: placing.PLACING,
    f.HostsFrame: placing.HOSTS,
    f.EndFrame: end_of_turn.ENDING,
    f.OverFrame: accusation.OVER,
}
STOPS = (o.EndActivation, o.EndFigure, o.CallsDone, o.TechniquesDone, o.Arranged, o.Ready)
"""DEC-5: an end is asked even when nothing else could be chosen, since stopping is a choice."""


def part_of(state: State) -> Part:
    """What decides now."""
    return FRAMES[type(state.frames[-1])] if state.frames else STAGES[state.stage]


def pending(state: State) -> Pending:
    """What the game waits for."""
    return part_of(state).ask(state, state.frames[-1] if state.frames else state.stage)


def go_on(t: Transition) -> None:
    """Do all that follows by itself, until somebody has something to choose."""
    while True:
        missions.look(t)
        if t.now.stage not in ("setup", "over") and accusation.ends(t.now):
            accusation.finish(t)
            return
        setup.begins(t)
        part, about = part_of(t.now), t.now.frames[-1] if t.now.frames else t.now.stage
        if part.resume(t, about):
            continue
        if part.asks_always:
            return
        asked = part.ask(t.now, about)
        if isinstance(asked, Choice) and len(asked.options) == 1 and not isinstance(asked.options[0], STOPS):
            part.chosen(t, about, asked.options[0])
            continue
        return


def apply(state: State, option: Option) -> Applied[State]:
    """Do what a legal option says, and all that follows by itself."""
    t = Transition(state)
    part_of(state).chosen(t, state.frames[-1] if state.frames else state.stage, option)
    go_on(t)
    return Applied(t.now, tuple(t.events))


def rolled(state: State, outcome: Outcome) -> Applied[State]:
    """Take what chance answers."""
    t = Transition(state)
    part_of(state).rolled(t, state.frames[-1] if state.frames else state.stage, outcome)
    go_on(t)
    return Applied(t.now, tuple(t.events))
