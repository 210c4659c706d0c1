"""Something that takes a while, done beside the window: it goes on being used."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from PySide6.QtCore import QObject, QThread, QTimer, Signal

_ending: list[tuple[QThread, object]] = []


def let_end(thread: QThread, *, with_: object) -> None:
    """Tell a thread to end, and keep it and what it works `with_` meanwhile: without its object it ends the process."""
    thread.quit()
    _ending.append((thread, with_))
    _ending[:] = [ending for ending in _ending if not ending[0].wait(0)]


def wait_for_threads() -> None:
    """Until all of them have ended: before the process does."""
    while _ending:
        _ending.pop()[0].wait()


LOOK_MS = 25


class BackgroundTask(QObject):
    """`done` carries what came of it: a result, or the exception that was raised. One at a time."""

    done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: Thread | None = None
        self._came: object = None
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._looked)

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def run(self, do: Callable[[], object], expected: type[Exception]) -> None:
        """Do it in a thread; `expected` exceptions are a result. Refused while something else is being done."""
        assert self._thread is None

        def work() -> None:
            try:
                self._came = do()
            except expected as wrong:
                self._came = wrong

        self._thread = Thread(target=work, name="errand", daemon=True)
        self._thread.start()
        self._look.start()

    def _looked(self) -> None:
        if self._thread is not None and not self._thread.is_alive():
            self._look.stop()
            self._thread, came, self._came = None, self._came, None
            self.done.emit(came)
