"""The mission book: the story, what every mission asks and how far it has come, and how the game ends (MIS, END)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.chronicles.insight import mission_book
from companion.model.games.chronicles.insight.mission_book import Sort, Task
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.book.asked import asked
from companion.ui.games.chronicles.book.entries import Entry, Title, Words, called
from companion.ui.games.chronicles.book.leaf import Page
from companion.ui.kit.translator import tr

TITLES: dict[Sort, Message] = {
    "mission": say("Missions"), "objective": say("Objectives"), "hero": say("Personal missions"),
    "follower": say("Missions of followers"),
}  # fmt: skip


class MissionsPage(Page):
    """460 × 560 or 900 × 600; picks ``mission:<id>``, ``hero:<seat>`` and ``figure:<id>``."""

    help_page = "chronicles/final-combat"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("Mission book"), "道", 33, parent)

    def entries(self, state: State, viewer: str | None) -> tuple[Sequence[Entry], Sequence[Entry]]:
        tasks = mission_book.tasks(state)
        left = [*_story(state), *_tasks(tasks, "mission"), *_tasks(tasks, "objective")]
        right = [*_tasks(tasks, "hero"), *_tasks(tasks, "follower")]
        rules = mission_book.rules(state)
        if rules:
            right += [Title(name=tr(say("Rules of the scenario"))), *[Words(name=tr(one), role="ink") for one in rules]]
        right.append(Title(name=tr(say("How the game ends"))))
        right += [Words(name=tr(one), font="small", role="ink", tight=True) for one in mission_book.endings(state)]
        return left, right


def _story(state: State) -> Iterator[Entry]:
    if state.table.scenario is not None:
        yield Title(name=called(state, state.table.scenario), stops=True)
    told = mission_book.story(state)
    if told is not None:
        yield Words(name=tr(told), role="ink")


def _tasks(tasks: Sequence[Task], sort: Sort) -> Iterator[Entry]:
    found = [one for one in tasks if one.sort == sort]
    if found:
        yield Title(name=tr(TITLES[sort]))
        yield from map(asked, found)
