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
            remove'. To take part again, join with a new code. A machine that waits to be let in \
            takes its request back, if the remote answers, and its code stays good.

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
        // Before the keys are gone that a member would let in.
        let request = status?.isWaiting == true ? Self.withdraw(sync) : nil
        do throws(SyncProblem) { try sync.vault.leave() } catch { throw Failure(error) }
        Terminal.say("The keychain is not synchronized any more. Its items stay.")
        if let request { Terminal.say(Self.news(of: request)) }
    }

    /// Takes back the request of a machine that waits to be let in.
    private static func withdraw(_ sync: SyncPlace) -> SyncedVault.Withdrawal? {
        let vault = sync.vault
        let engine = try? sync.engine()
        return try? Waiting.wait { await vault.withdrawRequest(on: engine) }
    }

    /// The message about the request of a machine that was not let in yet.
    private static func news(of request: SyncedVault.Withdrawal) -> String {
        switch request {
        case .withdrawn: "Its request was taken back, and the code can still be used."
        case .admitted:
            "It had been let in already: remove it on another machine, with 'keychainctl sync "
                + "remove', and join with a new code."
        case .unknown:
            "Its request could not be taken back. If a machine lets it in, the code is used up: "
                + "remove it there, with 'keychainctl sync remove', and join with a new code."
        }
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
