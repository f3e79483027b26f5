internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// The question about a number that both machines ask their users.
enum NumberComparison {
    /// The time that a machine waits for the other one, if its user does not say.
    static let patience = Duration.seconds(600)

    /// Ends the command before anything is sent if there is no terminal on which the user could
    /// compare the number.
    static func requireTerminal() throws(Failure) {
        guard !TerminalPrompt.isPossible else { return }
        throw Failure(
            .usage,
            "a number must be compared, but there is no terminal to ask on",
            advice: "run this on a terminal, or join with a code of 'keychainctl sync invite' on a "
                + "machine that is an admin"
        )
    }

    /// Asks whether the other machine shows the same number.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - refuse: Called unless a person says yes.
    /// - Throws: ``Failure`` unless a person says yes.
    static func confirm(_ number: ComparisonNumber, orElse refuse: () throws -> Void) throws {
        let isSame: Bool
        do throws(Failure) {
            isSame = try Terminal.confirm(
                "\(number.text)  Does the other machine show the same number?"
            )
        } catch {
            try refuse()
            throw error
        }
        guard !isSame else { return }
        try refuse()
        throw Failure(
            .declined,
            "the number was not confirmed, and no machine has joined",
            advice: "run both commands again; if the numbers differ once more, somebody may be "
                + "between the machines: join with a code of 'keychainctl sync invite' on the other "
                + "machine"
        )
    }
}
