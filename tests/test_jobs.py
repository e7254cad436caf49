"""The pool of processes: shared jobs, progress, the queue and its limit, stopping, and workers that die."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from chessdash import jobs
from chessdash.errors import ChessdashError, DataError


def square(number: int) -> int:
    return number * number


def after(path: str, value: int) -> int:
    """Waits until the file is there."""
    while not os.path.exists(path):
        time.sleep(0.01)
    return value


def refuses() -> None:
    raise DataError("There is no round 12.")


def breaks() -> None:
    raise KeyError("oops")


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def prints(value: int) -> int:
    print("noise")
    os.write(1, b"more noise")
    return value


def where() -> tuple[int, str, str]:
    return os.getpid(), sys.modules["__main__"].__dict__.get("__file__", "none"), os.environ["OMP_NUM_THREADS"]


@pytest.fixture(scope="module")
def pool():
    with jobs.Pool(2) as made:
        yield made


def until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "took too long"
        time.sleep(0.01)


def test_results_are_combined_in_the_order_of_the_calls(pool):
    job = pool.submit("squares", [(square, (n,)) for n in range(20)], sum)
    assert job.result(30) == sum(n * n for n in range(20))
    assert (job.state, job.done, job.total, job.position, job.finished) == ("done", 20, 20, 0, True)
    assert job.partial() == job.result()
    assert pool.submit("order", [(square, (n,)) for n in range(9)], list).result(30) == [n * n for n in range(9)]


def test_the_same_key_shares_the_job_and_its_result(pool, tmp_path):
    gate = tmp_path / "gate"
    first = pool.submit("shared", [(after, (str(gate), 7))], sum)
    second = pool.submit("shared", [(after, (str(gate), 7))], sum)
    assert first is second
    gate.touch()
    assert first.result(30) == 7
    assert pool.submit("shared", [], sum) is first
    assert pool.find("shared") is first
    assert pool.find("never begun") is None


def test_what_is_finished_can_be_read_while_the_rest_runs(pool, tmp_path):
    gate = tmp_path / "gate"
    job = pool.submit("partial", [(after, (str(gate), 5)), (square, (2,)), (square, (3,))], list)
    until(lambda: job.done == 2)
    assert job.state == "running"
    assert job.partial() == [4, 9]
    gate.touch()
    assert job.result(30) == [5, 4, 9]


def test_no_calls_are_done_at_once(pool):
    assert pool.submit("nothing", [], list).result(1) == []


def test_errors_come_as_their_sentence_and_stay_until_forgotten(pool):
    job = pool.submit("refused", [(refuses, ()), (square, (2,))], list)
    with pytest.raises(ChessdashError, match=r"^There is no round 12\.$"):
        job.result(30)
    assert (job.state, job.error) == ("failed", "There is no round 12.")
    assert pool.submit("refused", [(square, (2,))], list) is job
    pool.forget("refused")
    assert pool.submit("refused", [(square, (2,))], list).result(30) == [4]


def test_an_unforeseen_error_is_a_sentence_too(pool):
    job = pool.submit("broken", [(breaks, ())], list)
    with pytest.raises(ChessdashError, match="The computation failed: KeyError: 'oops'"):
        job.result(30)
    job = pool.submit("unpicklable", [(lambda: 1, ())], list)
    with pytest.raises(ChessdashError, match="The computation failed"):
        job.result(30)
    job = pool.submit("combination", [(square, (1,))], lambda found: found[5])
    with pytest.raises(ChessdashError, match="IndexError"):
        job.result(30)
    assert pool.submit("next", [(square, (5,))], list).result(30) == [25]


def test_a_worker_that_dies_fails_its_job_and_no_other(pool, tmp_path):
    gate = tmp_path / "gate"
    other = pool.submit("bystander", [(after, (str(gate), n)) for n in range(3)], list)
    job = pool.submit("killed", [(dies, ())], list)
    with pytest.raises(ChessdashError, match="ended before it was finished"):
        job.result(30)
    gate.touch()
    assert other.result(30) == [0, 1, 2]
    assert pool.submit("afterwards", [(square, (n,)) for n in range(4)], list).result(30) == [0, 1, 4, 9]


def test_printing_does_not_disturb_the_results(pool):
    assert pool.submit("noise", [(prints, (n,)) for n in range(3)], list).result(30) == [0, 1, 2]


def test_workers_are_processes_that_know_nothing_of_the_script(pool):
    found = pool.submit("where", [(where, ()) for _ in range(6)], list).result(30)
    assert os.getpid() not in {pid for pid, _, _ in found}
    assert {(script, threads) for _, script, threads in found} == {("none", "1")}


def test_cancel_stops_what_runs_and_what_waits(pool, tmp_path):
    job = pool.submit("endless", [(after, (str(tmp_path / "never"), n)) for n in range(5)], list)
    until(lambda: job.state == "running")
    job.cancel()
    assert (job.state, job.position) == ("cancelled", 0)
    with pytest.raises(ChessdashError, match="stopped before its end"):
        job.result(1)
    assert pool.submit("endless", [(square, (3,))], list).result(30) == [9]


def test_a_job_goes_on_for_the_others_who_hold_it(pool, tmp_path):
    gate = tmp_path / "gate"
    job = pool.submit("held", [(after, (str(gate), 1))], list, holder="ada")
    pool.submit("held", [(after, (str(gate), 1))], list, holder="bob")
    job.cancel("ada")
    assert not job.finished
    gate.touch()
    assert job.result(30) == [1]


def test_the_queue_has_places_and_an_end(tmp_path):
    gate = tmp_path / "gate"
    with jobs.Pool(1, together=1, waiting=2) as pool:
        held = [pool.submit(n, [(after, (str(gate), n))], list) for n in range(3)]
        until(lambda: held[0].state == "running")
        assert [job.position for job in held] == [0, 1, 2]
        assert [job.state for job in held] == ["running", "queued", "queued"]
        with pytest.raises(ChessdashError, match="3 computations run or wait already"):
            pool.submit("one more", [(square, (1,))], list)
        assert pool.submit(1, [], list) is held[1]
        held[1].cancel()
        assert held[2].position == 1
        gate.touch()
        assert held[2].result(30) == [2]


def test_a_short_job_need_not_wait_for_a_long_one(tmp_path):
    with jobs.Pool(1, together=2) as pool:
        long = pool.submit("long", [(time.sleep, (0.02,)) for _ in range(200)], len)
        short = pool.submit("short", [(square, (2,))], list)
        assert short.result(30) == [4]
        assert long.done < 200
        long.cancel()


def test_only_so_many_results_are_kept():
    with jobs.Pool(1, kept=2) as pool:
        for n in range(3):
            pool.submit(n, [(square, (n,))], list).result(30)
        assert pool.find(0) is None
        assert pool.find(2).result() == [4]


def test_a_result_that_takes_too_long_says_how_far_it_is(pool, tmp_path):
    gate = tmp_path / "gate"
    job = pool.submit("slow", [(after, (str(gate), 1))], list)
    with pytest.raises(TimeoutError, match="0 of 1 parts"):
        job.result(0.05)
    gate.touch()
    job.result(30)


def test_closing_ends_the_processes_and_refuses_more():
    pool = jobs.Pool(1)
    pid = pool.submit("pid", [(os.getpid, ())], list).result(30)[0]
    waiting = pool.submit("sleep", [(time.sleep, (60,))], list)
    until(lambda: waiting.state == "running")
    pool.close()
    assert waiting.state == "cancelled"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(ChessdashError, match="being ended"):
        pool.submit("late", [], list)


def test_no_more_threads_than_there_are_calls(monkeypatch):
    """Of a hundred thousand workers none waits for nothing; where the system gives no second thread, the first does it all."""
    with jobs.Pool(100_000) as pool:
        assert pool.submit("three", [(int, ("7",))] * 3, list).result(30) == [7] * 3 and len(pool._threads) == 3
        assert pool.submit("one", [(int, ("8",))], list).result(30) == [8] and len(pool._threads) == 3
    start, begun = threading.Thread.start, []

    def refuses(thread):
        if begun:
            raise RuntimeError("can't start new thread")
        begun.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuses)
    with jobs.Pool(5) as pool:
        assert pool.submit("four", [(int, ("9",))] * 4, list).result(30) == [9] * 4 and pool._threads == begun


SCRIPT = """
import os, time
from chessdash import jobs
print(jobs.pool() is jobs.pool(), jobs.pool().submit("pid", [(os.getpid, ())], list).result(30)[0])
jobs.pool().submit("sleep", [(time.sleep, (60,))], list)
"""


def test_the_pool_of_a_script_ends_with_it_without_a_guard(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=30, env={**os.environ, "PYTHONPATH": str(root)}
    )
    same, pid = done.stdout.split()
    assert (done.returncode, same, done.stderr) == (0, "True", "")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)


@pytest.mark.parametrize(("said", "least"), [("3", 3), ("0", 1), ("many", 1), ("", 1)])
def test_the_number_of_workers_is_said_or_one_less_than_cores(monkeypatch, said, least):
    monkeypatch.setenv("CHESSDASH_WORKERS", said)
    assert jobs.workers_wanted() >= least
    assert said != "3" or jobs.workers_wanted() == 3
    assert jobs.workers_wanted(2) == 2
