/// A token that a helper program speaks to, such as `keychain-tpm` to a TPM.
///
/// So programs that do not link the library for a chip can use it. The helper is started for each
/// call, and secrets reach it through a socket.
package struct ProgramToken: SecurityToken {
    /// The helper for TPMs.
    package static let tpmProgram = "keychain-tpm"

    private let helper: HelperProgram
    private let patience: Double
    package let makesKeys: Bool

    /// - Parameters:
    ///   - helper: The program.
    ///   - makesKeys: Whether it makes keys, and not only seals secrets.
    ///   - patience: The time in seconds that it has for a call; chips can take some seconds.
    package init(_ helper: HelperProgram, makesKeys: Bool = true, patience: Double = 60) {
        (self.helper, self.makesKeys, self.patience) = (helper, makesKeys, patience)
    }

    /// The TPM of the machine, through the helper that was installed with this program; `nil` where
    /// it is not installed.
    package static var tpm: ProgramToken? {
        HelperProgram.installed(tpmProgram).map {
            ProgramToken($0, makesKeys: TPMAccess.isDirect)
        }
    }

    /// Asks how the helper reaches the token.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if it does not, with the reason.
    package func reach() throws(KeychainError) -> TokenReach {
        let answer = try ask(.reach, [], answers: 1)[0]
        guard let reach = Self.plain(answer).first.flatMap({ TokenReach(rawValue: $0) }) else {
            throw Self.failure("does not speak its protocol")
        }
        return reach
    }

    package func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        guard policy.requiresPIN == (pin != nil), pin?.isEmpty != true else {
            throw KeychainError(.invalidParameter)
        }
        let parts = [secret, SecretBytes(policy.registers), Self.part(pin)]
        return try Self.plain(ask(.seal, parts, answers: 1)[0])
    }

    package func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        try ask(.unseal, [SecretBytes(blob), Self.part(pin)], answers: 1)[0]
    }

    package func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey {
        let parts = try ask(.makeKey, [Self.part(authorization)], answers: 2)
        return SecurityTokenKey(blob: Self.plain(parts[0]), publicKey: Self.plain(parts[1]))
    }

    package func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        let parts = [SecretBytes(digest), SecretBytes(key), Self.part(authorization)]
        return try Self.plain(ask(.sign, parts, answers: 1)[0])
    }

    package func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        let parts = [SecretBytes(point), SecretBytes(key), Self.part(authorization)]
        return try ask(.agree, parts, answers: 1)[0]
    }

    package func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8] {
        try Self.plain(ask(.makeCounter, [authorization], answers: 1)[0])
    }

    package func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        let parts = [SecretBytes(counter), least.part, authorization]
        guard let value = UInt64(part: try ask(.count, parts, answers: 1)[0]) else {
            throw Self.failure("does not speak its protocol")
        }
        return value
    }

    package func removeCounter(_ counter: [UInt8]) throws(KeychainError) {
        _ = try ask(.removeCounter, [SecretBytes(counter)], answers: 0)
    }

    private func ask(
        _ word: TokenMessage.Word,
        _ parts: [SecretBytes],
        answers count: Int
    ) throws(KeychainError) -> [SecretBytes] {
        guard let request = TokenMessage(word, parts).encoded else {
            throw KeychainError(.invalidParameter)
        }
        guard let conversation = helper.start(limit: TokenMessage.limits.message) else {
            throw Self.failure("cannot be started")
        }
        guard conversation.send(request) else { throw Self.failure("ended") }
        guard let message = conversation.receive(within: patience) else {
            throw Self.failure("ended, or did not answer in time")
        }
        guard let answer = TokenMessage(message) else {
            throw Self.failure("does not speak its protocol")
        }
        if let code = answer.word.code, let reason = answer.parts.first {
            let text = reason.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
            throw KeychainError(code, reason: text ?? "")
        }
        guard answer.word == .done, answer.parts.count == count else {
            throw Self.failure("does not speak its protocol")
        }
        return answer.parts
    }

    private static func part(_ secret: SecretBytes?) -> SecretBytes {
        secret ?? SecretBytes([UInt8]())
    }

    private static func plain(_ part: SecretBytes) -> [UInt8] { part.withUnsafeBytes { Array($0) } }

    private static func failure(_ what: String) -> KeychainError {
        KeychainError(
            .notAvailable,
            reason: "The program \(tpmProgram), which speaks to the TPM, \(what). Try again."
        )
    }
}
