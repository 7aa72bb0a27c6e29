"""Sources over time and by host, as SVG with text in it."""

import re
from collections import Counter
from collections.abc import Sequence

from webresearch.report.elements import Markup, element, line
from webresearch.report.facts import Source

WIDTH = 440
HOSTS = 10
ROW = 26
BINS = 24  # bars of the time chart at most
DATE = re.compile(r"([12][0-9]{3})(?:-([01][0-9]))?")


def by_host(sources: Sequence[Source]) -> Markup:
    """How many sources each host gave, cited ones stronger; the ten with most."""
    total, cited = (
        Counter(one.host or "curated documents" for one in sources),
        Counter(one.host or "curated documents" for one in sources if one.cited),
    )
    shown = sorted(total, key=lambda host: (-total[host], -cited[host], host))[:HOSTS]
    most = max(total.values(), default=1)
    rows = [host_row(place, host, total[host], cited[host], most) for place, host in enumerate(shown)]
    if (left := len(total) - len(shown)) > 0:
        rest = sum(total.values()) - sum(total[host] for host in shown)
        words = f"and {left} more hosts with {rest} sources" if left > 1 else f"and one more host with {rest}"
        rows.append(element("text", {"x": 0, "y": ROW * len(shown) + 17, "class": "reason"}, words))
    said = ", ".join(f"{host}: {total[host]}, cited {cited[host]}" for host in shown)
    attributes = {"class": "chart", "viewBox": f"0 0 {WIDTH} {ROW * len(rows) + 4}", "role": "img"}
    return element("svg", attributes | {"aria-label": f"Sources by host: {said}."}, *rows)


def host_row(place: int, host: str, total: int, cited: int, most: int) -> Markup:
    """One host: its name, its bar, its count."""
    top, full = ROW * place, 190 * total / most
    name = element("text", {"x": 0, "y": top + 17, "class": "label"}, line(host, 28))
    bar = element("rect", {"x": 206, "y": top + 6, "width": f"{full:.1f}", "height": 14, "rx": 2, "class": "bar pale"})
    part = {"x": 206, "y": top + 6, "width": f"{full * cited / total:.1f}", "height": 14, "rx": 2, "class": "bar"}
    count = element("text", {"x": f"{214 + full:.1f}", "y": top + 17, "class": "count"}, total)
    return element("g", None, name, bar, element("rect", part) if cited else None, count)


def over_time(sources: Sequence[Source]) -> Markup:
    """When the sources were published, by year, by month where all are of two years, in wider bins over a long time."""
    dated = [(one, found) for one in sources if (found := DATE.match(one.published))]
    undated = len(sources) - len(dated)
    if not dated:
        return element("p", {"class": "quiet"}, "No source says when it was published.")
    monthly = len({found[1] for _, found in dated}) <= 2 and all(found[2] for _, found in dated)
    points = [(moment(found, monthly=monthly), bool(one.cited)) for one, found in dated]
    low, high = min(point for point, _ in points), max(point for point, _ in points)
    width = -(-(high - low + 1) // BINS)
    count = max((high - low) // width + 1, 6)
    total, cited = (
        Counter((point - low) // width for point, _ in points),
        Counter((point - low) // width for point, is_cited in points if is_cited),
    )
    most = max(total.values())
    parts = [bin_bars(place, count, total[place], cited[place], most) for place in range(count) if total[place]]
    axis = element("line", {"x1": 0, "y1": 110, "x2": WIDTH, "y2": 110, "class": "axis"})
    ends = [
        element("text", {"x": 0, "y": 128, "class": "reason"}, label(low, monthly=monthly)),
        element("text", {"x": WIDTH, "y": 128, "class": "reason end"}, label(low + width * count - 1, monthly=monthly)),
    ]
    unit = ("month" if monthly else "year") if width == 1 else f"{width} {'months' if monthly else 'years'}"
    note = f"one bar: {unit}" + (f" · {undated} without a date" if undated else "")
    ends.append(element("text", {"x": WIDTH / 2, "y": 128, "class": "reason middle"}, note))
    said = ", ".join(f"{label(low + width * place, monthly=monthly)}: {total[place]}" for place in sorted(total))
    attributes = {"class": "chart", "viewBox": f"0 0 {WIDTH} 134", "role": "img"}
    return element("svg", attributes | {"aria-label": f"Sources by date of publication: {said}; {note}."}, *parts, axis, *ends)


def moment(found: re.Match[str], *, monthly: bool) -> int:
    """A date as a number of years, or of months."""
    return 12 * int(found[1]) + min(max(int(found[2]), 1), 12) - 1 if monthly else int(found[1])


def label(point: int, *, monthly: bool) -> str:
    """Such a number as a date."""
    return f"{point // 12}-{point % 12 + 1:02d}" if monthly else str(point)


def bin_bars(place: int, count: int, total: int, cited: int, most: int) -> Markup:
    """One bar of the time chart, its cited part stronger, its count above."""
    pitch = WIDTH / count
    width, left, full = min(pitch - 2, 40), pitch * place + 1, 84 * total / most
    box = {"x": f"{left:.1f}", "width": f"{width:.1f}", "rx": 2}
    bar = element("rect", box | {"y": f"{110 - full:.1f}", "height": f"{full:.1f}", "class": "bar pale"})
    part = full * cited / total
    dark = element("rect", box | {"y": f"{110 - part:.1f}", "height": f"{part:.1f}", "class": "bar"}) if cited else None
    words = {"x": f"{left + width / 2:.1f}", "y": f"{104 - full:.1f}", "class": "count middle"}
    return element("g", None, bar, dark, element("text", words, total) if width > 9 else None)
