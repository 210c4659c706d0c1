"""Everything that can be done with a key, as one table: id, words, where the key holds, the key as shipped.

To add an action: one line here, and one where it is done (`keys.action(id, widget, do)`, a row of the table screen's
`_make_actions`, or `keys.meant` in a widget that takes keys itself). Menus, tool tips, key caps and the sheet of keys
follow by themselves, and the person can bind it to another key.

What is no action and stays as every platform has it: the arrows, Tab, Enter, Escape and Delete inside a list or a
field, and the letters of dice, which are typed as text is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.model.core.words import LANGUAGE_NAMES, Message, say

Context: TypeAlias = str
"""Where a key holds. A context lies in another one: there the keys of both hold, so they must differ."""
WITHIN: dict[Context, tuple[Context, ...]] = {
    "all": (),
    "home": ("all",),
    "newgame": ("all",),
    "bands": ("newgame",),
    "table": ("all",),
    "board": ("table",),
    "card": ("table",),
    "pages": ("table",),
    "laying": ("newgame", "table"),
    "workshop": ("all",),
    "desk": ("all",),
    "tile": ("desk",),
    "adventure": ("desk",),
    "after": ("all",),
    "ways": ("all",),
    "tables": ("all",),
    "library": ("all",),
    "figures": ("all",),
    "campaigns": ("all",),
    "campaign": ("all",),
    "begin": ("all",),
    "learn": ("all",),
    "lesson": ("table", "board", "card", "pages"),
    "help": ("all",),
}
CONTEXT_WORDS: dict[Context, Message] = {
    "all": say("Everywhere"),
    "home": say("Home"),
    "newgame": say("New game"),
    "bands": say("Bands"),
    "table": say("At the table"),
    "board": say("Board"),
    "card": say("Large card"),
    "pages": say("Pages"),
    "laying": say("Placing tiles"),
    "workshop": say("Workshop"),
    "desk": say("Editors"),
    "tile": say("Tile editor"),
    "adventure": say("Adventure editor"),
    "after": say("After a battle"),
    "ways": say("Campaign history"),
    "tables": say("Heal and Pray tables"),
    "campaigns": say("Campaigns"),
    "campaign": say("Campaign"),
    "begin": say("New campaign"),
    "library": say("All games"),
    "figures": say("Charts"),
    "learn": say("Learn to play"),
    "lesson": say("Lesson"),
    "help": say("Help"),
}


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action. `keys` are portable key sequences as shipped, the first one is the one shown."""

    id: str
    title: Message
    context: Context
    keys: tuple[str, ...] = ()
    sign: str = ""
    """The icon beside it, if it has one."""


DEEDS: list[ActionSpec] = [
    # the window
    ActionSpec("new", say("New game…"), "all", ("Ctrl+N",), "plus"),
    ActionSpec("quick", say("Quick start"), "home", ("Q",), "play"),
    ActionSpec("continue", say("Continue the last game"), "home", ("C", "Space"), "step-forward"),
    ActionSpec("open", say("Open a game file…"), "all", ("Ctrl+O",), "folder"),
    ActionSpec("export", say("Export this game…"), "all", ("Ctrl+S",), "export"),
    ActionSpec("phones", say("Hands on phones…"), "all", ("Ctrl+Shift+P",), "phone"),
    ActionSpec("print", say("Print…"), "all", ("Ctrl+P",), "print"),
    ActionSpec("report", say("Game report…"), "all", ("Ctrl+R",), "scroll"),
    ActionSpec("library", say("All games"), "all", ("Ctrl+L",), "book"),
    ActionSpec("learn", say("Learn to play"), "all", ("Ctrl+Shift+L",), "star"),
    ActionSpec("mine", say("My games"), "all", ("Ctrl+M",), "seal"),
    ActionSpec("campaigns", say("Campaigns"), "all", ("Ctrl+J",), "map"),
    ActionSpec("bands", say("Bands"), "all", ("Ctrl+B",), "people"),
    ActionSpec("workshop", say("Workshop"), "all", ("Ctrl+E",), "brush"),
    ActionSpec("tables", say("Heal and Pray"), "all", ("Ctrl+H",), "dice"),
    ActionSpec("figures", say("Charts"), "all", ("Ctrl+G",), "chart"),
    ActionSpec("home", say("Home"), "all", ("Alt+Home",), "home"),
    ActionSpec("quit", say("Quit"), "all", ("Ctrl+Q",), "close"),
    ActionSpec("undo", say("Undo"), "all", ("Ctrl+Z",), "undo"),
    ActionSpec("redo", say("Redo"), "all", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    ActionSpec("night", say("Dark theme"), "all", ("Ctrl+D",), "moon"),
    ActionSpec("larger", say("Larger text"), "all", ("Ctrl++", "Ctrl+="), "zoom-in"),
    ActionSpec("smaller", say("Smaller text"), "all", ("Ctrl+-",), "zoom-out"),
    ActionSpec("normal", say("Normal text"), "all", ("Ctrl+0",)),
    ActionSpec("still", say("Reduced motion"), "all", (), "pause"),
    ActionSpec("full", say("Full screen"), "all", ("F11",), "fit"),
    ActionSpec("menu", say("Menu bar"), "all", ("F10",), "menu"),
    ActionSpec("settings", say("Settings"), "all", ("Ctrl+,",), "settings"),
    *(ActionSpec(f"language.{code}", Message(name), "all") for code, name in LANGUAGE_NAMES.items()),
    ActionSpec("help", say("Help"), "all", ("F1",), "book"),
    ActionSpec("keys", say("Keys"), "all", ("?",), "help"),
    ActionSpec("print_keys", say("Print keys and commands…"), "all", (), "print"),
    ActionSpec("folder", say("Open the data folder"), "all", (), "folder"),
    ActionSpec("reference", say("Quick reference…"), "all", (), "book"),
    ActionSpec("news", say("What's new"), "all", (), "star"),
    ActionSpec("problem", say("Report a problem…"), "all", (), "warning"),
    ActionSpec("about", say("About"), "all", (), "info"),
    ActionSpec("home.rename", say("Rename a recent game"), "home", ("F2",)),
    ActionSpec("bands.first", say("Add the card to the first band"), "bands", ("1",)),
    ActionSpec("bands.second", say("Add the card to the second band"), "bands", ("2",)),
    ActionSpec("bands.find", say("Search"), "bands", ("Ctrl+F",)),
    ActionSpec("bands.flip", say("Turn the card over"), "bands", ("F",)),
    # the help
    ActionSpec("help.find", say("Search the help"), "help", ("Ctrl+F", "/"), "search"),
    ActionSpec("help.back", say("Page before"), "help", ("Alt+Left",), "arrow-left"),
    ActionSpec("help.forward", say("Page after"), "help", ("Alt+Right",), "arrow-right"),
    # a new game
    ActionSpec("newgame.next", say("Next step"), "newgame", ("Ctrl+Return", "Ctrl+Enter")),
    ActionSpec("newgame.back", say("Step back"), "newgame", ("Alt+Left",)),
    ActionSpec("newgame.random", say("Random board"), "newgame", ("X",), "dice"),
    # campaigns
    ActionSpec("campaigns.open", say("Continue the campaign"), "campaigns", ("Space",), "step-forward"),
    ActionSpec("campaigns.new", say("New campaign"), "campaigns", ("N",), "plus"),
    ActionSpec("campaigns.rename", say("Rename the campaign"), "campaigns", ("F2",), "edit"),
    ActionSpec("campaigns.copy", say("Duplicate the campaign"), "campaigns", ("C",), "copy"),
    ActionSpec("campaigns.export", say("Export the campaign…"), "campaigns", ("S",), "export"),
    ActionSpec("campaigns.import", say("Open a campaign file…"), "campaigns", ("O",), "folder"),
    ActionSpec("begin.begin", say("Start the campaign"), "begin", ("Space", "Ctrl+Return", "Ctrl+Enter")),
    ActionSpec("campaign.step", say("Next step"), "campaign", ("Space",)),
    ActionSpec("campaign.time", say("History"), "campaign", ("T",), "hourglass"),
    ActionSpec("campaign.rules", say("House rules"), "campaign", ("G",), "settings"),
    ActionSpec("campaign.compare", say("Compare bands"), "campaign", ("C",), "mirror"),
    ActionSpec("campaign.typed", say("Enter the result"), "campaign", ("R",), "pen"),
    ActionSpec("campaign.again", say("Replay the battle"), "campaign", ("A",), "play"),
    ActionSpec("campaign.suggested", say("As the adventure suggests"), "campaign", ("V",), "check"),
    # the table
    ActionSpec("table.step", say("Next step"), "table", ("Space",)),
    ActionSpec("table.hint", say("Hint"), "table", ("F3", "Shift+I"), "hint"),
    ActionSpec("table.possible", say("What can I do now?"), "table", ("F4", "Shift+U"), "menu"),
    ActionSpec("table.log", say("Log"), "table", ("H",), "scroll"),
    ActionSpec("table.settings", say("This game"), "table", ("G",), "settings"),
    ActionSpec("table.skills", say("Skills of the figure"), "table", ("K",), "star"),
    ActionSpec("table.scenario", say("Adventure or scenario card"), "table", ("C",), "cards"),
    ActionSpec("table.mode", say("Record, advise or enforce"), "table", ("M",)),
    ActionSpec("table.text", say("Board as text"), "table", ("F6",), "eye"),
    ActionSpec("table.next_page", say("Next page of the table"), "pages", ("Ctrl+PgDown",), "chevron-right"),
    ActionSpec("table.page_before", say("Previous page of the table"), "pages", ("Ctrl+PgUp",), "chevron-left"),
    ActionSpec("table.command", say("Command line"), "table", ("/", "Ctrl+K"), "pen"),
    ActionSpec("table.timeline", say("Timeline"), "table", ("J",), "hourglass"),
    ActionSpec("table.change", say("Change this step"), "table", ("F2",), "edit"),
    ActionSpec("table.check", say("Table check"), "table", ("Y",), "check"),
    ActionSpec("table.replay", say("Replay the enemy's last phase"), "table", ("Shift+H",), "rotate"),
    ActionSpec("table.everybody", say("Where is everybody?"), "table", ("Shift+W",), "people"),
    ActionSpec("table.enemy", say("Next enemy"), "table", ("Shift+E",)),
    ActionSpec("table.friend", say("Next figure of your band"), "table", ("Shift+A",)),
    ActionSpec("table.row", say("Read the row"), "table", ("Shift+R",)),
    ActionSpec("table.column", say("Read the column"), "table", ("Shift+C",)),
    ActionSpec("table.zone", say("Whose control zone is this?"), "table", ("Shift+Z",)),
    ActionSpec("table.threatened", say("Who threatens this square?"), "table", ("Shift+T",)),
    ActionSpec("table.sees", say("What does this figure see?"), "table", ("Shift+V",)),
    ActionSpec("table.aimed", say("Line of fire to this square"), "table", ("Shift+L",)),
    ActionSpec("table.again", say("Repeat the last events"), "table", ("Shift+N",)),
    ActionSpec("timeline.back", say("Step back"), "table", (",",), "step-back"),
    ActionSpec("timeline.forward", say("Step forward"), "table", (".",), "step-forward"),
    ActionSpec("timeline.play", say("Replay the game"), "table", ("Shift+J",), "play"),
    ActionSpec("timeline.bookmark", say("Bookmark"), "table", ("B",), "flag"),
    ActionSpec("timeline.note", say("Note on this step"), "table", ("Shift+B",), "pen"),
    ActionSpec("table.advice", say("What can these dice do?"), "table", ("U",), "dice-five"),
    ActionSpec("table.willpower", say("Test willpower"), "table", ("W",), "fan"),
    ActionSpec("table.door", say("Open the door"), "table", ("O",), "door"),
    ActionSpec("table.pick_up", say("Pick up"), "table", ("P",), "plus"),
    ActionSpec("table.put_down", say("Put down"), "table", ("Shift+P",), "arrow-down"),
    ActionSpec("table.search", say("Search"), "table", ("Shift+S",), "search"),
    ActionSpec("table.free", say("Free a captive"), "table", ("Shift+F",), "unlock"),
    ActionSpec("table.leave_board", say("Leave the board"), "table", ("Shift+X",), "export"),
    ActionSpec("table.end_movement", say("End movement"), "table", ("X",), "footprints"),
    ActionSpec("table.end_activations", say("End activations"), "table", ("N",), "end"),
    *(ActionSpec(f"table.choice.{n}", say("Choice {n}", n=n), "table", (str(n),)) for n in range(1, 10)),
    # a lesson on the table
    ActionSpec("lesson.next", say("Continue the lesson"), "lesson", ("F9", "Ctrl+Return"), "step-forward"),
    ActionSpec("lesson.show", say("Show how it is done"), "lesson", ("Shift+F9",), "eye"),
    ActionSpec("lesson.back", say("One step of the lesson back"), "lesson", ("Alt+Left",), "step-back"),
    ActionSpec("lesson.skip", say("Skip this step of the lesson"), "lesson", ("Alt+Right",), "step-forward"),
    ActionSpec("lesson.words", say("Repeat the words of the lesson"), "lesson", ("Ctrl+F9",)),
    # the board
    ActionSpec("board.up", say("Cursor up"), "board", ("Up",)),
    ActionSpec("board.right", say("Cursor right"), "board", ("Right",)),
    ActionSpec("board.down", say("Cursor down"), "board", ("Down",)),
    ActionSpec("board.left", say("Cursor left"), "board", ("Left",)),
    ActionSpec("board.go_up", say("Move to the cursor, facing up"), "board", ("Shift+Up",)),
    ActionSpec("board.go_right", say("Move to the cursor, facing right"), "board", ("Shift+Right",)),
    ActionSpec("board.go_down", say("Move to the cursor, facing down"), "board", ("Shift+Down",)),
    ActionSpec("board.go_left", say("Move to the cursor, facing left"), "board", ("Shift+Left",)),
    ActionSpec("board.click", say("Click on the square"), "board", ("Return", "Enter")),
    ActionSpec("board.next", say("Next figure"), "board", ("Tab",)),
    ActionSpec("board.previous", say("Previous figure"), "board", ("Shift+Tab",)),
    ActionSpec("board.upstairs", say("Floor above"), "board", ("PgUp",)),
    ActionSpec("board.downstairs", say("Floor below"), "board", ("PgDown",)),
    ActionSpec("board.turn_left", say("Turn the figure left"), "board", ("Q", "[")),
    ActionSpec("board.turn_right", say("Turn the figure right"), "board", ("E", "]", "R")),
    ActionSpec("board.attack", say("Attack or shoot at the enemy at the cursor"), "board", ("A",)),
    ActionSpec("board.zones", say("Control zones"), "board", ("Z",)),
    ActionSpec("board.vision", say("Field of vision"), "board", ("V",)),
    ActionSpec("board.lines", say("Lines of fire"), "board", ("F",)),
    ActionSpec("board.aim", say("Lines of fire (hold the key)"), "board", ("L",)),
    ActionSpec("table.threat", say("What the enemy can hit"), "table", ("D",), "warning"),
    ActionSpec("table.whatif", say("Odds of a fight"), "table", ("S",), "chart"),
    ActionSpec("table.second", say("Second window"), "table", ("Shift+D",), "external"),
    ActionSpec("table.clock", say("Stop or start the clock"), "table", ("Ctrl+T", "Pause"), "clock"),
    ActionSpec("board.turn", say("Turn the board"), "board", ("T",)),
    ActionSpec("board.nearer", say("Zoom in"), "board", ("+", "=")),
    ActionSpec("board.farther", say("Zoom out"), "board", ("-",)),
    ActionSpec("board.fit", say("Whole board"), "board", ("0",)),
    # a large card
    ActionSpec("card.open", say("Open the card"), "card", ("I",)),
    ActionSpec("card.flip", say("Other face"), "card", ("F",), "flip"),
    ActionSpec("card.edit", say("Correct"), "card", ("E",), "edit"),
    # tiles, in a new game and in a draft
    ActionSpec("laying.turn_left", say("Turn the tile left"), "laying", ("L",), "turn-left"),
    ActionSpec("laying.turn_right", say("Turn the tile right"), "laying", ("R",), "turn-right"),
    # the library
    ActionSpec("library.open", say("Continue the game"), "library", ("Space",), "step-forward"),
    ActionSpec("library.replay", say("Watch a replay"), "library", ("W",), "play"),
    ActionSpec("library.find", say("Search"), "library", ("Ctrl+F", "/"), "search"),
    ActionSpec("library.tag", say("Add a tag"), "library", ("T",), "flag"),
    ActionSpec("library.rename", say("Rename the game"), "library", ("F2",), "edit"),
    ActionSpec("library.copy", say("Duplicate the game"), "library", ("D",), "copy"),
    ActionSpec("library.export", say("Export to files"), "library", ("Shift+S",), "export"),
    ActionSpec("library.take", say("Import games"), "library", ("I",), "folder"),
    # lessons
    ActionSpec("learn.again", say("Take the lesson from its beginning"), "learn", ("A",), "rotate"),
    ActionSpec("learn.edit", say("Edit a lesson of your own"), "learn", ("E",), "edit"),
    # the workshop
    ActionSpec("workshop.find", say("Search"), "workshop", ("Ctrl+F",)),
    ActionSpec("workshop.again", say("Duplicate"), "workshop", ("D",)),
    ActionSpec("desk.next", say("Next card"), "desk", ("Ctrl+Return", "Ctrl+Enter"), "plus"),
    ActionSpec("tile.clear", say("Clear"), "tile", ("C",)),
    ActionSpec("tile.hindering", say("Hindering"), "tile", ("H",)),
    ActionSpec("tile.aquatic", say("Aquatic"), "tile", ("A",)),
    ActionSpec("tile.blocking", say("Blocking"), "tile", ("B",)),
    ActionSpec("tile.stairs", say("Stairs"), "tile", ("S",)),
    ActionSpec("tile.nothing", say("No square"), "tile", ("N",)),
    ActionSpec("tile.brush", say("Brush"), "tile", ("P",), "brush"),
    ActionSpec("tile.rectangle", say("Rectangle"), "tile", ("R",), "rectangle"),
    ActionSpec("tile.fill", say("Fill"), "tile", ("F",), "fill"),
    ActionSpec("tile.wall", say("Wall"), "tile", ("W",), "wall"),
    ActionSpec("tile.door", say("Door"), "tile", ("D",), "door"),
    ActionSpec("tile.turn_right", say("Turn the view"), "tile", ("T",), "turn-right"),
    ActionSpec("tile.turn_left", say("Turn the view left"), "tile", ("Shift+T",), "turn-left"),
    ActionSpec("tile.mirror", say("Mirror the tile"), "tile", ("M",), "mirror"),
    ActionSpec("adventure.turn_right", say("Turn right"), "adventure", ("R",), "turn-right"),
    ActionSpec("adventure.turn_left", say("Turn left"), "adventure", ("Shift+R",), "turn-left"),
    # figures
    ActionSpec("figures.next", say("Next chart"), "figures", ("Space",)),
    ActionSpec("figures.before", say("Previous chart"), "figures", ("Backspace",)),
    ActionSpec("figures.values", say("Values of the chart"), "figures", ("V",), "menu"),
    ActionSpec("figures.copy", say("Copy the chart"), "figures", ("Ctrl+C",), "copy"),
    ActionSpec("figures.png", say("Save the chart as an image (PNG)"), "figures", ("P",), "save"),
    ActionSpec("figures.svg", say("Save the chart as a drawing (SVG)"), "figures", ("S",), "save"),
    ActionSpec("figures.csv", say("Save the chart values (CSV)"), "figures", ("T",), "save"),
    # after a battle
    ActionSpec("after.next", say("Next step"), "after", ("Space",)),
    ActionSpec("after.chance", say("Roll all the rest"), "after", ("R",), "dice"),
    ActionSpec("after.vigilant", say("Ended vigilant"), "after", ("V",)),
    ActionSpec("after.shaken", say("Ended shaken"), "after", ("S",)),
    ActionSpec("after.disabled", say("Ended disabled"), "after", ("D",)),
    ActionSpec("after.spent", say("Equipment lost"), "after", ("G",)),
    ActionSpec("after.used", say("Honour used"), "after", ("H",), "honour"),
    *(ActionSpec(f"after.choice.{n}", say("Choice {n}", n=n), "after", (str(n),)) for n in range(1, 10)),
    # the time machine
    ActionSpec("ways.back", say("Go back to here"), "ways", ("Space",), "hourglass"),
    ActionSpec("ways.branch", say("New branch from here"), "ways", ("B",), "plus"),
    ActionSpec("ways.otherwise", say("What if it had ended differently?"), "ways", ("W",), "help"),
    ActionSpec("ways.rename", say("Rename the branch"), "ways", ("F2",), "edit"),
    ActionSpec("ways.compare", say("Compare two branches"), "ways", ("C",), "chart"),
    # the tables of Heal and Pray
    ActionSpec("tables.roll", say("Roll"), "tables", ("Space",), "dice"),
]
BY_ID: dict[str, ActionSpec] = {deed.id: deed for deed in DEEDS}


def add(deeds: Iterable[ActionSpec], contexts: Mapping[Context, Message]) -> None:
    """The keys of a game from elsewhere; its contexts lie in "all". Raises ValueError for what is there already."""
    made = list(deeds)
    twice = {deed.id for deed in made} & BY_ID.keys() | contexts.keys() & WITHIN.keys()
    if twice or any(deed.context not in {*WITHIN, *contexts} for deed in made):
        raise ValueError(f"keys that cannot be added: {sorted(twice or {deed.context for deed in made})}")
    WITHIN.update(dict.fromkeys(contexts, ("all",)))
    CONTEXT_WORDS.update(contexts)
    DEEDS.extend(made)
    BY_ID.update((deed.id, deed) for deed in made)
