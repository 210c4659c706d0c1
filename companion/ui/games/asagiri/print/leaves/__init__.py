"""Sheets of paper with words on them: type, blocks that flow over pages, and what can be printed of them."""
