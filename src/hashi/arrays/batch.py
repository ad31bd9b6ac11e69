"""Many games at once, in NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeVar

from hashi.arrays import constants, kernel, observation_bytes
from hashi.arrays.actions import IllegalAction, action_count, meaning
from hashi.arrays.buffers import Cards, buffer, card_bytes, chances, ordered
from hashi.arrays.chart import chart, sheet_of
from hashi.arrays.cores import cores
from hashi.boards import standard_deck
from hashi.extras import missing
from hashi.rules import Board, Card, Goal, GoalBox, Sheet, dead_goals, progress
from hashi.rules.card import check_deck_size
from hashi.rules.dead import numbers_to_come
from hashi.rules.game.setup import MOST_PLAYERS

try:
    import numpy as np
except ImportError as error:
    raise missing("games in batches", "numpy", "arrays") from error

from numpy.typing import NDArray

T = TypeVar("T")


class Batch:
    """Many games on one board. In each step all seats of all games make one small mark.

    The results are in `masks`, `rewards`, `over`, `totals` and `wrong`. These arrays stay the
    same objects and are overwritten by every step; the first four can be passed in. The games
    have begun when the batch is made. The order of the cards and `any_actions` depend on the
    seed only. Every game has its own random generator, so neither `threads` nor the other games
    change its cards. `threads=0` uses all cores.
    """

    masks: NDArray[Any]
    """[games, seats, actions]: a byte for each action, 1 if the seat may take it next."""
    rewards: NDArray[np.float32]
    """[games, seats]: the points scored in the last step."""
    over: NDArray[np.bool_]
    """[games]: whether a game is over."""
    totals: NDArray[np.int32]
    """[games, seats]: the points so far (R28)."""
    wrong: NDArray[np.bool_]
    """[games, seats]: whose action in the last step was not allowed."""

    def __init__(
        self,
        board: Board,
        *,
        games: int,
        seats: int = 1,
        deck: Sequence[Card] | None = None,
        seed: int = 0,
        threads: int = 1,
        masks: NDArray[Any] | None = None,
        rewards: NDArray[np.float32] | None = None,
        over: NDArray[np.bool_] | None = None,
        totals: NDArray[np.int32] | None = None,
    ) -> None:
        if games < 1 or threads < 0 or not 1 <= seats <= MOST_PLAYERS:
            raise ValueError(
                f"at least one game, 1 to {MOST_PLAYERS} seats and 0 (all cores) or more threads "
                f"are needed, not games={games}, seats={seats}, threads={threads}"
            )
        self.board, self.games, self.seats = board, games, seats
        self.deck = standard_deck() if deck is None else tuple(deck)
        check_deck_size(self.deck)
        self.action_count = action_count(board)
        self.observation_size = observation_bytes.observation_size(
            len(board.islands), len(board.lines), seats
        )
        shape = (games, seats)
        self.masks = buffer(
            "masks", masks, (*shape, self.action_count), np.uint8, np.bool_, np.int8
        )
        self.rewards = buffer("rewards", rewards, shape, np.float32)
        self.over = buffer("over", over, (games,), np.bool_)
        self.totals = buffer("totals", totals, shape, np.int32)
        self.wrong = np.zeros(shape, np.bool_)
        self.words = np.zeros((games, kernel.game_words(seats)), np.uint64)
        """[games, words]: the games in the kernel's layout."""
        self.cards = np.zeros((games, len(self.deck)), np.uint8)
        """[games, deck]: each game's cards as bytes, the last one in the box. Not for players."""
        self._chart = chart(board)
        self._games, self._cards = self.words.reshape(-1), self.cards.reshape(-1)
        self._masks, self._rewards = self.masks.reshape(-1).view(np.uint8), self.rewards.reshape(-1)
        self._over, self._wrong = self.over.view(np.uint8), self.wrong.reshape(-1).view(np.uint8)
        self._totals = self.totals.reshape(-1)
        workers = min(games, threads or cores())
        self._pool = ThreadPoolExecutor(workers, "hashi-batch") if workers > 1 else None
        edges = [games * share // workers for share in range(workers + 1)]
        self._shares = list(pairwise(edges))
        self.begin(seed=seed)

    # --- playing

    def begin(self, cards: Cards | None = None, *, seed: int | None = None) -> None:
        """Begin all games with these cards, or shuffle the decks.

        With a seed the random generators are seeded again; otherwise they continue.
        """
        if seed is not None:
            self.words[:, constants.CHANCE] = chances(seed, self.games)
            self.cards[:] = card_bytes(self.deck)
        if cards is not None:
            self.cards[:] = ordered(self.deck, cards, self.games)
        self.over[:] = False
        self.rewards[:] = 0
        self.wrong[:] = False
        self._spread(
            lambda first, last: kernel.begin_games(*self._played, first, last, cards is None)
        )
        self._spread(self._tell)

    def begin_again(self, games: Sequence[int]) -> None:
        """Begin these games with a shuffled deck; the others stay as they are."""
        for game in games:
            kernel.begin_games(*self._played, game, game + 1, True)
            self._tell(game, game + 1)
        self.over[games] = False

    def step(self, actions: NDArray[Any], again: bool = False, *, ending: bool = False) -> None:
        """Take one action for each seat of each game, [games, seats]; seats that are done skip.

        Actions of a game that is over are ignored: the game begins again with a shuffled deck
        (`again`) or stays as it is. If an action is illegal, raise IllegalAction and change no
        game. With `ending` the game of an illegal action ends instead, without a reward, and
        `wrong` marks the seat.
        """
        chosen = self._chosen(actions)
        # checked before any game moves: the kernel's own check finds a wrong action only after
        # it has moved the games before it
        wrong = self._spread(
            lambda first, last: kernel.find_wrong_actions(
                self._chart, self._games, self.seats, first, last, chosen, self._over, self._wrong
            )
        )
        if not any(wrong):
            self._step(chosen, again)
        elif ending:
            self._step_and_end(chosen, again)
        else:
            game, seat = (int(index) for index in np.argwhere(self.wrong)[0])
            raise self.illegal(actions, game, seat)

    def any_actions(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return a random legal action for each seat, [games, seats], all equally likely."""
        found = buffer("out", out, (self.games, self.seats), np.int32)
        flat = found.reshape(-1)
        self._spread(
            lambda first, last: kernel.any_actions(
                self._chart, self._games, self.seats, first, last, flat
            )
        )
        return found

    def observe(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return what each seat may know, [games, seats, observation_size]; see `fields`."""
        shape = (self.games, self.seats, self.observation_size)
        seen = buffer("out", out, shape, np.uint8)
        flat = seen.reshape(-1)
        self._spread(
            lambda first, last: observation_bytes.write_observations(
                *self._played, first, last, flat
            )
        )
        return seen

    def close(self) -> None:
        """Shut down the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    # --- looking at one game

    def sheet(self, game: int, seat: int = 0) -> Sheet:
        """Return a seat's sheet, with the marks of the open round."""
        at = constants.HEAD_WORDS + seat * constants.SEAT_WORDS
        return sheet_of(self.board, self.words[game, at : at + constants.SHEET_WORDS].tolist())

    def turned(self, game: int) -> tuple[Card, ...]:
        """Return the cards turned so far; the last one lies face up."""
        return self.pile(game)[: int(self.words[game, constants.ROUND])]

    def pile(self, game: int) -> tuple[Card, ...]:
        """Return all cards of a game in their order, the last one in the box: not for players."""
        return tuple(Card(byte >> 2, byte & 3) for byte in self.cards[game].tolist())

    def boxes(self, game: int, seat: int = 0) -> tuple[GoalBox, ...]:
        """Return the goal boxes of a seat's board."""
        paid = int(
            self.words[game, constants.HEAD_WORDS + seat * constants.SEAT_WORDS + constants.PAID]
        )
        gone = int(self.words[game, constants.GONE])
        sheet = self.sheet(game, seat)
        numbers = numbers_to_come(self.pile(game), self.turned(game))
        dead = {found.goal: found for found in dead_goals(sheet, numbers)}
        boxes = []
        for bit, goal in enumerate(Goal):
            is_high, is_low = paid >> bit & 1, paid >> bit + constants.GOALS & 1
            won = goal.high if is_high else goal.low if is_low else None
            is_gone = bool(gone >> bit & 1) and not is_high
            have, need = progress(sheet, goal)
            lost = dead.get(goal)
            boxes.append(GoalBox(goal, goal.high, goal.low, is_gone, won, have, need, lost))
        return tuple(boxes)

    def illegal(self, actions: NDArray[Any], game: int = 0, seat: int = 0) -> IllegalAction:
        """Return the exception that describes the illegal action of a seat."""
        action = int(np.asarray(actions).reshape(self.games, self.seats)[game, seat])
        turned = self.turned(game)
        what = meaning(self.board, action, turned[-1] if turned else None)
        return IllegalAction(game, seat, action, len(turned), what)

    # --- calls of the kernel

    @property
    def _played(self) -> tuple[Any, Any, Any, int, int]:
        return self._chart, self._games, self._cards, len(self.deck), self.seats

    def _spread(self, work: Callable[[int, int], T]) -> list[T]:
        """Do the work on all games, each thread on a share of them, and return the results."""
        if self._pool is None:
            return [work(0, self.games)]
        return list(self._pool.map(work, *zip(*self._shares, strict=True)))

    def _step(self, chosen: NDArray[np.int32], again: bool) -> None:
        def work(first: int, last: int) -> None:
            kernel.step_games(*self._played, first, last, chosen, self._rewards, self._over, again)
            self._tell(first, last)

        self._spread(work)

    def _tell(self, first: int, last: int) -> None:
        kernel.write_masks(self._chart, self._games, self.seats, first, last, self._masks)
        kernel.write_totals(self._games, self.seats, first, last, self._totals)

    def _step_and_end(self, chosen: NDArray[np.int32], again: bool) -> None:
        """Step all games without a wrong action, and end the others unchanged."""
        ended = self.wrong.any(axis=1)
        kept = self.words[ended]
        self._spread(self._tell)
        moved = chosen.reshape(self.games, self.seats).copy()
        moved[ended] = self.masks[ended].argmax(axis=-1)  # any legal action: undone below
        self._step(moved.reshape(-1), again)
        self.words[ended], self.over[ended], self.rewards[ended] = kept, True, 0
        self._spread(self._tell)

    def _chosen(self, actions: NDArray[Any]) -> NDArray[np.int32]:
        """Return the actions as a flat array of the kernel's type.

        Numbers outside the type's range become other illegal numbers. The array is writable,
        because Cython's typed memoryviews refuse read-only arrays.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.size != self.games * self.seats:
            raise ValueError(
                f"whole numbers of shape {(self.games, self.seats)} are needed as actions, "
                f"not {given.dtype} of shape {given.shape}"
            )
        if given.dtype != np.int32:
            lowest = 0 if given.dtype.kind == "u" else -1
            given = np.clip(given, lowest, min(self.action_count, np.iinfo(given.dtype).max))
        chosen = np.ascontiguousarray(given, np.int32).reshape(-1)
        return chosen if chosen.flags.writeable else chosen.copy()
