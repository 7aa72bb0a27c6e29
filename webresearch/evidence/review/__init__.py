"""What the words and figures of two sentences say on their face: the machinery of the review of claims."""
