"""The contract every game system fulfils, and what serves any system: words, chance, refusals, the session."""
