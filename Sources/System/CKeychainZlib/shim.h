#pragma once
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/// Memory for zlib, which knows its own size: the windows and tables of a stream hold secrets.
static inline void *pk_zlib_allocate(void *nothing, unsigned count, unsigned size) {
    (void)nothing;
    size_t bytes = (size_t)count * size;
    size_t *room = calloc(1, bytes + 2 * sizeof(size_t));
    if (room == NULL) return NULL;
    room[0] = bytes;
    return room + 2;
}

/// Zeroes such memory before it is freed; the compiler keeps writes to volatile memory.
static inline void pk_zlib_free(void *nothing, void *bytes) {
    (void)nothing;
    if (bytes == NULL) return;
    size_t *room = (size_t *)bytes - 2;
    volatile unsigned char *place = bytes;
    for (size_t rest = room[0]; rest > 0; rest--) *place++ = 0;
    free(room);
}

/// A stream of zlib that leaves nothing in memory.
static inline z_stream pk_zlib_stream(void) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.zalloc = pk_zlib_allocate;
    stream.zfree = pk_zlib_free;
    return stream;
}

/// Inflates one raw stream (RFC 1951), or one with the frame of gzip (RFC 1952), whose checksum is
/// compared, into room of exactly its size; 0, or -1 when it is anything else. inflateInit2 is a
/// macro, which Swift does not import.
static inline int pk_inflate(
    const void *input, unsigned inputCount, void *output, unsigned outputCount, int isGzip) {
    z_stream stream = pk_zlib_stream();
    if (inflateInit2(&stream, isGzip ? 16 + MAX_WBITS : -MAX_WBITS) != Z_OK) return -1;
    stream.next_in = (Bytef *)input;
    stream.avail_in = inputCount;
    stream.next_out = output;
    stream.avail_out = outputCount;
    int result = inflate(&stream, Z_FINISH);
    int isWhole = result == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
    inflateEnd(&stream);
    return isWhole ? 0 : -1;
}

/// The most bytes that pk_gzip writes for so many.
static inline size_t pk_gzip_bound(unsigned count) {
    // Without a stream the bound is that of zlib's frame; gzip's is 12 bytes longer.
    return deflateBound(Z_NULL, count) + 12;
}

/// Compresses bytes into one stream with the frame of gzip; returns its length, or -1 when there is no
/// memory for it or the room is too small.
static inline long pk_gzip(
    const void *input, unsigned inputCount, void *output, unsigned outputCount) {
    z_stream stream = pk_zlib_stream();
    if (deflateInit2(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return -1;
    stream.next_in = (Bytef *)input;
    stream.avail_in = inputCount;
    stream.next_out = output;
    stream.avail_out = outputCount;
    int isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    long count = (long)stream.total_out;
    deflateEnd(&stream);
    return isWhole ? count : -1;
}

/// The checksum that ZIP keeps of a file.
static inline unsigned long pk_crc32(const void *bytes, unsigned count) {
    return crc32(crc32(0, Z_NULL, 0), (const Bytef *)bytes, count);
}
