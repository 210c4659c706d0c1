"""Profile cards and equipment cards, for the workshop: the card to write on, who is on it, the skill being edited."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from companion.model.content.pack_folder import WorkshopError
from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.ui.games.asagiri.cards import portrait, profile
from companion.ui.games.asagiri.cards.face import FRESH
from companion.ui.games.asagiri.editors import DRAWN, shrunk
from companion.ui.games.asagiri.editors.cards.skill_record import blank_skill, owned
from companion.ui.games.asagiri.editors.cards.skill_sheet import SkillSheet
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.file_dialogs import ask_for_file
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import LEFT, Gap, fold, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.picture_files import read_picture
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, discard
from companion.ui.workshop import Body, Editor, PackContext, RecordDraft, name_of, sharp
from companion.ui.workshop.form_shapes import value_at

from .card_record import blank_character, blank_equipment, drawn_character, drawn_gear, title_of, unwritten
from .faces import SIDES, GearFaces, ProfileFaces
from .picture import Cropper, Looks
from .stage import CardStage

PICTURES = "*.png *.jpg *.jpeg *.webp *.bmp *.gif"
ENDINGS = tuple(pattern[1:] for pattern in PICTURES.split())
COPY, OFF = "copy", "off"


class CardBody(Body):
    """What profile cards and equipment cards have in common: faces, a picture, skills that are made and looked at."""

    def __init__(
        self,
        draft: RecordDraft,
        bench: PackContext,
        stage: CardStage,
        parent: QWidget | None = None,
        *,
        figures: bool = True,
    ) -> None:
        """Work on the draft's card, which is drawn by `stage`; with `figures` it has a silhouette too."""
        super().__init__(parent)
        self.draft, self.bench, self.stage = draft, bench, stage
        self.sheet: SkillSheet | None = None
        """The skill that is looked at closely."""
        self.cropper: Cropper | None = None
        self.looks = Looks(self, figures=figures)
        self.guide = Label(self, role="ink")
        """What the keys write now, and what comes next."""
        self.hint = Label(self, font="small")
        self.another = InkButton(say("Next card"), "secondary", self, sign="plus", deed="desk.next")
        self._side = QWidget()
        self._side_area = ScrollColumn(self._side, self)
        self._lay_out()
        stage.skill_opened.connect(self.open_skill)
        stage.skill_made.connect(self.make_skill)
        stage.figure_wanted.connect(self.looks.take_keys)
        stage.came.connect(self._guide)
        self.looks.chosen.connect(self._choose_figure)
        self.looks.file_wanted.connect(self.fetch_picture)
        self.looks.cleared.connect(self.clear_picture)
        self.another.clicked.connect(lambda: bench.more.emit(draft.kind))
        stage.ended.connect(self.another.setFocus)
        draft.changed.connect(self._show_look)
        draft.changed.connect(self._guide)
        self.setAcceptDrops(True)
        self.setFocusProxy(stage)
        self._show_look()
        self.retranslate()

    def _lay_out(self) -> None:
        vbox(self.guide, Gap(6), self.looks, 1, self.hint, (self.another, LEFT), on=self._side, margins=(0, 0, 10, 0),
             spacing=None)  # fmt: skip
        self._row = fold((self.stage, 3), (self._side_area, 1), on=self, spacing=20, most=560)

    @abstractmethod
    def show_front(self, place: str) -> None:
        """Show only what bears the skills of a place; with no place everything."""

    def _show_look(self) -> None:
        record = self.draft.record
        picture = value_at(record, "/picture")
        self.looks.show_look(str(value_at(record, "/silhouette")), picture if isinstance(picture, str) else None)

    def _choose_figure(self, name: str) -> None:
        self.stage.set_value("/silhouette", name, say("Figure"))

    def show_field(self, pointer: str) -> bool:
        return self.stage.show_field(pointer)

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        if self.sheet is not None:
            return self.sheet.keys()
        return [
            (tr(say("Type a value and continue")), ["0", "…", "9"]),
            *((tr(words), list(keys)) for words, keys in self.letters()),
            (tr(say("Type a trait or a skill")), [tr(say("First letters")), "Enter"]),
            (tr(say("Remove a skill")), [tr(say("Del"))]),
            (tr(say("Move a skill")), ["Alt+↑", "Alt+↓"]),
        ]

    @property
    def contexts(self) -> tuple[Context, ...]:
        return ("desk",) if self.sheet is None else ()

    @abstractmethod
    def letters(self) -> Sequence[tuple[Message, Sequence[str]]]:
        """What letters mean on such a card."""

    def _guide(self) -> None:
        """Say what is written now and how, and what comes next; as it was while the keys are elsewhere."""
        (now, after) = self.stage.now_and_next()
        if now is None:
            return
        how = now.accessibleDescription()
        said = say("Now: {what} ({how})", what=now.accessibleName(), how=how) if how else say(
            "Now: {what}", what=now.accessibleName())  # fmt: skip
        then = say("Next: {what}", what=after.accessibleName()) if after is not None else say("Next: another card")
        self.guide.setText(f"{tr(said)}\n{tr(then)}")

    def retranslate(self) -> None:
        self._guide()
        words = say("Type directly on the card: a digit moves on to the next field, letters start a skill.")
        self.hint.setText(tr(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if keys.meant("desk", event) == "desk.next" and self.sheet is None:
            self.another.click()
            return
        super().keyPressEvent(event)

    def make_skill(self, place: str, name: str) -> None:
        """A new skill of the pack, on the card, and on its sheet at once."""
        bench = self.bench
        names = dict.fromkeys(bench.languages, name[:120])
        try:
            id = bench.workshop.new_id(bench.pack, "skill", names)
        except (InvalidInput, WorkshopError) as wrong:
            bench.say(wrong.why)
            return
        faults = [found for found in bench.keep("skill", blank_skill(id, names)) if found.broken]
        if faults:
            bench.say(faults[0].what)
            return
        self.stage.add_skill(place, id)
        self.open_skill(place, id, new=True)

    def open_skill(self, place: str, id: str, *, new: bool = False) -> None:
        """Look at a skill closely; one of another pack may be copied first."""
        if id not in self.bench.records("skill"):
            self._ask_copy(place, id)
            return
        self.close_skill()
        self.sheet = SkillSheet(self.bench.draft("skill", id, self), self.bench, self, new=new)
        self.sheet.left.connect(lambda: self.close_skill(place))
        self.show_front(place)
        self._side_area.hide()
        self._row.insertWidget(1, self.sheet, 4)
        self.sheet.show()
        self.sheet.setFocus()

    def close_skill(self, place: str = "") -> None:
        if self.sheet is not None:
            sheet, self.sheet = self.sheet, None
            sheet.draft.close()
            sheet.draft.deleteLater()
            discard(sheet)
            self._side_area.show()
            self.show_front("")
            if place:
                self.stage.adds[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_copy(self, place: str, id: str) -> None:
        record = self.bench.find("skill", id)
        name = title_of(record, tr) if record is not None else id
        lines = []
        if record is not None:
            lines.append(Line(COPY, tr(say("Edit a copy")), tr(say("It belongs to another pack.")), sign="copy"))
        lines.append(Line(OFF, tr(say("Remove it from the card")), sign="close"))
        held = self.focusWidget() or self
        popup = ChoicePopup(lines, held, name=name, width=280)

        def chosen(what: str) -> None:
            if what == OFF:
                self.stage.remove_skill(place, id)
            elif record is not None:
                self._copy_skill(place, id, record)

        popup.chosen.connect(chosen)
        popup.popup(held)

    def _copy_skill(self, place: str, id: str, record: Json) -> None:
        try:
            new = self.bench.write_copy("skill", record, self.bench.pack)
        except (InvalidInput, WorkshopError) as wrong:
            self.bench.say(wrong.why)
            return
        self.bench.touch()
        self.stage.replace_skill(place, id, new)
        self.open_skill(place, new)

    def fetch_picture(self, path: Path | None = None) -> None:
        """A picture out of a file, to be cut out and laid on the card."""
        if path is None:
            path = ask_for_file(self, say("A picture"), PICTURES)
        if path is None:
            return
        try:
            image = read_picture(path)
        except InvalidInput as wrong:
            self.bench.say(wrong.why)
            return
        self.cropper = Cropper(image, self)
        self.cropper.taken.connect(self._take_picture)

    def _take_picture(self, data: bytes) -> None:
        names = name_of(self.draft.record)
        name = self.bench.put_picture(data, names.get("en") or next(iter(names.values()), ""))
        if name:
            self._change_picture(name)

    def clear_picture(self) -> None:
        """Without a picture; the silhouette shows again."""
        self._change_picture(None)

    def _change_picture(self, name: str | None) -> None:
        record = {**self.draft.record, "picture": name}
        if name is None:
            del record["picture"]
        changed = owned(record, ["/picture"], self.stage.source)
        self.draft.change(changed, tr(say("Picture")))

    def hideEvent(self, event: QHideEvent) -> None:
        if self.sheet is not None:
            self.sheet.draft.keep_now()
        super().hideEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.toLocalFile().lower().endswith(ENDINGS) for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.toLocalFile().lower().endswith(ENDINGS):
                self.fetch_picture(Path(url.toLocalFile()))
                return


class CharacterBody(CardBody):
    """The desk of a profile card."""

    def __init__(self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None) -> None:
        self.faces = ProfileFaces(draft, bench)
        super().__init__(draft, bench, self.faces, parent)

    def show_front(self, place: str) -> None:
        if place:
            self.faces.show_sides("shaken" if place == "shaken" else "vigilant")
        else:
            self.faces.show_sides(*SIDES)

    def letters(self) -> Sequence[tuple[Message, Sequence[str]]]:
        return [(say("Demon Hunter, Evil Creature, Mercenary"), ["D", "E", "M"])]


class EquipmentBody(CardBody):
    """The desk of an equipment card."""

    def __init__(self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None) -> None:
        self.faces = GearFaces(draft, bench)
        super().__init__(draft, bench, self.faces, parent, figures=False)

    def show_front(self, place: str) -> None:
        self.faces.show_sides(*(("front",) if place else self.faces.every))

    def letters(self) -> Sequence[tuple[Message, Sequence[str]]]:
        return [(say("Permanent, single use"), ["P", "S"])]


def _paint_character(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    face = drawn_character(record, bench)
    blank = unwritten(record, "vigilant")
    with shrunk(pen, rect):
        portrait.paint(pen, DRAWN, face, FRESH, palette.current(), sharp(pen), tray=False, unwritten=blank)


CHARACTER = Editor(
    "character", say("Character"), say("Characters"), say("New character"),
    blank=lambda id, name, _: blank_character(id, name), body=CharacterBody, paint=_paint_character,
    ratio=portrait.RATIO,
)  # fmt: skip


def _paint_equipment(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    with shrunk(pen, rect):
        profile.paint(pen, DRAWN, drawn_gear(record, bench), palette.current())


EQUIPMENT = Editor(
    "equipment", say("Equipment"), say("Equipment"), say("New equipment"),
    blank=lambda id, name, _: blank_equipment(id, name), body=EquipmentBody, paint=_paint_equipment,
    ratio=portrait.RATIO,
)  # fmt: skip
