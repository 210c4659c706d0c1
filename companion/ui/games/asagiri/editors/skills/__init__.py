"""Skills made of sentences: chips to click or type on, generated from the nodes of the language."""
