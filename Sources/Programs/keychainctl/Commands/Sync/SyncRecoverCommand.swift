internal import ArgumentParser
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
        var source = try PasscodeSource("recovery key")
        let new = try member.new(place.choice, from: &source)
        try SyncRecovery.join(new, from: &source, name: member.machine)
    }
}
