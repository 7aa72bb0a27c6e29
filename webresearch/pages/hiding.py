"""Which CSS values make text impossible to see, and which colours nobody can tell apart."""

import re

FAR = 900.0  # pixels off the page or out of the line that nobody scrolls to; the customary value is 9999
VERY_FAR = 5000.0  # to the right, and for transforms: rows of pictures are moved by some thousand pixels and seen
FAINT = 0.1  # opacity below which text cannot be made out
NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*([a-z%]*)", re.I)
PIXELS = {
    "": 1.0,
    "px": 1.0,
    "pt": 1.33,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "ch": 8.0,
    "vw": 12.8,
    "vh": 8.0,
    "%": 10.0,
    "cm": 38.0,
    "in": 96.0,
}
NAMED_COLOURS = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "ghostwhite": (248, 248, 255),
}
SAME = 16  # steps of 255 in any channel that nobody tells apart
THROUGH_FILTER = re.compile(r"opacity\(\s*([\d.]+)(%?)")
SEE_THROUGH = re.compile(r"#(?:[0-9a-f]{3}0|[0-9a-f]{6}0[0-9a-f])")
ALPHA = re.compile(r"(?:rgb|hsl)a?\([^)]*?[,/]\s*([\d.]+)(%?)\s*\)$")
NO_FONT = re.compile(r"(?:^|\s)0(?:px|em|rem|pt|%)?(?:/|\s)")
NO_SCALE = re.compile(r"\bscale(?:3d|x|y)?\(\s*0(?:\.0+)?\s*[,)]")
MOVE = re.compile(r"translate(?:x|y|3d)?\(([^)]*)\)")
NO_RECTANGLE = re.compile(r"rect\((?:[01](?:px|em)?[,)]?){4}")
INSET = re.compile(r"inset\(\s*(\d+)%")
NO_PATH = re.compile(r"(?:circle|ellipse)\(\s*0(?:px|%)?[\s)]|polygon\([0\s,px%]*\)\Z")
Colour = tuple[int, int, int]


def number(text: str) -> float:
    """The number a text begins with, 0 when there is none."""
    found = NUMBER.match(text)
    return float(found[1]) if found else 0.0


def pixels(text: str) -> float | None:
    """A length in pixels, roughly; None when the text is no plain length."""
    found = NUMBER.match(text)
    if not found or found[2].lower() not in PIXELS:
        return None
    return float(found[1]) * PIXELS[found[2].lower()]


def hides(style: dict[str, str]) -> bool:
    """Whether declarations make an element's text impossible to see."""
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or style.get("content-visibility") == "hidden"
        or faint(style)
        or no_size(style)
        or far_away(style)
        or clipped(style)
    )


def faint(style: dict[str, str]) -> bool:
    """Transparent as a whole or in its letters."""
    opacity = NUMBER.match(style["opacity"]) if "opacity" in style else None
    if opacity and float(opacity[1]) / (100 if opacity[2] == "%" else 1) < FAINT:
        return True
    through_filter = THROUGH_FILTER.search(style["filter"]) if "filter" in style else None
    if through_filter and number(through_filter[1]) / (100 if through_filter[2] else 1) < FAINT:
        return True
    letters = style.get("-webkit-text-fill-color", style.get("color", ""))
    return letters != "" and transparent(letters) and not gradient_text(style)


def gradient_text(style: dict[str, str]) -> bool:
    """Letters that let a background shine through: seen, though their own colour is transparent."""
    return any(
        "gradient" in style.get(name, "") or "url(" in style.get(name, "") for name in ("background", "background-image")
    )


def transparent(colour: str) -> bool:
    """Whether a colour lets everything through."""
    if colour == "transparent" or SEE_THROUGH.fullmatch(colour):
        return True
    alpha = ALPHA.match(colour)
    parts = len(re.findall(r"[\d.]+", colour)) if alpha else 0
    return bool(alpha and parts == 4 and number(alpha[1]) / (100 if alpha[2] else 1) < FAINT)


def no_size(style: dict[str, str]) -> bool:
    """Letters of no height, or a box of no height or width that cuts off what does not fit."""
    font = pixels(style["font-size"]) if "font-size" in style else None
    if (font is not None and font < 2) or ("font" in style and NO_FONT.search(style["font"])):
        return True
    if ("transform" in style and NO_SCALE.search(style["transform"])) or style.get("scale") == "0":
        return True
    if style.get("zoom") == "0":
        return True
    if not any(style.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y")):
        return False
    sides = [pixels(style[name]) for name in ("width", "height", "max-width", "max-height") if name in style]
    return any(side is not None and side <= 1 for side in sides)


def far_away(style: dict[str, str]) -> bool:
    """Moved off the page or out of the line."""
    names = ["text-indent", "margin-left", "margin-top"]
    if style.get("position") in ("absolute", "fixed", "relative"):
        names += ["left", "right", "top", "bottom"]
    moved = [pixels(style[name]) for name in names if name in style]
    if any(far is not None and (far <= -FAR or far >= VERY_FAR) for far in moved):
        return True
    moves = MOVE.findall(style["transform"]) if "transform" in style else []
    shifts = [pixels(value) for move in moves for value in move.split(",")]
    return any(shift is not None and abs(shift) >= VERY_FAR for shift in shifts)


def clipped(style: dict[str, str]) -> bool:
    """Cut down to nothing."""
    if "clip" in style and style.get("position") in ("absolute", "fixed"):
        clip = style["clip"].replace(" ", "")
        if NO_RECTANGLE.match(clip.replace("),", ")")):
            return True
    path = style.get("clip-path", "")
    inset = INSET.match(path)
    return bool(path and ((inset and int(inset[1]) >= 50) or NO_PATH.match(path)))


def colour_of(value: str) -> Colour | None:
    """Red, green and blue of a colour, each to 255; None when it is not a plain colour."""
    value = value.strip()
    if value in NAMED_COLOURS:
        return NAMED_COLOURS[value]
    if found := re.match(r"#([0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-f])", value):
        digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if found := re.match(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})", value):
        return int(found[1]), int(found[2]), int(found[3])
    return None


def background_of(style: dict[str, str]) -> Colour | None:
    """The plain background colour that declarations give; None for pictures and gradients."""
    value = style.get("background-color", style.get("background", ""))
    return colour_of(value.split("url(")[0])


def same_colour(one: Colour, other: Colour) -> bool:
    """Whether nobody can tell two colours apart."""
    return all(abs(first - second) < SAME for first, second in zip(one, other, strict=True))
