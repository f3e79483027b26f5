// What the peers share: one line in, one line out, and the names of the items.
#ifndef PEER_H
#define PEER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The names of item number `index`; Corpus.swift says the same.
static inline void peer_service(char out[64], long index) {
    snprintf(out, 64, "service-%06ld", index / 1000);
}

static inline void peer_account(char out[64], long index) {
    snprintf(out, 64, "account-%07ld@example.org", index);
}

static inline void peer_secret(char out[64], long index) {
    snprintf(out, 64, "correct horse %010ld", index);
}

static inline int64_t peer_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// The greatest memory this process has had, in KiB.
static inline long peer_peak(void) {
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long peak = 0;
    if (status == NULL) return 0;
    while (fgets(line, sizeof line, status)) sscanf(line, "VmHWM: %ld", &peak);
    fclose(status);
    return peak;
}

// The next item to look at: the same sequence for all systems (xorshift, Marsaglia 2003).
static inline uint64_t peer_next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline void peer_fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why ? why : "failed");
    exit(1);
}

// A number that differs with each call: an update that changes nothing would not be written.
static inline long peer_novelty(void) {
    static long novelty;
    return ++novelty;
}

// Does one piece of work on the item of a number; a peer defines it.
int peer_do(const char *work, long index);

// Does one piece of work COUNT times on items that the seed chooses; `added` counts the new items.
// Keeps the nanoseconds of each time where there is room for them.
static inline void peer_repeat(
    const char *work, long count, long size, uint64_t state, long *added, long *times
) {
    int isNew = !strcmp(work, "insert") || !strcmp(work, "delete");
    long first = !strcmp(work, "delete") ? *added - count : *added;
    for (long turn = 0; turn < count; turn++) {
        long index = (long)(peer_next(&state) % (uint64_t)size);
        if (isNew || !strcmp(work, "miss")) index = size + (isNew ? first + turn : index);
        int64_t start = times ? peer_now() : 0;
        if (!peer_do(work, index)) peer_fail(work, "a wrong answer");
        if (times) times[turn] = (long)(peer_now() - start);
    }
    if (!strcmp(work, "insert")) *added += count;
    if (!strcmp(work, "delete")) *added -= count;
}

// Answers "WORK COUNT SIZE SEED" with the nanoseconds of each of COUNT times, until the input ends.
static inline void peer_serve(void) {
    char work[32];
    long count, size, added = 0;
    uint64_t state;
    while (scanf("%31s %ld %ld %lu", work, &count, &size, &state) == 4) {
        long *times = calloc((size_t)count + 1, sizeof *times);
        if (times == NULL) peer_fail(work, "no memory");
        peer_repeat(work, count, size, state, &added, times);
        for (long turn = 0; turn < count; turn++) printf("%ld ", times[turn]);
        free(times);
        printf("\n");
        fflush(stdout);
    }
}

#endif
