internal import KeychainEssentials
internal import KeychainLibC
internal import KeychainSync
internal import KeychainSyncGit
internal import KeychainctlKit
internal import PortableKeychain

/// A keychain, and the folder beside its file where its remote is kept.
struct SyncPlace {
    let keychain: Keychain
    let vault: SyncedVault
    private let store: KeychainStore
    let folder: String
    private let turn: SyncTurn?

    /// Opens the folder.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - folder: The folder; `nil` for the one beside the keychain's file.
    ///   - takesTurn: Whether this command takes its turn until it ends, because two programs would
    ///     disturb each other.
    /// - Throws: ``Failure``, for instance because another program synchronizes the keychain now.
    init(_ keychain: Keychain, in folder: String? = nil, takesTurn: Bool = true) throws {
        self.keychain = keychain
        guard let folder = folder ?? keychain.path.map({ $0 + ".sync" }) else {
            throw Failure(KeychainError(.unimplemented))
        }
        self.folder = folder
        store = try KeychainStore(keychain, clock: .system)
        let vault = SyncedVault(store)
        self.vault = vault
        turn = takesTurn ? try SyncTurn(folder) { vault.mayBeSynchronized } : nil
    }

    /// The time of the keychain's clock.
    var now: Date { store.now }

    /// Takes a turn, which ends when the result is released.
    func takeTurn() throws -> SyncTurn { try SyncTurn(folder) { true } }

    /// Rounds of a program that keeps running.
    func session(on engine: SyncRemote, at settings: VaultSettings) -> SyncSession {
        SyncSession(store, on: engine, at: settings) { [keychain] () throws(KeychainError) in
            try keychain.syncMark
        }
    }

    /// The remote that settings name; it is not asked yet.
    func engine(_ settings: VaultSettings) throws -> SyncRemote {
        if let told = settings.helper {
            guard let helper = HelperProgram.installed(SyncRemote.etcdProgram) else {
                throw Failure(
                    .unfit,
                    "the program \(SyncRemote.etcdProgram) is not installed",
                    advice: "install the package keychainctl-etcd"
                )
            }
            let isMirror = MirrorAddress.isMeant(by: settings.remote)
            return .helper(HelperEngine(helper, settings: told, isMirror: isMirror))
        }
        do throws(GitProblem) {
            return .git(try GitEngine(remote: settings.remote, folder: folder))
        } catch {
            throw Failure(
                .usage,
                Failure.clause(error.text),
                advice: "see 'keychainctl sync --help'"
            )
        }
    }

    /// The settings of a keychain that is synchronized.
    func settings() throws -> VaultSettings {
        let found: VaultSettings?
        do throws(SyncProblem) { found = try vault.settings() } catch { throw Failure(error) }
        guard let found else { throw Failure(SyncProblem.notSetUp) }
        return found
    }

    /// The remote of a keychain that is synchronized.
    func engine() throws -> SyncRemote { try engine(try settings()) }

    /// Waits for an operation on a remote; a failure contains the message of its program.
    ///
    /// - Parameters:
    ///   - engine: The remote.
    ///   - next: The next step if the remote does not answer.
    ///   - body: The operation.
    /// - Returns: The result of the operation.
    /// - Throws: ``Failure``.
    func asking<R: Sendable>(
        _ engine: SyncRemote,
        again next: NextAttempt,
        _ body: @escaping @Sendable (SyncedVault) async throws(SyncProblem) -> R
    ) throws -> R {
        let vault = vault
        return try Waiting.wait {
            do throws(SyncProblem) { return try await body(vault) } catch {
                if case .notMember = error { throw Failure.removed(vault.knownRemoval) }
                if case .waiting = error, engine.isMirror { throw Failure.waitingBehindMirror }
                let complaint = await engine.complaint
                if case .alarm(let alarm) = error {
                    throw Failure.alarm(
                        alarm,
                        mayAccept: await vault.mayAccept,
                        unanswered: complaint
                    )
                }
                throw Failure(error, complaint, isSetUp: vault.mayBeSynchronized, again: next)
            }
        }
    }

    /// Whether this machine may be an admin, who accepts an older state of the remote.
    var mayAccept: Bool { get throws { try Waiting.wait { [vault] in await vault.mayAccept } } }

    /// Whether a keychain is synchronized or waits to be, also if that cannot be read now.
    static func isSynchronized(_ keychain: Keychain) -> Bool {
        (try? SyncPlace(keychain, takesTurn: false))?.vault.mayBeSynchronized ?? false
    }

    /// The name of this machine, if its user does not give one.
    static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "device" }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }
}

extension SyncedVault {
    /// Whether the keychain is synchronized or waits to be, also if that cannot be read now.
    fileprivate var mayBeSynchronized: Bool {
        do throws(SyncProblem) { return try settings() != nil } catch { return true }
    }

    /// Whether this machine is an admin; also if that is not known.
    fileprivate var mayAccept: Bool {
        get async { (try? await status()).map { $0.role == .admin } ?? true }
    }

    /// The removal of this machine, if it is known.
    var knownRemoval: VaultRemoval? { (try? removal()) ?? nil }
}
