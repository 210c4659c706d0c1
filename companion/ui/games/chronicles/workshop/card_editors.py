"""The editors of cards, sheets, tokens, tracks, missions, chapters: a form of each type, its likeness beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from companion.model.core.contract import Json
from companion.model.core.words import Message, say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box import fitting
from companion.model.games.chronicles.box.card_checks import COLUMNS
from companion.model.games.chronicles.box.records import KIND_TYPES
from companion.model.games.chronicles.checks.kinds import HAND_SIZE
from companion.ui.kit import keys
from companion.ui.kit.keys import Context
from companion.ui.workshop import Body, Editor, PackContext, RecordDraft
from companion.ui.workshop.panels import FormBody

from .card_face import RATIO, paint_card
from .lexicon import ChroniclesLexicon, fresh_effect

Made = Callable[[PackContext], dict[str, Any]]
"""What a new record of a kind holds beside its id and its name."""


class CardBody(FormBody):
    """A form beside the card; Ctrl+Enter goes on to the next one of its kind."""

    contexts: tuple[Context, ...] = ("desk",)

    def __init__(self, draft: RecordDraft, bench: PackContext) -> None:
        kind = draft.kind
        super().__init__(
            draft, bench, ChroniclesLexicon(bench, kind), KIND_TYPES[kind], partial(_paint, kind), RATIO,
            only=ORDERS.get(kind), typed_cells=True,
        )  # fmt: skip
        keys.action("desk.next", self, lambda: bench.more.emit(kind))


ORDERS: dict[str, tuple[str, ...]] = {
    "chronicles_hero": ("class", "speed", "attack", "defense", "mental", "health", "reserve", "powers", "base",
                        "follower", "kami", "mission", "pilot"),
    "chronicles_action": ("hero", "technique", "talent", "weakness", "pile"),
    "chronicles_sheet": ("group", "rank", "speed", "attack", "defense", "actions", "health", "figures", "powers",
                         "traits", "pilot"),
    "chronicles_mission": ("tile", "place", "heroes", "oni", "last_turn", "chapter"),
    "chronicles_objective": ("place", "heroes", "oni", "effects", "chapter", "once"),
    "chronicles_campaign": ("acts", "documents"),
}  # fmt: skip
"""Fields in the order in which a card of the box is read, where that is not the type's."""


def _paint(kind: str, pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    paint_card(pen, rect, kind, record, bench)


def _blank(made: Made, id: str, names: dict[str, str], bench: PackContext) -> Json:
    return {"id": id, "names": names, **made(bench)}


def _effect(struct: type[fx.Effect], fit: fitting.Fit) -> dict[str, Any]:
    found = fresh_effect(struct, fit)
    assert found is not None
    return found


def _first(bench: PackContext, kind: str, **wanted: Any) -> str:
    """The first record of a kind, the pack's own before others; a name that the check finds when there is none."""
    for id, data in bench.every(kind).items():
        if isinstance(data, dict) and all(data.get(name) == value for name, value in wanted.items()):
            return id
    return "none:none"


def _action(bench: PackContext) -> dict[str, Any]:
    """A card of the first hero of the pack who has not all of them yet."""
    own = bench.records("chronicles_hero")
    cards = [card.get("hero") for card in bench.records("chronicles_action").values() if isinstance(card, dict)]
    hero = next((id for id in own if cards.count(id) < HAND_SIZE), _first(bench, "chronicles_hero"))
    return {"hero": hero, "technique": {"attack": 1}}


def _numbers(**more: Any) -> dict[str, Any]:
    return {"speed": 2, "attack": 2, "defense": 2, "actions": 1, "health": 2, **more}


_REMOVED = {"fact": "removes", "by": {"who": ["hero"]}, "of": {"who": ["opponent"]}}
_HERO = {"class": "samurai", "speed": 2, "attack": 3, "defense": 3, "mental": 3, "health": 4}
_TOKEN = {"type": "clue", "front": {"difficulty": 2, "cards": 1}, "back": {"difficulty": 3, "cards": 1}}


def _always(**made: Any) -> Made:
    return lambda bench: dict(made)


def _editor(kind: str, one: Message, many: Message, new: Message, made: Made) -> Editor:
    def body(draft: RecordDraft, bench: PackContext) -> Body:
        return CardBody(draft, bench)

    return Editor(kind, one, many, new, partial(_blank, made), body, partial(_paint, kind), RATIO)


CARDS: tuple[Editor, ...] = (
    _editor("chronicles_hero", say("Hero"), say("Heroes"), say("New hero"), _always(**_HERO)),
    _editor("chronicles_action", say("Action card"), say("Action cards"), say("New action card"), _action),
    _editor("chronicles_personal_mission", say("Personal mission"), say("Personal missions"),
            say("New personal mission"),
            _always(missions=[{"condition": {"fact": "removes", "of": {"who": ["opponent"]}}}])),
    _editor("chronicles_object", say("Object"), say("Objects"), say("New object"), _always(slot="hand")),
    _editor("chronicles_follower", say("Follower"), say("Followers"), say("New follower"),
            _always(**_numbers(versions=[[], []]))),
    _editor("chronicles_kami", say("Kami"), say("Kami"), say("New Kami"), _always(**_numbers(element="fire"))),
    _editor("chronicles_wound", say("Wound"), say("Wounds"), say("New wound"), _always(technique={"attack": -1})),
    _editor("chronicles_sheet", say("Sheet of the Oni"), say("Sheets of the Oni"), say("New sheet"),
            _always(**_numbers(group="guard", rank="minion"))),
    _editor("chronicles_event", say("Event"), say("Events"), say("New event"),
            lambda bench: {"effects": [_effect(fx.Mod, fitting.EVENT)]}),
    _editor("chronicles_host", say("Host"), say("Hosts"), say("New host"),
            lambda bench: {"background": "grey", "effects": [_effect(fx.Heal, fitting.HOST)]}),
    _editor("chronicles_nature", say("Nature"), say("Natures"), say("New nature"),
            lambda bench: {"demon": _first(bench, "chronicles_sheet", rank="demon"),
                           "malus": [{"do": "mod", "stat": "defense", "n": -1}]}),
    _editor("chronicles_surprise", say("Surprise"), say("Surprises"), say("New surprise"),
            lambda bench: {"effects": [_effect(fx.Draw, fitting.SURPRISE)]}),
    _editor("chronicles_token", say("Board token"), say("Board tokens"), say("New board token"), _always(**_TOKEN)),
    _editor("chronicles_track", say("Track"), say("Tracks"), say("New track"), _always(columns=[{}] * COLUMNS)),
    _editor("chronicles_trial", say("Trial"), say("Trials"), say("New trial"), _always()),
    _editor("chronicles_mission", say("Mission"), say("Missions"), say("New mission"),
            _always(heroes=[_REMOVED], last_turn={"turn": COLUMNS, "colour": "red"})),
    _editor("chronicles_objective", say("Objective"), say("Objectives"), say("New objective"),
            _always(heroes=[_REMOVED])),
    _editor("chronicles_chapter", say("Chapter"), say("Chapters"), say("New chapter"), _always()),
    _editor("chronicles_die", say("Die"), say("Dice"), say("New die"),
            _always(use="combat", faces=[0, 1, 2, "ki"], weights=[2, 2, 1, 1])),
    _editor("chronicles_experience_token", say("Experience token"), say("Experience tokens"),
            say("New experience token"), _always()),
    _editor("chronicles_scenario_surprise", say("Surprise of a scenario"), say("Surprises of scenarios"),
            say("New surprise of a scenario"), _always()),
    _editor("chronicles_campaign", say("Campaign"), say("Campaigns"), say("New campaign"),
            lambda bench: {"acts": [{"scenarios": [_first(bench, "chronicles_scenario")]}]}),
)  # fmt: skip
