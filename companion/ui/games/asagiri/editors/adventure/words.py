"""What the parts of an adventure are called, for the forms: fields, nodes, words to choose."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.words import Message, say
from companion.model.games.asagiri.adventure import conditions as c
from companion.model.games.asagiri.adventure import record as r
from companion.ui.games.asagiri.editors.forms.shapes import StructType

LABELS: Mapping[str, Message] = {
    "name": say("Name"), "side": say("Side"), "zone": say("Zone"), "figure": say("Figure"), "object": say("Object"),
    "count": say("How many"), "trait": say("With the trait"), "zeni": say("Zeni lost"), "turns": say("Turns"),
    "turn": say("Turn number"), "at": say("Square"), "least": say("At least"), "of": say("Of these"),
    "card": say("Card"),
    "equipment": say("Equipment"), "facing": say("Appearance"), "state": say("State"), "look": say("Drawn as"),
    "words": say("Your wording"), "when": say("When"), "intro": say("Opening text"), "teaches": say("Teaches"),
    "number": say("Number in the book"), "draw": say("Text after a draw"), "stairs": say("Stairs"),
    "zones": say("Zones"), "objects": say("Objects"), "caches": say("Hiding places"), "captives": say("Captives"),
    "begins": say("Player A"), "deploys": say("Deploys first"), "then": say("After the last turn"),
    "priority": say("If both win at once"), "zeni_loses": say("A band that loses too many zeni loses the game (END-1)"),
    "alone_loses": say("A band with nobody left on the board loses the game (END-2)"),
    "reinforcements": say("Reinforcements"),
    "rules": say("Special rules"), "facts": say("Facts to remember"), "links": say("Earlier adventures"),
    "briefing": say("Briefing"), "band": say("Band"), "goals": say("Goals"), "deploy": say("Deploys in"),
    "limit": say("Zeni limit"), "ending": say("Text when it wins"), "fixed": say("Fixed figures"),
    "budget": say("Budget in zeni"), "alignments": say("Recruits"), "traits": say("With a trait"),
    "most": say("Most recruits"), "suggested": say("Suggested recruits"), "exit": say("May leave here"),
    "start": say("From"), "end": say("To"), "back": say("Both ways"), "burden": say("Burden"),
    "bearers": say("May carry it"), "places": say("Places"), "holds": say("Hides"), "searchers": say("May search"),
    "members": say("Figures"), "fact": say("Fact"), "origin": say("Earlier adventure"), "changes": say("Then"),
    "squares": say("Squares"), "range": say("Longest shot"), "rule": say("Rule"),
    "reinforcement": say("Reinforcement"),
}  # fmt: skip
"""By field, wherever it is."""
SPECIAL: Mapping[tuple[StructType, str], Message] = {
    (r.Adventure, "turns"): say("Turn limit"),
    (r.Reinforcement, "turn"): say("From turn"),
    (r.Reinforcement, "zone"): say("Through"),
    (r.Reinforcement, "when"): say("Only when"),
    (r.Party, "least"): say("Goals needed to win"),
    (c.Hold, "at"): say("Or at the end of turn"),
    (c.Hold, "turns"): say("Turns in a row"),
    (c.Turn, "least"): say("From turn"),
    (c.Not, "of"): say("This"),
    (r.Dice, "count"): say("Dice"),
    (r.Link, "holds"): say("When it is true (otherwise: when it is false)"),
    (r.Fact, "fact"): say("Name"),
    (r.Floor, "name"): say("This floor"),
    (r.Goal, "when"): say("Condition"),
    (r.Fact, "when"): say("Condition"),
}
TITLES: Mapping[StructType, Message] = {
    c.Eliminate: say("Disable"), c.Escape: say("Leave the board"), c.Rescue: say("Free a captive"),
    c.Reach: say("Reach a zone"), c.Hold: say("Hold a zone"), c.Carry: say("Carry an object"),
    c.Find: say("Find an object"), c.Survive: say("Survive"), c.Protect: say("Protect"),
    c.Turn: say("A turn is reached"), c.Won: say("A side has won"), c.All: say("All of these"),
    c.Some: say("Some of these"), c.Not: say("Not this"),
    r.Goal: say("Goal"), r.Zone: say("Zone"), r.Object: say("Object"), r.Cache: say("Hiding places"),
    r.Captive: say("Captive"), r.Stairs: say("Stairs"), r.Hired: say("Figure"), r.Pick: say("Recruit"),
    r.Reinforcement: say("Reinforcement"), r.Fact: say("Fact"), r.Link: say("Link"), r.Band: say("Band"),
    r.Dice: say("Inspiration dice"), r.NoShooting: say("No shooting"), r.NoAttacks: say("No attacks"),
    r.Night: say("Night"),
    r.BeginsShaken: say("Begins shaken"), r.Locked: say("Locked doors"), r.AddFigure: say("An extra figure"),
    r.RemoveFigure: say("A figure is missing"), r.SetBudget: say("Different budget"),
    r.SetDeploy: say("Different deployment"), r.SetTurns: say("Different turn limit"), r.AddRule: say("An extra rule"),
    r.AddReinforcement: say("More reinforcements"), r.PlaceObject: say("An object is elsewhere"),
}  # fmt: skip
LINES: Mapping[StructType, Message] = {
    c.Eliminate: say("Figures of a side are disabled, or the side has lost a number of zeni."),
    c.Escape: say("Figures have left the board through a zone."),
    c.Rescue: say("A captive is free, and possibly in a safe zone."),
    c.Reach: say("Figures of a side are in a zone now."),
    c.Hold: say("At the end of a turn a side is in a zone and no enemy is."),
    c.Carry: say("A side has carried an object to a zone."),
    c.Find: say("A hidden object has been found."),
    c.Survive: say("A turn has ended, and a side still has figures."),
    c.Protect: say("A figure is not disabled, or an object is still there."),
    c.Turn: say("The game has reached a turn."),
    c.Won: say("For facts to remember: which side won?"),
    c.All: say("All of several conditions."),
    c.Some: say("One of several conditions, or any number of them."),
    c.Not: say("The opposite of a condition."),
    r.Dice: say("A side has a different number of inspiration dice."),
    r.NoShooting: say("Nobody may shoot, or nobody of one side."),
    r.NoAttacks: say("Nobody may attack, or nobody of one side."),
    r.Night: say("No shot reaches farther than this."),
    r.BeginsShaken: say("A side or a figure begins shaken."),
    r.Locked: say("Only one side, or the bearer of an object, can open doors."),
    r.AddFigure: say("A side has one more figure."),
    r.RemoveFigure: say("A figure of this adventure is missing."),
    r.SetBudget: say("A side has a different budget."),
    r.SetDeploy: say("A side deploys in another zone."),
    r.SetTurns: say("The game is longer or shorter."),
    r.AddRule: say("One more special rule applies."),
    r.AddReinforcement: say("More figures arrive later."),
    r.PlaceObject: say("An object is on another square."),
}  # fmt: skip
VALUES: Mapping[str, Message] = {
    "N": say("north"), "E": say("east"), "S": say("south"), "W": say("west"),
    "vigilant": say("vigilant"), "shaken": say("shaken"), "roll": say("by die roll"), "draw": say("a draw"),
    "demon_hunter": say("Demon Hunters"), "evil_creature": say("Evil Creatures"), "mercenary": say("Mercenaries"),
    "chest": say("chest"), "scroll": say("scroll"), "sword": say("sword"), "lantern": say("lantern"),
    "idol": say("idol"), "key": say("key"), "sack": say("sack"), "child": say("child"), "casket": say("casket"),
    "jar": say("jar"), "grave": say("grave"),
}  # fmt: skip
OPEN: Mapping[str, Message] = {
    "figure": say("any"), "trait": say("any"), "zeni": say("not asked"), "side": say("either side"),
    "zone": say("anywhere"), "object": say("none"), "equipment": say("nothing"), "at": say("no square"),
    "deploy": say("first row"), "limit": say("as usual"), "turns": say("no limit"), "deploys": say("player A"),
    "priority": say("whose phase it is"), "least": say("all"), "words": say("same as the condition"),
    "ending": say("nothing"), "draw": say("nothing"), "teaches": say("nothing"), "most": say("any number"),
    "traits": say("any"), "name": say("no name"),
}  # fmt: skip
OPEN_SPECIAL: Mapping[tuple[StructType, str], Message] = {
    (c.Eliminate, "count"): say("all"),
    (c.Hold, "at"): say("any turn"),
    (r.Object, "at"): say("hidden"),
    (r.Hired, "at"): say("to be deployed"),
}
HIDDEN = {"id", "part", "provenance"}
HIDDEN_SPECIAL = {(r.Fact, "fact"), (r.Adventure, "sides"), (r.Adventure, "floors"), (r.Adventure, "name")}
