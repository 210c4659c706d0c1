"""All games: looked for, looked at, tagged, taken in and given away."""
