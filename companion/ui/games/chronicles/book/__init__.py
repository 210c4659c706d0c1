"""Pages of paper that lie over the table: the notebook, the memoirs, the end of a turn."""
