/// The largest number of items in an answer (`kSecMatchLimit`).
@nonexhaustive @_spi(Keepers) public enum MatchLimit: Hashable, Sendable {
    /// Only the first match.
    case one
    /// All matches, as a list.
    case all
    /// A list of at most this number of matches, 0 or more; 1 means ``one``.
    ///
    /// A keeper refuses a negative number with ``KeychainError/Code/invalidParameter``.
    case atMost(Int)

    /// A list of at most this number of matches, or of all for `nil`.
    init(_ count: Int?) { self = count.map { .atMost($0) } ?? .all }
}
