// Records the writes of a program below one folder, so that the state of the disk after a loss of power can be made.
//
// RECORD_FOLDER names the folder, RECORD_FILE the file to which the records are appended. A record is: the action, the
// length of the path, a number, the length of the data, the time in nanoseconds since 1970, the path, the data. The paths
// are relative to the folder. A sync carries the number of records that were complete when it began: their data is
// on the disk, and of everything later nothing is promised.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE = 2, SYNC = 3, UNLINK = 4, RENAME = 5, CREATE = 6 };

struct head {
    uint32_t what;
    uint32_t path_length;
    uint64_t number;
    uint64_t data_length;
    uint64_t time;
};

static int records = -1;
static const char *folder;
static uint64_t count;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void) {
    folder = getenv("RECORD_FOLDER");
    const char *path = getenv("RECORD_FILE");
    static int (*opens)(const char *, int, ...);
    opens = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    if (folder && path) records = opens(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

// Returns the part of the path below the folder; NULL if it is elsewhere.
static const char *below(const char *path) {
    if (records < 0) return NULL;
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0 || path[length] != '/') return NULL;
    return path + length + 1;
}

static const char *path_of(int fd, char *path, size_t size) {
    if (records < 0) return NULL;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return below(path);
}

static void append(uint32_t what, const char *path, uint64_t number, const void *data, size_t size) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct head head = { what, (uint32_t)strlen(path), number, size,
                         (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec };
    struct iovec parts[3] = { { &head, sizeof head }, { (void *)path, head.path_length }, { (void *)data, size } };
    REAL(writev);
    ssize_t whole = (ssize_t)(sizeof head + head.path_length + size);
    if (real(records, parts, 3) != whole) abort();
    count++;
}

// Writes are carried out and recorded in the same order.
#define WRITING(call, offset) \
    char buffer[4096]; \
    const char *path = path_of(fd, buffer, sizeof buffer); \
    if (!path) return call; \
    pthread_mutex_lock(&turn); \
    off_t begin = (offset); \
    ssize_t written = call; \
    int error = errno; \
    if (written > 0) append(WRITE, path, (uint64_t)begin, data, (size_t)written); \
    pthread_mutex_unlock(&turn); \
    errno = error; \
    return written;

static off_t place_of(int fd) {
    struct stat file;
    if (fcntl(fd, F_GETFL) & O_APPEND && fstat(fd, &file) == 0) return file.st_size;
    return lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *data, size_t size) {
    REAL(write);
    WRITING(real(fd, data, size), place_of(fd))
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    REAL(pwrite);
    WRITING(real(fd, data, size, at), at)
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(pwrite64);
    WRITING(real(fd, data, size, at), at)
}

// Carried out piece by piece, because the pieces are recorded so.
ssize_t writev(int fd, const struct iovec *data, int pieces) {
    REAL(writev);
    char buffer[4096];
    if (!path_of(fd, buffer, sizeof buffer)) return real(fd, data, pieces);
    ssize_t all = 0;
    for (int i = 0; i < pieces; i++) {
        ssize_t written = write(fd, data[i].iov_base, data[i].iov_len);
        if (written < 0) return all > 0 ? all : written;
        all += written;
        if ((size_t)written < data[i].iov_len) break;
    }
    return all;
}

#define SYNCING(name) \
    int name(int fd) { \
        REAL(name); \
        char buffer[4096]; \
        const char *path = path_of(fd, buffer, sizeof buffer); \
        if (!path) return real(fd); \
        pthread_mutex_lock(&turn); \
        uint64_t complete = count; \
        pthread_mutex_unlock(&turn); \
        int failed = real(fd); \
        int error = errno; \
        pthread_mutex_lock(&turn); \
        if (!failed) append(SYNC, path, complete, NULL, 0); \
        pthread_mutex_unlock(&turn); \
        errno = error; \
        return failed; \
    }

SYNCING(fsync)
SYNCING(fdatasync)

#define TRUNCATING(name, type) \
    int name(int fd, type size) { \
        REAL(name); \
        char buffer[4096]; \
        const char *path = path_of(fd, buffer, sizeof buffer); \
        if (!path) return real(fd, size); \
        pthread_mutex_lock(&turn); \
        int failed = real(fd, size); \
        int error = errno; \
        if (!failed) append(TRUNCATE, path, (uint64_t)size, NULL, 0); \
        pthread_mutex_unlock(&turn); \
        errno = error; \
        return failed; \
    }

TRUNCATING(ftruncate, off_t)
TRUNCATING(ftruncate64, off64_t)

#define OPENING(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0; \
        va_end(arguments); \
        const char *relative = below(path); \
        if (!relative || !(flags & (O_CREAT | O_TRUNC))) return real(path, flags, mode); \
        pthread_mutex_lock(&turn); \
        int fd = real(path, flags, mode); \
        int error = errno; \
        if (fd >= 0 && flags & O_CREAT) append(CREATE, relative, 0, NULL, 0); \
        if (fd >= 0 && flags & O_TRUNC) append(TRUNCATE, relative, 0, NULL, 0); \
        pthread_mutex_unlock(&turn); \
        errno = error; \
        return fd; \
    }

OPENING(open)
OPENING(open64)

int unlink(const char *path) {
    REAL(unlink);
    const char *relative = below(path);
    if (!relative) return real(path);
    pthread_mutex_lock(&turn);
    int failed = real(path);
    int error = errno;
    if (!failed) append(UNLINK, relative, 0, NULL, 0);
    pthread_mutex_unlock(&turn);
    errno = error;
    return failed;
}

int rename(const char *from, const char *to) {
    REAL(rename);
    const char *relative = below(from), *target = below(to);
    if (!relative || !target) return real(from, to);
    pthread_mutex_lock(&turn);
    int failed = real(from, to);
    int error = errno;
    if (!failed) append(RENAME, relative, 0, target, strlen(target));
    pthread_mutex_unlock(&turn);
    errno = error;
    return failed;
}
