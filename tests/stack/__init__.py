"""A real SearXNG, a real scrape engine and real pages in a network of their own: `python tests/stack/run.py -- COMMAND`."""
