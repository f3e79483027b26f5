internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl sync recover`.
struct SyncRecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Join with the recovery key, if all other machines are lost.",
        discussion: """
            Reads the recovery key that 'keychainctl sync setup' printed, from the terminal or \
            standard input, and reads all items. Then remove the machines that are lost.

            A machine that takes part already and is no admin, or was stopped by an alarm, becomes an \
            admin, and keeps what it has read.

            EXAMPLES
              keychainctl sync recover git@example.com:me/keys.git
            """
    )

    @OptionGroup var member: NewMemberOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var source = try PasscodeSource("recovery key")
        let new = try member.new(place.choice, from: &source)
        try Self.recover(new, from: &source, name: member.machine)
    }

    /// Joins what is in a git repository, for a command that has no options for a cluster.
    static func recover(_ choice: KeychainChoice, _ remote: String) throws {
        guard !EtcdAddress.isMeant(by: remote) else {
            throw Failure(
                .usage,
                "this address needs the options of 'sync recover'",
                advice: "run 'keychainctl sync recover' with the address"
            )
        }
        var source = try PasscodeSource("recovery key")
        let new = try NewMember(choice) { _ in VaultSettings(remote: remote) }
        try recover(new, from: &source, name: SyncPlace.machine)
    }

    /// Makes this machine an admin if the keychain is synchronized, and the recovery key is that of
    /// the synchronized keychains.
    ///
    /// - Returns: Whether it is.
    /// - Throws: ``Failure`` for a machine that is an admin and was not stopped.
    static func recover(_ choice: KeychainChoice, ifKnown key: RecoveryKey) throws -> Bool {
        guard let keychain = try? choice.openFile(), let sync = try? SyncPlace(keychain),
            sync.vault.knows(key)
        else { return false }
        let settings = try sync.settings()
        do {
            try recover(sync, sync.engine(), settings, with: key, name: SyncPlace.machine)
        } catch let failure as Failure where failure.status == .usage {
            throw Failure(
                .usage,
                "this is the recovery key of the synchronized keychains, in which this machine takes "
                    + "part already",
                advice: "use the one of 'keychainctl recovery create' to open this keychain"
            )
        }
        return true
    }

    private static func recover(
        _ new: NewMember,
        from source: inout PasscodeSource,
        name: String
    ) throws {
        let key = try WaysIn.recoveryKey(from: &source)
        try new.check { vault, engine throws(SyncProblem) in
            try await vault.requireVault(openedBy: key, on: engine)
        }
        try new.begin { sync, engine in
            try recover(sync, engine, new.settings, with: key, name: name)
        }
    }

    /// Makes this machine an admin, and reads all items.
    private static func recover(
        _ sync: SyncPlace,
        _ engine: SyncRemote,
        _ settings: VaultSettings,
        with key: RecoveryKey,
        name: String
    ) throws {
        try sync.asking(engine) { vault throws(SyncProblem) in
            try await vault.recover(settings, with: key, name: name, on: engine)
        }
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
