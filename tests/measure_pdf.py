"""Measure the PDF path against poppler: word F against `pdftotext`, and pages a second.

usage: python tests/measure_pdf.py FOLDER [--floor 0.99] [--speed 400]

FOLDER holds the PDFs (searched in depth). F is over the words of each file as multisets; the page headings that our text
adds are not counted. Exit status 1 when the mean of F or the speed is below its floor, 2 when pdftotext is missing.
"""

import argparse
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pypdfium2

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from webresearch.pages.pdf import pdf_markdown

PAGE_HEADING = re.compile(r"^## Page \d+$", re.M)


def words(text: str) -> Counter[str]:
    """The words of a text, counted."""
    return Counter(re.findall(r"\w+", text.lower()))


def f_measure(ours: Counter[str], theirs: Counter[str]) -> float:
    """F of two multisets of words."""
    total = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / total if total else 1.0


def bare(body: bytes) -> float:
    """Seconds that pypdfium2 alone needs for the text of a file: how busy this machine is."""
    start = time.perf_counter()
    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError:
        return 0.0
    for index in range(len(document)):
        document[index].get_textpage().get_text_range()
    document.close()
    return time.perf_counter() - start


def main() -> int:
    """Measure every PDF below a folder and judge the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--floor", type=float, default=0.0)
    parser.add_argument("--speed", type=float, default=0.0, help="pages a second")
    options = parser.parse_args()
    if not shutil.which("pdftotext"):
        print("pdftotext is missing: apt install poppler-utils", file=sys.stderr)
        return 2
    pdf_markdown(b"")  # the library's own loading is not reading
    scores, pages, seconds, bare_seconds = [], 0, 0.0, 0.0
    for path in sorted(options.folder.rglob("*.pdf")):
        reference = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=False).stdout.decode(
            "utf-8", "replace"
        )
        body = path.read_bytes()
        start = time.perf_counter()
        text = pdf_markdown(body)
        took = time.perf_counter() - start
        bare_seconds += bare(body)
        score = f_measure(words(PAGE_HEADING.sub("", text.markdown)), words(reference))
        print(f"{score:.4f}  {text.read:5} pages  {text.read / took:6.0f} pages/s  {path.name}  {text.problem}")
        scores.append(score)
        pages, seconds = pages + text.read, seconds + took
    if not scores:
        print("no PDF there", file=sys.stderr)
        return 2
    mean, speed = sum(scores) / len(scores), pages / seconds
    print(f"word F {mean:.4f} over {len(scores)} files; {speed:.0f} pages/s over {pages} pages")
    print(f"pypdfium2 alone, in the same run: {pages / bare_seconds:.0f} pages/s")
    return int(mean < options.floor or speed < options.speed)


if __name__ == "__main__":
    sys.exit(main())
