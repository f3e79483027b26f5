internal import PortableKeychain
internal import Synchronization
internal import KeychainLibC

extension AgentService {
    /// So many lines of the log are sent.
    private static let mostLines = 10_000

    /// Answers who looks after the agent.
    ///
    /// Every program of the user may ask; none of it gives away an item.
    func administer(
        _ call: AdministrationCall,
        into encoder: inout SecretEncoder
    ) throws(KeychainError) {
        switch call {
        case .status:
            encoder.status(
                AgentStatus(
                    process: getpid(),
                    keychain: keychain.path,
                    isLocked: try keychain.lockState != .unlocked,
                    clients: clientCount,
                    questions: state.withLock { $0.waiting.count },
                    log: surroundings.log?.path
                )
            )
        case .grants: encoder.list(grants.grants) { $0.grant($1) }
        case .revoke(let path, let group):
            let count = try grants.revoke(path: path, group: group)
            encoder.integer(UInt32(clamping: count))
        case .log:
            encoder.list(surroundings.log?.lines(atMost: Self.mostLines) ?? []) { $0.text($1) }
        case .questions:
            encoder.list(state.withLock { $0.waiting.map(\.question) }) { $0.question($1) }
        case .answer(let number, let consent, let passcode):
            try answer(number, consent, passcode)
        }
    }

    /// Takes the answer to a question that waits.
    ///
    /// Where the keychain has a passcode, it shows that a person answers and not the program itself.
    private func answer(
        _ number: UInt64,
        _ consent: Consent,
        _ passcode: SecretBytes?
    ) throws(KeychainError) {
        let waiting = state.withLock { $0.waiting.first { $0.question.number == number } }
        guard let waiting else {
            throw KeychainError(
                .invalidParameter,
                reason: "There is no such question any more. Choose one of those that wait."
            )
        }
        if consent != .never, try keychain.hasPasscode {
            let context = AuthenticationContext()
            context.interactionNotAllowed = true
            context.setCredential(passcode, for: .passcode)
            try keychain.authenticate([.devicePasscode], in: context, reason: "")
        }
        let isRemembered = waiting.caller != .session && consent != .once
        try settle(
            isRemembered ? consent : consent == .never ? .never : .once,
            waiting.caller,
            waiting.question.program,
            waiting.question.group,
            waiting.facts
        )
        state.withLock { state in
            state.waiting.removeAll { $0.question.number == number }
            guard !isRemembered, consent != .never else { return }
            if state.given.count >= Self.mostWaiting { state.given.removeFirst() }
            state.given.append((waiting.facts, waiting.question.group))
        }
    }
}
