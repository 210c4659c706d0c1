"""Makes the few sounds of the program: `python packaging/sounds.py` writes resources/sounds/*.wav, always the same.

Each is a handful of damped sine waves, ours from the first sample to the last; soft, and shorter than a second.
"""

from __future__ import annotations

import math
import struct
import wave
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "resources" / "sounds"
RATE = 22_050
"""Samples per second."""
Partial = tuple[float, float, float, float]
"""Of a wave: when it begins (s), its pitch (Hz), its loudness (0 to 1), how long it takes to fade to a third (s)."""
SOUNDS: dict[str, tuple[float, tuple[Partial, ...]]] = {
    # wood on wood: dice that come to rest
    "dice": (0.42, tuple(
        part for at in (0.0, 0.07, 0.12, 0.19)
        for part in ((at, 620 - at * 500, 0.20, 0.018), (at, 1380 - at * 900, 0.10, 0.009))
    )),
    # a small bell: the turn goes to somebody else
    "turn": (0.95, ((0.0, 523.25, 0.16, 0.30), (0.0, 1318.5, 0.06, 0.16), (0.0, 2093.0, 0.025, 0.08))),
    # a low drum: something cannot be done
    "no": (0.30, ((0.0, 138.0, 0.26, 0.07), (0.0, 92.0, 0.20, 0.09))),
}  # fmt: skip


def samples(length: float, partials: tuple[Partial, ...]) -> bytes:
    """A sound as 16-bit samples, with a soft beginning and a silent end."""
    count = round(length * RATE)
    found = []
    for n in range(count):
        t = n / RATE
        value = 0.0
        for begin, pitch, loud, fade in partials:
            if t >= begin:
                since = t - begin
                value += (
                    loud * min(1.0, since / 0.004) * math.exp(-since / fade) * math.sin(2 * math.pi * pitch * since)
                )
        value *= min(1.0, (length - t) / 0.03)
        found.append(round(max(-1.0, min(1.0, value)) * 32_000))
    return struct.pack(f"<{count}h", *found)


def make(folder: Path = FOLDER) -> list[Path]:
    """Write every sound; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for name, (length, partials) in SOUNDS.items():
        path = folder / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(length, partials))
        made.append(path)
    return made


if __name__ == "__main__":
    for path in make():
        print("made", path.name)
