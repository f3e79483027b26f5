internal import PortableKeychain
internal import Synchronization
internal import KeychainLibC

extension AgentService {
    /// The largest number of lines of the log that are sent.
    private static let mostLines = 10_000

    /// Answers who looks after the agent.
    ///
    /// Every program of the user may ask; none of it gives away an item.
    func administer(
        _ call: AdministrationCall,
        into encoder: inout SecretEncoder
    ) throws(KeychainError) {
        let served = served
        let (keychain, grants) = (served.keychain, served.grants)
        switch call {
        case .status:
            encoder.status(
                AgentStatus(
                    process: getpid(),
                    keychain: keychain.path,
                    isLocked: try keychain.lockState != .unlocked,
                    isExclusive: try keychain.isExclusive,
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
            encoder.integer(try answer(number, consent, passcode, in: served).rawValue)
        case .exclusive(let isOn, let passcode): try setExclusive(isOn, passcode, of: keychain)
        }
    }

    /// Has the keychain used through this agent alone, or also by other processes.
    ///
    /// The passcode shows that a person wants it: without it, any program could have the keys shared.
    private func setExclusive(
        _ isOn: Bool,
        _ passcode: SecretBytes?,
        of keychain: Keychain
    ) throws(KeychainError) {
        guard let retention = surroundings.retention else {
            throw KeychainError(
                .unimplemented,
                reason: "This agent cannot keep keys for itself. Start 'keychaind --agent'."
            )
        }
        guard try keychain.hasPasscode else { throw KeychainError(.noPasscode) }
        try Self.prove(passcode, of: keychain)
        try keychain.setExclusive(isOn)
        guard !isOn else { return }
        retention.forgetExclusive()
        // Keys in memory are not shared: the keychain has to be unlocked again.
        try keychain.lock()
    }

    /// Checks the passcode of the keychain, without asking the user.
    private static func prove(
        _ passcode: SecretBytes?,
        of keychain: Keychain
    ) throws(KeychainError) {
        let context = AuthenticationContext()
        context.interactionNotAllowed = true
        context.setCredential(passcode, for: .passcode)
        try keychain.authenticate([.devicePasscode], in: context, reason: "")
    }

    /// Takes the answer to a question that waits.
    ///
    /// Where the keychain has a passcode, it shows that a person answers and not the program itself.
    private func answer(
        _ number: UInt64,
        _ consent: Consent,
        _ passcode: SecretBytes?,
        in served: Served
    ) throws(KeychainError) -> AnswerEffect {
        let waiting = state.withLock { $0.waiting.first { $0.question.number == number } }
        guard let waiting else {
            throw KeychainError(
                .invalidParameter,
                reason: "There is no such question any more. Choose one of those that wait."
            )
        }
        let keychain = served.keychain
        if consent != .never, try keychain.hasPasscode { try Self.prove(passcode, of: keychain) }
        let isRemembered = waiting.caller != .session && consent != .once
        let settled: Consent =
            isRemembered ? consent : consent == .never ? .never : .once
        let given = settled == .once ? given(waiting) : nil
        guard settled != .once || given != nil else {
            // An answer that is remembered is still of use.
            if !waiting.question.canBeRemembered {
                state.withLock { $0.waiting.removeAll { $0.question.number == number } }
            }
            throw Self.ended(waiting.question)
        }
        try settle(
            settled,
            waiting.caller,
            waiting.question.program,
            waiting.question.group,
            waiting.facts,
            in: served.grants
        )
        state.withLock { state in
            state.waiting.removeAll { $0.question.number == number }
            guard let given else { return }
            if state.given.count >= Self.mostWaiting { state.given.removeFirst() }
            state.given.append(given)
        }
        return AnswerEffect(isRemembered: isRemembered, given)
    }

    /// Consent for one time that a process may take; `nil` if no process can.
    private func given(_ waiting: Waiting) -> GivenOnce? {
        GivenOnce(
            waiting.question.group,
            to: waiting.facts,
            startedBy: waiting.starter,
            at: surroundings.now()
        )
    }

    /// The error for a question whose program has ended, so that no process could take an answer.
    private static func ended(_ question: OpenQuestion) -> KeychainError {
        let help =
            question.canBeRemembered
            ? "Run 'keychainctl agent answer \(question.number) always', or run the program again,"
            : "Run the program again,"
        return KeychainError(
            .notAvailable,
            reason: """
                The program has ended, and so has the one that started it: an answer for one time \
                reaches nobody. \(help) and answer its next question.
                """
        )
    }
}

extension AnswerEffect {
    fileprivate init(isRemembered: Bool, _ given: GivenOnce?) {
        self =
            switch given?.taker {
            case .process: .running
            case .next: .next
            case nil: isRemembered ? .remembered : .refused
            }
    }
}
