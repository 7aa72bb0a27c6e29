"""PDF files written by hand for the tests: pages of lines, an outline, an encryption that wants a password."""


def make_pdf(
    pages: list[list[str]], info: str = "", outline: tuple[tuple[str, int], ...] = (), encrypted: bool = False
) -> bytes:
    """A PDF of the given pages.

    pages: lines of text in Latin-1, one page a list. info: entries of the document information dictionary.
    outline: titles and the index of the page each points to.
    """
    kids = " ".join(f"{10 + 2 * index} 0 R" for index in range(len(pages)))
    first = 10 + 2 * len(pages)
    items = [first + 1 + index for index in range(len(outline))]
    objects = {
        1: "<< /Type /Catalog /Pages 2 0 R" + (f" /Outlines {first} 0 R" if outline else "") + " >>",
        2: f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        4: f"<< {info} >>",
        5: f"<< /Filter /Standard /V 1 /R 2 /O <{'28' * 32}> /U <{'4e' * 32}> /P -4 >>",
    }
    for index, lines in enumerate(pages):
        drawn = "".join(f"1 0 0 1 50 {780 - 14 * row} Tm ({escape(line)}) Tj\n" for row, line in enumerate(lines))
        content = f"BT /F1 11 Tf\n{drawn}ET"
        objects[10 + 2 * index] = (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {11 + 2 * index} 0 R >>"
        )
        objects[11 + 2 * index] = f"<< /Length {len(content.encode('cp1252'))} >>\nstream\n{content}\nendstream"
    if outline:
        objects[first] = f"<< /Type /Outlines /First {items[0]} 0 R /Last {items[-1]} 0 R /Count {len(items)} >>"
        for place, (title, page) in enumerate(outline):
            following = f" /Next {items[place + 1]} 0 R" if place + 1 < len(items) else ""
            target = f"[{10 + 2 * page} 0 R /Fit]"
            objects[items[place]] = f"<< /Title ({escape(title)}) /Parent {first} 0 R /Dest {target}{following} >>"
    extra = " /Encrypt 5 0 R /ID [<00> <00>]" if encrypted else ""
    return assemble(objects, extra)


def escape(text: str) -> str:
    """A text inside the brackets of a PDF string."""
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def assemble(objects: dict[int, str], extra: str) -> bytes:
    """Objects, cross-reference table and trailer as one file."""
    body = b"%PDF-1.4\n"
    places = {}
    for number in sorted(objects):
        places[number] = len(body)
        body += f"{number} 0 obj\n{objects[number]}\nendobj\n".encode("cp1252")
    free = "0000000000 65535 f \n"
    count = max(objects) + 1
    table = free + "".join(f"{places[number]:010d} 00000 n \n" if number in places else free for number in range(1, count))
    trailer = f"trailer << /Size {count} /Root 1 0 R /Info 4 0 R{extra} >>\nstartxref\n{len(body)}\n%%EOF"
    return body + f"xref\n0 {count}\n{table}{trailer}".encode()
