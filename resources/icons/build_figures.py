# ruff: noqa: E501
"""Draw the figures: `python resources/icons/build_figures.py` (a developer's tool).

Woodcut tokens seen from above on a grid of 100, looking north. Every mass is cut free of the one below by a light
line; four colours only: ink (`currentColor`), the light of the paper (`--cut`), a middle tone (`--tone`) and the
loud one (`--accent`). All original.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from draw import arc, as_path, circle, grown, mirrored, moved, stroked, svg_d
from PySide6.QtGui import QGuiApplication, QPainterPath

OUT = Path(__file__).parent / "figures"
FIGURES: dict[str, Callable[[], Fig]] = {}
Shape = str | QPainterPath


class Fig:
    """One figure: layers of colour, painted in order."""

    def __init__(self, scale: float = 1.0) -> None:
        self.layers: list[tuple[str, QPainterPath]] = []
        self.scale = scale

    def _add(self, colour: str, path: QPainterPath) -> None:
        self.layers.append((colour, path.simplified()))

    def mass(self, *shapes: Shape, key: float = 2.0, colour: str = "ink") -> Fig:
        """A mass cut free of what lies below; all shapes of one call are one mass."""
        whole = QPainterPath()
        for shape in shapes:
            whole = whole.united(as_path(shape).simplified())
        if key:
            self._add("cut", grown(whole, key))
        self._add(colour, whole)
        return self

    def both(self, *shapes: Shape, key: float = 2.0, colour: str = "ink") -> Fig:
        """The shapes and their mirror image."""
        for shape in shapes:
            self.mass(shape, key=key, colour=colour)
            self.mass(mirrored(shape, 50), key=key, colour=colour)
        return self

    def cut(self, *lines: Shape, w: float = 1.7, a: float = 0.7, b: float = 0.25, colour: str = "cut") -> Fig:
        """Knife cuts: thin strokes in the light colour."""
        for line in lines:
            self._add(colour, stroked(line, w, a, b))
        return self

    def cuts(self, *lines: Shape, w: float = 1.7, a: float = 0.7, b: float = 0.25, colour: str = "cut") -> Fig:
        """Knife cuts on both sides."""
        return self.cut(*lines, *(mirrored(line, 50) for line in lines), w=w, a=a, b=b, colour=colour)

    def fill(self, *shapes: Shape, colour: str = "cut") -> Fig:
        """Plain shapes without a keyline."""
        return self.mass(*shapes, key=0, colour=colour)

    def katana(
        self, hand: tuple[float, float], tip: tuple[float, float], bend: float = 0.07, w: float = 4.6, grip: float = 11
    ) -> Fig:
        """A curved sword from its guard to its tip, with grip and guard."""
        (x, y), (tx, ty) = hand, tip
        dx, dy = tx - x, ty - y
        n = math.hypot(dx, dy)
        ux, uy = dx / n, dy / n
        cx, cy = x + dx * 0.55 - uy * n * bend, y + dy * 0.55 + ux * n * bend
        blade = stroked(f"M{x} {y}Q{cx} {cy} {tx} {ty}", w, 0.95, 0.2)
        hilt = stroked(f"M{x} {y}L{x - ux * grip} {y - uy * grip}", w * 0.9, 1, 0.9)
        guard = stroked(
            f"M{x - uy * w * 0.95} {y + ux * w * 0.95}L{x + uy * w * 0.95} {y - ux * w * 0.95}", w * 0.72, 1, 1
        )
        self.mass(blade, hilt, guard, key=1.7)
        return self.cut(f"M{x + ux * 5} {y + uy * 5}Q{cx} {cy} {tx - ux * 7} {ty - uy * 7}", w=1.0, a=0.4, b=0.2)

    def shaft(self, start: tuple[float, float], end: tuple[float, float], w: float = 3.4) -> Fig:
        """A staff or spear shaft."""
        return self.mass(stroked(f"M{start[0]} {start[1]}L{end[0]} {end[1]}", w, 1, 1), key=1.6)

    def hand(self, *points: tuple[float, float], r: float = 4.2) -> Fig:
        """Fists, light with an ink edge."""
        for x, y in points:
            self.mass(circle(x, y, r), key=1.2).fill(circle(x, y, r - 1.8))
        return self

    def topknot(self, x: float = 50, y: float = 49, r: float = 10.5) -> Fig:
        """A head with a shaven brow and a folded knot."""
        self.mass(circle(x, y, r)).fill(circle(x, y - r * 0.42, r * 0.56, r * 0.5))
        return self.mass(stroked(f"M{x} {y + r * 0.62}L{x} {y - r * 0.5}", 3.8, 0.9, 1), key=1.1)

    def svg(self) -> str:
        """The figure as an SVG file."""
        colours = {
            "ink": "currentColor",
            "cut": "var(--cut, #F8F1E2)",
            "tone": "var(--tone, #B9A583)",
            "accent": "var(--accent, #C23B22)",
        }
        body = "".join(
            f'<path fill="{colours[c]}" fill-rule="evenodd" d="{svg_d(moved(p, scale=self.scale, about=(50, 50)))}"/>'
            for c, p in self.layers
        )
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>\n'


def figure(name: str) -> Callable[[Callable[[], Fig]], Callable[[], Fig]]:
    """Register a figure under its name."""

    def register(make: Callable[[], Fig]) -> Callable[[], Fig]:
        FIGURES[name] = make
        return make

    return register


ROBE = "M21 57C23 47 35 43 50 43C65 43 77 47 79 57C80 64 75 68 67 68C60 74 40 74 33 68C25 68 20 64 21 57Z"
SLEEVE = "M22 60C19 52 23 42 31 36C34 33 39 34 40 37C41 41 38 45 37 50C37 56 34 62 29 63C25 64 23 63 22 60Z"
THICK_ARM = "M18 60C13 50 17 36 28 29C33 26 39 29 39 34C39 39 34 42 33 48C33 56 31 63 26 64C22 64 20 63 18 60Z"


@figure("ronin")
def ronin() -> Fig:
    """A masterless swordsman, a sword in each hand."""
    f = Fig().mass(ROBE, "M40 68C42 78 46 84 50 86C54 84 58 78 60 68Z").both(SLEEVE)
    f.cuts("M26 58C29 54 30 48 32 43", "M38 66C41 62 42 58 42 54", "M44 70C45 75 47 79 48 82")
    f.katana((66, 35), (84, 7), bend=-0.08).katana((34, 35), (21, 13), bend=0.08, w=4.2, grip=8).hand(
        (65, 37), (35, 37)
    )
    return f.topknot()


@figure("giant")
def giant() -> Fig:
    """A huge masked warrior with a naginata."""
    f = Fig().mass("M12 58C13 46 30 40 50 40C70 40 87 46 88 58C89 68 80 74 70 73C60 80 40 80 30 73C20 74 11 68 12 58Z")
    f.both("M9 50C13 42 24 40 31 44L30 64C22 67 13 66 9 62Z")
    f.cuts(
        "M10.5 50C16 47 23 47 30 49", "M10 55C16 53 23 53 30 54.5", "M11 60C17 59 23 59 29.5 60", w=1.5, a=0.8, b=0.6
    )
    f.cuts("M38 76C41 71 42 67 43 63")
    f.shaft((82, 90), (74, 20), 4.2).mass("M71 24C70 15 72 7 79 1C81 8 80 17 78.4 23.4Z", key=1.7).cut(
        "M75 20C74.4 14 75.6 9 78 5", w=1.1
    )
    f.both("M20 52C17 42 20 34 27 30C31 29 34 32 33 36C31 42 31 48 30 54Z").hand((77, 40), r=5).hand((29, 33), r=5)
    f.mass(circle(50, 50, 15)).mass(
        "M34.5 52C37 62 43 67 50 67C57 67 63 62 65.5 52C61 57 56 59 50 59C44 59 39 57 34.5 52Z", key=1.3
    )
    f.mass(
        "M50 40C44 38 40 33 39.6 25C43 30 47 31 50 34C53 31 57 30 60.4 25C60 33 56 38 50 40Z", key=1.4, colour="accent"
    )
    return f.cut("M50 42L50 57", w=1.6).cuts("M43 43C41.6 47 42 52 43.6 56", w=1.3)


@figure("monk")
def monk() -> Fig:
    """A monk under a straw hat, staff and gourd."""
    f = Fig().mass("M20 60C21 50 34 46 50 46C66 46 79 50 80 60C80 70 70 76 50 78C30 76 20 70 20 60Z").both(SLEEVE)
    f.shaft((76, 84), (71, 18), 3.2).mass(arc(70.4, 11.5, 6, 0, 360), key=0).mass(
        stroked(arc(70.4, 11.4, 5.6, 0, 358), 2.6, 1, 1), key=1.2
    )
    f.fill(stroked("M70.5 18L70 6", 2.2, 1, 1), colour="ink").hand((73, 38))
    f.mass(circle(24, 74, 6.4), circle(20, 64.6, 4.2), key=1.7, colour="accent").fill(
        stroked("M18.4 61L16 56.4", 2.6, 1, 0.8), colour="ink"
    )
    f.mass(circle(50, 51, 23)).mass(circle(50, 51, 20.8), key=0, colour="tone")
    f.cut(
        *(moved("M50 46.5L50 32", turn=k * 24 + 6, about=(50, 51)) for k in range(15)),
        w=1.5,
        a=0.4,
        b=0.9,
        colour="ink",
    )
    f.cut(arc(50, 51, 13.6, 10, 350), w=1.1, a=0.8, b=0.6, colour="ink")
    return f.mass(circle(50, 51, 4.4), key=0).fill(circle(49, 50, 1.6))


@figure("apprentice")
def apprentice() -> Fig:
    """A boy with a bundle on his back and a wooden sword."""
    f = Fig(0.9).mass("M28 58C29 50 38 46 50 46C62 46 71 50 72 58C72 66 66 70 50 71C34 70 28 66 28 58Z")
    f.both("M28 60C25 53 28 45 34 40C37 38 41 39 41 43C41 48 38 52 37 57C35 62 30 63 28 60Z")
    f.mass("M33 72C33 64 40 61 50 61C60 61 67 64 67 72C67 82 60 87 50 87C40 87 33 82 33 72Z", key=2, colour="tone")
    f.mass("M43 70C46 66 48 69 50 71C52 69 54 66 57 70C60 74 54 76 50 74C46 76 40 74 43 70Z", key=1.2, colour="accent")
    f.cuts("M37 76C39 81 43 84 47 85", w=1.4, colour="ink")
    f.shaft((62, 54), (65, 14), 4.2).hand((63, 41), (37.5, 43), r=3.9)
    f.mass(circle(50, 49, 11.6)).mass("M47 58C44 62 44 66 46 69L54 69C56 66 56 62 53 58Z", key=1.2)
    return f.cuts("M44 44C42 48 42.6 52 44.6 55", w=1.4).cut("M50 41L50 55", w=1.3)


@figure("warrior-woman")
def warrior_woman() -> Fig:
    """A woman warrior with long hair and an iron-shod club."""
    f = Fig().mass(ROBE).both(SLEEVE).cuts("M26 58C29 54 30 48 32 43", "M38 68C40 63 42 60 42 55")
    club = "M66 42L70.6 42C74 30 79 18 80 8C80 3 77 0.6 73 0.6C69 0.6 66 3 66 8C65.4 20 66 32 66 42Z"
    f.mass(club, stroked("M68.4 42L67 54", 4, 1, 1), key=1.9)
    f.fill(
        *(
            circle(x, y, 1.45)
            for x, y in ((70, 8), (76, 8), (73, 13), (70, 18), (75.6, 18), (72.4, 23), (69.4, 28), (73.4, 28))
        )
    )
    f.hand((67.6, 46), (34, 37))
    f.mass("M42 50C37 60 40 70 44 78C46 84 46 90 43 97C49 94 54 90 56 84C58 77 63 62 58 50Z", key=1.9)
    f.mass("M42.4 76L57.4 76L56.6 80.4L44 80.4Z", key=0, colour="accent")
    f.mass(circle(50, 48, 10.8), key=0).cut("M50 39L50 56", w=1.4).cuts("M45 42C43.6 50 44 62 46 72", w=1.3)
    return f.cut("M50 60C50.6 66 50.4 70 50 74", w=1.2).cut("M49.4 83C49.6 87 48.4 90.6 46.6 93", w=1.2)


@figure("swordmaster")
def swordmaster() -> Fig:
    """A master in winged shoulders, both hands on one long sword."""
    f = Fig().mass(
        "M50 42C38 42 26 40 12 46C15 54 22 60 32 62C34 72 42 79 50 80C58 79 66 72 68 62C78 60 85 54 88 46C74 40 62 42 50 42Z"
    )
    f.cuts("M17 48C24 52 32 54 39 54", "M20 52C26 56.4 32 58 38 58", "M38 72C41 68 43 64 43.6 60", w=1.6)
    f.both("M30 52C29 44 34 36 43 31C47 29 50 32 49 35C46 40 41 44 40 51C37 55 31 56 30 52Z")
    f.katana((50, 26), (53, 0.8), bend=0.05, w=5.2, grip=14).hand((48.4, 34), (51.4, 38), r=4)
    f.topknot(50, 52, 10.5)
    return f.mass(circle(50, 69, 3.9), key=1.2, colour="accent")


@figure("gunner")
def gunner() -> Fig:
    """A soldier behind the barrel of a matchlock."""
    f = (
        Fig()
        .mass(ROBE)
        .both("M24 60C20 53 24 44 32 39C38 35 46 33 51 35C53 38 51 41 47 43C42 46 39 50 37 56C34 62 27 64 24 60Z")
    )
    f.cuts("M28 58C30 52 33 47 39 43", "M36 68C39 64 40 60 41 56")
    f.mass("M54.6 1L59.4 1L60 34L62 36L63 60C64 66 61 69 57 68C53.6 67 53 63 53.4 58L54 36Z", key=1.9)
    f.cut("M57 4L57 32", w=1.2, a=0.8, b=0.6).fill(circle(60.6, 38, 2.4), colour="accent").hand((52, 36), (60, 52), r=4)
    f.mass(circle(46, 54, 16)).cut(
        *(moved("M46 52L46 40", turn=k * 45 + 22, about=(46, 54)) for k in range(8)), w=1.5, a=0.3, b=0.8
    )
    return f.fill(circle(46, 54, 5.4), colour="accent").mass(circle(46, 54, 2.2), key=0)


@figure("ninja")
def ninja() -> Fig:
    """A hooded shadow, scarf behind, blade held back, star in hand."""
    f = Fig().mass(
        "M53 62C60 70 72 72 80 82C84 87 90 88 94 86C90 94 80 94 74 88C66 82 58 80 50 70Z", key=1.6, colour="accent"
    )
    f.mass("M48 64C50 74 58 80 60 90C61 95 64 98 67 98C60 100 54 96 52 90C49 82 44 76 44 66Z", key=1.4, colour="accent")
    f.mass("M24 56C27 47 38 44 50 44C62 44 73 47 76 56C76 64 66 70 50 71C34 70 24 64 24 56Z")
    f.katana((30, 44), (76, 72), bend=0.0, w=4.4, grip=12)
    f.both("M25 59C20 50 22 38 30 28C33 25 38 27 37 31C34 40 35 50 33 57C31 62 27 63 25 59Z")
    star = "M0 -8.4L2 -2L8.4 0L2 2L0 8.4L-2 2L-8.4 0L-2 -2Z"
    f.mass(moved(star, 31, 17, turn=20), key=1.5).fill(circle(31, 17, 1.3)).hand((33.4, 28.6), (66.6, 28.6), r=3.6)
    f.mass(circle(50, 49, 11.4)).mass(
        "M41 45.6C46 43 54 43 59 45.6L58 49.4C53 47.4 47 47.4 42 49.4Z", key=0, colour="cut"
    )
    return f.fill(circle(46.6, 46.2, 1.3), circle(53.4, 46.2, 1.3), colour="ink").cuts(
        "M46 53C46.6 56 48 58.4 49 59.4", w=1.2
    )


@figure("small-ninja")
def ninja_small() -> Fig:
    """A small crouching shadow with sickle and chain."""
    f = Fig(0.88).mass(
        "M52 62C56 72 66 74 70 84C72 89 77 91 81 90C75 96 67 93 64 87C60 80 52 78 47 68Z", key=1.5, colour="accent"
    )
    f.mass("M29 58C31 50 39 47 50 47C61 47 69 50 71 58C72 68 64 74 50 74C36 74 28 68 29 58Z")
    f.both("M29 61C25 53 28 42 34 35C37 32 41 34 41 38C38 44 38 52 36 59C34 63 31 64 29 61Z")
    f.shaft((66, 46), (68, 22), 3.2).mass("M67 24C60 24 52 20 48 12C55 16 62 16.6 70 16.4L70.4 22Z", key=1.5)
    chain = [(34, 30), (29, 27.4), (24, 27.4), (19.6, 30), (17.4, 34.6), (18, 39.6)]
    for x, y in chain:
        f.mass(circle(x, y, 2.4), key=1.0)
    f.mass(circle(20, 46, 4.6), key=1.4).hand((66.6, 37), (37, 34), r=3.6)
    f.mass(circle(50, 51, 12.4)).mass(
        "M40.4 47C46 44 54 44 59.6 47L58.6 51C53 48.8 47 48.8 41.4 51Z", key=0, colour="cut"
    )
    return f.fill(circle(46.4, 47.8, 1.4), circle(53.6, 47.8, 1.4), colour="ink").cut("M50 55L50 62", w=1.4)


@figure("oni-brute")
def oni_brute() -> Fig:
    """A hulking horned demon, claws open."""
    f = Fig().mass("M10 56C10 43 28 38 50 38C72 38 90 43 90 56C90 70 78 80 50 84C22 80 10 70 10 56Z")
    f.both("M10 60C4 46 8 30 22 22C28 19 35 23 34 29C33 35 29 38 29 45C30 54 28 64 22 66C16 67 12 65 10 60Z")
    for tip in (
        "M20 26C16 20 16 15 18 10C20 15 23 19 26 22Z",
        "M24 24C22 17 23 12 27 7C27.6 13 29 18 31 22Z",
        "M29 24C29 18 32 13 37 10C36 16 35 20 35 26Z",
    ):
        f.both(tip, key=1.3)
    f.cuts(
        "M14 56C19 50 20 42 22 34",
        "M19 61C24 56 25 50 26 44",
        "M33 74C38 69 40 64 41 59",
        "M40 78C43 74 44.6 70 45 66",
        w=1.8,
    )
    f.cut("M50 66L50 81", w=2.2)
    f.both("M42 42C36 38 33 31 36 22C38 28 42 32 47 35Z", key=1.7, colour="tone")
    f.mass(
        "M36.6 51C36.6 42 42 36.6 50 36.6C58 36.6 63.4 42 63.4 51C63.4 59 58 64 50 64C42 64 36.6 59 36.6 51Z", key=1.8
    )
    f.both("M42 42C36 38 33 31 36 22C38 28 42 32 47 36C46 39 44 41 42 42Z", key=0, colour="tone")
    f.both("M41.4 45.6L47.6 47.6C46.6 50 43 49.6 41.4 45.6Z", key=0, colour="accent")
    return f.cuts("M44 61C46 58 48 55 48.6 52", w=1.4).cut("M50 40L50 48", w=1.3)


@figure("oni-warrior")
def oni_warrior() -> Fig:
    """An armoured demon with one horn and a broad axe."""
    f = Fig().mass("M16 58C17 47 32 42 50 42C68 42 83 47 84 58C84 70 72 76 50 78C28 76 16 70 16 58Z")
    f.both("M13 52C17 44 27 43 34 47L32 66C25 69 17 67 13 63Z")
    f.cuts("M14.6 54C20 51 27 51 33 53", "M14.6 59.4C20 57.4 27 57.6 32.4 59", w=1.6, a=0.8, b=0.6).cuts(
        "M40 74C42 70 43.6 66 44 63", w=1.6
    )
    f.both("M23 54C19 45 22 35 30 30C34 28 38 31 37 35C34 41 34 48 33 55Z")
    f.shaft((26, 40), (84, 22), 4).mass(
        "M70 28C68 22 67 15 70 6C76 10 86 10 94 6C95 14 92 22 86 27.6C81 25 75 25.4 70 28Z", key=1.9
    )
    f.cut("M73 10.6C79 13.4 86 13 91.4 10.4", w=1.5, a=0.5, b=0.4).hand((34.6, 36.6), (66, 27.6), r=4.5)
    f.mass(circle(50, 51, 12.6)).both("M41 58C36 61 33 66 34 72C38 68 43 66 46 62Z", key=1.2)
    f.mass("M46 42C46 36 47.6 30 50 22C52.4 30 54 36 54 42C52 44 48 44 46 42Z", key=1.6, colour="tone")
    return f.both("M42 47.4L48 49.4C47 51.8 43.6 51.4 42 47.4Z", key=0, colour="accent").cut("M50 54L50 61", w=1.3)


@figure("undead")
def undead() -> Fig:
    """A body without rest: bones, rags, hands reaching out."""
    rags = (
        "M26 56C30 48 40 46 50 46C60 46 70 48 74 56L70 64L73 72L65 70L64 82L57 75L52 92L46 77L38 85L36 72L27 74L30 65Z"
    )
    f = Fig().mass(rags)
    for y in (58, 63.4, 68.8):
        f.cuts(f"M48 {y}C44 {y - 1.6} 38 {y - 1} 35 {y + 3}", w=1.8, a=0.8, b=0.3)
    f.cut("M50 55L50 76", w=2.4, a=0.9, b=0.4)
    f.both(
        stroked("M30 55C23 48 22 40 27 32", 5.4, 1, 0.8), stroked("M27 33C29 27 33 23 36 20", 4.6, 0.9, 0.8), key=1.7
    )
    for finger in (
        "M35.6 21C34 16 33 11 34 5",
        "M36.4 20C37 15 38 10 41 6",
        "M37 21C40 17 43 14 47 13",
        "M35 22C30 19 27 15 25 10",
    ):
        f.both(stroked(finger, 2.8, 0.9, 0.4), key=1.1)
    f.mass("M39 50C39 42 43.6 37 50 37C56.4 37 61 42 61 50C61 56 57 60.6 50 60.6C43 60.6 39 56 39 50Z", key=2)
    f.fill(
        "M41.4 49.6C41.4 43.4 45 39.6 50 39.6C55 39.6 58.6 43.4 58.6 49.6C58.6 54.6 55.4 58 50 58C44.6 58 41.4 54.6 41.4 49.6Z"
    )
    f.both("M43.6 43.6C45 41.6 48 42.4 48.4 44.8C47 47.4 44 47 43.6 43.6Z", key=0)
    f.cut("M50 48C51 51 49.4 53 50.6 56.6", w=1.5, colour="ink").cut(
        "M51 52C53 52.4 54.6 54 55.6 55", w=1.1, colour="ink"
    )
    return f.mass(stroked("M57 60C64 58 67 62 66 67", 2.6, 0.8, 0.3), key=1, colour="accent")


@figure("merchant")
def merchant() -> Fig:
    """A stout trader with two baskets on a carrying pole."""
    f = Fig().mass("M27 58C28 48 37 43 50 43C63 43 72 48 73 58C74 70 64 78 50 79C36 78 26 70 27 58Z")
    f.cuts("M33 68C37 64 39 60 40 55", "M40 75C43 70 44 66 44.6 62", w=1.7)
    for x in (13, 87):
        f.mass(circle(x, 56, 13)).fill(circle(x, 56, 10.8), colour="tone")
        f.cut(
            *(f"M{x - 10} {56 + d}C{x - 4} {55 + d} {x + 4} {57 + d} {x + 10} {56 + d}" for d in (-4.4, 0, 4.4)),
            w=1.3,
            a=0.6,
            b=0.6,
            colour="ink",
        )
        f.cut(
            *(f"M{x + d} 46.4C{x + d - 1} 53 {x + d + 1} 59 {x + d} 65.6" for d in (-4.4, 0, 4.4)),
            w=1.3,
            a=0.6,
            b=0.6,
            colour="ink",
        )
    f.shaft((9, 56), (91, 56), 3.8)
    f.both("M30 60C27 52 30 45 36 41C40 39 43 42 42 46C40 50 39 56 37 61C34 64 31 63 30 60Z").hand(
        (36.6, 46), (63.4, 46), r=3.9
    )
    f.mass(circle(50, 51, 11.2)).mass(
        "M44 50C44 44 46.6 41.6 50 41.6C53.4 41.6 56 44 56 50C56 56 53.6 60.6 50 60.6C46.4 60.6 44 56 44 50Z", key=1.3
    )
    return f.mass(
        "M46 74C44 71 46 69 50 69C54 69 56 71 54 74C57 78 55 82 50 82C45 82 43 78 46 74Z", key=1.4, colour="accent"
    )


@figure("courtesan")
def courtesan() -> Fig:
    """A courtesan: combs and pins, a long train, an open fan."""
    f = Fig().mass("M33 56C28 68 20 80 10 88C22 96 36 98 50 98C64 98 78 96 90 88C80 80 72 68 67 56Z")
    f.cuts("M40 66C36 76 30 85 23 91", "M45 70C43 80 40 88 36 94", w=1.7).cut("M50 74L50 95", w=1.7)
    f.cuts("M17.6 88C28 93 39 94.6 47 94.8", w=1.3, a=0.3, b=0.3)
    f.mass("M24 58C26 49 37 45 50 45C63 45 74 49 76 58C75 66 66 70 50 71C34 70 25 66 24 58Z").both(SLEEVE)
    f.cuts("M26 58C29 54 30 48 32 43", w=1.6)
    f.mass(moved("M0 0L-13 -15C-5 -22 5 -22 13 -15Z", 66, 35, turn=12), key=1.7, colour="accent")
    f.cut(*(moved("M0 -1.6L0 -18", 66, 35, turn=12 + t) for t in (-24, -8, 8, 24)), w=1.2, a=0.5, b=0.9)
    f.hand((65.4, 37), (35, 38), r=3.9)
    for turn in (-62, -34, 34, 62):
        f.mass(
            moved(stroked("M50 42L50 27", 2.6, 0.8, 1), turn=turn, about=(50, 50)),
            moved(circle(50, 28, 2.5), turn=turn, about=(50, 50)),
            key=1.1,
            colour="accent",
        )
    f.both(circle(40.4, 53, 7.4), key=1.6)
    f.mass(circle(50, 45.6, 8), circle(50, 53, 9), key=1.6)
    return (
        f.cuts("M38 51C37.4 54 38.4 57 40.4 58.4", w=1.2)
        .cut("M46 42.6C48 41 52 41 54 42.6", w=1.3)
        .mass("M44.6 55L55.4 55L54.6 58L45.4 58Z", key=0, colour="tone")
    )


@figure("archer")
def archer() -> Fig:
    """An archer, the long bow drawn."""
    f = Fig().mass(ROBE).cuts("M36 68C39 64 40 60 41 56", w=1.7)
    f.mass("M58 62L72 76C74 80 70 84 66 82L52 68Z", key=1.7)
    for d in (0, 4.4, 8.8):
        f.mass(stroked(f"M{63 + d} {86 - d}L{67 + d} {94 - d}", 3.4, 0.9, 0.6), key=1, colour="accent")
    f.mass(stroked("M6 42C14 38 20 24 34 18C46 13 56 15 66 18C80 24 86 38 94 42", 4.6, 0.45, 0.45), key=1.9)
    f.cut("M8 41.6L50 47L92 41.6", w=1.2, a=1, b=1, colour="ink")
    f.mass("M24 60C20 50 28 36 42 24C46 21 50 24 48 28C42 36 38 46 35 57C32 62 27 64 24 60Z")
    f.mass("M76 60C79 52 74 46 64 45C58 44.4 54 45 52 47C51 50 54 52 58 52C63 53 65 56 67 60C70 64 75 63 76 60Z")
    f.cut("M29 57C31 48 36 40 42 33", w=1.6)
    f.mass(stroked("M50 60L50 6", 2.6, 1, 1), "M50 0.6L53.8 10L50 8L46.2 10Z", key=1.3).hand(
        (46.6, 25.4), (54, 48.6), r=3.9
    )
    return f.topknot(48, 57, 10)


@figure("wolf")
def wolf() -> Fig:
    """A wolf-like beast, head low, brush of a tail."""
    f = Fig().mass("M46 74C43 82 46 88 56 93C66 97 74 94 80 87C76 88 71 87 68 84C62 80 58 78 55 72Z", key=1.8)
    f.cut("M52 78C55 84 61 88.6 68 89.6", w=1.5)
    f.both(
        "M37 44C29 42 24 34 25 24C29 20 34 22 35 27C36 33 40 38 45 41Z",
        "M39 66C31 66 26 72 26 81C28 85 33 85 34 80C35 75 39 73 44 73Z",
    )
    f.mass(
        "M50 30C62 30 69 37 68 46C67 53 60 57 60 64C61 72 57 79 50 79C43 79 39 72 40 64C40 57 33 53 32 46C31 37 38 30 50 30Z"
    )
    f.mass(
        "M50 40L54 45L52.6 48L56 53L53 55.6L55 61L51.6 64L52.6 70L50 74L47.4 70L48.4 64L45 61L47 55.6L44 53L47.4 48L46 45Z",
        key=1.2,
        colour="tone",
    )
    f.cuts(
        "M36.6 47C39 48 41 50 42.6 52.6",
        "M42 60C43.4 60.4 44.4 61.4 45 62.6",
        "M43 69C44.4 69.4 45.4 70.6 46 72",
        w=1.5,
    )
    f.both("M38.6 33C32 30 27.4 22 29 11C35 14 41 19 44.6 27Z", key=1.7)
    f.mass(
        "M37.6 32C37.6 25 42.6 22 44.4 14.4C45.2 9.4 47 4.6 50 2.6C53 4.6 54.8 9.4 55.6 14.4C57.4 22 62.4 25 62.4 32C62.4 40 56.6 44.6 50 44.6C43.4 44.6 37.6 40 37.6 32Z",
        key=1.9,
    )
    f.both("M41.6 27.6L48 30C46.8 33 43 32.4 41.6 27.6Z", key=0, colour="accent").cut("M50 10L50 24", w=1.4)
    for x, y in ((24, 21.4), (27.8, 18.8), (32, 19.8), (24.6, 83.4), (28.4, 85.8), (32.4, 84.6)):
        f.both(circle(x, y, 2), key=0.8)
    return (
        f.cuts("M33 18.4C35 20.4 37 22.8 38.6 25.6", w=1.5)
        .cuts("M44 41C45.4 38 46.6 36.6 48 35", "M40 37C41 35.6 42 34.6 43.4 34", w=1.2)
        .fill(circle(50, 5.2, 1.5))
    )


@figure("tengu")
def tengu() -> Fig:
    """A crow spirit, wings half open, long beak."""
    wing = "M46 44C36 38 22 38 12 46C6 52 4 60 6 68L12 63L12 74L19 66L21 79L27 68L31 81L35 68C40 66 45 60 48 54Z"
    f = Fig().both(wing)
    f.cuts("M40 45C30 43 20 46 12 56", "M40 50C31 50 23 54 18 64", "M42 55C36 56 30 60 27 67", w=1.8)
    f.mass(
        "M40 54C40 47 44 43 50 43C56 43 60 47 60 54C61 66 58 74 62 90L55 84L50 96L45 84L38 90C42 74 39 66 40 54Z",
        key=1.8,
    )
    f.cut("M50 66L50 88", w=1.8).cuts("M45.6 70C45.8 76 45 81 43.4 84", w=1.4)
    f.mass("M45.6 36C46.4 24 48 12 50 2C52 12 53.6 24 54.4 36Z", key=1.8, colour="accent")
    f.mass(circle(50, 44, 10.4)).cut("M50 8L50 30", w=1.1)
    return f.cuts("M41.6 42.4C43.6 43.4 45.6 43.6 47.6 43", w=1.9, a=0.3, b=0.6).cuts(
        "M44.4 48L43 53", "M48 47.6L47.6 52.6", w=1.3
    )


@figure("spear")
def spear() -> Fig:
    """A foot soldier with a long spear and a lacquered hat."""
    f = Fig().mass(ROBE).both(SLEEVE).cuts("M26 58C29 54 30 48 32 43", "M38 68C40 63 42 60 42 55")
    f.shaft((64, 92), (64, 16), 3.6).mass("M64 0C67.4 5 68.4 11 66.6 18L61.4 18C59.6 11 60.6 5 64 0Z", key=1.7).cut(
        "M64 5L64 15", w=1.1
    )
    f.mass(stroked("M58.6 20L69.4 20", 3.4, 1, 1), key=1.2, colour="accent").hand((64, 36), (64, 58), r=4.1)
    f.mass(circle(46, 53, 18)).cut(
        *(moved("M46 50.6L46 37.6", turn=k * 60, about=(46, 53)) for k in range(6)), w=1.7, a=0.3, b=0.9
    )
    return f.fill(circle(46, 53, 4.6), colour="accent")


@figure("sorcerer")
def sorcerer() -> Fig:
    """A caster of spells in a tall cap, paper charms in the air."""
    f = Fig().mass("M18 62C18 50 33 44 50 44C67 44 82 50 82 62C82 74 66 80 50 84C34 80 18 74 18 62Z")
    f.both("M16 62C12 52 17 42 27 35C31 32 37 34 38 38C39 42 37 46 36 51C36 60 30 67 23 67C19 67 17 65 16 62Z")
    f.cuts("M20 60C25 55 28 48 30 42", "M24 64C29 60 32 54 33 48", "M38 74C41 70 43 66 43.4 62", w=1.7).cut(
        "M50 68L50 81", w=1.8
    )
    for x, y, turn in ((18, 22, -28), (33, 11, -10), (67, 11, 10), (82, 22, 28)):
        f.mass(moved("M-3.8 -6.6L3.8 -6.6L3.8 6.6L-3.8 6.6Z", x, y, turn=turn), key=1.5).fill(
            moved("M-2.4 -5.2L2.4 -5.2L2.4 5.2L-2.4 5.2Z", x, y, turn=turn)
        )
        f.cut(moved("M0 -4L0 4", x, y, turn=turn), w=1.6, a=0.9, b=0.5, colour="accent")
    f.hand((34, 37), (66, 37), r=4)
    f.mass(circle(50, 51, 11.4)).mass(
        "M44 47C44 42.6 46.6 40.6 50 40.6C53.4 40.6 56 42.6 56 47L55 70C54 73 46 73 45 70Z", key=1.7
    )
    return f.cut("M50 44L50 67", w=1.5)


def main() -> None:
    """Write every figure."""
    app = QGuiApplication.instance() or QGuiApplication(["figures", "-platform", "offscreen"])
    OUT.mkdir(exist_ok=True)
    for name, make in FIGURES.items():
        (OUT / f"{name}.svg").write_text(make().svg())
    print(len(FIGURES), "figures", app is not None)


if __name__ == "__main__":
    main()
