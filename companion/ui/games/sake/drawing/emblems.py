"""Drawings of cards: a few strokes of the brush each."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from companion.ui.kit.art.strokes import Drawings

_TABLE = """
katana: 7 14 82 40 62 66 36 88 12; 6 34 56 46 72; 9 12 86 30 70
nodachi: 9 20 74 46 54 74 28 96 4; 7 30 56 46 76; 10 4 94 30 68
naginata: 6 8 94 36 66 62 38; 11 60 42 80 28 92 6; 6 54 38 68 50
yumi: 7 28 6 62 20 74 50 62 80 28 94; 2.5 28 8 28 92; 5 16 50 92 50; 6 80 40 94 50 80 60
wakizashi: 9 30 66 54 44 80 20; 7 26 58 42 74; 11 12 86 30 68
chopsticks: 7 16 84 50 44 88 10; 7 34 90 62 54 96 28
ramen: 9 10 52 90 52; 8 12 54 24 80 50 88 76 80 88 54; 5 34 42 28 30 38 20 32 8; 5 52 42 46 30 56 20 50 8; 5 70
  42 64 30 74 20 68 8
stench: 7 10 78 30 66 50 78 70 66 90 78; 7 10 56 30 44 50 56 70 44 90 56; 7 10 34 30 22 50 34 70 22 90 34
dumplings: -17 28 62; -17 64 68; -16 46 34
sakuragi: -13 50 24; -13 76 44; -13 66 74; -13 34 74; -13 24 44
purchase: 7 50 10 82 22 90 50 78 80 50 90 20 80 10 50 20 20 50 10; 6 38 38 62 38; 6 62 38 62 62; 6 62 62 38 62;
  6 38 62 38 38
stomach: 8 52 50 62 44 68 56 54 68 36 60 34 38 54 24 80 36 84 66 60 88 26 84
feigned-wounds: 15 16 30 84 72; 15 84 30 16 72; 5 50 88 50 94
roar: 9 8 36 40 50 8 66; 7 46 50 70 50 94 50; 7 46 38 66 26 88 14; 7 46 62 66 74 88 86
lanterns: 7 50 4 50 18; 8 34 20 66 20; 7 34 22 16 44 22 70 36 80; 7 66 22 84 44 78 70 64 80; 8 34 82 66 82; 4 22
  42 78 42; 4 22 60 78 60; 5 50 84 50 96
stagger: 8 20 94 62 80 24 62 70 46 34 28 58 8
double-vision: 7 6 42 34 22 64 42 34 62 6 42; 7 36 60 64 42 94 60 64 80 36 60; -8 34 42; -8 64 60
pipe: 6 10 78 44 62 78 46; 11 78 46 88 30; 5 86 24 76 14 88 4
sandals: 17 30 14 28 50 30 88; 17 70 14 72 50 70 88
armour: 8 14 26 50 12 86 26; 8 14 26 16 62 50 92; 8 86 26 84 62 50 92; 5 22 44 78 44; 5 26 62 74 62
bottle: 7 40 6 60 6; 7 42 8 42 28 22 50 24 84 34 94; 7 58 8 58 28 78 50 76 84 66 94; 8 32 94 68 94; 5 28 62 72
  62
rice: 9 8 54 92 54; 8 12 56 26 82 50 90 74 82 88 56; 7 22 50 34 26 52 20 70 28 78 50
disciple: -17 50 30; 9 50 14 56 4; 26 50 60 50 82; 16 30 88 50 82 70 88
attack: 8 14 86 50 48 88 10; 7 20 60 42 82
defence: 8 16 16 50 24 84 16; 8 16 16 18 54 50 92; 8 84 16 82 54 50 92
move: -9 26 82; -9 46 56; -9 64 34; -9 84 14
drink: 8 10 30 90 30; 8 14 32 26 70 50 78 74 70 86 32; 7 34 88 66 88
iaido: 9 8 70 50 64 94 30; 5 14 34 40 22 64 24
push: 9 18 20 46 50 18 80; 9 52 20 80 50 52 80
brawl: 10 18 18 82 82; 10 82 18 18 82
doze: 10 60 12 30 24 22 52 36 80 70 86; 7 60 12 48 34 52 64 70 86
event: 8 50 8 50 62; -8 50 86
interruption: 9 20 20 80 80; 8 50 6 88 30 80 78 36 92 8 54 22 18 50 6
"""
_DRAWINGS = Drawings(_TABLE)
STROKES = _DRAWINGS.strokes
FALLBACK = {"weapon": "katana", "item": "bottle"}


def emblem_name(code: str, text: str) -> str:
    """The drawing of a type of card; that of its kind for one of somebody's own."""
    return code if code in STROKES else FALLBACK.get(text, text)


def paint_emblem(pen: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
    """Paint a drawing into a square."""
    _DRAWINGS.paint(pen, rect, name, colour)
