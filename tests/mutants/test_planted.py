"""Each planted fault still finds the line it is made in; whether the tests notice it is what run.py is for."""

from tests.mutants.run import ENOUGH, ROOT, planted


def test_each_fault_can_be_planted_in_one_place() -> None:
    lost = [
        row for row in planted() if (ROOT / row[0]).read_text(encoding="utf-8").count(row[1]) != 1 or row[1] == row[2]
    ]
    assert lost == []
    assert len(planted()) >= ENOUGH + 2
