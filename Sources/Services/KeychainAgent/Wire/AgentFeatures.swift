internal import PortableKeychain

/// The abilities of an agent beside the first version of the protocol, as it says in its welcome
/// (agent-protocol.md §4).
struct AgentFeatures: OptionSet, Sendable {
    let rawValue: UInt32

    /// The messages about the history, and views whose changes are kept (§13).
    static let history = AgentFeatures(rawValue: 1)

    /// Parts of long lists (§6).
    static let pages = AgentFeatures(rawValue: 2)

    /// The abilities of this version.
    static let all: AgentFeatures = [.history, .pages]

    /// The welcome of an agent that knows them.
    var welcome: SecretBytes? {
        var encoder = SecretEncoder()
        encoder.integer(rawValue)
        return try? Frame.bytes(.answer, encoder)
    }
}

extension AgentFeatures {
    /// Reads a welcome, which is empty if an older agent sends it.
    init(welcome body: UnsafeRawBufferPointer) {
        var reader = ByteReader(body)
        // What follows is for newer programs than this one.
        self.init(rawValue: (try? reader.integer(UInt32.self)) ?? 0)
    }
}
