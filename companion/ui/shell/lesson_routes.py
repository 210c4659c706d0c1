"""The ways to lessons and back: the list of them, one on the table, one made out of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.ui.kit.list_view import Line
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameTable, GameUI, Shell
from companion.ui.play.storage import StorageError

if TYPE_CHECKING:
    from companion.model.content.workshop import Workshop
    from companion.ui.play.lesson_guide import LessonGuide
    from companion.ui.play.lesson_panel import LessonPanel

    from .learn_screen import LearnScreen
    from .lesson_editor import LessonEditor

MOST_FOR_LESSON = 300
"""The newest games out of which a lesson can be made."""


class LessonRoutes:
    """In one window; its screens are made when they are first wanted."""

    def __init__(self, shell: Shell, games: Mapping[str, GameUI]) -> None:
        self._shell, self._games = shell, games
        self.learn: LearnScreen | None = None
        self.editor: LessonEditor | None = None
        self._guides: dict[GameTable, LessonGuide] = {}
        """Of the lesson on the table; while another table comes, of both."""

    def show(self) -> None:
        """The lessons of all games."""
        if self.learn is None:
            from .learn_screen import LearnScreen

            shell = self._shell
            self.learn = LearnScreen(shell.storage, shell.keeper, self._games, shell.screens)
            self.learn.left.connect(shell.go_home)
            self.learn.wanted.connect(lambda id, anew: self.start(id, anew=anew))
            self.learn.made.connect(self._ask_game)
            self.learn.edited.connect(self.edit_lesson)
        self.learn.refresh()
        self._shell.show_screen(self.learn)

    def start(self, id: str, *, anew: bool = False) -> bool:
        """Go to a lesson, where it was left or (`anew`) at its first step."""
        from companion.ui.play.lessons import LessonProgress, lesson_called, opened_lesson, progress_of

        content = self._shell.storage.content
        lesson = lesson_called(content, id)
        if lesson is None or lesson.system not in self._games:
            self._shell.tell(say("This lesson is not there any more."))
            return False
        progress = LessonProgress() if anew else progress_of(self._shell.keeper, id)
        learner = self._shell.keeper.settings.first_name
        return self._shell.open_table(lambda: opened_lesson(content, lesson, progress, learner))

    # on the table --------------------------------------------------------------------------------------------------

    def guide(self, table: GameTable) -> LessonPanel | None:
        """Put the words of a lesson on its table, if one is played there."""
        from companion.model.content.lesson_session import LessonSession

        session = table.opened.session
        if not isinstance(session, LessonSession):
            return None
        from companion.ui.play.lesson_guide import LessonGuide
        from companion.ui.play.lesson_panel import LessonPanel
        from companion.ui.play.lessons import after, keep_progress

        shell, lesson = self._shell, session.lesson
        follows = after(shell.storage.content, lesson)
        guide = LessonGuide(table, session, lambda step, made: keep_progress(shell.keeper, lesson, step, made))
        panel = LessonPanel(guide, another=follows is not None)
        panel.left.connect(table.left)
        if follows is not None:
            panel.next_lesson.connect(lambda: self.start(follows.id, anew=True))
        self._guides[table] = guide
        return panel

    def has(self, table: GameTable) -> bool:
        """Whether a lesson is played on this table."""
        return table in self._guides

    def leave(self, table: GameTable) -> None:
        """The table is put away: how far the lesson has come is remembered."""
        self._guides.pop(table).leave()

    # of one's own --------------------------------------------------------------------------------------------------

    def _ask_game(self) -> None:
        """Of which game of the library is a lesson to be made?"""
        games = [one for one in self._shell.storage.games(MOST_FOR_LESSON) if one.system in self._games and one.steps]
        if self.learn is None or not games:
            self._shell.tell(say("A lesson is made out of a game in your library. Play one first."))
            return
        lines = [Line(str(one.id), one.name, words=tr(self._games[one.system].title)) for one in games]
        popup = ChoicePopup(lines, self.learn.make, name=tr(say("Of which game?")), find=tr(say("Search")))
        popup.chosen.connect(lambda id: self.make_lesson(int(id)))
        popup.popup(self.learn.make)

    def make_lesson(self, game: int) -> None:
        """Cut a stored game into the steps of a lesson; the game stays as it is."""
        workshop = self._shell.storage.workshop
        if workshop is None:
            return
        try:
            opened = self._shell.waited(say("Opening the game…"), lambda: self._shell.storage.watch(game))
        except Cancelled:
            return
        except (StorageError, InvalidInput) as wrong:
            self._shell.tell(wrong.why)
            return
        editor = self._editor(workshop)
        names = dict(zip(opened.session.system.seats(opened.session.state), opened.settings.names, strict=False))
        if editor.begin(opened.session, opened.title, lambda seat: names.get(seat) or seat):
            self._shell.show_screen(editor)

    def edit_lesson(self, id: str) -> None:
        """Go on with a lesson of one's own where it was kept."""
        from companion.model.games import SYSTEMS
        from companion.ui.play.lessons import lesson_called

        workshop, lesson = self._shell.storage.workshop, lesson_called(self._shell.storage.content, id)
        if workshop is None or lesson is None or lesson.system not in self._games:
            self._shell.tell(say("This lesson is not there any more."))
            return
        editor = self._editor(workshop)
        if editor.take_up(SYSTEMS[lesson.system], lesson):
            self._shell.show_screen(editor)

    def _editor(self, workshop: Workshop) -> LessonEditor:
        if self.editor is None:
            from companion.ui.shell.lesson_editor import LessonEditor

            self.editor = LessonEditor(workshop, lambda: self._shell.storage.content)
            self.editor.left.connect(self.show)
            self.editor.told.connect(self._shell.tell)
            self.editor.kept.connect(lambda _: self.show())
        return self.editor
