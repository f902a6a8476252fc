"""Prices in the words of lists, and what the army comes to with something more in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from decimal import Decimal

from builder.scalars import number, signed
from builder.services.editor.view import EntryStatus, Totals


def price_words(price: str, needs: Collection[str], *, short: bool = False) -> str:
    """What a list says of a price; empty is none. What needs a choice first is not free, whatever it costs by then."""
    if price:
        return f"{price}{'+' if short else ', needs a choice'}" if needs else price
    if needs:
        return "choice" if short else "needs a choice"
    return "free"


def with_more(price: str, in_all: str) -> str:
    """What a choice costs itself, and in all with what it brings and other prices that change with it."""
    return f"{price}, {in_all} in all" if price else f"{in_all} in all"


def entry_price(standing: EntryStatus, *, short: bool = False) -> str:
    """What adding an entry costs, and whether more is to be chosen; nothing of what the army is not offered now."""
    if standing.hidden:
        return ""
    return price_words(number(standing.price) if standing.price else "", standing.needs, short=short)


def price_range(costs: Iterable[Decimal]) -> str:
    """What the cheapest and the dearest of several cost."""
    least, most = min(those := [*costs]), max(those)
    return signed(least, "+0") if least == most else f"{number(least)}–{number(most)}"


def army_with(totals: Totals, price: Decimal) -> str:
    """What the army costs with something more in it: `army 940 + 60 = 1 000, 0 left`."""
    now = totals.points + price
    return f"army {number(totals.points)} + {number(price)} = {number(now)}{_behind(totals, price)}"


def would_come_to(totals: Totals, price: Decimal) -> str:
    """Return what the army costs with something more in it, and what is left of its limit then."""
    return f"the army comes to {number(totals.points + price)}{_behind(totals, price)}"


def _behind(totals: Totals, price: Decimal) -> str:
    """What is left of the limit with something more, or by how much it is over: `, 15 over`; nothing without limit."""
    if totals.limit is None:
        return ""
    left = totals.limit - totals.points - price
    return f", {number(abs(left))} {'left' if left >= 0 else 'over'}"


def why_over(totals: Totals, price: Decimal) -> str:
    """Return that something costs more than is left, and what it comes to; empty where it does not."""
    over, left = totals.over_with(price), (totals.limit or Decimal(0)) - totals.points
    if not over:
        return ""
    are = f"{number(left)} {'is' if left == 1 else 'are'} left" if left else "nothing is left"
    there = are if left >= 0 else f"the army is {number(-left)} over already"
    return f"costs {number(price)}, {there}: {{editor.choose}} adds it anyway, {number(over)} over"
