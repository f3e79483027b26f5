import CSessions
import PortableKeychain

/// The environment of a program with regard to keys in the kernel.
enum KernelKeys: String, CaseIterable, Sendable {
    case ordinary, ownSession, sandbox, refused, full, noRoom, notPersistent, stuck

    var code: cs_keys {
        switch self {
        case .ordinary: CS_KEYS_ORDINARY
        case .ownSession: CS_KEYS_OWN_SESSION
        case .sandbox: CS_KEYS_SANDBOX
        case .refused: CS_KEYS_REFUSED
        case .full: CS_KEYS_FULL
        case .noRoom: CS_KEYS_NO_ROOM
        case .notPersistent: CS_KEYS_NOT_PERSISTENT
        case .stuck: CS_KEYS_STUCK
        }
    }

    /// Whether the kernel keeps keys for tests, and lets a program be surrounded so: some
    /// containers forbid keyrings, namespaces or filters.
    var isPossible: Bool { Self.areKept && cs_is_possible(code) != 0 }

    /// Whether the kernel keeps keys for tests.
    static let areKept = KernelKeyRetention().obstacle == nil

    /// The states of keys among some that are possible.
    static func possible(_ wanted: KernelKeys...) -> [KernelKeys] { wanted.filter(\.isPossible) }
}
