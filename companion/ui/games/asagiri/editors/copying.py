"""A copy of a record, in the same pack or in another."""

from __future__ import annotations

from pathlib import Path

from companion.model.content.library import Library
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Json
from companion.model.core.words import say
from companion.ui.kit.translator import tr

from .seam import name_of


def write_copy(workshop: Workshop, content: Library, kind: str, record: Json, pack: str, *, fresh: bool) -> str:
    """Write a copy of a record of `content` into a pack; `fresh`: under a name of its own. Its id.

    Raises what the workshop raises.
    """
    manifest = workshop.find(pack).manifest
    languages = manifest.languages if manifest is not None else ("en",)
    names = name_of(record)
    word = next(iter(names.values()), tr(say("Copy")))
    names = {code: names.get(code) or names.get("en") or word for code in languages}
    if fresh:
        names = {code: tr(say("{name} (copy)", name=name))[:120] for code, name in names.items()}
    made = {**record, "id": workshop.new_id(pack, kind, names), "name": names}
    made.pop("provenance", None)  # whoever copies it answers for it from now on
    if isinstance(made.get("picture"), str):
        data = content.picture(str(record["id"]), made["picture"])
        made["picture"] = workshop.put_picture(pack, data, Path(made["picture"]).stem) if data else None
    workshop.save(pack, kind, made)
    return str(made["id"])
