#pragma once

#include <sys/types.h>

/// What surrounds a program as far as keys in the kernel are concerned (keyrings(7)).
enum cs_keys {
    /// The same as for the caller.
    CS_KEYS_ORDINARY,
    /// A session keyring of its own, which does not contain the user's: Debian's su, cron, services.
    CS_KEYS_OWN_SESSION,
    /// A user namespace of its own with the caller's session keyring: a sandbox.
    CS_KEYS_SANDBOX,
    /// No calls for keys: a container with the usual filter of system calls.
    CS_KEYS_REFUSED,
    /// No new keys, as if the user's quota were full.
    CS_KEYS_FULL,
    /// No link to the user's keyring, as if the bytes of the quota were full.
    CS_KEYS_NO_ROOM,
    /// No persistent keyrings, as in a kernel that was built without them.
    CS_KEYS_NOT_PERSISTENT,
    /// Keys cannot be removed.
    CS_KEYS_STUCK,
};

/// Whether programs can be surrounded so here: some containers forbid it.
int cs_is_possible(enum cs_keys keys);

/// Whether a process that is surrounded so can read a key by its serial number.
int cs_can_read_key(enum cs_keys keys, int serial);

/// Starts a program in a session of its own, so that it has no terminal of ours.
///
/// Standard input, output and error are the three files, opened for reading and for writing; or
/// all three are the terminal, which becomes the program's controlling one. Returns the process,
/// or -1.
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
);

/// Opens the master side of a new terminal and writes the path of the other side; -1 on failure.
int cs_open_terminal(char *path, size_t count);
