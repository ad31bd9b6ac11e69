"""Messages that only one browser can read (RFC 8291), and tokens by which a push service knows this
server (VAPID, RFC 8292).

Written over `cryptography`: the packages for it bring along two HTTP clients, and none of them
connects to an address that was checked before.
"""

from __future__ import annotations

import json
import math
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from hashi.host.store.protocol import PushKey

CURVE = SECP256R1()
RECORD = 4096
"""The size of a record, as the head of a message says it."""
LONGEST = 1024
"""Bytes of a message before it is encrypted: each is filled up, so that its length says nothing."""
TOKEN_TIME = 12 * 3600
"""Seconds for which a token is good; push services allow a day."""
POINT, SECRET = 65, 16
"""Bytes of a public key, and of a browser's secret."""


def encode(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64url without padding; raise ValueError where it is not that."""
    if not text.isascii() or len(text) % 4 == 1:
        raise ValueError(text)
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_key(text: str) -> EllipticCurvePublicKey:
    """Return a browser's public key; raise ValueError for anything else."""
    return EllipticCurvePublicKey.from_encoded_point(CURVE, decode(text))


def is_readable_by(key: str, secret: str) -> bool:
    """Return whether these can be the keys of a browser."""
    try:
        public_key(key)
        return len(decode(key)) == POINT and len(decode(secret)) == SECRET
    except ValueError:
        return False


def new_key() -> PushKey:
    """Return a new key of a server."""
    private = generate_private_key(CURVE)
    number = private.private_numbers().private_value
    return PushKey(encode(number.to_bytes(32, "big")), encode(_point(private.public_key())))


def encrypted(message: bytes, key: str, secret: str, *, longest: int = LONGEST) -> bytes:
    """Return a message as the browser with these keys can read it, filled up to the longest."""
    padded = message + b"\x02" + bytes(longest - len(message))
    return _encrypted(padded, key, secret, generate_private_key(CURVE), secrets.token_bytes(16))


def _encrypted(
    padded: bytes, key: str, secret: str, own: EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt by a key and a salt that are used once (RFC 8291, 3.4; RFC 8188, 2)."""
    other, own_point = public_key(key), _point(own.public_key())
    about = b"WebPush: info\0" + _point(other) + own_point
    shared = _derived(decode(secret), own.exchange(ECDH(), other), about, 32)
    cipher = AESGCM(_derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(salt, shared, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return head + cipher.encrypt(nonce, padded, None)


def token(key: PushKey, origin: str, contact: str, now: float) -> str:
    """Return a token for a push service: who is to be asked where something goes wrong."""
    head = {"typ": "JWT", "alg": "ES256"}
    claims = {"aud": origin, "exp": math.floor(now) + TOKEN_TIME, "sub": contact}
    said = f"{_part(head)}.{_part(claims)}"
    private = derive_private_key(int.from_bytes(decode(key.private), "big"), CURVE)
    r, s = decode_dss_signature(private.sign(said.encode(), ECDSA(SHA256())))
    return f"{said}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _part(fields: Mapping[str, object]) -> str:
    return encode(json.dumps(fields, separators=(",", ":")).encode())


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, about: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(secret)
