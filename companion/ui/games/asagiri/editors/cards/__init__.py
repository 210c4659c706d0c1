"""Cards that are their own form: one writes on them; and skills as sentences of words and chips."""
