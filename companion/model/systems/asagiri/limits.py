"""How many zeni a band may lose (END-1)."""


def default_limit(budget: int) -> int:
    """Three quarters of the budget from 16 on, two thirds below, rounded down: 12 of 16, 8 of 12."""
    return budget * 3 // 4 if budget >= 16 else budget * 2 // 3
