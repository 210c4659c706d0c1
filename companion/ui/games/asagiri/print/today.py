"""The cards of a game as they lie on the table now: the face that shows, the die in reserve, tokens, an honour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from companion.model.core.contract import Content
from companion.model.games.asagiri.rules.honours import NAMES
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.cards import parts, portrait
from companion.ui.games.asagiri.cards.face import CardFace, CardStatus, Say, face_of_character, status_of
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import PAPER

from .deck import Draw, PrintCard


def cards(state: State, content: Content, tell: Say) -> tuple[PrintCard, ...]:
    """Every figure of the game, band A first, those out of the game last of theirs."""
    characters = state.table.characters
    order = sorted(range(len(characters)), key=lambda n: (characters[n].band, state.figures[n].state == "disabled", n))
    return tuple(_card(state, who, content, tell) for who in order)


def _card(state: State, who: int, content: Content, tell: Say) -> PrintCard:
    character, figure = state.table.characters[who], state.figures[who]
    face = face_of_character(character, tell, content, state.table.called[who])
    status = status_of(figure)
    honour = state.honour(who)
    marks = [("honour", tell(NAMES[honour]))] if honour is not None else []
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
