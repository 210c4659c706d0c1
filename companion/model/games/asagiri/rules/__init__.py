"""The rules of the rulebook: what may be chosen, what it does, what happened, why something is not allowed."""
