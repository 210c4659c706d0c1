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

from companion.model.core.words import Message, say
from companion.ui.kit.translator import LANGUAGE_NAMES

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
}
CONTEXT_WORDS: dict[Context, Message] = {
    "all": say("Everywhere"),
    "home": say("Home"),
    "newgame": say("New game"),
    "bands": say("Bands"),
    "table": say("At the table"),
    "board": say("Board"),
    "card": say("Large card"),
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
}


@dataclass(frozen=True, slots=True)
class Deed:
    """One action. `keys` are portable key sequences as shipped, the first one is the one shown."""

    id: str
    title: Message
    context: Context
    keys: tuple[str, ...] = ()
    sign: str = ""
    """The icon beside it, if it has one."""


DEEDS: list[Deed] = [
    # the window
    Deed("new", say("New game…"), "all", ("Ctrl+N",), "plus"),
    Deed("quick", say("Quick start"), "home", ("Q",), "play"),
    Deed("continue", say("Continue the last game"), "home", ("C", "Space"), "step-forward"),
    Deed("open", say("Open a game file…"), "all", ("Ctrl+O",), "folder"),
    Deed("export", say("Export this game…"), "all", ("Ctrl+S",), "export"),
    Deed("print", say("Print…"), "all", ("Ctrl+P",), "print"),
    Deed("report", say("Battle report…"), "all", ("Ctrl+R",), "scroll"),
    Deed("library", say("All games"), "all", ("Ctrl+L",), "book"),
    Deed("campaigns", say("Campaigns"), "all", ("Ctrl+J",), "map"),
    Deed("bands", say("Bands"), "all", ("Ctrl+B",), "people"),
    Deed("workshop", say("Workshop"), "all", ("Ctrl+E",), "brush"),
    Deed("tables", say("Heal and Pray"), "all", ("Ctrl+H",), "dice"),
    Deed("figures", say("Charts"), "all", ("Ctrl+G",), "chart"),
    Deed("home", say("Home"), "all", ("Alt+Home",), "home"),
    Deed("quit", say("Quit"), "all", ("Ctrl+Q",), "close"),
    Deed("undo", say("Undo"), "all", ("Ctrl+Z",), "undo"),
    Deed("redo", say("Redo"), "all", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    Deed("night", say("Dark theme"), "all", ("Ctrl+D",), "moon"),
    Deed("larger", say("Larger text"), "all", ("Ctrl++", "Ctrl+="), "zoom-in"),
    Deed("smaller", say("Smaller text"), "all", ("Ctrl+-",), "zoom-out"),
    Deed("normal", say("Normal text"), "all", ("Ctrl+0",)),
    Deed("still", say("Reduced motion"), "all", (), "pause"),
    Deed("full", say("Full screen"), "all", ("F11",), "fit"),
    Deed("menu", say("Menu bar"), "all", ("F10",), "menu"),
    Deed("settings", say("Preferences"), "all", ("Ctrl+,",), "settings"),
    *(Deed(f"language.{code}", Message(name), "all") for code, name in LANGUAGE_NAMES.items()),
    Deed("keys", say("Keys"), "all", ("?", "F1"), "help"),
    Deed("folder", say("Open the data folder"), "all", (), "folder"),
    Deed("reference", say("Quick reference…"), "all", (), "book"),
    Deed("about", say("About"), "all", (), "info"),
    Deed("home.rename", say("Rename a recent game"), "home", ("F2",)),
    Deed("bands.first", say("Add the card to the first band"), "bands", ("1",)),
    Deed("bands.second", say("Add the card to the second band"), "bands", ("2",)),
    Deed("bands.find", say("Search"), "bands", ("Ctrl+F",)),
    Deed("bands.flip", say("Turn the card over"), "bands", ("F",)),
    # a new game
    Deed("newgame.next", say("Next step"), "newgame", ("Ctrl+Return", "Ctrl+Enter")),
    Deed("newgame.back", say("Step back"), "newgame", ("Alt+Left",)),
    Deed("newgame.random", say("Random board"), "newgame", ("X",), "dice"),
    # campaigns
    Deed("campaigns.open", say("Continue the campaign"), "campaigns", ("Space",), "step-forward"),
    Deed("campaigns.new", say("New campaign"), "campaigns", ("N",), "plus"),
    Deed("campaigns.rename", say("Rename the campaign"), "campaigns", ("F2",), "edit"),
    Deed("campaigns.copy", say("Duplicate the campaign"), "campaigns", ("C",), "copy"),
    Deed("campaigns.export", say("Export the campaign…"), "campaigns", ("S",), "export"),
    Deed("campaigns.import", say("Open a campaign file…"), "campaigns", ("O",), "folder"),
    Deed("begin.begin", say("Start the campaign"), "begin", ("Space", "Ctrl+Return", "Ctrl+Enter")),
    Deed("campaign.step", say("Next step"), "campaign", ("Space",)),
    Deed("campaign.time", say("History"), "campaign", ("T",), "hourglass"),
    Deed("campaign.rules", say("House rules"), "campaign", ("G",), "settings"),
    Deed("campaign.compare", say("Compare bands"), "campaign", ("C",), "mirror"),
    Deed("campaign.typed", say("Enter the result"), "campaign", ("R",), "pen"),
    Deed("campaign.again", say("Replay the battle"), "campaign", ("A",), "play"),
    Deed("campaign.suggested", say("As the adventure suggests"), "campaign", ("V",), "check"),
    # the table
    Deed("table.step", say("Next step"), "table", ("Space",)),
    Deed("table.log", say("Log"), "table", ("H",), "scroll"),
    Deed("table.settings", say("This game"), "table", ("G",), "settings"),
    Deed("table.skills", say("Skills of the figure"), "table", ("K",), "star"),
    Deed("table.scenario", say("Adventure or scenario card"), "table", ("C",), "cards"),
    Deed("table.mode", say("Record, advise or enforce"), "table", ("M",)),
    Deed("table.text", say("Board as text"), "table", ("F6",), "eye"),
    Deed("table.command", say("Command line"), "table", ("/", "Ctrl+K"), "pen"),
    Deed("table.timeline", say("Timeline"), "table", ("J",), "hourglass"),
    Deed("table.change", say("Change this step"), "table", ("F2",), "edit"),
    Deed("table.check", say("Table check"), "table", ("Y",), "check"),
    Deed("table.replay", say("Replay the enemy's last phase"), "table", ("Shift+H",), "rotate"),
    Deed("table.everybody", say("Where is everybody?"), "table", ("Shift+W",), "people"),
    Deed("table.enemy", say("Next enemy"), "table", ("Shift+E",)),
    Deed("table.friend", say("Next figure of your band"), "table", ("Shift+A",)),
    Deed("table.row", say("Read the row"), "table", ("Shift+R",)),
    Deed("table.column", say("Read the column"), "table", ("Shift+C",)),
    Deed("table.zone", say("Whose control zone is this?"), "table", ("Shift+Z",)),
    Deed("table.threatened", say("Who threatens this square?"), "table", ("Shift+T",)),
    Deed("table.sees", say("What does this figure see?"), "table", ("Shift+V",)),
    Deed("table.aimed", say("Line of fire to this square"), "table", ("Shift+L",)),
    Deed("table.again", say("Repeat the last events"), "table", ("Shift+N",)),
    Deed("timeline.back", say("Step back"), "table", (",",), "step-back"),
    Deed("timeline.forward", say("Step forward"), "table", (".",), "step-forward"),
    Deed("timeline.play", say("Replay the game"), "table", ("Shift+J",), "play"),
    Deed("timeline.bookmark", say("Bookmark"), "table", ("B",), "flag"),
    Deed("timeline.note", say("Note on this step"), "table", ("Shift+B",), "pen"),
    Deed("table.advice", say("What can these dice do?"), "table", ("U",), "dice-five"),
    Deed("table.willpower", say("Test willpower"), "table", ("W",), "fan"),
    Deed("table.door", say("Open the door"), "table", ("O",), "door"),
    Deed("table.pick_up", say("Pick up"), "table", ("P",), "plus"),
    Deed("table.put_down", say("Put down"), "table", ("Shift+P",), "arrow-down"),
    Deed("table.search", say("Search"), "table", ("Shift+S",), "search"),
    Deed("table.free", say("Free a captive"), "table", ("Shift+F",), "unlock"),
    Deed("table.leave_board", say("Leave the board"), "table", ("Shift+X",), "export"),
    Deed("table.end_movement", say("End movement"), "table", ("X",), "footprints"),
    Deed("table.end_activations", say("End activations"), "table", ("N",), "end"),
    *(Deed(f"table.choice.{n}", say("Choice {n}", n=n), "table", (str(n),)) for n in range(1, 10)),
    # the board
    Deed("board.up", say("Cursor up"), "board", ("Up",)),
    Deed("board.right", say("Cursor right"), "board", ("Right",)),
    Deed("board.down", say("Cursor down"), "board", ("Down",)),
    Deed("board.left", say("Cursor left"), "board", ("Left",)),
    Deed("board.go_up", say("Move to the cursor, facing up"), "board", ("Shift+Up",)),
    Deed("board.go_right", say("Move to the cursor, facing right"), "board", ("Shift+Right",)),
    Deed("board.go_down", say("Move to the cursor, facing down"), "board", ("Shift+Down",)),
    Deed("board.go_left", say("Move to the cursor, facing left"), "board", ("Shift+Left",)),
    Deed("board.click", say("Click on the square"), "board", ("Return", "Enter")),
    Deed("board.next", say("Next figure"), "board", ("Tab",)),
    Deed("board.previous", say("Previous figure"), "board", ("Shift+Tab",)),
    Deed("board.upstairs", say("Floor above"), "board", ("PgUp",)),
    Deed("board.downstairs", say("Floor below"), "board", ("PgDown",)),
    Deed("board.turn_left", say("Turn the figure left"), "board", ("Q", "[")),
    Deed("board.turn_right", say("Turn the figure right"), "board", ("E", "]", "R")),
    Deed("board.attack", say("Attack or shoot at the enemy at the cursor"), "board", ("A",)),
    Deed("board.zones", say("Control zones"), "board", ("Z",)),
    Deed("board.vision", say("Field of vision"), "board", ("V",)),
    Deed("board.lines", say("Lines of fire"), "board", ("F",)),
    Deed("board.aim", say("Lines of fire (hold the key)"), "board", ("L",)),
    Deed("table.threat", say("What the enemy can hit"), "table", ("D",), "warning"),
    Deed("table.whatif", say("Odds of a fight"), "table", ("S",), "chart"),
    Deed("table.second", say("Second window"), "table", ("Shift+D",), "external"),
    Deed("table.clock", say("Stop or start the clock"), "table", ("Ctrl+T", "Pause"), "clock"),
    Deed("board.turn", say("Turn the board"), "board", ("T",)),
    Deed("board.nearer", say("Zoom in"), "board", ("+", "=")),
    Deed("board.farther", say("Zoom out"), "board", ("-",)),
    Deed("board.fit", say("Whole board"), "board", ("0",)),
    # a large card
    Deed("card.open", say("Open the card"), "card", ("I",)),
    Deed("card.flip", say("Other face"), "card", ("F",), "flip"),
    Deed("card.edit", say("Correct"), "card", ("E",), "edit"),
    # tiles, in a new game and in a draft
    Deed("laying.turn_left", say("Turn the tile left"), "laying", ("L",), "turn-left"),
    Deed("laying.turn_right", say("Turn the tile right"), "laying", ("R",), "turn-right"),
    # the library
    Deed("library.open", say("Continue the game"), "library", ("Space",), "step-forward"),
    Deed("library.replay", say("Watch a replay"), "library", ("W",), "play"),
    Deed("library.find", say("Search"), "library", ("Ctrl+F", "/"), "search"),
    Deed("library.tag", say("Add a tag"), "library", ("T",), "flag"),
    Deed("library.rename", say("Rename the game"), "library", ("F2",), "edit"),
    Deed("library.copy", say("Duplicate the game"), "library", ("D",), "copy"),
    Deed("library.export", say("Export to files"), "library", ("Shift+S",), "export"),
    Deed("library.take", say("Import games"), "library", ("I",), "folder"),
    # the workshop
    Deed("workshop.find", say("Search"), "workshop", ("Ctrl+F",)),
    Deed("workshop.again", say("Duplicate"), "workshop", ("D",)),
    Deed("desk.next", say("Next card"), "desk", ("Ctrl+Return", "Ctrl+Enter"), "plus"),
    Deed("tile.clear", say("Clear"), "tile", ("C",)),
    Deed("tile.hindering", say("Hindering"), "tile", ("H",)),
    Deed("tile.aquatic", say("Aquatic"), "tile", ("A",)),
    Deed("tile.blocking", say("Blocking"), "tile", ("B",)),
    Deed("tile.stairs", say("Stairs"), "tile", ("S",)),
    Deed("tile.nothing", say("No square"), "tile", ("N",)),
    Deed("tile.brush", say("Brush"), "tile", ("P",), "brush"),
    Deed("tile.rectangle", say("Rectangle"), "tile", ("R",), "rectangle"),
    Deed("tile.fill", say("Fill"), "tile", ("F",), "fill"),
    Deed("tile.wall", say("Wall"), "tile", ("W",), "wall"),
    Deed("tile.door", say("Door"), "tile", ("D",), "door"),
    Deed("tile.turn_right", say("Turn the view"), "tile", ("T",), "turn-right"),
    Deed("tile.turn_left", say("Turn the view left"), "tile", ("Shift+T",), "turn-left"),
    Deed("tile.mirror", say("Mirror the tile"), "tile", ("M",), "mirror"),
    Deed("adventure.turn_right", say("Turn right"), "adventure", ("R",), "turn-right"),
    Deed("adventure.turn_left", say("Turn left"), "adventure", ("Shift+R",), "turn-left"),
    # figures
    Deed("figures.next", say("Next chart"), "figures", ("Space",)),
    Deed("figures.before", say("Previous chart"), "figures", ("Backspace",)),
    Deed("figures.values", say("Values of the chart"), "figures", ("V",), "menu"),
    Deed("figures.copy", say("Copy the chart"), "figures", ("Ctrl+C",), "copy"),
    Deed("figures.png", say("Save the chart as an image (PNG)"), "figures", ("P",), "save"),
    Deed("figures.svg", say("Save the chart as a drawing (SVG)"), "figures", ("S",), "save"),
    Deed("figures.csv", say("Save the chart values (CSV)"), "figures", ("T",), "save"),
    # after a battle
    Deed("after.next", say("Next step"), "after", ("Space",)),
    Deed("after.chance", say("Roll all the rest"), "after", ("R",), "dice"),
    Deed("after.vigilant", say("Ended vigilant"), "after", ("V",)),
    Deed("after.shaken", say("Ended shaken"), "after", ("S",)),
    Deed("after.disabled", say("Ended disabled"), "after", ("D",)),
    Deed("after.spent", say("Equipment lost"), "after", ("G",)),
    Deed("after.used", say("Honour used"), "after", ("H",), "honour"),
    *(Deed(f"after.choice.{n}", say("Choice {n}", n=n), "after", (str(n),)) for n in range(1, 10)),
    # the time machine
    Deed("ways.back", say("Go back to here"), "ways", ("Space",), "hourglass"),
    Deed("ways.branch", say("New branch from here"), "ways", ("B",), "plus"),
    Deed("ways.otherwise", say("What if it had ended differently?"), "ways", ("W",), "help"),
    Deed("ways.rename", say("Rename the branch"), "ways", ("F2",), "edit"),
    Deed("ways.compare", say("Compare two branches"), "ways", ("C",), "chart"),
    # the tables of Heal and Pray
    Deed("tables.roll", say("Roll"), "tables", ("Space",), "dice"),
]
BY_ID: dict[str, Deed] = {deed.id: deed for deed in DEEDS}


def add(deeds: Iterable[Deed], contexts: Mapping[Context, Message]) -> None:
    """The keys of a game from elsewhere; its contexts lie in "all". Raises ValueError for what is there already."""
    made = list(deeds)
    twice = {deed.id for deed in made} & BY_ID.keys() | contexts.keys() & WITHIN.keys()
    if twice or any(deed.context not in {*WITHIN, *contexts} for deed in made):
        raise ValueError(f"keys that cannot be added: {sorted(twice or {deed.context for deed in made})}")
    WITHIN.update(dict.fromkeys(contexts, ("all",)))
    CONTEXT_WORDS.update(contexts)
    DEEDS.extend(made)
    BY_ID.update((deed.id, deed) for deed in made)
