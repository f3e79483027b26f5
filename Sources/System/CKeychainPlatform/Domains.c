// Names of hosts and public suffixes, from libidn2 and libpsl if the system has them.
#include "CKeychainPlatform.h"
#include "SystemCrypto.h"

#include <string.h>

// As in idn2.h: the name, where the result goes, and flags. UTS #46, not transitional.
enum { not_transitional = 8 };
typedef int (*convert)(const char *, char **, int);
typedef void (*release)(void *);

int pk_domains_have_names(void) {
    return pk_system_idn("idn2_to_ascii_8z") && pk_system_idn("idn2_to_unicode_8z8z")
        && pk_system_idn("idn2_free");
}

static long converted(const char *function, const char *name, char *output, size_t room) {
    convert apply = (convert)pk_system_idn(function);
    release discard = (release)pk_system_idn("idn2_free");
    char *result = NULL;
    if (!apply || !discard || apply(name, &result, not_transitional) != 0 || !result) return -1;
    size_t count = strlen(result);
    int fits = count < room;
    if (fits) memcpy(output, result, count + 1);
    discard(result);
    return fits ? (long)count : -1;
}

long pk_domain_ascii(const char *name, char *output, size_t room) {
    return converted("idn2_to_ascii_8z", name, output, room);
}

long pk_domain_unicode(const char *name, char *output, size_t room) {
    return converted("idn2_to_unicode_8z8z", name, output, room);
}

// As in libpsl.h. The newest list of the system is read once, or else the one in the library taken.
typedef const void *(*builtin_list)(void);
typedef void *(*latest_list)(const char *);
typedef int (*is_suffix)(const void *, const char *);

#if defined(__linux__)
#include <pthread.h>

static const void *suffixes;

static void load_suffixes(void) {
    latest_list latest = (latest_list)pk_system_psl("psl_latest");
    builtin_list builtin = (builtin_list)pk_system_psl("psl_builtin");
    suffixes = latest ? latest(NULL) : NULL;
    if (!suffixes && builtin) suffixes = builtin();
}

static const void *list(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_suffixes);
    return suffixes;
}
#else
static const void *list(void) { return NULL; }
#endif

int pk_domains_have_suffixes(void) {
    return list() && pk_system_psl("psl_is_public_suffix");
}

int pk_domain_is_public_suffix(const char *name) {
    is_suffix ask = (is_suffix)pk_system_psl("psl_is_public_suffix");
    if (!ask || !list()) return -1;
    return ask(list(), name) != 0;
}
