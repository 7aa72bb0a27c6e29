"""Where everything is inside the namespace: the product's own defaults, and pages on an address no guard calls private."""

from pathlib import Path

SERVICE_ADDRESS = "10.10.20.37"
SEARXNG_PORT = 8080
SCRAPER_PORT = 3002
SEARXNG_URL = f"http://{SERVICE_ADDRESS}:{SEARXNG_PORT}"
SCRAPER_URL = f"http://{SERVICE_ADDRESS}:{SCRAPER_PORT}"

INDEX_PORT = 8089  # on 127.0.0.1; SearXNG's engines ask here
INDEX_URL = f"http://127.0.0.1:{INDEX_PORT}"

# example.com's address for many years. The ranges kept for documentation would be refused by a guard as not public.
PAGES_ADDRESS = "93.184.216.34"
PRIVATE_ADDRESS = "10.9.8.7"
PRIVATE_NAME = "intranet.example.org"  # a public-looking name with a private address

SITES = Path(__file__).parent / "sites"  # a folder a host: pages of our own writing
GUIDE_HOST = "guide.example.com"  # the standard library's documentation, laid out as articles
PYDOC_HOST = "pydoc.example.net"  # the same kind of text as pydoc prints it: old HTML, many tables


def site_folders(*roots: Path) -> dict[str, Path]:
    """Every host and its folder of pages below some roots, later roots first in case of a clash."""
    return {folder.name: folder for root in roots for folder in sorted(root.iterdir()) if folder.is_dir()}


def hosts_file(hosts: list[str]) -> str:
    """The text of /etc/hosts in the namespace."""
    return f"127.0.0.1 localhost\n::1 localhost\n{PAGES_ADDRESS} {' '.join(hosts)}\n{PRIVATE_ADDRESS} {PRIVATE_NAME}\n"
