"""Every operation and condition of the skill language, a file a family; skills checked, read and done."""
