"""Kami, scenario cards, ready bands and ready boards: small records, written on a form beside what they look like."""
