// Makes writes below one folder fail, for a program that is started with this library preloaded.
//
// FAULT_FOLDER names the folder. FAULT_CONTROL names a file of four 64-bit numbers that the test writes while the
// program runs: how many writing calls there were, the first one that fails (0: none), how many fail from there, and how.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NO_SPACE = 1, IO_ERROR = 2, SHORT_WRITE = 3 };

struct control {
    _Atomic int64_t calls;
    _Atomic int64_t fail_at;
    _Atomic int64_t failures;
    _Atomic int64_t how;
};

static struct control *control;
static const char *folder;

__attribute__((constructor)) static void start(void) {
    folder = getenv("FAULT_FOLDER");
    const char *path = getenv("FAULT_CONTROL");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (folder && fd >= 0) {
        void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (mapped != MAP_FAILED) control = mapped;
    }
}

// Whether this call is to fail; counts it when it concerns the folder.
static int fails(int fd) {
    if (!control) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) != 0) return 0;
    int64_t call = atomic_fetch_add(&control->calls, 1) + 1;
    int64_t first = atomic_load(&control->fail_at);
    if (first == 0 || call < first || call - first >= atomic_load(&control->failures)) return 0;
    // A short write comes once; the disk is full from then on.
    if (atomic_load(&control->how) == SHORT_WRITE && call != first) return NO_SPACE;
    return (int)atomic_load(&control->how);
}

static int error_of(int fault) { return fault == IO_ERROR ? EIO : ENOSPC; }

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

#define WRITE(name, parameters, arguments, half) \
    ssize_t name parameters { \
        REAL(name); \
        int fault = fails(fd); \
        if (fault == SHORT_WRITE && size > 1) return real half; \
        if (fault) { errno = error_of(fault); return -1; } \
        return real arguments; \
    }

WRITE(write, (int fd, const void *data, size_t size), (fd, data, size), (fd, data, size / 2))
WRITE(pwrite, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at), (fd, data, size / 2, at))
WRITE(pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at), (fd, data, size / 2, at))
WRITE(writev, (int fd, const struct iovec *data, int size), (fd, data, size), (fd, data, size / 2))

#define CALL(name, parameters, arguments) \
    int name parameters { \
        REAL(name); \
        int fault = fails(fd); \
        if (fault && fault != SHORT_WRITE) { errno = error_of(fault); return -1; } \
        return real arguments; \
    }

CALL(fsync, (int fd), (fd))
CALL(fdatasync, (int fd), (fd))
CALL(ftruncate, (int fd, off_t size), (fd, size))
CALL(ftruncate64, (int fd, off64_t size), (fd, size))
CALL(fallocate, (int fd, int mode, off_t at, off_t size), (fd, mode, at, size))
