"""Pictures out of files and from the clipboard: hostile until they are read."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QImageWriter

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.ui.kit.theme import ink

MOST_SIDE = 4096
"""Pixels; larger pictures are read smaller."""
ENDINGS = ("png", "jpg", "jpeg", "webp", "bmp", "gif", "tif", "tiff")
FILTER = " ".join(f"*.{ending}" for ending in ENDINGS)


def read_picture(path: Path, most: int = MOST_SIDE) -> QImage:
    """A picture out of a file, the right way up, its longest side `most` pixels; raises InvalidInput when it is none.

    Qt refuses by itself what would take more than 256 MB.
    """
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    reader.setDecideFormatFromContent(True)
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > most:
        reader.setScaledSize(size.scaled(most, most, Qt.AspectRatioMode.KeepAspectRatio))
    found = reader.read()
    if found.isNull():
        raise InvalidInput("picture", say("This picture cannot be read: {file}.", file=path.name))
    return found


def as_jpeg(image: QImage, most_bytes: int, paper: str = "#FFFFFF") -> bytes:
    """A picture as a JPEG of at most so many bytes, where that is possible; what is clear in it is `paper`."""
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(QColor(paper))
    with ink.painting(flat) as pen:
        pen.drawImage(0, 0, image)
    for quality in (90, 82, 72, 60, 40, 20):
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QImageWriter(buffer, b"JPG")
        writer.setQuality(quality)
        writer.write(flat)
        del writer  # it must not outlive its buffer
        data = bytes(buffer.data().data())
        if len(data) <= most_bytes:
            break
    return data
