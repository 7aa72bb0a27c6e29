"""The hits of all queries as one list: merged by page, ordered by reciprocal rank fusion and the words of the goal."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from webresearch.models import RankedResult, SearchAnswer, SearchResult
from webresearch.ranking.urls import host, is_wrapper, key
from webresearch.ranking.words import words

# Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009) adds 1 / (K + rank). Their K of 60 is for long lists; for
# lists of ten this project's simulation found .464 with 60, .492 with 10 and .509 with 0; a weak one: anything small will do.
K = 0
GOAL_WEIGHT = 0.2  # every word of the goal in title and snippet is worth what rank 5 in one query is


class Found:
    """One page while the answers are read: its hits with their ranks, and the queries that found it."""

    def __init__(self) -> None:
        self.hits: list[tuple[int, SearchResult]] = []
        self.queries: list[str] = []

    def fused(self) -> float:
        """The sum of what each hit is worth by its rank."""
        return sum(1 / (K + rank) for rank, _ in self.hits)


def fuse(answers: Sequence[SearchAnswer], goal: str = "", per_host: int = 2) -> list[RankedResult]:
    """One list of the pages that the answers name, best first; every page of every answer is in it once.

    goal: its words in title and snippet lift a page a little. per_host: after so many pages of one host its next ones
    stand below the pages of other hosts, so scores need not fall steadily. Ties keep the order of the answers.
    """
    pages: dict[str, Found] = {}
    for answer in answers:
        seen: set[str] = set()
        for hit in answer.results:
            page_key = key(hit.url)
            if page_key in seen:
                continue
            seen.add(page_key)
            found = pages.setdefault(page_key, Found())
            found.hits.append((len(seen), hit))
            if answer.query not in found.queries:
                found.queries.append(answer.query)
    merged = [(page_key, found, merge([hit for _, hit in best_first(found)])) for page_key, found in pages.items()]
    told = goal_shares(goal, [result for _, _, result in merged])
    ranked = [
        RankedResult(page_key, result, tuple(found.queries), round(found.fused() + GOAL_WEIGHT * share, 6))
        for (page_key, found, result), share in zip(merged, told, strict=True)
    ]
    ranked.sort(key=lambda page: -page.score)
    return spread(ranked, max(1, per_host))


def best_first(found: Found) -> list[tuple[int, SearchResult]]:
    """A page's hits by rank, addresses of the page itself before those that only lead to it."""
    return sorted(found.hits, key=lambda pair: (is_wrapper(pair[1].url), pair[0]))


def merge(hits: Sequence[SearchResult]) -> SearchResult:
    """What several hits say of one page: address of the first, the longest snippet, all engines, the earliest date."""
    return replace(
        hits[0],
        title=next((hit.title for hit in hits if hit.title), ""),
        snippet=max((hit.snippet for hit in hits), key=len),
        engines=tuple(sorted({engine for hit in hits for engine in (*hit.engines, hit.engine) if engine})),
        published=min((hit.published for hit in hits if hit.published), default=None),
    )


def goal_shares(goal: str, results: Sequence[SearchResult]) -> list[float]:
    """For each result the share of the goal's words in its title and snippet, 0 to 1.

    A word counts by its rarity among the results, so that what stands everywhere, such as "the", says nothing.
    """
    wanted = set(words(goal))
    present = [wanted.intersection(words(f"{result.title} {result.snippet}")) for result in results]
    frequency = Counter(word for found in present for word in found)
    weight = {word: math.log(len(results) / frequency[word]) for word in sorted(frequency)}
    total = sum(weight.values())
    return [sum(weight[word] for word in sorted(found)) / total if total else 0.0 for found in present]


def spread(ranked: Sequence[RankedResult], per_host: int) -> list[RankedResult]:
    """The same results in rounds of at most `per_host` of each host."""
    count: Counter[str] = Counter()
    rounds: list[tuple[int, RankedResult]] = []
    for page in ranked:
        name = host(page.key) or host(page.result.url)
        rounds.append((count[name] // per_host, page))
        count[name] += 1
    return [page for _, page in sorted(rounds, key=lambda pair: pair[0])]
