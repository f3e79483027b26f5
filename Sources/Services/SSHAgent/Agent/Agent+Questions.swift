internal import PortableKeychain
internal import Synchronization

extension Agent {
    func confirm(_ reason: String, _ client: AgentClient) throws(KeychainError) {
        var question = AuthenticationQuestion(.presence, reason: reason)
        question.subject = .reason
        let answer = try asking(for: client) { () throws(KeychainError) in
            try authenticator.answer(question)
        }
        guard case .confirmed = answer else { throw KeychainError(.userCanceled) }
    }

    /// Reads the keychain; if it is locked, the user is asked for its passcode first.
    ///
    /// The user is not asked for another host, which could ask as often as it likes.
    func unlocking<R>(
        for client: AgentClient?,
        _ read: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try read()
        } catch  where error.code == .locked {
            guard let client, !client.isForwarded else { throw error }
            try asking(for: client) { () throws(KeychainError) in
                // The user may have declined for a client that waited before this one.
                let declined = state.withLock { $0.declined }
                guard declined.map({ now() - $0 > Self.peace }) ?? true else { throw error }
                try unlockKeychain()
            }
            return try read()
        }
    }

    private func unlockKeychain() throws(KeychainError) {
        do throws(KeychainError) {
            try kept.unlock()
        } catch {
            if error.code != .locked { state.withLock { $0.declined = now() } }
            throw error
        }
    }

    /// Asks the user, after those who are asked already.
    func asking<R: Sendable>(
        for client: AgentClient,
        _ ask: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let hasRoom = state.withLock { state in
            guard state.questions < Self.mostQuestions else { return false }
            state.questions += 1
            return true
        }
        guard hasRoom else { throw KeychainError(.authenticationRequired) }
        defer { state.withLock { $0.questions -= 1 } }
        return try attention.withLock { _ throws(KeychainError) in
            // It may have hung up while others were asked.
            guard client.isConnected else { throw KeychainError(.userCanceled) }
            return try ask()
        }
    }
}
