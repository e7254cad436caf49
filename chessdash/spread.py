"""Calls spread over the cores of this machine or over a Dask cluster; what they find comes in the order of the calls."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from chessdash import jobs
from chessdash.errors import ChessdashError
from chessdash.text import say

Progress = Callable[[int, int], object]  # parts done, and their number
Run = Callable[[Sequence[jobs.Call], Progress | None], list[Any]]
FEW = 4  # calls that are not worth the start of processes
TICK = 0.2  # seconds between two looks at how far it is
PATIENCE = 10  # seconds to wait for a cluster


@contextmanager
def over(workers: int | None = None, cluster: str | None = None) -> Iterator[Run]:
    """A function that computes calls: in this process for one worker, in as many processes, or on the cluster of this address.

    ``workers`` None: CHESSDASH_WORKERS, else as many as cores; for a few calls none is started.
    """
    if cluster is not None:
        with _client(cluster) as client:
            yield lambda calls, progress: _on_cluster(client, calls, progress)
        return
    count = jobs.workers_wanted(workers, spare=0)
    pool = jobs.Pool(count)
    try:
        yield (
            lambda calls, progress: (
                _here(calls, progress)
                if count == 1 or (workers is None and len(calls) < FEW)
                else _on_pool(pool, calls, progress)
            )
        )
    finally:
        pool.close()


def _here(calls: Sequence[jobs.Call], progress: Progress | None) -> list[Any]:
    found = []
    for function, arguments in calls:
        found.append(function(*arguments))
        _tell(progress, len(found), len(calls))
    return found


def _on_pool(pool: jobs.Pool, calls: Sequence[jobs.Call], progress: Progress | None) -> list[Any]:
    job = pool.submit(object(), calls, list)
    while True:
        try:
            found = job.result(TICK)
        except TimeoutError:
            _tell(progress, job.done, job.total)
        else:
            _tell(progress, job.total, job.total)
            return found


def _on_cluster(client: Any, calls: Sequence[jobs.Call], progress: Progress | None) -> list[Any]:
    dask: Any = import_module("distributed")
    futures = [client.submit(function, *arguments, pure=False) for function, arguments in calls]
    try:
        for done, _ in enumerate(dask.as_completed(futures, loop=client.loop), 1):
            _tell(progress, done, len(calls))
        found: list[Any] = client.gather(futures)
    except ChessdashError:
        raise
    except Exception as error:
        raise ChessdashError(jobs.sentence(error)) from error
    finally:
        client.cancel(futures)
    return found


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of a cluster that has a worker, all of them with this version of the package."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise ChessdashError(say("needs_cluster")) from None
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ChessdashError(say("cluster_unreachable", address=address, reason=type(error).__name__)) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ChessdashError(say("cluster_empty", address=address)) from None
        others = set(client.run(version).values()) - {version()}
        if others:
            raise ChessdashError(say("cluster_version", address=address, theirs=", ".join(sorted(others)), ours=version()))
        yield client


def version() -> str:
    """The versions that figures depend on: this package's and NumPy's."""
    import numpy

    from chessdash import __version__

    return f"chessdash {__version__} with numpy {numpy.__version__}"


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)
