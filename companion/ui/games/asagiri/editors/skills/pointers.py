"""Lists in a tree, changed at a pointer; the rest is in `forms.paths`. No Qt."""

from __future__ import annotations

from companion.model.core.contract import Json
from companion.ui.games.asagiri.editors.forms.paths import NOTHING, value_at, with_value


def parent(pointer: str) -> tuple[str, str]:
    """The pointer one step up, and the last step."""
    above, _, last = pointer.rpartition("/")
    return above, last


def without(tree: Json, pointer: str) -> Json:
    """Without what is at the pointer, an entry of a list or a field; the same tree when there is nothing."""
    return tree if value_at(tree, pointer) is None else with_value(tree, pointer, NOTHING)


def added(tree: Json, pointer: str, value: Json) -> Json:
    """With `value` at the end of the list at the pointer, which is made when there is none."""
    return with_value(tree, pointer, [*(value_at(tree, pointer) or ()), value])


def moved(tree: Json, pointer: str, step: int) -> Json:
    """With an entry of a list `step` places further on; the same tree at either end."""
    above, last = parent(pointer)
    holder = value_at(tree, above)
    if not isinstance(holder, list | tuple) or not last.isdigit():
        return tree
    n, items = int(last), list(holder)
    to = n + step
    if not (0 <= n < len(items) and 0 <= to < len(items)):
        return tree
    items.insert(to, items.pop(n))
    return with_value(tree, above, items)
