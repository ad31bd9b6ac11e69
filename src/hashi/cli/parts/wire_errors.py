"""What is said where a table of a server cannot be reached; each function returns the status."""

from __future__ import annotations

from hashi.cli.parts import contenders
from hashi.client.wire import Lost, Refused, Stranger, Untrusted
from hashi.words import Words, shown

UNREACHED = (Lost, Refused, Stranger)


def no_address(words: Words, url: str) -> int:
    """Say that this is not the address of a table."""
    return contenders.end(
        words.say(
            "“{given}” isn’t the address of a table. An address looks like {example}.",
            given=shown(url),
            example="http://localhost:8000/t/ID",
        )
    )


def unreached(words: Words, url: str, problem: Lost | Refused | Stranger) -> int:
    """Say why the table was not reached, or what its server refused."""
    match problem:
        case Refused():
            return contenders.end(shown(problem.text, 500))
        case Untrusted(reason=reason):
            return contenders.end(
                words.say(
                    "This computer doesn’t trust the certificate of {address}: {reason}. If it is "
                    "yours, name its file: {command}",
                    address=shown(url, 200),
                    reason=shown(reason, 200),
                    command="SSL_CERT_FILE=cert.pem hashi …",
                )
            )
        case Stranger():
            address = shown(url)
            return contenders.end(
                words.say("There’s no HASHI server at {address}.", address=address)
            )
        case Lost():
            return contenders.end(
                words.say(
                    "There’s no answer from {address}. Is the server running?",
                    address=shown(url, 200),
                )
            )
