"""A real table: what people set right by hand."""
