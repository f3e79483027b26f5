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
        let message = LookupTokens.message(of: key, in: itemClass, value: value)
        guard message.count <= Self.longest else { return tokens.attribute(message: message) }
        let place = Self.place(message)
        let known = entries.withLock { entries in
            entries[place].flatMap { $0.message == message ? $0.token : nil }
        }
        if let known { return known }
        let token = tokens.attribute(message: message)
        entries.withLock { entries in
            entries[place]?.message.withUnsafeMutableBytes { SecretBytes.zero($0) }
            entries[place] = Entry(message: message, token: token)
        }
        return token
    }

    private static let places = 64
    /// In bytes: longer values are rare.
    private static let longest = 128

    /// Any function that spreads short texts does.
    private static func place(_ message: [UInt8]) -> Int {
        var hash: UInt32 = 0
        for byte in message { hash = hash &* 31 &+ UInt32(byte) }
        return Int(hash >> 16 ^ hash) & (places - 1)
    }
}
