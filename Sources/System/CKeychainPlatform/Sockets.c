#define _GNU_SOURCE
#include "CKeychainPlatform.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <pthread.h>
#include <TargetConditionals.h>
#if TARGET_OS_OSX
#include <libproc.h>
#endif
#endif

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
#if defined(__APPLE__)
    // The mode of a socket has no effect there. The umask is that of all threads: one at a time.
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&turn);
    mode_t former = umask(0177);
    int failed = bind(file, (struct sockaddr *)&address, sizeof address);
    umask(former);
    pthread_mutex_unlock(&turn);
#else
    // The file gets the mode of the socket (unix_bind in Linux's net/unix/af_unix.c). The umask is that
    // of all threads: two that set it at once would leave each other's, and files that others make
    // meanwhile would get it.
    int failed =
        fchmod(file, 0600) != 0 || bind(file, (struct sockaddr *)&address, sizeof address) != 0;
#endif
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

int pk_socket_accept(int listener, uint32_t *user, int32_t *process) {
    *process = 0;
#if defined(__APPLE__)
    int file = accept(listener, NULL, NULL);
    if (file < 0) return -1;
    fcntl(file, F_SETFD, FD_CLOEXEC);
    int yes = 1;
    setsockopt(file, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
    uid_t peer;
    gid_t group;
    int failed = getpeereid(file, &peer, &group);
    pid_t number;
    socklen_t length = sizeof number;
    if (getsockopt(file, SOL_LOCAL, LOCAL_PEERPID, &number, &length) == 0) *process = number;
#else
    int file = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (file < 0) return -1;
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    int failed = getsockopt(file, SOL_SOCKET, SO_PEERCRED, &credentials, &length);
    uid_t peer = credentials.uid;
    if (failed == 0) *process = credentials.pid;
#endif
    if (failed != 0) {
        close(file);
        errno = ECONNABORTED;
        return -1;
    }
    *user = peer;
    return file;
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int pk_socket_send(int file, const void *bytes, size_t count, int32_t milliseconds) {
#if defined(__APPLE__)
    const int flags = MSG_DONTWAIT;
#else
    const int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
#endif
    const int64_t deadline = milliseconds_now() + milliseconds;
    const char *next = bytes;
    while (count > 0) {
        ssize_t step = send(file, next, count, flags);
        if (step > 0) {
            next += step;
            count -= (size_t)step;
            continue;
        }
        if (step == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) return -1;
        int64_t left = deadline - milliseconds_now();
        if (left <= 0) return -1;
        struct pollfd request = {.fd = file, .events = POLLOUT};
        poll(&request, 1, (int)left);
    }
    return 0;
}

void pk_process_program(int32_t process, char *text, size_t room) {
    text[0] = 0;
    if (process <= 0 || room < 64) return;
#if defined(__APPLE__)
#if TARGET_OS_OSX
    if (proc_pidpath(process, text, (uint32_t)room) <= 0) text[0] = 0;
#endif
#else
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/exe", (int)process);
    ssize_t count = readlink(path, text, room - 1);
    if (count > 0) {
        text[count] = 0;
        return;
    }
    snprintf(path, sizeof path, "/proc/%d/comm", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    char name[32];
    count = read(file, name, sizeof name - 1);
    close(file);
    while (count > 0 && name[count - 1] == '\n') count--;
    if (count > 0) snprintf(text, room, "\"%.*s\"", (int)count, name);
#endif
}

int pk_address_parse(const char *text, uint8_t *bytes) {
    if (inet_pton(AF_INET, text, bytes) == 1) { return 4; }
    return inet_pton(AF_INET6, text, bytes) == 1 ? 16 : 0;
}
