"""Rebuild the fonts of this folder from the @fontsource packages (a developer's tool, never run by the app).

    npm pack @fontsource/shippori-mincho @fontsource/inter        # unpack each into SOURCE/<name>/package
    python -m pip install fonttools brotli
    python resources/fonts/build_fonts.py SOURCE

The packages hold one woff2 per script block; Qt shows missing glyphs when one family comes in several files, so
the blocks are merged, cut down to what the app writes, and named as one plain family with numeric weights.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import unicodedata
from pathlib import Path

from fontTools.merge import Merger
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).parent
KANJI = (
    "火水風土鳥居勝敗鬼武士刀剣弓槍盾月日山川雲花心気道夢影侍忍僧旅戦軍始終手番回朝霧時代印紙墨筆一二三四五六七八九十"
)
TEXT = (
    set(range(0x20, 0x7F))
    | set(range(0xA0, 0x180))
    | {0x192, 0x1FA, 0x1FB, 0x218, 0x219, 0x21A, 0x21B, 0x2C6, 0x2C7, 0x2D8, 0x2D9, 0x2DA, 0x2DB, 0x2DC, 0x2DD}
    | set(range(0x2010, 0x2028))
    | {0x202F, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044, 0x20AC, 0x2116, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193}
    | {0x2194, 0x2212, 0x2215, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265, 0x25CF, 0x25CB, 0x2713}
)
ORNAMENT = {ord(c) for c in KANJI} | {0x3000, 0x3001, 0x3002, 0x300C, 0x300D, 0x30FB}
FAMILIES = {"inter": ("Inter", (400, 500, 600)), "shippori-mincho": ("Shippori Mincho", (500, 700))}


def pieces(folder: Path, name: str, weight: int, wanted: set[int]) -> list[Path]:
    """The woff2 files of one weight that hold at least one wanted character, Latin first."""
    found = []
    for path in sorted(folder.glob(f"{name}-*-{weight}-normal.woff2")):
        block = path.name.removeprefix(f"{name}-").removesuffix(f"-{weight}-normal.woff2")
        if block in {"cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese", "japanese"}:
            continue
        if wanted & set(TTFont(path).getBestCmap()):
            found.append((0 if block == "latin" else 1 if block == "latin-ext" else 2, path))
    return [path for _, path in sorted(found)]


def subset(font: TTFont, wanted: set[int]) -> TTFont:
    """Keep the wanted characters and the layout features the app uses."""
    options = Options()
    options.layout_features = [
        "kern",
        "liga",
        "calt",
        "ccmp",
        "locl",
        "mark",
        "mkmk",
        "tnum",
        "pnum",
        "lnum",
        "case",
        "zero",
    ]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.glyph_names = False
    options.drop_tables += ["DSIG", "vhea", "vmtx", "VORG", "BASE", "STAT", "MVAR"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    return font


def turned_arrows(font: TTFont) -> None:
    """Make the sideways arrows out of the upward one where the source has only that."""
    cmap = font.getBestCmap()
    if 0x2191 not in cmap:
        return
    glyphs, up = font["glyf"], cmap[0x2191]
    source = glyphs[up]
    middle_x = (source.xMin + source.xMax) / 2
    middle_y = (source.yMin + source.yMax) / 2
    height = source.yMax - source.yMin
    advance = max(font["hmtx"][up][0], round(height * 1.16))
    for code, name, quarter in ((0x2192, "arrowright", -1), (0x2190, "arrowleft", 1)):
        if code in cmap:
            continue
        pen = TTGlyphPen(font.getGlyphSet())
        # A quarter-turn about the glyph's middle, put back in the middle of its advance.
        matrix = (0, quarter, -quarter, 0, advance / 2 + quarter * middle_y, middle_y - quarter * middle_x)
        font.getGlyphSet()[up].draw(TransformPen(pen, matrix))
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        glyphs[name] = pen.glyph()
        glyphs[name].recalcBounds(glyphs)
        font["hmtx"][name] = (advance, glyphs[name].xMin)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name


SPACING = {0x304: 0xAF, 0x308: 0xA8, 0x301: 0xB4, 0x300: 0x60, 0x302: 0x2C6, 0x327: 0xB8, 0x303: 0x2DC, 0x30A: 0x2DA}


def composed_letters(font: TTFont, wanted: set[int]) -> None:
    """Put an accent the source has over a letter it has, where the accented letter (ō, ū, Ÿ, …) is missing."""
    cmap, glyphs, metrics = font.getBestCmap(), font["glyf"], font["hmtx"]
    gap = round(font["head"].unitsPerEm * 0.085)
    for code in sorted(wanted - set(cmap)):
        parts = [ord(c) for c in unicodedata.normalize("NFD", chr(code))]
        if len(parts) != 2 or parts[0] not in cmap or SPACING.get(parts[1]) not in cmap:
            continue
        letter = cmap[0x131] if parts[0] == ord("i") and 0x131 in cmap else cmap[parts[0]]
        accent = cmap[SPACING[parts[1]]]
        below = parts[1] == 0x327
        lift = 0 if below else glyphs[letter].yMax + gap - glyphs[accent].yMin
        shift = (glyphs[letter].xMin + glyphs[letter].xMax - glyphs[accent].xMin - glyphs[accent].xMax) / 2
        glyph_set = font.getGlyphSet()
        pen = TTGlyphPen(glyph_set)
        glyph_set[letter].draw(pen)
        glyph_set[accent].draw(TransformPen(pen, (1, 0, 0, 1, round(shift), lift)))
        name = f"made{code:04X}"
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        glyphs[name] = pen.glyph()
        glyphs[name].recalcBounds(glyphs)
        metrics[name] = (metrics[letter][0], glyphs[name].xMin)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name


def ellipsis(font: TTFont) -> None:
    """Three full stops on the line: an ellipsis of a Japanese face stands in the middle of the line, one em wide."""
    cmap, glyphs, metrics = font.getBestCmap(), font["glyf"], font["hmtx"]
    dot, made = cmap[0x2E], cmap.get(0x2026)
    if made is None or glyphs[made].yMin < glyphs[dot].yMax:
        return
    width, _ = metrics[dot]
    pen, glyph_set = TTGlyphPen(None), font.getGlyphSet()
    for n in range(3):
        glyph_set[dot].draw(TransformPen(pen, (1, 0, 0, 1, n * width, 0)))
    glyphs[made] = pen.glyph()
    glyphs[made].recalcBounds(glyphs)
    metrics[made] = (3 * width, glyphs[made].xMin)


def aliases(font: TTFont) -> None:
    """Narrow and unbreakable characters French needs, and the two comparisons, out of what is there."""
    cmap, glyphs, metrics = font.getBestCmap(), font["glyf"], font["hmtx"]
    new = {code: cmap[like] for code, like in ((0x202F, 0xA0), (0x2011, 0x2D), (0x2010, 0x2D)) if code not in cmap}
    for code, like in ((0x2264, 0x3C), (0x2265, 0x3E)):
        if code in cmap:
            continue
        pen, glyph_set = TTGlyphPen(font.getGlyphSet()), font.getGlyphSet()
        sign, bar = cmap[like], cmap[0x2212]
        height = glyphs[sign].yMax - glyphs[sign].yMin
        drop = glyphs[sign].yMin - glyphs[bar].yMin - height * 0.02
        shift = (glyphs[sign].xMin + glyphs[sign].xMax - glyphs[bar].xMin - glyphs[bar].xMax) / 2
        glyph_set[sign].draw(TransformPen(pen, (1, 0, 0, 0.86, 0, round(height * 0.22))))
        glyph_set[bar].draw(TransformPen(pen, (1, 0, 0, 1, round(shift), round(drop))))
        name = f"made{code:04X}"
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        glyphs[name] = pen.glyph()
        glyphs[name].recalcBounds(glyphs)
        metrics[name] = (metrics[sign][0], glyphs[name].xMin)
        new[code] = name
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(new)


def tabular(font: TTFont) -> None:
    """Give the digits one width where the source has no tabular ones, each in the middle of it.

    Where it has, keep those of digits and signs of numbers: tabular brackets, commas and hyphens tear words apart.
    """
    cmap, glyphs, metrics = font.getBestCmap(), font["glyf"], font["hmtx"]
    layout = font["GSUB"].table
    features = [record.Feature for record in layout.FeatureList.FeatureRecord if record.FeatureTag == "tnum"]
    if features:
        kept = {cmap[ord(c)] for c in "0123456789+−±="}
        for number in {number for feature in features for number in feature.LookupListIndex}:
            for table in layout.LookupList.Lookup[number].SubTable:
                table = getattr(table, "ExtSubTable", table)
                table.mapping = {old: new for old, new in table.mapping.items() if old in kept}
        return
    names = [cmap[ord(c)] for c in "0123456789"]
    width = max(metrics[name][0] for name in names)
    for name in names:
        old, _ = metrics[name]
        pen = TTGlyphPen(None)
        font.getGlyphSet()[name].draw(TransformPen(pen, (1, 0, 0, 1, round((width - old) / 2), 0)))
        glyphs[name] = pen.glyph()
        glyphs[name].recalcBounds(glyphs)
        metrics[name] = (width, glyphs[name].xMin)


def rename(font: TTFont, family: str, weight: int) -> None:
    """One plain family name in ids 1, 2, 4, 6 (16, 17), numeric weight in OS/2."""
    style = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}[weight]
    table = font["name"]
    for record in list(table.names):
        if record.nameID in {16, 17, 21, 22, 25}:
            table.removeNames(nameID=record.nameID)
    values = {
        1: family if weight in {400, 700} else f"{family} {style}",
        2: style if weight in {400, 700} else "Regular",
    }
    values |= {4: f"{family} {style}", 6: f"{family.replace(' ', '')}-{style}", 16: family, 17: style}
    for name_id, text in values.items():
        table.setName(text, name_id, 3, 1, 0x409)
        table.setName(text, name_id, 1, 0, 0)
    font["OS/2"].usWeightClass = weight


def build(source: Path) -> None:
    """Write every font and licence of this folder."""
    for name, (family, weights) in FAMILIES.items():
        package = source / name / "package"
        wanted = TEXT | (ORNAMENT if name == "shippori-mincho" else set())
        shutil.copy(package / "LICENSE", OUT / f"OFL-{family.replace(' ', '')}.txt")
        for weight in weights:
            with tempfile.TemporaryDirectory() as folder:
                parts = []
                taken: set[int] = set()
                for index, path in enumerate(pieces(package / "files", name, weight, wanted)):
                    font = TTFont(path)
                    keep = (wanted & set(font.getBestCmap())) - taken
                    if not keep:
                        continue
                    taken |= keep
                    font.flavor = None
                    part = Path(folder) / f"{index}.ttf"
                    subset(font, keep).save(part)
                    parts.append(str(part))
                merged = Merger().merge(parts) if len(parts) > 1 else TTFont(parts[0])
            turned_arrows(merged)
            composed_letters(merged, wanted)
            aliases(merged)
            ellipsis(merged)
            tabular(merged)
            rename(merged, family, weight)
            target = OUT / f"{family.replace(' ', '')}-{weight}.ttf"
            merged.save(target)
            missing = sorted(wanted - set(merged.getBestCmap()))
            print(target.name, target.stat().st_size, "missing:", " ".join(f"{c:04X}{chr(c)}" for c in missing))


if __name__ == "__main__":
    build(Path(sys.argv[1]))
