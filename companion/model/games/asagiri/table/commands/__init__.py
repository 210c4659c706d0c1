"""Commands in words: a line of text and a state to choices, corrections and dice, in three languages at any time."""

from companion.model.games.asagiri.table.commands.lexicon import (
    Answer,
    Byhand,
    ChooseIntent,
    Correcting,
    Intent,
    Misunderstood,
    PressIntent,
    Typing,
)
from companion.model.games.asagiri.table.commands.understand import in_words

from .complete import Completion, complete
from .fitting import advised
from .intents import strike
from .naming import command
from .plan import CommandPlan, joined, plan
from .understand import sentences, understand

__all__ = [
    "Answer",
    "Byhand",
    "ChooseIntent",
    "CommandPlan",
    "Completion",
    "Correcting",
    "Intent",
    "Misunderstood",
    "PressIntent",
    "Typing",
    "advised",
    "command",
    "complete",
    "in_words",
    "joined",
    "plan",
    "sentences",
    "strike",
    "understand",
]  # fmt: skip
