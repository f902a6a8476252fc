"""Files fetched from the network, only where a player asks for them: https alone, no more than there can be."""

from __future__ import annotations

import http.client
import ssl
import time
import urllib.error
import urllib.request
from typing import IO

from builder.bounds import MIB
from builder.errors import InputError
from builder.inputs import tell
from builder.services.data.datasets import split_address, unusable

SECONDS = 30
"""Without a byte."""
MOST_SECONDS = 900
"""For one file."""
CHUNK = 1 << 16
REDIRECTS = (301, 302, 303, 307, 308)
OFFLINE = "Muster needs the network for this alone: fetch the file in another way, and add it from your disk"


def fetch(url: str, most: int, which: str = "") -> bytes:
    """Return what lies at an address, and tell how far that is.

    Args:
        url: its address, of https.
        most: how many bytes there may be.
        which: what of several is fetched, told before how far it is.

    Raises:
        InputError: the address is not of https, cannot be reached, or there is more than that.
    """
    _checked(url)
    opener = urllib.request.OpenerDirector()
    context = ssl.create_default_context()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPSHandler(context=context),
        _HttpsRedirects(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    request = urllib.request.Request(url, headers={"User-Agent": "Muster", "Accept": "*/*"})
    try:
        answer = opener.open(request, timeout=SECONDS)
        if answer is None:
            raise unusable(f"it cannot be reached. {OFFLINE}", url)
        with answer:
            return _read(answer, url, most, which)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in REDIRECTS:
            raise unusable("it leads from one address to the next without end: nothing is fetched", url) from None
        raise unusable(f"the server says {error.code} {error.reason}: is the address right?", url) from None
    except ssl.SSLCertVerificationError as error:
        raise unusable(f"its certificate is not trusted ({error.verify_message}), so nothing is fetched", url) from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, ssl.SSLCertVerificationError):
            words = f"its certificate is not trusted ({error.reason.verify_message}), so nothing is fetched"
            raise unusable(words, url) from None
        raise unusable(f"it cannot be reached ({error.reason}). {OFFLINE}", url) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise unusable(f"it cannot be fetched ({error or type(error).__name__}). {OFFLINE}", url) from None


def _checked(url: str) -> None:
    address = split_address(url)
    if address.scheme != "https":
        raise unusable("only addresses that begin with https:// are fetched: write it so, or fetch it by hand", url)
    if not address.hostname:
        raise unusable("this address names no server", url)


def _read(answer: http.client.HTTPResponse, url: str, most: int, which: str) -> bytes:
    said = answer.headers.get("Content-Length", "")
    total = int(said) if said.isdecimal() and len(said) < 16 else 0
    parts: list[bytes] = []
    size, begun = 0, time.monotonic()
    while size <= most and total <= most:
        chunk = answer.read1(CHUNK)
        if not chunk:
            if total and size != total:
                raise unusable(f"it was cut off after {size:,} of {total:,} bytes: fetch it again", url)
            return b"".join(parts)
        parts.append(chunk)
        size += len(chunk)
        tell(which + (f"{size / MIB:.1f} of {total / MIB:.1f} MiB" if total else f"{size / MIB:.1f} MiB"))
        if time.monotonic() - begun > MOST_SECONDS:
            raise unusable(f"it takes longer than {MOST_SECONDS // 60} minutes: fetch it by hand", url)
    raise unusable(f"it is larger than {most // MIB} MiB, as no data is, and is not fetched", url)


class _HttpsRedirects(urllib.request.HTTPRedirectHandler):
    """Follows where a server points to, as long as that is https."""

    max_redirections = 5

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the next request; an InputError where it would not be of https."""
        try:
            _checked(newurl)
        except InputError:
            raise unusable(f"it leads to {newurl}, which is not of https: nothing is fetched", req.full_url) from None
        return super().redirect_request(req, fp, code, msg, headers, newurl)
