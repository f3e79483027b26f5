// How this project starts other programs, and makes a process of its own for the background. One that replaces
// this process is in Execution.c.
#define _GNU_SOURCE
#include "CKeychainPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

extern char **environ;

// Two connected files that no other program inherits, neither of them a standard file: programs may
// be started without those. The first end is the one to read from.
static int connected(int ends[2], int is_input) {
    // A socket, because writing to it can be told not to raise SIGPIPE.
#if defined(__APPLE__)
    int failure = is_input ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends);
#else
    // The flag is set atomically, so that a program that another thread starts meanwhile does not
    // inherit them.
    int failure = is_input ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)
                           : pipe2(ends, O_CLOEXEC);
#endif
    if (failure != 0) return -1;
    for (int i = 0; i < 2; i++) {
        int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
        int number = errno;
        close(ends[i]);
        ends[i] = moved;
        errno = number;
    }
    if (ends[0] >= 0 && ends[1] >= 0) {
#if defined(__APPLE__)
        int yes = 1;
        if (is_input) setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
        return 0;
    }
    int number = errno;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
    errno = number;
    return -1;
}

// Leaves a program the standard files and no others: files that some library opened without
// O_CLOEXEC are none of its business. Returns the flag that this takes.
static short close_others(const struct pk_child *child, posix_spawn_file_actions_t *files) {
#if defined(__APPLE__)
    for (int file = 0; file < 3; file++)
        if (child->files[file] == PK_CHILD_INHERITED && fcntl(file, F_GETFD) >= 0)
            posix_spawn_file_actions_addinherit_np(files, file);
    return POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(files, 3);
#endif
    (void)child, (void)files;
    return 0;
#endif
}

static int spawn(
    const struct pk_child *child, posix_spawn_file_actions_t *files, int32_t *process
) {
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // Signals that this process blocks or ignores must reach a program that expects them: those that
    // programs of this project ignore (pk_harden_process, AgentLife). Others, such as SIGHUP of
    // nohup(1), the user has told all programs to ignore.
    sigset_t none, ignored;
    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGXFSZ);
    sigaddset(&ignored, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (child->own_session) flags |= POSIX_SPAWN_SETSID;
    if (!child->keeps_files) flags |= close_others(child, files);
    posix_spawnattr_setflags(&attributes, flags);
    pid_t started = -1;
    int failure;
    // A program that was just written is busy while a forked child of another thread still has it
    // open for writing, that is, until that child calls exec.
    for (int turn = 0; turn < 500; turn++) {
        failure = posix_spawnp(
            &started, child->words[0], files, &attributes, (char *const *)child->words,
            child->environment != NULL ? (char *const *)child->environment : environ);
        if (failure != ETXTBSY) break;
        usleep(10000);
    }
    posix_spawnattr_destroy(&attributes);
    *process = started;
    return failure;
}

int32_t pk_child_start(const struct pk_child *child, int32_t ends[3]) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    int theirs[3] = {-1, -1, -1};
    int failure = 0;
    for (int file = 0; file < 3; file++) ends[file] = -1;
    for (int file = 0; file < 3 && failure == 0; file++) {
        if (child->files[file] == PK_CHILD_NOTHING)
            posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0);
        if (child->files[file] == PK_CHILD_INPUT)
            failure = posix_spawn_file_actions_adddup2(&files, theirs[0], file);
        if (child->files[file] != PK_CHILD_JOINED) continue;
        int both[2];
        if (connected(both, file == 0) != 0) {
            failure = errno;
            continue;
        }
        theirs[file] = both[file != 0];
        ends[file] = both[file == 0];
        posix_spawn_file_actions_adddup2(&files, theirs[file], file);
    }
    int32_t process = -1;
    if (failure == 0) failure = spawn(child, &files, &process);
    posix_spawn_file_actions_destroy(&files);
    for (int file = 0; file < 3; file++) {
        if (theirs[file] >= 0) close(theirs[file]);
        if (failure == 0 || ends[file] < 0) continue;
        close(ends[file]);
        ends[file] = -1;
    }
    if (failure == 0) return process;
    errno = failure;
    return -1;
}

long pk_child_send(int file, const void *bytes, size_t count, int waits) {
    int flags = waits ? 0 : MSG_DONTWAIT;
#if !defined(__APPLE__)
    flags |= MSG_NOSIGNAL;
#endif
    return send(file, bytes, count, flags);
}

int32_t pk_background(void) {
    pid_t process = fork();
    if (process != 0) return process;
    setsid();
    int nothing = open("/dev/null", O_RDWR);
    for (int file = 0; file < 3; file++) dup2(nothing, file);
    if (nothing > 2) close(nothing);
    return 0;
}
