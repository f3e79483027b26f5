internal import Synchronization

/// The tokens of the values that requests named lately, because programs look for the same few
/// services and accounts again and again.
///
/// It belongs to one ``KeySet``, and a lock or an unlock replaces that: the values are gone with it,
/// and zeroed. Bounded, and a class, because all requests with the same keys share it.
final class RecentTokens: Sendable {
    /// The known tokens, in memory that is allocated once: an array for each value took as many
    /// instructions as half a token.
    private struct Table {
        /// The room for the longest message, for each place.
        var messages = [UInt8](repeating: 0, count: RecentTokens.places * RecentTokens.longest)
        /// The length of the message at each place; 0 for none.
        var lengths = [Int](repeating: 0, count: RecentTokens.places)
        var tokens = [Int64](repeating: 0, count: RecentTokens.places)

        func token(of message: UnsafeRawBufferPointer, at place: Int) -> Int64? {
            guard lengths[place] == message.count else { return nil }
            let isSame = messages.withUnsafeBytes { messages in
                UnsafeRawBufferPointer(rebasing: messages[range(place)]).hasSameBytes(as: message)
            }
            return isSame ? tokens[place] : nil
        }

        mutating func keep(_ token: Int64, of message: UnsafeRawBufferPointer, at place: Int) {
            let former = range(place)
            messages.withUnsafeMutableBytes { messages in
                SecretBytes.zero(UnsafeMutableRawBufferPointer(rebasing: messages[former]))
                UnsafeMutableRawBufferPointer(rebasing: messages[(place * RecentTokens.longest)...])
                    .copyMemory(from: message)
            }
            lengths[place] = message.count
            tokens[place] = token
        }

        private func range(_ place: Int) -> Range<Int> {
            let start = place * RecentTokens.longest
            return start..<start + lengths[place]
        }
    }

    private let table = Mutex(Table())

    deinit {
        table.withLock { $0.messages.withUnsafeMutableBytes { SecretBytes.zero($0) } }
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
            let place = message.place(among: Self.places)
            if let known = table.withLock({ $0.token(of: message, at: place) }) { return known }
            let token = tokens.attribute(message: message)
            table.withLock { $0.keep(token, of: message, at: place) }
            return token
        }
    }

    static let places = 64
    /// In bytes: longer values are rare.
    static let longest = 128
}
