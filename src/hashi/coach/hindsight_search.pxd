# The state of the search, which the compiled functions share.

from hashi.arrays.kernel cimport BIT, count, lowest
from hashi.coach.constants cimport *

cdef struct State:
    # the board
    int islands
    int lines
    int end_a[MOST_LINES]
    int end_b[MOST_LINES]
    unsigned long long lines_of[MOST_ISLANDS]
    unsigned long long beside[MOST_ISLANDS]
    unsigned long long crossed_by[MOST_LINES]
    unsigned long long flagged
    int sets
    unsigned long long set_islands[MOST_SETS]
    unsigned long long set_lines[MOST_SETS]
    int trees_at[MOST_SETS + 1]
    unsigned long long trees[MOST_TREES]
    # the sheet
    int written[MOST_ISLANDS]
    int limit[MOST_ISLANDS]
    unsigned long long touched
    unsigned long long standing
    int stood[MOST_LINES]
    # the cards
    int rounds
    int has_start
    int card_number[MOST_ROUNDS]
    int card_bridges[MOST_ROUNDS]
    int bridges_by[MOST_ROUNDS]
    unsigned long long sums[MOST_ROUNDS]
    # the scenario
    int needed
    int set_due
    unsigned long long early_islands
    unsigned long long early_lines
    int choices
    int choice[MOST_SETS]
    int required[MOST_ISLANDS]
    int dues
    int due_round[MOST_DUES]
    unsigned long long due_islands[MOST_DUES]
    unsigned long long due_lines[MOST_DUES]
    int tokens[MOST_DUES * NUMBERS]
    int flag_tokens[MOST_DUES * NUMBERS]
    # budgets, and what the search tells
    long long many_pictures
    long long step_limit
    long long task_limit
    long long steps
    long long schedule_steps
    long long task_steps
    long long pictures
    long long tasks
    int undecided
    int is_stopped
    int is_found
    # the picture, level by level: what is decided and what may still be added
    int degree[MOST_LEVELS * MOST_ISLANDS]
    int most[MOST_LEVELS * MOST_ISLANDS]
    int planks_due[MOST_LEVELS * MOST_DUES]
    int picture[MOST_LINES]
    unsigned long long changed
    unsigned long long spans[NUMBERS]
    # the tasks of one picture
    unsigned long long unions[MOST_SETS]
    int final[MOST_ISLANDS]
    unsigned long long of_degree[NUMBERS]
    int stands[MOST_ISLANDS]
    # the schedule of one task
    int due[MOST_ISLANDS]
    unsigned long long soon
    int number[MOST_ISLANDS]
    int time[MOST_ISLANDS]
    int earliest[MOST_ISLANDS]
    int planks
    int plank_line[MOST_PLANKS]
    int plank_due[MOST_PLANKS]
    unsigned long long planks_of[MOST_ISLANDS]
    unsigned long long planks_on[MOST_LINES]
    unsigned long long due_on[MOST_ROUNDS]
    unsigned long long due_rounds
    unsigned long long drawn[MOST_ROUNDS]
    unsigned long long released[MOST_ROUNDS]
    int draws[MOST_ROUNDS]
    unsigned long long flags_written
    int wanted[MOST_DUES * NUMBERS]
    int left[MOST_ROUNDS * MOST_DUES * NUMBERS]
    int rest[NUMBERS]
    int sure
