#pragma once

#include <sys/types.h>

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
    const char *complaints
);

/// Opens the master side of a new terminal and writes the path of the other side; -1 on failure.
int cs_open_terminal(char *path, size_t count);
