"""The picture of a run: queries, hits, picked, saved, cited, and what fell away at each step; as SVG with text in it."""

from collections.abc import Sequence

from webresearch.report.elements import Markup, element, line
from webresearch.report.facts import Step

# All in units of the picture, which on a phone are pixels: 440 wide, so that 13-unit text stays readable there.
WIDTH = 440
BAR = 236  # the widest bar
HEIGHT = 20  # of a bar
PITCH = 88  # from one bar to the next
TOP = 26  # room for the first label
LABEL = 268  # where the words on the right begin
LEAST = 3.0  # the narrowest bar of a step that is not empty
LINES = 4  # of reasons at one step


def flow(steps: Sequence[Step]) -> Markup:
    """The picture. Its accessible name says in words all that it shows."""
    most = max((step.number for step in steps), default=0)
    widths = [BAR * step.number / most if step.number else 0.0 for step in steps]
    widths = [max(width, LEAST) if width else 0.0 for width in widths]
    parts = []
    for place, step in enumerate(steps):
        below = widths[place + 1] if place + 1 < len(steps) else None
        parts.append(stage(step, place, widths[place], below, last=place + 1 == len(steps)))
    height = TOP + PITCH * (len(steps) - 1) + HEIGHT + 6
    name = "The run in numbers: " + "; ".join(map(sentence, steps)) + "."
    attributes = {"class": "flow", "viewBox": f"0 0 {WIDTH} {height}", "role": "img", "aria-label": name}
    return element("svg", attributes, *parts)


def sentence(step: Step) -> str:
    """A step in words."""
    lost = ", ".join(f"{count} {line(reason, 120)}" for reason, count in step.lost)
    return f"{step.number} {step.name}" + (f", of which fell away: {lost}" if lost else "")


def stage(step: Step, place: int, width: float, below: float | None, *, last: bool) -> Markup:
    """A step's label and bar, the stream to the next bar, and the one that leaves."""
    top = TOP + PITCH * place
    label = element(
        "text",
        {"x": 0, "y": top - 8, "class": "label"},
        element("tspan", {"class": "count"}, f"{step.number:,}"),
        f" {step.name}",
    )
    parts = []
    if below is not None and width:
        kept = min(below, width)
        parts.append(stream(0, 0, max(kept, 0.1), below, top + HEIGHT, top + PITCH, "kept"))
        if step.lost:
            parts.append(leaving(kept, width, top + HEIGHT))
    if step.lost:
        parts.append(reasons(step, top))
    return element("g", None, *parts, *bars(step, top, width, last=last), label)


def bars(step: Step, top: int, width: float, *, last: bool) -> list[Markup]:
    """The bar of a step; in pieces where it is made of several."""
    kind = "bar last" if last else "bar"
    total = sum(step.parts)
    if not 1 < len(step.parts) <= BAR // 8 or not total:
        return [rectangle(0, top, width, kind)] if width else []
    found, start = [], 0.0
    for part in step.parts:
        size = width * part / total
        if size > 1.5:
            found.append(rectangle(start, top, size - 1.5, kind))
        start += size
    return found


def rectangle(start: float, top: int, width: float, kind: str) -> Markup:
    """One bar."""
    box = {"x": f"{start:.1f}", "y": top, "width": f"{width:.1f}", "height": HEIGHT, "rx": 2, "class": kind}
    return element("rect", box)


def stream(left: float, to: float, width: float, width_below: float, top: int, bottom: int, kind: str) -> Markup:
    """What goes on to the next bar."""
    middle = (top + bottom) / 2
    down = f"M{left:.1f} {top}C{left:.1f} {middle:.0f} {to:.1f} {middle:.0f} {to:.1f} {bottom}"
    right, end = left + width, to + width_below
    up = f"L{end:.1f} {bottom}C{end:.1f} {middle:.0f} {right:.1f} {middle:.0f} {right:.1f} {top}Z"
    return element("path", {"d": down + up, "class": kind})


def leaving(start: float, end: float, top: int) -> Markup:
    """What falls away: it bends to the right and ends before the words."""
    end = max(end, start + LEAST)
    size = min(max((end - start) * 0.6, LEAST), 30.0)
    edge, middle = LABEL - 12, top + 26.0
    upper, lower = middle - size / 2, middle + size / 2
    over = f"M{end:.1f} {top}C{end:.1f} {upper:.1f} {end:.1f} {upper:.1f} {edge} {upper:.1f}"
    under = f"L{edge} {lower:.1f}C{start:.1f} {lower:.1f} {start:.1f} {lower:.1f} {start:.1f} {top}Z"
    return element("path", {"d": over + under, "class": "lost"})


def reasons(step: Step, top: int) -> Markup:
    """The words beside a stream that leaves: how many, and why."""
    shown = list(step.lost[:LINES])
    rest = sum(count for _, count in step.lost[LINES - 1 :])
    if len(step.lost) > LINES:
        shown = [*step.lost[: LINES - 1], ("for other reasons", rest)]
    start = top + HEIGHT + 30 - 8 * (len(shown) - 1)
    lines = [
        element(
            "tspan",
            {"x": LABEL, "y": start + 16 * place},
            element("tspan", {"class": "count"}, f"{count:,}"),
            f" {line(reason, 25)}",
        )
        for place, (reason, count) in enumerate(shown)
    ]
    return element("text", {"class": "reason"}, *lines)
