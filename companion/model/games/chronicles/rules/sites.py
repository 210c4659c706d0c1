"""Tokens that come onto the sites of a scenario: hosts, scrolls, clues, chests, followers face down (SET-6, SET-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Outcome, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.rules import deploy, followers
from companion.model.games.chronicles.rules.part import Part, asks, draws
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, CardId, Cards, State, TokenOn, cards, replace
from companion.model.grid import Cell

LAID: tuple[Literal["scroll"], Literal["clue"], Literal["chest"], Literal["follower"]] = (
    "scroll", "clue", "chest", "follower",
)  # fmt: skip
"""SET-7, in the order in which they are laid."""
WHICH_SITE = say("On which site does this host stand?")


def begin(t: Transition) -> None:
    """The scenario's own hosts stand where it says; what chance decides, or the table tells, follows."""
    scenario, investigated = deploy.scenario_of(t.now), t.now.table.investigation
    if scenario is None or t.now.table.options.places == "none":
        return
    for kind in reversed(LAID):
        if investigated or kind in ("chest", "follower"):  # SET-13
            t.push(f.TokensFrame(kind, len(getattr(scenario.sites, kind))))
    if investigated:
        own = [(one.host, one.at) for one in scenario.hosts if one.at is not None]
        t.set(tokens=tuple([deploy.host_token(host, deploy.known_as(t.now, at)) for host, at in own]))
        taken = {at for _, at in own}
        t.push(f.SitesFrame(tuple([at for at in scenario.sites.host if at not in taken])))


def lay_all(t: Transition) -> None:
    """TAB-4: the tokens of a game that was played without places so far: hosts somewhere, others on their sites."""
    scenario = deploy.scenario_of(t.now)
    if scenario is None:
        return
    here = {one.card for one in t.now.figures}
    guilty = t.now.oni.guilty if t.now.oni.demon_since else None
    hosts = [card for card in t.now.suspects if card not in (guilty, *here)]
    lying = [deploy.host_token(card, HIDDEN) for card in hosts]
    for kind in LAID:
        if t.now.table.investigation or kind in ("chest", "follower"):
            of_kind = getattr(scenario.sites, kind)[: _in_box(t.now, kind)]
            lying += [TokenOn(f"{kind}-{n}", kind, HIDDEN, HIDDEN) for n in range(1, len(of_kind) + 1)]
    t.set(tokens=tuple(lying))


# hosts (SET-6) --------------------------------------------------------------------------------------------------------


def _homeless(state: State) -> list[CardId]:
    """Suspects without a token, while there are sites for them."""
    lying = {one.card for one in state.tokens}
    return [card for card in state.suspects if card not in lying]


def _hosts_go_on(t: Transition, frame: f.SitesFrame) -> bool:
    if not frame.free or not _homeless(t.now):
        t.pop()
        return True
    return False


def _ask_site(state: State, frame: f.SitesFrame) -> Pending:
    if state.table.options.keepers.guilty == "app":
        return draws(ONI, tuple([f"{column},{row}" for column, row in frame.free]), None, "setup")
    token = deploy.host_token(_homeless(state)[0], HIDDEN).id
    told = dict.fromkeys(deploy.known_as(state, at) for at in frame.free)
    return asks(ONI, WHICH_SITE, [o.Site(ONI, token, at) for at in told])


def _site_told(t: Transition, frame: f.SitesFrame, option: Option) -> None:
    assert isinstance(option, o.Site)
    _hosted(t, frame, next(at for at in frame.free if deploy.known_as(t.now, at) == option.at))


def _site_drawn(t: Transition, frame: f.SitesFrame, outcome: Outcome) -> None:
    column, row = str(outcome[0]).split(",")
    _hosted(t, frame, (int(column), int(row)))


def _hosted(t: Transition, frame: f.SitesFrame, at: Cell) -> None:
    t.become(replace(frame, free=tuple([one for one in frame.free if one != at])))
    deploy.add_token(t, deploy.host_token(_homeless(t.now)[0], deploy.known_as(t.now, at)))


# scrolls, clues, chests, followers (SET-7) ----------------------------------------------------------------------------


def _supply(state: State, kind: str) -> Cards:
    """The tokens of a type that are not on the board."""
    lying = Counter([one.card for one in state.tokens])
    of_kind = {id: one.copies - lying[id] for id, one in state.table.box.tokens.items() if one.type == kind}
    return cards([id for id, left in of_kind.items() for _ in range(left)])


def _bare(state: State, frame: f.TokensFrame) -> Sequence[Cell]:
    scenario = deploy.scenario_of(state)
    sites: Sequence[Cell] = () if scenario is None else getattr(scenario.sites, frame.kind)
    return sites[len(sites) - frame.left :] if frame.left else ()


def _in_box(state: State, kind: str) -> int:
    """How many tokens of a type there are (CMP-1); of followers, all who do not begin with a hero."""
    if kind == "follower":
        return len(followers.unmet(state))
    return sum(one.copies for one in state.table.box.tokens.values() if one.type == kind)


def _tokens_go_on(t: Transition, frame: f.TokensFrame) -> bool:
    lying = sum(one.type == frame.kind for one in t.now.tokens)
    if not _bare(t.now, frame) or lying >= _in_box(t.now, frame.kind):
        t.pop()
        return True
    if frame.kind != "follower" and t.now.table.options.keepers.backs == "app":
        return False
    _laid(t, frame, HIDDEN)  # TAB-5: what is on it may be told later; who lies face down chance says when it is turned
    return True


def _backs(state: State, frame: f.TokensFrame, front: CardId) -> Cards:
    """The tokens left that show this front."""
    return tuple([id for id in _supply(state, frame.kind) if state.table.box.fronts[id] == front])


def _ask_token(state: State, frame: f.TokensFrame) -> Pending:
    """What lies up is seen by all, what lies down by nobody."""
    if frame.front:
        return draws(ONI, _backs(state, frame, frame.front), (), "setup")
    fronts = [state.table.box.fronts[id] for id in _supply(state, frame.kind)]
    return draws(ONI, tuple(fronts), None, "setup")


def _token_drawn(t: Transition, frame: f.TokensFrame, outcome: Outcome) -> None:
    card = str(outcome[0])
    backs = (card,) if frame.front else _backs(t.now, frame, card)
    if len(set(backs)) > 1:
        t.become(replace(frame, front=card))
    else:
        _laid(t, frame, backs[0])


def _laid(t: Transition, frame: f.TokensFrame, card: CardId) -> None:
    at, n = _bare(t.now, frame)[0], sum(one.type == frame.kind for one in t.now.tokens) + 1
    t.become(replace(frame, left=frame.left - 1, front=""))
    deploy.add_token(t, TokenOn(f"{frame.kind}-{n}", frame.kind, card, deploy.known_as(t.now, at)))


HOSTS = Part(_ask_site, _site_told, _site_drawn, _hosts_go_on)
TOKENS = Part(_ask_token, rolled=_token_drawn, resume=_tokens_go_on)
