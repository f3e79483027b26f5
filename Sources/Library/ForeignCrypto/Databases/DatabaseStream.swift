internal import CKeychainPlatform
internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials
package import PortableKeychain

/// The bytes of a stream cipher, of which texts take one part after the other.
package struct DatabaseStream: Sendable {
    package enum Kind: Sendable {
        /// RFC 8439, 2.4, from block 0 on.
        case chaCha20
        /// cr.yp.to/snuffle.html, with 20 rounds, by the system's libsodium.
        case salsa20

        /// The length of the nonce.
        package var nonceLength: Int {
            switch self {
            case .chaCha20: 12
            case .salsa20: 8
            }
        }

        /// Whether the system has the library for it.
        package var isPresent: Bool {
            switch self {
            case .chaCha20: true
            case .salsa20: allowsSalsa20 && pk_salsa20_present() == 1
            }
        }
    }

    /// Whether libsodium may be used; tests show with `false` the behaviour without it.
    @TaskLocal package static var allowsSalsa20 = true

    private let kind: Kind
    private let key: SecretBytes
    private let nonce: [UInt8]
    /// The number of bytes that were taken.
    private var place = 0

    private static let block = 64

    /// Starts with the first byte; `nil` for a key or a nonce of another length.
    package init?(_ kind: Kind, key: SecretBytes, nonce: [UInt8]) {
        guard key.count == DatabaseCipher.keyLength, nonce.count == kind.nonceLength else {
            return nil
        }
        self.kind = kind
        self.key = key
        self.nonce = nonce
    }

    /// Encrypts or decrypts the next text, which is the same.
    ///
    /// - Returns: The text; `nil` where the cipher is missing, and beyond the 256 gigabytes that
    ///   ChaCha20 has.
    package mutating func apply(to text: SecretBytes) -> SecretBytes? {
        let result = applied(to: text)
        place += text.count
        return result
    }

    func applied(to text: SecretBytes) -> SecretBytes? {
        // Zeroes stand where the first block was taken already.
        let taken = place % Self.block
        var padded = [UInt8](repeating: 0, count: taken + text.count)
        defer { padded.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        padded.withUnsafeMutableBytes { room in
            text.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: room[taken...]).copyMemory(from: $0)
            }
        }
        guard let result = blocks(padded, from: place / Self.block) else { return nil }
        return SecretBytes(count: text.count) { room in
            result.withUnsafeBytes {
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[taken...]))
            }
        }
    }

    private func blocks(_ text: [UInt8], from first: Int) -> SecretBytes? {
        switch kind {
        case .chaCha20:
            guard let counter = UInt32(exactly: first),
                let start = try? Insecure.ChaCha20CTR.Counter(offset: counter),
                let nonce = try? Insecure.ChaCha20CTR.Nonce(data: nonce),
                var result = try? Insecure.ChaCha20CTR.encrypt(
                    text,
                    using: key.withUnsafeBytes { SymmetricKey(data: $0) },
                    counter: start,
                    nonce: nonce
                )
            else { return nil }
            return SecretBytes(moving: &result)
        case .salsa20:
            guard kind.isPresent else { return nil }
            var done: Int32 = 0
            let result = SecretBytes(count: text.count) { room in
                done = key.withUnsafeBytes { key in
                    pk_salsa20(
                        key.bindMemory(to: UInt8.self).baseAddress,
                        nonce,
                        UInt64(first),
                        text,
                        text.count,
                        room.bindMemory(to: UInt8.self).baseAddress
                    )
                }
            }
            return done == 1 ? result : nil
        }
    }
}
