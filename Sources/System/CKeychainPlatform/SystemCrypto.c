#include "SystemCrypto.h"

#include <stddef.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>

static void *crypto, *argon2, *sodium, *idn, *psl;

// Never closed: unloading a library that has registered exit handlers is unsafe.
static void *load(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }
static void load_crypto(void) { crypto = load("libcrypto.so.3"); }
static void load_argon2(void) { argon2 = load("libargon2.so.1"); }
static void load_sodium(void) { sodium = load("libsodium.so.23"); }
static void load_idn(void) { idn = load("libidn2.so.0"); }
static void load_psl(void) { psl = load("libpsl.so.5"); }

static void *find(void *library, const char *name) { return library ? dlsym(library, name) : NULL; }

void *pk_system_crypto(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_crypto);
    return find(crypto, name);
}

void *pk_system_argon2(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_argon2);
    return find(argon2, name);
}

void *pk_system_sodium(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_sodium);
    return find(sodium, name);
}

void *pk_system_idn(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_idn);
    return find(idn, name);
}

void *pk_system_psl(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_psl);
    return find(psl, name);
}
#else
static void *none(const char *name) {
    (void)name;
    return NULL;
}

void *pk_system_crypto(const char *name) { return none(name); }
void *pk_system_argon2(const char *name) { return none(name); }
void *pk_system_sodium(const char *name) { return none(name); }
void *pk_system_idn(const char *name) { return none(name); }
void *pk_system_psl(const char *name) { return none(name); }
#endif
