/// How many matching items an answer may hold (`kSecMatchLimit`).
public enum MatchLimit: Hashable, Sendable {
    /// The first match alone.
    case one
    /// All matches, as a list.
    case all
    /// A list of at most so many matches, 0 or more; 1 means ``one``.
    ///
    /// A keeper refuses a negative number with ``KeychainError/Code/invalidParameter``.
    case atMost(Int)

    /// At most so many matches, as a list; all of them for `nil`.
    init(_ count: Int?) { self = count.map { .atMost($0) } ?? .all }
}
