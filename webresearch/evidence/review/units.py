"""Units of measure: how each is written, what it measures and how large it is; pure tables.

Factors are those of the SI brochure (9th edition, tables 5-8) and of the international yard and pound agreement of 1959.
"""

import math
from typing import NamedTuple

PERCENT = "percent"
POINTS = "percentage points"
TIMES = "times"
COUNT = ""
YEAR_SECONDS = 365.25 * 86_400


class Unit(NamedTuple):
    """What a unit measures and how many base units it is; `offset` is added after scaling (degrees Fahrenheit)."""

    dimension: str
    factor: float = 1.0
    offset: float = 0.0

    def base(self, value: float) -> float:
        """The value in the base unit of its dimension."""
        return value * self.factor + self.offset

    def written(self, base: float) -> float:
        """A value of the base unit in this unit."""
        return (base - self.offset) / self.factor


PERCENT_UNIT = Unit(PERCENT)
TIMES_UNIT = Unit(TIMES)
COUNT_UNIT = Unit(COUNT)
YEARS = Unit("time", YEAR_SECONDS)

_PREFIXES = {
    "n": 1e-9,
    "µ": 1e-6,
    "μ": 1e-6,
    "u": 1e-6,
    "m": 1e-3,
    "c": 1e-2,
    "d": 1e-1,
    "h": 1e2,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
}
_PREFIXED_SYMBOLS = {
    "m": ("length", "nµμumck"),
    "g": ("mass", "nµμumk"),
    "l": ("volume", "nµμumcdh"),
    "L": ("volume", "nµμumcd"),
    "s": ("time", "nµμum"),
    "W": ("power", "mkMGT"),
    "Hz": ("frequency", "kMGT"),
    "V": ("voltage", "mkµμ"),
    "J": ("energy", "mkMGT"),
    "Wh": ("energy", "kMGT"),
    "eV": ("particle energy", "mkMGT"),
    "Pa": ("pressure", "hkMG"),
    "M": ("concentration", "nµμum"),
    "mol": ("amount", "nµμumk"),
    "bit": ("bits", "kMGT"),
    "b": ("bits", "kMGT"),
    "B": ("bytes", "kMGT"),
    "Sv": ("dose", "mµμ"),
    "Gy": ("absorbed dose", "mkc"),
}
_LONG_PREFIXES = {
    "nano": 1e-9,
    "micro": 1e-6,
    "milli": 1e-3,
    "centi": 1e-2,
    "kilo": 1e3,
    "mega": 1e6,
    "giga": 1e9,
    "tera": 1e12,
}
_LONG_NAMES = {
    "meter": "length",
    "metre": "length",
    "gram": "mass",
    "gramme": "mass",
    "liter": "volume",
    "litre": "volume",
    "second": "time",
    "watt": "power",
    "hertz": "frequency",
    "volt": "voltage",
    "joule": "energy",
    "pascal": "pressure",
    "bit": "bits",
    "byte": "bytes",
    "molar": "concentration",
    "mole": "amount",
    "watt-hour": "energy",
    "watt hour": "energy",
    "watthour": "energy",
    "wattstunde": "energy",
    "wattstunden": "energy",
}
# In base units, for those that are not 1; an hour of a watt is 3600 joules.
_SIZES = {"Wh": 3600.0} | {name: 3600.0 for name in _LONG_NAMES if "watt" in name and name != "watt"}
# A length squared is an area in square metres, and cubed a volume in litres.
_POWERS = {2: ("area", 1.0), 3: ("volume", 1000.0)}
_POWER_WORDS = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}

# Written in full or as a symbol; a plural s is understood after a word of three letters or more.
_NAMED: dict[str, dict[str, float]] = {
    "time": {
        "sec": 1,
        "min": 60,
        "minute": 60,
        "h": 3600,
        "hr": 3600,
        "hour": 3600,
        "day": 86_400,
        "week": 604_800,
        "fortnight": 1_209_600,
        "month": YEAR_SECONDS / 12,
        "year": YEAR_SECONDS,
        "yr": YEAR_SECONDS,
        "decade": 10 * YEAR_SECONDS,
        "century": 100 * YEAR_SECONDS,
        "centuries": 100 * YEAR_SECONDS,
    },
    "length": {
        "micron": 1e-6,
        "inch": 0.0254,
        "inches": 0.0254,
        "ft": 0.3048,
        "foot": 0.3048,
        "feet": 0.3048,
        "yard": 0.9144,
        "mi": 1609.344,
        "mile": 1609.344,
    },
    "mass": {
        "tonne": 1e6,
        "ton": 1e6,
        "lb": 453.592,
        "lbs": 453.592,
        "pound": 453.592,
        "oz": 28.3495,
        "ounce": 28.3495,
        "mcg": 1e-6,
    },
    "volume": {"gallon": 3.785, "pint": 0.473},
    "area": {
        "acre": 4046.86,
        "hectare": 1e4,
        "ha": 1e4,
        "square mile": 2.58999e6,
        "square feet": 0.092903,
        "square foot": 0.092903,
    },
    "speed": {"km/h": 1 / 3.6, "kph": 1 / 3.6, "mph": 0.44704, "m/s": 1, "knot": 0.514444},
    "bytes": {"KB": 1e3, "KiB": 1024, "MiB": 1024**2, "GiB": 1024**3, "TiB": 1024**4, "kibibyte": 1024, "mebibyte": 1024**2},
    "bits": {"kbps": 1e3, "Kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9, "Mbit/s": 1e6, "Gbit/s": 1e9},
    "temperature": {
        "°C": 1,
        "℃": 1,
        "celsius": 1,
        "°c": 1,
        "degree": 1,
        "degrees celsius": 1,
        "degree celsius": 1,
        "degrees c": 1,
    },
    "pressure": {"mmHg": 133.322, "bar": 1e5, "atm": 101_325, "psi": 6894.76},
    "energy": {"cal": 4.184, "kcal": 4184, "calorie": 4.184, "kilocalorie": 4184},
    "angle": {"degree": 1, "°": 1},
    "activity": {"IU": 1},
    "logarithmic": {"dB": 1, "decibel": 1},
    PERCENT: {
        "%": 1,
        "percent": 1,
        "per cent": 1,
        "‰": 0.1,
        "pct": 1,
        "prozent": 1,
        "procent": 1,
        "pour cent": 1,
        "por ciento": 1,
        "per cento": 1,
        "por cento": 1,
        "процент": 1,
        "процента": 1,
        "процентов": 1,
    },
    POINTS: {"percentage point": 1, "% points": 1, "percent points": 1, "pp": 1, "basis point": 0.01},
    TIMES: {"times": 1, "fold": 1, "x": 1, "×": 1},
    "USD": {"$": 1, "US$": 1, "USD": 1, "dollar": 1},
    "EUR": {"€": 1, "EUR": 1, "euro": 1},
    "GBP": {"£": 1, "GBP": 1, "pound": 1, "pounds sterling": 1},
    "JPY": {"¥": 1, "yen": 1},
    "CHF": {"CHF": 1, "franc": 1},
    "INR": {"₹": 1, "rupee": 1},
    "RUB": {"₽": 1, "ruble": 1, "rouble": 1},
    "CNY": {"yuan": 1, "renminbi": 1},
    "SEK": {"krona": 1, "kronor": 1, "krone": 1, "kroner": 1},
    "parts": {"ppm": 1, "ppb": 1e-3},
}
# The commonest units in German, French, Spanish, Italian and Portuguese, where they are written otherwise than in English.
_ELSEWHERE = {
    "second": "sekunde sekunden seconde secondes segundo segundos secondi",
    "minute": "minuten minuto minutos minuti",
    "hour": "stunde stunden heure heures hora horas",
    "day": "tage tagen jour jours día días giorno giorni dia dias",
    "week": "woche wochen semaine semaines semana semanas settimana settimane",
    "month": "monat monate monaten mois mes meses mese mesi mês",
    "year": "jahr jahre jahren ans année années año años anno anni ano anos",
    "meter": "metern mètre mètres metros metri",
    "kilometer": "kilometern kilomètre kilomètres kilómetro kilómetros chilometro chilometri quilómetro quilómetros",
    "gram": "gramm grammes gramo gramos grammi grammo gramas",
    "kilogram": "kilogramm kilogrammes kilogramo kilogramos chilogrammi quilogramas",
    "liter": "litern litro litros litri",
    "tonne": "tonnen tonelada toneladas tonnellata tonnellate",
    "dollar": "dólar dólares dollaro dollari",
    "hectare": "hektar",
}


def _table() -> dict[str, tuple[Unit, ...]]:
    """Every way of writing a unit, with its readings (a pound is a mass and a currency)."""
    table: dict[str, tuple[Unit, ...]] = {}

    def add(name: str, unit: Unit) -> None:
        if unit not in table.get(name, ()):
            table[name] = (*table.get(name, ()), unit)

    for symbol, (dimension, prefixes) in _PREFIXED_SYMBOLS.items():
        size = _SIZES.get(symbol, 1.0)
        add(symbol, Unit(dimension, size))
        for prefix in prefixes:
            add(prefix + symbol, Unit(dimension, size * _PREFIXES[prefix]))
    for name, dimension in _LONG_NAMES.items():
        size = _SIZES.get(name, 1.0)
        for prefix, factor in {"": 1.0, **_LONG_PREFIXES}.items():
            add(prefix + name, Unit(dimension, size * factor))
            add(f"{prefix}{name}s", Unit(dimension, size * factor))
    for dimension, names in _NAMED.items():
        for name, size in names.items():
            add(name, Unit(dimension, float(size)))
            if len(name) > 2 and name.isascii() and name[-1].isalpha() and name.islower():
                add(f"{name}s", Unit(dimension, float(size)))
    for written in [name for name, readings in table.items() if readings[0].dimension == "bytes"]:
        thousands = round(math.log(table[written][0].factor, 1000), 6)
        if thousands.is_integer() and thousands:  # many write MB for 1024 kB
            add(written, Unit("bytes", 1024.0**thousands))
    for name, words in _ELSEWHERE.items():
        table.update(dict.fromkeys(words.split(), table[name]))
    fahrenheit = Unit("temperature", 5 / 9, -32 * 5 / 9)
    for name in ("°F", "℉", "fahrenheit", "°f", "degrees fahrenheit", "degree fahrenheit", "degrees f"):
        add(name, fahrenheit)
    add("kelvin", Unit("temperature", 1, -273.15))
    return table


UNITS = _table()
CURRENCY_SIGNS = "$€£¥₹₽"
CURRENCY_CODES = frozenset(("USD", "EUR", "GBP", "CHF"))


def units_named(text: str) -> tuple[Unit, ...]:
    """The readings of a unit as written, exact case first (MB is not Mb), then lower case for words of four letters or more."""
    found = UNITS.get(text)
    if found is None and len(text) > 3:
        found = UNITS.get(text.lower())
    return found or _power_named(text)


def _power_named(text: str) -> tuple[Unit, ...]:
    """The square or cube of a length: km^2, km2, square km, sq. km."""
    word, _, name = text.partition(" ")
    power = _POWER_WORDS.get(word.lower().removesuffix("."), 0)
    if text[-1:] in ("2", "3"):
        power, name = int(text[-1]), text[:-1].removesuffix("^")
    unit = next(iter(UNITS.get(name, UNITS.get(name.lower(), ()))), None) if power else None
    if not unit or unit.dimension != "length":
        return ()
    dimension, size = _POWERS[power]
    return (Unit(dimension, size * unit.factor**power),)
