// Libraries of the system that are used if they are there: for the files of this folder only.
#pragma once

/// A function of OpenSSL 3's libcrypto by its name; NULL where the system lacks the library or the
/// function. A library is loaded when the first function of it is wanted, so it is not a dependency.
void *pk_system_crypto(const char *name);

/// A function of libargon2, likewise.
void *pk_system_argon2(const char *name);

/// A function of libsodium, likewise.
void *pk_system_sodium(const char *name);

/// A function of libidn2, likewise.
void *pk_system_idn(const char *name);

/// A function of libpsl, likewise.
void *pk_system_psl(const char *name);
