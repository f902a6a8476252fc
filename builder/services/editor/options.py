"""The choices of a unit as the editor lists them, and the operation that makes one."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from builder.roster.model import Selection
from builder.services.editor.document import ArmyDocument
from builder.services.editor.offers import OptionOffer, offers
from builder.services.editor.operations import Operation, SetOption
from builder.services.editor.view import MANY, ChoiceRow


def choices_of(session: ArmyDocument, unit: str, part: str) -> tuple[ChoiceRow, ...]:
    """What a part of a unit, by its id, and what is below it but no unit of its own, can take."""
    roster, kind = session.state.roster, session.points_type
    chosen = roster.selection(part)
    parts = _own_parts(chosen) if chosen is not None else ()
    found = offers(session.evaluator, session.ground.data.library, roster, parts)
    return tuple(_choice(offer, unit, part, kind) for offer in found)


def _own_parts(part: Selection) -> Iterator[Selection]:
    """Yield a part of a unit and what is below it, but for units within: they have choices of their own."""
    yield part
    for child in part.selections:
        if child.type != "unit":
            yield from _own_parts(child)


def _choice(offer: OptionOffer, unit: str, part: str, kind: str) -> ChoiceRow:
    owner = "" if offer.under == part else offer.under_name
    control = "radio" if offer.one_of and offer.single else "check" if offer.single else "number"
    cost = next((cost.value for cost in offer.costs if cost.type_id == kind), Decimal(0))
    return ChoiceRow(
        unit=unit,
        under=offer.under,
        path=offer.entry,
        name=offer.name,
        group=" · ".join(filter(None, (owner, offer.one_of or offer.group))),
        cost=cost,
        control=control,
        number=offer.taken,
        least=offer.least,
        most=offer.most,
        step=offer.step,
        default=offer.default,
        reason=offer.reason,
    )


def choosing(choice: ChoiceRow, number: int) -> Operation:
    """The operation that gives a choice a number."""
    return SetOption(id=choice.unit, option=choice.path, number=min(number, MANY), under=choice.under)
