"""The choices of a unit, as rows that the editor lists: those of models that are alike are one choice with a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

from builder.errors import EditError
from builder.record import replace
from builder.roster.model import Selection
from builder.services.editor.choice_groups import beside_others
from builder.services.editor.choice_row import BETWEEN, MANY, ChoiceRow
from builder.services.editor.choosing import choosing, with_all_it_adds
from builder.services.editor.document import ArmyDocument
from builder.services.editor.offers import OptionOffer, offers


def choices_of(session: ArmyDocument, unit: str, part: str) -> tuple[ChoiceRow, ...]:
    """Return what a part of a unit, by its id, and what is below it but no unit of its own, can take.

    What each of several models that are alike can take is one choice with a number. They are worked out once for each
    state of the army: keys, details and mends ask for the same ones.
    """
    if (unit, part) not in session.choices:
        session.choices[unit, part] = _worked_out(session, unit, part)
    return session.choices[unit, part]


def _worked_out(session: ArmyDocument, unit: str, part: str) -> tuple[ChoiceRow, ...]:
    roster, kind = session.state.roster, session.points_type
    chosen = roster.selection(part)
    if chosen is None:
        return ()
    owners = tuple(_own_parts(chosen, ()))
    places = {owner.id: place for owner, place in owners}
    found = tuple(offers(session.evaluator, session.ground.data.library, roster, (owner for owner, _ in owners)))
    rivals = Counter((offer.under, offer.one_of) for offer in found)
    alike = Counter(places.values())
    whole = owners if part == unit else tuple(_own_parts(roster.selection(unit) or chosen, ()))
    bearers = [owner for owner, _ in whole if owner.type == "model"]
    models = sum(bearer.number for bearer in bearers)
    grows = any(offer.model and offer.left != 0 for offer in found)
    alone = bearers[0].id if models == 1 and not grows else part  # Whose choice it is goes without saying.
    rows: dict[tuple[_PartPlace, str], list[tuple[OptionOffer, ChoiceRow]]] = {}
    for offer in found:
        own = offer.under in (part, alone) or offer.under_name == chosen.name
        row = _choice(offer, unit, kind, own=own, rivals=rivals)
        rows.setdefault((places[offer.under], offer.entry), []).append((offer, row))
    taken = {(row.under, row.group): row for those in rows.values() for _, row in those if row.number}
    found_rows = [those[0][1] if alike[place] == 1 else _of_several(those, taken) for (place, _), those in rows.items()]
    rows_now = [beside_others(row, found_rows, models) for row in found_rows]
    pricing = [those[0][0].prices for those in rows.values()]
    by_all = any(row.number and row.step > 1 for row in rows_now)  # One more model takes it too.
    return tuple(
        with_all_it_adds(session, row, rows_now) if prices or (by_all and row.model) else row
        for row, prices in zip(rows_now, pricing, strict=True)
    )


def choices_of_absent_models(session: ArmyDocument, unit: str) -> tuple[ChoiceRow, ...]:
    """Return what models could take that a unit may have and has none of: each comes with its model."""
    known, found = set(session.state.roster.ids()), list[ChoiceRow]()
    for model in choices_of(session, unit, unit):
        if not model.model or model.number or model.reason:
            continue
        try:
            after = session.after(choosing(model, model.step))
        except EditError:
            continue
        for each in choices_of(after, unit, unit):
            if each.under not in known and not each.number and not each.reason:
                found.append(replace(each, under=model.name, bearer=model))
    return tuple(found)


_PartPlace: TypeAlias = tuple[str, ...]
"""Where a part stands below another: what leads to it. Models that are alike stand in one place."""


def _own_parts(part: Selection, above: _PartPlace) -> Iterator[tuple[Selection, _PartPlace]]:
    """Yield a part of a unit and what is below it, but for units within: they have choices of their own."""
    yield part, above
    for child in part.selections:
        if child.type != "unit":
            apart = () if child.number == 1 and not child.custom_name else (child.id,)
            yield from _own_parts(child, (*above, child.entry_path, *apart))


def _of_several(
    those: Sequence[tuple[OptionOffer, ChoiceRow]], taken: Mapping[tuple[str, str], ChoiceRow]
) -> ChoiceRow:
    """The choice that several models have each, as one with a number; `taken` are those that are made.

    One more goes first to a model with nothing in its place, then to one with what stands there by itself, then where
    it replaces what most have.
    """
    rows = [row for _, row in those]
    first, number = rows[0], sum(row.number for row in rows)
    rooms = [MANY if row.most is None else row.most - row.number for row in rows if not row.reason]
    shared = min((offer.shared for offer, _ in those if offer.shared is not None), default=MANY)
    most = min(MANY, number + min(shared, sum(rooms)))
    open_to_more = replace(first, reason="", needs=(), models_needed=0)
    full = replace(open_to_more, reason=f"{first.name}: all {len(rows)} have it")
    barred = next((row for row in rows if row.reason and not row.number), full)
    against = open_to_more if most > number else barred
    instead = [taken.get((row.under, row.group)) for row in rows]
    common = Counter(each.path for each in instead if each is not None)

    def turn(place: int) -> tuple[bool, bool, int]:
        there = instead[place]
        return (False, False, 0) if there is None else (True, not there.default, -common[there.path])

    order = range(len(rows)) if first.control != "radio" else sorted(range(len(rows)), key=turn)
    return replace(
        first,
        control="check" if most == 1 else "number",
        number=number,
        least=sum(row.least for row in rows),
        most=most,
        default=first.default or (first.control == "radio" and 0 < number == sum(row.least for row in rows)),
        missing=sum(row.missing for row in rows),
        reason=against.reason,
        needs=against.needs,
        models_needed=against.models_needed,
        copies=tuple(rows[place] for place in order),
    )


def _choice(offer: OptionOffer, unit: str, kind: str, *, own: bool, rivals: Mapping[tuple[str, str], int]) -> ChoiceRow:
    owner = "" if own else offer.under_name
    several = offer.one_of and rivals[offer.under, offer.one_of] > 1
    control = "number" if not offer.single else "radio" if several else "check"
    cost = next((cost.value for cost in offer.costs if cost.type_id == kind), Decimal(0))
    return ChoiceRow(
        unit=unit,
        under=offer.under,
        path=offer.entry,
        name=offer.name,
        group=BETWEEN.join(filter(None, (owner, offer.one_of or offer.group))),
        owner=owner,
        cost=cost,
        control=control,
        number=offer.taken,
        least=offer.least,
        most=offer.most,
        step=offer.step,
        default=offer.default,
        missing=offer.missing,
        model=offer.model,
        beside=offer.beside,
        instead="" if offer.default else offer.instead,
        reason=offer.reason,
        needs=offer.needs,
        models_needed=offer.models_needed,
    )
