"""Goes on with a campaign for ever, telling what is on the disk. Run by test_campaign_store."""

from __future__ import annotations

from random import Random

from companion.model.core.branches import Branch
from companion.model.core.contract import Choice, Roll
from companion.model.core.record import Chosen
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.store.repository import Repository

from .kit import CONTENT


def main(path: str, campaign: int, seed: int) -> None:
    """Decide, roll, undo and branch until killed; told is: branches, the one shown, its steps and cursor."""
    rng = Random(seed)
    branches, current, keeper = Repository(path).campaigns.open(campaign, CAMPAIGN, CONTENT)
    made = [(Branch(one.name, one.origin, one.at), one.open) for one in branches]
    chronicle = Chronicle(made, current, CONTENT, keeper)
    session = chronicle.session
    print("ready", flush=True)
    while True:
        session = chronicle.session
        asked, draw = session.pending, rng.random()
        if draw < 0.04 and len(chronicle.branches) < 5:
            chronicle.fork(f"Way {seed}", rng.randint(0, session.cursor))
        elif draw < 0.1 and session.cursor and session.steps[session.cursor - 1].intent != Chosen("approve"):
            session.undo()  # not over an approval: that would begin branch after branch
        elif isinstance(asked, Roll):
            chronicle.roll()
        elif isinstance(asked, Choice):
            chronicle.choose(rng.choice(asked.options))
        elif len(chronicle.branches) < 50:
            chronicle.fork("Again", 0)
        else:
            session.undo()
            session.redo()
        session = chronicle.session
        print(len(chronicle.branches), chronicle.current, len(session.steps), session.cursor, flush=True)
