internal import ForeignCrypto
internal import PortableKeychain
internal import SafeText

/// The blocks behind the header of KDBX 4, each with a code that shows its place and that nothing in
/// it was changed.
enum KDBXBlocks {
    /// The number in place of a block's for the code of the header.
    static let header = UInt64.max

    /// The code of a block or of the header (HMAC with SHA-256 and a key for each).
    static func code(_ pieces: [SecretBytes], number: UInt64, key: SecretBytes) -> SecretBytes {
        let number = SecretBytes(withUnsafeBytes(of: number.littleEndian) { Array($0) })
        return SecretDigest.code(pieces, key: SecretDigest.sha512([number, key]))
    }

    /// The content of the blocks, once all of them are right.
    ///
    /// - Parameters:
    ///   - bytes: All blocks, up to the end of the file.
    ///   - key: The secret from which the keys of the codes are derived.
    /// - Returns: The encrypted content.
    /// - Throws: ``FormatProblem`` where a block is missing, changed or in another place.
    static func content(
        of bytes: UnsafeRawBufferPointer,
        key: SecretBytes
    ) throws(FormatProblem) -> [UInt8] {
        let incomplete = FormatProblem("the database is incomplete: its end is missing")
        var reader = LittleEndianReader(bytes, orThrow: incomplete)
        var blocks: [UnsafeRawBufferPointer] = []
        while true {
            let code = SecretBytes(try reader.bytes(32))
            let length = try reader.bytes(4)
            let number = UInt64(blocks.count)
            var lengthReader = LittleEndianReader(length, orThrow: incomplete)
            let block = try reader.bytes(Int(try lengthReader.number(4)))
            let place = SecretBytes(withUnsafeBytes(of: number.littleEndian) { Array($0) })
            let expected = Self.code(
                [place, SecretBytes(length), SecretBytes(block)],
                number: number,
                key: key
            )
            guard expected.matches(code) else {
                throw FormatProblem("the database is damaged: block \(number + 1) was changed")
            }
            guard block.count > 0 else { break }
            blocks.append(block)
        }
        guard reader.isAtEnd else {
            throw FormatProblem("the database is damaged: there is something behind its end")
        }
        var content: [UInt8] = []
        content.reserveCapacity(blocks.reduce(0) { $0 + $1.count })
        for block in blocks { content.append(contentsOf: block) }
        return content
    }

    /// The size of the blocks that are written, except the last two.
    private static let size = 1 << 20

    /// Writes encrypted content as blocks, with an empty one at the end.
    ///
    /// - Parameters:
    ///   - content: The encrypted content.
    ///   - key: The secret from which the keys of the codes are derived.
    ///   - writer: The file.
    static func append(
        _ content: SecretBytes,
        key: SecretBytes,
        to writer: inout SecretWriter
    ) {
        var number: UInt64 = 0
        var start = 0
        while true {
            let end = min(start + size, content.count)
            let block = SecretText.part(of: content, start..<end)
            let place = SecretBytes(withUnsafeBytes(of: number.littleEndian) { Array($0) })
            var length = SecretWriter(capacity: 4)
            length.append(UInt64(block.count), count: 4)
            writer.append(code([place, length.secret, block], number: number, key: key))
            writer.append(length.secret)
            writer.append(block)
            guard block.count > 0 else { return }
            number += 1
            start = end
        }
    }
}
