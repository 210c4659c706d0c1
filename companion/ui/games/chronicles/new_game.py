"""A new game, on the screen or beside a real table: scenario, heroes to seats, who plays the Oni, who keeps what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.content.library import called as named
from companion.model.core.contract import Content
from companion.model.core.words import Message, Name, one_line, plural, say
from companion.model.games.chronicles.rules.setup import AT_A_TABLE, QUICK
from companion.model.games.chronicles.state.state import HERO_SEATS, Dials, Keepers, Options, replace
from companion.model.games.chronicles.wire.setting_words import DUTIES, PLACES, STOPS, Choice
from companion.ui.games.chronicles.hero_row import Emblem, HeroRow, PalacePicture, numbers
from companion.ui.games.chronicles.table_options import PLACE_WORDS, Packs, offered
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import WrittenLine
from companion.ui.kit.layouts import Gap, fold, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import ChoicePopup, Screen
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_ui import PLAYERS
from companion.ui.play.storage import GameSettings, Mode, Player

COUNTS = [(str(n), plural("{count} hero", "{count} heroes", n), "") for n in range(1, 5)]
MODES = (("enforce", say("On screen"), "shield"), ("track", say("At the table"), "pen"))
MODE_WORDS = {
    "enforce": say("The app lays the board, deals the cards and enforces the rules."),
    "track": say("You play with the real box and tell the app what happens. A right click changes anything."),
}
AUTOMATIC: Final = "automatic"
ONI_PLAYERS = (PLAYERS[0], (AUTOMATIC, say("The app, by trial cards"), "book"), *PLAYERS[1:])
"""Who may play the Oni: as elsewhere, and the app by the rules of the automatic Oni (AUT)."""
ONI_WORDS = {
    AUTOMATIC: say("A trial card each turn, no hand of event cards."),
    "greedy": say("Has a hand of event cards and plays to win."),
    "random": say("Has a hand of event cards and plays at random."),
}
KEEPING: dict[str, tuple[Message, Message, Keepers]] = {
    "box": (
        say("Cards on the table"),
        say("Everything lies on the table. The app counts, does the sums and asks what is shown."),
        AT_A_TABLE,
    ),
    "truth": (
        say("The app deals the investigation"),
        say(
            "The app deals guilty host, nature and clue cards, so nobody can deal wrongly. The rest lies on the table."
        ),
        replace(AT_A_TABLE, guilty="app", clues="app"),
    ),
    "app": (
        say("The app keeps every card"),
        say("Hands, plans and piles are in the app. The two camps hand the screen to each other."),
        Keepers(),
    ),
}
"""Who keeps the secrets: by id its words, what it means, and the dials of TAB-2."""
DICE = (
    ("typed", say("Real dice"), "pen"), ("virtual", say("The app rolls"), "dice"), ("ask", say("Either"), "eye"),
)  # fmt: skip


def quick_game(content: Content) -> tuple[dict[str, Any], GameSettings] | None:
    """Set-up and players of a game on the screen that asks nothing: two heroes against the automatic Oni.

    None where its scenario or a hero of it is in no pack.
    """
    known = {id for kind in ("chronicles_scenario", "chronicles_hero") for id, _ in content.every(kind)}
    if not {QUICK["scenario"], *QUICK["heroes"]} <= known:
        return None
    seats = 1 + len(QUICK["heroes"])
    players = cast("tuple[Player, ...]", ("greedy", *["person"] * len(QUICK["heroes"])))
    settings = GameSettings(("",) * seats, players, "enforce", "virtual", ("",) * seats)
    return {**QUICK, "options": msgspec.to_builtins(Options(oni=AUTOMATIC))}, settings


class NewGameScreen(Screen):
    """`ready` carries the set-up and who plays."""

    help_page = "chronicles/setting-up"

    ready = Signal(object, object)

    def __init__(self, content: Content, names: Sequence[str]) -> None:
        """`names`: of the people who usually play here."""
        super().__init__(title=say("New game"))
        self.content = content
        self.packs = Packs(content)
        self.scenario = QUICK["scenario"]
        self.suspects: list[str] = []
        self.figures: dict[str, int] = {}
        self.chosen: dict[str, str] = {}
        """Table options that are not as the rulebook or the page has them."""
        self.stops = dict.fromkeys(DUTIES, "do")
        self.mode = Choices(say("Where you play"), MODES, self)
        self.story = InkButton("", "quiet", self, sign="scroll", clicked=self._choose_scenario)
        self.count = Choices(say("Heroes"), COUNTS, self)
        self.places = Choices(say("Board"), [(id, words, "") for id, words in PLACES.items()], self)
        self.rows = [HeroRow(n, self) for n in range(len(HERO_SEATS))]
        for row in self.rows:
            row.hero_wanted.connect(self._choose_hero)
            row.player_wanted.connect(self._choose_player)
        self.oni_player = "person"
        self.oni_button = InkButton("", "quiet", self, clicked=self._choose_oni)
        self.oni = says(WrittenLine(self), hint=say("Player"), name=say("Player of the Oni"))
        for edit, name in zip((self.oni, *[row.name for row in self.rows]), names, strict=False):
            edit.setText(name)
        self.keeping = Choices(
            say("Who keeps the secrets"), [(id, words, "") for id, (words, _, _) in KEEPING.items()], self, upright=True
        )
        self.dice = Choices(say("Dice"), DICE, self)
        self.hosts, self.guards, self.rules, self.boxes, self.duties = (ListView(self) for _ in range(5))
        says(self.duties, name=say("Duties of the turn"))
        says(self.boxes, name=say("Packs"))
        says(self.hosts, name=say("Suspects"))
        says(self.guards, name=say("The Oni's sheets"))
        says(self.rules, name=say("Table options"))
        for choices, first in (
            (self.mode, "track"), (self.count, "2"), (self.places, "spaces"), (self.keeping, "truth"),
            (self.dice, "typed"),
        ):  # fmt: skip
            choices.show_choice(first)
            choices.chosen.connect(self._mode_chosen if choices is self.mode else self.retranslate)
        self.hosts.chosen.connect(self._toggle_host)
        self.guards.chosen.connect(self._next_count)
        self.rules.chosen.connect(self._next_rule)
        self.boxes.chosen.connect(self._take_pack)
        self.duties.chosen.connect(self._next_stop)
        self.begin = InkButton(say("Start the game"), "primary", self, clicked=self.start)
        self.problem, self.keeping_words = Label(self, role="shaken"), Label(self)
        self.mode_words, self.place_words = Label(self), Label(self)
        self.story_words, self.palace = Label(self, font="small"), PalacePicture(self)
        self._lay_out()
        self._open_packs()
        self.retranslate()

    def _lay_out(self) -> None:
        home = InkButton(say("Home"), "quiet", self, sign="home", clicked=self.leave)
        left, right = PaperPanel(self, margin=20, seed=5), PaperPanel(self, margin=20, seed=9)
        demon = Emblem(left)
        demon.show_sign("demon")
        who = vbox(Label(left, text=say("The Oni"), role="ink", font="name"), hbox(self.oni_button, 1), spacing=0)
        oni = hbox(demon, (who, 1), self.oni, spacing=10)
        self.oni.setFixedWidth(fonts.px(150))
        self.box_title = Heading(say("Packs"), left, level=2)
        self.host_title = Heading(say("Suspects"), left, level=2)
        self.guard_title = Heading(say("The Oni's sheets"), left, level=2)
        inside = QWidget(left)
        vbox(
            self.box_title, self.boxes,
            Heading(say("Scenario"), left, level=2), hbox(self.story, 1), self.story_words, Gap(6),
            Heading(say("Heroes"), left, level=2),
            self.count, *self.rows, oni, Gap(6), self.host_title, self.hosts, self.guard_title, self.guards, Gap(6),
            (self.palace, 1), on=inside, spacing=4, margins=(0, 0, 8, 0),
        )  # fmt: skip
        vbox((ScrollColumn(inside, left), 1), on=left, margins=None)
        self.place_title = Heading(say("Board"), right, level=2)
        self.duty_title = Heading(say("Duties of the turn"), right, level=2)
        self.keeping_title = Heading(say("Who keeps the secrets"), right, level=2)
        beside = QWidget(right)
        vbox(
            self.mode, self.mode_words, Gap(6), self.place_title, self.places, self.place_words, Gap(6),
            self.keeping_title, self.keeping, self.keeping_words, Gap(6),
            Heading(say("Dice"), right, level=2), self.dice, Gap(6), Heading(say("Table options"), right, level=2),
            self.rules, Gap(6), self.duty_title, self.duties, 1, on=beside, spacing=4, margins=(0, 0, 8, 0),
        )  # fmt: skip
        vbox((ScrollColumn(beside, right), 1), on=right, margins=None)
        both = QWidget(self)
        fold((left, 1), (right, 1), on=both, spacing=10, most=900)
        foot = hbox(home, (self.problem, 1), self.begin, spacing=16)
        head = Heading(say("Okko Chronicles"), self, level=1)
        vbox(head, (both, 1), foot, on=self, spacing=6, margins=(56, 22, 56, 20))

    # what is wanted -------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> list[HeroRow]:
        return self.rows[: int(self.count.choice())]

    def wanted(self) -> tuple[dict[str, Any], GameSettings]:
        """The set-up and who plays."""
        mode = cast("Mode", self.mode.choice())
        options = Options(
            keepers=KEEPING[self.keeping.choice()][2] if self._at_table else Keepers(),
            places=self.known_places,  # type: ignore[arg-type]
            dice_entry=self.dice.choice(),  # type: ignore[arg-type]
            enforcement=mode,
            oni=AUTOMATIC if self.oni_player == AUTOMATIC else "player",
            dials=Dials(**self.stops) if self._at_table else Dials(),  # type: ignore[arg-type]
            **{name: int(value) if value.isdecimal() else value for name, value in self._rules().items()},  # type: ignore[arg-type]
        )
        setup: dict[str, Any] = {
            "heroes": [row.hero for row in self.playing],
            "options": msgspec.to_builtins(options),
            **self.packs.setup(),
        }
        if self.scenario:
            setup["scenario"] = self.scenario
        else:
            setup["sheets"] = [{"sheet": id, "figures": n} for id, n in self.figures.items() if n]
        if self._tells_hosts:
            setup["hosts"] = list(self.suspects)
        oni = "greedy" if self.oni_player == AUTOMATIC else self.oni_player
        seats = [(oni, self.oni), *[(row.player, row.name) for row in self.playing]]
        players = cast("tuple[Player, ...]", tuple([player for player, _ in seats]))
        names = tuple([one_line(edit.text()) if player == "person" else "" for player, edit in seats])
        settings = GameSettings(names, players, mode, "virtual", ("",) * len(seats))
        return setup, settings

    @property
    def _at_table(self) -> bool:
        return self.mode.choice() == "track"

    @property
    def known_places(self) -> str:
        """TAB-4: on the screen every space; without a scenario nobody knows the board."""
        return "none" if not self.scenario else self.places.choice() if self._at_table else "spaces"

    def show_mode(self, mode: str) -> None:
        """Play on the screen (`enforce`) or beside a real table (`track`)."""
        self.mode.show_choice(mode)
        self._mode_chosen()

    def _mode_chosen(self, *_: object) -> None:
        self.dice.show_choice("typed" if self._at_table else "virtual")
        self.retranslate()

    @property
    def _tells_hosts(self) -> bool:
        """Where the cards lie on the table, somebody says which hosts came up."""
        return self._at_table and self.keeping.choice() == "box" and self._investigated

    @property
    def _investigated(self) -> bool:
        return bool(self.scenarios.get(self.scenario, {}).get("investigation", True))

    def _problem(self) -> Message | None:
        heroes = [row.hero for row in self.playing]
        if "" in heroes:
            return say("These packs have not so many heroes.")
        if len(set(heroes)) < len(heroes):
            return say("Each hero has one player.")
        if self._tells_hosts and len(self.suspects) < 2:
            return say("Choose the suspects: at least two.")
        if not self.scenario and not self._at_table:
            return say("On screen the app needs a scenario: it lays the board.")
        if not self.scenario and not any(self.figures.values()):
            return say("Choose the sheets of the Oni.")
        if self.oni_player == AUTOMATIC and self._tells_hosts:
            return say("The app plays the Oni only if it deals the investigation.")
        return None

    def start(self) -> None:
        """Begin, if nothing is wrong."""
        if self.begin.isEnabled():
            self.ready.emit(*self.wanted())

    # choosing -------------------------------------------------------------------------------------------------------

    def _choose_scenario(self) -> None:
        lines = [Line(id, tr(named(one, id)), chosen=id == self.scenario) for id, one in self.scenarios.items()]
        lines.append(Line("", tr(say("No scenario")), tr(say("You say which sheets play.")), chosen=not self.scenario))
        self._offer(lines, self.story, self._take_scenario)

    def _take_scenario(self, id: str) -> None:
        self.scenario = id
        self.retranslate()

    def _choose_hero(self, n: int) -> None:
        row = self.rows[n]
        lines = [Line(id, tr(named(one, id)), chosen=id == row.hero) for id, one in self.heroes.items()]
        self._offer(lines, row.button, lambda id: self._take_hero(row, id))

    def _choose_player(self, n: int) -> None:
        row = self.rows[n]
        self._offer(_player_lines(PLAYERS, row.player), row.player_button, lambda id: self._take_player(row, id))

    def _take_player(self, row: HeroRow, id: str) -> None:
        row.player = id
        self.retranslate()

    def _choose_oni(self) -> None:
        self._offer(_player_lines(ONI_PLAYERS, self.oni_player, ONI_WORDS), self.oni_button, self._take_oni)

    def _take_oni(self, id: str) -> None:
        self.oni_player = id
        self.retranslate()

    def _take_hero(self, row: HeroRow, id: str) -> None:
        """Whoever had that hero takes the other one."""
        for other in self.rows:
            if other is not row and other.hero == id:
                other.hero = row.hero
        row.hero = id
        self.retranslate()

    def _offer(self, lines: list[Line], beside: QWidget, take: Any) -> None:
        popup = ChoicePopup(lines, self)
        popup.chosen.connect(take)
        popup.popup(beside)
        popup.give_back_to(beside)

    def _toggle_host(self, id: str) -> None:
        if id in self.suspects:
            self.suspects.remove(id)
        else:
            self.suspects.append(id)
        self.retranslate()

    def _next_count(self, id: str) -> None:
        self.figures[id] = (self.figures.get(id, 0) + 1) % (self.sheets[id].get("figures", 1) + 1)
        self.retranslate()

    def _next_rule(self, name: str) -> None:
        values = list(self.offered[name][1])
        self.chosen[name] = values[(values.index(self._rules()[name]) + 1) % len(values)]
        self.retranslate()

    @property
    def offered(self) -> dict[str, Choice]:
        """The table options that mean something in the game as it is wanted."""
        natures = len(dict(self.packs.every("chronicles_nature"))) if self._investigated else None
        return offered(self.known_places, natures)

    def _rules(self) -> dict[str, str]:
        """The value of each of them."""
        asked = self.offered.items()
        return {name: self.chosen[name] if self.chosen.get(name) in of else next(iter(of)) for name, (_, of) in asked}

    def _next_stop(self, duty: str) -> None:
        stops = list(STOPS)
        self.stops[duty] = stops[(stops.index(self.stops[duty]) + 1) % len(stops)]
        self.retranslate()

    def _take_pack(self, pack: str) -> None:
        self.packs.take(pack)
        self._open_packs()
        self.retranslate()

    def _open_packs(self) -> None:
        """Offer what lies in the packs used; what is in them no more is chosen no more."""
        every = self.packs.every
        self.heroes, self.scenarios = dict(every("chronicles_hero")), dict(every("chronicles_scenario"))
        self.sheets = {id: one for id, one in every("chronicles_sheet") if one["rank"] != "demon"}
        self.all_hosts = dict(every("chronicles_host"))
        if self.scenario not in self.scenarios:
            self.scenario = next(iter(self.scenarios), "")
        kept = [row.hero for row in self.rows if row.hero in self.heroes]
        spare = iter([id for id in self.heroes if id not in kept])
        for row in self.rows:
            row.hero = row.hero if row.hero in self.heroes else next(spare, "")
        self.suspects = [id for id in self.suspects if id in self.all_hosts]
        self.figures = {id: n for id, n in self.figures.items() if id in self.sheets}

    # showing --------------------------------------------------------------------------------------------------------

    def retranslate(self, *_: object) -> None:
        """Show what fits what was chosen."""
        scenario = self.scenarios.get(self.scenario)
        self.story.setText(tr(named(scenario, self.scenario) if scenario is not None else say("No scenario")))
        for row in self.rows:
            row.setVisible(row in self.playing)
            hero = self.heroes.get(row.hero)
            row.button.setText(tr(named(hero, row.hero)) if hero is not None else "")
            row.emblem.show_sign(hero["class"] if hero is not None else "hero")
            row.numbers.setText(numbers(hero) if hero is not None else "")
            row.player_button.setText(tr(_called(PLAYERS, row.player)))
            row.name.setVisible(row.player == "person")
        self.oni_button.setText(tr(_called(ONI_PLAYERS, self.oni_player)))
        self.oni.setVisible(self.oni_player == "person")
        self.mode_words.setText(tr(MODE_WORDS[self.mode.choice()]))
        self.place_words.setText(tr(PLACE_WORDS[self.known_places]))
        story = scenario.get("story") if scenario is not None else None
        self.story_words.setText(tr(Name.of(story)) if story else "")
        self.story_words.setVisible(bool(story))
        self.keeping_words.setText(tr(KEEPING[self.keeping.choice()][1]))
        self.duties.show_lines(
            [Line(duty, tr(words), value=tr(STOPS[self.stops[duty]])) for duty, words in DUTIES.items()]
        )
        packs = self.packs.lines()
        self.boxes.show_lines(packs)
        shown: list[tuple[bool, tuple[QWidget, ...]]] = [
            (self._at_table and bool(self.scenario), (self.place_title, self.places, self.place_words)),
            (self._at_table, (self.keeping_title, self.keeping, self.keeping_words)),
            (self._tells_hosts, (self.host_title, self.hosts)),
            (not self.scenario, (self.guard_title, self.guards)),
            (bool(packs), (self.box_title, self.boxes)),
            (self._at_table, (self.duty_title, self.duties)),
        ]
        for visible, parts in shown:
            for part in parts:
                part.setVisible(visible)
        self.hosts.show_lines(
            [Line(id, tr(named(one, id)), chosen=id in self.suspects) for id, one in self.all_hosts.items()]
        )
        self.hosts.set_columns(2)
        self.guards.show_lines([
            Line(id, tr(named(one, id)), value=self._counted(self.figures.get(id, 0)))
            for id, one in self.sheets.items()
        ])  # fmt: skip
        rules = self._rules()
        self.rules.show_lines(
            [Line(name, tr(words), value=tr(values[rules[name]])) for name, (words, values) in self.offered.items()]
        )
        why = self._problem()
        self.problem.setText(tr(why) if why is not None else "")
        self.begin.setEnabled(why is None)

    def _counted(self, n: int) -> str:
        return tr(plural("{count} figure", "{count} figures", n)) if n else "–"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.start()
        else:
            super().keyPressEvent(event)


def _called(players: Sequence[tuple[str, Message, str]], id: str) -> Message:
    return next(words for one, words, _ in players if one == id)


def _player_lines(
    players: Sequence[tuple[str, Message, str]], now: str, how: Mapping[str, Message] | None = None
) -> list[Line]:
    """`how` each of them plays."""
    told = {id: tr(words) for id, words in (how or {}).items()}
    return [Line(id, tr(words), told.get(id, ""), chosen=id == now) for id, words, _ in players]
