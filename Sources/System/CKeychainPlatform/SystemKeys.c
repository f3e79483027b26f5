// RSA and hashes that no library of ours has, from the system's OpenSSL if there is one.
#include "CKeychainPlatform.h"
#include "SystemCrypto.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

// As in openssl/crypto.h, openssl/provider.h, openssl/err.h, openssl/x509.h, openssl/rsa.h and
// openssl/evp.h of version 3.
typedef void *(*context_new)(void);
typedef void *(*provider_load)(void *, const char *);
typedef int (*mark)(void);
typedef int (*digest_quick)(
    void *, const char *, const char *, const void *, size_t, uint8_t *, size_t *
);
typedef void *(*private_read)(void **, const uint8_t **, long);
typedef void *(*public_read)(void **, const uint8_t **, long, void *, const char *);
typedef void *(*key_new)(void);
typedef int (*key_assign)(void *, int, void *);
typedef void (*release)(void *);
typedef void *(*state_new)(void *, void *, const char *);
typedef int (*state_begin)(void *);
typedef int (*state_option)(void *, const char *, const char *);
typedef int (*transform)(void *, uint8_t *, size_t *, const uint8_t *, size_t);
typedef int (*verify)(void *, const uint8_t *, size_t, const uint8_t *, size_t);

/// NID_rsaEncryption.
#define RSA_NUMBER 6

// A context of our own: a configuration file of OpenSSL does not change what it does, and other
// users of OpenSSL in the process do not share it. It lives as long as the process.
static void *context;

static void prepare(void) {
    context_new make = (context_new)pk_system_crypto("OSSL_LIB_CTX_new");
    provider_load load = (provider_load)pk_system_crypto("OSSL_PROVIDER_load");
    void *made = make && load ? make() : NULL;
    if (made && load(made, "default")) context = made;
}

static void *own_context(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    return context;
}

int pk_system_crypto_present(void) { return own_context() != NULL; }

/// Failures leave entries in a queue that other users of OpenSSL in this thread read.
static void keep_errors(void) {
    mark set = (mark)pk_system_crypto("ERR_set_mark");
    if (set) set();
}

static void drop_errors(void) {
    mark reset = (mark)pk_system_crypto("ERR_pop_to_mark");
    if (reset) reset();
}

int pk_system_digest(
    const char *name, const uint8_t *input, size_t count, uint8_t *digest, size_t length
) {
    digest_quick hash = (digest_quick)pk_system_crypto("EVP_Q_digest");
    void *own = own_context();
    // The longest digest of OpenSSL has 64 bytes.
    uint8_t room[64];
    size_t written = 0;
    if (!own || !hash || length > sizeof room) return 0;
    keep_errors();
    int done = hash(own, name, NULL, input, count, room, &written) == 1 && written == length;
    drop_errors();
    for (size_t index = 0; done && index < length; index++) digest[index] = room[index];
    pk_zero(room, sizeof room);
    return done;
}

/// Not by d2i_PrivateKey_ex: its decoders leave copies of the whole key in memory that they free.
/// This older function reads the numbers alone, and OpenSSL overwrites these when it frees them.
static void *read_private_key(const uint8_t *bytes, size_t count, release drop_key) {
    private_read read = (private_read)pk_system_crypto("d2i_RSAPrivateKey");
    release drop_numbers = (release)pk_system_crypto("RSA_free");
    key_new make = (key_new)pk_system_crypto("EVP_PKEY_new");
    key_assign assign = (key_assign)pk_system_crypto("EVP_PKEY_assign");
    if (!read || !drop_numbers || !make || !assign) return NULL;
    const uint8_t *rest = bytes;
    void *numbers = read(NULL, &rest, (long)count);
    if (!numbers) return NULL;
    void *key = rest == bytes + count ? make() : NULL;
    if (key && assign(key, RSA_NUMBER, numbers) == 1) return key;
    drop_numbers(numbers);
    if (key) drop_key(key);
    return NULL;
}

static void *read_key(const struct pk_rsa_call *call, release drop_key) {
    if (call->operation == PK_RSA_VERIFY || call->operation == PK_RSA_ENCRYPT) {
        const uint8_t *rest = call->key;
        public_read read = (public_read)pk_system_crypto("d2i_PUBKEY_ex");
        return read ? read(NULL, &rest, (long)call->key_count, context, NULL) : NULL;
    }
    return read_private_key(call->key, call->key_count, drop_key);
}

static const char *const beginnings[] = {
    "EVP_PKEY_sign_init", "EVP_PKEY_verify_init", "EVP_PKEY_encrypt_init", "EVP_PKEY_decrypt_init",
};

static const char *const operations[] = {
    "EVP_PKEY_sign", "EVP_PKEY_verify", "EVP_PKEY_encrypt", "EVP_PKEY_decrypt",
};

/// Sets the padding by the names that the option -pkeyopt of `openssl pkeyutl` has.
static int set_padding(const struct pk_rsa_call *call, void *state) {
    state_option set = (state_option)pk_system_crypto("EVP_PKEY_CTX_ctrl_str");
    if (!set || set(state, "rsa_padding_mode", call->padding) <= 0) return 0;
    if (!call->hash) return 1;
    if (call->operation == PK_RSA_ENCRYPT || call->operation == PK_RSA_DECRYPT) {
        return set(state, "rsa_oaep_md", call->hash) > 0
            && set(state, "rsa_mgf1_md", call->hash) > 0;
    }
    // The function of the mask follows the digest. Only PSS has a salt.
    return set(state, "digest", call->hash) > 0
        && (strcmp(call->padding, "pss") != 0 || set(state, "rsa_pss_saltlen", "digest") > 0);
}

static long perform(const struct pk_rsa_call *call, void *state) {
    if (call->operation == PK_RSA_CHECK) {
        state_begin check = (state_begin)pk_system_crypto("EVP_PKEY_check");
        return check && check(state) == 1 ? 0 : PK_RSA_REFUSED;
    }
    state_begin begin = (state_begin)pk_system_crypto(beginnings[call->operation]);
    void *function = pk_system_crypto(operations[call->operation]);
    if (!begin || !function) return PK_RSA_ABSENT;
    if (begin(state) != 1 || !set_padding(call, state)) return PK_RSA_REFUSED;
    if (call->operation == PK_RSA_VERIFY) {
        int fits = ((verify)function)(
            state, call->signature, call->signature_count, call->input, call->input_count
        );
        return fits == 1 ? 0 : PK_RSA_REFUSED;
    }
    size_t count = call->output_count;
    int done = ((transform)function)(state, call->output, &count, call->input, call->input_count);
    return done == 1 ? (long)count : PK_RSA_REFUSED;
}

long pk_system_rsa(const struct pk_rsa_call *call) {
    state_new make = (state_new)pk_system_crypto("EVP_PKEY_CTX_new_from_pkey");
    release drop_state = (release)pk_system_crypto("EVP_PKEY_CTX_free");
    release drop_key = (release)pk_system_crypto("EVP_PKEY_free");
    if (!own_context() || !make || !drop_state || !drop_key) return PK_RSA_ABSENT;
    if (call->key_count > LONG_MAX) return PK_RSA_NO_KEY;
    keep_errors();
    long result = PK_RSA_NO_KEY;
    void *key = call->kept_key ? call->kept_key : read_key(call, drop_key);
    void *state = key ? make(context, key, NULL) : NULL;
    if (state) {
        result = perform(call, state);
        drop_state(state);
    }
    if (key && !call->kept_key) drop_key(key);
    drop_errors();
    return result;
}

void *pk_system_rsa_key(const uint8_t *key, size_t count) {
    release drop_key = (release)pk_system_crypto("EVP_PKEY_free");
    if (!own_context() || !drop_key || count > LONG_MAX) return NULL;
    keep_errors();
    void *made = read_private_key(key, count, drop_key);
    drop_errors();
    return made;
}

void pk_system_rsa_key_free(void *key) {
    release drop_key = (release)pk_system_crypto("EVP_PKEY_free");
    if (key && drop_key) drop_key(key);
}
