"""Cards on paper, at true size."""
