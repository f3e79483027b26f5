#define _GNU_SOURCE
#include "CKeychainPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#endif

int pk_signal_file(const sigset_t *signals) {
#if defined(__linux__)
    return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
#else
    (void)signals;
    return -1;
#endif
}

void pk_signal_take(int file) {
#if defined(__linux__)
    struct signalfd_siginfo signal;
    while (read(file, &signal, sizeof signal) > 0) {}
#else
    (void)file;
#endif
}

int pk_folder_watch(const char *folder) {
#if defined(__linux__)
    int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (watch < 0) return -1;
    // Not what opens, reads and closes files: whoever looks would wake all others who look.
    const uint32_t news = IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
        IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
    if (inotify_add_watch(watch, folder, news) >= 0) return watch;
    close(watch);
#else
    (void)folder;
#endif
    return -1;
}

int pk_folder_news(int watch, const char *name) {
    int found = 0;
#if defined(__linux__)
    _Alignas(struct inotify_event) char room[4096];
    const size_t length = strlen(name);
    ssize_t count;
    while ((count = read(watch, room, sizeof room)) > 0) {
        for (char *next = room; next < room + count;) {
            const struct inotify_event *event = (const struct inotify_event *)next;
            next += sizeof *event + event->len;
            if (event->mask & (IN_IGNORED | IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF)) return -1;
            if (event->mask & IN_Q_OVERFLOW) found = 1;
            if (event->len > 0 && strncmp(event->name, name, length) == 0) found = 1;
        }
    }
#else
    (void)watch;
    (void)name;
#endif
    return found;
}

int pk_event_open(int *ends) {
#if defined(__APPLE__)
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) {
        fcntl(ends[end], F_SETFD, FD_CLOEXEC);
        fcntl(ends[end], F_SETFL, O_NONBLOCK);
    }
    return 0;
#else
    return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
#endif
}

int pk_alarm_file(int seconds) {
#if defined(__linux__)
    int file = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (file < 0) return -1;
    struct itimerspec time = {.it_value = {.tv_sec = seconds}};
    if (timerfd_settime(file, 0, &time, NULL) == 0) return file;
    close(file);
#else
    (void)seconds;
#endif
    return -1;
}
