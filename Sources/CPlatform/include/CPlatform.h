#pragma once

#include <stddef.h>
#include <stdint.h>

/// Overwrites memory so that the compiler may not remove the write.
void pk_zero(void *bytes, size_t count);

/// Fills memory from the kernel's random number generator; 0, or -1 when there is none.
int pk_random(void *bytes, size_t count);

/// Results of the key retention calls: a value >= 0, or a negated errno.
/// Off Linux every call answers -ENOSYS. See keyctl(2), add_key(2).
long pk_keyring_add(const char *description, const void *payload, size_t count);
long pk_keyring_search(const char *description);
long pk_keyring_read(int32_t serial, void *buffer, size_t count);
long pk_keyring_set_timeout(int32_t serial, uint32_t seconds);
long pk_keyring_invalidate(int32_t serial);
