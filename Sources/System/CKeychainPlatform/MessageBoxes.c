// NaCl's crypto_box, from libsodium if the system has it.
#include "CKeychainPlatform.h"
#include "SystemCrypto.h"

// As in sodium/crypto_box.h and crypto_scalarmult.h.
typedef int (*multiply_base)(uint8_t *, const uint8_t *);
typedef int (*share)(uint8_t *, const uint8_t *, const uint8_t *);
typedef int (*apply)(
    uint8_t *, const uint8_t *, unsigned long long, const uint8_t *, const uint8_t *
);

int pk_box_present(void) {
    return pk_system_sodium("crypto_scalarmult_base") && pk_system_sodium("crypto_box_beforenm")
        && pk_system_sodium("crypto_box_easy_afternm")
        && pk_system_sodium("crypto_box_open_easy_afternm");
}

int pk_box_public_key(const uint8_t *secret, uint8_t *public_key) {
    multiply_base multiply = (multiply_base)pk_system_sodium("crypto_scalarmult_base");
    return multiply && multiply(public_key, secret) == 0;
}

int pk_box_shared_key(const uint8_t *public_key, const uint8_t *secret, uint8_t *shared) {
    share compute = (share)pk_system_sodium("crypto_box_beforenm");
    return compute && compute(shared, public_key, secret) == 0;
}

int pk_box_seal(
    const uint8_t *shared, const uint8_t *nonce, const uint8_t *input, size_t count, uint8_t *output
) {
    apply seal = (apply)pk_system_sodium("crypto_box_easy_afternm");
    return seal && seal(output, input, count, nonce, shared) == 0;
}

int pk_box_open(
    const uint8_t *shared, const uint8_t *nonce, const uint8_t *input, size_t count, uint8_t *output
) {
    apply open = (apply)pk_system_sodium("crypto_box_open_easy_afternm");
    return open && open(output, input, count, nonce, shared) == 0;
}
