internal import PortableKeychain
internal import Synchronization

extension AgentService {
    /// Whether the user may be asked on behalf of a caller.
    func mayAsk(for caller: Caller) -> Bool {
        let now = surroundings.now()
        return state.withLock { $0.limit.allows(caller, at: now) }
    }

    /// Records that the user said no, or did not decide.
    func refused(_ caller: Caller) {
        let now = surroundings.now()
        state.withLock { $0.limit.refused(caller, at: now) }
    }

    /// The user's answer about a client and an access group.
    ///
    /// - Throws: The same errors as ``ConsentAsker/consent(to:)``.
    func consent(
        for connection: ServedConnection,
        to group: String,
        mayAsk: Bool
    ) throws(KeychainError) -> Consent {
        if takeGiven(connection.facts, group) { return .once }
        guard mayAsk else { throw Self.notAsked("This request does not allow questions.") }
        guard self.mayAsk(for: connection.caller) else {
            throw Self.notAsked("The user refused several times and is left in peace for now.")
        }
        note(.asked, group, connection)
        do throws(KeychainError) {
            let consent = try ask(connection, group)
            let (caller, grants) = (connection.caller, connection.served.grants)
            try settle(consent, caller, connection.program, group, connection.facts, in: grants)
            return consent
        } catch  where error.code == .authenticationRequired {
            let question = wait(connection, group)
            let answer = question.canBeRemembered ? "always" : "once"
            throw Self.notAsked(
                """
                Nobody could be asked. Run 'keychainctl agent answer \(question.number) \(answer)', \
                and then the program again.
                """
            )
        } catch {
            note(.denied, group, connection)
            throw error
        }
    }

    /// Carries out the user's decision.
    func settle(
        _ consent: Consent,
        _ caller: Caller,
        _ program: String,
        _ group: String,
        _ facts: ProcessFacts,
        in grants: GrantBook
    ) throws(KeychainError) {
        if case .program(let program) = caller, consent != .once {
            try grants.remember(program, group, isAllowed: consent == .always)
        }
        let now = surroundings.now()
        state.withLock { state in
            if consent == .never {
                state.limit.refused(caller, at: now)
            } else {
                state.limit.allowed(caller)
            }
        }
        surroundings.log?.note(
            consent == .never ? .denied : consent == .always ? .remembered : .allowed,
            verb: "consent",
            groups: [group],
            by: program,
            process: facts.process
        )
    }

    private func ask(
        _ connection: ServedConnection,
        _ group: String
    ) throws(KeychainError) -> Consent {
        let canBeRemembered = connection.caller != .session
        let stream = connection.stream
        let file = stream.file
        let question = ConsentQuestion(
            program: "\(connection.program) (process \(connection.facts.process))",
            group: group,
            canBeRemembered: canBeRemembered,
            wasRefused: state.withLock { $0.limit.hasRefused(connection.caller) },
            isWanted: { FrameStream.isOpen(file) }
        )
        let consent = try surroundings.attention.hold { () throws(KeychainError) in
            // It may have hung up while others were asked.
            guard question.isWanted() else { throw KeychainError(.userCanceled) }
            guard let asker = surroundings.asker else { return Consent.once }
            return try asker.consent(to: question)
        }
        return canBeRemembered || consent == .never ? consent : .once
    }

    /// Keeps a question, which waits for an answer.
    private func wait(_ connection: ServedConnection, _ group: String) -> OpenQuestion {
        let (caller, facts) = (connection.caller, connection.facts)
        let starter = ProcessFacts.starter(of: facts.process)
        return state.withLock { state in
            state.waiting.removeAll {
                $0.caller == caller && $0.question.group == group
                    && (caller != .session || $0.facts == facts)
            }
            if state.waiting.count >= Self.mostWaiting { state.waiting.removeFirst() }
            state.lastQuestion += 1
            let question = OpenQuestion(
                number: state.lastQuestion,
                program: "\(connection.program) (process \(facts.process))",
                group: group,
                canBeRemembered: caller != .session
            )
            state.waiting.append(
                Waiting(question: question, caller: caller, facts: facts, starter: starter)
            )
            return question
        }
    }

    /// Takes an answer that was given on a terminal.
    private func takeGiven(_ facts: ProcessFacts, _ group: String) -> Bool {
        let now = surroundings.now()
        return state.withLock { state in
            let place = state.given.firstIndex {
                $0.group == GroupName(group) && $0.isFor(facts, at: now)
            }
            if let place { state.given.remove(at: place) }
            return place != nil
        }
    }

    private func note(
        _ event: AccessLog.Event,
        _ group: String,
        _ connection: ServedConnection
    ) {
        surroundings.log?.note(
            event,
            verb: "consent",
            groups: [group],
            by: connection.program,
            process: connection.facts.process
        )
    }

    private static func notAsked(_ why: String) -> KeychainError {
        KeychainError(
            .authenticationRequired,
            reason: "The user has not allowed this program to use the access group. \(why)"
        )
    }
}
