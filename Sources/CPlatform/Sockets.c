#define _GNU_SOURCE
#include "CPlatform.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static int unix_socket(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
#if defined(__APPLE__)
    int file = socket(AF_UNIX, SOCK_STREAM, 0);
    if (file >= 0) fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
#else
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
#endif
}

int pk_socket_listen(const char *path) {
    struct sockaddr_un address;
    int file = unix_socket(path, &address);
    if (file < 0) return -1;
    // The mode must be right when bind creates the socket's file, so that no other user can connect
    // before a chmod.
    mode_t former = umask(0177);
    int failed = bind(file, (struct sockaddr *)&address, sizeof address);
    umask(former);
    if (failed != 0 || listen(file, 64) != 0) {
        int number = errno;
        close(file);
        errno = number;
        return -1;
    }
    return file;
}

int pk_socket_answers(const char *path) {
    struct sockaddr_un address;
    int file = unix_socket(path, &address);
    if (file < 0) return 0;
    int answers = connect(file, (struct sockaddr *)&address, sizeof address) == 0;
    close(file);
    return answers;
}

int pk_socket_accept(int listener, uint32_t *user) {
#if defined(__APPLE__)
    int file = accept(listener, NULL, NULL);
    if (file < 0) return -1;
    fcntl(file, F_SETFD, FD_CLOEXEC);
    int yes = 1;
    setsockopt(file, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
    uid_t peer;
    gid_t group;
    int failed = getpeereid(file, &peer, &group);
#else
    int file = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (file < 0) return -1;
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    int failed = getsockopt(file, SOL_SOCKET, SO_PEERCRED, &credentials, &length);
    uid_t peer = credentials.uid;
#endif
    if (failed != 0) {
        close(file);
        errno = ECONNABORTED;
        return -1;
    }
    // Do not wait for a client that does not read its answer.
    struct timeval patience = {10, 0};
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    *user = peer;
    return file;
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

extern char **environ;

int32_t pk_command_start(const char *const *arguments) {
    pid_t process;
    int failure =
        posix_spawnp(&process, arguments[0], NULL, NULL, (char *const *)arguments, environ);
    if (failure == 0) return process;
    errno = failure;
    return -1;
}

int pk_address_parse(const char *text, uint8_t *bytes) {
    if (inet_pton(AF_INET, text, bytes) == 1) { return 4; }
    return inet_pton(AF_INET6, text, bytes) == 1 ? 16 : 0;
}
