// What password databases of other programs need, from libraries of the system if it has them.
#include "CKeychainPlatform.h"
#include "SystemCrypto.h"

// As in argon2.h of version 20171227: passes, memory, lanes, password, salt, hash, its encoded form,
// type, version.
typedef int (*argon2_hash)(
    uint32_t, uint32_t, uint32_t, const void *, size_t, const void *, size_t, void *, size_t, char *,
    size_t, int, uint32_t
);

int pk_argon2_present(void) { return pk_system_argon2("argon2_hash") != NULL; }

int pk_argon2(const struct pk_argon2_call *call, uint8_t *output, size_t output_count) {
    argon2_hash hash = (argon2_hash)pk_system_argon2("argon2_hash");
    if (!hash) return 0;
    return hash(
               call->passes, call->kibibytes, call->lanes, call->input, call->input_count,
               call->salt, call->salt_count, output, output_count, NULL, 0, call->type,
               call->version
           ) == 0;
}

// As in sodium/crypto_stream_salsa20.h: output, input and its length, nonce, number of the first
// block, key.
typedef int (*salsa20)(
    uint8_t *, const uint8_t *, unsigned long long, const uint8_t *, uint64_t, const uint8_t *
);

static salsa20 find_salsa20(void) { return (salsa20)pk_system_sodium("crypto_stream_salsa20_xor_ic"); }

int pk_salsa20_present(void) { return find_salsa20() != NULL; }

int pk_salsa20(
    const uint8_t *key, const uint8_t *nonce, uint64_t block, const uint8_t *input, size_t count,
    uint8_t *output
) {
    salsa20 apply = find_salsa20();
    return apply && apply(output, input, count, nonce, block, key) == 0;
}
