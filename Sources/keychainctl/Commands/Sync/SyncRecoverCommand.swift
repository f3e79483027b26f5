internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

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
        let sync = try SyncPlace(place.choice.openFile(creates: true))
        var source = try PasscodeSource("recovery key")
        let settings = try member.settings(sync.keychain, from: &source)
        let engine = try sync.engine(settings)
        let key = try WaysIn.recoveryKey(from: &source)
        let name = member.machine
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
