"""One game in progress, whatever game it is."""
