"""Wire formats stop here: what SearXNG, Firecrawl and the in-process engine say, as our own types."""
