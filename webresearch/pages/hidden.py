"""What a page's own style and attributes hide from its readers is taken out before anything is read from it.

Style sheets of other files cannot be seen from here; what only they hide stays in the text.
"""

from typing import TYPE_CHECKING

from webresearch.pages.css import Rule, declared, key_of, rules_of, specificity
from webresearch.pages.hiding import background_of, colour_of, hides, same_colour

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

Nodes = dict[int, "LexborNode"]
Layer = tuple[tuple[int, int, int, int], dict[str, str]]  # strength: importance, origin, specificity, order
WHITE = (255, 255, 255)

# Parts that are no text of the page, whatever the style: programs, drawings, frames, form controls, spare parts.
NO_TEXT = (
    "script:not([type='application/ld+json']),style,noscript,template,svg,iframe,frame,frameset,object,embed,applet,canvas,"
    "audio,video,select,textarea,input,datalist,map,progress,meter,dialog:not([open])"
)
HIDDEN_ATTRIBUTE = "[hidden],[aria-hidden='true' i]"
CONTENT_HOLDER = "main,article,h1,[role='main']"
CONTROL = "[aria-controls],[data-bs-target],[data-target]"
# What controls open too, but is no text of the page: menus and windows over it.
NO_ANSWER = "nav,[role='dialog'],[role='menu'],[role='navigation'],[aria-modal],dialog,.modal,nav [id],header [id]"
SHORTEST_NAME = 2  # letters of a control's name; one is a cross or an arrow
MOST_WORK = 30_000_000  # selectors times elements; half a second, and ten times what an ordinary page needs
MOST_MATCHES = 200_000  # rules applied to elements, all together; real pages need some thousand
MOST_SHARE = 0.5  # a page that fades in as a whole hides most of its text until its program runs: readers see it


def drop_hidden(parser: "LexborHTMLParser") -> int:
    """Take everything out of the document that its readers do not see.

    parser: a parsed document, changed in place. Returns how many hidden elements with text were taken out.
    """
    sheet = "\n".join(style.text(deep=True) for style in parser.css("style"))
    external = parser.css_first("link[rel~='stylesheet' i]") is not None
    for node in outermost(parser.css(NO_TEXT)):
        node.decompose()
    styled = hidden_by_style(parser, rules_of(sheet, coloured=not external), external)
    spoken = {place_and_words(node) for node in styled}
    hidden = [node for node in parser.css(HIDDEN_ATTRIBUTE) if not is_seen_form(node, spoken)] + styled
    opened = opened_by_readers(parser)
    return sum(drop(parser, node) for node in outermost([node for node in hidden if node.id not in opened]))


def opened_by_readers(parser: "LexborHTMLParser") -> set[str]:
    """Ids of the parts that a control with a visible name opens: tabs and folded answers are there for readers."""
    opened: set[str] = set()
    for control in parser.css(CONTROL):
        attributes = control.attributes
        target = attributes.get("aria-controls") or attributes.get("data-bs-target") or attributes.get("data-target") or ""
        if len(control.text(deep=True).strip()) >= SHORTEST_NAME:
            opened.update(name.removeprefix("#") for name in target.split())
    if not opened:
        return opened
    closed = {node.id for node in parser.css(NO_ANSWER) if node.id}
    return opened - closed


def place_and_words(node: "LexborNode") -> tuple[int, str]:
    """Which element a node lies in, and its words."""
    return node.parent.mem_id if node.parent else 0, node.text(deep=True).strip()


def is_seen_form(node: "LexborNode", spoken: set[tuple[int, str]]) -> bool:
    """Whether an element kept from screen readers is the seen form of a hidden one beside it, as prices often are."""
    return bool(spoken) and "hidden" not in node.attributes and place_and_words(node) in spoken


def outermost(nodes: "list[LexborNode]") -> "list[LexborNode]":
    """Those nodes that lie in no other of them: taking out a node ends the life of all within it."""
    known = {node.mem_id for node in nodes}
    found = {}
    for node in nodes:
        above = node.parent
        while above is not None and above.mem_id not in known:
            above = above.parent
        if above is None:
            found[node.mem_id] = node
    return list(found.values())


def drop(parser: "LexborHTMLParser", node: "LexborNode") -> bool:
    """Take one hidden element out, unless it is the page itself; tell whether it held text."""
    text = node.text(deep=True).strip()
    if node.tag in ("html", "body") or (text and is_page_itself(parser, node, len(text))):
        return False
    node.decompose()
    return bool(text)


def is_page_itself(parser: "LexborHTMLParser", node: "LexborNode", length: int) -> bool:
    """Tell whether an element is or holds the page's main part and most of its text."""
    if node.tag not in ("main", "article") and node.css_first(CONTENT_HOLDER) is None:
        return False
    body = parser.body
    return body is not None and length > MOST_SHARE * len(body.text(deep=True))


def hidden_by_style(parser: "LexborHTMLParser", rules: list[Rule], external: bool) -> "list[LexborNode]":
    """Elements hidden by their style attribute or by a rule of a style element.

    external: whether style sheets of other files may colour the page too.
    """
    most = MOST_WORK // (1 + len(parser.css("*")))
    selectors = [rule.selector for rule in rules if rule.suspicious or (rule.coloured and not external)]
    suspects = {node.mem_id: node for node in query(parser, list(dict.fromkeys(selectors))[:most])}
    for node in [] if external else parser.css("font[color]"):
        suspects[node.mem_id] = node
    for node in parser.css("[style]"):
        plain, important = declared(node.attributes.get("style") or "")
        if hides(own := {**plain, **important}) or ("color" in own and not external):
            suspects[node.mem_id] = node
    if not suspects:
        return []
    names = {name for rule in rules if rule.suspicious for part in declared(rule.body) for name in part}
    names |= {"display", "visibility", "opacity"} | (set() if external else {"color", "background", "background-color"})
    styles = computed(parser, suspects if external else with_ancestors(suspects), rules[:most], names)
    found = [
        node for key, node in suspects.items() if hides(styles[key]) or (not external and in_background_colour(node, styles))
    ]
    fading = [node for node in found if hides_by_opacity(styles[node.mem_id])]
    if is_most_of_the_page(parser, fading):
        faded = {node.mem_id for node in fading}
        return [node for node in found if node.mem_id not in faded]
    return found


def hides_by_opacity(style: dict[str, str]) -> bool:
    """Whether nothing but its opacity hides an element, as before it fades in."""
    return "opacity" in style and not hides({name: value for name, value in style.items() if name != "opacity"})


def is_most_of_the_page(parser: "LexborHTMLParser", nodes: "list[LexborNode]") -> bool:
    """Whether elements hold most of a page's text together: what fades in when its program runs is seen by readers."""
    body = parser.body
    if not nodes or body is None:
        return False
    return sum(len(node.text(deep=True)) for node in outermost(nodes)) > MOST_SHARE * len(body.text(deep=True))


def query(parser: "LexborHTMLParser", selectors: list[str]) -> "list[LexborNode]":
    """All elements that any of the selectors means; those that cannot be read are found by halving and passed over."""
    if not selectors:
        return []
    try:
        return list(parser.css(",".join(selectors)))
    except Exception:  # the selector engine has no narrower class for a selector it cannot read
        if len(selectors) == 1:
            return []
        middle = len(selectors) // 2
        return query(parser, selectors[:middle]) + query(parser, selectors[middle:])


def with_ancestors(nodes: Nodes) -> Nodes:
    """The nodes and all they lie in."""
    found = dict(nodes)
    for node in nodes.values():
        above = node.parent
        while above is not None and above.mem_id not in found:
            found[above.mem_id] = above
            above = above.parent
    return found


def computed(parser: "LexborHTMLParser", nodes: Nodes, rules: list[Rule], names: set[str]) -> dict[int, dict[str, str]]:
    """The declarations that win for each element: by importance, then origin, specificity and order.

    names: the properties in question; rules that set none of them are passed over.
    """
    layers: dict[int, list[Layer]] = {key: own_layers(node) for key, node in nodes.items()}
    keys = {key for node in nodes.values() for key in keys_of(node)}
    matched: dict[str, set[int]] = {}
    work = MOST_MATCHES
    for order, rule in enumerate(rules):
        if work < 0 or key_of(rule.selector) not in keys or not any(name in rule.body for name in names):
            continue
        if rule.selector not in matched:
            matched[rule.selector] = {node.mem_id for node in query(parser, [rule.selector])} & layers.keys()
        work -= len(matched[rule.selector]) + 1
        if not matched[rule.selector]:
            continue
        strength = specificity(rule.selector)
        plain, important = declared(rule.body)
        for key in matched[rule.selector]:
            layers[key] += [((0, 0, strength, order), plain), ((1, 0, strength, order), important)]
    return {key: merged(parts) for key, parts in layers.items()}


# What attributes of old pages say, weaker than any style.
HINTS = {"bgcolor": "background-color", "background": "background", "color": "color"}


def own_layers(node: "LexborNode") -> list[Layer]:
    """The layers of an element's attributes: what old ones say, and the two of its style."""
    attributes = node.attributes
    hints = {name: (attributes[old] or "").lower() for old, name in HINTS.items() if old in attributes}
    plain, important = declared(attributes.get("style") or "")
    return [((0, -1, 0, 0), hints), ((0, 1, 0, 0), plain), ((1, 1, 0, 0), important)]


def merged(layers: list[Layer]) -> dict[str, str]:
    """The declarations of all layers, the stronger over the weaker."""
    style: dict[str, str] = {}
    for _, declarations in sorted(layers, key=lambda layer: layer[0]):
        style.update(declarations)
    return style


def keys_of(node: "LexborNode") -> list[str]:
    """What rules may be looked up by for an element."""
    attributes = node.attributes
    classes = (attributes.get("class") or "").split()
    return ["*", str(node.tag), "#" + (attributes.get("id") or ""), *("." + name for name in classes)]


def in_background_colour(node: "LexborNode", styles: dict[int, dict[str, str]]) -> bool:
    """Tell whether an element's letters have the colour they stand on; a page that says nothing is white."""
    letters = colour_of(styles[node.mem_id].get("color", ""))
    ground: LexborNode | None = node
    while letters is not None and ground is not None:
        style = styles.get(ground.mem_id, {})
        if any(name.startswith("background") for name in style):
            colour = background_of(style)
            return colour is not None and same_colour(letters, colour)
        ground = ground.parent
    return letters is not None and same_colour(letters, WHITE)
