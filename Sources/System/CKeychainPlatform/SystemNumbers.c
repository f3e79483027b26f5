// Arithmetic with large numbers, from the system's OpenSSL.
#include "CKeychainPlatform.h"
#include "SystemCrypto.h"

// As in openssl/bn.h of version 3.
typedef void *(*context_new)(void);
typedef void (*context_free)(void *);
typedef void *(*number_read)(const uint8_t *, int, void *);
typedef int (*number_write)(const void *, uint8_t *, int);
typedef void *(*number_new)(void);
typedef void (*number_free)(void *);
typedef int (*number_power)(void *, const void *, const void *, const void *, void *, void *);

int pk_system_power(
    const uint8_t *base, const uint8_t *exponent, size_t exponent_count, const uint8_t *modulus,
    uint8_t *result, size_t count
) {
    context_new make = (context_new)pk_system_crypto("BN_CTX_new");
    context_free drop = (context_free)pk_system_crypto("BN_CTX_free");
    number_read read = (number_read)pk_system_crypto("BN_bin2bn");
    number_write write = (number_write)pk_system_crypto("BN_bn2binpad");
    number_new number = (number_new)pk_system_crypto("BN_secure_new");
    number_free release = (number_free)pk_system_crypto("BN_clear_free");
    // In a time that does not depend on the exponent.
    number_power power = (number_power)pk_system_crypto("BN_mod_exp_mont_consttime");
    if (!make || !drop || !read || !write || !number || !release || !power) return 0;
    if (count > 1024 || exponent_count > 1024) return 0;
    void *context = make();
    void *b = read(base, (int)count, NULL);
    void *e = read(exponent, (int)exponent_count, NULL);
    void *m = read(modulus, (int)count, NULL);
    void *r = number();
    int done = context && b && e && m && r && power(r, b, e, m, context, NULL) == 1
        && write(r, result, (int)count) == (int)count;
    if (r) release(r);
    if (m) release(m);
    if (e) release(e);
    if (b) release(b);
    if (context) drop(context);
    return done;
}
