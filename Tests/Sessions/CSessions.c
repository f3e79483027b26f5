#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "CSessions.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static void open_as(int number, const char *path, int flags) {
    int file = open(path, flags, 0600);
    if (file < 0 || dup2(file, number) < 0) _exit(126);
    if (file != number) close(file);
}

#if defined(__linux__)
/// Lets a system call fail; with an operation, only that operation of it.
static int forbid(long call, int operation, int failure) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | (operation < 0 ? BPF_JGE : BPF_JEQ) | BPF_K,
                 operation < 0 ? 0u : (unsigned)operation, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)failure),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static int write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY);
    if (file < 0) return 0;
    int done = write(file, text, strlen(text)) == (ssize_t)strlen(text);
    close(file);
    return done;
}

static int enter_sandbox(void) {
    char user[64], group[64];
    snprintf(user, sizeof user, "%u %u 1", getuid(), getuid());
    snprintf(group, sizeof group, "%u %u 1", getgid(), getgid());
    return unshare(CLONE_NEWUSER) == 0 && write_file("/proc/self/setgroups", "deny")
        && write_file("/proc/self/uid_map", user) && write_file("/proc/self/gid_map", group);
}

static int surround(enum cs_keys keys) {
    switch (keys) {
    case CS_KEYS_ORDINARY: return 1;
    case CS_KEYS_OWN_SESSION:
        return syscall(__NR_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) >= 0;
    case CS_KEYS_SANDBOX: return enter_sandbox();
    case CS_KEYS_REFUSED:
        return forbid(__NR_keyctl, -1, EPERM) && forbid(__NR_add_key, -1, EPERM);
    case CS_KEYS_FULL: return forbid(__NR_add_key, -1, EDQUOT);
    case CS_KEYS_NO_ROOM: return forbid(__NR_keyctl, KEYCTL_GET_PERSISTENT, EDQUOT);
    case CS_KEYS_NOT_PERSISTENT:
        return forbid(__NR_keyctl, KEYCTL_GET_PERSISTENT, EOPNOTSUPP);
    case CS_KEYS_STUCK:
        return forbid(__NR_keyctl, KEYCTL_INVALIDATE, EACCES)
            && forbid(__NR_keyctl, KEYCTL_UNLINK, EACCES);
    }
    return 0;
}

static int reads_key(int serial) {
    return syscall(__NR_keyctl, KEYCTL_READ, serial, NULL, 0) > 0;
}
#else
static int reads_key(int serial) { return 0; }
static int surround(enum cs_keys keys) { return keys == CS_KEYS_ORDINARY; }
#endif

/// Whether a child ends with 0.
static int succeeds(pid_t process) {
    int status = 1;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    return status == 0;
}

int cs_is_possible(enum cs_keys keys) {
    pid_t process = fork();
    if (process == 0) _exit(surround(keys) ? 0 : 1);
    return succeeds(process);
}

int cs_can_read_key(enum cs_keys keys, int serial) {
    pid_t process = fork();
    if (process == 0) _exit(surround(keys) && reads_key(serial) ? 0 : 1);
    return succeeds(process);
}

pid_t cs_start(
    const char *program,
    char *const arguments[],
    char *const environment[],
    const char *folder,
    const char *terminal,
    const char *input,
    const char *output,
    const char *complaints,
    enum cs_keys keys
) {
    // The parent has threads: until execve, the child calls what is safe in a signal handler only.
    pid_t process = fork();
    if (process != 0) return process;
    // Threads that run tests block signals; a person's shell does not.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // Whoever started the tests in the background may have had these ignored.
    const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], SIG_DFL);
    if (setsid() < 0 || chdir(folder) != 0 || !surround(keys)) _exit(126);
    if (terminal) {
        open_as(0, terminal, O_RDWR);
        ioctl(0, TIOCSCTTY, 0);
        dup2(0, 1);
        dup2(0, 2);
    } else {
        open_as(0, input, O_RDONLY);
        open_as(1, output, O_WRONLY | O_CREAT | O_TRUNC);
        open_as(2, complaints, O_WRONLY | O_CREAT | O_TRUNC);
    }
    execve(program, arguments, environment);
    _exit(127);
}

int cs_open_terminal(char *path, size_t count) {
    int file = posix_openpt(O_RDWR | O_NOCTTY);
    if (file < 0) return -1;
    fcntl(file, F_SETFD, FD_CLOEXEC);
    if (grantpt(file) == 0 && unlockpt(file) == 0 && ptsname_r(file, path, count) == 0) return file;
    close(file);
    return -1;
}
