"""The names that this package offers; each is loaded when it is first used."""

from hashi.host.host import Host as Host
from hashi.host.loaded_table import LoadedTable as LoadedTable
from hashi.host.people.keys import holder_of as holder_of
from hashi.host.people.keys import new_id as new_id
from hashi.host.requests import Answer as Answer
from hashi.host.store.protocol import Conflict as Conflict
from hashi.host.store.protocol import Store as Store
from hashi.host.store.protocol import StoreDown as StoreDown
from hashi.host.store.sqlite import SqliteStore as SqliteStore
from hashi.host.tables import Unopened as Unopened
