"""The workshop of Okko Chronicles: tiles, scenarios and every card of the box."""
