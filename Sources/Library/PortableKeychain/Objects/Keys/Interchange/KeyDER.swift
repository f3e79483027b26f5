internal import SwiftASN1

/// Reading and writing DER with our errors.
///
/// Callers overwrite the arrays that go in and come out where they hold private keys; the copies that
/// SwiftASN1 makes in between cannot be reached.
enum KeyDER {
    /// The largest key file read: RSA keys of 8192 bits take less than 5 KiB.
    static let largest = 64 << 10

    /// Reads DER; anything but exactly the expected structure is ``KeychainError/Code/undecodable``.
    static func read<R>(
        _ bytes: ArraySlice<UInt8>,
        _ body: (ASN1Node) throws -> R
    ) throws(KeychainError) -> R {
        guard bytes.count <= largest else { throw .noKey }
        return try KeychainError.attempt(.undecodable, "This is not a key of a known format.") {
            try body(DER.parse(bytes))
        }
    }

    /// Writes DER.
    static func write(
        _ body: (inout DER.Serializer) throws -> Void
    ) throws(KeychainError) -> [UInt8] {
        try KeychainError.attempt(.internalError, "Writing the key failed.") {
            var serializer = DER.Serializer()
            try body(&serializer)
            return serializer.serializedBytes
        }
    }
}
