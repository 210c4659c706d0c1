"""The model: rules, content, players, records. No Qt anywhere below."""
