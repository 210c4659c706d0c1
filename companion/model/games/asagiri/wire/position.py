"""The position of PROTOCOL.md: what it is written with, and a state written so; nothing is hidden in Asagiri.

`position_reader` reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from companion.model.core.contract import Json
from companion.model.core.record import plain
from companion.model.core.schema import Count, Document, Printable, Shown
from companion.model.core.words import Message, say
from companion.model.games.asagiri import wire
from companion.model.games.asagiri.adventure import position as adventure_text
from companion.model.games.asagiri.adventure.position import QuestForm
from companion.model.games.asagiri.skills.language.vocabulary import Alignment, Element
from companion.model.games.asagiri.state.formatting import name_json, square_json
from companion.model.games.asagiri.state.state import Lasting, SquareToken, State
from companion.model.games.asagiri.state.table import Character, Equipment, Honour, Options, Profile
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    EDITION,
    BandId,
    Condition,
    Extra,
    Feeling,
    FigureId,
    Stage,
    by_figure,
)
from companion.model.games.asagiri.table.automation import Stop

from . import (
    FACES,
    SEATS,
    Dice,
    DiceCount,
    Edges,
    FacingWord,
    FrameForm,
    NameForm,
    Points,
    Seat,
    Skills,
    Square,
    Text40,
    Text100,
    Whole,
    edges_json,
    scenario_codec,
)
from .scenario_codec import ContestForm, DraftForm

FORMAT: Literal["okko-position/1"] = "okko-position/1"
MOST_CHARACTERS = 64
MOST_SIDE = 64

EditionNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=EDITION)]
Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MOST_SIDE)]
End: TypeAlias = tuple[Coordinate, Coordinate, Coordinate]
Stat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Zeni: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]


def _no_row(text: str) -> Message | None:
    return say("A row is written with the letters . h a b s and spaces.") if set(text) - set(".habs ") else None


def _no_id(text: str) -> Message | None:
    sound = text and all(letter.isalnum() or letter in "_.-" for letter in text)
    return None if sound else say("An id may contain letters, digits and _ . -")


Row: TypeAlias = Annotated[str, msgspec.Meta(max_length=MOST_SIDE, extra={"fault": _no_row})]
NewId: TypeAlias = Annotated[str, msgspec.Meta(max_length=40, extra={"fault": _no_id})]

# What may be left out may be null as well; UNSET: what is always written, and null where there is nothing.

if TYPE_CHECKING:
    OptionsForm: TypeAlias = msgspec.Struct
    LastingForm: TypeAlias = Any
    SquareTokenForm: TypeAlias = Any
else:
    LastingForm = wire.document(Lasting)
    SquareTokenForm = wire.document(SquareToken)
    OptionsForm = msgspec.defstruct(
        "OptionsForm",
        [(name, hint | None, None) for name, hint in get_type_hints(Options, include_extras=True).items()],
        bases=(Document,),
        kw_only=True,
    )


class PlanForm(Document):
    """A floor."""

    rows: Annotated[tuple[Row, ...], msgspec.Meta(max_length=MOST_SIDE)]
    walls: Edges | None = None
    doors: Edges | None = None
    opened: Edges | None = None


class ProfileForm(Document):
    """A face of a profile card."""

    attack: Stat
    defense: Stat
    movement: Stat
    willpower: Stat
    skills: Skills | None = None


class FacesForm(Document):
    """A profile card written out."""

    vigilant: ProfileForm
    shaken: ProfileForm


class EquipmentForm(Document):
    """An equipment card written out."""

    name: NameForm
    zeni: Zeni
    single: bool | None = None
    skills: Skills | None = None


class CardForm(Document, kw_only=True, forbid_unknown_fields=False):
    """A card that skills may bring into play; older ones hold more."""

    id: NewId | None = None
    name: NameForm | None = None
    zeni: Zeni | None = None
    traits: Annotated[tuple[Text40, ...], msgspec.Meta(max_length=20)] | None = None
    profile: Text100 | FacesForm
    alignment: Alignment | None = None
    silhouette: Text40 | None = None
    card: Text100 | None = None
    kami: Literal["fire", "water", "air", "earth"] | None = None


class CharacterForm(CardForm, kw_only=True, forbid_unknown_fields=True):
    """A figure: its card, and how it is."""

    id: NewId
    at: Square | UnsetType | None = UNSET
    facing: FacingWord | None = None
    state: Condition | None = None
    reserve: Element | UnsetType | None = UNSET
    activated: bool | None = None
    summoner: Text40 | None = None
    more: Annotated[tuple[Element, ...], msgspec.Meta(max_length=10)] | None = None
    lasting: Annotated[tuple[LastingForm, ...], msgspec.Meta(max_length=64)] | None = None
    used: Annotated[tuple[Printable, ...], msgspec.Meta(max_length=64)] | None = None
    equipment: Text100 | EquipmentForm | None = None
    spent: bool | None = None
    away: Literal["", "waiting", "captive", "left"] | None = None
    part: Annotated[Shown, msgspec.Meta(max_length=60)] | None = None
    honour: Honour | None = None
    honour_lost: bool | None = None
    member: Text40 | None = None


class BandForm(Document, kw_only=True):
    """A player's dice, losses and figures."""

    budget: Count | None = None
    limit: Whole | None = None
    pool: Dice | None = None
    aside: DiceCount | None = None
    gone: DiceCount | None = None
    lost: Count | None = None
    earned: Count | None = None
    characters: Annotated[tuple[CharacterForm, ...], msgspec.Meta(max_length=MOST_CHARACTERS)]


class BandForms(Document):
    """Both of them."""

    A: BandForm
    B: BandForm


class BeganForm(Document):
    """How a movement began."""

    in_zone: bool
    state: Feeling


class ActiveForm(Document):
    """The activation going on."""

    id: Printable
    trail: Annotated[tuple[Square, ...], msgspec.Meta(min_length=1, max_length=10_000)] | None = None
    points: Points | None = None
    acted: bool | None = None
    moved: bool | None = None
    over: bool | None = None
    began: BeganForm | None = None
    stepped: bool | None = None
    brought: bool | None = None
    extra: Annotated[tuple[Extra, ...], msgspec.Meta(max_length=20)] | None = None


class GamePositionForm(Document, kw_only=True):
    """All of it."""

    format: Literal["okko-position/1"]
    system: Literal["asagiri"]
    options: OptionsForm | None = None
    floors: Annotated[tuple[PlanForm, ...], msgspec.Meta(max_length=8)] | None = None
    board: PlanForm | None = None
    bands: BandForms
    turn: Whole
    phase: Seat
    active: ActiveForm | UnsetType | None = UNSET
    stage: Stage | None = None
    order: Annotated[tuple[Printable, ...], msgspec.Meta(max_length=2 * MOST_CHARACTERS)] | None = None
    cards: Annotated[tuple[CardForm, ...], msgspec.Meta(max_length=MOST_CHARACTERS)] | None = None
    contest: ContestForm | None = None
    draft: DraftForm | None = None
    side: FacingWord | None = None
    stairs: Annotated[tuple[tuple[End, End], ...], msgspec.Meta(max_length=200)] | None = None
    adventure: Any = None
    quest: QuestForm | None = None
    tokens: Annotated[tuple[SquareTokenForm, ...], msgspec.Meta(max_length=400)] | None = None
    edition: EditionNumber | None = None
    dials: dict[str, Stop] | None = None
    over: bool | None = None
    frames: Annotated[tuple[FrameForm, ...], msgspec.Meta(max_length=100)] | None = None


class SetupForm(Document):
    """What every set-up may say."""

    options: OptionsForm | None = None
    dials: dict[str, Stop] | None = None
    edition: EditionNumber | None = None


def encode(state: State) -> Json:
    """The whole state; ``decode(encode(state)) == state``."""
    table, quest = state.table, state.quest
    floors = tuple(
        PlanForm(
            rows=plan.rows,
            walls=edges_json(plan.walls),
            doors=edges_json(plan.doors),
            opened=edges_json(plan.opened) or None,
        )
        for plan in table.board.floors
    )
    order = tuple(character.id for character in table.characters)
    usual = tuple(character.id for band in BANDS for character in table.characters if character.band == band)
    return plain(
        GamePositionForm(
            format=FORMAT,
            system="asagiri",
            options=OptionsForm(**msgspec.structs.asdict(table.options)),
            floors=floors if table.several_floors else None,
            board=None if table.several_floors else floors[0],
            bands=BandForms(A=_band(state, BANDS[0]), B=_band(state, BANDS[1])),
            turn=state.turn,
            phase=SEATS[state.phase],
            active=_active(state),
            stage=state.stage,
            order=order if order != usual else None,
            cards=tuple(CardForm(**_card(card)) for card in table.cards) or None,
            contest=None if table.contest is None else scenario_codec.contest_form(table.contest),
            draft=None if state.draft is None else scenario_codec.draft_form(state.draft),
            side=FACES[state.side] if state.side >= 0 else None,
            stairs=tuple(sorted(table.board.stairs)) or None,
            adventure=None if table.adventure is None else table.adventure.json,
            quest=None if quest is None else adventure_text.encode(state),
            tokens=tuple[Any, ...](wire.written(state, token) for token in state.tokens) or None,
            edition=table.edition if table.edition != EDITION else None,
            dials=dict(table.dials) or None,
            over=True if state.over and "victory" in table.off | table.asked else None,
            frames=tuple(wire.encode(state, frame) for frame in state.frames) or None,
        )
    )


def _band(state: State, which: BandId) -> BandForm:
    band, table = state.bands[which], state.table
    return BandForm(
        budget=table.budgets[which],
        limit=table.limits[which],
        pool=band.pool,
        aside=band.aside,
        gone=band.gone,
        lost=band.lost,
        earned=band.earned or None,
        characters=tuple(_character(state, n) for n, one in by_figure(table.characters) if one.band == which),
    )


def _character(state: State, who: FigureId) -> CharacterForm:
    character, figure = state.table.characters[who], state.figures[who]
    return CharacterForm(
        **_card(character) | {"id": character.id},
        at=tuple(square_json(state, figure.at)) if figure.at >= 0 else None,
        facing=FACES[figure.facing],
        state=figure.state,
        reserve=figure.reserve,
        activated=figure.activated,
        summoner=character.summoner,
        more=figure.more or None,
        lasting=tuple[Any, ...](wire.written(state, found) for found in figure.lasting) or None,
        used=figure.used or None,
        equipment=None if character.equipment is None else _equipment(character.equipment),
        spent=figure.spent or None,
        away=figure.away or None,
        part=character.part or None,
        honour=character.honour,
        honour_lost=figure.honour_lost or None,
        member=character.member or None,
    )


def _equipment(equipment: Equipment) -> str | EquipmentForm:
    return equipment.id or EquipmentForm(
        name=name_json(equipment.name),
        zeni=equipment.zeni,
        single=equipment.single,
        skills=tuple[Any, ...](equipment.skills),
    )


def _card(character: Character) -> dict[str, Any]:
    return {
        "name": name_json(character.name),
        "zeni": character.zeni,
        "traits": sorted(character.traits),
        "profile": FacesForm(vigilant=_profile(character.vigilant), shaken=_profile(character.shaken)),
        "alignment": character.alignment,
        "silhouette": character.silhouette,
        "card": character.card,
        "kami": character.kami,
    }


def _profile(profile: Profile) -> ProfileForm:
    """Its skills are written as trees: a saved position needs no pack to be read again."""
    return ProfileForm(**msgspec.structs.asdict(profile))


def _active(state: State) -> ActiveForm | None:
    active = state.active
    if active is None:
        return None
    began = active.began
    return ActiveForm(
        id=state.table.characters[active.who].id,
        trail=tuple(tuple(square_json(state, at)) for at in active.trail),
        points=active.points,
        acted=active.acted,
        moved=active.moved,
        over=active.over,
        began=None if began is None else BeganForm(began.in_zone, "shaken" if began.state == "shaken" else "vigilant"),
        stepped=None if began is None else active.stepped,
        brought=active.brought or None,
        extra=active.extra or None,
    )
