"""Review of a claim against the quotes it cites: what a reader should look at, by rules of number, logic and wording.

The rules see what two sentences say differently on their face. They do not know who did what to whom.
"""

import sys
from pathlib import Path

if not __package__:  # loaded by its path, as scorers of evaluation sets do: the project's folder is not on the path then
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from webresearch.evidence.review.dates import period_turned
from webresearch.evidence.review.figure_review import FigureReview, review_figures
from webresearch.evidence.review.figures import without_citations
from webresearch.evidence.review.labels import dates_swapped, labels_swapped
from webresearch.evidence.review.languages import content_words, hedges, language, moves, negates, pairs_of_letters
from webresearch.evidence.review.modality import cause_added, frequency_lost, hedge_lost, obligation_raised, plan_done
from webresearch.evidence.review.names import name_changed
from webresearch.evidence.review.negation import negation_differs, reversed_sense
from webresearch.evidence.review.numerals import with_points
from webresearch.evidence.review.opposites import (
    compared_the_other_way,
    direction_differs,
    graded_otherwise,
    rank_lost,
    runs_against_figures,
)
from webresearch.evidence.review.scope import (
    beings_changed,
    condition_dropped,
    exclusion_lost,
    quantifier_dropped,
    quantifier_raised,
)
from webresearch.evidence.review.sentences import taken_up
from webresearch.evidence.review.wording import Wording, alike, wording

# Riskiest first: what is wrong outright, then what says too much, then what a reader must judge.
RISK_ORDER = (
    "number_not_in_quote",
    "unit_differs",
    "negation_differs",
    "direction_differs",
    "no_overlap",
    "subject_swapped",
    "scope_widened",
    "hedge_lost",
    "condition_dropped",
    "other",
)

CLAIM_CHARACTERS = 2_000  # a sentence; what follows is not read
QUOTE_CHARACTERS = 8_000  # a dozen quotes of the 600 characters a note may have


def review(claim: str, quote: str) -> list[str]:
    """The flags of a claim against the quotes it cites, riskiest first; empty when there is nothing to review.

    quote: several quotes are joined by line ends; a figure is fine when any of them has it.
    """
    claim, quote = without_citations(claim[:CLAIM_CHARACTERS]), quote[:QUOTE_CHARACTERS]
    code = language(quote)
    flags = _english(claim, quote) if code == "en" else _foreign(claim, quote, code)
    return [flag for flag in RISK_ORDER if flag in flags]


def _english(claim: str, quote: str) -> set[str]:
    one, two = wording(claim), wording(quote)
    figures = review_figures(claim, quote, reversed_sense(one, two))
    sentences = taken_up(one.stems, quote, lambda sentence: wording(sentence).stems)
    return _worded(claim, one, sentences, wording(sentences), figures) | set(figures.flags)


def _worded(claim: str, one: Wording, quote: str, two: Wording, figures: FigureReview) -> set[str]:
    """The flags of the wording."""
    rules = {
        "negation_differs": negation_differs(one, two, figures.complement),
        "direction_differs": direction_differs(one, two, figures.complement)
        or runs_against_figures(one, two)
        or graded_otherwise(one, two)
        or period_turned(claim, quote),
        "subject_swapped": compared_the_other_way(one, two) or labels_swapped(claim, quote) or dates_swapped(claim, quote),
        "scope_widened": quantifier_raised(one, two, figures.quote_has_figures, figures.quote_has_part)
        or quantifier_dropped(one, two)
        or exclusion_lost(one, two)
        or beings_changed(one, two),
        "hedge_lost": hedge_lost(one, two)
        or plan_done(one, two)
        or frequency_lost(one, two)
        or obligation_raised(one, two)
        or cause_added(one, two),
        "condition_dropped": condition_dropped(one, two),
        "other": rank_lost(one, two) or name_changed(claim, quote),
        "no_overlap": not figures.several_stand and _nothing_shared(one, two),
    }
    return {flag for flag, found in rules.items() if found}


def _nothing_shared(claim: Wording, quote: Wording) -> bool:
    """True when no content word of a claim of some length has a relative in the quote."""
    mine, theirs = claim.stems, quote.stems
    return len(mine) >= 4 and not any(alike(stem, other) for stem in mine for other in theirs)


def _foreign(claim: str, quote: str, code: str) -> set[str]:
    """Figures, and whether negation and hedges are in both; a claim in another language than its quote: figures only."""
    flags = set(review_figures(with_points(claim), with_points(quote)).flags) - {"other"}
    if language(claim) != code:
        return flags
    quote = taken_up(content_words(claim, code), quote, lambda sentence: content_words(sentence, code))
    if negates(claim, code) != negates(quote, code):
        flags.add("negation_differs")
    elif moves(claim, code) and moves(claim, code) == -moves(quote, code):
        flags.add("direction_differs")
    if hedges(quote, code) and not hedges(claim, code):
        flags.add("hedge_lost")
    if len(claim) >= 6 and not pairs_of_letters(claim.lower()) & pairs_of_letters(quote.lower()):
        flags.add("no_overlap")
    return flags
