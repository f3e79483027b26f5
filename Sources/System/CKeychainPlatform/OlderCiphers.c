// Ciphers that only old files use, from the system's OpenSSL if there is one. Its providers are
// loaded into a separate context, so other users of OpenSSL in the process do not see them.
#include "CKeychainPlatform.h"
#include "SystemCrypto.h"

#include <limits.h>

// As in openssl/crypto.h, openssl/provider.h and openssl/evp.h of version 3.
typedef void *(*context_new)(void);
typedef void (*context_free)(void *);
typedef void *(*provider_load)(void *, const char *);
typedef int (*provider_unload)(void *);
typedef void *(*cipher_fetch)(void *, const char *, const char *);
typedef void (*cipher_free)(void *);
typedef void *(*state_new)(void);
typedef void (*state_free)(void *);
typedef int (*decrypt_init)(void *, const void *, void *, const uint8_t *, const uint8_t *);
typedef int (*decrypt_update)(void *, uint8_t *, int *, const uint8_t *, int);
typedef int (*decrypt_final)(void *, uint8_t *, int *);

static long decrypt(
    void *context, const char *name, const uint8_t *key, const uint8_t *vector,
    const uint8_t *input, size_t count, uint8_t *output
) {
    cipher_fetch fetch = (cipher_fetch)pk_system_crypto("EVP_CIPHER_fetch");
    cipher_free release = (cipher_free)pk_system_crypto("EVP_CIPHER_free");
    state_new make = (state_new)pk_system_crypto("EVP_CIPHER_CTX_new");
    state_free drop = (state_free)pk_system_crypto("EVP_CIPHER_CTX_free");
    decrypt_init begin = (decrypt_init)pk_system_crypto("EVP_DecryptInit_ex");
    decrypt_update step = (decrypt_update)pk_system_crypto("EVP_DecryptUpdate");
    decrypt_final end = (decrypt_final)pk_system_crypto("EVP_DecryptFinal_ex");
    if (!fetch || !release || !make || !drop || !begin || !step || !end) return -1;
    void *cipher = fetch(context, name, NULL);
    if (!cipher) return -1;
    void *state = make();
    int first = 0, last = 0;
    long result = -1;
    if (state && begin(state, cipher, NULL, key, vector) == 1) {
        // A wrong padding is a result; any error before it means that the cipher is not available.
        int isRight = step(state, output, &first, input, (int)count) == 1
            && end(state, output + first, &last) == 1;
        result = isRight ? first + last : -2;
    }
    if (state) drop(state);
    release(cipher);
    return result;
}

long pk_older_decrypt(
    const char *name, const uint8_t *key, const uint8_t *vector, const uint8_t *input, size_t count,
    uint8_t *output
) {
    if (count > INT_MAX - 64) return -2;
    context_new make = (context_new)pk_system_crypto("OSSL_LIB_CTX_new");
    context_free drop = (context_free)pk_system_crypto("OSSL_LIB_CTX_free");
    provider_load load = (provider_load)pk_system_crypto("OSSL_PROVIDER_load");
    provider_unload unload = (provider_unload)pk_system_crypto("OSSL_PROVIDER_unload");
    long result = -1;
    void *context = make && drop && load && unload ? make() : NULL;
    if (context) {
        void *present = load(context, "default");
        void *legacy = load(context, "legacy");
        if (present) result = decrypt(context, name, key, vector, input, count, output);
        if (legacy) unload(legacy);
        if (present) unload(present);
        drop(context);
    }
    return result;
}
