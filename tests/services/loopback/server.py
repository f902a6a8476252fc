"""A server of https on the loopback address, with a certificate of its own that only its tests trust."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

HERE = Path(__file__).parent
CERTIFICATE = HERE / "certificate.pem"


class Site:
    """What a server has: contents by path; and the paths that were asked for."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.moved: dict[str, str] = {}
        self.lengths: dict[str, int] = {}
        self.asked: list[str] = []
        self.base = ""


@contextmanager
def serving() -> Iterator[Site]:
    """A site while it is served."""
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            if self.path in site.moved:
                self.send_response(302)
                self.send_header("Location", site.moved[self.path])
                self.end_headers()
                return
            data = site.files.get(self.path)
            self.send_response(404 if data is None else 200)
            self.send_header("Content-Length", str(site.lengths.get(self.path, len(data or b""))))
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """Stay quiet where a client trusts no certificate."""

    server = Server(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, HERE / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    site.base = f"https://localhost:{server.server_address[1]}"
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
