"""The mechanical half of the research tool: search, fetch, save, read and verify; no model is asked anything here."""

__version__ = "0.1.0"
