internal import Crypto
internal import KeychainEssentials

/// The secret that two keys agreed on, before anything is derived from it.
protocol AgreedSecret: Sendable {
    /// The secret itself.
    var bytes: SecretBytes { get }
    /// Derives a secret by X9.63 (SEC 1, 3.6.1).
    func derived<Hash: HashFunction>(
        _: Hash.Type,
        sharedInfo: [UInt8],
        count: Int
    ) -> SecretBytes
}

extension SharedSecret: AgreedSecret {
    var bytes: SecretBytes { SecretBytes(copying: self) }

    func derived<Hash: HashFunction>(
        _: Hash.Type,
        sharedInfo: [UInt8],
        count: Int
    ) -> SecretBytes {
        SecretBytes(
            copying: x963DerivedSymmetricKey(
                using: Hash.self,
                sharedInfo: sharedInfo,
                outputByteCount: count
            )
        )
    }
}

/// The secret that a token agreed on, which swift-crypto does not take as bytes: the same
/// derivation, from its hash functions.
extension SecretBytes: AgreedSecret {
    var bytes: SecretBytes { self }

    func derived<Hash: HashFunction>(
        _: Hash.Type,
        sharedInfo: [UInt8],
        count: Int
    ) -> SecretBytes {
        SecretBytes(count: count) { room in
            var counter: UInt32 = 1
            var place = 0
            while place < count {
                var hash = Hash()
                withUnsafeBytes { hash.update(bufferPointer: $0) }
                Swift.withUnsafeBytes(of: counter.bigEndian) { hash.update(bufferPointer: $0) }
                hash.update(data: sharedInfo)
                hash.finalize().withUnsafeBytes { digest in
                    let part = digest.prefix(count - place)
                    UnsafeMutableRawBufferPointer(rebasing: room[place...]).copyBytes(from: part)
                    place += part.count
                }
                counter += 1
            }
        }
    }
}
