"""Where games are kept: the data folder, copies of it and the way back to one, and a server for those who have one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.masking import MASK, joined, parted
from companion.model.core.words import Message, say
from companion.ui.kit.background_task import BackgroundTask
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import LEFT, FlowRow, Gap, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.translator import moment, says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.storage import StorageError
from companion.ui.play.storage_location import Copy, StorageLocation

WHY = {
    "daily": say("daily"),
    "wished": say("by hand"),
    "update": say("before an update"),
    "restore": say("before a restore"),
    "partly": say("including damaged data"),
}
SHOWN = 5
"""So many copies are listed before all of them are wanted."""


def open_folder(storage_location: StorageLocation) -> Message | None:
    """Show the data folder in the system's own window; a sentence with its path when that cannot be."""
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(storage_location.folder))):
        return None
    return say("The folder cannot be opened from here: {path}.", path=str(storage_location.folder))


class BackupsPage(Translated, QWidget):
    """`told` carries a `Message`."""

    told = Signal(object)

    def __init__(
        self,
        keeper: SettingsService,
        storage_location: StorageLocation,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._keeper, self._storage_location = keeper, storage_location
        self._all = False
        self._asked: Copy | None = None
        """The copy that may come back, once that is confirmed."""
        self._answer: Message | None = None
        self._secrets: dict[str, str] = {}
        """What the address hides after its question mark."""
        self._errand = BackgroundTask(self)
        self._errand.done.connect(self._answered)
        self._copying = BackgroundTask(self)
        self._copying.done.connect(self._copied)
        self.place = Label(self, font="small")
        self.open = InkButton(say("Open the data folder"), "secondary", self, sign="folder", clicked=self._open)
        self.copy = InkButton("", "secondary", self, sign="save", clicked=self._make_copy)
        self._copies_title = Label(self, font="small", text=say("Restore a backup"))
        self._none = Label(self, font="small", text=say("No backups yet. One is made every day at the start."))
        self.copies = says(ListView(self, grows=True), name=say("Restore a backup"))
        self.copies.chosen.connect(lambda id: self._ask(self._found[int(id)]))
        self._found: Sequence[Copy] = ()
        self.more = InkButton(say("All backups"), "quiet", self, sign="chevron-down", clicked=self._show_all)
        self._sure = Label(self, role="ink")
        self.bring_back = InkButton(say("Restore"), "secondary", self, sign="undo", clicked=self._restore)
        self.leave = InkButton(say("Cancel"), "quiet", self, clicked=self._leave)
        self._server_title = Label(self, font="small", text=say("Club server (PostgreSQL)"))
        self.address, self.password = (
            says(QLineEdit(self), name=words, hint=words) for words in (say("Server address"), say("Password"))
        )
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        for edit in (self.address, self.password):
            edit.setMaxLength(300)
            edit.textEdited.connect(self._typed)
            edit.editingFinished.connect(self._keep)
        self.test = InkButton(say("Test the connection"), "secondary", self, sign="check", clicked=self._test)
        self.state = Label(self, font="small")
        self._lay_out()
        self._show_address()
        self.refresh()

    def _lay_out(self) -> None:
        self._doing = FlowRow(self, (self.open, self.copy))
        self._answers = FlowRow(self, (self.bring_back, self.leave))
        vbox(
            self.place,
            self._doing,
            Gap(8),
            self._copies_title,
            self._none,
            self.copies,
            (self.more, LEFT),
            self._sure,
            self._answers,
            Gap(8),
            self._server_title,
            self.address,
            self.password,
            self.state,
            (self.test, LEFT),
            on=self,
            spacing=6,
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        self._found = ()
        try:
            self._found = self._storage_location.copies()
        except StorageError as wrong:
            self.told.emit(wrong.why)
        self._none.setVisible(not self._found)
        self.copies.setVisible(bool(self._found))
        self.more.setVisible(len(self._found) > SHOWN and not self._all)
        self.retranslate()

    def _show_all(self) -> None:
        self._all = True
        self.refresh()
        self.copies.hold(str(SHOWN))
        self.copies.setFocus()

    def _make_copy(self) -> None:
        if not self._copying.busy:
            self._copying.run(self._storage_location.make_copy, StorageError)
            self.retranslate()

    def _copied(self, came: object) -> None:
        if isinstance(came, StorageError):
            self.told.emit(came.why)
        self.refresh()

    def _ask(self, copy: Copy) -> None:
        """Shall it come back? It replaces everything, so once more."""
        self._asked = copy
        self.retranslate()
        self.bring_back.setFocus()

    def _leave(self) -> None:
        self._asked = None
        self.retranslate()
        self.copies.setFocus()

    def _restore(self) -> None:
        copy, self._asked = self._asked, None
        if copy is None:
            return
        try:
            self.told.emit(self._storage_location.restore(copy))
        except StorageError as wrong:
            self.told.emit(wrong.why)
        self.refresh()

    def _open(self) -> None:
        why = open_folder(self._storage_location)
        if why is not None:
            self.told.emit(why)

    def _show_address(self) -> None:
        address, password, self._secrets = parted(self._keeper.settings.database)
        self.address.setText(address)
        self.password.setText(password)

    def _whole(self) -> str:
        return joined(self.address.text().strip(), self.password.text(), self._secrets)

    def _wrong(self) -> Message | None:
        address = self._whole()
        return self._storage_location.wrong_with(address) if address else None

    def _typed(self) -> None:
        """Checked with every letter; a password written into the address moves to where it is not seen."""
        typed = self.address.text()
        address, password, secrets = parted(typed)
        if address != typed:
            after = len(typed) - self.address.cursorPosition()
            self.address.setText(address)
            self.address.setCursorPosition(len(address) - after)
        if password:
            self.password.setText(password)
        for name, secret in secrets.items():
            # behind the mask, where it goes on being typed
            known = self._secrets.get(name, "") if secret.startswith(MASK) else ""
            self._secrets[name] = known + secret.replace(MASK[0], "")
        self._answer = None
        self.retranslate()

    def _keep(self) -> None:
        if self._wrong() is None:
            self._keeper.change(database=self._whole())
        self.retranslate()

    def _test(self) -> None:
        address = self._whole()
        if address and not self._errand.busy:
            self._errand.run(lambda: self._storage_location.ask(address), StorageError)
            self.retranslate()

    def _answered(self, came: object) -> None:
        self._answer = came.why if isinstance(came, StorageError) else came if isinstance(came, Message) else None
        self.retranslate()

    def _state(self) -> Message:
        address, wrong = self._whole(), self._wrong()
        if self._errand.busy:
            return say("Contacting the server…")
        if wrong is not None:
            return wrong
        if self._answer is not None:
            return self._answer
        if not address:
            return say("Without an address, games are stored on this computer.")
        if address != self._keeper.settings.database:
            return say("Press Enter to save this address.")
        if self._storage_location.server:
            return say("Games are stored on this server. A new address takes effect after a restart.")
        return say("After a restart, games will be stored on this server.")

    def _called(self, copy: Copy) -> str:
        size = QLocale(tr.language).formattedDataSize(copy.size, 1)
        return tr(say("{moment}, {size}, {why}", moment=moment(copy.made, tr.language), size=size, why=WHY[copy.why]))

    def retranslate(self) -> None:
        self.place.setText(tr(say("Saved in {path}.", path=str(self._storage_location.folder))))
        self.copy.setText(tr(say("Backing up…")) if self._copying.busy else tr(say("Back up now")))
        self.copy.setEnabled(not self._copying.busy)
        self._doing.refresh()
        shown = self._found if self._all else self._found[:SHOWN]
        self.copies.show_lines([Line(str(n), self._called(copy), sign="undo") for n, copy in enumerate(shown)])
        asked = self._asked
        self._sure.setText(
            tr(say("Restore everything as of {moment}? The current state will be backed up first.",
                  moment=moment(asked.made, tr.language))) if asked is not None else ""
        )  # fmt: skip
        self._sure.setVisible(asked is not None)
        self._answers.setVisible(asked is not None)
        self._answers.refresh()
        self.test.setEnabled(bool(self._whole()) and self._wrong() is None and not self._errand.busy)
        self.state.setText(tr(self._state()))
        self.state.set_role("shaken" if self._wrong() is not None else "faded")
