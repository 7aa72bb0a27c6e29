"""`map`: the addresses that a site exposes."""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.errors import NothingFound
from webresearch.pipeline.context import Context
from webresearch.pipeline.site import site_map
from webresearch.views.answers import after
from webresearch.views.site import map_document, map_text


def run(args: Namespace, context: Context) -> int:
    """The addresses that a site exposes."""
    engine, mapped = site_map(context, args.url, args.max)
    document = map_document(args.url, engine, mapped)
    document["links"] = after(document["links"], args.after)
    show(args, context, document, map_text(mapped), "links", "the same call with --after {id}")
    if not mapped.links:
        raise NothingFound("no address was found", args.url, "give the address of the site's start page")
    return 0
