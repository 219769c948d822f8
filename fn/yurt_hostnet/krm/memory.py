"""Memory: a process that may use only so much (`ulimit -v`) stops before all of it is used, with time for a sentence.

When nothing at all is left, CPython up to 3.11 may crash or loop while it unwinds. Only large inputs ask.
"""

from __future__ import annotations

_PER_BYTE = 40
"""Bytes that a byte of text takes as a tree and as data: compact JSON needs the most, about 30."""
_RESERVE = 8 << 20

_limit: list[int] = []  # the limit, once somebody has asked


def require_memory(size: int) -> None:
    """Raise MemoryError if a text of `size` bytes could use up what the process may have. No limit, no check."""
    if not _limit:
        _limit.append(_address_space())
    if _limit[0] <= 0:
        return
    try:
        with open("/proc/self/statm", "rb") as stream:
            used = int(stream.read().split()[0]) * _page_size()
    except OSError:
        return  # no Linux
    if used + size * _PER_BYTE + _RESERVE > _limit[0]:
        raise MemoryError


def _address_space() -> int:
    """Return the limit in bytes, -1 without one."""
    try:
        import resource  # Unix only
    except ImportError:
        return -1
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return soft if soft != resource.RLIM_INFINITY else -1


def _page_size() -> int:
    from os import sysconf  # Unix only

    return sysconf("SC_PAGE_SIZE")
