"""The cards that can be printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias, get_args

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import N_, Message
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.state import card_factory, cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.games.asagiri.state.scenarios import Scenario
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.table import HONOUR_NAMES
from companion.model.games.asagiri.state.vocabulary import FigureId, figure_range
from companion.ui.games.asagiri.cards import parts, portrait, profile
from companion.ui.games.asagiri.cards.card import face_of_scenario, paint_scenario_back, paint_scenario_card
from companion.ui.games.asagiri.cards.face import (
    FRESH,
    CardFace,
    CardStatus,
    Say,
    face_of_card,
    face_of_character,
    status_of,
)
from companion.ui.kit.paper.sheets import Draw, PrintCard
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import PAPER

Kind: TypeAlias = Literal["character", "equipment", "kami", "scenario"]
KINDS: tuple[Kind, ...] = get_args(Kind)
KAMI_WORDS = {
    "fire": N_("Kami of fire"),
    "water": N_("Kami of water"),
    "air": N_("Kami of air"),
    "earth": N_("Kami of earth"),
}


def card(content: Content, kind: Kind, id: str, tell: Say) -> PrintCard:
    """A card of the packs; raises InvalidInput when it cannot be read."""
    return _MAKE[kind](content, id, tell)


def _character(content: Content, id: str, tell: Say) -> PrintCard:
    face = face_of_card(cards.character(content, id), content, tell)

    def side(condition: Literal["vigilant", "shaken"]) -> Draw:
        status = CardStatus(condition)
        return lambda pen, size: portrait.paint(pen, size, face, status, PAPER, 1.0, tray=False, flat=True)

    words = tell(zeni(face.zeni))
    return PrintCard("character", id, face.name, words, side("vigilant"), side("shaken"))


def _equipment(content: Content, id: str, tell: Say) -> PrintCard:
    face = profile.face_of_gear(cards.equipment(content, id), content, tell)
    return PrintCard(
        "equipment",
        id,
        face.name,
        tell(zeni(face.zeni)),
        lambda pen, size: profile.paint(pen, size, face, PAPER, flat=True),
        lambda pen, size: profile.paint_back(pen, size, face, PAPER, flat=True),
    )


def _kami(content: Content, id: str, tell: Say) -> PrintCard:
    """A Kami: its other form is on the back (KAR-3)."""
    celestial = cards.kami(content, id)
    others = (other for other in _kami_ids(content, "corrupted", celestial.element) if _pack(other) == _pack(id))
    sides = [face_of_character(card_factory.kami(id, content, one), tell, content) for one in (id, *others)][:2]

    def side(face: CardFace) -> Draw:
        return lambda pen, size: portrait.paint(pen, size, face, FRESH, PAPER, 1.0, tray=False, flat=True)

    front, back = side(sides[0]), side(sides[-1])
    return PrintCard("kami", id, tell(Message(KAMI_WORDS[celestial.element])), "", front, back)


def _kami_ids(content: Content, form: str, element: str = "") -> list[str]:
    """The cards of Kami in a form, of an element or any."""
    found = []
    for id, _ in content.every("kami"):
        try:
            one = cards.kami(content, id)
        except InvalidInput:
            continue  # told by the workshop
        if one.form == form and element in ("", one.element):
            found.append(id)
    return found


def _pack(id: str) -> str:
    return id.partition(":")[0]


def _scenario(content: Content, id: str, tell: Say) -> PrintCard:
    face = face_of_scenario(cards.record(content, "scenario", Scenario, id), tell)
    return PrintCard(
        "scenario",
        id,
        face.name,
        "",
        lambda pen, size: paint_scenario_card(pen, size, face, PAPER, flat=True),
        lambda pen, size: paint_scenario_back(pen, size, face, PAPER, flat=True),
    )


_MAKE: dict[Kind, Callable[[Content, str, Say], PrintCard]] = {
    "character": _character,
    "equipment": _equipment,
    "kami": _kami,
    "scenario": _scenario,
}


def every_card(content: Content, tell: Say) -> Iterator[PrintCard]:
    """All cards of the packs that can be read, kind by kind, by name. Of a Kami's two sides one is named."""
    for kind in KINDS:
        ids = _kami_ids(content, "celestial") if kind == "kami" else [id for id, _ in content.every(kind)]
        found = []
        for id in ids:
            try:
                found.append(card(content, kind, id, tell))
            except InvalidInput:
                continue  # a card with faults: the workshop tells which
        yield from sorted(found, key=lambda made: (made.name.casefold(), made.id))


def cards_in_play(state: State, content: Content, tell: Say) -> tuple[PrintCard, ...]:
    """Every figure of the game, band A first, those out of the game last of theirs."""
    characters = state.table.characters
    order = sorted(
        figure_range(len(characters)), key=lambda n: (characters[n].band, state.figures[n].state == "disabled", n)
    )
    return tuple(_card(state, who, content, tell) for who in order)


def _card(state: State, who: FigureId, content: Content, tell: Say) -> PrintCard:
    character, figure = state.table.characters[who], state.figures[who]
    face = face_of_character(character, tell, content, state.table.called[who])
    status = status_of(figure)
    honour = state.honour(who)
    marks = [("honour", tell(HONOUR_NAMES[honour]))] if honour is not None else []
    marks += [("flag", tell(skill_use.token_words(token))) for token in skill_use.borne(state, who)]
    other = CardStatus("shaken" if figure.state == "vigilant" else "vigilant")
    return PrintCard(
        "character",
        f"{who}",
        face.name,
        tell(zeni(face.zeni)),
        _side(face, status, marks, tray=True),
        _side(face, other),
    )


def _side(
    face: CardFace, status: CardStatus, marks: list[tuple[str, str]] | None = None, *, tray: bool = False
) -> Draw:
    """A side of a card; what lies on it stands below its skills."""
    lines = marks or []
    high = 15.0

    def draw(pen: QPainter, size: QSize) -> None:
        room = len(lines) * high
        portrait.paint(pen, size, face, status, PAPER, 1.0, tray=tray, flat=True, room=room)
        words = portrait.places(size, face, status, tray=tray, flat=True, room=room).words
        for n, (sign, text) in enumerate(lines):
            y = words.bottom() - room + n * high
            icons.paint(pen, sign, PAPER.color("gold"), QRectF(words.left(), y + 1, high - 2, high - 2))
            line = QRectF(words.left() + high + 3, y, words.width() - high - 3, high)
            parts.draw_line(pen, line, text, fonts.fitted("small", text, line.width(), 1.0, 0.6), PAPER.color("ink"))

    return draw
