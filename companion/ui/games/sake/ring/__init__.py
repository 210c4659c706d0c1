"""The round table: seats in a ring, the lines between them, and what has changed since the own last turn."""
