"""One short file per command: read the arguments, call a use case, print."""
