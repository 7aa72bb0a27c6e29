"""The use cases for other agents, MCP over stdio: the loop, one process a call, and what the two servers offer."""
