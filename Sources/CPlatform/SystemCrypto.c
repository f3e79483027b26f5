#include "SystemCrypto.h"

#include <stddef.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>

static void *library;

static void load(void) { library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL); }

void *pk_system_crypto(const char *name) {
    // Never closed: unloading a library that has registered exit handlers is unsafe.
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return library ? dlsym(library, name) : NULL;
}
#else
void *pk_system_crypto(const char *name) {
    (void)name;
    return NULL;
}
#endif
