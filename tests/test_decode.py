import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webresearch.pages.alphabets import latin_encoding
from webresearch.pages.decode import Decoded, decode

SENTENCES = {
    "windows-1252": "L’année dernière, « l’hôtel » a coûté 40 € – et où étaient les élèves ? Tout près, à la forêt. ",
    "windows-1250": "Wczoraj późno przyjechał pociąg, więc dzieci poszły spać bez książki, a żółte liście leżą na ścieżce. ",
    "iso-8859-2": "Żaden sąsiad nie śpi, gdy źrebię pije świeżą wodę; chłopiec więc idzie na łąkę pod lasem. ",
    "windows-1254": "Çocuklar akşam eve geç döndü, çünkü son tren kaçmıştı; şimdi güneş doğuyor ve ağaçlar ışıldıyor. ",
    "windows-1257": "Vaikai vėlai grįžo namo, nes traukinys jau išvažiavęs; žąsys šėlsta, ūkai kyla virš upės. ",
    "windows-1251": "Дети поздно вернулись домой, потому что последний поезд давно ушёл со станции в сторону гор. ",
    "koi8-r": "Старый мост через реку закрыли на ремонт, и теперь все жители ходят вокруг по другому берегу. ",
    "iso-8859-7": "Τα παιδιά γύρισαν αργά στο σπίτι, γιατί το τελευταίο τρένο είχε ήδη φύγει από τον σταθμό. ",
    "windows-1255": "הילדים חזרו הביתה מאוחר כי הרכבת האחרונה כבר יצאה מהתחנה אתמול בערב. ",
    "windows-1256": "عاد الأطفال إلى البيت متأخرين لأن القطار الأخير كان قد غادر المحطة مساء أمس. ",
    "shift_jis": "子供たちは遅く家に帰りました。最後の電車はもう出ていたので、コーヒーを飲みながら歩きました。",
    "euc-jp": "川の古い橋は工事のため閉まっています。住んでいる人たちはみんな遠回りをしなければなりません。",
    "gbk": "孩子们很晚才回家，因为最后一班火车已经离开了车站。他们在路上买了一些水果和面包。",
    "big5": "孩子們很晚才回家，因為最後一班火車已經離開了車站。他們在路上買了一些水果和麵包。",
    "euc-kr": "아이들은 마지막 기차가 이미 떠났기 때문에 집에 늦게 돌아왔습니다. 오래된 다리는 공사 중입니다. ",
    "utf-16": "A plain sentence in English, without one accent, long enough to be the text of a page. ",
}
DECLARED = ("as it is", "", "utf-8", "iso-8859-1", "windows-1252")


def html(text: str, label: str = "") -> str:
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={label}">' if label else ""
    return f"<!doctype html><html><head><title>T</title>{meta}</head><body><h1>T</h1><p>{text}</p></body></html>"


@pytest.mark.parametrize("declared", DECLARED)
@pytest.mark.parametrize("encoding", SENTENCES)
@pytest.mark.parametrize("times", [2, 30])
def test_a_page_comes_back_in_its_letters_whatever_it_says_of_itself(encoding, declared, times):
    text = SENTENCES[encoding] * times
    body = html(text, encoding if declared == "as it is" else declared).encode(encoding)
    assert SENTENCES[encoding].strip() in decode(body).text


def test_the_header_is_believed_before_the_page():
    body = html("Žluťoučký kůň", "koi8-r").encode("iso-8859-2")
    assert "Žluťoučký kůň" in decode(body, "text/html; charset=ISO-8859-2").text


@pytest.mark.parametrize("header", ["text/html; charset=iso-8859-1", "text/html; charset=utf-8", "text/html; charset=us-ascii"])
def test_a_header_said_out_of_habit_gives_way_to_the_page(header):
    assert "Žluťoučký kůň" in decode(html("Žluťoučký kůň", "windows-1250").encode("cp1250"), header).text


@pytest.mark.parametrize(
    "before", ["<!-- <meta charset=koi8-r> -->", '<meta name="description" content="old pages say charset=koi8-r">']
)
def test_a_declaration_in_a_comment_or_a_description_is_none(before):
    text = SENTENCES["windows-1251"]
    body = f"<html><head>{before}<meta charset=windows-1251></head><body><p>{text}</p></body></html>".encode("cp1251")
    assert text.strip() in decode(body).text


@pytest.mark.parametrize("label", ["x-sjis", "Windows-31J", "shift-jis"])
def test_names_browsers_know_and_python_does_not_are_understood(label):
    assert decode("髙橋さん①".encode("cp932"), f"text/plain; charset={label}").text == "髙橋さん①"


def test_an_xml_declaration_counts():
    body = '<?xml version="1.0" encoding="windows-1251"?><p>мир</p>'.encode("cp1251")
    assert "мир" in decode(body).text


@pytest.mark.parametrize("label", ["hex", "rot13", "utf-7", "idna", "unicode_escape", "cp037", "nonsense", "zlib", "x" * 39])
def test_an_encoding_the_web_does_not_use_is_not_believed(label):
    assert decode("naïve café".encode("cp1252"), f"text/plain; charset={label}").text == "naïve café"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides_and_is_no_text(encoding):
    assert decode("日本 text".encode(encoding), "text/plain; charset=iso-8859-1").text == "日本 text"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_text_without_a_mark_is_known_by_its_zero_bytes(encoding):
    assert decode(html("昔の話").encode(encoding)).text == html("昔の話")


def test_zero_bytes_alone_are_no_wide_text():
    assert decode(bytes(range(8)) * 100 + bytes(900)).encoding == "utf-8"


def test_japanese_in_seven_bits_is_known_by_its_escapes():
    assert decode("古い橋です".encode("iso2022_jp")).text == "古い橋です"


def test_a_character_cut_in_half_at_the_end_is_dropped_without_counting():
    assert decode("домик".encode()[:-1]) == Decoded("доми", "utf-8", 0)


def test_utf8_with_a_few_broken_places_stays_utf8_and_counts_them():
    decoded = decode("дом стоит у реки ".encode() * 20 + b"\xff\xfe" + "и сад".encode())
    assert (decoded.encoding, decoded.replaced) == ("utf-8", 2)
    assert decoded.text.endswith("и сад")


def test_a_replacement_character_that_the_page_itself_holds_is_not_counted():
    assert decode("дом \ufffd дом".encode()).replaced == 0


def test_two_letters_that_are_utf8_by_chance_are_read_as_declared():
    body = "联".encode("gbk")
    assert decode(b"<meta charset=gbk>" + b"\xc2\xa9", "").text.endswith("漏")
    assert decode(body, "text/plain; charset=gbk").text == "联"


def test_a_declared_encoding_with_a_rare_error_is_still_believed():
    body = (SENTENCES["euc-kr"] * 40).encode("euc-kr") + b"\xff "
    decoded = decode(body, "text/html; charset=euc-kr")
    assert (decoded.encoding, decoded.replaced) == ("cp949", 1)


def test_the_detector_sees_the_text_behind_a_long_script():
    page = html(SENTENCES["koi8-r"] * 10).replace("<h1>", "<script>" + "var a = 1 < 2;\n" * 20000 + "</script><h1>")
    assert SENTENCES["koi8-r"] in decode(page.encode("koi8-r")).text


def test_a_long_text_is_judged_by_a_sample_that_cuts_no_character():
    text = SENTENCES["euc-jp"] * 4000
    assert decode(text.encode("euc-jp")).text == text


def test_plain_ascii_and_nothing_are_utf8():
    assert decode(b"plain") == Decoded("plain", "utf-8", 0)
    assert decode(b"") == Decoded("", "utf-8", 0)


def test_marks_of_no_language_are_read_as_windows_1252():
    assert decode(b"\x93These are quoted words\x94 \x96 for 50 \x80").text == "“These are quoted words” – for 50 €"
    assert decode(b"Copyright \xa9 2026 by nobody").text == "Copyright © 2026 by nobody"
    assert latin_encoding(b"\xa9") == "cp1252"


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=400),
    st.sampled_from(["", "text/html; charset=gbk", "charset=utf-16", 'charset="', "charset=iso-2022-jp"]),
)
def test_any_bytes_become_text(body, content_type):
    decoded = decode(body, content_type)
    assert decoded.replaced >= 0
    decoded.text.encode("utf-8")


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x00\x1b\ufeff\ufffe"), min_size=3))
def test_valid_utf8_is_never_taken_for_anything_else(text):
    assert decode(text.encode()).text == text
