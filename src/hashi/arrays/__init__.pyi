"""The names that this package offers; each is loaded when it is first used."""

from hashi.arrays.actions import IllegalAction as IllegalAction
from hashi.arrays.actions import action_count as action_count
from hashi.arrays.actions import action_of as action_of
from hashi.arrays.actions import actions_of as actions_of
from hashi.arrays.actions import mark_of as mark_of
from hashi.arrays.actions import skip_of as skip_of
from hashi.arrays.actions import start_action_of as start_action_of
from hashi.arrays.batch import Batch as Batch
from hashi.arrays.chart import Unrepresentable as Unrepresentable
from hashi.arrays.chart import fits as fits
from hashi.arrays.kernel import is_compiled as is_compiled
from hashi.arrays.observation import Field as Field
from hashi.arrays.observation import fields as fields
