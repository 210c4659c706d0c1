"""Figures and tokens of the house scenario on the spaces where it puts them, whatever set-up asks."""

from __future__ import annotations

from companion.model.games.chronicles.state.state import Corruption, Depth, Place, State, StatusOn, TokenOn, replace

HEROES = {"h1": (0, 0), "h2": (1, 1), "h3": (2, 0), "h4": (0, 2)}
TOKENS = (
    TokenOn("host-1", "host", "house:captain", (1, 7)),
    TokenOn("host-2", "host", "house:lady-of-the-veils", (9, 4)),
    TokenOn("host-3", "host", "house:poet", (4, 0), turned=True),
    TokenOn("scroll-1", "scroll", "house:scroll-4-1", (17, 1)),
    TokenOn("clue-1", "clue", "house:clue-4-2", (3, 4)),
    TokenOn("chest-1", "chest", "house:chest-4-5", (2, 11), minus=1),
    TokenOn("follower-1", "follower", "house:the-ferryman", (10, 10)),
)


def placed(state: State, places: Depth = "spaces", **at: Place) -> State:
    """The state on the board; `at` puts figures elsewhere, by id with ``_`` for ``-``."""
    box = state.table.box
    scenario = box.scenarios[state.table.scenario or ""]
    spots: dict[str, Place] = dict(HEROES)
    taken: dict[str, int] = {}
    for one in scenario.figures:
        if one.heroes <= len(state.heroes):
            n = taken[one.sheet] = taken.get(one.sheet, 0) + 1
            spots[f"{one.sheet.rpartition(':')[2]}-{n}"] = one.at
    spots |= {id.replace("_", "-"): place for id, place in at.items()}
    figures = tuple([
        replace(one, at=spots.get(one.id, (2, 2) if one.group in ("follower", "kami") else one.at))
        for one in state.figures
    ])  # fmt: skip
    tokens = tuple([one for one in TOKENS if one.card in (*box.tokens, *box.hosts, *box.followers)])
    options = replace(state.table.options, places=places)
    return replace(state, figures=figures, tokens=tokens, table=replace(state.table, options=options))


def harmed(state: State) -> State:
    """Damage, statuses and corruption to be seen."""
    figures = {one.id: one for one in state.figures}
    figures["h1"] = replace(figures["h1"], damage=3, statuses=(StatusOn("poisoned"), StatusOn("stunned")))
    figures["hiroji-san-1"] = replace(figures["hiroji-san-1"], damage=2, statuses=(StatusOn("bleeding"),))
    oni = replace(state.oni, corruption=(Corruption("T4"), Corruption("T2", red=True)))
    return replace(state, figures=tuple(figures.values()), oni=oni)
