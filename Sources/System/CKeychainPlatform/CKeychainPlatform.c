#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "CKeychainPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <sys/random.h>
#endif
#if defined(__linux__)
#include <linux/magic.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/timex.h>
#include <sys/vfs.h>
#endif

// Ends a program that used mapped memory of a file which was cut, or whose disk failed: with words,
// and the exit status of an input or output error (sysexits.h). What a change had done by then cannot
// be told, so the program does not continue; nothing that was acknowledged is lost.
static void end_without_file(int number, siginfo_t *facts, void *context) {
    (void)context;
    if (facts->si_code != BUS_ADRERR) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    static const char words[] =
        "A file in use was cut by another program, or the disk failed. Nothing that was saved is "
        "lost: try again.\n";
    if (write(STDERR_FILENO, words, sizeof words - 1) < 0) _exit(74);
    _exit(74);
}

void pk_harden_process(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#if defined(__linux__)
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
    const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
    // Ignored by the starter of this process, it would keep the kernel from saying how a child ended.
    signal(SIGCHLD, SIG_DFL);
    struct sigaction ending = {.sa_sigaction = end_without_file, .sa_flags = SA_SIGINFO};
    sigemptyset(&ending.sa_mask);
    sigaction(SIGBUS, &ending, NULL);
}

// What the thread did about the signal before.
enum { size_signal_open, size_signal_blocked, size_signal_pending };

int pk_size_signal_pending(void) {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
}

int pk_size_signal_hold(void) {
    sigset_t size, former;
    sigemptyset(&size);
    sigaddset(&size, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &size, &former);
    if (sigismember(&former, SIGXFSZ) != 1) return size_signal_open;
    return pk_size_signal_pending() ? size_signal_pending : size_signal_blocked;
}

void pk_size_signal_release(int former) {
    if (former == size_signal_pending) return; // It was not sent by what happened meanwhile.
    int number = errno;
    sigset_t size;
    sigemptyset(&size);
    sigaddset(&size, SIGXFSZ);
#if defined(__APPLE__)
    int taken;
    if (pk_size_signal_pending()) sigwait(&size, &taken);
#else
    const struct timespec now = {0, 0};
    while (sigtimedwait(&size, NULL, &now) < 0 && errno == EINTR) {}
#endif
    if (former == size_signal_open) pthread_sigmask(SIG_UNBLOCK, &size, NULL);
    errno = number;
}

int pk_publish(const char *temporary, const char *path) {
#if defined(__APPLE__)
    if (renamex_np(temporary, path, RENAME_EXCL) == 0) return 0;
    if (errno != ENOTSUP && errno != EINVAL) return -1;
#else
    if (renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0) return 0;
    if (errno != ENOSYS && errno != EINVAL) return -1;
#endif
    // Unlike rename(2), link(2) never replaces a file; but a crash can leave both names.
    if (link(temporary, path) != 0) return -1;
    return unlink(temporary);
}

int pk_open_unnamed(const char *folder) {
#if defined(__linux__)
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#else
    (void)folder;
    errno = ENOTSUP;
    return -1;
#endif
}

int pk_name(int file, const char *path) {
#if defined(__linux__)
    // AT_EMPTY_PATH would need a privilege (linkat(2)).
    char name[32];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
#else
    (void)file, (void)path;
    errno = ENOTSUP;
    return -1;
#endif
}

int pk_is_in_memory(int file) {
#if defined(__linux__)
    struct statfs system;
    return fstatfs(file, &system) == 0
        && (system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC);
#else
    (void)file;
    return 0;
#endif
}

const char *pk_environment(const char *name) {
#if defined(__APPLE__)
    return issetugid() ? NULL : getenv(name);
#else
    return secure_getenv(name);
#endif
}

int pk_random(void *bytes, size_t count) {
    // getentropy(3) gives at most 256 bytes at a time.
    unsigned char *next = bytes;
    while (count > 0) {
        size_t step = count < 256 ? count : 256;
        if (getentropy(next, step) != 0) return -1;
        next += step;
        count -= step;
    }
    return 0;
}

int pk_equal(const void *left, const void *right, size_t count) {
    // Volatile, so that the compiler cannot stop at the first difference.
    const volatile unsigned char *a = left, *b = right;
    unsigned char difference = 0;
    for (size_t i = 0; i < count; i++) difference |= a[i] ^ b[i];
    return difference == 0;
}

void pk_long_blocks_return(size_t count) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, (int)count);
#else
    // The other libraries do so by themselves.
    (void)count;
#endif
}

void pk_free_memory_return(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

void *pk_pages_map(size_t count, int locked) {
    void *pages = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (pages == MAP_FAILED) return NULL;
#if defined(MADV_DONTDUMP)
    madvise(pages, count, MADV_DONTDUMP);
#endif
    // Best effort: RLIMIT_MEMLOCK is 64 KiB or 8 MiB by default, and a secret in unlocked memory is
    // better than a program that stops. The pages are not wiped on fork (MADV_WIPEONFORK): a child
    // that continues to use the keychain would use zeroes as its keys.
    if (locked) (void)mlock(pages, count);
    return pages;
}

void pk_pages_unmap(void *pages, size_t count) { munmap(pages, count); }

#if defined(__linux__)
#include <linux/keyctl.h>
#include <sys/syscall.h>

void pk_zero(void *bytes, size_t count) { explicit_bzero(bytes, count); }

static long answer(long value) { return value < 0 ? -(long)errno : value; }

// Only who possesses a key may see, read, find and link it: a process of the same user in another
// user namespace, such as a sandbox, does not possess it and cannot read it by its serial number.
// Nobody may change its timeout or its payload.
static const uint32_t possessor_only = 0x01000000u | 0x02000000u | 0x08000000u | 0x10000000u;

long pk_keyring_attach(int kind) {
    if (kind == PK_KEYRING_PERSISTENT)
        return answer(
            syscall(__NR_keyctl, KEYCTL_GET_PERSISTENT, -1, KEY_SPEC_PROCESS_KEYRING));
    long ring = syscall(
        __NR_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1);
    if (ring < 0) return -(long)errno;
    long linked = syscall(
        __NR_keyctl, KEYCTL_LINK, KEY_SPEC_USER_KEYRING, KEY_SPEC_PROCESS_KEYRING);
    return linked < 0 ? -(long)errno : ring;
}

long pk_keyring_add(
    int32_t ring, const char *description, const void *payload, size_t count, uint32_t seconds
) {
    // The key is visible to this process only until everything about it is right.
    long key = syscall(
        __NR_add_key, "user", description, payload, count, KEY_SPEC_PROCESS_KEYRING);
    if (key < 0) return -(long)errno;
    long result = key;
    if (syscall(__NR_keyctl, KEYCTL_SET_TIMEOUT, key, seconds) < 0
        || syscall(__NR_keyctl, KEYCTL_SETPERM, key, possessor_only) < 0
        || (ring != 0 && syscall(__NR_keyctl, KEYCTL_LINK, key, ring) < 0)) {
        result = -(long)errno;
        syscall(__NR_keyctl, KEYCTL_INVALIDATE, key);
    }
    syscall(__NR_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_PROCESS_KEYRING);
    return result;
}

long pk_keyring_search(int32_t ring, const char *description) {
    return answer(syscall(__NR_keyctl, KEYCTL_SEARCH, ring, "user", description, 0));
}

long pk_keyring_read(int32_t serial, void *buffer, size_t count) {
    return answer(syscall(__NR_keyctl, KEYCTL_READ, serial, buffer, count));
}

long pk_keyring_describe(int32_t serial, char *buffer, size_t count) {
    return answer(syscall(__NR_keyctl, KEYCTL_DESCRIBE, serial, buffer, count));
}

void pk_keyring_remove(int32_t ring, int32_t serial) {
    syscall(__NR_keyctl, KEYCTL_INVALIDATE, serial);
    syscall(__NR_keyctl, KEYCTL_UNLINK, serial, ring);
}

#else

void pk_zero(void *bytes, size_t count) { memset_s(bytes, count, 0, count); }
// Linux's ENOSYS; other systems have other numbers.
static const long no_such_call = -38;

long pk_keyring_attach(int kind) { return no_such_call; }
long pk_keyring_add(
    int32_t ring, const char *description, const void *payload, size_t count, uint32_t seconds
) {
    return no_such_call;
}
long pk_keyring_search(int32_t ring, const char *description) { return no_such_call; }
long pk_keyring_read(int32_t serial, void *buffer, size_t count) { return no_such_call; }
long pk_keyring_describe(int32_t serial, char *buffer, size_t count) { return no_such_call; }
void pk_keyring_remove(int32_t ring, int32_t serial) {}

#endif

int pk_clock_is_synchronized(void) {
#if defined(__linux__)
    struct timex clock = {0};
    int state = adjtimex(&clock);
    if (state < 0) return -1;
    return state != TIME_ERROR && !(clock.status & STA_UNSYNC);
#else
    return -1;
#endif
}
