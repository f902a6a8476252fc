"""What fillable sheets work out where a viewer runs AcroForm JavaScript; elsewhere these fields stay empty.

A result is worked out anew only where something of its own card was changed: viewers ask all of them after each click.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence

from builder.sheets.page import (
    MM,
    Circle,
    Drawing,
    FieldKind,
    Item,
    Page,
    PageField,
    Placed,
    Polygon,
    Rect,
    Segment,
    Text,
)
from builder.systems.blocks import SheetResult

LIBRARY = """\
function mS(p){var s=event.source;return !s||!s.name||s.name.indexOf(p)==0}
function mOn(n){var f=getField(n);return f!=null&&f.value!="Off"}
function mN(p,n){var k=0;for(var i=1;i<=n;i++)if(mOn(p+i))k++;return k}
function mLast(p,n){for(var i=n;i>0;i--)if(mOn(p+i))return i;return 0}
function mV(n){var f=getField(n),v=f==null?0:parseInt(f.value,10);return isNaN(v)?0:v}
function mW(k,w){return k+" "+(k==1?w.replace(/(model|point|token|wound|marker)s$/,"$1"):w)}
function mHp(gs,s){var hp=0,m=0;for(var i=0;i<gs.length;i++){var g=gs[i],
l=Math.max(0,g[1]*g[2]-Math.max(mV(g[0]+".lost"),g[2]*mN(g[0]+".h",g[1])));hp+=l;m+=Math.ceil(l/g[3])}
return hp+" HP"+s+m+" left"}
function mOp(p,n,pass,again){var k=mLast(p,n);
return "OP "+k+": "+(k<=pass?"passes":k<=again?"re-roll":"fails")}
function mDmg(n,steps){var d=mV(n),t="";for(var i=0;i<steps.length;i++)if(d>=steps[i][0])t=steps[i][1];return t}
function mLeft(p,n,below,w){var k=n-mN(p,n);return mW(k,w)+" left"+(k<below?", below half":"")}
function mAll(p,n){var s=false;for(var i=n;i>0;i--){if(mOn(p+i))s=true;else if(getField(p+i)!=null)return false}
return s}
function mModels(p,n,w){var l=Math.max(0,n*w-Math.max(mV(p+"lost"),mN(p,n*w)));
return (w>1?mW(l,"wounds")+", ":"")+Math.ceil(l/w)+" of "+n+" models left"}
function mPoints(us){var k=0;for(var i=0;i<us.length;i++){var u=us[i],r=u[1],gone=u[2]!=""&&mOn(u[2]),j=0;
if(!gone&&r.length){while(j<r.length&&(mAll(r[j][0],r[j][1])||(r[j][3]>0&&mV(r[j][2])>=r[j][3])))j++;gone=j==r.length}
if(gone)k+=u[0]}return mW(k,"points")+" destroyed"}
function mBroken(m,nm,u,us,at){var k=mN(m,nm),b=at;
for(var i=0;i<us.length;i++)if(mOn(u+(i+1))||(us[i].length>1&&mAll(us[i][1],us[i][2])))b-=us[i][0];
return mW(k,"markers")+", broken at "+b+(k>=b?": broken":"")}
try{this.calculateNow()}catch(e){}
"""
"""Functions for results; all are worked out once as a document is opened, where a viewer does that."""
ROOM: Mapping[str, float] = {
    "mHp": 24.0,
    "mOp": 19.0,
    "mLeft": 30.0,
    "mBroken": 36.0,
    "mModels": 34.0,
    "mPoints": 30.0,
}
"""How wide the words of a result are, in mm."""
LETTER = 4.2
"""How wide the letter of a hit is, in mm."""
LEAST_ROOM: Mapping[str, float] = {"mOp": 14.5}
"""How wide they are in smaller type, where a card has no more."""
NOTE_ROOM = 42.0
"""How wide a line for notes is, in mm."""
MARGIN = 10.0
"""Of a page, in mm."""
TALL, TWO_LINES = 3.0, 5.4
ABOVE, BELOW = 9, 7
"""How far from its boxes a result stands, in mm, where there is room; else anywhere on its card."""
WORTH_KEEPING = 8
"""Items of a drawing from which on what it covers is kept."""
Stencils = dict[tuple[Drawing, float, float], list[int]]
"""What drawings cover, by where they begin within the first square of 1 mm."""


def script_of(result: SheetResult) -> str:
    """Return the script that works out a result."""
    figures = ",".join(json.dumps(figure, ensure_ascii=True, separators=(",", ":")) for figure in result.figures)
    own = f"{result.card}." if result.card else ""
    return f"if(mS({json.dumps(own)}))event.value={result.kind}({figures})"


def result_fields(
    page: Page, fields: Sequence[PageField], results: Iterable[SheetResult], known: Collection[str], stencils: Stencils
) -> list[PageField]:
    """Return fields for results and notes on a page: in the box for what is lost, or in what is white beside boxes.

    One for which there is no room is left out; `known` are the ids of fields that can be filled in. The pages of a
    document share `stencils`.
    """
    by_id = {field.id: field for field in fields}
    wanted = [result for result in results if result.near in by_id]
    if not fields:
        return []
    rows = _white(page, stencils)
    found = []
    for result in wanted:
        near = by_id[result.near]
        card = _card_of(page, near)
        if result.kind == "mDmg":  # beside the figure, in its own box
            left = near.x + near.width - LETTER
            found.append(PageField(result.id, FieldKind.TEXT, left, near.y, LETTER, near.height))
            continue
        if near.kind is FieldKind.NUMBER and near.height > 3 * TALL:
            top = near.y + near.height - TWO_LINES
            found.append(PageField(result.id, FieldKind.TEXT, near.x, top, near.width, TWO_LINES))
            continue
        beside = range(max(card.start, int(near.y) - ABOVE), min(card.stop, int(near.y + near.height) + BELOW))
        widths = (ROOM[result.kind], LEAST_ROOM.get(result.kind, ROOM[result.kind]))
        for width, tops in ((widths[0], beside), (widths[1], beside), (widths[0], card)):
            if (spot := _spot(rows, near, width, tops)) is not None:
                _cover(rows, spot[0], spot[1], width, TALL)
                found.append(PageField(result.id, FieldKind.TEXT, *spot, width, TALL))
                break
    noted = set[str]()
    for near in fields:
        note = f"{near.id.partition('.')[0]}.note"
        if note in known and note not in noted:
            noted.add(note)
            if (spot := _spot(rows, near, NOTE_ROOM, _card_of(page, near))) is not None:
                _cover(rows, spot[0], spot[1], NOTE_ROOM, TALL)
                found.append(PageField(note, FieldKind.TEXT, *spot, NOTE_ROOM, TALL))
    return found


def _card_of(page: Page, field: PageField) -> range:
    """Return the rows of the card on which a field stands, of a page without cards, in which something may begin."""
    for stay in page.stays:
        if stay.top <= field.y < stay.top + stay.height:
            return range(int(stay.top), int(stay.top + stay.height) - 3)
    return range(0) if page.stays else range(int(MARGIN), int(page.height - MARGIN))


def _white(page: Page, stencils: Stencils) -> list[int]:
    """Return what is drawn on a page by rows of 1 mm, a bit for each mm of it."""
    rows = [0] * (int(page.height) + 2)
    _draw(rows, page.items, 0.0, 0.0, stencils)
    edge = int(page.width / page.scale) - 9
    return [row | 0x3FF | (-1 << edge) for row in rows]


def _draw(rows: list[int], items: Iterable[Item], x: float, y: float, stencils: Stencils) -> None:
    """Cover what items draw, moved by x and y; what is filled in stands in boxes that are drawn."""
    for item in items:
        match item:
            case Placed(drawing=drawing) if drawing.shared and len(drawing.items) >= WORTH_KEEPING:
                left, top = x + item.x, y + item.y
                for row, mask in enumerate(
                    _stencil(drawing, round(left % 1, 3), round(top % 1, 3), stencils), int(top)
                ):
                    if row < len(rows):
                        rows[row] |= mask << int(left)
            case Placed():
                _draw(rows, item.drawing.items, x + item.x, y + item.y, stencils)
            case Text():
                tall = item.style.size / MM
                _cover(rows, x + item.x, y + item.y - 0.75 * tall, item.width, tall)
            case Rect() if item.width > 30 and item.height > 8 and item.fill is None:
                for top in (item.y, item.y + item.height):
                    _cover(rows, x + item.x, y + top, item.width, 0.0)
                for left in (item.x, item.x + item.width):
                    _cover(rows, x + left, y + item.y, 0.0, item.height)
            case Rect() | PageField():
                _cover(rows, x + item.x, y + item.y, item.width, item.height)
            case Segment() if not item.dotted:
                left, top = min(item.x1, item.x2), min(item.y1, item.y2)
                _cover(rows, x + left, y + top, abs(item.x2 - item.x1), abs(item.y2 - item.y1))
            case Polygon():
                left, top = (min(point[axis] for point in item.points) for axis in (0, 1))
                right, bottom = (max(point[axis] for point in item.points) for axis in (0, 1))
                _cover(rows, x + left, y + top, right - left, bottom - top)
            case Circle():
                _cover(rows, x + item.x - item.radius, y + item.y - item.radius, 2 * item.radius, 2 * item.radius)


def _stencil(drawing: Drawing, x: float, y: float, stencils: Stencils) -> Sequence[int]:
    """Return what a drawing covers of rows of 1 mm where it begins within the first by x and y; made once for each."""
    key = (drawing, x, y)
    if key not in stencils:
        stencils[key] = [0] * (int(drawing.height + y) + 2)
        _draw(stencils[key], drawing.items, x, y, stencils)
    return stencils[key]


def _cover(rows: list[int], x: float, y: float, width: float, height: float) -> None:
    mask = ((1 << (int(x + width) - int(x) + 1)) - 1) << max(0, int(x))
    for row in range(max(0, int(y)), min(len(rows), int(y + height) + 1)):
        rows[row] |= mask


def _spot(rows: Sequence[int], near: PageField, width: float, tops: range) -> tuple[float, float] | None:
    """Return the left top corner of what is white, so wide, and closest to a field; None where nothing is.

    `tops` are the rows that it may begin in.
    """
    best: tuple[float, float, float] | None = None
    near_row, near_left = near.y, max(0, int(near.x))
    for top in sorted(tops, key=lambda row: abs(row - near_row)):
        rise = abs(top - near_row) * 2
        if best is not None and rise >= best[0]:
            break
        free = ~(rows[top] | rows[top + 1] | rows[top + 2] | rows[top + 3])
        run = 1
        while run < width + 1 and free:  # a bit stands for a run from there on
            step = min(run, int(width) + 1 - run)
            if step <= 0:
                break
            free &= free >> step
            run += step
        right, left = free >> near_left, free & ((1 << near_left) - 1)
        places = [near_left + (right & -right).bit_length() - 1] if right > 0 else []
        places += [left.bit_length() - 1] if left else []
        for place in places:
            far = rise + abs(place - near.x) / 8
            if best is None or far < best[0]:
                best = (far, place + 0.5, top + 0.5)
    return None if best is None else best[1:]
