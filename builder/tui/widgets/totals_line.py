"""The first and the last lines of an army on its screens: its name, points, slots, findings and tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from rich.cells import cell_len

from builder.record import replace
from builder.scalars import counted, number
from builder.services.editor.view import EditorView, SlotLine, Totals
from builder.tui.sentences import keyed
from builder.tui.widgets.editor_lines import look_of, share_of
from builder.tui.widgets.lines import SIGNS, Line, Span, parted, width_of

ROOMY = 160
"""From this width of the screen on, the bar of points is long, and the army stands beside its findings."""


def head_line(view: EditorView, saved: str, width: int) -> Line:
    """The head of the editor: the army's name, its game, whether it is saved, its points.

    Where there is little room, the name goes before the points, which stand in the totals too.
    """
    name, opened = (view.name, "title"), bool(view.system)
    if not opened:
        return Line(((" Muster > ", "dim"), name))
    points = (f"{_of_limit(view.totals)} points ", _over(view.totals))
    brief = (points[0].replace(" points", ""), points[1])
    word = saved.partition(":")[0]
    full, short, bare = ((f"  {saved}   ", "dim"), points), ((f"  {word}  ", "dim"), brief), ((f"  {word} ", "dim"),)
    least = min(cell_len(view.name), width // 2)
    for before, right in ((" Muster > ", full), (" ", full), (" ", short), (" ", bare)):
        # Where its points stand in the totals too, they do not take the end of a name.
        room = width - cell_len(before) - width_of(right)
        if (cell_len(view.name) if right is short else least) <= room:
            break
    ways = (f" · {view.system} · {view.data}", f" · {view.system}")
    told = cell_len(f"{before}{view.name}{ways[0]}  {word}   {points[0]}")
    if right is full and cell_len(view.name) + cell_len(ways[0]) > room and told <= width:
        right, room = ((f"  {word}   ", "dim"), points), cell_len(view.name) + cell_len(ways[0])
    whole = right not in (short, bare)
    about = next((each for each in ways if cell_len(view.name) + cell_len(each) <= room), "") if whole else ""
    return Line(((before, "dim"), name, (about, "dim")), right)


def _of_limit(totals: Totals) -> str:
    limit = f" / {number(totals.limit)}" if totals.limit is not None else ""
    return f"{number(totals.points)}{limit}"


def _over(totals: Totals) -> str:
    return "error" if totals.limit is not None and totals.points > totals.limit else "points"


def totals_lines(totals: Totals, width: int, warning: str = "") -> tuple[Line, Line]:
    """The two lines of totals: points, units and slots; findings, and tokens where there is room, or a warning.

    The gravest finding is named as far as there is room, what is wrong before the tokens, what is but told behind them;
    `key` lists it all.
    """
    bar: list[Span] = [(f" {_of_limit(totals)} ", _over(totals))]
    drawn: list[Span] = []
    if totals.limit is not None:
        size = 56 if width >= ROOMY else 34 if width >= 120 else 24 if width >= 110 else 12
        bar.append((f" {_left(totals)} ", "error" if totals.points > totals.limit else "text"))
        drawn = [*_bar(totals, size)]
    wide = width >= WITH_BAR
    counts = [(f"  {words}" if wide else f"│ {words} ", "dim") for words in totals.counted]
    told = [[*bar, *drawn * wide, *each] for each in (counts, counts[:2])]
    ways = [*told, [*bar, *drawn], *([] if wide else [bar])]
    groups: list[Span] = [(f" groups {totals.groups} ", "dim")] if totals.groups is not None else []
    used = [slot for slot in totals.slots if slot.taken or slot.least]
    few, some = _slots(used, totals.slots), _slots(totals.slots, totals.slots)
    slots = [groups] if groups else [_slots(totals.slots, totals.slots, "  "), some, few][not wide :]
    pairs = ((left, right) for those in (told, ways) for right in slots for left in those)
    least = ways[-1], _as_have_room(slots[-1], width - width_of(ways[-1]))
    left, right = next((pair for pair in pairs if sum(map(width_of, pair)) <= width), least)
    first = Line(tuple(left), tuple(right))
    if warning:
        words = warning if cell_len(warning) + 7 <= width else warning.partition(":")[0]
        return first, Line(((f" {SIGNS['error']} ", "error"), (words, "text")))
    return first, _findings_line(totals, width)


def _findings_line(totals: Totals, width: int) -> Line:
    """What was found, the gravest by name, who gets which tokens, and the key that lists it all."""
    kinds = [*_counts(totals)]
    said: list[Span] = [(f" {SIGNS[kind]} {counted(count, word)} ", kind) for count, kind, word in kinds]
    end = ((keyed(" {editor.findings} lists findings "), "dim"),) if kinds else ()
    said = said or [(" No findings ", "good")]
    grave = totals.errors or totals.unmade or totals.warnings
    alone = width - width_of(said)
    if grave and alone - width_of(end) < cell_len(totals.worst) + 4 <= alone:
        end = ()  # The key stands in the line of keys too, what is wrong nowhere else.
    room = alone - width_of(end)
    every = " · ".join((totals.worst, *totals.others)) if not grave else totals.worst
    worst = [each for each in dict.fromkeys((every, totals.worst)) if each]
    cut = parted(totals.worst, max(1, room - 6), width)[0] if grave and totals.worst else ""
    short = [f"{cut} …"] if cell_len(cut) >= LEAST_TOLD else []
    tokens = [each for each in (_tokens(totals, brief=False), _tokens(totals, brief=True)) if each]
    both = [(each, words) for each in worst for words in tokens]
    named, given = [(each, "") for each in (*worst, *short)], [("", words) for words in tokens]
    ways = (*both, *named, *given) if grave else (*both, *given, *named)
    fits = (way for way in ways if sum(cell_len(words) + 4 for words in way if words) <= room)
    told, held = next(fits, ("", ""))
    if told:
        first, look = said[0]  # The gravest kind is told first, and so is what it is.
        said[:1] = [(f"{first.rstrip()}: ", look), (f"{told} ", "text" if grave else "dim")]
    if held:
        said.append((f"   {held} ", "info"))
    left = (totals.limit or Decimal(0)) - totals.points
    hint = keyed("   {editor.fits} tells what {} left buys ", number(left))
    if left > 0 and width_of(said) + cell_len(hint) + width_of(end) <= width:
        said.append((hint, "dim"))
    return Line(tuple(said), end)


LEAST_TOLD = 16
"""Of what is wrong at least so many cells are told, or it is only counted."""
WITH_BAR = 110
"""From this width on there is a bar of points in the totals beside units and models."""


def _tokens(totals: Totals, *, brief: bool) -> str:
    """The tokens to bring and who gets them, those of the beginning of a game in words or behind a plus."""
    told = []
    for each in totals.counters:
        later = f"+{each.start - each.total}" if brief else f", {each.start} at the start"
        told.append(f"{each.name} {each.total}{later if each.start > each.total else ''}")
    remarks = {f"{each.whose}: " for each in totals.counters}
    return f"{remarks.pop() if len(remarks) == 1 and not brief else ''}{'  '.join(told)}"


def _counts(totals: Totals) -> Iterator[tuple[int, str, str]]:
    """Yield how many findings there are of each kind, with their look and their word."""
    kinds = (
        (totals.errors, "error", "error"),
        (totals.unmade, "warning", "open choice"),
        (totals.warnings, "warning", "warning"),
        (totals.notes, "info", "note"),
    )
    return (kind for kind in kinds if kind[0])


def short_totals(totals: Totals) -> Line:
    """The totals in a line, where there is no room for two: points, what is left of the limit, findings."""
    left = (" ", "dim") if totals.limit is None else (f"{_left(totals)}  ", _over(totals))
    graver = replace(totals, warnings=totals.warnings + totals.unmade, unmade=0)  # Their sign is the same.
    told = [(f"{SIGNS[kind]} {count} ", kind) for count, kind, _ in _counts(graver)]
    return Line(((f" {_of_limit(totals)}  ", _over(totals)), left, *(told or [("no findings", "good")])))


def _left(totals: Totals) -> str:
    left = (totals.limit or Decimal(0)) - totals.points
    return f"{number(left)} left" if left >= 0 else f"{number(-left)} over"


def _bar(totals: Totals, size: int) -> Iterator[Span]:
    limit = totals.limit or Decimal(1)
    part = min(Decimal(1), totals.points / limit) if limit else Decimal(1)
    eighths = int(part * size * 8)
    drawn = "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
    yield "▕", "dim"
    yield drawn.ljust(size), _over(totals) if totals.points > limit else "good"
    yield "▏", "dim"
    if totals.points > limit:
        yield "▲", "error"


def _as_have_room(slots: Sequence[Span], room: int) -> list[Span]:
    """As many of the slots as have room, those first that are wrong: the points stand whole before them."""
    shown = [*slots]
    while shown and width_of(shown) + 2 > room:
        dispensable = (place for place in range(len(shown) - 1, 0, -1) if shown[place][1] != "error")
        del shown[next(dispensable, -1)]
    return [*shown, ("… ", "dim")]


def _slots(shown: Sequence[SlotLine], every: Sequence[SlotLine], gap: str = " ") -> list[Span]:
    """The slots in short: a few letters, of `every` slot others, and how full."""
    from builder.systems.common.units import codes_of  # what is painted first has no army yet

    spans: list[Span] = [(" ", "dim")] if shown else []
    codes = codes_of(slot.name for slot in every)
    for slot in shown:
        most = f"/{slot.most}" if slot.most is not None and slot.most < 99 else ""
        spans.append((f"{codes[slot.name]} {slot.taken}{most}{share_of(slot)}{gap}", look_of(slot)))
    if gap != " " and shown:
        spans[-1] = (f"{spans[-1][0].rstrip()} ", spans[-1][1])
    return spans
