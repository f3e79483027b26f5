import PortableKeychain

@testable import KeychainSync

/// One way in which bytes of a synchronization engine are read; the fuzzers and `SyncVectorTests`
/// drive it.
enum SyncReader: String, CaseIterable, Sendable {
    case syncMember
    case syncKeys
    /// An entry of the log, opened.
    case syncEntry
    /// The snapshot of a cut, opened.
    case syncSnapshot
    case syncHead
    /// The stamp of a mirror.
    case syncStamp
    /// An object of a mirror.
    case syncObject
    case syncRequest
    /// A request or an answer of a comparison.
    case syncComparison
    /// The state of an item, opened.
    case syncState

    /// Reads bytes, and writes the result again: each value has one encoding.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        let written: [UInt8]?
        switch self {
        case .syncMember: written = MembershipEntry(bytes)?.encoded
        case .syncKeys: written = KeyWraps(bytes)?.encoded
        case .syncEntry: written = SignedEntry(SecretBytes(bytes))?.encoded
        case .syncSnapshot:
            let snapshot = LogSnapshot(SecretBytes(bytes))
            written = snapshot.map { $0.encoded.withUnsafeBytes { Array($0) } }
        case .syncHead: written = VaultHead(bytes)?.encoded
        case .syncStamp: written = MirrorStamp(bytes)?.encoded
        case .syncObject: written = MirrorTree.Node(bytes)?.encoded
        case .syncRequest: written = JoinRequest(bytes)?.encoded
        case .syncComparison:
            written = ComparisonRequest(bytes)?.encoded ?? ComparisonAnswer(bytes)?.encoded
        case .syncState:
            // Any bytes of text are taken there, so only the reading is tried.
            return (try? ItemState(SecretBytes(bytes))) != nil
        }
        guard let written else { return false }
        precondition(written == bytes)
        return true
    }
}
