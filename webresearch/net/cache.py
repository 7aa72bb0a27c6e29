"""Answers kept between runs: one JSON file each, with the time it was obtained."""

import hashlib
import json
import os
import tempfile
from pathlib import Path


class Cache:
    """A folder of JSON values by key; anything unreadable counts as absent, and a full disk only means no cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, kind: str, key: str) -> Path:
        """The file of one entry."""
        name = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
        return self.folder / kind / name[:2] / f"{name}.json"

    def get(self, kind: str, key: str, *, now: float, age: float) -> dict[str, object] | None:
        """The entry if it is younger than `age` seconds at time `now` (seconds since the epoch)."""
        try:
            entry = json.loads(self.path(kind, key).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(entry, dict) or entry.get("key") != key:
            return None
        stored = entry.get("stored")
        if not isinstance(stored, int | float) or not 0 <= now - stored <= age:
            return None
        value = entry.get("value")
        return value if isinstance(value, dict) else None

    def put(self, kind: str, key: str, value: dict[str, object], *, now: float) -> None:
        """Keep an entry, whole or not at all."""
        path = self.path(kind, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part~")
            try:
                with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass") as file:
                    json.dump({"key": key, "stored": now, "value": value}, file, ensure_ascii=True)
                Path(temporary).replace(path)
            except OSError:
                Path(temporary).unlink(missing_ok=True)
        except OSError:
            return
