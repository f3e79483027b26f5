#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "CSessions.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void open_as(int number, const char *path, int flags) {
    int file = open(path, flags, 0600);
    if (file < 0 || dup2(file, number) < 0) _exit(126);
    if (file != number) close(file);
}

pid_t cs_start(
    const char *program,
    char *const arguments[],
    char *const environment[],
    const char *folder,
    const char *terminal,
    const char *input,
    const char *output,
    const char *complaints
) {
    // The parent has threads: until execve, the child calls what is safe in a signal handler only.
    pid_t process = fork();
    if (process != 0) return process;
    // Threads that run tests block signals; a person's shell does not.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (setsid() < 0 || chdir(folder) != 0) _exit(126);
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
