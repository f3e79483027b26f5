/// The side of a helper program: answers requests of ``ProgramToken`` with a token.
package struct TokenService: Sendable {
    private let token: any SecurityToken
    private let reach: @Sendable () throws(KeychainError) -> TokenReach

    /// - Parameters:
    ///   - token: The token that answers.
    ///   - reach: The way to reach it.
    package init(
        _ token: any SecurityToken,
        reach: @escaping @Sendable () throws(KeychainError) -> TokenReach = { () in .device }
    ) {
        (self.token, self.reach) = (token, reach)
    }

    /// Answers one message.
    ///
    /// - Parameter message: A request, or anything else, which is refused.
    /// - Returns: The answer; it may contain a secret.
    package func answer(_ message: SecretBytes) -> SecretBytes {
        let answer: TokenMessage
        do throws(KeychainError) {
            answer = TokenMessage(.done, try parts(for: message))
        } catch {
            answer = TokenMessage(error)
        }
        return answer.encoded ?? SecretBytes([UInt8]())
    }

    /// Answers the one request on the standard input of this process.
    ///
    /// - Returns: `false` if there was none, as on a terminal.
    package func answerStandardInput() -> Bool {
        guard let message = HelperServer.receive(atMost: TokenMessage.limits.message) else {
            return false
        }
        return HelperServer.send(answer(message))
    }

    private func parts(for message: SecretBytes) throws(KeychainError) -> [SecretBytes] {
        guard let request = TokenMessage(message) else { throw KeychainError(.invalidParameter) }
        let parts = request.parts
        func optional(_ index: Int) -> SecretBytes? { parts[index].isEmpty ? nil : parts[index] }
        func plain(_ index: Int) -> [UInt8] { parts[index].withUnsafeBytes { Array($0) } }
        switch (request.word, parts.count) {
        case (.seal, 3):
            let pin = optional(2)
            let policy = SecurityTokenPolicy(requiresPIN: pin != nil, registers: plain(1))
            return [SecretBytes(try token.seal(parts[0], policy: policy, pin: pin))]
        case (.unseal, 2): return [try token.unseal(plain(0), pin: optional(1))]
        case (.makeKey, 1):
            let key = try token.makeKey(authorization: optional(0))
            return [SecretBytes(key.blob), SecretBytes(key.publicKey)]
        case (.sign, 3):
            let signature = try token.sign(plain(0), key: plain(1), authorization: optional(2))
            return [SecretBytes(signature)]
        case (.agree, 3):
            return [try token.agree(with: plain(0), key: plain(1), authorization: optional(2))]
        case (.makeCounter, 1):
            return [SecretBytes(try token.makeCounter(authorization: parts[0]))]
        case (.count, 3):
            guard let least = UInt64(part: parts[1]) else {
                throw KeychainError(.invalidParameter)
            }
            let value = try token.count(plain(0), atLeast: least, authorization: parts[2])
            return [value.part]
        case (.removeCounter, 1):
            try token.removeCounter(plain(0))
            return []
        case (.reach, 0): return [SecretBytes([try reach().rawValue])]
        default: throw KeychainError(.invalidParameter)
        }
    }
}
