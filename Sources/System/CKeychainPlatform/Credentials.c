#define _GNU_SOURCE
#include "CKeychainPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__linux__)

#include <linux/magic.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>

// Linux 6.5; the headers of Debian 12 do not have it.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int pk_socket_connect(const char *path, uint32_t *user) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0) return -1;
    int32_t process;
    if (connect(file, (struct sockaddr *)&address, sizeof address) != 0
        || pk_socket_peer(file, user, &process) != 0) {
        int number = errno;
        close(file);
        errno = number;
        return -1;
    }
    return file;
}

int pk_socket_peer(int file, uint32_t *user, int32_t *process) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(file, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
    *user = credentials.uid;
    *process = credentials.pid;
    return 0;
}

long pk_socket_peer_address(int file, void *bytes, size_t room) {
    struct sockaddr_un address;
    socklen_t length = sizeof address;
    if (getpeername(file, (struct sockaddr *)&address, &length) != 0) return -1;
    const size_t before = offsetof(struct sockaddr_un, sun_path);
    // Without a name the kernel stores the family alone.
    const size_t count = length > before ? length - before : 0;
    if (count > room || count > sizeof address.sun_path) {
        errno = ENOBUFS;
        return -1;
    }
    memcpy(bytes, address.sun_path, count);
    return (long)count;
}

int pk_socket_pass_credentials(int file) {
    int yes = 1;
    return setsockopt(file, SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
}

int pk_socket_peer_pidfd(int file) {
    int process = -1;
    socklen_t length = sizeof process;
    if (getsockopt(file, SOL_SOCKET, SO_PEERPIDFD, &process, &length) != 0) return -1;
    return process;
}

int pk_child_end_file(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int pk_process_has_ended(int pidfd) {
    struct pollfd request = {.fd = pidfd, .events = POLLIN};
    return poll(&request, 1, 0) > 0;
}

int pk_file_is_on_mount_of_user(int file) {
    struct statfs system;
    if (fstatfs(file, &system) != 0) return 1;
    return system.f_type == FUSE_SUPER_MAGIC || (system.f_flags & ST_NOSUID) != 0;
}

long pk_socket_receive(
    int file, void *bytes, size_t room, int waits, uint32_t *user, int32_t *process
) {
    // Room for more than credentials: descriptors that somebody sends are received and closed here,
    // because the kernel may also keep them in a message that is cut.
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(16 * sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = room};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
        .msg_controllen = sizeof control,
    };
    const int flags = MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT);
    ssize_t count = recvmsg(file, &message, flags);
    *process = 0;
    *user = UINT32_MAX;
    if (count < 0) return -1;
    for (struct cmsghdr *next = CMSG_FIRSTHDR(&message); next; next = CMSG_NXTHDR(&message, next)) {
        if (next->cmsg_level != SOL_SOCKET) continue;
        if (next->cmsg_type == SCM_CREDENTIALS) {
            struct ucred credentials;
            memcpy(&credentials, CMSG_DATA(next), sizeof credentials);
            *user = credentials.uid;
            *process = credentials.pid;
        } else if (next->cmsg_type == SCM_RIGHTS) {
            size_t size = next->cmsg_len - CMSG_LEN(0);
            for (size_t place = 0; place + sizeof(int) <= size; place += sizeof(int)) {
                int gift;
                memcpy(&gift, CMSG_DATA(next) + place, sizeof gift);
                close(gift);
            }
        }
    }
    return count;
}

#else

int pk_socket_connect(const char *path, uint32_t *user) { errno = ENOSYS; return -1; }
int pk_socket_peer(int file, uint32_t *user, int32_t *process) { errno = ENOSYS; return -1; }
long pk_socket_peer_address(int file, void *bytes, size_t room) { errno = ENOSYS; return -1; }
int pk_socket_pass_credentials(int file) { errno = ENOSYS; return -1; }
int pk_socket_peer_pidfd(int file) { return -1; }
int pk_child_end_file(int process) { return -1; }
int pk_process_has_ended(int pidfd) { return 0; }
int pk_file_is_on_mount_of_user(int file) { return 1; }
long pk_socket_receive(
    int file, void *bytes, size_t room, int waits, uint32_t *user, int32_t *process
) { errno = ENOSYS; return -1; }

#endif
