"""A position of PROTOCOL.md read: what fits its types is made a state, if it makes sense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.model.core.contract import Choice, Content, Json, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.games.asagiri import wire
from companion.model.games.asagiri.adventure import position as adventure_text
from companion.model.games.asagiri.rules import drafting, legal_options
from companion.model.games.asagiri.rules.resolution import settle
from companion.model.games.asagiri.rules.transition import Transition, end_of
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.state import card_factory
from companion.model.games.asagiri.state.board import (
    BLOCKING,
    MOST_SQUARES,
    Board,
    FloorPlan,
    Stair,
    board_of,
    facing_named,
)
from companion.model.games.asagiri.state.carry_over import brought
from companion.model.games.asagiri.state.stack import Active, Began
from companion.model.games.asagiri.state.state import Band, Figure, Lasting, SquareToken, State, band_of_seat, replace
from companion.model.games.asagiri.state.table import Character, DraftState, Equipment, Options, Profile, Table
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    BEFORE,
    DRAFTING,
    EDITION,
    NO_BAND,
    NO_FACING,
    NO_SQUARE,
    BandId,
    SquareId,
    by_band,
    by_figure,
    by_square,
    default_limit,
)
from companion.model.games.asagiri.table.automation import turned

from . import (
    MOST_DICE,
    SEATS,
    ReadingPlace,
    character_at,
    edges_of,
    name_of,
    scenario_codec,
    skills_of,
    square_at,
    stops_of,
)
from .position import (
    ActiveForm,
    BandForm,
    CardForm,
    CharacterForm,
    EquipmentForm,
    GamePositionForm,
    OptionsForm,
    PlanForm,
    ProfileForm,
)


def decode(position: Json, content: Content) -> State:
    """The state of a position; raises InvalidInput naming the field at fault."""
    form = read(position, GamePositionForm)
    stage = form.stage or "activations"
    options = options_of(form.options)
    draft = None if form.draft is None else scenario_codec.draft_of(form.draft, content)
    if (stage in DRAFTING) != (draft is not None) and (draft is None or stage != "first"):
        raise InvalidInput("stage", "A game is set up in the stages {stages}.", stages=tuple(sorted(DRAFTING)))
    contest = None if form.contest is None else scenario_codec.contest_of(form.contest, content)
    board = _board(form) if draft is None else _laid_board(form, draft)
    several = form.floors is not None
    bands = (form.bands.A, form.bands.B)
    budgets = [16 if band.budget is None else band.budget for band in bands]
    limits = [band.limit or options.losing_limit or max(1, default_limit(budget))
              for band, budget in zip(bands, budgets, strict=True)]  # fmt: skip
    people = _people(form, board, several, content)
    characters = tuple(person.character for person in people)
    if draft is not None:
        known: tuple[Character, ...] = ()
    elif form.cards is not None:
        known = tuple(_card(one, f"cards[{n}]", NO_BAND, content, "card") for n, one in enumerate(form.cards))
    else:
        known = card_factory.cards_named("bands", content, characters)
    table = Table(
        board,
        characters,
        (budgets[0], budgets[1]),
        (limits[0], limits[1]),
        options,
        several_floors=several,
        cards=known,
        contest=contest,
        dials=turned((), dict(stops_of(form.dials, "dials"))),
        edition=form.edition or EDITION,
    )
    figures, quest = tuple(person.figure for person in people), None
    if form.adventure is not None:
        table, quest = adventure_text.decode(form.adventure, form.quest, table, figures)
    side = NO_FACING if form.side is None else facing_named(form.side)
    if stage == "deploy" and side < 0 and table.adventure is None:
        raise InvalidInput("side", "This field is missing.")
    dice = (_band(bands[0], "bands.A", people, BANDS[0]), _band(bands[1], "bands.B", people, BANDS[1]))
    state = State(table, figures, dice, form.turn, band_of_seat(form.phase), stage, side, quest=quest)
    if stage == "deploy":
        _room(state)
    for who, person in by_figure(people):
        if person.form.lasting:
            place = ReadingPlace(state, content, f"{person.path}.lasting")
            lasting = tuple(wire.made(place.at(n), Lasting, one) for n, one in enumerate(person.form.lasting))
            state = state.with_figure(who, replace(person.figure, lasting=lasting))
    place = ReadingPlace(state, content, "tokens")
    state = replace(state, tokens=tuple(_square_token(place.at(n), token) for n, token in enumerate(form.tokens or ())))
    if len({token.at for token in state.tokens}) < len(state.tokens):
        raise InvalidInput("tokens", "Only one token can lie on a square.")
    if quest is not None and (draft is not None or contest is not None):
        raise InvalidInput("adventure", "A game for zeni cannot be an adventure.")
    adventure_text.check(form.quest, state)
    if draft is not None:
        return _drafting(form, replace(state, draft=draft))
    state = replace(state, over=_over(form, state))
    if state.over:
        return state
    if isinstance(form.active, ActiveForm):
        if stage != "activations":
            raise InvalidInput("active", "A figure can only be active during the activations.")
        state = _active(form.active, state)
    if form.frames:
        place = ReadingPlace(state, content, "frames")
        state = replace(state, frames=tuple(wire.decode(place.at(n), one) for n, one in enumerate(form.frames)))
        if not wire.top_asks(state):
            raise InvalidInput("frames", "This position does not wait for an answer.")
    if stage != "roll":
        return state
    flow = Transition(state)
    settle(flow)  # every die may lie in reserve: then nothing is rolled
    return flow.state


def _square_token(place: ReadingPlace, form: msgspec.Struct) -> SquareToken:
    token = wire.made(place, SquareToken, form)
    if place.state.table.board.terrain[token.at] == BLOCKING:
        raise InvalidInput(f"{place.path}.at", "Nobody can stand on a blocking square.")
    if place.state.figures[token.source].at < 0:
        raise InvalidInput(f"{place.path}.source", "This character is not on the board.")
    return token


def _over(form: GamePositionForm, state: State) -> bool:
    """Whether the game is over; where a table ends it by hand, or is asked, it says so."""
    won = end_of(state) is not None
    if "victory" not in state.table.off | state.table.asked:
        if form.over is not None:
            raise InvalidInput("over", "This field is unknown.")
        return won
    if form.over and not won:
        raise InvalidInput("over", "Nobody has won yet.")
    return bool(form.over)


def read_options(data: Json, path: str) -> Options:
    """Table options out of JSON nobody has checked; all of them may be left out."""
    return options_of(read({} if data is None else data, OptionsForm, path))


def options_of(form: OptionsForm | None) -> Options:
    """Table options; what is left out, or said to be no, is as usual."""
    said = {} if form is None else msgspec.structs.asdict(form)
    return Options(**{name: value for name, value in said.items() if value})


# the board -----------------------------------------------------------------------------------------------------------


def _board(form: GamePositionForm) -> Board:
    if (form.board is None) == (form.floors is None):
        raise InvalidInput("board", "A position needs a board or floors, not both.")
    if form.board is not None:
        plans: tuple[FloorPlan, ...] = (_plan(form.board, "board"),)
    else:
        plans = tuple(_plan(one, f"floors[{n}]") for n, one in enumerate(form.floors or ()))
    if sum(len(row) for plan in plans for row in plan.rows) > MOST_SQUARES:
        raise InvalidInput("floors", "A board can have at most {most} squares.", most=MOST_SQUARES)
    for n, (start, end) in enumerate(form.stairs or ()):
        if start[2] == end[2]:
            raise InvalidInput(f"stairs[{n}]", "Stairs must join two squares of different floors.")
    board = board_of(plans, frozenset[Stair](form.stairs or ()))
    if not board.squares:
        where = "board.rows" if form.board is not None else "floors[0].rows" if plans else "floors"
        raise InvalidInput(where, "This board has no squares.")
    return board


def _plan(form: PlanForm, path: str) -> FloorPlan:
    if len({len(row) for row in form.rows}) > 1:
        raise InvalidInput(f"{path}.rows", "The rows do not have the same length.")
    named = ("walls", "doors", "opened")
    return FloorPlan(form.rows, *(edges_of(getattr(form, name), form.rows, f"{path}.{name}") for name in named))


def _laid_board(form: GamePositionForm, draft: DraftState) -> Board:
    """The board as far as tiles are laid; one that is written must be the same."""
    board = drafting.floor(draft)
    if form.floors is not None:
        raise InvalidInput("floors", "This field is unknown.")
    if form.board is not None and board_of((_plan(form.board, "board"),)) != board:
        raise InvalidInput("board", "This board does not match the tiles.")
    return board


def _room(state: State) -> None:
    waiting = sum(figure.at < 0 and figure.state != "disabled" and not figure.away for figure in state.figures)
    board = state.table.board
    free = sum(letter != BLOCKING for n, letter in by_square(board.terrain) if not state.occupied() >> n & 1)
    if not waiting:
        raise InvalidInput("stage", "All figures are already on the board.")
    if waiting > free:
        raise InvalidInput("board", "There are fewer free squares than figures.")


# bands, figures, cards -----------------------------------------------------------------------------------------------


class ReadFigure(NamedTuple):
    """A figure as it is written, and what it is."""

    path: str
    form: CharacterForm
    character: Character
    figure: Figure


def _people(form: GamePositionForm, board: Board, several: bool, content: Content) -> list[ReadFigure]:
    """Everybody, in the order in which they came into play."""
    found: list[ReadFigure] = []
    for which, seat in by_band(SEATS):
        for n, one in enumerate(getattr(form.bands, seat).characters):
            path = f"bands.{seat}.characters[{n}]"
            character, figure = _character(one, path, which, board, several, form.stage or "activations", content)
            if any(character.id == known.character.id for known in found):
                raise InvalidInput(f"{path}.id", "Two characters have the id “{id}”.", id=character.id)
            if figure.at >= 0 and any(figure.at == known.figure.at for known in found):
                raise InvalidInput(f"{path}.at", "Two figures are on the same square.")
            found.append(ReadFigure(path, one, character, figure))
    places = {person.character.id: n for n, person in enumerate(found)}
    for person in found:
        summoner = person.character.summoner
        if summoner is not None and summoner not in places:
            raise InvalidInput(f"{person.path}.summoner", "There is no character “{id}” in this game.", id=summoner)
    if form.order is None:
        return found
    if sorted(form.order) != sorted(places):
        raise InvalidInput("order", "Each character must appear once here.")
    return [found[places[id]] for id in form.order]


def _band(form: BandForm, path: str, people: Sequence[ReadFigure], which: BandId) -> Band:
    kept = sum(len(person.figure.kept) for person in people if person.character.band == which)
    pool, aside = form.pool or (), form.aside or 0
    if len(pool) + aside + kept > MOST_DICE:
        raise InvalidInput(f"{path}.aside", "A band can have at most {most} dice.", most=MOST_DICE)
    return Band(pool, aside, form.gone or 0, form.lost or 0, form.earned or 0)


def _character(
    form: CharacterForm, path: str, band: BandId, board: Board, several: bool, stage: str, content: Content
) -> tuple[Character, Figure]:
    character = _card(form, path, band, content, form.id)
    if form.summoner is not None and character.kami is None:
        raise InvalidInput(f"{path}.summoner", "Only a Kami can have a summoner.")
    equipment = character.equipment if form.equipment is None else _equipment(form.equipment, content, path)
    character = replace(character, summoner=form.summoner, part=form.part or "", equipment=equipment)
    character = brought(character, form.honour, form.member, path)
    state, away = form.state or "vigilant", form.away or ""
    at = square_at(form.at, board, several, f"{path}.at") if isinstance(form.at, tuple) else NO_SQUARE
    reserve = form.reserve if isinstance(form.reserve, str) else None
    if at >= 0 and board.terrain[at] == BLOCKING:
        raise InvalidInput(f"{path}.at", "A figure cannot be on a blocking square.")
    if state == "disabled" and at >= 0:
        raise InvalidInput(f"{path}.at", "A disabled character cannot be on a square.")
    if away and (at >= 0 or state == "disabled"):
        raise InvalidInput(f"{path}.away", "A figure is on the board, disabled or away.")
    if at < 0 and state != "disabled" and not away and stage not in BEFORE:
        raise InvalidInput(f"{path}.at", "Only a disabled character can be off the board.")
    if form.facing is None and at >= 0:
        raise InvalidInput(f"{path}.facing", "This field is missing.")
    if reserve is not None and (state == "disabled" or away):
        raise InvalidInput(f"{path}.reserve", "A disabled character cannot keep a die in reserve.")
    if character.kami is not None and (state == "shaken" or reserve is not None):
        raise InvalidInput(
            f"{path}.{'reserve' if reserve else 'state'}", "A Kami has no shaken side and keeps no die in reserve."
        )
    if form.honour_lost and character.honour is None:
        raise InvalidInput(f"{path}.honour_lost", "This character has no honour to lose.")
    if form.more and reserve is None:
        raise InvalidInput(f"{path}.more", "There is no other die in reserve.")
    facing = facing_named(form.facing or "N")
    return character, Figure(
        at, facing, state, reserve, bool(form.activated), form.used or (), bool(form.spent), form.more or (),
        away=away, honour_lost=bool(form.honour_lost),
    )  # fmt: skip


def _card(form: CardForm, path: str, band: BandId, content: Content, id: str) -> Character:
    """The character of a card: one of a pack, or written out, or a bit of both."""
    profile = form.profile
    if not isinstance(profile, str):
        if form.zeni is None and form.kami is None:
            raise InvalidInput(f"{path}.zeni", "This field is missing.")
        faces = [_profile(getattr(profile, side), content, f"{path}.profile.{side}") for side in ("vigilant", "shaken")]
        made = Character(id, band, wire.name_of(id), faces[0], faces[1], 0)
    elif content.find("kami", profile) is not None:
        made = replace(card_factory.kami(f"{path}.profile", content, profile), band=band, id=id)
    else:
        made = card_factory.character(f"{path}.profile", content, profile, band, id)
    said = {name: getattr(form, name) for name in ("zeni", "alignment", "silhouette", "card", "kami")}
    traits = made.traits if form.traits is None else frozenset(form.traits)
    return replace(
        made,
        **{name: value for name, value in said.items() if value is not None},
        name=made.name if form.name is None else name_of(form.name),
        traits=traits if form.kami is None else traits | {card_factory.KAMI},
    )


def _equipment(form: str | EquipmentForm, content: Content, path: str) -> Equipment:
    if isinstance(form, str):
        return card_factory.equipment(f"{path}.equipment", content, form)
    skills = skills_of(form.skills, content, f"{path}.equipment")
    return Equipment(None, name_of(form.name), form.zeni, bool(form.single), skills)


def _profile(form: ProfileForm, content: Content, path: str) -> Profile:
    return Profile(form.attack, form.defense, form.movement, form.willpower, skills_of(form.skills, content, path))


# what is going on ----------------------------------------------------------------------------------------------------


def _drafting(form: GamePositionForm, state: State) -> State:
    """A game being put together must wait for an answer."""
    for name in ("active", "frames"):
        if getattr(form, name):
            raise InvalidInput(name, "The game is still being set up.")
    asked = legal_options.pending(state)
    if not (asked.options if isinstance(asked, Choice) else isinstance(asked, Roll) and asked.dice[0].kind.faces):
        raise InvalidInput("draft", "This position does not wait for an answer.")
    return state


def _active(form: ActiveForm, state: State) -> State:
    table = state.table
    who = character_at(form.id, table, "active.id")
    figure = state.figures[who]
    if state.band_of(who) != state.phase or figure.at < 0:
        raise InvalidInput("active.id", "Only a figure of the player whose phase it is, on the board, can be active.")
    trail: tuple[SquareId, ...] = (figure.at,)
    if form.trail is not None:
        squares = enumerate(form.trail)
        trail = tuple(square_at(at, table.board, table.several_floors, f"active.trail[{n}]") for n, at in squares)
    points = state.face(who).movement if form.points is None else form.points
    acted, moved = bool(form.acted), bool(form.moved)
    stepped = moved and len(trail) > 1 if form.stepped is None else form.stepped
    began = None
    if form.began is not None:
        began = Began(form.began.in_zone, form.began.state)
    elif moved:
        began = Began(bool(state.zone_against(state.phase, "movement", who) >> trail[0] & 1), figure.state)
    over = moved and stepped and state.in_enemy_zone(who, "movement") if form.over is None else form.over
    state = state.with_figure(who, replace(figure, activated=True))
    extra, brought_ = form.extra or (), bool(form.brought)
    base = -1 if moved else movement_points(state, who)
    return replace(state, active=Active(who, trail, points, acted, moved, over, stepped, began, extra, brought_, base))
