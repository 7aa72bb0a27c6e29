"""Whether another round of queries is worth while: the measured yield of the last one, and the run's limits. Pure."""

from webresearch.topic.state import Run, TopicState

LEAST_SHARE = 0.1  # of all evidence so far; a round that brought less brought nothing new


def deepening(state: TopicState, run: Run) -> tuple[bool, str]:
    """Is another round worth while, and why (not)? No, for the reason "", without --deep and while a round is unread."""
    if not run.limits["deep"]:
        return False, ""
    pages = [row["source"] for row in run.saved() if row["round"] == run.round]
    if pages and not any(note["source"] in pages for note in state.notes):
        return False, ""  # saved but unread: what the round is worth is not known yet
    rounds = evidence_rounds(state, run)
    new = rounds.count(run.round)
    brought = f"round {run.round} brought {new} of {len(rounds)} quotes"
    if not new or new < LEAST_SHARE * len(rounds):
        return False, f"stopped: {brought}"
    if run.round >= run.rounds_allowed:
        return False, f"stopped at the limit of {run.rounds_allowed} rounds; {brought}"
    if len(run.saved()) >= int(run.limits["max_sources"]):
        return False, f"stopped at the limit of {run.limits['max_sources']} sources; {brought}"
    return True, brought


def evidence_rounds(state: TopicState, run: Run) -> list[int]:
    """For each quote of a run the round that brought its page, however late it was read; a curated document's is its note's."""
    found = []
    for row in state.evidence.values():
        if row["run"] == run.number:
            page = state.pages.get(str(row["source"]))
            found.append(int(str((page or row)["round"])))
    return found
