"""Draw the program's icon in all sizes: `python packaging/icons.py FOLDER` (PNG for Linux, .ico, .icns).

The drawing is `resources/app-icon.svg`. Both containers are lists of PNG files, which Windows (since Vista) and macOS
(since 10.7) read.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parent.parent / "resources" / "app-icon.svg"
PNG = (16, 24, 32, 48, 64, 128, 256, 512)
ICO = (16, 24, 32, 48, 64, 128, 256)
ICNS = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic13": 256, b"ic08": 256, b"ic14": 512, b"ic09": 512}


def drawn(pixels: int) -> bytes:
    """The icon as a PNG file, `pixels` square."""
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32)
    image.fill(0)
    pen = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(pen)
    pen.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return data.data()


def ico() -> bytes:
    pictures = [drawn(size) for size in ICO]
    head, at = struct.pack("<HHH", 0, 1, len(ICO)), 6 + 16 * len(ICO)
    for size, picture in zip(ICO, pictures, strict=True):
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return head + b"".join(pictures)


def icns() -> bytes:
    parts = [(kind, drawn(size)) for kind, size in ICNS.items()]
    body = b"".join(kind + struct.pack(">I", 8 + len(picture)) + picture for kind, picture in parts)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def main(folder: Path) -> None:
    for size in PNG:
        (folder / f"{size}.png").write_bytes(drawn(size))
    (folder / "okko-companion.ico").write_bytes(ico())
    (folder / "okko-companion.icns").write_bytes(icns())


if __name__ == "__main__":
    app = QGuiApplication(sys.argv[:1])
    main(Path(sys.argv[1]))
