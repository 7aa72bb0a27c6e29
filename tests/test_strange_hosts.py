"""Addresses that no parser takes: a hit with one is left out and counted, and nothing else ends."""

import json

import pytest
from box import Box, hit, results
from conftest import Call
from hypothesis import given
from hypothesis import strategies as st

from webresearch.engines.wire import read_result
from webresearch.evidence.footnotes import definition
from webresearch.pipeline.site import same_site
from webresearch.ranking.urls import host, key
from webresearch.safetext import host_of

STRANGE = ["http://[::1", "https://[x]/", "https://a]b/", "https://x.example\u2100/", "http://\uff1a/"]
ODD_BUT_READABLE = ["https://[::1]x/", "https://x.example:99999/", "https://x.example:abc/", "https://x\u3002example/"]


@pytest.mark.parametrize("url", STRANGE)
def test_a_hit_whose_address_cannot_be_read_is_left_out_and_counted(url: str, box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.searches["q"] = results("q", hit("https://good.example/"), hit(url))
    found = json.loads(call("search", "--topic", "t", "q", "--json").out)
    assert [row["url"] for row in found["results"]] == ["https://good.example/"]
    assert "1 results without a usable URL left out" in found["searches"][0]["note"]
    assert call("search", "q").code == 0
    assert call("status", "--topic", "t").code == 0


@pytest.mark.parametrize("url", ODD_BUT_READABLE)
def test_a_hit_with_an_odd_address_ends_nothing(url: str, box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.searches["q"] = results("q", hit("https://good.example/"), hit(url))
    assert call("search", "--topic", "t", "q").code == 0
    assert call("scrape", "--topic", "t", "--picks", "-", stdin="- {id: R002, relevance: x}").code in (0, 5)


@given(st.one_of(st.text(), st.sampled_from(STRANGE + ODD_BUT_READABLE), st.text().map("https://{}/".format)))
def test_no_text_is_too_strange_for_what_looks_at_a_host(url: str) -> None:
    host_of(url), host(url), key(url), same_site(url, "https://a.example/")
    found = read_result({"url": url})
    assert found is None or host_of(found.url)
    definition("E001", "a quote", "a title", "web/a.md", url, "2026-01-02")


def test_a_service_s_strange_next_address_ends_a_crawl_in_order() -> None:
    from webresearch.engines.firecrawl_site import FirecrawlSite

    site = FirecrawlSite(None, None, "http://127.0.0.1", 1, 500, lambda _: None)  # type: ignore[arg-type]
    assert list(site._items("/v1/crawl/x", {"data": [{"a": 1}], "next": "http://[x?skip=y"})) == [{"a": 1}]
