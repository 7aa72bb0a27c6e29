"""The real Claude Code client against a scripted model, with no network and no account."""
