"""What each game brings, by the game's id; loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar, cast

from .refusal import Failure
from .words import say

T = TypeVar("T")
GROUP = "okko_companion.games"
"""The group of entry points in which packages installed beside the program offer games of their own."""


class GameUnavailable(Failure, KeyError):  # noqa: N818 - as its base
    """The package of a game cannot be used: for whoever only looks whether there is such a game, there is none."""


class Registry(Mapping[str, T], Generic[T]):
    """Those of the program first, then those of installed packages (entry points ``<id><suffix>`` of `GROUP`).

    A package can never stand in for a game of the program, and what it raises is never more than a `GameUnavailable`.
    """

    def __init__(
        self, own: Mapping[str, Callable[[], T]], kind: str, id_of: Callable[[object], str | None], suffix: str = ""
    ) -> None:
        """`kind` names the object looked for; `id_of`: the id of such an object, None for something else."""
        self.own = own
        self._kind, self._id_of, self._suffix = kind, id_of, suffix
        self._found: dict[str, T] = {}
        self._installed: dict[str, Callable[[], object]] | None = None

    def __getitem__(self, id: str) -> T:
        if id not in self._found:
            self._found[id] = self.own[id]() if id in self.own else self._loaded(id)
        return self._found[id]

    def _loaded(self, id: str) -> T:
        load = self.installed()[id]
        try:
            made = load()
            found = self._id_of(made)
        except Exception as wrong:  # whatever a stranger's package does as it is imported
            raise unusable(id, wrong) from wrong
        if found != id:
            raise GameUnavailable(say("The package of the game “{id}” brings no {kind}.", id=id, kind=self._kind))
        return cast(T, made)

    def installed(self) -> Mapping[str, Callable[[], object]]:
        """What is installed beside the program: how to load it."""
        if self._installed is None:
            from importlib.metadata import entry_points

            points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
            names = [(point, point.name.removesuffix(self._suffix)) for point in points if self._mine(point.name)]
            self._installed = {id: point.load for point, id in names if id not in self.own}
        return self._installed

    def _mine(self, name: str) -> bool:
        return name.endswith(self._suffix) if self._suffix else "." not in name

    def __iter__(self) -> Iterator[str]:
        return iter([*self.own, *self.installed()])

    def __len__(self) -> int:
        return len(self.own) + len(self.installed())


def unusable(id: str, wrong: Exception) -> GameUnavailable:
    """What to say when the package of a game has raised something."""
    why = " ".join(f"{type(wrong).__name__}: {wrong}".split())[:200]
    return GameUnavailable(say("The game “{id}” cannot be loaded: {why}", id=id, why=why))
