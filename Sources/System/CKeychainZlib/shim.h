#pragma once
#include <string.h>
#include <zlib.h>

/// Inflates one raw stream (RFC 1951), or one with the frame of gzip (RFC 1952), whose checksum is
/// compared, into room of exactly its size; 0, or -1 when it is anything else. inflateInit2 is a
/// macro, which Swift does not import.
static inline int pk_inflate(
    const void *input, unsigned inputCount, void *output, unsigned outputCount, int isGzip) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
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

/// The checksum that ZIP keeps of a file.
static inline unsigned long pk_crc32(const void *bytes, unsigned count) {
    return crc32(crc32(0, Z_NULL, 0), (const Bytef *)bytes, count);
}
