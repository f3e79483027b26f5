internal import Crypto
internal import KeychainEssentials

/// The passphrase of a bundle, and the keys that older algorithms derive from it.
struct BundlePassphrase {
    /// The purpose of a derived key (RFC 7292, B.3).
    enum Purpose: UInt8 {
        case encryption = 1
        case vector = 2
        case authentication = 3
    }

    /// The passphrase as UTF-8, which newer algorithms take.
    let text: SecretBytes
    /// The passphrase as UTF-16 with its end, which older ones take (RFC 7292, B.1).
    private let units: SecretBytes
    /// The largest cost of all derivations of one bundle.
    private let budget = Budget()

    /// Counts rounds down: a bundle can contain a thousand keys with many rounds each, which would
    /// take hours.
    private final class Budget {
        var rounds = 2 * Int(BundleDerivation.roundsLimit)
    }

    /// Allows the rounds of a derivation before they are spent.
    ///
    /// - Parameters:
    ///   - rounds: The rounds for each block.
    ///   - count: The number of bytes to derive.
    ///   - length: The length of a block: that of a digest. Each block costs all rounds again.
    /// - Throws: ``KeychainError/Code/undecodable`` when the bundle asks for too many in all.
    func spend(_ rounds: Int, toDerive count: Int, by length: Int) throws(KeychainError) {
        let cost = rounds * ((count + length - 1) / length)
        guard cost <= budget.rounds else { throw .malformed }
        budget.rounds -= cost
    }

    /// - Throws: ``KeychainError/Code/authenticationFailed`` for bytes that are not UTF-8 text.
    init(_ passphrase: SecretBytes) throws(KeychainError) {
        text = passphrase
        let units: SecretBytes? = passphrase.withUnsafeBytes { bytes in
            guard let string = String(validating: bytes, as: UTF8.self) else { return nil }
            var units: [UInt8] = []
            for unit in string.utf16 {
                units.append(UInt8(unit >> 8))
                units.append(UInt8(unit & 255))
            }
            units += [0, 0]
            return SecretBytes(moving: &units)
        }
        guard let units else { throw KeychainError(.authenticationFailed) }
        self.units = units
    }

    /// Derives bytes (RFC 7292, B.2).
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - purpose: The purpose of the bytes.
    ///   - salt: The salt.
    ///   - rounds: The number of times that the hash is taken, 1 or more.
    ///   - hash: The hash function.
    /// - Returns: The bytes.
    /// - Throws: ``KeychainError/Code/undecodable`` when the bundle asks for too many rounds in all.
    func derive<Hash: HashFunction>(
        _ count: Int,
        for purpose: Purpose,
        salt: [UInt8],
        rounds: Int,
        by hash: Hash.Type
    ) throws(KeychainError) -> [UInt8] {
        try spend(rounds, toDerive: count, by: Hash.Digest.byteCount)
        let block = Hash.blockByteCount
        func filled(_ bytes: [UInt8]) -> [UInt8] {
            guard !bytes.isEmpty else { return [] }
            let length = (bytes.count + block - 1) / block * block
            return (0..<length).map { bytes[$0 % bytes.count] }
        }
        var input = filled(salt) + units.withArray(filled)
        defer { input.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        var result: [UInt8] = []
        while result.count < count {
            var digest = Hash.hash(
                data: [UInt8](repeating: purpose.rawValue, count: block) + input
            )
            for _ in 1..<rounds {
                digest = digest.withUnsafeBytes { bytes in
                    var hasher = Hash()
                    hasher.update(bufferPointer: bytes)
                    return hasher.finalize()
                }
            }
            let bytes = Array(digest)
            result += bytes
            let addend = (0..<block).map { bytes[$0 % bytes.count] }
            for start in stride(from: 0, to: input.count, by: block) {
                var carry = 1
                for place in stride(from: block - 1, through: 0, by: -1) {
                    carry += Int(input[start + place]) + Int(addend[place])
                    input[start + place] = UInt8(carry & 255)
                    carry >>= 8
                }
            }
        }
        return Array(result.prefix(count))
    }
}
