/// A store of files that all devices reach and none of them trusts: a git repository, for instance.
///
/// It must replace files only for a commit that was made onto the present state, all or nothing.
/// The meaning of the files is in `Specification/sync-format.md` §6.
package protocol VaultEngine: Sendable {
    /// Whether the files are a mirror: nothing can be written, and each state has a member's stamp
    /// (``MirrorStamp``).
    var isMirror: Bool { get }

    /// The present state.
    func snapshot() async throws(EngineFailure) -> VaultSnapshot

    /// Reads files of a state; one that does not exist is left out.
    func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]]

    /// The paths below a folder in a state.
    func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String]

    /// Replaces files, all or nothing, if the state is still the one given; never tries again by
    /// itself.
    func commit(_ changes: [VaultFileChange], onto snapshot: VaultSnapshot) async -> CommitOutcome

    /// Removes files that no reader needs, and the states before, as far as the engine keeps any.
    ///
    /// It may remove a part of them, or nothing: what is left costs room, and nothing else.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - snapshot: The present state, without which nothing may be removed.
    /// - Returns: Whether everything was removed; `false` if the state is another one meanwhile.
    func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool

    /// The names of the engine's content in a state without a vault, for the user: a vault is begun
    /// only where there is nothing.
    func others(in snapshot: VaultSnapshot) async throws(EngineFailure) -> [String]
}

extension VaultEngine {
    /// `false`: for an engine that takes commits.
    package var isMirror: Bool { false }

    /// An empty list: the engine has a place of its own for each vault.
    package func others(in snapshot: VaultSnapshot) async throws(EngineFailure) -> [String] { [] }

    /// Removes the files as any commit does: for an engine that keeps no earlier states.
    package func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool {
        let changes = paths.map { VaultFileChange($0, nil) }
        return await commit(changes, onto: snapshot) == .committed
    }
}

/// A state of an engine's files.
package struct VaultSnapshot: Sendable, Equatable {
    /// The engine's name for it; empty for an engine without any file.
    package let name: String

    package init(_ name: String) { self.name = name }
}

/// A file to write, or, without bytes, to remove.
package struct VaultFileChange: Sendable, Equatable {
    package let path: String
    package let bytes: [UInt8]?

    package init(_ path: String, _ bytes: [UInt8]?) {
        self.path = path
        self.bytes = bytes
    }
}

/// The paths of the files of a vault.
package enum VaultPath {
    package static let head = "head"
    static let snapshot = "snapshot"
    /// The stamp of a mirror, which no other engine has.
    static let stamp = "stamp"
    static let log = "log"
    static let keys = "keys"
    package static let requests = "join"
    static let answers = "answers"
    static let items = "items"

    /// Whether a file can be longer than a part of one, and is replaced or removed in time: a snapshot,
    /// or the keys of many members.
    package static func canBeReplacedInParts(_ path: String) -> Bool {
        path == snapshot || path.hasPrefix(keys + "/")
    }

    static func membership(_ number: UInt64) -> String { "members/\(digits(number))" }
    static func wraps(_ number: UInt64) -> String { "\(keys)/\(digits(number))" }

    /// In folders of 256: a store that keeps each state of a folder, as git does, would otherwise write
    /// the names of the whole log with each commit.
    static func entry(_ sequence: UInt64) -> String {
        let name = digits(sequence)
        return "\(log)/\(name.prefix(14))/\(name)"
    }

    /// In folders by their first digits, so that none grows too large.
    package static func record(_ id: ItemID) -> String {
        let name = digits(id.bytes)
        return "\(items)/\(name.prefix(2))/\(name)"
    }

    static func request(_ device: DeviceID) -> String {
        "\(requests)/\(digits(device.bytes))"
    }

    /// The path of the proof, for a new device, that a member let it in.
    static func answer(_ device: DeviceID) -> String {
        "\(answers)/\(digits(device.bytes))"
    }

    /// The folder of the proofs for holders of recovery keys.
    static let recovery = "recovery"

    /// The path of the proof, for the holder of a recovery key, that the vault is the one it was
    /// made for.
    static func recovery(_ device: DeviceID) -> String {
        "\(recovery)/\(digits(device.bytes))"
    }

    /// Bytes in hexadecimal digits.
    package static func digits(_ bytes: [UInt8]) -> String { bytes.map(digits).joined() }

    private static func digits(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: type(of: number).bitWidth / 4 - text.count) + text
    }
}
