#pragma once

#include <stddef.h>
#include <stdint.h>

/// Overwrites memory with zeroes; the compiler cannot remove the write.
void pk_zero(void *bytes, size_t count);

/// Compares two blocks in a time that depends only on their length; 1 if they are equal, else 0.
int pk_equal(const void *left, const void *right, size_t count);

/// Maps whole pages of zeroes that stay out of core dumps and, where the system allows it, out of
/// swap; NULL if there is no memory. `count` is a multiple of the page size.
void *pk_pages_map(size_t count, int locked);

/// Unmaps pages; the caller has zeroed them.
void pk_pages_unmap(void *pages, size_t count);

/// A variable of the environment. NULL in a program that runs with more rights than its caller,
/// such as a set-user-ID program, because the caller sets the variables (secure_getenv(3)).
const char *pk_environment(const char *name);

/// Fills memory from the kernel's random number generator; 0, or -1 if there is none.
int pk_random(void *bytes, size_t count);

/// Results of the key retention calls: a value >= 0, or a negated errno. On other systems than
/// Linux, every call returns -ENOSYS. See keyctl(2), add_key(2).
long pk_keyring_add(const char *description, const void *payload, size_t count);
long pk_keyring_search(const char *description);
long pk_keyring_read(int32_t serial, void *buffer, size_t count);
long pk_keyring_set_timeout(int32_t serial, uint32_t seconds);
long pk_keyring_invalidate(int32_t serial);

/// Disables core dumps of the calling process and, on Linux, access by other processes of the same
/// user (debuggers, /proc/PID/mem); see getrlimit(2), PR_SET_DUMPABLE(2const). Also turns off
/// Swift's crash reports, which print registers and the memory that they point to.
void pk_harden_process(void);

/// Decrypts with a cipher that only old files use, given by its name in OpenSSL 3, with the
/// system's OpenSSL. `output` must have 64 bytes more than the input. Returns the length of the
/// output, -1 if the cipher is not available, or -2 if the padding is wrong.
long pk_older_decrypt(
    const char *name, const uint8_t *key, const uint8_t *vector, const uint8_t *input, size_t count,
    uint8_t *output
);

/// Starts a program whose standard input and output are one end of a socket. Its standard error is
/// discarded, and no signal is blocked. Returns the process, or -1; `file` is the other end.
int32_t pk_program_start(const char *program, int *file);

/// Sends all bytes to the socket of a program; 0, or -1 if the program has ended. Does not raise
/// SIGPIPE.
int pk_program_send(int file, const void *bytes, size_t count);

/// Listens on a Unix socket to which only its owner can connect. Returns the descriptor, or -1 with
/// errno: ENAMETOOLONG if the path is too long for an address, EADDRINUSE if the file exists.
int pk_socket_listen(const char *path);

/// Whether a process listens on a Unix socket.
int pk_socket_answers(const char *path);

/// Accepts a connection, and stores the user of the client's process. Returns the descriptor, or -1
/// with errno. Sending to it fails after 10 seconds in which the client does not read.
int pk_socket_accept(int listener, uint32_t *user);

/// Forks a child without a terminal, whose standard files are /dev/null (fork(2)). The caller must
/// have only one thread. Returns the child's process in the parent, 0 in the child, -1 on failure.
int32_t pk_background(void);

/// Starts a program that is searched for in PATH, with the environment and standard files of this
/// process; `arguments` ends with NULL. Returns the process, or -1 with errno.
int32_t pk_command_start(const char *const *arguments);

/// Reads an IPv4 or IPv6 address as text (inet_pton(3)) into up to 16 bytes. Returns their number,
/// 4 or 16, or 0 for any other text.
int pk_address_parse(const char *text, uint8_t *bytes);
