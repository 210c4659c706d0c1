"""The Oni's side of the table, the track, and the row of activations."""
