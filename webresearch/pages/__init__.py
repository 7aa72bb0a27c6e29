"""Fetched bytes become trustworthy Markdown with a verdict."""
