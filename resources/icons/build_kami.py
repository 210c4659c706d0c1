# ruff: noqa: E501
"""Draw the Kami: `python resources/icons/build_kami.py` (a developer's tool).

Like the figures: seen from above on a grid of 100, looking north, in four colours. Each element has a body of its own;
a celestial Kami stands in a ring of light, a corrupted one in a crown of thorns, cracked and red-eyed. All original.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from build_figures import OUT, Fig
from draw import arc, circle, moved, stroked
from PySide6.QtGui import QGuiApplication

TONGUE = "M0 0C-7 -6 -9 -14 -4 -21C-5 -15 -2 -13 0 -11C1 -17 0 -22 3 -28C4 -20 9 -17 8 -9C8 -4 5 -1 0 0Z"
CURL = "M0 0C-10 -2 -15 -11 -12 -20C-9 -28 0 -31 6 -27C11 -23 10 -15 4 -14C0 -13 -3 -17 -1 -20C-6 -18 -6 -11 -1 -8C4 -5 12 -8 16 -14C15 -5 9 1 0 0Z"
PLUME = "M0 0C-11 -3 -17 -12 -16 -24C-13 -18 -10 -16 -7 -15C-9 -22 -8 -29 -4 -35C-3 -28 -1 -24 3 -21C3 -27 6 -31 10 -34C10 -26 13 -20 12 -13C11 -5 6 0 0 0Z"
ROCK = "M-11 2L-13 -9L-5 -17L6 -18L13 -10L11 2L2 6Z"


def ring(f: Fig) -> Fig:
    """Light around a celestial Kami: a ring with sixteen rays."""
    f.mass(stroked(arc(50, 50, 41, 0, 360), 2.2, 1, 1), key=1.4, colour="tone")
    for k in range(16):
        ray = "M-1.3 -42L0 -49.4L1.3 -42Z" if k % 2 else "M-2 -42L0 -48L2 -42Z"
        f.mass(moved(ray, 50, 50, turn=k * 22.5), key=0.9, colour="tone")
    return f


def thorns(f: Fig) -> Fig:
    """A crown of thorns around a corrupted one."""
    for k, (turn, long) in enumerate(zip(range(0, 360, 30), (8, 12, 9, 13, 8, 11, 9, 12, 8, 13, 9, 11), strict=True)):
        lean = 5 if k % 2 else -5
        f.mass(moved(f"M-4 -38Q{lean} -43 {lean * 0.4} {-38 - long}Q{lean + 3} -43 4 -38Z", 50, 50, turn=turn), key=1.1)
    return f.mass(stroked(arc(50, 50, 39, 0, 360), 2.6, 1, 1), key=1.2)


def eyes(f: Fig, y: float = 38, *, corrupted: bool) -> Fig:
    """Calm slits, or red slanting ones."""
    if corrupted:
        f.both(f"M42 {y - 2}L48 {y + 1.6}L43.4 {y + 2.8}Z", key=1.2, colour="accent")
        return f
    return f.cuts(f"M42.6 {y}Q45 {y + 2} 47.6 {y + 0.6}", w=2.0, a=0.6, b=0.5)


def cracks(f: Fig) -> Fig:
    """A corrupted body breaks open."""
    f.cut("M50 46L46 54L51 60L47 68L50 76", w=2.2, a=0.5, b=0.9, colour="accent")
    return f.cut("M46 54L38 57L34 64", "M51 60L59 63L63 71", w=1.5, a=0.8, b=0.4, colour="accent")


def around(f: Fig, shape: str, places: tuple[tuple[float, float], ...], at: tuple[float, float] = (50, 54)) -> Fig:
    """A shape laid out like petals: turns and sizes."""
    for turn, size in places:
        away = math.radians(turn)
        f.mass(moved(shape, at[0] + math.sin(away) * 8, at[1] - math.cos(away) * 8, turn=turn, scale=size), key=1.7)
    return f


def fire(corrupted: bool) -> Fig:
    """Tongues of flame that lean back from a burning brow."""
    f = thorns(Fig()) if corrupted else ring(Fig())
    around(f, TONGUE, ((125, 0.95), (235, 0.95), (155, 1.15), (205, 1.15), (180, 1.2), (85, 0.86), (275, 0.86)))
    around(f, TONGUE, ((-34, 0.92), (34, 0.92), (0, 1.18)), at=(50, 46))
    f.mass(circle(50, 50, 17.5)).fill(moved(TONGUE, 50, 64, scale=0.95), colour="accent")
    f.fill(moved(TONGUE, 50, 62, scale=0.5), colour="cut" if not corrupted else "ink")
    if corrupted:
        cracks(f)
    f.mass(circle(50, 38, 9.4)).mass(moved(TONGUE, 50, 33, scale=0.62), key=1.2, colour="accent")
    return eyes(f, 38, corrupted=corrupted)


def water(corrupted: bool) -> Fig:
    """Breaking waves that curl outward from a smooth head."""
    f = thorns(Fig()) if corrupted else ring(Fig())
    f.mass("M50 88C40 84 33 74 32 62C31 48 39 40 50 40C61 40 69 48 68 62C67 74 60 84 50 88Z")
    for turn, size in ((62, 0.98), (118, 0.9), (160, 0.78)):
        wave = moved(
            CURL,
            50 + math.sin(math.radians(turn)) * 10,
            56 - math.cos(math.radians(turn)) * 10,
            turn=turn - 20,
            scale=size,
        )
        f.both(wave, key=1.7)
    f.cuts("M38 52C35 58 35 66 39 74", "M44 50C41 58 42 68 46 78", w=1.9)
    f.cut("M50 54L50 82", w=1.6)
    if corrupted:
        cracks(f)
    else:
        f.fill(circle(50, 62, 4.2), colour="tone").fill(circle(50, 62, 2))
    f.mass("M38 40C38 30 43 22 50 17C57 22 62 30 62 40C62 47 57 51 50 51C43 51 38 47 38 40Z", key=2.0)
    f.cut(arc(50, 31, 5.4, -70, 140), w=1.5, a=0.4, b=0.4)
    return eyes(f, 40, corrupted=corrupted)


def air(corrupted: bool) -> Fig:
    """Two great plumes of wind, and a whirl for a body."""
    f = thorns(Fig()) if corrupted else ring(Fig())
    for turn, size in ((78, 1.06), (112, 0.98), (146, 0.84)):
        f.both(
            moved(
                PLUME,
                50 + math.sin(math.radians(turn)) * 6,
                54 - math.cos(math.radians(turn)) * 6,
                turn=turn,
                scale=size,
            ),
            key=1.6,
        )
    f.mass(circle(50, 56, 16))
    f.cut(arc(50, 56, 11.4, 30, 300), arc(50, 56, 6.6, 200, 290), w=2.0, a=0.9, b=0.3)
    f.fill(circle(50, 56, 2.4), colour="accent" if corrupted else "cut")
    f.cuts("M60 48C68 45 75 46 82 52", "M62 56C70 56 76 60 80 66", w=1.6)
    if corrupted:
        f.cuts("M58 66L66 72L64 79L71 86", w=1.7, a=0.8, b=0.4, colour="accent")
    f.mass("M41 38C41 29 45 24 50 16C55 24 59 29 59 38C59 44 55 47 50 47C45 47 41 44 41 38Z", key=1.9)
    f.cut("M50 21L50 30", w=1.4)
    return eyes(f, 37, corrupted=corrupted)


def earth(corrupted: bool) -> Fig:
    """A walking hill: boulders, and a stone head between its shoulders."""
    f = thorns(Fig()) if corrupted else ring(Fig())
    for x, y, turn, size in ((30, 76, 20, 0.9), (50, 84, 0, 0.95), (22, 56, -30, 1.05), (27, 36, 15, 0.86)):
        f.mass(moved(ROCK, x, y, turn=turn, scale=size), key=1.7)
        if x != 50:
            f.mass(moved(ROCK, 100 - x, y, turn=-turn, scale=size), key=1.7)
    f.mass("M30 66L28 48L38 36L62 36L72 48L70 66L58 76L42 76Z", key=2.2)
    f.cut("M38 40L36 54L44 60L42 72", "M62 40L66 52L58 62L60 72", w=1.9, a=0.8, b=0.4)
    f.cuts("M24 50L30 58L24 64", "M28 78L34 74", w=1.5)
    if corrupted:
        cracks(f)
    else:
        f.fill("M46 60L50 54L54 60L50 66Z", colour="tone")
    f.mass("M38 42L37 31L43 23L50 21L57 23L63 31L62 42L55 48L45 48Z", key=2.0)
    f.cut("M44 27L50 31L56 27", w=1.6, a=0.5, b=0.5)
    return eyes(f, 38, corrupted=corrupted)


KAMI: dict[str, Callable[[bool], Fig]] = {"fire": fire, "water": water, "air": air, "earth": earth}


def main() -> None:
    """Write every Kami in both forms."""
    app = QGuiApplication.instance() or QGuiApplication(["kami", "-platform", "offscreen"])
    for element, make in KAMI.items():
        for form in ("celestial", "corrupted"):
            (OUT / f"kami-{element}-{form}.svg").write_text(make(form == "corrupted").svg())
    print(2 * len(KAMI), "Kami", app is not None)


if __name__ == "__main__":
    main()
