@_spi(Keepers) internal import PortableKeychain

/// The commands of `keychainctl`, by the library's operations that they are made of.
extension Desk {
    /// The outcome of a command.
    package enum Outcome: CustomStringConvertible, Sendable {
        /// The command succeeded, after these recovery keys, by their numbers, were typed or shown.
        case done(papers: Set<Int>)
        case refused(String)

        /// Whether it succeeded.
        package var isDone: Bool { if case .done = self { true } else { false } }

        package var description: String {
            switch self {
            case .done: "It did what it says."
            case .refused(let reason): "It was refused: \(reason)"
            }
        }
    }

    /// Runs a command.
    package func perform(_ command: PersonCommand) -> Outcome {
        do throws(KeychainError) {
            return .done(papers: try carryOut(command))
        } catch { return .refused("\(error.code.name): \(error.reason)") }
    }

    private func carryOut(_ command: PersonCommand) throws(KeychainError) -> Set<Int> {
        let program = program(command.chip)
        let binding = DeviceBinding(program)
        var used: Set<Int> = []
        if case .paper(let number) = command.typed { used.insert(number) }
        switch command.verb {
        case .deviceRecovery:
            papers.append(try binding.makeRecoveryCopy())
            used.insert(papers.count - 1)
        case .bind:
            if binding.state == .unfinished, binding.obstacle == nil {
                try binding.finish()
                return []
            }
            try binding.bind(confirmedBy: paper(command.typed))
        case .bindAfterLoss:
            try binding.bind(confirmedBy: paper(command.typed), replacingLost: true)
        case .forgetChip: try binding.setLostKeyAside()
        case .unbind: try binding.unbind()
        case .unbindByPaper: try binding.unbind(recovery: paper(command.typed))
        case .create:
            _ = try Keychain.create(.named("new"), configuration: program)
        default:
            guard let place = command.place else { return [] }
            used.formUnion(try carryOut(command, on: self.place(place), program))
        }
        return used
    }

    /// Commands about one keychain.
    private func carryOut(
        _ command: PersonCommand,
        on place: Keychain.Place,
        _ program: Keychain.Configuration
    ) throws(KeychainError) -> Set<Int> {
        if command.verb == .recover { return try recover(paper(command.typed), place, program) }
        var program = program
        if command.verb == .acceptOlder { program.olderFiles = .accepted }
        let keychain = try Keychain.open(place, configuration: program)
        switch command.verb {
        case .createRecovery:
            let proof = try proof(command, for: keychain, adding: false)
            let key = keychain.access.newRecoveryKey()
            try keychain.access.setRecoveryKey(key, confirmedBy: key.text, proof: proof)
            papers.append(key)
            let binding = DeviceBinding(program)
            if let path = keychain.path, [.bound, .unfinished, .several].contains(binding.state) {
                try binding.setRecoveryCopy(openedBy: key, for: path)
            }
            return [papers.count - 1]
        case .setPasscode:
            guard try !keychain.hasPasscode else { throw KeychainError(.invalidParameter) }
            let proof = try proof(command, for: keychain, adding: true)
            try keychain.access.change(.passcode(Self.passcode), proof: proof)
        case .changePasscode:
            guard try keychain.hasPasscode else { throw KeychainError(.noPasscode) }
            let proof = try proof(command, for: keychain, adding: false)
            try keychain.access.change(.passcode(Self.passcode), proof: proof)
        case .removePasscode:
            guard try keychain.hasPasscode else { throw KeychainError(.noPasscode) }
            let proof = try proof(command, for: keychain, adding: false)
            try keychain.access.change(.passcode(nil), proof: proof)
        case .rotate: try rotate(command, keychain)
        case .get:
            if try keychain.hasPasscode { try keychain.unlock(passcode: Self.passcode) }
            _ = try keychain.secret(for: Self.item)
        case .set:
            if try keychain.hasPasscode { try keychain.unlock(passcode: Self.passcode) }
            try keychain.set("more", for: GenericPassword(service: "c", account: "d"))
        case .lock: try keychain.lock()
        default: break
        }
        return []
    }

    /// `recover` finds out the use of the recovery key.
    private func recover(
        _ key: RecoveryKey,
        _ place: Keychain.Place,
        _ program: Keychain.Configuration
    ) throws(KeychainError) -> Set<Int> {
        switch try KeychainAccess.use(of: key, for: place, configuration: program) {
        case .deviceKey(let device):
            try DeviceBinding(program).unbind(recovery: key, of: device)
        case .keychain:
            _ = try KeychainAccess.recover(
                place,
                with: key,
                passcode: Self.passcode,
                configuration: program
            )
        }
        return []
    }

    /// `rotate` stops before it removes a way in whose secret was not typed.
    private func rotate(
        _ command: PersonCommand,
        _ keychain: Keychain
    ) throws(KeychainError) {
        let kinds = Set(try keychain.access.slots().map(\.kind))
        guard kinds.isSubset(of: [.device, .passcode, .recovery]) else {
            throw KeychainError(.authenticationRequired)
        }
        var proofs: [AccessProof] = [.device]
        if kinds.contains(.passcode) {
            proofs = [
                .passcode(command.typed == .wrongPasscode ? Self.wrongPasscode : Self.passcode)
            ]
        }
        if kinds.contains(.recovery) { proofs.append(.recoveryKey(try paper(command.typed))) }
        _ = try keychain.access.rotate(proofs)
    }

    /// The proof that the command asks for before it changes the ways into a keychain
    /// (`WaysIn.proof`).
    private func proof(
        _ command: PersonCommand,
        for keychain: Keychain,
        adding: Bool
    ) throws(KeychainError) -> AccessProof {
        let kinds = Set(try keychain.access.slots().map(\.kind))
        if kinds.contains(.passcode) {
            return .passcode(
                command.typed == .rightPasscode ? Self.passcode : Self.wrongPasscode
            )
        }
        if adding, kinds == [.device, .recovery] { return .recoveryKey(try paper(command.typed)) }
        guard kinds.isSubset(of: [.device, .recovery]) else {
            throw KeychainError(.authenticationRequired)
        }
        return .device
    }

    private func paper(_ typed: PersonCommand.Typed) throws(KeychainError) -> RecoveryKey {
        switch typed {
        case .paper(let number): return papers[number]
        case .stranger:
            return RecoveryKey(bytes: .random(count: RecoveryKey.length))
        case .nothing, .rightPasscode, .wrongPasscode:
            throw KeychainError(.invalidParameter, reason: "This is no recovery key.")
        }
    }
}
