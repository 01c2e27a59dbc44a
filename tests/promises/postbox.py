"""A mail server on this machine that keeps what it is given, and takes a moment to say so."""

import socketserver
import threading
import time
from contextlib import suppress
from email import message_from_bytes
from email.message import Message

MOMENT = 0.05  # seconds between having a mail and saying so


class Postbox:
    def __init__(self) -> None:
        self.mails: list[Message] = []
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _handler(self.mails))
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "Postbox":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler(mails: list[Message]) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):  # whoever writes may be killed
                self._hear()

        def _hear(self) -> None:
            self.wfile.write(b"220 postbox\r\n")
            for line in self.rfile:
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    mails.append(message_from_bytes(b"".join(iter(self.rfile.readline, b".\r\n"))))
                    time.sleep(MOMENT)
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")

    return Handler
