"""A server on this machine that keeps what it is told, and answers as the test says."""

import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Sink:
    status: int = 204
    seconds: float = 0.0
    location: str = ""
    heard: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def __enter__(self) -> "Sink":
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/in?key=1"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler(sink: Sink) -> Any:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sink.heard.append((self.path, dict(self.headers), body))
            time.sleep(sink.seconds)
            self.send_response(sink.status)
            if sink.location:
                self.send_header("Location", sink.location)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    return Handler
