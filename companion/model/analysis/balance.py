"""Whether ready bands of equal value are equally strong: every pair of them, on every board, and the page about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from companion.model.core.contract import Json, Pairing

from .simulate import Match, Tally, content_of, simulate_all, simulating

LEAST, MOST = 0.40, 0.60
"""What a band may win of its games against another of equal value."""


class Weighed(msgspec.Struct, frozen=True):
    """A pairing and how its games ended; the first band is the tally's a."""

    pairing: Pairing
    tally: Tally

    @property
    def even(self) -> bool:
        """Whether all its games ended, and neither band wins too many of them."""
        return LEAST <= self.tally.share <= MOST and not self.tally.unfinished


def weigh(
    system: str,
    player: str,
    games: int,
    seed: int,
    boards: Sequence[str] = (),
    jobs: int = 1,
    told: Callable[[int, int], None] | None = None,
    packs: tuple[str, ...] = (),
) -> list[Weighed]:
    """Play `games` mirrored ones of each pairing of the ready bands, on `boards` (none: all there are) in turns.

    The shipped packs are played with, and those at the paths `packs`.

    Raises BotFault, and InvalidInput for a board that no pack holds.
    """
    content, simulated = content_of(system, packs), simulating(system)[1]
    found = simulated.pairings(content)
    places = boards or simulated.boards(content)
    matches = [
        Match(
            system,
            (player, player),
            tuple(simulated.matchup(content, pair.ids, place) for place in places),
            seed,
            mirrored=True,
            packs=packs,
        )
        for pair in found
    ]
    tallies = simulate_all(matches, games, jobs, told)
    return [Weighed(pair, tally) for pair, tally in zip(found, tallies, strict=True)]


def as_json(weighed: Weighed) -> Json:
    """One row as JSON."""
    low, high = weighed.tally.interval
    return {
        "a": weighed.pairing.ids[0],
        "b": weighed.pairing.ids[1],
        "budget": weighed.pairing.worth,
        **msgspec.structs.asdict(weighed.tally),
        "a_share": round(weighed.tally.share, 4),
        "a_share_95": [round(low, 4), round(high, 4)],
        "even": weighed.even,
    }


PAGE = """# Balance of the ready bands

Every two ready-made bands of equal budget play {games} games by the automatic player `{player}`, on
every shipped board in turns. Games are mirrored: each is played twice with the same seed, and each band begins one of
the two. A band should win between {least:.0%} and {most:.0%} of the games against another of equal value.

Made by this command (the same seed gives the same figures, whatever `--jobs` is):

```
{command}
```

| budget | band | against | wins | loses | draws | unfinished | share | 95 % | who begins wins | turns | even |
|--:|---|---|--:|--:|--:|--:|--:|---|--:|--:|---|
{rows}

*Share*: the first band's part of the games that somebody won, with Wilson's 95 % interval."""


def page(weighed: Sequence[Weighed], player: str, games: int, command: str) -> str:
    """The page as Markdown, with the command that makes it."""
    rows = "\n".join(map(_row, weighed))
    return PAGE.format(player=player, games=games, least=LEAST, most=MOST, command=command, rows=rows)


def _row(weighed: Weighed) -> str:
    pairing, tally = weighed.pairing, weighed.tally
    low, high = tally.interval
    cells = (
        pairing.worth,
        *(f"{name} (`{id}`)" for name, id in zip(pairing.names, pairing.ids, strict=True)),
        tally.a_wins,
        tally.b_wins,
        tally.draws,
        tally.unfinished,
        f"{tally.share:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{tally.first_wins / max(1, tally.decided):.1%}",
        tally.turns_mean,
        "yes" if weighed.even else "**no**",
    )
    return f"| {' | '.join(map(str, cells))} |"
