"""Options and events in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Event, Option
from companion.model.core.words import Arg, Capital, Message, Name, plural, say
from companion.model.games.chronicles.box.condition_words import condition_sentence
from companion.model.games.chronicles.box.effect_words import sentence, words_of
from companion.model.games.chronicles.box.fitting import UPGRADE, Fit
from companion.model.games.chronicles.rules import board_events as be
from companion.model.games.chronicles.rules import deploy
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.conditions import figure_of
from companion.model.games.chronicles.rules.totals import effects_of
from companion.model.games.chronicles.rules.track import upgrades
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import HERO_SEATS, ONI, Place, State
from companion.model.games.chronicles.wire.position import FIELDS
from companion.model.games.chronicles.wire.setting_words import setting_set

_SORTS: Mapping[str, Message] = {
    "?": say("an unknown card"),
    "?grey": say("a grey host card"),
    "?nature": say("a nature card"),
    "?surprise": say("a surprise"),
    "?wound": say("a wound"),
    "host": say("a host"),
    "clue": say("a clue"),
    "scroll": say("a scroll"),
    "chest": say("a chest"),
    "follower": say("a follower"),
    "dread": say("the sight of the demon"),
    "stealth": say("stealth"),
    "slain": say("the demon slain"),
    "escaped": say("the demon escaped"),
    "unmasked": say("the Oni unmasked"),
    "first": say("the first wrong accusation"),
    "second": say("the second wrong accusation"),
    "last": say("the last wrong accusation"),
    "alert": say("the alert"),
}
_SITED: Mapping[str, Message] = {
    "clue": say("clue {number}"),
    "scroll": say("scroll {number}"),
    "chest": say("chest {number}"),
    "follower": say("follower {number}"),
}
_SIDES: Mapping[str, Message] = {"N": say("north"), "E": say("east"), "S": say("south"), "W": say("west")}
_STATUSES: Mapping[str, Message] = {
    "bleeding": say("bleeding"),
    "poisoned": say("poisoned"),
    "stunned": say("stunned"),
    "maimed": say("maimed"),
}
_COLOURS: Mapping[str, Message] = {"blue": say("blue"), "red": say("red")}
_STAGES: Mapping[str, Message] = {
    "EOT-1": say("End of turn: the Oni need not reveal itself, or has done so"),
    "EOT-2": say("End of turn: accusations are over"),
    "EOT-3": say("End of turn: equipment may be rearranged"),
    "EOT-4": say("End of turn: plans are discarded, wounds drawn, cards taken back"),
    "EOT-5": say("End of turn: techniques are discarded, the Oni draws two event cards"),
    "EOT-6": say("End of turn: statuses are turned or removed"),
    "EOT-7": say("End of turn: degeneration and sacred tokens"),
    "EOT-8": say("End of turn: fire"),
    "EOT-9": say("End of turn: activation tokens come back"),
}


def named(state: State, id: str | None) -> Arg:
    """A seat, figure, card, mission or upgrade, as people call it."""
    if id is None:
        return say("nothing")
    if (sort := _SORTS.get(id) or _STATUSES.get(id.removeprefix("status:"))) is not None:
        return sort
    if id == ONI:
        return say("The Oni")
    if id in HERO_SEATS:
        at = HERO_SEATS.index(id)
        return named(state, state.table.heroes[at]) if at < len(state.table.heroes) else id
    if (names := state.table.box.name_of(id)) is not None:
        return Name.of(names)
    card, _, number = id.rpartition("#")
    if card in state.table.box.personal:
        return _goal(state, card, int(number))
    if (upgrade := next((one for one in upgrades(state) if one.id == id), None)) is not None:
        return together([sentence(effect, UPGRADE, lambda id: named(state, id)) for effect in upgrade.effects])
    if (own := next((one for one in state.table.missions if one.id == id), None)) is not None:
        return own.name
    if (token := next((one for one in state.tokens if one.id == id), None)) is not None and token.card != HIDDEN:
        return named(state, token.card)
    if (door := next((one for one in state.layout.doors if one.id == id), None)) is not None:
        return say("the door at {place}", place=place(door.at, door.side))
    kind, _, rest = id.partition("-")
    if kind in deploy.SITED:
        return Message(_SITED[kind].key, (("number", rest),))
    host = next((one for one in state.table.box.hosts if kind == "host" and one.endswith(f":{rest}")), None)
    return _figure(state, id) if host is None else named(state, host)


def chapter_name(state: State, chapter: str) -> Arg:
    """What a chapter is called; a mission or an objective may have the same id and another name."""
    record = state.table.box.chapters.get(chapter)
    return named(state, chapter) if record is None else Name.of(record.names)


def place(at: Place, side: str = "") -> Arg:
    """A cell by its column and row, with a side of it or without; a zone by its name."""
    if isinstance(at, str):
        return at
    if side:
        return say("column {column}, row {row}, side {side}", column=at[0] + 1, row=at[1] + 1, side=_SIDES[side])
    return say("column {column}, row {row}", column=at[0] + 1, row=at[1] + 1)


def _goal(state: State, card: str, n: int) -> Arg:
    """A personal mission in words: what it asks."""
    goals = state.table.box.personal[card].missions
    return condition_sentence(goals[n].condition) if 0 <= n < len(goals) else say("nobody told which")


def together(sentences: Sequence[Message]) -> Message:
    """Sentences one after the other."""
    said = sentences[0]
    for more in sentences[1:]:
        said = say("{before} {more}", before=said, more=more)
    return said


def _figure(state: State, id: str) -> Arg:
    """A figure by its card, with its number when its sheet has several."""
    found, number = figure_of(state, id), id.rpartition("-")[2]
    card = found.card if found is not None else None
    names = state.table.box.name_of(card) if card is not None else None
    if names is None:
        return id
    sheet = state.table.box.sheets.get(card or "")
    if sheet is None or sheet.figures == 1:
        return Name.of(names)
    return say("{sheet} {number}", sheet=Name.of(names), number=number)


# options --------------------------------------------------------------------------------------------------------------


def label(state: State, option: Option) -> Message:
    """An option in words."""
    top = state.frames[-1] if state.frames else None
    if isinstance(option, o.NoAccusation) and isinstance(top, f.AccuseFrame) and (top.host or top.nature):
        return say("Hear the answer")
    if isinstance(option, o.Version):
        return _version(state, option)
    if isinstance(option, o.EndFigure) and isinstance(top, f.OniFrame):
        return say("{figure} is done", figure=named(state, top.figure))
    if isinstance(option, o.TakeTest):
        return _test(state, option.place)
    return _LABELS[type(option)](option, lambda id: named(state, id))


def _version(state: State, option: o.Version) -> Message:
    """A version of a follower by what it does (SET-3, FOL-2)."""
    top = state.frames[-1] if state.frames else None
    own = (one.card for one in state.figures if one.owner == option.seat and one.group == "follower")
    card = top.card if isinstance(top, f.RecruitFrame) else next(own, "")
    record = state.table.box.followers.get(card)
    does = words_of(record, lambda id: named(state, id)).get(f"/versions/{option.n}") if record is not None else None
    if not does:
        return say("Follower, version {number}", number=option.n + 1)
    return say("{card}: {words}", card=named(state, card), words=together(does))


def _test(state: State, place: str) -> Message:
    """What a hero does there: with a host, a scroll or a clue in words of its own."""
    kind = next((one.type for one in state.tokens if one.id == place), place)
    return Message(_TESTS.get(kind, _TEST).key, (("place", named(state, place)),))


_TEST = say("Test {place}")
_TESTS: Mapping[str, Message] = {
    "host": say("Question {place}"), "scroll": say("Decipher {place}"), "clue": say("Examine {place}"),
}  # fmt: skip
_Named = Callable[[str | None], Arg]
_SIDE = {
    "right": say("as technique (right)"),
    "left": say("as talent (left)"),
}
_SAYS = {
    "right": say("The accusation is right."),
    "wrong": say("The accusation is wrong."),
    "passed": say("Passed"),
    "failed": say("Failed"),
}
_SLOTS = {
    "right": say("right hand"),
    "left": say("left hand"),
    "both": say("both hands"),
    "clothing": say("clothing"),
    "reserve": say("reserve"),
}
_PUT = {
    "right": say("Take {item} in the right hand"),
    "left": say("Take {item} in the left hand"),
    "both": say("Take {item} in both hands"),
    "clothing": say("Put {item} on"),
    "reserve": say("Put {item} in reserve"),
}
_HAS_PUT = {
    "right": say("{hero} takes {item} in the right hand"),
    "left": say("{hero} takes {item} in the left hand"),
    "both": say("{hero} takes {item} in both hands"),
    "clothing": say("{hero} puts {item} on"),
    "reserve": say("{hero} puts {item} in reserve"),
}
_LABELS: Mapping[type, Callable[[Any, _Named], Message]] = {
    o.TakeNature: lambda x, n: say("Play with {card}", card=n(x.nature)),
    o.AddFollower: lambda x, n: say("{card} follows {hero}", card=n(x.card), hero=n(x.hero)),
    o.Enough: lambda x, n: say("Enough"),
    o.Put: lambda x, n: Message(_PUT[x.slot].key, (("item", n(x.item)),)),
    o.Arranged: lambda x, n: say("Equipment ready"),
    o.TakeMission: lambda x, n: say("Personal mission: {mission}", mission=n(f"{x.card}#{x.n}")),
    o.TakeKami: lambda x, n: say("Take {card}", card=n(x.card)),
    o.Deploy: lambda x, n: (
        say("Put {figure} on the board", figure=n(x.figure))
        if x.at == HIDDEN
        else say("Put {figure} at {place}", figure=n(x.figure), place=place(x.at))
    ),
    o.Corrupt: lambda x, n: say("Corrupt tile {tile}", tile=x.tile),
    o.Shift: lambda x, n: say("Move corruption from {from_} to {to}", from_=x.from_, to=x.to),
    o.NoShift: lambda x, n: say("Leave the corruption where it is"),
    o.TakeUpgrade: lambda x, n: say("Upgrade: {upgrade}", upgrade=n(x.upgrade)),
    o.CallSheet: lambda x, n: say("Call {sheet}", sheet=n(x.sheet)),
    o.Pay: lambda x, n: say("Pay with {card}", card=n(x.card)),
    o.CallsDone: lambda x, n: say("No more reinforcements"),
    o.PlayCard: lambda x, n: say("Lay {card} {side}", card=n(x.card), side=_SIDE[x.side]),
    o.Unplay: lambda x, n: say("Take {card} back", card=n(x.card)),
    o.Mark: lambda x, n: say("Use the {slot}", slot=_SLOTS[x.slot]),
    o.Ready: lambda x, n: say("Plan ready"),
    o.Order: lambda x, n: say("{hero} is next", hero=n(x.hero)),
    o.Reopen: lambda x, n: say("Back to the plans"),
    o.LayTechnique: lambda x, n: say("Lay {card} beside {sheet}", card=n(x.card), sheet=n(x.sheet)),
    o.TakeTechnique: lambda x, n: say("Take the technique back from {sheet}", sheet=n(x.sheet)),
    o.TechniquesDone: lambda x, n: say("No more techniques"),
    o.PlayHost: lambda x, n: say("Play {card}", card=n(x.card)),
    o.Pass: lambda x, n: say("Pass"),
    o.Go: lambda x, n: say("Go to zone {zone}", zone=x.zone),
    o.Stand: lambda x, n: say("Move") if x.at == HIDDEN else say("Move to {place}", place=place(x.at)),
    o.Attack: lambda x, n: say("Attack {target}", target=n(x.target)),
    o.Shoot: lambda x, n: say("Shoot at {target}", target=n(x.target)),
    o.Burst: lambda x, n: (
        say("Volley into a zone") if x.zone == HIDDEN else say("Volley into zone {zone}", zone=x.zone)
    ),
    o.UseTalent: lambda x, n: say("Use {card}", card=n(x.card)),
    o.UseObject: lambda x, n: say("Use {item}", item=n(x.item)),
    o.Rearrange: lambda x, n: say("Rearrange the equipment"),
    o.Give: lambda x, n: say("Give {item} to {hero}", item=n(x.item), hero=n(x.hero)),
    o.OpenChest: lambda x, n: say("Search {token}", token=n(x.token)),
    o.Recruit: lambda x, n: say("Recruit {token}", token=n(x.token)),
    o.TakeFollower: lambda x, n: say("Take {figure} along", figure=n(x.figure)),
    o.HandOver: lambda x, n: say("Hand the follower over to {hero}", hero=n(x.hero)),
    o.OpenDoor: lambda x, n: say("Open the door at {place}", place=place(x.at, x.side)),
    o.Site: lambda x, n: say("Put {figure} at {place}", figure=n(x.token), place=place(x.at)),
    o.Special: lambda x, n: (
        say("Lift the curse of {item}", item=n(x.about))
        if x.what == "lift_curse"
        else say("Special action: {what}", what=x.what)
    ),
    o.Drop: lambda x, n: say("Discard {item}", item=n(x.item)),
    o.Discard: lambda x, n: say("Give up {item}", item=n(x.item)),
    o.Keep: lambda x, n: say("Keep {item}", item=n(x.item)),
    o.EndActivation: lambda x, n: say("End the activation"),
    o.Push: lambda x, n: say("Push the target to {place}", place=place(x.at)),
    o.Leave: lambda x, n: say("Do not push"),
    o.RerollDice: lambda x, n: plural("Roll {count} die again", "Roll {count} dice again", len(x.dice)),
    o.KeepDice: lambda x, n: say("Keep the dice"),
    o.React: lambda x, n: say("React with {card}", card=n(x.card)),
    o.Pick: lambda x, n: say("Choose {what}", what=n(x.what)),
    o.Done: lambda x, n: say("Done"),
    o.IntoHand: lambda x, n: say("Take the card into the hand"),
    o.Follow: lambda x, n: say("The host follows {hero}", hero=n(x.hero)),
    o.CoverPower: lambda x, n: say("Cover power {number}", number=x.power + 1),
    o.Activate: lambda x, n: say("Activate {sheet}", sheet=n(x.sheet)),
    o.NoSheet: lambda x, n: say("No sheet can be activated: draw an event card"),
    o.HostPower: lambda x, n: say("Play {card}", card=n(x.card)),
    o.PlayEvent: lambda x, n: say("Play the event {card}", card=n(x.card)),
    o.TakeFigure: lambda x, n: say("{figure} acts", figure=n(x.figure)),
    o.EndFigure: lambda x, n: say("This figure is done"),
    o.Escape: lambda x, n: say("The demon escapes"),
    o.Strike: lambda x, n: say("{figure} strikes", figure=n(x.figure)),
    o.AccuseNature: lambda x, n: say("Accuse the nature {card}", card=n(x.card)),
    o.AccuseHost: lambda x, n: say("Accuse the host {card}", card=n(x.card)),
    o.NoAccusation: lambda x, n: say("No accusation"),
    o.Tell: lambda x, n: say("It was {card}", card=n(x.card)),
    o.Answer: lambda x, n: _SAYS[x.says],
    o.Total: lambda x, n: say("{number} in all", number=x.n),
    o.RollHere: lambda x, n: say("Let the app roll"),
    o.DoIt: lambda x, n: say("Do it"),
    o.LeaveIt: lambda x, n: say("Leave it"),
    o.RaiseAlert: lambda x, n: say("The guard stands on a clean tile: raise the alert"),
}


# events ---------------------------------------------------------------------------------------------------------------


def tell(state: State, event: Event) -> Message:
    """An event in words."""
    if isinstance(event, e.EffectBegan | e.ToBeDone):
        return _carried_out(state, event)
    if isinstance(event, se.ChapterPlaced | se.ChapterTakenBack):
        return _EVENTS[type(event)](event, lambda id: chapter_name(state, id or ""))
    return _EVENTS[type(event)](event, lambda id: named(state, id))


def _carried_out(state: State, x: e.EffectBegan | e.ToBeDone) -> Message:
    """What a card does, in the words of its effect."""
    listed = effects_of(state, x.card, state.figure(x.bearer))
    card = named(state, x.card)
    if x.index >= len(listed):  # its bearer is gone
        return say("{card} takes effect", card=card)
    words = sentence(listed[x.index], Fit(listed[x.index].when), lambda id: named(state, id))
    if isinstance(x, e.ToBeDone):
        return say("On the board – {card}: {words}", card=card, words=words)
    return say("{card}: {words}", card=card, words=words)


def going_on(state: State) -> list[Message]:
    """What holds for the rest of a turn or longer by a card that was played or turned over (FX-3), told as it began."""
    lasting = [one for one in state.in_force if one.until != "attack"]
    return [_carried_out(state, e.EffectBegan(one.card, one.index, one.figures, one.bearer)) for one in lasting]


def _dealt(x: e.CardsDealt, n: _Named) -> Message:
    match x.what:
        case "host":
            return say("{card} is a suspect too", card=n(x.card))
        case "guilty" if x.card == HIDDEN:
            return say("The Oni hides behind one of the hosts")
        case "nature" if x.card == HIDDEN:
            return say("The Oni's nature is dealt, unseen")
        case "guilty":
            return say("The Oni hides behind {card}", card=n(x.card))
        case "nature":
            return say("The Oni's nature: {card}", card=n(x.card))
    if x.card == HIDDEN:
        return say("A surprise is shuffled into the clue cards, unseen")
    return say("{card} is shuffled into the clue cards", card=n(x.card))


def _corrupted(x: e.TileCorrupted, n: _Named) -> Message:
    if x.tile == HIDDEN:
        if x.red:
            return say("The red corruption token goes onto a tile: an accusation is due at the end of this turn")
        return say("A corruption token goes onto a tile")
    if x.red:
        return say(
            "Tile {tile} is corrupted by the red token: an accusation is due at the end of this turn", tile=x.tile
        )
    return say("Tile {tile} is corrupted", tile=x.tile)


def _plan(x: e.PlanShown, n: _Named) -> Message:
    if x.right is not None and x.left is not None:
        return say("{hero} plays {right} as technique and {left} as talent", hero=n(x.seat), right=n(x.right),
                   left=n(x.left))  # fmt: skip
    if x.right is not None:
        return say("{hero} plays {card} as technique", hero=n(x.seat), card=n(x.right))
    return say("{hero} plays {card} as talent", hero=n(x.seat), card=n(x.left))


def _declared(x: e.AttackDeclared, n: _Named) -> Message:
    about = {"attacker": n(x.attacker), "target": n(x.target), "defense": x.defense}
    combat = plural("{count} combat die", "{count} combat dice", x.combat)
    if not x.action:
        return say("{attacker} attacks {target}: {combat} against Defense {defense}", combat=combat, **about)
    action = plural("{count} action die", "{count} action dice", x.action)
    return say("{attacker} attacks {target}: {combat} and {action} against Defense {defense}", combat=combat,
               action=action, **about)  # fmt: skip


def _rolled(x: e.DiceRolled, n: _Named) -> Message:
    faces = ", ".join("KI" if face == "ki" else str(face) for face in x.faces)
    if x.what == "ki":
        return say("{figure} rolls again for KI: {faces}", figure=n(x.figure), faces=faces)
    return say("{figure} rolls {faces}", figure=n(x.figure), faces=faces)


def _resolved(x: e.AttackResolved, n: _Named) -> Message:
    about = {"attacker": n(x.attacker), "target": n(x.target), "total": x.total}
    return say("{attacker} hits {target} with {total}", **about) if x.hit else say(
        "{attacker} misses {target} with {total}", **about
    )  # fmt: skip


def _tested(x: e.TestResolved, n: _Named) -> Message:
    if x.test == "stealth":
        if x.passed:
            return say("{figure} passes the stealth test", figure=n(x.figure))
        return say("{figure} fails the stealth test", figure=n(x.figure))
    if x.passed:
        return say("{figure} passes the test: {place}", figure=n(x.figure), place=n(x.place))
    return say("{figure} fails the test: {place}", figure=n(x.figure), place=n(x.place))


def _answered(x: se.AccusationAnswered, n: _Named) -> Message:
    if x.right:
        return say("{card}: the accusation is right", card=n(x.named))
    return plural("{card}: wrong, {count} wrong accusation so far", "{card}: wrong, {count} wrong accusations so far",
                  x.wrong, card=n(x.named))  # fmt: skip


def _moved_object(x: e.ObjectMoved, n: _Named) -> Message:
    if x.slot is None:
        return say("{hero} discards {item}", hero=n(x.seat), item=n(x.item))
    return Message(_HAS_PUT[x.slot].key, (("hero", n(x.seat)), ("item", n(x.item))))


def _set_by_hand(x: e.SetByHand, n: _Named) -> Message:
    settled = setting_set(x.about, x.what, x.value)
    if settled is not None:
        return say("{what}: {value} from now on", what=settled[0], value=settled[1])
    return say(
        "By hand: {about}, {what}: {value}", about=n(x.about) if x.about else say("the table"),
        what=FIELDS.get(x.what, x.what), value=n(x.value) if x.what == "captain" else x.value,
    )  # fmt: skip


def _put(what: str, at: Place, n: _Named) -> Message:
    if at == HIDDEN:
        return say("{figure} is placed on the board", figure=n(what))
    return say("{figure} is placed at {place}", figure=n(what), place=place(at))


_EVENTS: Mapping[type, Callable[[Any, _Named], Message]] = {
    e.TurnBegan: lambda x, n: say("Turn {turn}", turn=x.turn),
    e.CardsDealt: _dealt,
    e.NatureChosen: lambda x, n: say("{card} is one of the natures", card=n(x.card)),
    e.TileCorrupted: _corrupted,
    e.CorruptionMoved: lambda x, n: say("Corruption moves from {from_} to {to}", from_=x.from_, to=x.to),
    e.CorruptionMayMove: lambda x, n: say("A corruption token moves to a neighbouring tile") if x.must else say(
        "The Oni may move a corruption token to a neighbouring tile"
    ),
    e.TrialTurned: lambda x, n: say("Trial card: {card}", card=n(x.card)),
    e.UpgradeTaken: lambda x, n: say("The Oni takes the upgrade: {upgrade}", upgrade=n(x.upgrade)),
    e.CallMade: lambda x, n: say("The Oni calls {sheet}", sheet=n(x.sheet)),
    e.CardPaid: lambda x, n: say("The Oni pays with {card}", card=n(x.card)),
    e.FigurePlaced: lambda x, n: _put(x.figure, x.at, n),
    e.TokenPlaced: lambda x, n: _put(x.token if x.card == HIDDEN else x.card, x.at, n),
    e.FigureMoved: lambda x, n: say("{figure} moves", figure=n(x.figure)) if x.at == HIDDEN else say(
        "{figure} moves to {place}", figure=n(x.figure), place=place(x.at)
    ),
    be.ZoneEntered: lambda x, n: say("{figure} enters zone {zone}", figure=n(x.figure), zone=x.zone),
    be.TokenMoved: lambda x, n: say("{token} is moved to {place}", token=n(x.token), place=place(x.at)),
    be.DoorOpened: lambda x, n: say("The door at {place} is open now", place=place(x.at, x.side)),
    be.DoorReinforced: lambda x, n: say("The door at {place} is barred now", place=place(x.at, x.side)),
    e.PlanChanged: lambda x, n: say("{hero} is planning", hero=n(x.seat)),
    e.HeroReady: lambda x, n: say("{hero} is ready", hero=n(x.seat)),
    e.ObjectMarked: lambda x, n: say("{hero} uses the {slot}", hero=n(x.seat), slot=_SLOTS[x.slot]),
    e.OrderSet: lambda x, n: say("Initiative cards are laid face down"),
    e.PlansReopened: lambda x, n: say("The plans are opened again"),
    e.TechniqueLaid: lambda x, n: say("The Oni lays a technique beside {sheet}", sheet=n(x.sheet)),
    e.TechniqueTaken: lambda x, n: say("The Oni takes the technique back from {sheet}", sheet=n(x.sheet)),
    e.PlanShown: _plan,
    e.TechniqueShown: lambda x, n: say("{sheet} has the technique {card}", sheet=n(x.sheet), card=n(x.card)),
    e.ActivationBegan: lambda x, n: say("{who} begins an activation", who=n(x.seat)),
    e.SheetActivated: lambda x, n: say("The Oni activates {sheet}", sheet=n(x.sheet)),
    e.FigureActed: lambda x, n: say("{figure} acts", figure=n(x.figure)),
    e.ActivationEnded: lambda x, n: say("{who} ends the activation", who=n(x.seat)),
    e.AttackDeclared: _declared,
    e.DiceRolled: _rolled,
    e.Reacted: lambda x, n: say("{who} reacts with {card}", who=n(x.seat), card=n(x.card)),
    e.AttackResolved: _resolved,
    e.TestResolved: _tested,
    e.TestEased: lambda x, n: say("{place} is easier by {minus} now", place=n(x.place), minus=x.minus),
    e.FigurePushed: lambda x, n: say("{figure} is pushed", figure=n(x.figure)),
    e.DamageTaken: lambda x, n: plural("{figure} takes {count} damage", "{figure} takes {count} damage", x.n,
                                       figure=n(x.figure)),
    e.Healed: lambda x, n: plural("{figure} heals {count} damage", "{figure} heals {count} damage", x.n,
                                  figure=n(x.figure)),
    e.FigureRemoved: lambda x, n: say("{figure} leaves the board", figure=n(x.figure)),
    e.StatusGiven: lambda x, n: say("{figure} is {status}", figure=n(x.figure), status=_STATUSES[x.status]),
    e.StatusTurned: lambda x, n: say("{figure}: {status} lasts one more turn", figure=n(x.figure),
                                     status=_STATUSES[x.status]),
    e.StatusEnded: lambda x, n: say("{figure} is no longer {status}", figure=n(x.figure), status=_STATUSES[x.status]),
    e.AlertRaised: lambda x, n: say("The alert is raised"),
    e.CardsTakenBack: lambda x, n: say("{hero} takes all discarded cards back", hero=n(x.seat)),
    e.PlanDiscarded: lambda x, n: say("{hero} discards the plan", hero=n(x.seat)),
    e.WoundDrawn: lambda x, n: say("{hero} draws {card}", hero=n(x.seat),
                                   card=n("?wound" if x.card == HIDDEN else x.card)),
    e.HeroOut: lambda x, n: say("{hero} is out of the fight", hero=n(x.seat)),
    e.WeaknessHealed: lambda x, n: say("{hero} gives in to a weakness, and recovers", hero=n(x.seat)),
    e.TokenTurned: lambda x, n: say("{token} is turned over", token=Capital(say("{name}", name=n(x.token)))),
    e.TokenRemoved: lambda x, n: say("{token} is removed", token=Capital(say("{name}", name=n(x.token)))),
    se.ClueDrawn: lambda x, n: say("{hero} draws {card}", hero=n(x.seat), card=n(x.card)),
    e.DamageIgnored: lambda x, n: say("{card} keeps the damage from {figure}", card=n(x.card), figure=n(x.figure)),
    e.OrderShuffled: lambda x, n: say("The initiative cards not yet turned are shuffled"),
    e.CardTurned: lambda x, n: say("The next initiative card: {hero}", hero=n(x.seat)),
    se.SurpriseResolved: lambda x, n: say("Surprise: {card}", card=n(x.card)),
    se.HostTaken: lambda x, n: say("The heroes hold {card}", card=n(x.card)),
    se.HostFollows: lambda x, n: say("{card} follows {hero}", card=n(x.card), hero=n(x.seat)),
    se.HostGivenToOni: lambda x, n: say("{card} goes to the Oni", card=n(x.card)),
    se.HostPlayed: lambda x, n: say("{who} plays {card}", who=n(x.seat), card=n(x.card)),
    e.EventDrawn: lambda x, n: say("The Oni draws an event card") if x.card == HIDDEN else say(
        "The Oni draws {card}", card=n(x.card)
    ),
    e.EventPlayed: lambda x, n: say("The Oni plays {card}", card=n(x.card)),
    e.TalentUsed: lambda x, n: say("{hero} uses {card}", hero=n(x.seat), card=n(x.card)),
    e.ObjectUsed: lambda x, n: say("{hero} uses {card}", hero=n(x.seat), card=n(x.item)),
    e.ObjectDrawn: lambda x, n: say("{hero} draws {card}", hero=n(x.seat), card=n(x.item)),
    e.ObjectMoved: _moved_object,
    e.FollowerMet: lambda x, n: say("{hero} meets {card}", hero=n(x.seat), card=n(x.card)),
    e.FollowerJoined: lambda x, n: say("{figure} follows {hero}", figure=n(x.figure), hero=n(x.seat)),
    e.FollowerLeft: lambda x, n: say("{figure} belongs to nobody now", figure=n(x.figure)),
    se.MissionGiven: lambda x, n: say("{figure} has mission {number}", figure=n(x.figure), number=x.mission + 1),
    e.KamiTurned: lambda x, n: say("{figure} will act once more", figure=n(x.figure)),
    se.Accused: lambda x, n: say("The heroes accuse {card}", card=n(x.named)),
    se.AccusationAnswered: _answered,
    se.DemonCame: lambda x, n: say("{nature} shows itself: {host} was the Oni", nature=n(x.nature), host=n(x.host)),
    se.TrackClosed: lambda x, n: say("The track of the Oni is closed"),
    se.DemonEscaped: lambda x, n: say("The demon escapes"),
    se.ChapterPlaced: lambda x, n: say("Chapter “{chapter}”, {colour}", chapter=n(x.chapter),
                                       colour=_COLOURS[x.colour]),
    se.MissionCounted: lambda x, n: say("{mission}: {count} for {colour}", mission=n(x.mission), count=x.count,
                                       colour=_COLOURS[x.colour]),
    se.MissionDealt: lambda x, n: say("{hero} has a personal mission: {mission}", hero=n(x.seat),
                                     mission=n(f"{x.mission}#{x.n}")),
    se.MissionReopened: lambda x, n: say("{mission} is open again", mission=n(x.mission)),
    se.ChapterTakenBack: lambda x, n: say("Chapter “{chapter}” is taken back", chapter=n(x.chapter)),
    se.MissionDecided: lambda x, n: say("{mission} is decided: {colour}", mission=n(x.mission),
                                       colour=_COLOURS[x.colour]),
    se.StepDone: lambda x, n: _STAGES[x.rule],
    se.GameEnded: lambda x, n: say("The heroes have won") if x.winner == "heroes" else say("The Oni has won"),
    e.SetByHand: _set_by_hand,
}  # fmt: skip
