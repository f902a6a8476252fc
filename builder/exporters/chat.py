"""An army for a chat: a line for each unit, in the Markdown that Discord and forums read, without tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.errors import Severity
from builder.systems.blocks import ListWords, RosterPage, RosterRow, Token

_SIGNS = re.compile(r"([\\`*_~|<>\[\]#@])")
"""What Markdown or Discord takes for more than itself."""


def write_chat(page: RosterPage) -> str:
    """The list of an army: its name, a line for each unit with its points, totals, and what it gives the opponent."""
    return "\n".join((*_lines(page), ""))


def _lines(page: RosterPage) -> Iterator[str]:
    source = f"; {page.source}" if page.source else ""
    yield f"**{_plain(page.title)}** ({_plain(page.system + source)})"
    yield from (_row(row, page.words) for row in page.rows)
    limit = f" of {page.limit.normalize():f}" if page.limit is not None else ""
    totals = "".join(f", {total.value} {total.label}" for total in page.totals if total.value != "0")
    yield f"**Total: {page.points.normalize():f}{limit} points**{_plain(totals)}"
    if page.tokens:
        remark = f" {page.token_remark}" if page.token_remark else ""
        yield _plain(f"{page.token_title if not remark else 'Tokens'}{remark}: {', '.join(map(_token, page.tokens))}")
    errors = sum(finding.severity is Severity.ERROR for finding in page.findings)
    if errors:
        yield f"Not valid: {errors} error{'s' if errors > 1 else ''}"


def _row(row: RosterRow, words: ListWords) -> str:
    models = f" ({row.models} {words.member}s)" if row.models > 1 else ""
    value = f", {words.value} {row.value}" if row.value else ""
    detail = f": {_plain(row.detail)}" if row.detail else ""
    return f"- **{_plain(row.name)}**{models}, {row.points.normalize():f} points{value}{detail}"


def _token(token: Token) -> str:
    return f"{token.name} {token.total}" + (f" ({token.remark})" if token.remark else "")


def _plain(text: str) -> str:
    """Return the text on one line, its signs as they are."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))
