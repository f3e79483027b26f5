package import PortableKeychain

/// Looks after an agent.
package struct AgentAdministration: Sendable {
    private let line: AgentLine

    /// Asks the agent of a connection.
    package init(_ line: AgentLine) { self.line = line }

    /// The state of the agent.
    package func status() throws(KeychainError) -> AgentStatus {
        try ask(.status) { r throws(KeychainError) in try r.status() }
    }

    /// The user's decisions that the agent remembers.
    package func grants() throws(KeychainError) -> [Grant] {
        try ask(.grants) { r throws(KeychainError) in
            try r.list { r throws(KeychainError) in try r.grant() }
        }
    }

    /// Forgets decisions about a program, about a group, or about both.
    ///
    /// - Returns: The number of decisions removed.
    package func revoke(path: String?, group: String?) throws(KeychainError) -> Int {
        try ask(.revoke(path: path, group: group)) { r throws(KeychainError) in
            Int(try r.integer(UInt32.self))
        }
    }

    /// The last lines of the log, the oldest first.
    package func log() throws(KeychainError) -> [String] {
        try ask(.log) { r throws(KeychainError) in
            try r.list { r throws(KeychainError) in try r.text() }
        }
    }

    /// The questions that are open because there was no way to ask the user.
    package func questions() throws(KeychainError) -> [OpenQuestion] {
        try ask(.questions) { r throws(KeychainError) in
            try r.list { r throws(KeychainError) in try r.question() }
        }
    }

    /// Answers a question.
    ///
    /// - Parameters:
    ///   - question: Its number.
    ///   - consent: The answer.
    ///   - passcode: The passcode of the keychain, without which nothing is allowed if it has one.
    /// - Returns: The effect of the answer.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a question that is no longer open,
    ///   ``KeychainError/Code/notAvailable`` if no process is left to take the answer, or any error
    ///   of the check of the passcode.
    package func answer(
        _ question: UInt64,
        _ consent: Consent,
        passcode: SecretBytes?
    ) throws(KeychainError) -> AnswerEffect {
        try ask(.answer(question, consent, passcode: passcode)) { r throws(KeychainError) in
            guard let effect = AnswerEffect(rawValue: try r.integer()) else {
                throw Frame.malformed
            }
            return effect
        }
    }

    /// Has the keychain used through the agent alone, or also by other processes; it is locked.
    ///
    /// - Parameters:
    ///   - isOn: Whether through the agent alone.
    ///   - passcode: The passcode of the keychain.
    /// - Throws: ``KeychainError/Code/noPasscode`` for a keychain without one, or any error of
    ///   checking it.
    package func setExclusive(_ isOn: Bool, passcode: SecretBytes?) throws(KeychainError) {
        try ask(.exclusive(isOn, passcode: passcode)) { _ in }
    }

    private func ask<R>(
        _ call: AdministrationCall,
        _ read: (inout ByteReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try line.ask(.administer, write: { call.encode(into: &$0) }, read: read)
    }
}
