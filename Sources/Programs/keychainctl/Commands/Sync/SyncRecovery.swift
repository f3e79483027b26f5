internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// The work of `recover` and `sync recover` with the recovery key of synchronized keychains.
enum SyncRecovery {
    /// Makes this machine an admin of a remote's vault, and reads all items.
    ///
    /// - Parameters:
    ///   - new: The keychain and the remote.
    ///   - source: The source from which the recovery key is read.
    ///   - name: The name of this machine for users.
    /// - Throws: ``Failure``. Where the recovery key is refused, no keychain is created.
    static func join(
        _ new: NewMember,
        from source: inout PasscodeSource,
        name: String
    ) throws {
        let key = try WaysIn.recoveryKey(from: &source)
        if new.isFirst {
            try new.ask { vault, engine throws(SyncProblem) in
                try await vault.requireVault(openedBy: key, on: engine)
            }
        }
        let settings = new.settings
        try new.begin { sync, engine in
            try sync.asking(engine, again: .uncertain(nil)) { vault throws(SyncProblem) in
                try await vault.recover(settings, with: key, name: name, on: engine)
            }
            try round(sync, engine)
        }
    }

    /// The same for a git repository, by a command that has no options for a cluster.
    ///
    /// - Parameters:
    ///   - remote: The address.
    ///   - choice: The keychain.
    /// - Throws: The same errors as ``join(_:from:name:)``, and for the address of a cluster.
    static func join(_ remote: String, _ choice: KeychainChoice) throws {
        guard !EtcdAddress.isMeant(by: remote) else {
            throw Failure(
                .usage,
                "'recover' has no options for etcd clusters",
                advice: "run 'keychainctl sync recover REMOTE' with them"
            )
        }
        var source = try PasscodeSource("recovery key")
        let new = try NewMember(choice) { _ in VaultSettings(remote: remote) }
        try join(new, from: &source, name: SyncPlace.machine)
    }

    /// Makes this machine an admin if the keychain is synchronized, and the recovery key is that of
    /// the synchronized keychains.
    ///
    /// Asks first on a terminal: it is another thing than opening the keychain.
    ///
    /// - Parameters:
    ///   - choice: The keychain.
    ///   - key: The recovery key.
    /// - Returns: Whether it is.
    /// - Throws: ``Failure``, also for a machine that is an admin and was not stopped.
    static func promote(_ choice: KeychainChoice, ifKnown key: RecoveryKey) throws -> Bool {
        guard let keychain = try? choice.openFile(),
            (try? SyncPlace(keychain, takesTurn: false))?.vault.knows(key) == true
        else { return false }
        let question =
            "This is the recovery key of synchronized keychains. Make this machine one of their admins?"
        guard try !Terminal.inputIsTerminal || Terminal.confirm(question) else {
            throw Failure(.declined, "nothing was changed", advice: ownKeyAdvice)
        }
        let sync = try SyncPlace(keychain)
        let (settings, engine) = (try sync.settings(), try sync.engine())
        let isNew = try sync.asking(engine, again: .uncertain(nil)) { vault throws(SyncProblem) in
            do throws(SyncProblem) {
                try await vault.recover(settings, with: key, name: SyncPlace.machine, on: engine)
                return true
            } catch {
                guard case .alreadySetUp = error else { throw error }
                return false
            }
        }
        guard isNew else {
            throw Failure(
                .usage,
                "this is the recovery key of the synchronized keychains, in which this machine takes "
                    + "part already",
                advice: ownKeyAdvice
            )
        }
        Terminal.say(
            "This machine is an admin of the synchronized keychains now. The passcode of the keychain "
                + "and the other ways in are as they were."
        )
        try round(sync, engine)
        return true
    }

    private static let ownKeyAdvice =
        "use the recovery key of 'keychainctl recovery create' to open this keychain"

    private static func round(_ sync: SyncPlace, _ engine: SyncRemote) throws {
        do { try SyncNowCommand.round(sync, engine) } catch let failure as Failure
            where failure.status == .syncAlarm
        {
            Terminal.say(
                "This machine is an admin now, and was stopped before: \(failure.problem). If the "
                    + "remote was restored from an older copy, run 'keychainctl sync accept-older' here."
            )
        }
    }
}
