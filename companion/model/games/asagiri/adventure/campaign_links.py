"""What happened before changes an adventure: the record with the changes of its links made (ADV-14)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from . import record as r
from .conditions import SIDES, Side

replace = msgspec.structs.replace


def changed(record: r.Adventure, known: Collection[tuple[str, bool]]) -> r.Adventure:
    """The adventure as it is played when these facts are known to be so or not so, its links gone."""
    for link in record.links:
        if (link.fact, link.holds) in known:
            for change in link.changes:
                record = _CHANGE[type(change)](record, change)
    return replace(record, links=())


def _party(record: r.Adventure, side: Side, **fields: Any) -> r.Adventure:
    which = SIDES.index(side)
    party = replace(record.sides[which], **fields)
    return replace(record, sides=(party, record.sides[1]) if which == 0 else (record.sides[0], party))


def _band(record: r.Adventure, side: Side) -> r.Band:
    return record.sides[SIDES.index(side)].band


def _add_figure(record: r.Adventure, change: r.AddFigure) -> r.Adventure:
    band = _band(record, change.side)
    return _party(record, change.side, band=replace(band, fixed=(*band.fixed, change.figure)))


def _remove_figure(record: r.Adventure, change: r.RemoveFigure) -> r.Adventure:
    def rest(figures: Sequence[r.Hired]) -> tuple[r.Hired, ...]:
        return tuple(figure for figure in figures if figure.part != change.figure)

    for side in SIDES:
        band = _band(record, side)
        record = _party(record, side, band=replace(band, fixed=rest(band.fixed)))
    arrivals = (replace(arrival, members=rest(arrival.members)) for arrival in record.reinforcements)
    return replace(
        record,
        reinforcements=tuple(arrival for arrival in arrivals if arrival.members),
        captives=tuple(captive for captive in record.captives if captive.part != change.figure),
    )


def _set_budget(record: r.Adventure, change: r.SetBudget) -> r.Adventure:
    return _party(record, change.side, band=replace(_band(record, change.side), budget=change.budget))


def _set_deploy(record: r.Adventure, change: r.SetDeploy) -> r.Adventure:
    return _party(record, change.side, deploy=change.zone)


def _set_turns(record: r.Adventure, change: r.SetTurns) -> r.Adventure:
    return replace(record, turns=change.turns)


def _add_rule(record: r.Adventure, change: r.AddRule) -> r.Adventure:
    return replace(record, rules=(*record.rules, change.rule))


def _add_reinforcement(record: r.Adventure, change: r.AddReinforcement) -> r.Adventure:
    return replace(record, reinforcements=(*record.reinforcements, change.reinforcement))


def _place_object(record: r.Adventure, change: r.PlaceObject) -> r.Adventure:
    return replace(
        record,
        objects=tuple(replace(thing, at=change.at) if thing.id == change.object else thing for thing in record.objects),
        caches=tuple(cache for cache in record.caches if cache.holds != change.object),
    )


_CHANGE: dict[type[r.Change], Any] = {
    r.AddFigure: _add_figure,
    r.RemoveFigure: _remove_figure,
    r.SetBudget: _set_budget,
    r.SetDeploy: _set_deploy,
    r.SetTurns: _set_turns,
    r.AddRule: _add_rule,
    r.AddReinforcement: _add_reinforcement,
    r.PlaceObject: _place_object,
}
