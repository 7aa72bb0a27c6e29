"""The measure of reading itself."""

import json

import measure_reading
import pytest

FILLER = "Gulls sit on the wall and look at the water. Nobody minds them much.\n\n"


@pytest.fixture
def folder(tmp_path):
    rows = []
    for number in range(4):
        fact = f"The pier no {number} is {number + 300} m long."
        (tmp_path / f"p{number}.md").write_text(FILLER * 40 + fact + "\n\n" + FILLER * 40, "utf-8")
        rows.append(
            {"set": "ab"[number % 2], "doc": f"p{number}.md", "question": "how long is the pier", "evidence": [{"text": fact}]}
        )
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return tmp_path


def test_recall_and_reduction_of_both_methods_are_printed_together(folder, capsys):
    assert measure_reading.main([str(folder)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("recall, all sets") == printed.count("reduction") == 2
    assert "floors hold" in printed and "TF-IDF cosine" in printed


def test_a_missed_floor_is_named_and_fails_unless_only_printing(folder, capsys, monkeypatch):
    monkeypatch.setattr(measure_reading, "FLOORS", {"mean": 100.1, 800: 100.1})
    assert measure_reading.main([str(folder)]) == 1
    assert "recall 800: 100.0 < 100.1" in capsys.readouterr().out
    assert measure_reading.main([str(folder), "--no-floors"]) == 0


def test_an_answer_over_its_budget_is_counted(folder):
    questions, pages = measure_reading.load(folder, "")
    result = measure_reading.measure(lambda page, question, budget: [page], questions, pages)
    assert result["over"] == 8


def test_half_of_the_pages_of_each_set_can_be_measured(folder):
    even, odd = (measure_reading.load(folder, half)[1] for half in ("even", "odd"))
    assert sorted(even) == ["p0.md", "p1.md"] and sorted(odd) == ["p2.md", "p3.md"]
