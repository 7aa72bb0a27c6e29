"""The closed lists of the tool in words for people who have not read its documents."""

# What the review of a sentence found: in a few words, and as advice.
FLAGS = {
    "number_not_in_quote": ("a figure no quote has", "A figure in the sentence stands in none of the quotes it cites."),
    "unit_differs": ("another unit", "The unit of a figure is not the one in the quote."),
    "negation_differs": ("negation differs", "One of sentence and quote negates, the other does not."),
    "direction_differs": ("direction differs", "What rises in one falls in the other."),
    "no_overlap": ("no word in common", "Sentence and quote share no word that carries meaning."),
    "subject_swapped": ("who is what may be swapped", "The two sides of a comparison stand the other way round."),
    "scope_widened": ("says more than the quote", "The sentence speaks of more cases than the quote does."),
    "hedge_lost": ("hedge lost", "The quote is cautious, or speaks of some cases; the sentence is certain."),
    "condition_dropped": ("condition dropped", "The quote has a condition that the sentence leaves out."),
    "only_copies_of_one_source": ("one voice only", "All pages cited here are copies of one."),
    "page_older_than_claim": ("page older than the claim", "The sentence names a year after its pages were published."),
    "other": ("figures need a look", "The figures could not be compared by rule."),
}

# What readers and cleaning say of a source.
SOURCE_FLAGS = {
    "addresses_reader": "addresses the reader with orders",
    "promotional": "promotional",
    "opinion": "opinion",
    "undated": "undated",
    "off_topic": "off the topic",
    "secondary": "secondary source",
}

STAMPS = {
    "valid": "finished and unchanged since",
    "void": "edited after it was finished: the stamp is void",
    "none": "not finished: no stamp",
}


def flag_words(flag: str) -> tuple[str, str]:
    """A flag of the review in a few words, and as a sentence."""
    return FLAGS.get(flag, (flag.replace("_", " "), "See docs/report.md."))


def source_flag(flag: str) -> str:
    """A flag of a source in words."""
    return SOURCE_FLAGS.get(flag, flag.replace("_", " "))


def day(moment: str) -> str:
    """The day of an ISO time; "" stays."""
    return moment[:10]
