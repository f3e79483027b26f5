internal import Crypto
internal import KeychainEssentials

/// A key for content of any length that is sealed in segments (backup-format.md §6).
///
/// The construction is STREAM of Hoang, Reyhanitabar, Rogaway and Vizár (CRYPTO 2015), with the nonce
/// of age: it counts the segments and marks the last one. So a segment opens only in its place, and the
/// end of the content cannot be moved. The key must be that of this content alone.
struct SegmentKey {
    private let key: SymmetricKey
    private let context: [UInt8]

    /// The number of bytes of content in every segment but the last one.
    static let length = 4096
    /// The same when it is sealed.
    static let sealedLength = length + Limits.tagLength

    init(_ key: SymmetricKey, for context: [UInt8]) { (self.key, self.context) = (key, context) }

    /// Seals a segment.
    ///
    /// - Returns: The ciphertext and its tag.
    func seal(
        _ content: UnsafeRawBufferPointer,
        number: UInt64,
        isLast: Bool
    ) throws(KeychainError) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(
                content,
                using: key,
                nonce: AES.GCM.Nonce(data: Self.nonce(number, isLast)),
                authenticating: context
            )
            return [UInt8](box.ciphertext) + box.tag
        } catch {
            throw KeychainError(.internalError, reason: "Encryption failed. Please report this.")
        }
    }

    /// Opens a segment into memory of its length, which the caller zeroes.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` if it does not open in this place.
    func open(
        _ sealed: UnsafeRawBufferPointer,
        number: UInt64,
        isLast: Bool,
        into room: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) {
        let count = sealed.count - Limits.tagLength
        guard count == room.count,
            let nonce = try? AES.GCM.Nonce(data: Self.nonce(number, isLast)),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce,
                ciphertext: UnsafeRawBufferPointer(rebasing: sealed[..<count]),
                tag: UnsafeRawBufferPointer(rebasing: sealed[count...])
            ),
            var content = try? AES.GCM.open(box, using: key, authenticating: context)
        else { throw Backup.sealed }
        content.withUnsafeBytes { room.copyMemory(from: $0) }
        content.zero()
    }

    private static func nonce(_ number: UInt64, _ isLast: Bool) -> [UInt8] {
        var writer = ByteWriter(capacity: Limits.nonceLength)
        writer.raw([0, 0, 0])
        writer.integer(number)
        writer.integer(UInt8(isLast ? 1 : 0))
        return writer.bytes
    }
}
