"""The command palette: every action of the screen that is possible now, found by its name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from builder.tui.actions import Action, actions_of
from builder.tui.screens.base import ActionScreen, Offer


class Commands(Provider):
    """Finds actions by their labels and tooltips."""

    async def discover(self) -> Hits:
        """Yield all of them before anything is typed."""
        for action in self._possible():
            yield DiscoveryHit(_named(action), partial(self._do, action), text=_named(action), help=action.tooltip)
        for offer in self._offers():
            yield DiscoveryHit(offer.words, partial(self._take, offer), text=offer.words, help=offer.about)

    async def search(self, query: str) -> Hits:
        """Yield those that fit what is typed."""
        matcher = self.matcher(query)
        for action in self._possible():
            score = matcher.match(f"{action.label} {action.tooltip}")
            if score > 0:
                yield Hit(score, matcher.highlight(_named(action)), partial(self._do, action), help=action.tooltip)
        for offer in self._offers():
            score = matcher.match(f"{offer.words} {offer.about}")
            if score > 0:
                yield Hit(score, matcher.highlight(offer.words), partial(self._take, offer), help=offer.about)

    def _possible(self) -> list[Action]:
        screen = self.screen
        scopes = (screen.scope, "app") if isinstance(screen, ActionScreen) else ("app",)
        found = [action for action in actions_of(*scopes) if action.name != "palette"]
        return [action for action in found if action.scope == "app" or screen.check_action(action.name, ())]

    def _offers(self) -> Sequence[Offer]:
        return self.screen.offers() if isinstance(self.screen, ActionScreen) else ()

    async def _take(self, offer: Offer) -> None:
        if isinstance(self.screen, ActionScreen):
            self.screen.take_offer(offer.key)

    async def _do(self, action: Action) -> None:
        await self.app.run_action(action.name, default_namespace=self.app if action.scope == "app" else self.screen)


def _named(action: Action) -> str:
    return f"{action.label} ({action.shown})"
