"""Which results are the same page, and in what order they stand; pure functions."""
