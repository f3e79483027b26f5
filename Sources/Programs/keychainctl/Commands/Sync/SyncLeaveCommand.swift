internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync leave`.
struct SyncLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "End the synchronization of this keychain; its items stay.",
        discussion: """
            The remote is not asked: remove this machine on another one, with 'keychainctl sync \
            remove'. To take part again, join with a new code.

            Asks first if no other machine is an admin, or if edits were not sent: use --yes in scripts.

            EXAMPLES
              keychainctl sync leave
            """
    )

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let vault = sync.vault
        // Settings that cannot be read are a reason to leave.
        let status = try? Waiting.wait { try await vault.status() }
        if !yes, let loss = status.flatMap(Self.loss) {
            guard try Terminal.confirm("\(loss) End the synchronization all the same?") else {
                throw Failure(
                    .declined,
                    "nothing was changed",
                    advice: "the keychain stays synchronized"
                )
            }
        }
        do throws(SyncProblem) { try sync.vault.leave() } catch { throw Failure(error) }
        Terminal.say("The keychain is not synchronized any more. Its items stay.")
    }

    /// The losses of the other machines when this one leaves, in sentences; `nil` for none.
    ///
    /// The advice to a machine that was stopped or removed is to leave; it sends nothing in any case.
    static func loss(_ status: VaultStatus) -> String? {
        guard status.alarm == nil, status.removal == nil else { return nil }
        let others = status.devices.filter { !$0.isOwn }
        guard others.contains(where: { $0.role != .recovery }) else { return nil }
        var sentences: [String] = []
        if status.role == .admin, !others.contains(where: { $0.role == .admin }) {
            let hasKey = others.contains { $0.role == .recovery }
            sentences.append(
                "This machine is the only admin: afterwards, "
                    + (hasKey ? "only the recovery key lets" : "nothing lets")
                    + " other machines in, or removes one."
            )
        }
        if status.unsent > 0, status.role?.changesItems == true, !status.isMirror {
            sentences.append(
                "The edits of \(counted(status.unsent, "item")) were not sent, and stay on this machine."
            )
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}
