"""The part of a page that answers a question; pure functions."""
