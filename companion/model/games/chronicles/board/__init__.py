"""The board of Okko Chronicles: how tiles lie, what they make, and what can be seen and reached on it (BRD, MOV)."""
