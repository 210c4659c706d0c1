"""A small sound pack, and a way to break it: one change, one fault."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

STATS = {"attack": 3, "defense": 3, "movement": 4, "willpower": 3}

SOUND: dict[str, Any] = {
    "pack.json": {
        "format": "okko-pack/1",
        "namespace": "tiny",
        "version": "1.0.0",
        "name": {"en": "Tiny", "fr": "Minuscule"},
        "license": "CC0-1.0",
        "languages": ["en", "fr"],
    },
    "skills/parry.json": {
        "id": "tiny:parry",
        "name": {"en": "Parry", "fr": "Parade"},
        "element": "air",
        "when": ["defense"],
        "effects": [{"type": "bonus", "to": "defense", "amount": 1}],
    },
    "equipment/spear.json": {
        "id": "tiny:spear",
        "name": {"en": "Spear", "fr": "Lance"},
        "zeni": 2,
        "use": "permanent",
        "skills": ["tiny:parry"],
        "bearers": ["human"],
    },
    "characters/hero.json": {
        "id": "tiny:hero",
        "name": {"en": "Hero", "fr": "Héroïne"},
        "alignment": "demon_hunter",
        "zeni": 5,
        "traits": ["unique", "human"],
        "silhouette": "ronin",
        "vigilant": {**STATS, "skills": ["tiny:parry"]},
        "shaken": STATS,
        "provenance": {"vigilant.attack": "owner"},
    },
    "characters/fiend.json": {
        "id": "tiny:fiend",
        "name": {"en": "Fiend", "fr": "Démon"},
        "alignment": "evil_creature",
        "zeni": 4,
        "silhouette": "oni-brute",
        "vigilant": STATS,
        "shaken": STATS,
    },
    "characters/peddler.json": {
        "id": "tiny:peddler",
        "name": {"en": "Peddler", "fr": "Colporteur"},
        "alignment": "mercenary",
        "zeni": 1,
        "traits": ["civilian"],
        "silhouette": "merchant",
        "vigilant": STATS,
        "shaken": STATS,
    },
    "tiles/yard.json": {
        "id": "tiny:yard",
        "name": {"en": "Yard", "fr": "Cour"},
        "rows": ["...", ".h.", "..."],
        "walls": [[[0, 0], "E"]],
        "doors": [[[0, 1], "S"]],
        "drawings": [{"at": [1, 1], "look": "bush"}],
    },
    "tiles/closet.json": {
        "id": "tiny:closet",
        "name": {"en": "Closet", "fr": "Placard"},
        "rows": ["..", ".."],
    },
    "bands/duo.json": {
        "id": "tiny:duo",
        "name": {"en": "Duo", "fr": "Duo"},
        "budget": 8,
        "members": [{"card": "tiny:hero", "equipment": "tiny:spear"}, {"card": "tiny:peddler"}],
    },
    "boards/plain.json": {
        "id": "tiny:plain",
        "name": {"en": "Plain", "fr": "Plaine"},
        "tiles": [{"tile": "tiny:yard", "turns": n} for n in range(4)],
    },
}


HOUSE_BAND: dict[str, Any] = {
    "name": {"en": "Hunters"},
    "budget": 20,
    "members": [{"card": "house:okko"}, {"card": "house:noburo"}],
}
"""A band of the house, without its id."""


def pack(folder: Path, file: str = "", pointer: str = "", value: Any = None, remove: bool = False) -> Path:
    """Write the sound pack with one value replaced, added or removed."""
    files = deepcopy(SOUND)
    if file and pointer:
        *path, last = pointer.split("/")[1:]
        at = files[file]
        for part in path:
            at = at[int(part)] if isinstance(at, list) else at[part]
        if remove:
            del at[last]
        else:
            at[int(last) if isinstance(at, list) else last] = value
    elif file:
        files[file] = value
    for name, data in files.items():
        if data is None:
            continue
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return folder
