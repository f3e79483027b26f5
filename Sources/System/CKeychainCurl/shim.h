#pragma once
#include <curl/curl.h>

// Swift cannot call variadic functions. The names in parentheses are the functions, not the macros
// that check types only where the option is a constant.
static inline CURLcode pk_curl_set_number(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode pk_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return (curl_easy_setopt)(handle, option, value);
}

typedef size_t (*pk_curl_mover)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode pk_curl_set_mover(CURL *handle, CURLoption option, pk_curl_mover mover) {
    return (curl_easy_setopt)(handle, option, mover);
}

static inline CURLcode pk_curl_set_progress(CURL *handle, curl_xferinfo_callback progress) {
    return (curl_easy_setopt)(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

// Certificates or a key, in PEM, which are copied.
static inline CURLcode pk_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t length) {
    struct curl_blob blob = {(void *)bytes, length, CURL_BLOB_COPY};
    return (curl_easy_setopt)(handle, option, &blob);
}

static inline long pk_curl_status(CURL *handle) {
    long status = 0;
    return (curl_easy_getinfo)(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}
