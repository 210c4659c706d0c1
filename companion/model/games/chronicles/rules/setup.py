"""A new game: from a set-up to the first turn (SET), with what chance deals where the app keeps the cards."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Content, Json, Outcome, Pending
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Document, Id, Printable, read
from companion.model.core.words import say
from companion.model.games.chronicles.board.layout import Layout, layout_of
from companion.model.games.chronicles.box.box import Box, box_of
from companion.model.games.chronicles.box.records import Scenario, SheetFrom
from companion.model.games.chronicles.rules import (
    deploy,
    equipment,
    extensions,
    joining,
    missions,
    outfit,
    places,
    sites,
    turns,
)
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, draws
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import (
    HERO_SEATS,
    ONI,
    CardId,
    Cards,
    Figure,
    HeroState,
    Keepers,
    Named,
    OniState,
    Options,
    Piles,
    Place,
    Score,
    State,
    Table,
    cards,
    replace,
)

SURPRISES = 5
"""SET-1: so many are a game's."""
AT_A_TABLE = Keepers("box", "box", "box", "box", "box", "box", "box", "box")
"""TAB-2: what a tracked game begins with."""


class SheetInPlay(Document):
    """A sheet of the Oni's and how many figures of it stand on the board at the beginning."""

    sheet: Id
    figures: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0


QUICK: Json = {"scenario": "house:the-well-of-mists", "heroes": ["house:okko", "house:noshin"]}
"""What ``{"quick": true}`` stands for (POS-3)."""


class Setup(Document):
    """POS-3; without a scenario what it would say is said here."""

    heroes: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=4)]
    scenario: Id | None = None
    packs: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=20)] = ("house",)
    """The box that is played with, by its namespaces."""
    extensions: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = ()
    """Packs that join it: their event cards are exchanged for some of the box (SET-1)."""
    natures: tuple[Id, ...] = ()
    hosts: tuple[Id, ...] = ()
    """The suspects, as far as they are known; the scenario's own need not be repeated."""
    sheets: tuple[SheetInPlay, ...] = ()
    missions: Annotated[tuple[Printable, ...], msgspec.Meta(max_length=9)] = ()
    """Mission tiles that no record describes, by name."""
    investigation: bool | None = None
    options: Options = Options()


def begun(setup: Json, content: Content) -> Transition:
    """The state before anything is dealt; raises InvalidInput naming the field at fault."""
    form = read(QUICK if setup == {"quick": True} else setup, Setup)
    options = form.options
    box = box_of(content, tuple(dict.fromkeys((*form.packs, *form.extensions))))
    extensions.check(box, form.extensions, 0 if form.natures else options.natures)
    heroes = _heroes(form, box)
    scenario = _known(box.scenarios, form.scenario, "scenario") if form.scenario is not None else None
    if options.oni == "automatic":
        fit_for_automatic_oni(options, box)
    sheets = _sheets(form, box, scenario)
    investigation = form.investigation if scenario is None else scenario.investigation
    own = tuple([Named(f"mission-{n}", name) for n, name in enumerate(form.missions, 1)])
    table = Table(
        box, options, form.scenario, heroes, tuple(dict.fromkeys(sheet for sheet, _ in sheets)),
        investigation is not False, _track(box, scenario), own,
    )  # fmt: skip
    records = [*(scenario.missions if scenario is not None else ()), *[one.id for one in own]]
    scores = [Score(id) for id in records] + [
        Score(id, mission=False) for id in (scenario.objectives if scenario is not None else ())
    ]
    if form.scenario is not None and scenario is not None and scenario.ends:
        scores.append(Score(form.scenario, mission=False))  # END-5
    if not (table.investigation or scores or any(count for _, count in sheets)):
        raise InvalidInput("sheets", say("Say how many figures of the Oni stand on the board."))  # END-3
    suspects = _suspects(form, box, scenario, table)
    natures = _natures(form, box, table)
    state = State(
        table, 0, "setup", None,
        tuple([_hero(box, id) for id in heroes]),
        OniState(on_track=tuple(n for n, one in enumerate(box.tracks[table.track].columns, 1) if one.corruption)),
        (*_hero_figures(box, heroes), *_oni_figures(box, sheets)),
        Piles(), (), (), 0, (), tuple(scores), suspects, natures, (), 0, (), (), (), (),
        layout_of(scenario) if scenario is not None else Layout(),
    )  # fmt: skip
    if options.places != "none" and places.laid(state) is None:
        raise InvalidInput("options.places", say("The board is not known here: play without places."))
    t = Transition(state)
    if scenario is not None:
        _stand(t, scenario)
    _piles(t, form)
    outfit.begin(t)
    joining.begin(t)
    extensions.choose_natures(t)
    return t


def fit_for_automatic_oni(options: Options, box: Box) -> None:
    """AUT-1: the app draws host and nature and keeps them, and turns trial cards."""
    if options.keepers.guilty != "app":
        raise InvalidInput("options.keepers.guilty", say("The automatic Oni needs the app to keep host and nature."))
    if not box.trials:
        raise InvalidInput("packs", say("These packs have no trial cards for the automatic Oni."))


def _known(records: dict[str, Any], id: str, path: str) -> Any:
    if id not in records:
        raise InvalidInput(path, "No pack holds “{id}”.", id=id[:80])
    return records[id]


def _heroes(form: Setup, box: Box) -> tuple[str, ...]:
    for n, id in enumerate(form.heroes):
        _known(box.heroes, id, f"heroes[{n}]")
        if id in form.heroes[:n]:
            raise InvalidInput(f"heroes[{n}]", say("This hero plays already."))
    return form.heroes


def _sheets(form: Setup, box: Box, scenario: Scenario | None) -> list[tuple[str, int]]:
    """Each sheet of the Oni's in this game and the figures it begins with."""
    found: dict[str, int] = {}
    if scenario is not None:
        for entry in scenario.sheets:
            at_least = entry if isinstance(entry, SheetFrom) else SheetFrom(entry)
            if len(form.heroes) >= at_least.heroes:
                found[at_least.sheet] = 0
        for figure in scenario.figures:
            if len(form.heroes) >= figure.heroes:
                found[figure.sheet] = found.get(figure.sheet, 0) + 1
    for n, one in enumerate(form.sheets):
        sheet = _known(box.sheets, one.sheet, f"sheets[{n}].sheet")
        if sheet.rank == "demon":
            raise InvalidInput(f"sheets[{n}].sheet", say("The demon comes by itself."))
        if one.figures > sheet.figures:
            raise InvalidInput(f"sheets[{n}].figures", say("There are only {count} such figures.", count=sheet.figures))
        found[one.sheet] = one.figures
    if not found:
        raise InvalidInput("sheets", say("Choose the sheets of the Oni."))
    return list(found.items())


def _track(box: Box, scenario: Scenario | None) -> str:
    named = scenario.track if scenario is not None else None
    if named is not None:
        return str(named)
    if not box.tracks:
        raise InvalidInput("packs", say("These packs have no track of the Oni."))
    return next(iter(box.tracks))


def _suspects(form: Setup, box: Box, scenario: Scenario | None, table: Table) -> Cards:
    if not table.investigation:
        return ()
    own = [one.host for one in scenario.hosts] if scenario is not None else []
    for n, id in enumerate(form.hosts):
        _known(box.hosts, id, f"hosts[{n}]")
    found = list(dict.fromkeys([*own, *form.hosts]))
    if len(found) < 2 and table.options.keepers.guilty != "app":
        raise InvalidInput("hosts", say("Say which hosts are suspects: at least two."))
    return cards(found)


def _natures(form: Setup, box: Box, table: Table) -> Cards:
    if not table.investigation:
        return ()
    for n, id in enumerate(form.natures):
        _known(box.natures, id, f"natures[{n}]")
    chosen = form.natures or tuple(box.natures)
    if not form.natures and len(chosen) > table.options.natures:
        return ()  # the Oni chooses them
    if len(chosen) < 2:
        raise InvalidInput("natures", say("Choose at least two natures."))
    return cards(chosen)


def _hero(box: Box, id: str) -> HeroState:
    hand = box.hand_of(id)
    return HeroState(id, hand, hand, gear=equipment.base_gear(box, id), kami=outfit.base_kami(box, id))


def _hero_figures(box: Box, heroes: tuple[str, ...]) -> list[Figure]:
    found = [Figure(seat, id, "hero") for seat, id in zip(HERO_SEATS, heroes, strict=False)]
    for seat, id in zip(HERO_SEATS, heroes, strict=False):
        follower = box.heroes[id].follower
        if follower is not None and follower in box.followers:
            found.append(outfit.begins_with(box, follower, seat))
    return found


def _oni_figures(box: Box, sheets: list[tuple[str, int]]) -> list[Figure]:
    return [
        Figure(f"{id.rpartition(':')[2]}-{n}", id, box.sheets[id].group)
        for id, count in sheets
        for n in range(1, count + 1)
    ]


def _stand(t: Transition, scenario: Scenario) -> None:
    """SET-5: the scenario's figures stand on its spaces, or somewhere in its zones."""
    waiting = {sheet: [one for one in scenario.figures if one.sheet == sheet] for sheet in t.now.table.sheets}
    for figure in t.now.figures:
        here = [one for one in waiting.get(figure.card, ()) if len(t.now.heroes) >= one.heroes]
        if here:
            waiting[figure.card].remove(here[0])
            at: Place | None = here[0].at or here[0].zone
            t.figure(figure.id, at=deploy.known_as(t.now, at))


# what is dealt --------------------------------------------------------------------------------------------------------


def _piles(t: Transition, form: Setup) -> None:
    """SET-6, SET-9, SET-10: by chance where the app keeps the cards, else so many that nobody has told."""
    box, table, keepers = t.box, t.now.table, t.now.table.options.keepers
    base = [item for id in table.heroes for item in box.heroes[id].base]
    objects = [id for id, card in box.objects.items() for _ in range(card.copies)]
    for item in base:
        if item in objects:
            objects.remove(item)
    wounds = [id for id, card in box.wounds.items() for _ in range(card.copies)]
    events = extensions.events_of(box, form.extensions, own=False)
    t.piles(
        object=_kept(keepers.objects, objects),
        wound=_kept(keepers.wounds, wounds),
        event=_kept(keepers.events, events),
    )
    t.push(f.DrawFrame("event", len(table.heroes), ONI))
    if keepers.events == "app":
        extensions.exchange_events(t, form.extensions)
    if table.investigation:
        _truth(t, keepers.guilty)
    sites.begin(t)
    if table.investigation and keepers.guilty == "app" and not form.hosts:
        t.push(f.DealFrame("hosts", len(table.heroes)))
    if (unplaced := deploy.lost(t.now)) is not None:
        ours = tuple([id for id in unplaced.figures if (one := t.now.figure(id)) is not None and one.camp == "oni"])
        t.push(f.WhereFrame(ours))
    for seat in reversed(t.now.seats):
        if table.investigation:
            t.push(f.DealFrame("missions", 1, seat))
        else:  # SET-4: the first of the card
            t.hero(seat, mission=-1 if missions.personal(t.now, seat) is None else 0)


def _truth(t: Transition, keeper: str) -> None:
    """SET-9."""
    if keeper == "app":
        t.push(f.DealFrame("surprises", SURPRISES), f.DealFrame("nature", 1), f.DealFrame("guilty", 1))
    else:
        t.oni(guilty=HIDDEN, nature=HIDDEN)
        t.piles(clue=(HIDDEN,) * clue_pile(t.now))


def _kept(keeper: str, whole: list[CardId]) -> Cards:
    return cards(whole) if keeper == "app" else (HIDDEN,) * len(whole)


def clue_pile(state: State) -> int:
    """SET-9: how many cards the clue pile begins with, whichever natures are still to be chosen."""
    surprises = min(SURPRISES, len(state.table.box.surprises))
    return len(state.suspects) - 1 + (len(state.natures) or state.table.options.natures) - 1 + surprises


def _pile(state: State, frame: f.DealFrame) -> Cards:
    match frame.what:
        case "hosts":
            return cards(id for id in state.table.box.hosts if id not in state.suspects)
        case "guilty":
            return state.suspects
        case "nature":
            return state.natures
    return cards(id for id in state.table.box.surprises if id not in state.piles.surprise)


def _goes_on(t: Transition, frame: f.DealFrame) -> bool:
    if frame.what == "missions":
        return missions.deals(t, frame)
    if frame.left and _pile(t.now, frame):
        return False
    t.pop()
    if frame.what == "surprises":
        oni, state = t.now.oni, t.now
        hosts = [id for id in state.suspects if id != oni.guilty]
        natures = [id for id in state.natures if id != oni.nature]
        t.piles(clue=cards([*hosts, *natures, *state.piles.surprise]))
        if state.table.options.keepers.clues != "app":
            t.piles(clue=(HIDDEN,) * len(t.now.piles.clue), surprise=())
    return True


def _ask(state: State, frame: f.DealFrame) -> Pending:
    if frame.what == "missions":
        return missions.ask_deal(state, frame)
    secret = (ONI,) if frame.what in ("guilty", "nature") else () if frame.what == "surprises" else None
    return draws(ONI, _pile(state, frame), secret, "setup")


def _rolled(t: Transition, frame: f.DealFrame, outcome: Outcome) -> None:
    if frame.what == "missions":
        missions.rolled(t, frame, outcome)
        return
    card = str(outcome[0])
    t.become(replace(frame, left=frame.left - 1))
    match frame.what:
        case "hosts":
            t.set(suspects=cards((*t.now.suspects, card)))
            t.tell(e.CardsDealt("host", card, ONI))
        case "guilty":
            t.oni(guilty=card)
            t.tell(e.CardsDealt("guilty", card, ONI))
        case "nature":
            t.oni(nature=card)
            t.tell(e.CardsDealt("nature", card, ONI))
        case _:
            t.piles(surprise=cards((*t.now.piles.surprise, card)))
            t.tell(e.CardsDealt("surprise", card, ONI))


def begins(t: Transition) -> None:
    """SET-11, once everything has been dealt."""
    if t.now.stage == "setup" and not t.now.frames:
        turns.begin(t)


DEALING = Part(_ask, missions.told, _rolled, _goes_on)
