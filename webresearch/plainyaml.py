"""YAML as people write picks and notes: texts, lists and mappings, and nothing else."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yaml.cyaml import CBaseLoader

YES, NO = ("true", "yes", "on"), ("false", "no", "off", "")


class NotYaml(ValueError):
    """The text is no YAML. line: where that shows, from 1; 0 where it is not known."""

    def __init__(self, line: int = 0) -> None:
        super().__init__("no YAML")
        self.line = line


def read_yaml(text: str) -> object:
    """The value of a YAML text: text, lists and mappings of it, None for an empty one. Raises NotYaml.

    No tag is resolved, so `no`, `12` and `2024-01-01` are the words that somebody wrote, and a tag that lies about its value
    does no harm. The loader in C takes a fifth of the time of the other: 1.3 s for 200,000 characters of `{a: b},`.
    """
    import yaml

    loader: type[CBaseLoader | yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        value: object = yaml.load(text, loader)  # noqa: S506 - it makes no objects, less even than the safe loader
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        raise NotYaml(mark.line + 1 if mark else 0) from None
    return value


def yes_or_no(value: object) -> object:
    """A yes or a no that stands as a word in YAML as what it means; any other value as it is."""
    word = value.strip().lower() if isinstance(value, str) else None
    return True if word in YES else False if word in NO else value
