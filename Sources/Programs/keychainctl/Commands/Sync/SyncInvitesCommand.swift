internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync invites`.
struct SyncInvitesCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "invites",
        abstract: "List the codes with which machines can still join, and withdraw one.",
        discussion: """
            Knows the codes that were made on this machine, and does not show them. In a pipe, each \
            line has five fields with tabs between them: the identifier; the role; how many \
            machines were let in; how many can be; and when the code ends.

            A machine that was let in stays a member: 'sync remove' removes it.

            EXAMPLES
              keychainctl sync invites
              keychainctl sync invites --revoke 3f2a
            """
    )

    @Option(
        help: ArgumentHelp(
            "Withdraw the code whose identifier begins so (at least four digits).",
            valueName: "identifier"
        )
    )
    var revoke: String?
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: revoke != nil)
        defer { withExtendedLifetime(sync) {} }
        let invites: [VaultInvite]
        do throws(SyncProblem) {
            if let revoke {
                let gone = try sync.vault.revokeInvite(revoke)
                return Terminal.say(
                    "No more machines can join with this code. \(counted(gone.used, "machine")) "
                        + "joined with it."
                )
            }
            invites = try sync.vault.waitingInvites()
        } catch { throw Failure(error) }
        tell(
            header: ["IDENTIFIER", "ROLE", "USED", "USES", "EXPIRES"],
            invites.map { invite in
                [
                    invite.id, "\(invite.role)", "\(invite.used)", "\(invite.uses)",
                    invite.expires.formatted(.iso8601),
                ]
            },
            invites.map { invite in
                .object([
                    ("identifier", .string(invite.id)), ("role", .string("\(invite.role)")),
                    ("used", .number(Int64(invite.used))), ("uses", .number(Int64(invite.uses))),
                    ("expires", .string(invite.expires.formatted(.iso8601))),
                ])
            }
        )
    }
}
