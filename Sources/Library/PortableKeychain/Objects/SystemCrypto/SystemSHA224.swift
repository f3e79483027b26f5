internal import CKeychainPlatform
internal import Crypto
internal import KeychainEssentials

/// SHA-224 (FIPS 180-4, 6.3) by the system's OpenSSL, which must be there.
struct SystemSHA224: HashFunction {
    struct Digest: Crypto.Digest {
        static let byteCount = 28

        fileprivate let bytes: [UInt8]

        func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            try bytes.withUnsafeBytes(body)
        }

        var description: String { "SHA-224 digest" }
    }

    static let blockByteCount = 64

    /// Whether this OpenSSL has it.
    static let isOffered = digest(of: UnsafeRawBufferPointer(start: nil, count: 0)) != nil

    /// Derivations hash secrets.
    private var parts: [SecretBytes] = []

    init() {}

    mutating func update(bufferPointer: UnsafeRawBufferPointer) {
        parts.append(SecretBytes(count: bufferPointer.count) { $0.copyBytes(from: bufferPointer) })
    }

    func finalize() -> Digest {
        let message = SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { room in
            var start = 0
            for part in parts {
                part.withUnsafeBytes { room[start...].copyBytes(from: $0) }
                start += part.count
            }
        }
        guard let digest = message.withUnsafeBytes({ Self.digest(of: $0) }) else {
            preconditionFailure("Ask SystemCrypto.isPresent before you use this.")
        }
        return Digest(bytes: digest)
    }

    private static func digest(of message: UnsafeRawBufferPointer) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: Digest.byteCount)
        let message = message.bindMemory(to: UInt8.self)
        let done = pk_system_digest(
            "SHA224",
            message.baseAddress,
            message.count,
            &digest,
            digest.count
        )
        return done == 1 ? digest : nil
    }
}
