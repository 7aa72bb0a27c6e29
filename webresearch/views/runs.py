"""A run and where it stands, for programs and for people."""

from collections import Counter

from webresearch.pipeline.run import Begun
from webresearch.pipeline.sources import corpus_files, only_host
from webresearch.safetext import one_line
from webresearch.topic.fates import counts
from webresearch.topic.names import synthesis_name
from webresearch.topic.rounds import deepening, evidence_rounds
from webresearch.views.answers import Document, relative

TITLE_LIMIT = 200


def begun_document(begun: Begun) -> Document:
    """A begun or resumed run as JSON."""
    topic, run = begun.topic, begun.run
    document: Document = {"command": "begin", "topic": topic.name, "run": run.number, "goal": run.goal, "engine": run.engine}
    document |= {"resumed": begun.resumed, "limits": run.limits, "folder": str(relative(topic.web))}
    document |= {"synthesis": str(relative(topic.folder / synthesis_name(run.goal)))}
    if begun.changed:
        document["changed"] = {name: list(pair) for name, pair in begun.changed.items()}
    if run.limits["with_corpus"]:
        document["corpus"] = [{"id": identity, "file": row["file"]} for identity, row in begun.state.corpus.items()]
        if left_out := corpus_files(topic)[1]:
            document["no_documents"] = [file_name(name) for name in left_out]
    if run.named:
        document["named"] = [{"id": result, "url": begun.state.results[result]["url"]} for result in run.named]
    return document


def status_document(begun: Begun) -> Document:
    """Where a run stands, as JSON."""
    topic, state, run = begun.topic, begun.state, begun.run
    document = {**begun_document(begun), "command": "status", "manifest": str(relative(topic.manifest))}
    document.pop("resumed")
    document |= {"round": run.round, "rounds_allowed": run.rounds_allowed, "counts": counts(state, run)}
    document["searches"] = [
        {"query": row["query"], "outcome": row["outcome"], "hits": len(list(row["hits"]))}  # type: ignore[call-overload]
        for row in run.searches.values()
    ]
    sources = []
    for row in sorted(run.saved(), key=lambda row: str(row["source"])):
        decision = run.decisions[str(row["id"])]
        title = one_line(row["title"], TITLE_LIMIT)
        fields = {"id": row["source"], "file": row["file"], "title": title, "verdict": row["verdict"]}
        fields |= {"characters": row["characters"], "published": row["published"], "relevance": decision.get("relevance")}
        fields |= {"dubious": decision.get("dubious"), "flags": row["flags"]}
        sources.append({name: value for name, value in fields.items() if value})
    failed = [row for row in run.pages.values() if row["kind"] == "failed"]
    document["yield"] = yields(begun)
    if only := only_host(run.saved()):
        document["one_host"] = only
    document["sources"] = sources
    reasons = Counter(str(row["reason"]) for row in run.decisions.values() if row["action"] == "skip")
    document["skipped"] = [{"reason": one_line(reason, 120), "count": count} for reason, count in reasons.most_common(12)]
    document["failed"] = [{"id": row["id"], "verdict": row["verdict"], "reason": row["reason"]} for row in failed]
    return document | {"next": next_step(begun)}


def brief_document(begun: Begun) -> Document:
    """The numbers of a run and what is next, as JSON."""
    document: Document = {"command": "status", "topic": begun.topic.name, "run": begun.run.number, "round": begun.run.round}
    document |= {"rounds_allowed": begun.run.rounds_allowed, "counts": counts(begun.state, begun.run)}
    return document | {"yield": yields(begun), "next": next_step(begun)}


def yields(begun: Begun) -> list[Document]:
    """What each round brought: pages saved, and evidence that was new."""
    run = begun.run
    evidence = evidence_rounds(begun.state, run)
    saved = [row["round"] for row in run.saved()]
    return [{"round": turn, "saved": saved.count(turn), "evidence": evidence.count(turn)} for turn in range(1, run.round + 1)]


def next_step(begun: Begun) -> str:
    """What to do next in a run."""
    run, numbers = begun.run, counts(begun.state, begun.run)
    call = f"web.py scrape --topic {begun.topic.name} --picks -"
    if run.pending():
        return f"{len(run.pending())} picked pages are not fetched yet: {call} (an empty list will do)"
    if not run.searches and not run.named:
        return f"search: web.py search --topic {begun.topic.name} - with one query a line"
    if numbers["undecided"]:
        return f"{numbers['undecided']} hits are not decided: {call}"
    if not numbers["saved"]:
        return "nothing is saved: search with other words"
    read = {row["source"] for row in begun.state.notes}
    unread = [str(row["source"]) for row in run.saved() if row["source"] not in read]
    if unread:
        return f"read {', '.join(unread)}: one page-reader each, or web.py read"
    go_on, reason = deepening(begun.state, run)
    if go_on:
        turn = f"round {run.round + 1} of {run.rounds_allowed}"
        return f"{turn}: new queries for gaps and contradictions ({reason}); or the checkpoint"
    return f"show the manifest to the user, then write the synthesis{f' ({reason})' if reason else ''}"


def brief_text(begun: Begun) -> str:
    """The numbers of a run and what is next, for people."""
    return "\n".join([*head_lines(begun), f"next: {next_step(begun)}"])


def head_lines(begun: Begun) -> list[str]:
    """A run's goal, numbers and limits."""
    run, numbers = begun.run, counts(begun.state, begun.run)
    return [
        f"{begun.topic.name}, run {run.number}: {run.goal}",
        "  " + ", ".join(f"{name} {count}" for name, count in numbers.items()),
        f"  round {run.round} of {run.rounds_allowed}, at most {run.limits['max_sources']} sources, engine {run.engine}",
    ]


def status_text(begun: Begun) -> str:
    """Where a run stands, for people."""
    run, lines = begun.run, head_lines(begun)
    lines += [f"  {row['source']}  {row['verdict']}  {row['file']}  {row['title']}" for row in run.saved()]
    lines += [f"  all saved pages are from one host: {only}"] if (only := only_host(run.saved())) else []
    return "\n".join([*lines, f"next: {next_step(begun)}"])


def file_name(name: str) -> str:
    """A file's name to look at; bytes that are no UTF-8 are shown as such."""
    return one_line(name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))


def begun_text(begun: Begun) -> str:
    """A begun run for people."""
    word = "resumed" if begun.resumed else "begun"
    changed = "".join(f"; {name} raised from {old} to {new}" for name, (old, new) in begun.changed.items())
    left_out = corpus_files(begun.topic)[1] if begun.run.limits["with_corpus"] else []
    names = ", ".join(map(file_name, left_out))
    no_documents = (
        f"\nno documents that can be cited (a folder, a link elsewhere, a name that is no UTF-8): {names}" if names else ""
    )
    return f"run {begun.run.number} {word} in {relative(begun.topic.web)}{changed}{no_documents}\nnext: {next_step(begun)}"
