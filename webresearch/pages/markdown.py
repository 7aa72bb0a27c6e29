"""A page's tree as Markdown: first made plain (links absolute, code named, formulas as TeX), then written."""

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from lxml.html import HtmlElement

LONGEST_ALT = 80  # characters of a picture's description that are worth keeping
LONGEST_URL = 2000
LANGUAGE = re.compile(
    r"(?:^|\s)(?:lang(?:uage)?|highlight|highlight-source|brush|sourceCode|code|hljs)[-: ]\s*([A-Za-z][\w+#-]{0,20})"
)
NO_LANGUAGE = frozenset(
    re.findall(
        r"\S+",
        "default none text plain plaintext notranslate source highlight code block hljs nohighlight sourcecode",
    )
)
PERMALINK = re.compile(r"^[\s¶#§🔗⚓]*$")
LINE_NUMBERS = (
    ".//*[@class][contains(@class,'lineno') or contains(@class,'line-numbers') or contains(@class,'gutter')]"
    "[self::td or self::span or self::div or self::pre or self::a]"
)
COLOURED = ".//*[self::pre or self::code][span][not(.//*[not(self::span)])]"
EXPONENT = re.compile(r"[+\-−–]?(?:\d+|[a-z])")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS_IN_LINK = frozenset(("p", "div", "ul", "ol", "table", "section", "article", "header", "blockquote", "pre", *HEADINGS))
FORMULA_PICTURE = re.compile(r"\b(?:latex|tex|math|mwe-math\S*|equation)\b")
SPACES = re.compile(r"\s+")


def write(root: "HtmlElement", base: str) -> str:
    """The Markdown of an element.

    root: the element, changed in place. base: the address links are relative to.
    """
    from html_to_markdown import ConversionOptions, PreprocessingOptions, convert
    from lxml.html import tostring

    make_plain(root, base)
    options = ConversionOptions(
        extract_metadata=False,
        autolinks=False,
        br_in_tables=True,
        compact_tables=True,
        skip_images=True,
        bullets="-",
        preprocessing=PreprocessingOptions(enabled=False),
    )
    root.tail = None
    return convert(tostring(root, encoding="unicode"), options).content or ""


def make_plain(root: "HtmlElement", base: str) -> None:
    """Turn into plain text and tags what the writer would lose, double or take from attributes."""
    drop_marginals(root)
    plain_formulas(root)
    plain_pictures(root)
    plain_code(root)
    plain_links(root, base)
    plain_phrases(root)


def without_colours(root: "HtmlElement") -> None:
    """Code without its line numbers and without the elements that only colour it: they can be a good part of a page's."""
    if next(root.iter("pre", "code"), None) is None:
        return
    for element in root.xpath(LINE_NUMBERS):
        if element.getparent() is not None and re.fullmatch(r"[\d\s]*", element.text_content()):
            element.drop_tree()
    for code in root.xpath(COLOURED):
        text = code.text_content()
        del code[:]
        code.text = text


def drop_marginals(root: "HtmlElement") -> None:
    """Permalink signs beside headings, rules, buttons that are no heading."""
    for link in list(root.iter("a")):
        target = link.get("href") or ""
        if "#" in target and PERMALINK.match(link.text_content()) and link.find(".//img") is None:
            replace_by_text(link, "")
    for element in list(root.iter("hr", "button", "form", "fieldset", "label")):
        heads = element.tag != "button" or any(above.tag in HEADINGS for above in element.iterancestors())
        if element is root:
            continue
        if element.tag == "hr" or not heads:
            element.clear(keep_tail=True)
        element.tag = "span" if element.tag == "button" else "div"


def plain_formulas(root: "HtmlElement") -> None:
    """Formulas become their TeX source between dollar signs where the page gives it, else their text."""
    for formula in list(root.iter("math")):
        source = formula.get("alttext") or ""
        if not source:
            notes = [note for note in formula.iter("annotation") if "tex" in (note.get("encoding") or "").lower()]
            source = notes[0].text_content() if notes else ""
        for note in list(formula.iter("annotation", "annotation-xml")):
            note.clear(keep_tail=True)
        source = SPACES.sub(" ", source).strip()
        source = (
            source.removeprefix(r"{\displaystyle ").removesuffix("}").strip()
            if source.startswith(r"{\displaystyle ")
            else source
        )
        replace_by_text(formula, f"${source}$" if source else SPACES.sub(" ", formula.text_content()).strip())


def plain_pictures(root: "HtmlElement") -> None:
    """Pictures vanish, but for formulas, whose description is their text, and those that are all a link has."""
    for picture in list(root.iter("img", "picture", "source")):
        description = SPACES.sub(" ", picture.get("alt") or "").strip()
        named = f"{picture.get('class') or ''} {picture.get('src') or ''}"
        if picture.tag == "img" and description and FORMULA_PICTURE.search(named):
            replace_by_text(picture, f"${description.removeprefix(chr(36)).removesuffix(chr(36))}$")
        else:
            picture.attrib.clear()
            picture.tag = "span"


def replace_by_text(element: "HtmlElement", text: str) -> None:
    """Put text in the place of an element. Taking elements out would copy the text around each time: quadratic."""
    element.clear(keep_tail=True)
    element.tag = "span"
    element.text = text


def plain_code(root: "HtmlElement") -> None:
    """Every code block is one `pre` with one `code` in it that carries the language, whatever markup coloured it."""
    for table in list(
        root.xpath(".//table[contains(@class,'highlight') or contains(@class,'codehilite') or contains(@class,'rouge')]")
    ):
        blocks = list(table.iter("pre"))
        if len(blocks) == 1 and table.getparent() is not None:
            block = blocks[0]
            block.tail = table.tail
            language = language_of(block)
            table.getparent().replace(table, block)
            block.set("class", f"language-{language}" if language else "")
    for block in list(root.iter("pre")):
        language = language_of(block)
        for line_break in block.iter("br"):
            line_break.text = "\n"
        text = block.text_content()
        tail = block.tail
        block.clear()
        block.tail = tail
        code = block.makeelement("code", {"class": f"language-{language}"} if language else {})
        code.text = text.strip("\n")
        block.append(code)


def language_of(block: "HtmlElement") -> str:
    """The language a code block is declared to be in, by its own classes or those just around it; "" when none."""
    near = [block, *block.iter("code"), *list(block.iterancestors())[:3]]
    for element in near:
        declared = element.get("data-lang") or element.get("data-language") or element.get("data-code-lang") or ""
        names = [declared] if re.fullmatch(r"[\w+#-]{1,20}", declared) else LANGUAGE.findall(element.get("class") or "")
        for name in names:
            if name.lower() not in NO_LANGUAGE:
                return str(name.lower())
    return ""


def plain_links(root: "HtmlElement", base: str) -> None:
    """Links lead to absolute web addresses; all others become their text."""
    for link in list(root.iter("a")):
        target = web_address(link.get("href") or "", base)
        inner = [element for element in link.iter() if element is not link and element.tag in BLOCKS_IN_LINK]
        if not target or not link.text_content().strip():
            link.attrib.clear()
            link.tag = "span"
        elif inner:
            unfold(link, inner, target)
        else:
            link.attrib.clear()
            link.set("href", target)


def unfold(link: "HtmlElement", inner: "list[HtmlElement]", target: str) -> None:
    """A link around whole blocks moves into the first heading or block of text in it."""
    heading = next((element for element in inner if element.tag in HEADINGS), None)
    place = heading if heading is not None else next((e for e in inner if not any(c.tag in BLOCKS_IN_LINK for c in e)), None)
    if place is not None and place.tag not in ("pre", "table") and place.text_content().strip():
        moved = place.makeelement("a", {"href": target})
        moved.text, place.text = place.text, None
        moved.extend(list(place))
        place.append(moved)
    link.attrib.clear()
    link.tag = "div"


def web_address(target: str, base: str) -> str:
    """A link's target as an absolute http or https address, "" when it leads elsewhere."""
    target = re.sub(r"[\x00-\x20\x7f]+", lambda gap: "%20" if gap[0] == " " else "", target.strip())
    try:
        address = urljoin(base, target) if target else ""
        parts = urlsplit(address)
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.netloc or len(address) > LONGEST_URL:
        return ""
    return (
        re.sub(r"[<>\"'`\\|{}^\[\]]", lambda sign: f"%{ord(sign[0]):02X}", address) if parts.netloc.count("[") == 0 else address
    )


def plain_phrases(root: "HtmlElement") -> None:
    """Powers keep their sign; markup that the writer would turn into text that nobody sees is dropped."""
    from lxml.etree import strip_attributes

    for power in list(root.iter("sup")):
        text = power.text_content().strip()
        if (
            EXPONENT.fullmatch(text)
            and power.find(".//a") is None
            and not any(a.tag in ("a", "pre") for a in power.iterancestors())
        ):
            power.text = "^" + (power.text or "").lstrip()
    for element in list(root.iter("abbr", "mark", "u", "ins", "big", "font", "acronym", "dfn", "bdi", "bdo", "center")):
        if element is not root:
            element.attrib.clear()
            element.tag = "div" if element.tag == "center" else "span"
    strip_attributes(root, "title", "alt", "cite", "datetime", "style", "aria-label", "hidden", "aria-hidden")
