"""The names that this package offers; each is loaded when it is first used."""

from hashi.library.dealt_game import DealtGame as DealtGame
from hashi.library.files import read_record as read_record
from hashi.library.files import read_records as read_records
from hashi.library.opening import bot as bot
from hashi.library.opening import new_game as new_game
