"""Plays random steps for ever, telling each cursor once it is on the disk. Run by test_store_crash."""

from __future__ import annotations

from random import Random

from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.record import NoContent
from companion.model.core.refusal import UnknownOption
from companion.model.store.repository import Repository

from ..core.counter import Put
from .conftest import find


def main(path: str, game: int, seed: int) -> None:
    """Go on with the game until killed."""
    rng = Random(seed)
    session = Repository(path).open(game, find, NoContent())
    print("ready", flush=True)
    n = 0
    while True:
        pending = session.pending
        draw = rng.random()
        if session.cursor and draw < 0.15:
            session.undo(rng.randint(1, min(4, session.cursor)))
        elif session.cursor < len(session.steps) and draw < 0.25:
            session.redo()
        elif draw < 0.3:
            session.edit(Put(rng.randrange(100)), override=True)
        elif session.replaced and draw < 0.32:
            try:
                session.restore()
            except UnknownOption:  # what comes before it has changed too much: nothing happened
                session.edit(Put(1), override=True)
        elif session.cursor > 4 and draw < 0.37:
            # the past is put right: a step that was not, and all that followed from it, in one go
            index = rng.randrange(max(0, session.cursor - 40), session.cursor)
            session.accept(session.revise(index, (), removed=1).settled())
        elif isinstance(pending, Roll):
            session.roll()
        elif isinstance(pending, Choice) and draw < 0.5:
            session.choose_all(["add:1", "add:2", "throw:2"])
        elif isinstance(pending, Choice):
            session.choose(rng.choice(pending.options))
        else:
            assert isinstance(pending, Over)
            session.undo()
        n += 1
        print(n, session.cursor, len(session.steps), session.state.total, flush=True)
