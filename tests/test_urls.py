"""Which addresses count as one page: pairs written for this project, kind by kind."""

import time
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webresearch.ranking.urls import host, is_wrapper, key

SAME = [
    ("scheme", "http://blog.site.org/post", "https://blog.site.org/post"),
    ("scheme case", "HTTPS://site.org/a", "https://site.org/a"),
    ("no scheme", "site.org/a", "https://site.org/a"),
    ("scheme-relative", "//site.org/a", "https://site.org/a"),
    ("host case", "https://Docs.Site.ORG/Guide", "https://docs.site.org/Guide"),
    ("www", "http://www.site.co.uk/", "https://site.co.uk"),
    ("trailing dot", "https://site.org./x?y=1", "https://site.org/x?y=1"),
    ("default port", "http://site.org:80/x", "http://site.org/x"),
    ("empty port", "https://site.org:/x", "https://site.org/x"),
    ("user info", "https://reader@site.org/x", "https://site.org/x"),
    ("white space around", "  https://site.org/x\n", "https://site.org/x"),
    ("line break inside", "https://site.org/lo\nng", "https://site.org/long"),
    ("backslash", "https://site.org\\a\\b", "https://site.org/a/b"),
    ("trailing slash", "https://site.org/guide/start/", "https://site.org/guide/start"),
    ("trailing slash before query", "https://site.org/list/?page=2", "https://site.org/list?page=2"),
    ("index file", "https://site.org/guide/index.html", "https://site.org/guide/"),
    ("index of the root", "https://site.org/index.php", "https://site.org"),
    ("default document", "https://site.org/help/Default.aspx?id=4", "https://site.org/help?id=4"),
    ("dot segments", "https://site.org/a/./b/../c", "https://site.org/a/c"),
    ("escaped dot segments", "https://site.org/a/%2e%2e/c", "https://site.org/c"),
    ("fragment", "https://site.org/a#section-2", "https://site.org/a"),
    ("empty fragment", "https://site.org/a#", "https://site.org/a"),
    ("page of a PDF", "https://site.org/a.pdf#page=12", "https://site.org/a.pdf"),
    ("text fragment", "https://site.org/a#intro:~:text=one,two", "https://site.org/a"),
    ("text fragment after a route", "https://app.site.org/#/help/4:~:text=one", "https://app.site.org/#/help/4"),
    ("root route", "https://app.site.org/#/", "https://app.site.org/"),
    ("route with slash", "https://app.site.org/#!/help/", "https://app.site.org/#!/help"),
    ("tracking inside a route", "https://app.site.org/#/help?id=2&utm_source=x", "https://app.site.org/#/help?id=2"),
    ("utm", "https://site.org/a?utm_source=news&utm_medium=mail&utm_content=x", "https://site.org/a"),
    ("utm in capitals", "https://site.org/a?UTM_Source=news", "https://site.org/a"),
    ("click ids", "https://site.org/a?fbclid=IwAR1&msclkid=2&ttclid=3&twclid=4", "https://site.org/a"),
    ("Google ads", "https://site.org/a?gad_source=1&gbraid=2&wbraid=3&srsltid=4", "https://site.org/a"),
    ("analytics linker", "https://site.org/a?_ga=2.1&_gl=1*x", "https://site.org/a"),
    ("Matomo", "https://site.org/a?pk_campaign=1&mtm_source=2&piwik_kwd=3", "https://site.org/a"),
    ("Marketo and Eloqua", "https://site.org/a?mkt_tok=1&elqTrackId=2", "https://site.org/a"),
    ("AT Internet", "https://site.org/a?xtor=RSS-1&at_medium=x&at_campaign=y", "https://site.org/a"),
    ("Yandex", "https://site.org/a?ysclid=l1&id=5", "https://site.org/a?id=5"),
    ("embedded tweet", "https://site.org/a?ref_src=twsrc%5Etfw", "https://site.org/a"),
    ("comment reply", "https://site.org/post?replytocom=77", "https://site.org/post"),
    ("tracking among others", "https://site.org/a?b=2&utm_id=9&a=1", "https://site.org/a?a=1&b=2"),
    ("HTML-escaped ampersand", "https://site.org/a?x=1&amp;y=2", "https://site.org/a?x=1&y=2"),
    ("parameter order", "https://site.org/s?lang=en&q=tea&page=3", "https://site.org/s?page=3&q=tea&lang=en"),
    ("empty query", "https://site.org/a/?", "https://site.org/a"),
    ("empty parameters", "https://site.org/a?&x=1&&", "https://site.org/a?x=1"),
    ("empty value", "https://site.org/a?draft=&x=1", "https://site.org/a?draft&x=1"),
    ("hex case", "https://site.org/a%2fb%c3%a4", "https://site.org/a%2Fb%C3%A4"),
    ("unreserved escapes", "https://site.org/%61%2Db%5F1", "https://site.org/a-b_1"),
    ("brackets", "https://site.org/wiki/Mercury_%28planet%29", "https://site.org/wiki/Mercury_(planet)"),
    ("raw UTF-8 in path", "https://site.org/größe", "https://site.org/gr%C3%B6%C3%9Fe"),
    ("raw UTF-8 in query", "https://site.org/s?q=東京", "https://site.org/s?q=%E6%9D%B1%E4%BA%AC"),
    ("decomposed accent", "https://site.org/cafe\u0301", "https://site.org/caf\u00e9"),
    ("space in path", "https://site.org/my file.txt", "https://site.org/my%20file.txt"),
    ("plus in query", "https://site.org/s?q=green+tea", "https://site.org/s?q=green%20tea"),
    ("lone percent sign", "https://site.org/100%", "https://site.org/100%25"),
    ("IDN", "https://müller.example/a", "https://xn--mller-kva.example/a"),
    ("IDN in capitals", "https://MÜLLER.example/a", "https://xn--MLLER-KVA.example/a"),
    ("ideographic full stop", "https://例え。example/a", "https://xn--r8jz45g.example/a"),
    ("mobile host", "https://mobile.paper.com/2024/story", "https://www.paper.com/2024/story"),
    ("mobile host in the middle", "https://de.m.wikipedia.org/wiki/Tee", "https://de.wikipedia.org/wiki/Tee"),
    ("AMP host", "https://amp.paper.com/2024/story", "https://www.paper.com/2024/story"),
    ("AMP path of a long name", "https://paper.com/a-good-harvest/amp", "https://paper.com/a-good-harvest"),
    ("comScore", "https://site.org/a?ns_mchannel=social&ns_source=x", "https://site.org/a"),
    ("Snapchat", "https://site.org/a?ScCid=7a", "https://site.org/a"),
    ("IPv6 spelling", "https://[2001:DB8:0:0::1]/a", "https://[2001:db8::1]/a"),
    ("Proofpoint", "https://urldefense.com/v3/__https://site.org/a__;!!xyz!abc$", "https://site.org/a"),
    ("printable", "https://en.wikipedia.org/w/index.php?title=Cat&printable=yes", "https://en.wikipedia.org/wiki/Cat"),
    ("branch", "https://github.com/a/b/blob/refs/heads/main/c.py", "https://github.com/a/b/blob/main/c.py"),
    ("escaped DOI", "https://doi.org/10.1000%2Fx", "https://doi.org/10.1000/x"),
    ("AMP path", "https://paper.com/2024/tea-harvest/amp/", "https://paper.com/2024/tea-harvest"),
    ("AMP file", "https://paper.com/tea-harvest.amp.html", "https://paper.com/tea-harvest.html"),
    ("AMP parameter", "https://paper.com/tea?outputType=amp", "https://paper.com/tea"),
    ("AMP viewer", "https://www.google.com/amp/s/paper.com/tea", "https://paper.com/tea"),
    ("AMP cache", "https://paper-com.cdn.ampproject.org/c/s/paper.com/tea", "https://paper.com/tea"),
    (
        "Google redirect",
        "https://www.google.de/url?sa=t&url=https%3A%2F%2Fsite.org%2Fa%3Fid%3D3&usg=x",
        "https://site.org/a?id=3",
    ),
    ("Bing redirect", "https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9zaXRlLm9yZy9h&ntb=1", "https://site.org/a"),
    ("Facebook redirect", "https://l.facebook.com/l.php?u=https%3A%2F%2Fsite.org%2Fa%3Ffbclid%3Dx&h=1", "https://site.org/a"),
    ("YouTube redirect", "https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Fsite.org%2Fa", "https://site.org/a"),
    ("Reddit redirect", "https://out.reddit.com/t3_1?url=https%3A%2F%2Fsite.org%2Fa&token=t", "https://site.org/a"),
    (
        "Outlook safe link",
        "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fsite.org%2Fa&data=1",
        "https://site.org/a",
    ),
    ("VK redirect", "https://vk.com/away.php?to=http%3A%2F%2Fsite.org%2Fa&cc_key=", "https://site.org/a"),
    (
        "Yahoo redirect",
        "https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2fsite.org%2fa/RK=2/RS=x-",
        "https://site.org/a",
    ),
    ("redirect of a plain site", "https://forum.org/redirect?to=https%3A%2F%2Fsite.org%2Fa", "https://site.org/a"),
    (
        "redirect in a redirect",
        "https://www.google.com/url?q=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttp%253A%252F%252Fsite.org%252Fa",
        "https://site.org/a",
    ),
    ("session in the path", "https://shop.org/item;jsessionid=0A1B?id=4", "https://shop.org/item?id=4"),
    ("PHP session", "https://shop.org/item?PHPSESSID=0a1b2c3d&id=4", "https://shop.org/item?id=4"),
    ("ASP.NET session", "https://shop.org/(S(lit3py55t21z5v55vlm25s55))/item.aspx", "https://shop.org/item.aspx"),
    (
        "hashed sid",
        "https://forum.org/viewtopic.php?t=9&sid=0123456789abcdef0123456789abcdef",
        "https://forum.org/viewtopic.php?t=9",
    ),
    ("ColdFusion session", "https://shop.org/item.cfm?id=4&CFID=1&CFTOKEN=2", "https://shop.org/item.cfm?id=4"),
    ("YouTube short address", "https://youtu.be/dQw4w9WgXcQ?si=abc", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
    (
        "YouTube embed",
        "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3",
        "https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&index=2",
    ),
    ("YouTube short", "https://www.youtube.com/shorts/dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
    ("Twitter is X", "https://mobile.twitter.com/someone/status/123?s=20&t=abc", "https://x.com/someone/status/123"),
    (
        "Reddit slug",
        "https://np.reddit.com/r/tea/comments/1abc/green_tea/?utm_name=x",
        "https://www.reddit.com/r/tea/comments/1abc",
    ),
    ("Reddit short address", "https://redd.it/1abc", "https://www.reddit.com/r/tea/comments/1abc/green_tea/"),
    ("Wikipedia script", "https://en.wikipedia.org/w/index.php?title=Green_tea", "https://en.wikipedia.org/wiki/Green_tea"),
    ("Wikipedia blanks", "https://en.wikipedia.org/wiki/green%20tea", "https://en.wikipedia.org/wiki/Green_tea"),
    ("arXiv file name", "https://arxiv.org/pdf/2301.00001.pdf", "http://export.arxiv.org/pdf/2301.00001"),
    ("DOI resolver", "http://dx.doi.org/10.1000/ABC.1", "https://doi.org/10.1000/abc.1"),
    ("PubMed", "https://www.ncbi.nlm.nih.gov/pubmed/12345678", "https://pubmed.ncbi.nlm.nih.gov/12345678/"),
    ("PubMed Central", "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123/", "https://pmc.ncbi.nlm.nih.gov/articles/PMC123/"),
    ("Stack Overflow slug", "https://stackoverflow.com/questions/11/how-to-x", "https://stackoverflow.com/q/11/77"),
    (
        "Stack Exchange answer",
        "https://tea.stackexchange.com/questions/11/how/12#12",
        "https://tea.stackexchange.com/questions/11",
    ),
    ("GitHub clone address", "https://github.com/Owner/Repo.git", "https://github.com/owner/repo"),
    ("GitHub tab", "https://github.com/owner/repo?tab=readme-ov-file#use", "https://github.com/owner/repo"),
    ("GitHub raw file", "https://raw.githubusercontent.com/o/r/main/a/x.py", "https://github.com/o/r/blob/main/a/x.py"),
    (
        "Amazon product",
        "https://www.amazon.de/Some-Title/dp/B000000001/ref=sr_1_1?keywords=x&qid=1",
        "https://amazon.de/gp/product/B000000001?th=1",
    ),
    ("IMDb", "https://m.imdb.com/title/tt0111161/?ref_=nv_sr_1", "https://www.imdb.com/title/tt0111161/"),
    ("Medium source", "https://medium.com/@a/tea-0123456789ab?source=rss----1", "https://medium.com/@a/tea-0123456789ab"),
    (
        "Google document",
        "https://docs.google.com/document/u/1/d/1AbC/edit?usp=sharing",
        "https://docs.google.com/document/d/1AbC/view",
    ),
    ("LinkedIn country", "https://de.linkedin.com/in/someone?trk=x", "https://www.linkedin.com/in/someone/"),
    ("Instagram share", "https://www.instagram.com/p/Cxyz/?igsh=1", "https://instagram.com/p/Cxyz"),
]

APART = [
    ("path", "https://site.org/a", "https://site.org/b"),
    ("path case", "https://site.org/Tea", "https://site.org/tea"),
    ("other port", "https://site.org:8080/a", "https://site.org/a"),
    ("port of the other scheme", "http://site.org:443/a", "http://site.org/a"),
    ("other scheme", "ftp://site.org/a", "https://site.org/a"),
    ("subdomain", "https://api.site.org/a", "https://docs.site.org/a"),
    ("numbered www", "https://www2.site.org/a", "https://site.org/a"),
    ("www as the name itself", "https://www.com/a", "https://com/a"),
    ("mobile as the name itself", "https://mobile.de/a", "https://de/a"),
    ("m below a country's suffix", "https://m.co.uk/a", "https://co.uk/a"),
    ("language host", "https://fr.site.org/a", "https://en.site.org/a"),
    ("language path", "https://site.org/en/a", "https://site.org/de/a"),
    ("language parameter", "https://site.org/a?lang=en", "https://site.org/a?lang=de"),
    ("language or none", "https://site.org/a?hl=en", "https://site.org/a"),
    ("version path", "https://docs.site.org/v1.2/x", "https://docs.site.org/v1.3/x"),
    ("stable and latest", "https://lib.readthedocs.io/en/stable/", "https://lib.readthedocs.io/en/latest/"),
    ("page", "https://site.org/list?page=1", "https://site.org/list?page=2"),
    ("first page or none", "https://site.org/list?page=2", "https://site.org/list"),
    ("p", "https://blog.org/?p=11", "https://blog.org/?p=12"),
    ("v", "https://site.org/api?v=1", "https://site.org/api?v=2"),
    ("t", "https://forum.org/topic.php?t=1", "https://forum.org/topic.php?t=2"),
    ("ref", "https://site.org/file?ref=main", "https://site.org/file?ref=dev"),
    ("ref or none", "https://site.org/file?ref=main", "https://site.org/file"),
    ("id", "https://site.org/item?id=1&utm_source=x", "https://site.org/item?id=2&utm_source=x"),
    ("short sid", "https://site.org/story?sid=41", "https://site.org/story?sid=42"),
    ("source names content", "https://site.org/data?source=who", "https://site.org/data?source=cdc"),
    ("campaign names content", "https://fund.org/view?campaign=1", "https://fund.org/view?campaign=2"),
    ("query text", "https://site.org/s?q=tea", "https://site.org/s?q=coffee"),
    ("query case", "https://site.org/s?q=Tea", "https://site.org/s?q=tea"),
    ("escaped plus", "https://site.org/s?q=c%2B%2B", "https://site.org/s?q=c++"),
    ("escaped ampersand", "https://site.org/s?q=a%26b=1", "https://site.org/s?q=a&b=1"),
    ("escaped slash", "https://site.org/a%2Fb", "https://site.org/a/b"),
    ("escaped question mark", "https://site.org/a%3Fb", "https://site.org/a?b"),
    ("escaped percent sign", "https://site.org/a%2541", "https://site.org/aA"),
    ("repeated names", "https://site.org/s?tag=a&tag=b", "https://site.org/s?tag=b&tag=a"),
    ("bare words in order", "https://site.org/s?2024&05", "https://site.org/s?05&2024"),
    ("double slash", "https://site.org/a//b", "https://site.org/a/b"),
    ("extension", "https://site.org/a.pdf", "https://site.org/a.html"),
    ("route", "https://app.site.org/#/tea", "https://app.site.org/#/coffee"),
    ("bang route", "https://app.site.org/#!tea", "https://app.site.org/#!coffee"),
    ("route or none", "https://app.site.org/#/tea", "https://app.site.org/"),
    ("route parameter", "https://app.site.org/#/item?id=1", "https://app.site.org/#/item?id=2"),
    ("index file among others", "https://site.org/index2.html", "https://site.org/"),
    ("a page about AMP", "https://site.org/glossary/amp", "https://site.org/glossary"),
    ("a repository named amp", "https://github.com/alice/amp", "https://github.com/alice"),
    ("a release of it", "https://site.org/v2.0/amp", "https://site.org/v2.0"),
    ("a word and a name", "https://en.wiktionary.org/wiki/polish", "https://en.wiktionary.org/wiki/Polish"),
    ("a folder named amp", "https://site.org/amp", "https://site.org/"),
    ("sharp s in a host", "https://straße.example/", "https://strasse.example/"),
    ("look-alike host", "https://exаmple.org/", "https://example.org/"),
    ("user info that looks like a host", "https://site.org@other.org/", "https://site.org/"),
    (
        "two Google targets",
        "https://www.google.com/url?q=https://site.org/a",
        "https://www.google.com/url?q=https://site.org/b",
    ),
    ("redirect and its own site", "https://forum.org/redirect?to=https%3A%2F%2Fsite.org%2Fa", "https://forum.org/redirect"),
    ("login that returns", "https://site.org/login?redirect=https%3A%2F%2Fsite.org%2Fa", "https://site.org/a"),
    ("a report on a page", "https://validator.org/check?url=https%3A%2F%2Fsite.org%2Fa", "https://site.org/a"),
    ("an archived copy", "https://web.archive.org/web/2020/https://site.org/a", "https://site.org/a"),
    (
        "two archived copies",
        "https://web.archive.org/web/2020/https://site.org/a",
        "https://web.archive.org/web/2021/https://site.org/a",
    ),
    ("YouTube videos", "https://www.youtube.com/watch?v=aaa", "https://youtu.be/aab"),
    ("YouTube list and video", "https://www.youtube.com/playlist?list=PL1", "https://www.youtube.com/watch?v=aaa&list=PL1"),
    ("Reddit comment", "https://www.reddit.com/r/tea/comments/1abc/x/k1/", "https://www.reddit.com/r/tea/comments/1abc/x/"),
    ("arXiv abstract and file", "https://arxiv.org/abs/2301.00001", "https://arxiv.org/pdf/2301.00001"),
    ("arXiv files by version", "https://arxiv.org/pdf/2301.00001v1.pdf", "https://arxiv.org/pdf/2301.00001v2"),
    ("GitHub branches", "https://github.com/o/r/blob/main/x.py", "https://raw.githubusercontent.com/o/r/dev/x.py"),
    ("GitHub path case", "https://github.com/o/r/blob/main/X.py", "https://github.com/o/r/blob/main/x.py"),
    ("GitHub user tabs", "https://github.com/o?tab=repositories", "https://github.com/o?tab=stars"),
    ("GitHub issue and pull request", "https://github.com/o/r/issues/1", "https://github.com/o/r/pull/1"),
    ("Stack Overflow sites", "https://stackoverflow.com/q/11", "https://superuser.com/q/11"),
    ("Wikipedia revision", "https://en.wikipedia.org/w/index.php?title=Tea&oldid=5", "https://en.wikipedia.org/wiki/Tea"),
    ("Wikipedia case", "https://en.wikipedia.org/wiki/Green_Tea", "https://en.wikipedia.org/wiki/Green_tea"),
    ("Amazon countries", "https://www.amazon.de/dp/B000000001", "https://www.amazon.fr/dp/B000000001"),
    ("tracking is no prefix of a name", "https://site.org/a?utmost=1", "https://site.org/a?utmost=2"),
]


@pytest.mark.parametrize(("kind", "a", "b"), SAME, ids=[row[0] for row in SAME])
def test_addresses_of_one_page_get_one_key(kind: str, a: str, b: str) -> None:
    assert key(a) == key(b)


@pytest.mark.parametrize(("kind", "a", "b"), APART, ids=[row[0] for row in APART])
def test_addresses_of_different_pages_keep_different_keys(kind: str, a: str, b: str) -> None:
    assert key(a) != key(b)


HOSTS = [
    ("https://WWW.Site.org:8443/a", "site.org"),
    ("site.org/a", "site.org"),
    ("//docs.site.org", "docs.site.org"),
    ("https://reader:word@site.org.:80?x", "site.org"),
    ("https://en.m.wikipedia.org/wiki/Tea", "en.m.wikipedia.org"),
    ("https://www.xn--mller-kva.example/", "müller.example"),
    ("https://xn--99999999999.example/", "xn--99999999999.example"),
    ("http://[2001:DB8::1]:8080/x", "[2001:db8::1]"),
    ("http://127.0.0.1:8080/x", "127.0.0.1"),
    ("http://localhost:8080/x", "localhost"),
    ("mailto:a@site.org", ""),
    ("javascript:alert(1)", ""),
    ("https://", ""),
    ("https://a b.org/", ""),
    ("no address at all", ""),
    ("", ""),
]


@pytest.mark.parametrize(("url", "name"), HOSTS)
def test_the_host_of_an_address_has_no_www_and_no_port(url: str, name: str) -> None:
    assert host(url) == name


@pytest.mark.parametrize("text", ["", "  ", "plain words", "mailto:a@site.org", "http://", "https://..", "a:b:c://d:e:f"])
def test_what_is_no_web_address_is_its_own_key(text: str) -> None:
    assert key(text) == text.strip()


def test_a_wrapper_is_told_from_the_page_it_leads_to() -> None:
    assert is_wrapper("https://www.google.com/url?q=https://site.org/a")
    assert not is_wrapper("https://www.google.com/url?q=tea")
    assert not is_wrapper("https://www.bing.com/ck/a?u=a1%FF")
    assert not is_wrapper("https://www.bing.com/ck/a?u=a1abc")
    assert not is_wrapper("https://site.org/a")
    assert not is_wrapper("words")


def test_a_wrapper_of_itself_comes_to_an_end() -> None:
    url = "https://site.org/a"
    for _ in range(9):
        url = "https://out.org/redirect?url=" + quote(url, safe="")
    assert key(url).startswith("out.org/redirect?url=")


@pytest.mark.parametrize(("kind", "a", "b"), SAME + APART)
def test_the_key_of_a_key_is_that_key(kind: str, a: str, b: str) -> None:
    assert [key(key(a)), key(key(b))] == [key(a), key(b)]


PIECES = (
    "http:// https: // / www. m. site .org :80 ? & = # #/ #! %2F %2e % utm_source sid amp index.html .. @ ; + \\ ü xn-- "
    "e\u0301 \udc80 [::1] youtube.com/ watch?v= google.com/url?q= reddit.com/r/ en.wikipedia.org/wiki/ 1 a a1"
)
URLISH = st.lists(st.sampled_from([*PIECES.split(" "), " ", "\n"]), max_size=14).map("".join)


@given(st.one_of(st.text(), URLISH, st.text().map("https://site.org/".__add__)))
def test_every_string_has_a_key_and_a_host(text: str) -> None:
    assert isinstance(key(text), str)
    assert isinstance(host(text), str)


@given(
    st.lists(st.text("abcZ09-._~%2F ü", max_size=6), max_size=4),
    st.lists(st.tuples(st.text("abct19_", min_size=1, max_size=4), st.text("aA1&=% ü+", max_size=4)), max_size=4),
    st.sampled_from(["", "#top", "#/route/x", "#!x?b=2&a=1"]),
)
def test_the_key_of_a_web_address_is_stable(parts: list[str], query: list[tuple[str, str]], fragment: str) -> None:
    url = "https://www.Site.org/" + "/".join(parts) + "?" + urlencode(query) + fragment
    assert key(key(url)) == key(url)


@given(st.permutations(["a=1", "b=2", "utm_source=x", "page=3", "q=tea"]))
def test_the_order_of_different_names_does_not_matter(parts: list[str]) -> None:
    assert key("https://site.org/s?" + "&".join(parts)) == "site.org/s?a=1&b=2&page=3&q=tea"


@pytest.mark.parametrize("unit", ["a", "/", "/..", "%", "&a", "?", "#/", "utm_", "a.", "@", ":1", "ü", "/RU=", "&v=", "-a"])
@pytest.mark.parametrize(
    "start", ["https://", "https://site.org/", "https://youtube.com/watch?", "https://r.search.yahoo.com/", ""]
)
def test_a_long_string_takes_no_time(start: str, unit: str) -> None:
    began = time.process_time()
    key(start + unit * (16_000 // len(unit)))
    key(start + unit * 1_000_000)
    assert time.process_time() - began < 1
