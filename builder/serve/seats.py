"""Who may see and do what: a seat for each player of a game, one for onlookers, and one for who looks after all games.

A seat has a token, which stands in the address that is handed out, and the devices that took it, each known by a secret
in its cookie, of which only a digest is kept. All of them are in one text, which all servers of the same games share.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from builder.errors import Finding, InputError, Place, PlayError, Severity
from builder.services.games.documents import open_documents
from builder.text import clean_name

ONE, TWO, ONLOOKER, ORGANISER = "1", "2", "onlooker", "organiser"
"""The roles of seats: that of each side, of who looks on at a game, and of who looks on at all of them."""
ROLES = (ONE, TWO, ONLOOKER)
NAME = "seats"
"""What their text is called."""
VERSION = 1
LONGEST_NAME = 40
MOST_DEVICES = 200
"""Devices of one seat; of onlookers, too, there are no more."""
_TOKEN_BYTES = 16


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A place at a game.

    Args:
        game: the id of the game; empty for that of all games.
        role: whose it is.
        token: what stands in its address.
        name: what the log calls who sits there; empty until it is taken.
        devices: the digests of the secrets of the devices that took it.
        open: whether one more device may take it.
    """

    game: str
    role: str
    token: str
    name: str = ""
    devices: tuple[str, ...] = ()
    open: bool = True

    @property
    def side(self) -> int | None:
        """The side that plays there, 0 or 1; None for who only looks on."""
        return int(self.role) - 1 if self.role in (ONE, TWO) else None


class _SeatsVersion(msgspec.Struct):
    format: str = "muster-seats"
    version: int = VERSION


class _SeatsFile(_SeatsVersion):
    seats: tuple[Seat, ...] = ()


class Seats:
    """The seats of all games; several threads and servers may ask."""

    def __init__(self) -> None:
        """Read them.

        Raises:
            InputError: they cannot be read.
        """
        self._documents = open_documents()
        self._known: tuple[bytes, tuple[Seat, ...]] = (b"", ())
        self._devices: tuple[object, Mapping[str, Sequence[Seat]]] = (None, {})
        self.all  # noqa: B018 - what cannot be read is told at once

    @property
    def all(self) -> tuple[Seat, ...]:
        """All seats, as they are by now.

        Raises:
            InputError: they cannot be read.
        """
        data, known = self._documents.read(NAME), self._known
        if data is not known[0]:
            known = self._known = data, self._decoded(data)
        return known[1]

    def close(self) -> None:
        """Close them."""
        self._documents.close()

    def of_game(self, game: str) -> Sequence[Seat]:
        """The seats of a game, those of its sides first; made where there are none yet."""
        return self._of(game, ROLES)

    def organiser(self) -> Seat:
        """The seat of who looks after all games."""
        return self._of("", (ORGANISER,))[0]

    def by_token(self, token: str) -> Seat | None:
        """The seat of a token."""
        return _by_token(self.all, token)

    def of_device(self, secret: str) -> Sequence[Seat]:
        """The seats that a device took, by the secret in its cookie, which is looked for by its digest."""
        seats, digest = self.all, _digest(secret)
        devices = self._devices
        if devices[0] is not seats:
            found: dict[str, list[Seat]] = {}
            for seat in seats:
                for device in seat.devices:
                    found.setdefault(device, []).append(seat)
            devices = self._devices = seats, found
        return devices[1].get(digest, ())

    def take(self, token: str, secret: str, name: str) -> None:
        """Take the seat of a token with a device; the first that does closes it for others, but that of onlookers.

        Raises:
            PlayError: there is no such seat, or another device has it.
        """
        digest = _digest(secret)

        def taken(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
            seat = _by_token(seats, token)
            if seat is None:
                raise PlayError("this address leads to no seat: ask for a new one")
            if digest in seat.devices:
                return seats
            if not seat.open or len(seat.devices) >= MOST_DEVICES:
                raise PlayError("another device has this seat: whoever sits there can share it, with “Another device”")
            chosen = clean_name(name).strip()[:LONGEST_NAME]
            after = msgspec.structs.replace(
                seat,
                name=seat.name or (_free_name(seats, seat, chosen) if seat.side is not None else ""),
                devices=(*seat.devices, digest),
                open=seat.side is None and seat.role != ORGANISER,
            )
            return _put(seats, after)

        self._change(taken)

    def share(self, seat: Seat) -> Seat:
        """Let one more device take a seat."""

        def opened(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
            return _put(seats, msgspec.structs.replace(_by_token(seats, seat.token) or seat, open=True))

        self._change(opened)
        return self.by_token(seat.token) or seat

    def renew(self, game: str) -> None:
        """Forget the seats of a game: whoever took one is out, and new addresses are handed out."""
        self._change(lambda seats: tuple(seat for seat in seats if seat.game != game))

    def _of(self, game: str, roles: Sequence[str]) -> Sequence[Seat]:
        def made(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
            known = {seat.role for seat in seats if seat.game == game}
            new = (role for role in roles if role not in known)
            return (*seats, *(Seat(game=game, role=role, token=secrets.token_urlsafe(_TOKEN_BYTES)) for role in new))

        known = {seat.role: seat for seat in self.all if seat.game == game}
        if not known.keys() >= {*roles}:
            self._change(made)
            known = {seat.role: seat for seat in self.all if seat.game == game}
        return [known[role] for role in roles]

    def _change(self, change: Callable[[tuple[Seat, ...]], tuple[Seat, ...]]) -> None:
        def changed(data: bytes) -> bytes:
            return msgspec.json.format(msgspec.json.encode(_SeatsFile(seats=change(self._decoded(data)))))

        self._documents.change(NAME, changed)

    def _decoded(self, data: bytes) -> tuple[Seat, ...]:
        if not data:
            return ()
        try:
            # Of a newer version nothing else is known, so that its number is read alone.
            if msgspec.json.decode(data, type=_SeatsVersion).version > VERSION:
                raise self._unreadable("a newer Muster keeps these seats: update to serve their games")
            return msgspec.json.decode(data, type=_SeatsFile).seats
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            message = f"the seats cannot be read: {error}; remove them, and hand out new addresses"
            raise self._unreadable(message) from None

    def _unreadable(self, message: str) -> InputError:
        return InputError(Finding(Severity.ERROR, "seats", message, at=Place(file=self._documents.place(NAME))))


def _put(seats: tuple[Seat, ...], after: Seat) -> tuple[Seat, ...]:
    return tuple(after if seat.token == after.token else seat for seat in seats)


def _by_token(seats: Iterable[Seat], token: str) -> Seat | None:
    """The seat of a token; each is compared in the same time, whatever of it is right."""
    asked = token.encode("utf-8", "replace")
    matching = [seat for seat in seats if hmac.compare_digest(seat.token.encode(), asked)]
    return matching[0] if matching else None


def _free_name(seats: Iterable[Seat], seat: Seat, chosen: str) -> str:
    """A name that the other side does not have: undo asks whose an act is."""
    chosen = chosen or f"Player {seat.role}"
    others = {each.name.casefold() for each in seats if each.game == seat.game and each.role != seat.role}
    return f"{chosen} ({seat.role})" if chosen.casefold() in others else chosen


def new_secret() -> str:
    """Return what the cookie of a new device holds."""
    return secrets.token_urlsafe(32)


def players(seats: Sequence[Seat]) -> Iterator[str]:
    """Yield who sits there, in words."""
    for seat in seats:
        if seat.devices:
            yield seat.name or f"{len(seat.devices)} {'onlooker' if len(seat.devices) == 1 else 'onlookers'}"


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
