"""What is asked, in a sentence; and why a game is over."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.words import Message, say

PROMPTS: Mapping[str, Message] = {
    "play": say("Play a card, use what lies before you, or end the phase"),
    "hold": say("Choose the weapon you hold"),
    "power": say("Use your power, or decline"),
    "window": say("Answer, or pass"),
    "named": say("Burn sake or draw on your soul first, or pass"),
    "torment": say("Defend against the torment, or pass"),
    "pipe": say("Discard a card for the pipe smoke"),
    "third": say("Burn sake to change the back on the pile, or pass"),
    "help": say("Add matching cards to the torment, or none"),
    "discard": say("Discard a card"),
    "turned_up": say("Which card was turned up?"),
    "place": say("Place the sake"),
    "keep": say("Make the attack from where you stand, or give it up"),
    "next_target": say("Choose the second target, or decline"),
    "pick_card": say("Pick the weapon or item to discard"),
    "pick_spot": say("Pick the sake that is lost"),
    "give": say("Choose the Spirit who gets the stolen sake"),
    "steps": say("Choose where the step changes"),
    "activate": say("Choose the Disciple who acts next"),
    "strike": say("Choose whom the Disciple attacks"),
    "held_lost": say("Choose another weapon to hold"),
    "keep_line": say("Choose which line stays"),
    "shift": say("Choose which sake moves, and where to"),
    "steal_or_torment": say("Steal sake, torment a Samurai, or do nothing"),
    "surrender": say("Choose which sake you give up"),
}

WHY: Mapping[str, Message] = {
    "most sake": say("most sake"),
    "spirits": say("spirits"),
    "shared": say("shared"),
    "nobody has sake": say("nobody has sake"),
    "left": say("left"),
    "stopped": say("stopped"),
}
"""As the page names them; in other languages a sentence."""
