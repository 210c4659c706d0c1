"""Which key does what: the table of actions as shipped, and over it what the person bound to other keys.

One state for the whole window, like theme and text size: `changed` comes after a key was bound anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.ui.kit.key_table import BY_ID, CONTEXT_WORDS, DEEDS, WITHIN, ActionSpec, Context, add
from companion.ui.kit.translator import tr

__all__ = [
    "BY_ID",
    "CONTEXT_WORDS",
    "DEEDS",
    "FIXED",
    "ActionSpec",
    "Context",
    "KeyedAction",
    "action",
    "add",
    "bound",
    "changed",
    "clash",
    "clean",
    "living",
    "meant",
    "named",
    "overlap",
    "own",
    "rebind",
    "set_own",
    "shown",
    "tip",
]  # fmt: skip


class _KeySignals(QObject):
    changed = Signal()


_signals = _KeySignals()
changed = _signals.changed
"""Emitted (without arguments) after anything is bound to another key."""
_own: dict[str, tuple[str, ...]] = {}
MOST_ID = 60
"""Letters of an action's id."""

FIXED = ("Esc", "Backspace", "Menu", "Alt+F4")
"""Keys that mean the same everywhere, and cannot be given to anything else."""
_NAMES: Mapping[str, Message] = {
    "Space": say("Space"),
    "Return": say("Enter"),
    "Enter": say("Enter"),
    "Home": say("Home key"),
    "End": say("End key"),
    "Del": say("Del"),
    "Backspace": say("Backspace"),
    "Esc": say("Esc"),
}
_SIGNS = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→", "Shift": "⇧"}
_HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


# --- what is bound -------------------------------------------------------------------------------------------------


def overlap(one: Context, other: Context) -> bool:
    """Whether the keys of two contexts can hold at the same time."""
    return other in _around(one) or one in _around(other)


def _around(context: Context) -> list[Context]:
    """A context and those it lies in, the innermost first."""
    found: list[Context] = [context]
    for one in found:
        found += [outer for outer in WITHIN[one] if outer not in found]
    return found


def bound(id: str) -> tuple[str, ...]:
    """The keys of an action now, the one to show first. KeyError for an action that is not in the table."""
    deed = BY_ID[id]
    if id in _own:
        return _own[id]
    # a key that the person gave to something else is no longer ours, even if a new version ships it
    known = ((BY_ID[other], keys) for other, keys in _own.items() if other in BY_ID)
    taken = {key for other, keys in known if overlap(other.context, deed.context) for key in keys}
    return tuple(key for key in deed.keys if key not in taken)


def own() -> dict[str, tuple[str, ...]]:
    """What the person bound differently from what is shipped."""
    return dict(_own)


def clean(data: object) -> dict[str, tuple[str, ...]]:
    """Bindings as they were kept; whatever makes no sense, or would clash, is as if it were not there.

    Those of an action that is not known are kept: its game may be installed again.
    """
    found: dict[str, tuple[str, ...]] = {}
    for id, keys in data.items() if isinstance(data, Mapping) else ():
        if not isinstance(id, str) or len(id) > MOST_ID or not isinstance(keys, Sequence) or isinstance(keys, str):
            continue
        whole = tuple(portable(key) for key in keys if isinstance(key, str))
        deed, known = BY_ID.get(id), [(BY_ID[other], ks) for other, ks in found.items() if other in BY_ID]
        taken = {k for other, ks in known if deed is not None and overlap(other.context, deed.context) for k in ks}
        if all(whole) and not taken & {*whole} and not {*FIXED} & {*whole} and (deed is None or whole != deed.keys):
            found[id] = whole[:4]
    return dict([*found.items()][: 2 * len(DEEDS)])


def portable(key: str) -> str:
    """A key sequence as it is kept, or nothing when there is no such key."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText) if len(key) < 40 else ""


def set_own(bindings: Mapping[str, tuple[str, ...]]) -> None:
    """Bind as the person did."""
    global _own
    if dict(bindings) != _own:
        _own = dict(bindings)
        changed.emit()


def clash(id: str, key: str) -> ActionSpec | None:
    """The other action that has this key where `id` would use it too."""
    deed = BY_ID[id]
    return next(
        (
            other
            for other in DEEDS
            if other.id != id and key in bound(other.id) and overlap(other.context, deed.context)
        ),
        None,
    )


def rebind(id: str, key: str | None) -> Message | None:
    """Bind an action to one key, or (None) to those it was shipped with; a sentence when that cannot be.

    The sentence names both actions that would share a key; nothing is changed then.
    """
    deed = BY_ID[id]
    wanted = deed.keys if key is None else (key,)
    if key is not None and key in FIXED:
        return say(
            "{cap} has a fixed meaning everywhere and cannot be used for “{deed}”.", cap=named(key), deed=deed.title
        )
    for one in wanted:
        other = clash(id, one)
        if other is not None and (key is not None or other.id in _own):
            return say(
                "{cap} is already used for “{other}” ({where}); it cannot be used for “{deed}” too.",
                cap=named(one), other=other.title, where=CONTEXT_WORDS[other.context], deed=deed.title,
            )  # fmt: skip
    bindings = dict(_own)
    bindings.pop(id, None)
    if wanted != deed.keys:
        bindings[id] = wanted
    set_own(bindings)
    return None


# --- how keys are called -------------------------------------------------------------------------------------------


def named(key: str) -> str:
    """A key as it stands on a cap: `Ctrl+⇧Z`, `Espace`."""
    held, plus = (key[:-1].removesuffix("+"), ["+"]) if key.endswith("+") else (key, [])
    parts = [*(held.split("+") if held else []), *plus]
    words = [_SIGNS.get(part) or (tr(_NAMES[part]) if part in _NAMES else part) for part in parts]
    return "+".join(words).replace("⇧+", "⇧")


def shown(id: str) -> str:
    """The key to show for an action, or nothing."""
    keys = bound(id)
    return named(keys[0]) if keys else ""


def tip(words: str, id: str) -> str:
    """A tool tip with the key in it."""
    key = shown(id)
    return f"{words} ({key})" if key and words else words


# --- how keys reach what they do -----------------------------------------------------------------------------------


def meant(context: Context, event: QKeyEvent) -> str | None:
    """The action of one context (not of those around it) that a key press means."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key(event.key())
    if key == Qt.Key.Key_Backtab:
        key = Qt.Key.Key_Tab
        held |= Qt.KeyboardModifier.ShiftModifier
    tries = [_sequence(held, key)]
    if held & Qt.KeyboardModifier.ShiftModifier and not event.text().isalpha():
        # Shift is part of how a sign such as + is typed
        tries.append(_sequence(held & ~Qt.KeyboardModifier.ShiftModifier, key))
    elif held == Qt.KeyboardModifier.ShiftModifier and not any(
        tries[0] in bound(deed.id) for deed in DEEDS if overlap(deed.context, context)
    ):
        tries.append(_sequence(Qt.KeyboardModifier.NoModifier, key))
    for sequence in tries:
        for deed in DEEDS:
            if deed.context == context and sequence in bound(deed.id):
                return deed.id
    return None


def _sequence(held: Qt.KeyboardModifier, key: Qt.Key) -> str:
    return QKeySequence(held.value | key.value).toString(QKeySequence.SequenceFormat.PortableText)


class KeyedAction(QAction):
    """An action of the table: its keys follow what the person bound."""

    def __init__(self, id: str, owner: QObject, do: Callable[[], object]) -> None:
        """KeyError when the table has no such action."""
        super().__init__(owner)
        self.id, self.deed = id, BY_ID[id]
        self._listening = True
        self.setData(self.deed.title)
        self.triggered.connect(lambda _=False: do())
        changed.connect(self.follow_keys)
        self.follow_keys()

    def listen(self, on: bool) -> None:
        self._listening = on
        self.follow_keys()

    def follow_keys(self) -> None:
        self.setShortcuts([QKeySequence(key) for key in bound(self.id)] if self._listening else [])


def action(id: str, owner: QWidget, do: Callable[[], object]) -> KeyedAction:
    """An action of the table that holds on `owner` and in everything inside it."""
    made = KeyedAction(id, owner, do)
    made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    owner.addAction(made)
    return made


def living(screen: QWidget) -> list[Context]:
    """The contexts whose keys hold on a screen: those it names in an attribute `contexts`."""
    return list(getattr(screen, "contexts", ()))
