"""A real table: what people set right by hand, and how two tables differ."""
