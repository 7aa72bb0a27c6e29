"""The synthesis as a page to look at."""
