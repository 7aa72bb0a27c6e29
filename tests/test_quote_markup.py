# ruff: noqa: E501 - a table reads best with one case a line
"""Quotes against markup that converters and authors write, one page each."""

import pytest

from webresearch.evidence.quotes import PageText

CASES = {
    "cells of an HTML table are cells": ("<table><tr><td>Alva</td><td>12 m</td></tr>\n<tr><td>Bree</td><td>7 m</td></tr></table>", ["Alva 12 m"], ["12 m Bree", "Alva 7 m"]),
    "a script is not text": ("Rain fell <script>hidden words here</script> all day.", ["Rain fell all day"], ["hidden words here"]),
    "a style block is not text": ("<style>\n.secret words here {}\n</style>\nRain fell all day.", ["Rain fell all day"], ["secret words here"]),
    "a script that never ends hides the rest": ("Rain fell.\n\n<script>\nhidden words here", [], ["hidden words here"]),
    "a comment over paragraphs is not text": ("Rain <!-- one\n\ntwo hidden words\n\nend --> fell all day.", ["Rain fell all day"], ["two hidden words"]),
    "several comments in a line": ("<!-- a b c --> <!-- d e f --> Rain fell all day.", ["Rain fell all day"], ["a b c", "d e f"]),
    "two comments that leave their lines": ("Rain <!--\n\na --> fell <!--\n\nb --> all day.", ["Rain fell all day"], []),
    "an open comment in a sentence is text": ("Rain <!-- fell all day.", ["fell all day"], []),
    "an open comment in a sentence, with a later line": ("Rain <!-- fell\nall <!-- day long.", ["day long."], []),
    "a comment in code is code": ("Write `<!-- x y -->` there.", ["Write <!-- x y --> there"], []),
    "subscript before a digit": ("We use log<sub>2</sub>8 here, H<sub>2</sub>O there.", ["use log₂8 here", "H2O there"], ["use log28 here"]),
    "ordinals are no powers": ("On the 1<sup>st</sup> day 10<sup>x</sup> came.", ["On the 1st day", "10^x came"], ["day 10x came"]),
    "a raised citation is plain": ("Rain fell<sup>[5]</sup> and 10<sup>[3](#n)</sup> more.", ["Rain fell[5] and"], ["and 103 more", "and 10 more"]),
    "a raised word with tags inside": ("The 10<sup><b>3</b></sup> boats.", ["The 10^3 boats"], ["The 103 boats"]),
    "quotation tags are quotation marks": ("He said <q>no boats</q> came.", ['He said "no boats" came'], []),
    "unknown tags are words or nothing": ("Give <name> the boat.", ["Give <name> the boat", "Give the boat"], []),
    "comparison is no tag": ("If a<b and c>d then stop.", ["If a<b and c>d then stop"], ["If ad then stop"]),
    "an image by reference": ("See ![a drowned clerk][pic] and ![another clerk][] here.\n\n[pic]: a.png", ["See and"], ["a drowned clerk"]),
    "a definition with its title below": ("Rain [fell][x] there.\n\n[x]: http://a.b/c\n  \"hidden title words\"\n\nAll day long.", ["Rain fell there", "All day long"], ["hidden title words"]),
    "no definition, no link": ("Rain [fell][x] there, matrix[i][j] too.", ["Rain [fell][x] there"], []),
    "an escaped bracket is text": ("Rain \\[fell\\](x y) there.", ["Rain [fell](x y) there"], []),
    "link targets with parentheses and spaces": ("A [b c](http://x/(y)_z 'hidden t t') d, [e f](<http://x y> (hid t)) g.", ["A b c d", "d, e f g"], ["hidden t t", "hid t"]),
    "a link in a link text": ("A [b [c](u) d](w) f.", ["A [b c d](w) f"], []),
    "too many parentheses make no link": ("A [b](c d e) f.", ["A [b](c d e) f"], []),
    "an operator at the front of a wrapped line": ("The dose was\n> 9 mg in all.", ["dose was > 9 mg"], ["dose was 9 mg"]),
    "a quotation that begins with a number": ("> 9 boats\n> came home.", ["9 boats came home", "> 9 boats\n> came home"], []),
    "a sentence that ends in a year on its own line": ("It was in\n1881. Boats came.", ["It was in 1881. Boats came"], []),
    "a list that begins with one ends a paragraph": ("Do this\n1. Row out\n2. Row home", ["Do this\n1. Row out"], ["Do this 1. Row out"]),
    "a quotation may go on without its mark": ("> Rain fell\nall day.\n\nThen sun.", ["Rain fell all day"], []),
    "code in a quotation ends with it": ("> ```\n> a *b* c\nd *e* f\n", ["a *b* c", "d e f"], ["a b c"]),
    "code closed": ("~~~\na *b* c\n~~~\nd *e* f\n", ["a *b* c", "d e f"], ["a b c"]),
    "a fence in a quote": ("```\na *b* c\n```\n", ["```\na *b* c\n```"], []),
    "code and words in one quote": ("Say:\n\n```\na *b* c\n```\n\nThen go *on* now.", ["Say:\n```\na *b* c\n```\nThen go on now"], []),
    "a tick without its partner is a tick": ("A ` tick and ``two ticks here.", ["A ` tick and ``two ticks here"], []),
    "a nested list": ("- one two\n  - three four.\n\n      code *x* y\n- five six", ["three four. code"], ["one two three four"]),
    "an indented mark is code": ("Text here.\n\n    - not *a* list\n", ["- not *a* list"], ["not a list"]),
    "a definition list": ("tide\n:   Rise and *fall*.\n\n    More words here.", ["Rise and fall", "More words here"], []),
    "emphasis by three": ("A ***b** c* d **e*f**g h*.", ["A b c d"], []),
    "the rule of three": ("say *a **b** c* now", ["say a b c now"], []),
    "strikethrough is decoration": ("It was ~~not~~ never ~so~ bad.", ["It was not never ~so~ bad"], []),
    "products are products": ("Let a*b*c be 2*3*4 now.", ["Let a*b*c be 2*3*4"], ["Let abc be", "be 234 now"]),
    "emphasis beside Han": ("他说**「不行」**了，今天**下雨**了。", ["他说「不行」了", "今天下雨了"], []),
    "entities that are none": ("AT&T and &bogus; and &#x41;BC &#66;CD.", ["AT&T and &bogus; and ABC BCD"], []),
    "an unused escape is a backslash": ("The path C:\\temp\\new is set.", ["The path C:\\temp\\new is set"], ["path C:tempnew is"]),
    "a heading with numbers signs": ("# C# and F# #\n\nWords *here* now.", ["C# and F#"], ["# C# and F# #x"]),
    "an empty heading": ("#\n\n# \n\nWords stand here.", ["Words stand here"], []),
    "rules are no text": ("Rain fell.\n\n* * *\n\n___\n\nSun shone.", ["Rain fell. Sun shone."], []),
    "table without rule": ("| Ivo | 61 |\n| Jan | 29 |", ["Ivo 61", "Jan | 29"], ["61 Jan"]),
    "rows on one line": ("| a b | c d |\n|---|---|\n| e f | g h |", ["| a b | c d | | e f | g h |"], ["| a b | c d | e f |", "a b | | c d"]),
    "a cell's edge": ("| Alva | 12 m |\n|---|---|\n| b | c |", ["| Alva | 12 m |"], ["| Alva | 12 |"]),
    "an ellipsis over whole rows": ("| Alva | 12 m |\n|---|---|\n| Bree | 7 m |", ["| Alva | 12 m |\n...\n| Bree | 7 m |"], ["Alva 12 ... Bree 7 m"]),
    "an item with a sign": ("- 5 boats came\n- 6 boats left", ["- 5 boats came", "- 5 boats came\n- 6 boats left"], []),
    "a sign that is none": ("We saw 5 boats.\n\nAll were -7 deep.", ["saw 5 boats"], ["- 5 boats", "+ 5 boats", "were 7 deep"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_markup(name: str) -> None:
    text, standing, falling = CASES[name]
    page = PageText(text)
    assert [quote for quote in standing if not page.find(quote)] == []
    assert [quote for quote in falling if page.find(quote)] == []


EDGES = {
    "punctuation is no part of a word": ("He (the old man) said: \"Go!\" Then he left; why?", ["the old man", "Go!\" Then he", "Then he left", "he left; why"], []),
    "brackets inside a word": ("The un(certain) and (non)significant gene(s) moved.", ["gene(s) moved"], ["certain) and", "significant gene(s)", "significant gene"]),
    "citations": ("Boats left[5] and came[6]home.", ["and came"], []),
    "dots": ("Use os.path and .NET or e.g. this one... then go.", ["os.path and .NET", "then go."], ["path and", "NET or", "Use os"]),
    "commas": ("It cost 1,204 or a,b in all.", ["cost 1,204 or"], ["204 or a", "It cost 1"]),
    "colons": ("At 06:40 see http://x.org/a or key:value pairs.", ["At 06:40 see", "value pairs"], ["40 see http", "see http"]),
    "exclamation": ("Test !important and x != y here! Now go.", ["x != y here", "Now go"], ["important and x", "= y here"]),
    "dashes": ("The 10–20 range – wide – of well–known pre-war boats—5 left —6 came.", ["wide – of", "5 left"], ["20 range", "known pre-war", "war boats", "-5 left", "6 came"]),
    "apostrophes": ("The cook's 'old pot' isn't lost.", ["old pot", "The cook's 'old pot'"], ["t lost.", "s 'old pot", "old pot' isn"]),
    "signs": ("Costs $5, 6%, #7, @me, x^2, a/b, ~8, 9° and 3 € or 4 % now.", ["Costs $5, 6%"], ["5, 6%", "Costs $5, 6", "7, @me", "2, a/b", "and 3", "or 4", "8, 9°", "~8, 9"]),
    "arrows are no comparison": ("Press => 5 times or -> 6 times, < 7 times.", ["5 times or", "6 times, <"], ["7 times."]),
    "katakana": ("彼はジョン・スミスです。データベースの量。", ["ジョン・スミスです"], ["スミスです。データ", "彼はジョン", "ベースの量。彼"]),
    "unspaced sentences": ("终わり.次の文です。价格3万元.第4章。", ["次の文です"], ["价格3", "万元.第4章"]),
    "thai syllables": ("เรือออกจากท่าเรือในตอนเช้า", ["เรือออกจากท่าเรือ"], ["รือออกจากท่าเรือใน"]),
    "korean endings": ("배가 떠나지 않았다 그리고 왔다.", ["배가 떠나지 않았다"], ["배가 떠나지"]),
    "chinese ellipsis": ("船没有离开港口。船员都很高兴。", ["船没有离开……船员都很高兴"], ["船没……离开港口。船", "船……离开港口。船员"]),
    "turkish letters": ("Işık geldi, İzmir güldü. Şimdi ıssız bir yer.", ["ışık geldi, İzmir", "izmir güldü. Şimdi"], ["Işik geldi", "ışık geldi, Izmir"]),
    "a unit keeps its case": ("They took 5 mg of salt. Is it so?", ["is it so?", "mg of salt"], ["Mg of salt"]),
    "a URL is no text": ("Visit https://a.org/old-boats now 请看https://a.org/旧的船只说明吧", ["Visit https://a.org/old-boats now"], ["旧的船只说明", "boats now", "https://a.org/old-boats"]),
    "wide and narrow": ("①② Ｔｈｅ　ｂｏａｔ １２℃、㎍ ﾊﾞｽ 5㎡", ["The boat 12°C", "μg バス"], ["5m2 x"]),
    "wrapped in other marks": ("Boats left at dawn.", ["'Boats left at dawn.'", "«Boats left at dawn.»"], ["\"Boats left at dusk.\"", "\"\""]),
    "an ellipsis and its literal twin": ("Boats… left at dawn. Gulls came home. Rain fell all day.", ["Boats... left at dawn ... Rain fell all day"], ["Boats left at dawn"]),
    "many ellipses": ("a1 b1 c1 d1. " * 12, [" ... ".join(["a1 b1 c1"] * 10)], [" ... ".join(["a1 b1 c1"] * 13)]),
    "a limit as an ellipsis": ("The flag should only be used at night. Heat would probably, perhaps reduce it. The old flag is red.", ["The flag should ... at night", "should only be used at night ... The old flag is red"], ["The flag should ... be used", "Heat would ... reduce it"]),
    "a number and its unit": ("The dose was 107 µg a day at 20 °C. It lasted 12 months in 3 V cells.", ["It lasted 12", "107 µg a day", "at 20 °C"], ["The dose was 107", "a day at 20", "12 months in 3"]),
    "a negation before an ellipsis": ("The drug did not help children. It isn't sold there.", ["The drug did not help ... It isn't sold there"], ["The drug did not help ... sold there", "The drug did ... help children", "It ... sold there", "drug did not help children. It ... sold there"]),
    "a repeated word flood": ("catalogue " * 5000 + "cat sat down.", [], ["cat cat sat"]),
    "a fragment that stands only in a word later": ("old boats leak. Then old boats leaky new sails came.", ["old boats leak ... new sails came"], []),
}  # fmt: skip


@pytest.mark.parametrize("name", EDGES)
def test_edges(name: str) -> None:
    text, standing, falling = EDGES[name]
    page = PageText(text)
    assert [quote for quote in standing if not page.find(quote)] == []
    assert [quote for quote in falling if page.find(quote)] == []
