internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// A keychain that is to be synchronized, and its remote, which is asked before the keychain is
/// created: a command that is refused creates none.
struct NewMember {
    /// The address of the remote that the other members use.
    let settings: VaultSettings
    private let choice: KeychainChoice
    /// The keychain; `nil` if there is none yet.
    private let present: SyncPlace?

    /// Opens the keychain if there is one; the user is not asked yet.
    ///
    /// - Parameters:
    ///   - choice: The keychain.
    ///   - settings: Gives the settings, for a keychain that may have the item of a password.
    /// - Throws: ``Failure``, and any error of opening.
    init(_ choice: KeychainChoice, _ settings: (Keychain) throws -> VaultSettings) throws {
        self.choice = choice
        present = try choice.openFileIfPresent().map { try SyncPlace($0) }
        self.settings = try settings(present?.keychain ?? .inMemory())
    }

    /// Whether there is no keychain yet.
    var isFirst: Bool { present == nil }

    /// Asks the remote, with a keychain in memory where there is none yet.
    ///
    /// - Parameter body: Changes nothing in the keychain.
    /// - Returns: The result of the body.
    /// - Throws: ``Failure``.
    func ask<Value: Sendable>(
        _ body: @escaping @Sendable (SyncedVault, SyncRemote) async throws(SyncProblem) -> Value
    ) throws -> Value {
        if let present { return try ask(present, body) }
        let folder = try ProgramFolder.makeTemporary()
        defer { ProgramFolder.remove(folder) }
        return try ask(SyncPlace(Keychain.inMemory(), in: folder), body)
    }

    private func ask<Value: Sendable>(
        _ place: SyncPlace,
        _ body: @escaping @Sendable (SyncedVault, SyncRemote) async throws(SyncProblem) -> Value
    ) throws -> Value {
        let engine = try place.engine(settings)
        return try place.asking(engine, again: .round) { vault throws(SyncProblem) in
            try await body(vault, engine)
        }
    }

    /// Makes this machine a member; creates the keychain if there is none.
    ///
    /// - Parameter body: Receives the keychain's own place, and its remote.
    /// - Returns: The result of the body.
    /// - Throws: Any error of the body.
    func begin<Value>(_ body: (SyncPlace, SyncRemote) throws -> Value) throws -> Value {
        if let present { return try body(present, present.engine(settings)) }
        let keychain = try choice.openFile(creates: true)
        do {
            let place = try SyncPlace(keychain)
            return try body(place, place.engine(settings))
        } catch {
            if !SyncPlace.isSynchronized(keychain) {
                Terminal.say("An empty keychain was created: \(keychain.path ?? "")")
            }
            throw error
        }
    }
}
