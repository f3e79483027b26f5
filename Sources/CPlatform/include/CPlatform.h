#pragma once

#include <stddef.h>
#include <stdint.h>

/// Overwrites memory so that the compiler may not remove the write.
void pk_zero(void *bytes, size_t count);

/// Compares two blocks in a time that depends on their length alone; 1 when equal, else 0.
int pk_equal(const void *left, const void *right, size_t count);

/// Maps whole pages of zeroes that stay out of core dumps and, where the system allows it, out of
/// swap; NULL when there is no memory. `count` is a multiple of the page size.
void *pk_pages_map(size_t count, int locked);

/// Gives pages back; the caller has zeroed them.
void pk_pages_unmap(void *pages, size_t count);

/// A variable of the environment; NULL in a program that runs with more rights than its caller, who
/// sets them (set-user-ID and the like, secure_getenv(3)).
const char *pk_environment(const char *name);

/// Fills memory from the kernel's random number generator; 0, or -1 when there is none.
int pk_random(void *bytes, size_t count);

/// Results of the key retention calls: a value >= 0, or a negated errno.
/// Off Linux every call answers -ENOSYS. See keyctl(2), add_key(2).
long pk_keyring_add(const char *description, const void *payload, size_t count);
long pk_keyring_search(const char *description);
long pk_keyring_read(int32_t serial, void *buffer, size_t count);
long pk_keyring_set_timeout(int32_t serial, uint32_t seconds);
long pk_keyring_invalidate(int32_t serial);

/// Keeps the calling process out of core dumps and, on Linux, out of reach of other processes of
/// the same user (debuggers, /proc/PID/mem); see getrlimit(2), PR_SET_DUMPABLE(2const). Turns off
/// Swift's crash reports too: they print registers and the memory that these point to.
void pk_harden_process(void);

/// Decrypts with a cipher that only old files use, by the name that OpenSSL 3 gives it, through the
/// system's OpenSSL. The room for the output is as long as the input, and 64 bytes more.
/// The length of the output; -1 when there is no such cipher here, -2 when the padding is wrong.
long pk_older_decrypt(
    const char *name, const uint8_t *key, const uint8_t *vector, const uint8_t *input, size_t count,
    uint8_t *output
);

/// Starts a program whose standard input and output are one end of a socket, and whose complaints
/// go nowhere; its signals are not held back. Returns the process, or -1; `file` is the other end.
int32_t pk_program_start(const char *program, int *file);

/// Sends all bytes to the socket of a program; 0, or -1 when it is gone. Raises no SIGPIPE.
int pk_program_send(int file, const void *bytes, size_t count);

/// Listens on a Unix socket that only its user may connect to; the descriptor, or -1 with errno:
/// ENAMETOOLONG when the path does not fit into an address, EADDRINUSE when there is such a file.
int pk_socket_listen(const char *path);

/// Whether anybody listens on a Unix socket.
int pk_socket_answers(const char *path);

/// Accepts a connection and tells whose process is at the other end; the descriptor, or -1 with
/// errno. Sending to it fails after 10 seconds in which nobody reads.
int pk_socket_accept(int listener, uint32_t *user);

/// Goes on in a child that has no terminal and no standard files; fork(2). The caller has one
/// thread. Returns the child in the parent, 0 in the child, -1 when there can be none.
int32_t pk_background(void);

/// Starts a program that is searched for in PATH, with everything of this process; `arguments` ends
/// with NULL. Returns the process, or -1 with errno.
int32_t pk_command_start(const char *const *arguments);
