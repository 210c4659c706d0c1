"""Cards that are their own form: one writes on them."""
