# The innermost loops in C.

from libc.math cimport exp, log

from hashi.arrays.constants cimport *
from hashi.bots.learned.constants cimport *

cdef extern from *:
    """
    #include <math.h>
    #include <stddef.h>
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
    #define HASHI_WIDE __attribute__((unused)) \
        __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
    #else
    #define HASHI_WIDE
    #endif
    #if defined(__GNUC__) && !defined(__clang__)
    #define HASHI_ANY_ORDER __attribute__((optimize("fast-math")))
    #else
    #define HASHI_ANY_ORDER
    #endif

    HASHI_WIDE static void hashi_add_floats(
        float* to, ptrdiff_t at, const float* source, ptrdiff_t begin, int count, float factor)
    {
        float* sum = to + at;
        const float* from = source + begin;
        for (int j = 0; j < count; j++) sum[j] += factor * from[j];
    }

    /* the order of a sum does not matter, so it is made of sums beside each other */
    HASHI_WIDE HASHI_ANY_ORDER static float hashi_dot(
        const float* a, ptrdiff_t at, const float* b, ptrdiff_t begin, int count)
    {
        const float* left = a + at;
        const float* right = b + begin;
        float sum = 0;
        for (int j = 0; j < count; j++) sum += left[j] * right[j];
        return sum;
    }

    HASHI_WIDE static void hashi_begin_step(float* work, int hidden)
    {
        for (int j = 0; j < hidden; j++) {
            work[2 * hidden + j] = work[j] > 0 ? work[j] : 0;
            work[3 * hidden + j] = 0;
        }
    }

    HASHI_WIDE static void hashi_end_step(float* work, int hidden)
    {
        for (int j = 0; j < hidden; j++)
            work[hidden + j] += work[j] > 0 ? work[3 * hidden + j] : 0;
    }

    HASHI_WIDE static void hashi_round_all(
        const float* numbers, ptrdiff_t begin, float fineness, short* to, ptrdiff_t count)
    {
        const float* from = numbers + begin;
        for (ptrdiff_t j = 0; j < count; j++) {
            float number = from[j] * fineness;
            number = number > 32767 ? 32767 : number;
            number = number < -32767 ? -32767 : number;
            to[j] = (short)(int)(number + (number >= 0 ? 0.5f : -0.5f));
        }
    }

    HASHI_WIDE static void hashi_take_shorts(
        const short* after, const short* before, short* to, int count)
    {
        for (int j = 0; j < count; j++) to[j] = after[j] - before[j];
    }

    HASHI_WIDE static void hashi_adam(
        float* net, float* slope, float* first, float* second, float* slow, ptrdiff_t count,
        float rate, float share, float one, float two, float keep)
    {
        for (ptrdiff_t j = 0; j < count; j++) {
            float g = slope[j] * share;
            slope[j] = 0;
            first[j] = 0.9f * first[j] + 0.1f * g;
            second[j] = 0.999f * second[j] + 0.001f * g * g;
            net[j] -= rate * (first[j] / one) / (sqrtf(second[j] / two) + 1e-8f);
            slow[j] = keep * slow[j] + (1 - keep) * net[j];
        }
    }
    """
    void round_all "hashi_round_all" (
        const float*, Py_ssize_t, float, short*, Py_ssize_t) noexcept nogil
    void take_shorts "hashi_take_shorts" (const short*, const short*, short*, int) noexcept nogil
    void adam "hashi_adam" (
        float*, float*, float*, float*, float*, Py_ssize_t, float, float, float, float,
        float) noexcept nogil
    void add_floats "hashi_add_floats" (
        float*, Py_ssize_t, const float*, Py_ssize_t, int, float) noexcept nogil
    float dot "hashi_dot" (const float*, Py_ssize_t, const float*, Py_ssize_t, int) noexcept nogil
    void begin_step "hashi_begin_step" (float*, int) noexcept nogil
    void end_step "hashi_end_step" (float*, int) noexcept nogil
