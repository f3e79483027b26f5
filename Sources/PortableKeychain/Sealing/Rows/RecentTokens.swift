internal import Synchronization

/// The tokens of the values that requests named lately, because programs look for the same few
/// services and accounts again and again.
///
/// It belongs to one ``KeySet``, and a lock or an unlock replaces that: the values are gone with it,
/// and zeroed. Bounded, and a class, because all requests with the same keys share it.
final class RecentTokens: Sendable {
    private struct Entry {
        var message: [UInt8]
        let token: Int64
    }

    private let entries = Mutex([Entry?](repeating: nil, count: RecentTokens.places))

    deinit {
        entries.withLock { entries in
            for place in entries.indices {
                entries[place]?.message.withUnsafeMutableBytes { SecretBytes.zero($0) }
            }
        }
    }

    /// The token of one attribute's value.
    func attribute(
        _ tokens: LookupTokens,
        _ key: AttributeKey,
        in itemClass: ClassCode,
        value: [UInt8]
    ) -> Int64 {
        LookupTokens.lendingMessage(of: key, in: itemClass, value: value) { message in
            guard message.count <= Self.longest else { return tokens.attribute(message: message) }
            let place = Self.place(message)
            let known = entries.withLock { entries in
                entries[place].flatMap { $0.message.hasSameBytes(as: message) ? $0.token : nil }
            }
            if let known { return known }
            let token = tokens.attribute(message: message)
            entries.withLock { entries in
                entries[place]?.message.withUnsafeMutableBytes { SecretBytes.zero($0) }
                entries[place] = Entry(message: Array(message), token: token)
            }
            return token
        }
    }

    private static let places = 64
    /// In bytes: longer values are rare.
    private static let longest = 128

    /// Any function that spreads short texts does; this one takes eight bytes at a time.
    private static func place(_ message: UnsafeRawBufferPointer) -> Int {
        var hash: UInt64 = 0
        var start = 0
        while start + 8 <= message.count {
            hash = (hash ^ message.loadUnaligned(fromByteOffset: start, as: UInt64.self)) &* spread
            start += 8
        }
        while start < message.count {
            hash = (hash ^ UInt64(message[start])) &* spread
            start += 1
        }
        return Int(truncatingIfNeeded: hash >> 32) & (places - 1)
    }

    /// 2^64 divided by the golden ratio.
    private static let spread: UInt64 = 0x9e37_79b9_7f4a_7c15
}
