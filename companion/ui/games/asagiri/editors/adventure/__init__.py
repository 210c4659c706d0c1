"""The adventure editor: a map to lay tiles and set figures on, and pages for everything that is said in words."""
