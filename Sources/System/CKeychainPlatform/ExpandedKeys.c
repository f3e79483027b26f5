// AES-256-GCM and AES-256-CMAC with keys that are expanded once, by the BoringSSL in swift-crypto.
//
// swift-crypto's own functions allocate a context and copy the bytes through several values each
// time, and the one for boxes expands the key too: 10,600 instructions, of which the cipher itself
// takes some 1,100. A list of 1,000 items opens 2,000 boxes with the same two keys. The price:
// these functions are not part of swift-crypto's interface. So they are weak: where one is missing,
// because swift-crypto has changed its prefix or uses another library, there is no expanded key,
// and the caller uses swift-crypto's function. Their parameters have been the same since BoringSSL
// has them, and expanded keys are used only if they open a box of known content.
#include "CKeychainPlatform.h"

#include <string.h>

#if defined(__linux__)

typedef struct evp_aead_st EVP_AEAD;
typedef struct evp_aead_ctx_st EVP_AEAD_CTX;

#define BORING(name) __attribute__((weak)) CCryptoBoringSSL_##name

extern const EVP_AEAD *BORING(EVP_aead_aes_256_gcm)(void);
extern EVP_AEAD_CTX *BORING(EVP_AEAD_CTX_new)(
    const EVP_AEAD *aead, const uint8_t *key, size_t key_count, size_t tag_count
);
extern void BORING(EVP_AEAD_CTX_free)(EVP_AEAD_CTX *context);
extern int BORING(EVP_AEAD_CTX_open)(
    const EVP_AEAD_CTX *context, uint8_t *output, size_t *output_count, size_t output_room,
    const uint8_t *nonce, size_t nonce_count, const uint8_t *input, size_t input_count,
    const uint8_t *associated, size_t associated_count
);

typedef struct cmac_ctx_st CMAC_CTX;
typedef struct evp_cipher_st EVP_CIPHER;

extern const EVP_CIPHER *BORING(EVP_aes_256_cbc)(void);
extern CMAC_CTX *BORING(CMAC_CTX_new)(void);
extern void BORING(CMAC_CTX_free)(CMAC_CTX *context);
extern int BORING(CMAC_Init)(
    CMAC_CTX *context, const void *key, size_t key_count, const EVP_CIPHER *cipher, void *engine
);
extern int BORING(CMAC_Reset)(CMAC_CTX *context);
extern int BORING(CMAC_Update)(CMAC_CTX *context, const uint8_t *input, size_t input_count);
extern int BORING(CMAC_Final)(CMAC_CTX *context, uint8_t *output, size_t *output_count);

static const size_t key_length = 32, nonce_length = 12, tag_length = 16;

int pk_cipher_open(
    const struct pk_cipher *cipher, const uint8_t *box, size_t count, const uint8_t *context,
    size_t context_count, uint8_t *output
) {
    if (count < nonce_length + tag_length) return 0;
    const size_t length = count - nonce_length - tag_length;
    size_t written = 0;
    return CCryptoBoringSSL_EVP_AEAD_CTX_open(
               (const EVP_AEAD_CTX *)cipher, output, &written, length, box, nonce_length,
               box + nonce_length, count - nonce_length, context, context_count)
        && written == length;
}

static struct pk_cipher *made(const uint8_t *key) {
    return (struct pk_cipher *)CCryptoBoringSSL_EVP_AEAD_CTX_new(
        CCryptoBoringSSL_EVP_aead_aes_256_gcm(), key, key_length, tag_length);
}

// Test case 14 of the specification of GCM (McGrew and Viega 2005): sixteen zeroes, sealed with a
// key and a nonce of zeroes.
static int opens_known_box(void) {
    static const uint8_t zeroes[32], box[12 + 16 + 16] = {
        0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0xce, 0xa7, 0x40,
        0x3d, 0x4d, 0x60, 0x6b, 0x6e, 0x07, 0x4e, 0xc5, 0xd3, 0xba, 0xf3, 0x9d, 0x18, 0xd0, 0xd1,
        0xc8, 0xa7, 0x99, 0x99, 0x6b, 0xf0, 0x26, 0x5b, 0x98, 0xb5, 0xd4, 0x8a, 0xb9, 0x19,
    };
    uint8_t output[16] = {1};
    struct pk_cipher *cipher = made(zeroes);
    if (!cipher) return 0;
    const int opens = pk_cipher_open(cipher, box, sizeof box, NULL, 0, output)
        && !memcmp(output, zeroes, sizeof output);
    pk_cipher_free(cipher);
    return opens;
}

struct pk_cipher *pk_cipher_make(const uint8_t *key) {
    // 0 for unknown; threads that find out at the same time find the same.
    static _Atomic int state = 0;
    if (state == 0) {
        const int present = CCryptoBoringSSL_EVP_aead_aes_256_gcm
            && CCryptoBoringSSL_EVP_AEAD_CTX_new && CCryptoBoringSSL_EVP_AEAD_CTX_free
            && CCryptoBoringSSL_EVP_AEAD_CTX_open;
        state = present && opens_known_box() ? 1 : -1;
    }
    return state > 0 ? made(key) : NULL;
}

void pk_cipher_free(struct pk_cipher *cipher) {
    // Overwrites what it frees.
    if (cipher) CCryptoBoringSSL_EVP_AEAD_CTX_free((EVP_AEAD_CTX *)cipher);
}

struct pk_mac *pk_mac_make(const uint8_t *key) {
    if (!CCryptoBoringSSL_EVP_aes_256_cbc || !CCryptoBoringSSL_CMAC_CTX_new
        || !CCryptoBoringSSL_CMAC_CTX_free || !CCryptoBoringSSL_CMAC_Init
        || !CCryptoBoringSSL_CMAC_Reset || !CCryptoBoringSSL_CMAC_Update
        || !CCryptoBoringSSL_CMAC_Final)
        return NULL;
    CMAC_CTX *context = CCryptoBoringSSL_CMAC_CTX_new();
    if (context
        && !CCryptoBoringSSL_CMAC_Init(
            context, key, key_length, CCryptoBoringSSL_EVP_aes_256_cbc(), NULL)) {
        CCryptoBoringSSL_CMAC_CTX_free(context);
        context = NULL;
    }
    return (struct pk_mac *)context;
}

int pk_mac_code(struct pk_mac *mac, const uint8_t *message, size_t count, uint8_t *code) {
    static const uint8_t zeroes[16];
    CMAC_CTX *context = (CMAC_CTX *)mac;
    size_t written = 0;
    const int made = CCryptoBoringSSL_CMAC_Update(context, message, count)
        && CCryptoBoringSSL_CMAC_Final(context, code, &written) && written == 16;
    // The context still holds the end of the message, which a block of zeroes replaces.
    const int ready = CCryptoBoringSSL_CMAC_Reset(context)
        && CCryptoBoringSSL_CMAC_Update(context, zeroes, sizeof zeroes)
        && CCryptoBoringSSL_CMAC_Reset(context);
    return made && ready;
}

void pk_mac_free(struct pk_mac *mac) {
    // Overwrites what it frees.
    if (mac) CCryptoBoringSSL_CMAC_CTX_free((CMAC_CTX *)mac);
}

#else

struct pk_mac *pk_mac_make(const uint8_t *key) { return NULL; }

int pk_mac_code(struct pk_mac *mac, const uint8_t *message, size_t count, uint8_t *code) {
    return 0;
}

void pk_mac_free(struct pk_mac *mac) {}

struct pk_cipher *pk_cipher_make(const uint8_t *key) { return NULL; }

int pk_cipher_open(
    const struct pk_cipher *cipher, const uint8_t *box, size_t count, const uint8_t *context,
    size_t context_count, uint8_t *output
) {
    return 0;
}

void pk_cipher_free(struct pk_cipher *cipher) {}

#endif
