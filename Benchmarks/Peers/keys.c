/* Makes keys, signs and verifies with OpenSSL's library.
 *
 *     keys KIND COUNT      KIND: ec, rsa or ed25519
 *
 * Prints the median nanoseconds of making a key, signing and verifying a message of 32 bytes.
 */
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return x < y ? -1 : x > y;
}

static long median(long *times, int count) {
    qsort(times, count, sizeof *times, compare);
    return times[count / 2];
}

static EVP_PKEY *make(const char *kind) {
    if (!strcmp(kind, "ec")) return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    if (!strcmp(kind, "rsa")) return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)2048);
    return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int count = atoi(argv[2]), few = strcmp(argv[1], "rsa") ? count : count / 20 + 1;
    const EVP_MD *digest = strcmp(argv[1], "ed25519") ? EVP_sha256() : NULL;
    unsigned char message[32] = {7}, signature[1024];
    size_t length = 0;
    long *times = calloc(count, sizeof *times);
    EVP_PKEY *key = NULL;
    for (int i = 0; i < few; i++) {
        EVP_PKEY_free(key);
        long start = now();
        key = make(argv[1]);
        times[i] = now() - start;
        if (!key) return 1;
    }
    printf("%ld ", median(times, few));
    for (int i = 0; i < count; i++) {
        long start = now();
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        length = sizeof signature;
        if (EVP_DigestSignInit(context, NULL, digest, NULL, key) != 1
            || EVP_DigestSign(context, signature, &length, message, sizeof message) != 1)
            return 1;
        EVP_MD_CTX_free(context);
        times[i] = now() - start;
    }
    printf("%ld ", median(times, count));
    for (int i = 0; i < count; i++) {
        long start = now();
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        if (EVP_DigestVerifyInit(context, NULL, digest, NULL, key) != 1
            || EVP_DigestVerify(context, signature, length, message, sizeof message) != 1)
            return 1;
        EVP_MD_CTX_free(context);
        times[i] = now() - start;
    }
    printf("%ld\n", median(times, count));
    return 0;
}
