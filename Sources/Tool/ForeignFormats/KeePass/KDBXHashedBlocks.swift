internal import ForeignCrypto
internal import PortableKeychain
internal import SafeText

/// The blocks inside the encrypted part of KDBX 3.1, each with its hash.
enum KDBXHashedBlocks {
    /// The content of the blocks, once each was compared with its hash.
    ///
    /// - Parameters:
    ///   - content: The decrypted content.
    ///   - start: The place where the first block begins.
    /// - Returns: The content, which may be compressed.
    /// - Throws: ``FormatProblem`` where a block is missing, changed or in another place.
    static func content(
        of content: SecretBytes,
        from start: Int
    ) throws(FormatProblem) -> SecretBytes {
        try content.withUnsafeBytes { bytes throws(FormatProblem) in
            let damaged = FormatProblem("the database is damaged: a block was changed")
            var reader = LittleEndianReader(bytes, orThrow: damaged)
            reader.place = start
            var content = SecretWriter(capacity: bytes.count)
            var number: UInt64 = 0
            while true {
                guard try reader.number(4) == number else { throw damaged }
                let hash = SecretBytes(try reader.bytes(32))
                let block = try reader.bytes(Int(try reader.number(4)))
                guard block.count > 0 else {
                    guard hash.matches(SecretBytes(count: 32) { _ in }), reader.isAtEnd else {
                        throw damaged
                    }
                    return content.secret
                }
                guard SecretDigest.sha256([SecretBytes(block)]).matches(hash) else {
                    throw damaged
                }
                content.append(block)
                number += 1
            }
        }
    }
}
