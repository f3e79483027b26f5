// The system's OpenSSL 3, if there is one: for the files of this folder only.
#pragma once

/// A function of libcrypto by its name; NULL where the system lacks the library or the function.
/// The library is loaded when the first function is wanted, so it is not a dependency.
void *pk_system_crypto(const char *name);
