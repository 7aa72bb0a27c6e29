import pytest
from hypothesis import given
from hypothesis import strategies as st

from webresearch.models import PAGE_VERDICTS
from webresearch.pages.mojibake import garbled, garbled_at_source
from webresearch.pages.verdict import judge, text_characters
from webresearch.pages.walls import walls

PARAGRAPH = (
    "The lock at the lower weir was rebuilt twice before the canal company gave up the trade in coal and turned to water. "
    "Its gates are of oak, its sills of granite, and the chamber takes a boat of seventy feet with a hand's breadth to spare. "
)
ARTICLE = "\n\n".join([PARAGRAPH] * 4)


def verdict(markdown, title="", html="", status=200, whole=0):
    return judge(
        status=status, title=title, markdown=markdown, html=html, whole_text_characters=whole, thin_characters=500
    ).verdict


CHALLENGES = {
    "cloudflare": (
        "Just a moment...",
        "# shop.example\n\nVerify you are human by completing the action below.\n\nRay ID: 9f1c2d3e4a",
    ),
    "javascript and cookies": ("One moment, please...", "Please enable JavaScript and cookies to continue"),
    "denied by an edge server": (
        "Access Denied",
        '# Access Denied\n\nYou don\'t have permission to access "/" on this server.\n\nReference #18.2d351ab8',
    ),
    "press and hold": (
        "Access to this page has been denied",
        "Press & Hold to confirm you are a human (and not a bot). Reference ID 7c1f-aa",
    ),
    "unusual traffic": (
        "",
        "Our systems have detected unusual traffic from your computer network. Solve the CAPTCHA.",
    ),
    "proof of work": (
        "Making sure you're not a bot!",
        "Loading... You are seeing this because this site is protected by Anubis.",
    ),
    "blocked outright": (
        "Attention Required! | Cloudflare",
        "# Sorry, you have been blocked\n\nIt uses a security service to protect itself.",
    ),
    "german": ("Nur einen Moment…", "Bestätigen Sie, dass Sie ein Mensch sind. Ihr Browser wird überprüft."),
    "french": ("Vérification de sécurité", "Veuillez confirmer que vous êtes un humain pour continuer."),
}


@pytest.mark.parametrize("name", CHALLENGES)
def test_a_challenge_is_blocked_whatever_its_status(name):
    title, markdown = CHALLENGES[name]
    assert [verdict(markdown, title, status=status) for status in (200, None, 403, 503)] == ["blocked"] * 4


def test_a_captcha_that_only_its_markup_shows_is_blocked_under_a_telling_title():
    html = '<div class="g-recaptcha" data-sitekey="x"></div>'
    assert verdict("Please continue.", "Are you a robot?", html) == "blocked"


NOT_THERE = {
    "english": (
        "Page not found - Harbour Museum",
        "# Oops!\n\nThe page you requested can't be found.\n\n[Home](https://museum.example/)",
    ),
    "number in title": ("404", "Sorry, we couldn't find that page. It may have been moved or deleted."),
    "number in heading": ("Harbour Museum", "# Error 404\n\nThis page doesn't exist. Go back to the homepage."),
    "no title": ("", "The page you are looking for is no longer available."),
    "with a menu": (
        "Not found | Harbour Museum",
        "# Not found\n\nThe page does not exist.\n\n"
        + "\n".join(f"- [Ship number {n} of the collection](https://museum.example/{n})" for n in range(90)),
    ),
    "german": ("Seite nicht gefunden | Hafenmuseum", "Die gewünschte Seite existiert nicht. Zurück zur Startseite."),
    "german with leider": ("Fehler 404", "Diese Seite existiert leider nicht mehr."),
    "something went wrong": ("Page not found | Acme", "Hmm, something went wrong here. Please use our search or the menu."),
    "turkish": ("Sayfa bulunamadı", "Aradığınız sayfa kaldırılmış veya taşınmış olabilir."),
    "arabic": ("الصفحة غير موجودة", "عذرا، الصفحة التي تبحث عنها غير موجودة."),
    "french": ("Page introuvable", "La page que vous recherchez n'existe plus ou a été déplacée."),
    "spanish": ("Página no encontrada", "La página que buscas no existe."),
    "japanese": ("ページが見つかりません", "お探しのページは削除されたか、移動した可能性があります。"),
}


@pytest.mark.parametrize("name", NOT_THERE)
def test_a_page_that_says_it_is_not_there_is_a_soft_404(name):
    title, markdown = NOT_THERE[name]
    assert verdict(markdown, title) == "soft_404"


CONSENT = {
    "english": (
        "Before you continue",
        "We use cookies and data to deliver our services and measure audience engagement. If you accept all, we will also "
        "show personalised content. You can change your choices at any time. Reject all. More options.",
    ),
    "german": (
        "Datenschutzeinstellungen",
        "Wir und unsere 214 Partner verarbeiten personenbezogene Daten und setzen Cookies. Mit Ihrer Einwilligung zeigen wir "
        "personalisierte Werbung. Alle akzeptieren oder ablehnen.",
    ),
    "french": (
        "Avant de continuer",
        "Avec votre consentement, nos 80 partenaires et traitons cookies et données personnelles. Tout accepter, refuser.",
    ),
}


@pytest.mark.parametrize("name", CONSENT)
def test_a_page_that_only_asks_for_consent_is_a_consent_wall(name):
    title, markdown = CONSENT[name]
    assert verdict(markdown, title) == "consent_wall"


def test_buttons_that_extraction_leaves_out_count_under_a_telling_title():
    html = "<h1>Privacy settings</h1><p>We store cookies and personal data.</p><button>Accept all</button>"
    assert verdict("# Privacy settings\n\nWe store cookies and personal data.", "Privacy settings", html) == "consent_wall"


def test_a_footer_with_cookie_settings_makes_no_consent_wall():
    html = (
        "<p>Sort by price</p><footer>Cookie settings. Privacy policy. Do not sell my personal information. Accept all.</footer>"
    )
    assert verdict("Sort by price", "Lock gates and sills", html) == "thin"


LOGINS = {
    "form": (
        "Log in - Canal Forum",
        "# Log in\n\nYou must be logged in to view this thread.",
        "<form><input type=password></form>",
    ),
    "invitation": ("Sign in to your account", "Forgot your password? Don't have an account? Create an account.", ""),
    "no title": (
        "Canal Forum",
        "Please log in to continue. Forgot password? Remember me. Create a new account.",
        "<input type='password'>",
    ),
    "german": ("Anmelden | Kanalforum", "Bitte melden Sie sich an. Passwort vergessen?", ""),
    "french": ("Connexion", "Mot de passe oublié ? Vous devez être connecté.", '<input type="password">'),
}


@pytest.mark.parametrize("name", LOGINS)
def test_a_page_that_only_asks_to_log_in_is_a_login_wall(name):
    title, markdown, html = LOGINS[name]
    assert verdict(markdown, title, html) == "login_wall"


PARKED = {
    "for sale": ("canalboats.example is for sale", "This domain is for sale. Make an offer or buy this domain now."),
    "adverts": (
        "canalboats.example",
        "This domain is parked free, courtesy of a registrar.\n\nRelated searches\n\n- [Boats](https://a.example/)",
    ),
    "german title": ("kanal-boote.example steht zum Verkauf", "Diese Domain steht zum Verkauf. Sie können sie kaufen."),
    "french": ("bateaux.example est à vendre", "Ce nom de domaine est à vendre. Faites une offre."),
    "registered": (
        "boats.example - Registered at Namecheap.com",
        "boats.example was registered recently. The Sponsored Listings displayed above are served by a third party.",
    ),
    "german": ("canalboats.example", "Diese Domain steht zum Verkauf. Domain kaufen bei Sedo."),
}


@pytest.mark.parametrize("name", PARKED)
def test_a_domain_without_a_site_is_parked(name):
    title, markdown = PARKED[name]
    assert verdict(markdown, title) == "parked"


@pytest.mark.parametrize(
    ("title", "markdown"),
    [
        ("502 Bad Gateway", "# 502 Bad Gateway\n\nnginx"),
        ("403 Forbidden", "# 403 Forbidden\n\nnginx"),
        ("Service Unavailable", "The service is temporarily unavailable. Please try again later."),
    ],
)
def test_a_server_error_sent_as_a_page_is_an_http_error(title, markdown):
    assert verdict(markdown, title) == "http_error"


def test_a_bare_refusal_is_an_http_error_and_no_challenge():
    assert verdict("# 403 Forbidden\n\nnginx", "403 Forbidden", status=403) == "http_error"


@pytest.mark.parametrize("status", [400, 401, 404, 410, 451, 500, 599])
def test_an_error_status_is_an_http_error_however_good_the_text(status):
    judgement = judge(status=status, title="", markdown=ARTICLE, thin_characters=500)
    assert (judgement.verdict, judgement.reason) == ("http_error", f"HTTP {status}")


REAL = {
    "404": (
        "404 Not Found: what the status means",
        "# 404 Not Found\n\nThe page could not be found is what servers say when a page does not exist. ",
    ),
    "login": ("Sign in", "# Sign in\n\nYou must be signed in to edit. Forgot your password? Reset it under settings. "),
    "captcha": ("Just a moment", "# Access denied\n\nVerify you are human, says the Ray ID page that checks your browser. "),
    "cookies": (
        "Your privacy choices",
        "# Before you continue\n\nWe use cookies; our partners store personal data; accept all or reject all. ",
    ),
    "parking": (
        "Buy this domain",
        "# This domain is for sale\n\nDomain parking, sponsored listings and how to make an offer. ",
    ),
}


@pytest.mark.parametrize("name", REAL)
def test_an_article_about_such_pages_is_an_article(name):
    title, markdown = REAL[name]
    assert verdict(f"{markdown}\n\n{ARTICLE}", title, "<form><input type=password></form><div class=g-recaptcha>") == "ok"


# Short texts on walls: as long as a wall can be, but in whole sentences.
ABOUT = {
    "404 Not Found": (
        "The server sends this status when the page was not found. It says nothing about why: the page may have been "
        "moved, the address may have been mistyped, or a link may be old. Servers log each of them with the address that "
        "was asked for. Show your visitors a search form and a way to the home page. When a resource is gone for good, "
        "send the status 410 instead, which tells search engines to forget the address at once."
    ),
    "Access denied": (
        "Access is denied when the file's owner has not given you the right to read it. List the rights with ls -l and "
        "look at the first column. If you own the file, chmod u+r adds the right for yourself; if your group owns it, use"
        " chmod g+r. On a network share the server decides, and you do not have permission to change that from your side."
        " Ask whoever runs it, and name the path and the hour of your attempt so that the log can be searched."
    ),
}


@pytest.mark.parametrize("title", ABOUT)
def test_a_short_text_about_such_pages_is_no_such_page(title):
    assert verdict(f"# {title}\n\n{ABOUT[title]}", title) in ("ok", "thin")


def test_an_article_with_a_banner_and_a_login_box_is_an_article():
    html = "<div>We use cookies. Accept all</div><form>Sign in. Forgot password? <input type=password></form>"
    assert verdict(ARTICLE, "The lower lock", html) == "ok"


def test_a_very_long_page_is_never_a_wall():
    links = "\n".join(f"- [page not found {n}](https://a.example/{n})" for n in range(2000))
    assert verdict(links, "Page not found") == "ok"


def test_a_short_page_of_its_own_is_thin_and_says_how_thin():
    judgement = judge(status=200, title="Lock hours", markdown="Open from May to September.", thin_characters=500)
    assert (judgement.verdict, judgement.reason) == ("thin", "27 characters, under 500")


def test_links_and_marks_do_not_make_a_page_longer():
    assert text_characters("## [Lock](https://example.com/" + "a" * 900 + ") **hours** ![x](https://example.com/x.png)") == len(
        "Lock hours"
    )
    assert text_characters("a" * 300_000) == 300_000


@pytest.mark.parametrize(
    "html",
    [
        '<div id="root"></div><script src=a.js></script>',
        "<app-root></app-root>",
        "<noscript>Please enable JavaScript</noscript>",
    ],
)
def test_an_application_shell_is_thin_and_says_so(html):
    judgement = judge(status=200, title="App", markdown="", html=html, thin_characters=500)
    assert judgement.verdict == "thin"
    assert "application shell" in judgement.reason


def test_a_thin_extract_of_a_long_page_says_so():
    judgement = judge(status=200, title="", markdown="Short.", html="<p>x</p>", whole_text_characters=9000, thin_characters=500)
    assert judgement.reason.endswith("the whole page has 9000")


CLEAN = {
    "french": "L'été dernier, « l'hôtel » a été très apprécié : ça va, où êtes-vous ? À Noël, sûr… «là»… ",
    "portuguese": "A ação não começou até amanhã; são três irmãos à mesa, e NÃO há razão. ",
    "russian": "Старый шлюз закрыт на ремонт, и «лодки» стоят у берега. Ёлка — на мосту. ",
    "chinese": "孩子们很晚才回家，因为最后一班火车已经离开了车站。",
    "japanese": "子供たちは遅く家に帰りました。コーヒーを飲みました。",
    "greek": "Το παλιό γεφύρι έκλεισε για επισκευή. ",
    "vietnamese": "Tối hôm qua các em về nhà muộn vì chuyến tàu cuối cùng đã rời ga. ",
    "signs": "Copyright © 2026 – “quoted” — 20 °C ± 5 € … ",
}
MISTAKES = [
    ("french", "utf-8", "cp1252"),
    ("signs", "utf-8", "cp1252"),
    ("signs", "utf-8", "latin-1"),
    ("russian", "utf-8", "cp1251"),
    ("russian", "utf-8", "cp1252"),
    ("russian", "cp1251", "latin-1"),
    ("russian", "koi8-r", "latin-1"),
    ("greek", "iso8859-7", "cp1252"),
    ("chinese", "utf-8", "gb18030"),
    ("chinese", "gbk", "latin-1"),
    ("japanese", "utf-8", "cp932"),
    ("japanese", "euc-jp", "latin-1"),
    ("vietnamese", "utf-8", "cp1252"),
]


@pytest.mark.parametrize("language", CLEAN)
def test_good_text_of_any_language_is_no_mojibake(language):
    assert garbled(CLEAN[language] * 12) == ""


@pytest.mark.parametrize(("language", "written", "read"), MISTAKES)
def test_text_read_in_the_wrong_encoding_is_mojibake(language, written, read):
    text = (CLEAN[language] * 12).encode(written, "ignore").decode(read, "ignore")
    assert verdict(text + ARTICLE) == "mojibake"


def test_text_full_of_replacement_characters_is_mojibake():
    assert verdict(("caf\ufffd and d\ufffdj\ufffd vu " * 5) + ARTICLE) == "mojibake"


def test_a_slip_in_a_long_text_is_no_mojibake():
    assert garbled("Â© 2026 cafÃ© " + CLEAN["french"] * 40) == ""


def test_the_source_shows_mojibake_whose_control_characters_are_gone():
    html = "It’s the lock’s gate. ".encode().decode("latin-1") * 12
    text = html.replace("\x80", "").replace("\x99", "")
    assert verdict(text + ARTICLE, html=html) == "mojibake"
    assert garbled_at_source(text, "<p>nothing</p>") == ""
    assert garbled_at_source("plain", html) == ""


def test_the_walls_are_of_the_closed_list():
    assert {wall.verdict for wall in walls()} < set(PAGE_VERDICTS)


@given(st.text(), st.text(), st.text(), st.sampled_from([None, 200, 403]))
def test_any_page_gets_a_verdict_and_one_line_of_reason(title, markdown, html, status):
    judgement = judge(status=status, title=title, markdown=markdown, html=html, thin_characters=500)
    assert judgement.verdict in PAGE_VERDICTS
    assert "\n" not in judgement.reason
