internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// A keychain that is to be synchronized, and its remote: both looked at before the keychain is
/// created, so that a command that is refused creates none.
struct NewMember {
    /// Where the others are.
    let settings: VaultSettings
    private let choice: KeychainChoice
    private let place: SyncPlace
    private let engine: SyncRemote
    /// In place of a keychain that is not there yet.
    private let rehearsal: Rehearsal?

    /// Opens the keychain if there is one; nobody is asked yet.
    ///
    /// - Parameters:
    ///   - choice: The keychain.
    ///   - settings: Gives the settings, for a keychain that may have the item of a password.
    /// - Throws: ``Failure``, and what opening throws.
    init(_ choice: KeychainChoice, _ settings: (Keychain) throws -> VaultSettings) throws {
        self.choice = choice
        if let present = try choice.openFileIfPresent() {
            rehearsal = nil
            place = try SyncPlace(present)
        } else {
            let rehearsal = try Rehearsal()
            place = try SyncPlace(Keychain.inMemory(), in: rehearsal.folder)
            self.rehearsal = rehearsal
        }
        self.settings = try settings(place.keychain)
        engine = try place.engine(self.settings)
    }

    /// Looks at the remote.
    ///
    /// - Parameters:
    ///   - always: Whether it looks also where the keychain exists, for which the command itself does
    ///     the same before it changes anything.
    ///   - check: Fails if the remote is not the right one.
    /// - Throws: ``Failure``. Then there is no new keychain.
    func check(
        always: Bool = false,
        _ check: @escaping @Sendable (SyncedVault, SyncRemote) async throws(SyncProblem) -> Void
    ) throws {
        guard always || rehearsal != nil else { return }
        let engine = engine
        try place.asking(engine) { vault throws(SyncProblem) in try await check(vault, engine) }
    }

    /// Does what makes this machine a member, after the check; creates the keychain if there is none.
    ///
    /// - Parameter body: Gets the keychain's own place, and its remote.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    func begin<Value>(_ body: (SyncPlace, SyncRemote) throws -> Value) throws -> Value {
        guard rehearsal != nil else { return try body(place, engine) }
        let keychain = try choice.openFile(creates: true)
        let place = try SyncPlace(keychain)
        do { return try body(place, try place.engine(settings)) } catch {
            Terminal.say("An empty keychain was created: \(keychain.path ?? "")")
            throw error
        }
    }

    /// A folder for what is read of a remote, which goes with it.
    private final class Rehearsal {
        let folder: String

        init() throws { folder = try ProgramFolder.makeTemporary() }

        deinit { ProgramFolder.remove(folder) }
    }
}
