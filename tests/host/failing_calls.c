/* Counts the calls by which a program changes what is in a folder, and lets one of them fail.

   Loaded before the C library (LD_PRELOAD), see failing_calls.py. How a call fails:

   ERROR  it does nothing, or half of what it should, and reports an error: once.
   KILL   it does nothing, or half of what it should, and the program is killed.
   POWER  the same, and all that no fsync has confirmed is lost as well, or some of it: of a file
          whose folder was not synced since it was made, everything. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOTHING, ERROR, KILL, POWER };

static char folder[PATH_MAX];
static size_t folder_length;
static long wanted;
static int manner;
static long counted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* What was changed and is not synced yet, the latest first. */
struct change {
    struct change *before;
    char path[PATH_MAX];
    ino_t file;     /* 0 where the file was made */
    off64_t at;
    size_t length;  /* of what is overwritten */
    off64_t size;   /* of the file before */
    char *old;
};
static struct change *unsynced;

#define REAL(result, name, ...) \
    static result (*real_##name)(__VA_ARGS__); \
    if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name)

/* --- for Python */

void fail_at(const char *in, long number, int how) {
    strncpy(folder, in, sizeof folder - 1);
    folder_length = strlen(folder);
    wanted = number;
    counted = 0;
    manner = how;
}

long calls_made(void) { return counted; }

/* --- which calls count */

static int is_inside(const char *path) {
    return folder_length && !strncmp(path, folder, folder_length)
        && (path[folder_length] == '/' || !path[folder_length]);
}

static int path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_inside(path);
}

static int is_due(void) {
    return __atomic_add_fetch(&counted, 1, __ATOMIC_SEQ_CST) == wanted;
}

/* --- what a loss of power takes */

static void note(const char *path, ino_t file, off64_t at, size_t length, off64_t size, char *old) {
    struct change *change = calloc(1, sizeof *change);
    snprintf(change->path, sizeof change->path, "%s", path);
    change->file = file;
    change->at = at;
    change->length = length;
    change->size = size;
    change->old = old;
    change->before = unsynced;
    unsynced = change;
}

/* Keep what a write overwrites, or what a file loses that is cut off (length 0). */
static void remember(int file, const char *path, off64_t at, size_t length) {
    if (manner != POWER) return;
    struct stat64 now;
    if (fstat64(file, &now)) return;
    off64_t end = length ? at + (off64_t)length : now.st_size;
    if (end > now.st_size) end = now.st_size;
    size_t kept = end > at ? end - at : 0;
    char *old = malloc(kept + 1);
    if (kept && pread64(file, old, kept, at) < 0) kept = 0;
    pthread_mutex_lock(&lock);
    note(path, now.st_ino, at, kept, now.st_size, old);
    pthread_mutex_unlock(&lock);
}

static void note_made(const char *path) {
    if (manner != POWER) return;
    pthread_mutex_lock(&lock);
    note(path, 0, 0, 0, 0, NULL);
    pthread_mutex_unlock(&lock);
}

static void note_synced(int file, const char *path) {
    struct stat64 now;
    if (manner != POWER || fstat64(file, &now)) return;
    pthread_mutex_lock(&lock);
    for (struct change **at = &unsynced; *at;) {
        struct change *change = *at;
        char copy[PATH_MAX];
        snprintf(copy, sizeof copy, "%s", change->path);
        int is_safe = S_ISDIR(now.st_mode) ? !change->file && !strcmp(dirname(copy), path)
                                           : change->file == now.st_ino;
        if (is_safe) {
            *at = change->before;
            free(change->old);
            free(change);
        } else at = &change->before;
    }
    pthread_mutex_unlock(&lock);
}

static void lose_power(void) {
    unsigned chance = wanted;
    pthread_mutex_lock(&lock);
    for (struct change *change = unsynced; change; change = change->before) {
        chance = chance * 1103515245 + 12345;
        if (wanted % 2 && chance >> 16 & 1) continue; /* it has come as far as the disk */
        if (!change->file) { unlink(change->path); continue; }
        int file = open64(change->path, O_RDWR);
        if (file < 0) continue;
        struct stat64 now;
        fstat64(file, &now);
        if (change->length && pwrite64(file, change->old, change->length, change->at) < 0) abort();
        if (now.st_size > change->size && wanted % 2 == 0 && ftruncate64(file, change->size)) abort();
        close(file);
    }
}

static void end_program(void) {
    int how = manner;
    manner = NOTHING; /* what follows is not the program's */
    if (how == POWER) lose_power();
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int fails(void) {
    if (manner == KILL || manner == POWER) end_program();
    errno = wanted & 2 ? ENOSPC : EIO;
    return -1;
}

/* --- the calls */

static ssize_t put(int file, const void *bytes, size_t length, off64_t at, int is_at) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    REAL(ssize_t, write, int, const void *, size_t);
    char path[PATH_MAX];
    if (manner != NOTHING && path_of(file, path)) {
        off64_t from = is_at ? at : lseek64(file, 0, SEEK_CUR);
        remember(file, path, from, length);
        if (is_due()) {
            if (wanted & 1 && real_pwrite64(file, bytes, length / 2, from) < 0) return -1;
            return fails();
        }
    }
    return is_at ? real_pwrite64(file, bytes, length, at) : real_write(file, bytes, length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    return put(file, bytes, length, at, 1);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return put(file, bytes, length, at, 1);
}
ssize_t write(int file, const void *bytes, size_t length) {
    return put(file, bytes, length, 0, 0);
}

#define SYNC(name) \
    int name(int file) { \
        REAL(int, name, int); \
        char path[PATH_MAX]; \
        int is_ours = manner != NOTHING && path_of(file, path); \
        if (is_ours && is_due()) return fails(); \
        int result = real_##name(file); \
        if (is_ours && !result) note_synced(file, path); \
        return result; \
    }
SYNC(fsync)
SYNC(fdatasync)

#define CUT(name, size_type) \
    int name(int file, size_type size) { \
        REAL(int, name, int, size_type); \
        char path[PATH_MAX]; \
        if (manner != NOTHING && path_of(file, path)) { \
            remember(file, path, size, 0); \
            if (is_due()) { \
                if (wanted & 1 && real_##name(file, size)) return -1; \
                return fails(); \
            } \
        } \
        return real_##name(file, size); \
    }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

int unlink(const char *path) {
    REAL(int, unlink, const char *);
    if (manner != NOTHING && is_inside(path) && is_due()) {
        if (wanted & 1 && real_unlink(path)) return -1;
        return fails();
    }
    return real_unlink(path);
}

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    if (manner != NOTHING && is_inside(to) && is_due()) {
        if (wanted & 1 && real_rename(from, to)) return -1;
        return fails();
    }
    return real_rename(from, to);
}

/* Only an open that makes a file changes anything. */
#define OPEN(name, real_call, path, flags) \
    mode_t mode = 0; \
    if (flags & O_CREAT) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    } \
    int makes = manner != NOTHING && flags & O_CREAT && is_inside(path) && access(path, F_OK); \
    if (makes && is_due()) return fails(); \
    int file = real_call; \
    if (makes && file >= 0) note_made(path); \
    return file;

int open(const char *path, int flags, ...) {
    REAL(int, open, const char *, int, ...);
    OPEN(open, real_open(path, flags, mode), path, flags)
}
int open64(const char *path, int flags, ...) {
    REAL(int, open64, const char *, int, ...);
    OPEN(open64, real_open64(path, flags, mode), path, flags)
}
int openat(int at, const char *path, int flags, ...) {
    REAL(int, openat, int, const char *, int, ...);
    OPEN(openat, real_openat(at, path, flags, mode), path, flags)
}
int openat64(int at, const char *path, int flags, ...) {
    REAL(int, openat64, int, const char *, int, ...);
    OPEN(openat64, real_openat64(at, path, flags, mode), path, flags)
}
