"""Long work of the pages: one bounded pool of processes, with a queue, progress, partial results and a way to stop.

A job is a list of calls, each computed in a fresh interpreter, and a function that combines their results. A job is known by
its key, made of what it is computed from: whoever asks for the same shares the job and its result. Functions and arguments have
to be picklable. Nothing here knows of pages.
"""

import atexit
import os
import pickle
import subprocess
import sys
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, BinaryIO, Generic, TypeVar

from chessdash.arguments import whole
from chessdash.errors import ChessdashError
from chessdash.text import say

T = TypeVar("T")
Call = tuple[Callable[..., Any], tuple[Any, ...]]
TOGETHER = 2  # jobs that share the workers at once, so that a short one need not wait for a long one
WAITING = 16  # jobs in the queue beyond which a further one is refused
KEPT = 32  # finished jobs whose results are kept
BOOT = "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from chessdash.jobs import serve; serve()"
_NONE = object()


def workers_wanted(given: int | None = None, *, spare: int = 1) -> int:
    """How many processes to use: the number given, else CHESSDASH_WORKERS, else all cores but ``spare``; one at least.

    DataError for a number given that is no whole one from 1 on.
    """
    if given is not None:
        return whole("workers", given, 1)
    said = os.environ.get("CHESSDASH_WORKERS", "")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(int(said) if said.isdecimal() else cores - spare, 1)


class Job(Generic[T]):
    """Work that was handed to a pool: ``state`` is "queued", "running", "done", "failed" or "cancelled".

    ``done`` of ``total`` calls are finished. ``error`` is the sentence that says why it failed, "" otherwise.
    """

    def __init__(self, pool: "Pool", key: Hashable, calls: Sequence[Call], combine: Callable[[list[Any]], T]) -> None:
        self.key = key
        self.total = len(calls)
        self.state = "queued"
        self.error = ""
        self._pool, self._calls, self._combine = pool, list(calls), combine
        self._given = 0
        self._found: list[Any] = [_NONE] * len(calls)
        self._result: Any = _NONE
        self._holders: set[str] = set()

    @property
    def done(self) -> int:
        """Calls that are finished."""
        return self.total if self.state == "done" else sum(found is not _NONE for found in list(self._found))

    @property
    def position(self) -> int:
        """Place in the queue, 1 for the next; 0 where it is not waiting."""
        return self._pool._position(self)

    @property
    def finished(self) -> bool:
        """Whether nothing further will happen: done, failed or cancelled."""
        return self.state in ("done", "failed", "cancelled")

    def partial(self) -> T | None:
        """What the calls finished so far make together, in their order; None where there is none yet."""
        if self._result is not _NONE:
            return self._result  # type: ignore[no-any-return]
        found = [one for one in list(self._found) if one is not _NONE]
        return self._combine(found) if found else None

    def result(self, timeout: float | None = None) -> T:
        """The whole result, waiting for it this many seconds at most; ChessdashError where it failed or was cancelled."""
        if not self._pool._wait(self, timeout):
            raise TimeoutError(say("job_unfinished", done=self.done, total=self.total))
        if self.state != "done":
            raise ChessdashError(self.error or say("job_cancelled"))
        return self._result  # type: ignore[no-any-return]

    def cancel(self, holder: str = "") -> None:
        """Stops it, and what is computed of it just now; a job that others hold too goes on for them."""
        self._pool._cancel(self, holder)


class Pool:
    """At most ``workers`` processes, started when first needed; ``together`` jobs share them, the others wait in turn."""

    def __init__(self, workers: int | None = None, *, together: int = TOGETHER, waiting: int = WAITING, kept: int = KEPT) -> None:
        self.workers = workers_wanted(workers)
        self._together, self._waiting, self._kept = together, waiting, kept
        self._changed = threading.Condition(threading.RLock())
        self._open: OrderedDict[Hashable, Job[Any]] = OrderedDict()
        self._finished: OrderedDict[Hashable, Job[Any]] = OrderedDict()
        self._threads: list[threading.Thread] = []
        self._busy: dict[Worker, Job[Any]] = {}
        self._all: set[Worker] = set()
        self._closed = False

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, key: Hashable, calls: Sequence[Call], combine: Callable[[list[Any]], T], *, holder: str = "") -> Job[T]:
        """The job of this key: the one that runs, waits or is finished, else a new one.

        A failed one is kept with its sentence until ``forget``; a cancelled one is begun again. ``holder`` says who asks, so that
        one who cancels does not stop it for another. ChessdashError where too many wait already.
        """
        with self._changed:
            if self._closed:
                raise ChessdashError(say("jobs_closed"))
            job = self._open.get(key) or self._finished.get(key)
            if job is None:
                if len(self._open) >= self._together + self._waiting:
                    raise ChessdashError(say("jobs_full", n=len(self._open)))
                job = self._open[key] = Job(self, key, calls, combine)
                self._start_threads()
                if not calls:
                    self._settle(job)
            elif job.finished:
                self._finished.move_to_end(key)
            job._holders.add(holder)
            self._changed.notify_all()
            return job

    def find(self, key: Hashable) -> Job[Any] | None:
        """The job of this key where there is one, begun by whomever."""
        with self._changed:
            return self._open.get(key) or self._finished.get(key)

    def forget(self, key: Hashable) -> None:
        """Drops a finished job, so that the next one who asks begins it anew."""
        with self._changed:
            self._finished.pop(key, None)

    def close(self) -> None:
        """Ends the processes; what was not finished is cancelled."""
        with self._changed:
            self._closed = True
            for job in list(self._open.values()):
                self._end(job, "cancelled")
            for worker in list(self._all):
                worker.kill()
            self._changed.notify_all()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(5)

    def _start_threads(self) -> None:
        """One thread a worker, which hands calls to its process and waits for them; no more than there are calls."""
        wanted = min(self.workers, sum(job.total for job in self._open.values()))
        while len(self._threads) < wanted:
            thread = threading.Thread(target=self._work, name=f"chessdash-jobs-{len(self._threads) + 1}", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # the system gives no more: those that run share the calls
                if not self._threads:
                    raise
                return
            self._threads.append(thread)

    def _work(self) -> None:
        worker = Worker()
        with self._changed:
            self._all.add(worker)
        while (task := self._next(worker)) is not None:
            job, place, call = task
            good, found = worker.run(call)
            with self._changed:
                self._busy.pop(worker, None)
                if job.finished:
                    continue
                if good:
                    job._found[place] = found
                    self._settle(job)
                else:
                    self._end(job, "failed", found)
        worker.kill()

    def _next(self, worker: "Worker") -> "tuple[Job[Any], int, Call] | None":
        """The next call to compute, of the job among the first that has been given the fewest; None where the pool is closed."""
        with self._changed:
            while not self._closed:
                running = [job for job in list(self._open.values())[: self._together] if job._given < job.total]
                if running:
                    job = min(running, key=lambda job: job._given)
                    place, job._given, job.state = job._given, job._given + 1, "running"
                    self._busy[worker] = job
                    return job, place, job._calls[place]
                self._changed.wait()
            return None

    def _settle(self, job: Job[Any]) -> None:
        """Ends a job whose calls are all finished."""
        if any(found is _NONE for found in job._found):
            self._changed.notify_all()
            return
        try:
            job._result = job._combine(job._found)
        except Exception as error:
            self._end(job, "failed", sentence(error))
        else:
            self._end(job, "done")

    def _end(self, job: Job[Any], state: str, error: str = "") -> None:
        job.state, job.error = state, error
        job._calls, job._given = [], job.total
        if state == "done":
            job._found = []
        self._open.pop(job.key, None)
        if state != "cancelled":
            self._finished[job.key] = job
            while len(self._finished) > self._kept:
                self._finished.popitem(last=False)
        for worker, busy in self._busy.items():
            if busy is job:
                worker.kill()
        self._changed.notify_all()

    def _cancel(self, job: Job[Any], holder: str) -> None:
        with self._changed:
            job._holders.discard(holder)
            if not job.finished and not job._holders:
                self._end(job, "cancelled")

    def _position(self, job: Job[Any]) -> int:
        with self._changed:
            waiting = [one for one in self._open.values() if one.state == "queued"]
            return waiting.index(job) + 1 if job in waiting else 0

    def _wait(self, job: Job[Any], timeout: float | None) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: job.finished, timeout)


class Worker:
    """One process of its own, a fresh interpreter that knows nothing of the script which runs here; begun at its first call."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def run(self, call: Call) -> tuple[bool, Any]:
        """Whether a call went well, and its result or the sentence that says what went wrong."""
        try:
            sent = pickle.dumps(call)
        except Exception as error:
            return False, sentence(error)
        try:
            process = self._begun()
            assert process.stdin is not None and process.stdout is not None
            pickle.dump(sent, process.stdin)  # bytes in bytes: what cannot be made again there leaves nothing half read
            process.stdin.flush()
            good, found = pickle.loads(pickle.load(process.stdout))
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self.kill()
            return False, say("job_died")
        return good, found

    def _begun(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                alone = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")} | {"CHESSDASH_WORKERS": "1"}
                self._process = subprocess.Popen(
                    [sys.executable, "-c", BOOT],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, **alone},  # the processes are all the threads there are
                )
                assert self._process.stdin is not None
                pickle.dump([os.path.abspath(folder) for folder in sys.path], self._process.stdin)
            return self._process

    def kill(self) -> None:
        """Ends the process, whatever it does."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


def serve() -> None:
    """What a worker does until its input ends: reads a call, computes it, writes what it found."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is meant for the one that started it
    out: BinaryIO = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a function prints must not stand among the results
    while True:
        try:
            sent = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(answer(sent), out)
        out.flush()


def answer(sent: bytes) -> bytes:
    """Whether a pickled call went well, and its result or what to say of the error, pickled."""
    try:
        function, arguments = pickle.loads(sent)
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        if not isinstance(error, ChessdashError):
            traceback.print_exc()
        return pickle.dumps((False, sentence(error)))


def sentence(error: Exception) -> str:
    """What to say of an error: its own sentence where it is one of ours."""
    return str(error) if isinstance(error, ChessdashError) else say("job_broke", kind=type(error).__name__, reason=error)


@cache
def pool() -> Pool:
    """The one pool of this process, ended when the process ends."""
    made = Pool()
    atexit.register(made.close)
    return made
