"""A push service on this machine, and browsers that have an address there.

It takes messages as RFC 8030 says, checks who sends them (RFC 8292), and a browser decrypts them by
its private key (RFC 8291): written for the tests, without anything of the server's.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

CURVE = ec.SECP256R1()
PATIENCE = 30.0
"""Seconds to wait for a message."""


def plain(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def coded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class PushBrowser:
    """The part of a browser that has an address at the service, and the keys for it."""

    path: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(CURVE)
    )
    secret: bytes = b"16 secret bytes."

    @property
    def point(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def fields(self, service: PushServer, zone: str = "Europe/Berlin") -> dict[str, str]:
        """Return what a page posts once somebody has asked for messages."""
        return {
            "endpoint": f"{service.origin}{self.path}",
            "public_key": coded(self.point),
            "secret": coded(self.secret),
            "zone": zone,
        }

    def read(self, body: bytes) -> bytes:
        """Return what a message says, with what it was filled up by."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        other = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        about = b"WebPush: info\x00" + self.point + sender
        shared = self.private.exchange(ec.ECDH(), other)
        key = HKDF(SHA256(), 32, self.secret, about).derive(shared)
        content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(key)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(key)
        return AESGCM(content).decrypt(nonce, sealed, None)


@dataclass
class Delivered:
    """A message as it came to the service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def read(self, browser: PushBrowser) -> dict[str, Any]:
        text, mark, filling = browser.read(self.body).partition(b"\x02")
        assert mark
        assert not filling.strip(b"\x00")
        said: dict[str, Any] = json.loads(text)
        return said

    def claims(self) -> dict[str, Any]:
        """Return what the sender says of itself; its signature must be right."""
        scheme, _, given = self.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in given.split(","))
        head, claims, signature = parts["t"].split(".")
        assert json.loads(plain(head)) == {"typ": "JWT", "alg": "ES256"}
        r, s = (
            int.from_bytes(half, "big") for half in (plain(signature)[:32], plain(signature)[32:])
        )
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, plain(parts["k"]))
        key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        return {**json.loads(plain(claims)), "key": parts["k"]}


class PushServer:
    """The service. `status` is what it answers, None for nothing at all."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.delivered: list[Delivered] = []
        self.status: int | None = 201
        self.more = ""
        """Lines of the head of an answer."""
        self.connections = 0

    @property
    def name(self) -> str:
        return f"localhost:{self.port}"

    @property
    def origin(self) -> str:
        return f"https://{self.name}"

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.strip().split("\r\n")
            headers = {
                name.lower(): value for name, value in (line.split(": ", 1) for line in lines)
            }
            body = await reader.readexactly(int(headers["content-length"]))
            self.delivered.append(Delivered(first.split()[1], headers, body))
            if self.status is None:
                await reader.read()  # until the other side has had enough
            else:
                answer = f"HTTP/1.1 {self.status} Answer\r\n{self.more}Content-Length: 0\r\n\r\n"
                writer.write(answer.encode())
                await writer.drain()
        writer.close()

    async def wait_for(self, count: int) -> list[Delivered]:
        """Wait for so many messages."""
        end = time.monotonic() + PATIENCE
        while len(self.delivered) < count:
            assert time.monotonic() < end, f"{len(self.delivered)} of {count} messages came"
            await asyncio.sleep(0.01)
        return self.delivered


def certificate(folder: Path) -> tuple[Path, Path]:
    """Write a certificate for this machine and its key into a folder."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    paths = folder / "push.pem", folder / "push.key"
    paths[0].write_bytes(made.public_bytes(Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return paths


@contextlib.asynccontextmanager
async def push_server(folder: Path) -> AsyncIterator[PushServer]:
    """Run a push service at a free port."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(*certificate(folder))
    service = PushServer(0)
    server = await asyncio.start_server(service.take, "127.0.0.1", 0, ssl=tls)
    service.port = server.sockets[0].getsockname()[1]
    try:
        yield service
    finally:
        server.close()


@contextlib.contextmanager
def push_server_beside(folder: Path) -> Iterator[PushServer]:
    """Run a push service in a thread of its own, for a test that is not asynchronous."""
    found: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event, PushServer]] = Future()

    async def run() -> None:
        async with push_server(folder) as service:
            end = asyncio.Event()
            found.set_result((asyncio.get_running_loop(), end, service))
            await end.wait()

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    loop, end, service = found.result(PATIENCE)
    try:
        yield service
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()
