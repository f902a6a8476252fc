"""Gathers the profiles and rules that an element shows: its own, linked ones and those of its info groups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from builder.catalogue.entries import changes_by_field
from builder.catalogue.model import Element, InfoGroup, InfoHolder, InfoLink, Profile, Rule
from builder.roster.count import Here
from builder.roster.effective import Changes, Values
from builder.roster.view import ProfileView, RuleView


class Info:
    """The visible profiles and rules of one element, in the order: own, linked, those of groups."""

    def __init__(self, values: Values, here: Here) -> None:
        self._values = values
        self._here = here
        self.profiles: list[ProfileView] = []
        self.rules: list[RuleView] = []

    def gather(self, holders: Iterable[InfoHolder], path: tuple[str, ...] = ()) -> Info:
        """Add what these elements show; `path` are the ids of the links that lead to them."""
        for holder in holders:
            for profile in holder.profiles:
                self._show(profile, (), path)
            for rule in holder.rules:
                self._show(rule, (), path)
            for link in holder.info_links:
                self._follow(link, path)
            for group in holder.info_groups:
                self._open((group,), group, path)
        return self

    def add(self, infos: Iterable[Rule | InfoLink]) -> Info:
        """Add rules and links that stand by themselves, those of a catalogue."""
        for info in infos:
            if isinstance(info, InfoLink):
                self._follow(info, ())
            else:
                self._show(info, (), ())
        return self

    def _follow(self, link: InfoLink, path: tuple[str, ...]) -> None:
        target = self._values.top.library.links.info(link)
        if isinstance(target, InfoGroup):
            self._open((target, link), target, (*path, link.id))
        elif target is not None:
            self._show(target, (link,), (*path, link.id))

    def _open(self, elements: tuple[Element, ...], group: InfoGroup, path: tuple[str, ...]) -> None:
        if not self._hidden(elements):
            self.gather((group,), path)

    def _hidden(self, elements: tuple[Element, ...]) -> bool:
        hidden = any(element.hidden for element in elements)
        return self._values.hidden(hidden, changes_by_field(elements), self._here)

    def _show(self, info: Profile | Rule, links: tuple[InfoLink, ...], path: tuple[str, ...]) -> None:
        if self._hidden((info, *links)):
            return
        changes = changes_by_field((info, *links))
        name, page = self._text(info.name, changes, "name"), self._text(info.page or "", changes, "page") or None
        own_id = "::".join((*path, info.id))
        if isinstance(info, Rule):
            text = self._text(info.description, changes, "description")
            book = info.publication_id
            self.rules.append(RuleView(id=own_id, name=name, description=text, publication_id=book, page=page))
            return
        cells = tuple(
            replace(cell, value=self._text(cell.value, changes, cell.type_id)) if cell.type_id in changes else cell
            for cell in info.characteristics
        )
        self.profiles.append(
            ProfileView(
                id=own_id,
                name=name,
                type_id=info.type_id,
                type_name=info.type_name,
                characteristics=cells,
                publication_id=info.publication_id,
                page=page,
            )
        )

    def _text(self, value: str, changes: Changes, field: str) -> str:
        return self._values.text(value, changes, field, self._here)
