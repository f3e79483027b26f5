internal import AgentSockets
package import PortableKeychain
internal import Synchronization

/// The chip of the machine, for users who have no access to its device (agent-protocol.md §12).
///
/// It seals and unseals, each user's secrets for that user alone (``OwnedSecret``).
package final class SharedChip: Sendable {
    /// The text that a client sends instead of an owner of a keychain.
    static let owner = "tpm"

    private let find: @Sendable () -> (any SecurityToken)?
    private let log: AccessLog?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let limit = Mutex(ChipLimit())
    /// Queues in which the requests of one user wait for each other.
    let rows = KeyedMutex<UInt32, Never>()
    /// One request is made at a time: real chips do no two things at once.
    private let turn = Mutex(())

    /// Shares a chip.
    ///
    /// - Parameters:
    ///   - log: The log of requests; `nil` for none.
    ///   - now: A time that only goes forward.
    ///   - find: The chip; `nil` if there is none now.
    package init(
        log: AccessLog? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        find: @escaping @Sendable () -> (any SecurityToken)?
    ) {
        (self.log, self.now, self.find) = (log, now, find)
    }

    /// Answers the messages of a client.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if there is no chip, before the client is
    ///   welcomed.
    func converse(
        _ guest: AgentGreeting.Guest,
        _ enter: @escaping @Sendable (AgentSeats.Phase) -> Void
    ) throws(KeychainError) {
        _ = try chip()
        guard guest.stream.send(.ready) else { return }
        guest.converse(atMost: ChipCall.longestBody, enter) { kind, body in
            self.reply(to: kind, body, guest).map { .some($0) }
        }
    }

    private func reply(
        to kind: Frame.Kind,
        _ body: UnsafeRawBufferPointer,
        _ guest: AgentGreeting.Guest
    ) -> SecretBytes? {
        Frame.reply { encoder throws(KeychainError) in
            guard kind == .chip else { throw Frame.malformed }
            let call = try Frame.reading { () throws(KeychainError) in
                var reader = ByteReader(body)
                return try ChipCall(&reader)
            }
            let answer = Result { () throws(KeychainError) in try self.answer(call, to: guest.user)
            }
            note(call, answer, guest)
            encoder.sized(try answer.get())
        }
    }

    /// Carries out the request of a user.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - user: The user that makes the call, according to the kernel.
    /// - Returns: The blob, or the secret.
    /// - Throws: The chip's refusal; ``KeychainError/Code/missingEntitlement`` for a secret that
    ///   was sealed for another user.
    func answer(_ call: ChipCall, to user: UInt32) throws(KeychainError) -> SecretBytes {
        // First the user's own queue, then that of all: a user that makes many requests delays only
        // itself.
        try rows.withLock(for: user) { _ throws(KeychainError) in
            try limit.withLock { limit throws(KeychainError) in
                try limit.take(by: user, comparesPIN: call.comparesPIN, at: now())
            }
            do throws(KeychainError) {
                return try turn.withLock { _ throws(KeychainError) in
                    try Self.perform(call, OwnedSecret(of: user), try chip())
                }
            } catch {
                if call.comparesPIN, error.code == .authenticationFailed {
                    limit.withLock { $0.failed(by: user, at: now()) }
                }
                throw error
            }
        }
    }

    private static func perform(
        _ call: ChipCall,
        _ owned: OwnedSecret,
        _ chip: any SecurityToken
    ) throws(KeychainError) -> SecretBytes {
        switch call {
        case .seal(let secret, let registers, let pin):
            let inner = try chip.seal(
                owned.sealed(secret),
                policy: SecurityTokenPolicy(requiresPIN: pin != nil, registers: registers),
                pin: owned.chipPIN(pin)
            )
            let blob = AgentSealedBlob(sealed: inner).encoded
            guard blob.count <= AgentSealedBlob.longest else { throw KeychainError(.dataTooLarge) }
            return SecretBytes(blob)
        case .unseal(let blob, let pin):
            return try owned.opened(chip.unseal(blob.inner, pin: owned.chipPIN(pin)))
        }
    }

    private func chip() throws(KeychainError) -> any SecurityToken {
        if let chip = find() { return chip }
        throw KeychainError(
            .notAvailable,
            reason: """
                The agent of the system has no TPM, or may not use it. The package keychainctl-tpm gives \
                it access; 'systemctl restart keychaind-system.service' makes it look again.
                """
        )
    }

    private func note(
        _ call: ChipCall,
        _ answer: Result<SecretBytes, KeychainError>,
        _ guest: AgentGreeting.Guest
    ) {
        let event: AccessLog.Event =
            switch answer {
            case .success: .done
            case .failure(let error): error.code == .missingEntitlement ? .refused : .failed
            }
        log?.note(
            event,
            verb: call.name,
            groups: ["user:\(guest.user)"],
            by: guest.program,
            process: guest.facts.process
        )
    }
}
