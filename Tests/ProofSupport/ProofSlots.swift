@_spi(Keepers) package import PortableKeychain

/// Changes of the ways into a keychain, one after another in a circle: each kind is added, the
/// passcode is changed, and each kind is removed again.
package struct ProofSlots {
    /// The number of changes that lead back to the beginning.
    package static let period = 12
    private static let kinds: [AccessSlot.Kind] = [
        .token, .tokenWithPIN, .securityKey, .credential,
    ]

    private let keychain: Keychain

    /// Makes the changes of a keychain with the passcode of the beginning.
    package init(_ keychain: Keychain) { self.keychain = keychain }

    /// The passcode after a number of changes.
    package static func passcode(_ number: Int) -> SecretBytes {
        let place = number % period
        return SecretBytes(utf8: place > 5 ? "the second passcode" : "the first passcode")
    }

    /// The kinds of slots after a number of changes, without the device's, ascending.
    package static func expected(_ number: Int) -> [AccessSlot.Kind] {
        let place = number % period
        var present: [AccessSlot.Kind] = [.passcode]
        for (index, kind) in kinds.enumerated() where place > index && place < index + 7 {
            present.append(kind)
        }
        if (5..<11).contains(place) { present.append(.recovery) }
        return present.sorted { $0.rawValue < $1.rawValue }
    }

    /// The secret of a slot.
    package static func secret(_ kind: AccessSlot.Kind) -> SecretBytes {
        SecretBytes([UInt8](repeating: kind.rawValue, count: 32))
    }

    /// The recovery key, always the same.
    package var recoveryKey: RecoveryKey {
        keychain.access.newRecoveryKey(entropy: KeychainEntropy { $0.copyBytes(from: 1...20) })
    }

    /// Makes one change.
    ///
    /// - Parameter number: The number of changes that were made before.
    /// - Throws: Any error of the keychain.
    package func change(_ number: Int) throws {
        let place = number % Self.period
        let access = keychain.access
        let proof = AccessProof.passcode(Self.passcode(number))
        switch place {
        case 0..<4:
            let kind = Self.kinds[place]
            try access.change(
                .add(NewAccessSlot(kind, secret: Self.secret(kind))),
                proof: proof
            )
        case 4:
            let key = recoveryKey
            try access.setRecoveryKey(key, confirmedBy: key.text, proof: proof)
        case 5: try access.change(.passcode(Self.passcode(number + 1)), proof: proof)
        case 6..<10: try remove(Self.kinds[place - 6], proof)
        case 10: try remove(.recovery, proof)
        default: try access.change(.passcode(Self.passcode(number + 1)), proof: proof)
        }
    }

    private func remove(_ kind: AccessSlot.Kind, _ proof: AccessProof) throws {
        for slot in try keychain.access.slots() where slot.kind == kind {
            try keychain.access.change(.remove(slot.identifier), proof: proof)
        }
    }

    /// The kinds of the slots that open the keychain with the secrets they were made for.
    ///
    /// - Parameter number: The number of changes that were made, for the passcode.
    /// - Returns: The kinds, without the device's.
    /// - Throws: An error if a slot of the keychain does not open.
    package func opening(_ number: Int) throws -> [AccessSlot.Kind] {
        let slots = try keychain.access.slots().filter { $0.kind != .device }
        for slot in slots {
            let proof: AccessProof =
                switch slot.kind {
                case .passcode: .passcode(Self.passcode(number))
                case .recovery: .recoveryKey(recoveryKey)
                default: .slot(slot.identifier, secret: Self.secret(slot.kind))
                }
            try keychain.access.unlock(proof)
        }
        return slots.map(\.kind)
    }
}
