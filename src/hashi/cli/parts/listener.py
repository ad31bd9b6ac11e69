"""The socket where `hashi serve` listens, or why there can be none."""

from __future__ import annotations

import errno
import socket

from hashi.cli.parts.data_store import CannotStart
from hashi.words import N_

NO_ADDRESS = N_(
    "This computer doesn’t have the address {host}. Use 127.0.0.1 for this "
    "computer only, or 0.0.0.0 for everyone on your network."
)
PORT_IN_USE = N_(
    "Port {port} is already in use. Choose another one with --port, or stop the "
    "program that’s using it."
)
PORT_DENIED = N_("You’re not allowed to use port {port}. Choose one above 1023 with --port.")
CANNOT_LISTEN = N_("The server can’t listen on {host}, port {port}: {error}")


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this address; `::` takes IPv4 as well where it can."""
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, *_, address = found[0]
        is_dual = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server(address, family=family, dualstack_ipv6=is_dual)
    except (socket.gaierror, UnicodeError):
        raise CannotStart(NO_ADDRESS, host=host) from None
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise CannotStart(NO_ADDRESS, host=host) from None
        sentence = {errno.EADDRINUSE: PORT_IN_USE, errno.EACCES: PORT_DENIED}
        raise CannotStart(
            sentence.get(error.errno or 0, CANNOT_LISTEN), host=host, port=port, error=str(error)
        ) from None
