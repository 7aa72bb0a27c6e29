"""How a page reads as plain text, and where a quote stands in it: the machinery of the quote gate."""
