#define _GNU_SOURCE
#include "CKeychainPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Headers of older systems lack it (Linux 6.3).
#if defined(__linux__) && !defined(MFD_NOEXEC_SEAL)
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int32_t pk_sealed_file(const void *bytes, size_t count) {
#if defined(__linux__)
    // Without CLOEXEC: the command reads it.
    int file = memfd_create("secret", MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    // Kernels before 6.3 refuse the flag that they do not know.
    if (file < 0 && errno == EINVAL) file = memfd_create("secret", MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    for (size_t done = 0; done < count;) {
        ssize_t step = write(file, (const char *)bytes + done, count - done);
        if (step < 0 && errno == EINTR) continue;
        if (step <= 0) goto failed;
        done += (size_t)step;
    }
    if (lseek(file, 0, SEEK_SET) != 0 ||
        fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
        goto failed;
    return file;
failed:;
    int number = errno;
    close(file);
    errno = number;
    return -1;
#else
    (void)bytes, (void)count;
    errno = ENOSYS;
    return -1;
#endif
}

extern char **environ;

// Whether a string sets the variable of another one, up to the equals sign.
static int sets_same(const char *one, const char *other) {
    size_t length = strcspn(other, "=");
    return strncmp(one, other, length) == 0 && one[length] == '=';
}

int32_t pk_execute(char *const *words, const char *variables, size_t count) {
    size_t given = 0, former = 0;
    for (size_t place = 0; place < count; place++) given += variables[place] == 0;
    while (environ[former] != NULL) former++;
    char **all = calloc(former + given + 1, sizeof *all);
    if (all == NULL) return ENOMEM;

    size_t kept = 0;
    for (size_t index = 0; index < former; index++) {
        int replaced = 0;
        for (const char *next = variables; next < variables + count; next += strlen(next) + 1)
            replaced |= sets_same(environ[index], next);
        if (!replaced) all[kept++] = environ[index];
    }
    for (const char *next = variables; next < variables + count; next += strlen(next) + 1)
        all[kept++] = (char *)next;

    // This process ignores the signal (pk_harden_process); programs expect the default.
    signal(SIGXFSZ, SIG_DFL);
    char **before = environ;
    // The command is searched for in its own PATH, as env(1) does.
    environ = all;
    execvp(words[0], words);
    int number = errno;
    environ = before;
    free(all);
    signal(SIGXFSZ, SIG_IGN);
    return number;
}
