"""Who may see and do what: a seat for each player of a game, one for onlookers, and one for who looks after all games.

A seat has a token, which stands in the address that is handed out, and the devices that took it, each known by a secret
in its cookie, of which only a digest is kept. All of them are in one file that nobody else on this computer can read.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from builder.bounds import MIB
from builder.errors import Finding, InputError, Place, PlayError, Severity
from builder.inputs import read_file
from builder.resources import state_folder
from builder.services.files import make_folder, write_target
from builder.text import clean_name

ONE, TWO, ONLOOKER, ORGANISER = "1", "2", "onlooker", "organiser"
"""The roles of seats: that of each side, of who looks on at a game, and of who looks on at all of them."""
ROLES = (ONE, TWO, ONLOOKER)
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


class _SeatsFile(msgspec.Struct):
    format: str = "muster-seats"
    version: int = 1
    seats: tuple[Seat, ...] = ()


class Seats:
    """The seats of all games, as a file keeps them; several threads may ask."""

    def __init__(self, path: Path | None = None) -> None:
        """Read a file of seats, if there is one.

        Raises:
            InputError: it cannot be read.
        """
        self._path = path or state_folder() / "seats.json"
        self._lock = threading.Lock()
        self._seats: tuple[Seat, ...] = _read(self._path) if self._path.exists() else ()

    def of_game(self, game: str) -> Sequence[Seat]:
        """The seats of a game, those of its sides first; made where there are none yet."""
        return self._of(game, ROLES)

    def organiser(self) -> Seat:
        """The seat of who looks after all games."""
        return self._of("", (ORGANISER,))[0]

    def by_token(self, token: str) -> Seat | None:
        """The seat of a token; each is compared in the same time, whatever of it is right."""
        asked = token.encode("utf-8", "replace")
        matching = [seat for seat in self._seats if hmac.compare_digest(seat.token.encode(), asked)]
        return matching[0] if matching else None

    def of_device(self, secret: str) -> Sequence[Seat]:
        """The seats that a device took, by the secret in its cookie."""
        asked = _digest(secret)
        return [
            seat
            for seat in self._seats
            if [True for device in seat.devices if hmac.compare_digest(device.encode(), asked.encode())]
        ]

    def take(self, token: str, secret: str, name: str) -> Seat:
        """Take the seat of a token with a device; the first that does closes it for others, but that of onlookers.

        Raises:
            PlayError: there is no such seat, or another device has it.
        """
        with self._lock:
            seat = self.by_token(token)
            if seat is None:
                raise PlayError("this address leads to no seat: ask for a new one")
            if _digest(secret) in seat.devices:
                return seat
            if not seat.open or len(seat.devices) >= MOST_DEVICES:
                raise PlayError("another device has this seat: whoever sits there can share it, with “Another device”")
            chosen = clean_name(name).strip()[:LONGEST_NAME]
            taken = msgspec.structs.replace(
                seat,
                name=seat.name or (self._free_name(seat, chosen) if seat.side is not None else ""),
                devices=(*seat.devices, _digest(secret)),
                open=seat.side is None and seat.role != ORGANISER,
            )
            self._put(seat, taken)
            return taken

    def share(self, seat: Seat) -> Seat:
        """Let one more device take a seat."""
        with self._lock:
            now = self.by_token(seat.token) or seat
            opened = msgspec.structs.replace(now, open=True)
            self._put(now, opened)
            return opened

    def renew(self, game: str) -> None:
        """Forget the seats of a game: whoever took one is out, and new addresses are handed out."""
        with self._lock:
            self._keep(tuple(seat for seat in self._seats if seat.game != game))

    def _of(self, game: str, roles: Sequence[str]) -> Sequence[Seat]:
        with self._lock:
            known = {seat.role: seat for seat in self._seats if seat.game == game}
            new = [
                Seat(game=game, role=role, token=secrets.token_urlsafe(_TOKEN_BYTES))
                for role in roles
                if role not in known
            ]
            if new:
                self._keep((*self._seats, *new))
            return [*(known[role] for role in roles if role in known), *new]

    def _free_name(self, seat: Seat, chosen: str) -> str:
        """A name that the other side does not have: undo asks whose an act is."""
        chosen = chosen or f"Player {seat.role}"
        others = {each.name.casefold() for each in self._seats if each.game == seat.game and each.role != seat.role}
        return f"{chosen} ({seat.role})" if chosen.casefold() in others else chosen

    def _put(self, before: Seat, after: Seat) -> None:
        self._keep(tuple(after if seat.token == before.token else seat for seat in self._seats))

    def _keep(self, seats: tuple[Seat, ...]) -> None:
        make_folder(self._path.parent)
        if not self._path.exists():  # What is written keeps the rights of the file in whose place it comes.
            os.close(os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600))
        write_target(str(self._path), msgspec.json.format(msgspec.json.encode(_SeatsFile(seats=seats))))
        self._seats = seats


def new_secret() -> str:
    """What the cookie of a new device holds."""
    return secrets.token_urlsafe(32)


def players(seats: Sequence[Seat]) -> Iterator[str]:
    """Yield who sits there, in words."""
    for seat in seats:
        if seat.devices:
            yield seat.name or f"{len(seat.devices)} {'onlooker' if len(seat.devices) == 1 else 'onlookers'}"


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _read(path: Path) -> tuple[Seat, ...]:
    data = read_file(path, MIB)
    try:
        return msgspec.json.decode(data, type=_SeatsFile).seats if data else ()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"the file of seats cannot be read: {error}; remove it, and hand out new addresses"
        raise InputError(Finding(Severity.ERROR, "seats", message, at=Place(file=str(path)))) from None
