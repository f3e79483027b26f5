internal import Crypto
internal import KeychainEssentials

/// A digest of any length, for ECDSA, which cuts it to the order of the group (FIPS 186-5, 6.4.1).
struct FreeDigest: Digest {
    /// Unknown to the type; ECDSA uses only the bytes.
    static let byteCount = 0

    private let bytes: [UInt8]

    /// Hashes a message, or takes a digest, which must be as long as its function's.
    init(
        _ bytes: [UInt8],
        _ input: KeyScheme.Input,
        _ hash: KeyHash?
    ) throws(KeychainError) {
        switch (input, hash) {
        case (.digest, nil): self.bytes = bytes
        case (.digest, let hash?):
            guard bytes.count == hash.length else { throw .wrongDigestLength }
            self.bytes = bytes
        case (.message, let hash):
            guard let function = hash?.function else { throw KeychainError(.unimplemented) }
            self.bytes = function.bytes(hashing: bytes)
        }
    }

    /// The number that ECDSA signs on a curve of an order of so many bytes, for signers that take
    /// digests of that length only: cut, or with zeroes in front.
    func fitted(to length: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: Swift.max(length - bytes.count, 0)) + bytes.prefix(length)
    }

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    var description: String { "digest of \(bytes.count) bytes" }
}

extension HashFunction {
    /// The digest of a message as an array.
    static func bytes(hashing message: [UInt8]) -> [UInt8] { [UInt8](hash(data: message)) }
}

extension KeychainError {
    /// A digest does not come from the hash that the algorithm names.
    static var wrongDigestLength: KeychainError {
        KeychainError(
            .invalidParameter,
            reason: "The length of the digest is not that of its hash function."
        )
    }

    /// Bytes are not a key, or not one of a supported kind.
    static var noKey: KeychainError {
        KeychainError(.undecodable, reason: "This is not a key of a known format.")
    }

    /// A PEM document is a key under a passphrase.
    static var encryptedKey: KeychainError {
        KeychainError(
            .undecodable,
            reason: """
                The key has a passphrase. Write a copy without one: openssl pkey -in FILE -out COPY.
                """
        )
    }
}
