"""What all pages have: the head, the way back, what is told, and the page that asks for a token."""

from __future__ import annotations

from collections.abc import Sequence

from builder.serve.markup import Child, Html, document, element, together

E = element


def page(title: str, *children: Child, back: str = "", stamp: str = "", events: str = "", said: str = "") -> str:
    """A whole page.

    Args:
        title: its title, which is its heading.
        children: what stands below the heading.
        back: the address that leads back; none where it is empty.
        stamp: that of the game as it is shown.
        events: the address that tells of new stamps; empty for a page that stays as it is.
        said: what is told first.
    """
    head = E(
        "head",
        E("meta", charset="utf-8"),
        E("meta", name="viewport", content="width=device-width, initial-scale=1"),
        E("meta", name="color-scheme", content="light dark"),
        E("title", f"{title} – Muster"),
        E("link", rel="stylesheet", href="/static/style.css"),
        E("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        E("link", rel="manifest", href="/static/manifest.webmanifest", crossorigin="use-credentials"),
        E("script", "", src="/static/live.js", defer=True),
    )
    body = E(
        "body",
        E("a", "To the page", href="#page", class_="skip"),
        E("header", E("a", "‹ Back", href=back, class_="back") if back else None, E("h1", title)),
        E("p", "", id="line", role="status", aria_live="polite", hidden=True),
        E(
            "main",
            E("p", said, class_="said", role="status") if said else None,
            children,
            id="page",
            tabindex="-1",
            data_stamp=stamp or None,
            data_events=events or None,
        ),
    )
    return document(head, body)


def enter_page(token: str, role: str, game: str) -> str:
    """The page that asks whoever opened the address of a seat for a name: looking at it takes nothing."""
    name = E(
        "label",
        "Your name, for the log",
        E("input", name="name", maxlength="40", autocomplete="nickname", autofocus=True),
    )
    form = E(
        "form",
        name if role in ("1", "2") else None,
        E("button", "Take this seat" if role in ("1", "2") else "Look on", class_="main"),
        method="post",
        action=f"/enter/{token}",
    )
    return page(game, E("p", _INVITED.get(role, _INVITED["onlooker"])), form)


_INVITED = {
    "1": "You are invited to play the first side.",
    "2": "You are invited to play the second side.",
    "onlooker": "You are invited to look on.",
    "organiser": "This address leads to all games and to the addresses of their players.",
}


def token_page(said: str = "") -> str:
    """The page that asks for a token, for whoever has no seat here."""
    form = E(
        "form",
        E("label", "Address or token", E("input", name="token", maxlength="300", autocomplete="off", autofocus=True)),
        E("button", "Go on", class_="main"),
        method="post",
        action="/",
    )
    words = "Scan the code that the computer shows, open the address that it printed, or write its last part here."
    return page("Muster", E("p", words), form, said=said)


def told_page(title: str, texts: Sequence[str], back: str) -> str:
    """A page that tells what stands against something."""
    return page(title, *(E("p", text, class_="error") for text in texts), back=back)


def post_button(
    text: str, action: str, values: Sequence[tuple[str, str]] = (), *, main: bool = False, note: Child = None
) -> Html:
    """A form of one button, with values that nobody sees."""
    hidden = (E("input", type="hidden", name=name, value=value) for name, value in values)
    button = E("button", text, class_="main" if main else None)
    return E("form", together(*hidden), note, button, method="post", action=action)
