@_spi(Keepers) package import PortableKeychain

/// The life of one way into a keychain, again and again: it is enrolled, changed, kept by a rotation,
/// and removed.
package struct ProofWay {
    /// The action of a step, in the words of the matrix of kinds and steps.
    package enum Step: String, CaseIterable, Sendable {
        case enroll, change, drop, rotate, remove
    }

    package let kind: AccessSlot.Kind

    /// Chooses the kind.
    package init(_ kind: AccessSlot.Kind) { self.kind = kind }

    /// The steps of the kind, in their order; a changed secret of a chip, a security key or a
    /// credential is another slot, after which the old one is dropped.
    package var steps: [Step] {
        switch kind {
        case .device: [.rotate]
        case .passcode, .recovery, .loginPassword: [.enroll, .change, .rotate, .remove]
        default: Step.allCases
        }
    }

    /// The numbers of the secrets that open the keychain after some steps.
    package func secrets(after count: Int) -> Set<Int> {
        var present: Set<Int> = []
        for step in steps.prefix(count % steps.count) {
            switch step {
            case .enroll: present = [1]
            case .change: present = isReplaced ? [2] : [1, 2]
            case .drop: present = [2]
            case .rotate: break
            case .remove: present = []
            }
        }
        return present
    }

    /// Whether a new secret takes the place of the old one at once.
    private var isReplaced: Bool { [.passcode, .recovery, .loginPassword].contains(kind) }

    /// A way in that does not prove its user's presence needs another one beside it.
    private var hasBase: Bool { kind == .credential || kind == .loginPassword }
    private static let base = SecretBytes(utf8: "the passcode beside it")

    /// Makes the initial state of the steps.
    package func prepare(_ keychain: Keychain) throws {
        if hasBase { try keychain.setPasscode(Self.base) }
    }

    /// Takes one step.
    ///
    /// - Parameters:
    ///   - number: The number of steps that were taken before.
    ///   - keychain: The keychain.
    /// - Throws: Any error of the keychain.
    package func step(_ number: Int, _ keychain: Keychain) throws {
        let present = secrets(after: number).sorted()
        let own = try present.map { try self.proof($0, in: keychain) }
        let proof = hasBase ? .passcode(Self.base) : own.first ?? .device
        let access = keychain.access
        switch steps[number % steps.count] {
        case .enroll: try access.change(adding(1, to: keychain), proof: proof)
        case .change: try access.change(adding(2, to: keychain), proof: proof)
        case .drop: try access.change(.remove(try slot(1, in: keychain)), proof: proof)
        case .rotate: try access.rotate((hasBase ? [proof] : []) + own)
        case .remove where kind == .passcode: try access.change(.passcode(nil), proof: proof)
        case .remove: try access.change(.remove(try slot(2, in: keychain)), proof: proof)
        }
    }

    /// Whether exactly some secrets open the keychain, with all that each of them opens.
    package func opens(_ keychain: Keychain, with secrets: Set<Int>) throws -> Bool {
        let count = try keychain.access.slots().filter { $0.kind == kind }.count
        guard count == (kind == .device ? 1 : secrets.count) else { return false }
        for number in [1, 2] where kind != .device {
            let isOpen = (try? keychain.access.unlock(proof(number, in: keychain))) != nil
            guard isOpen == secrets.contains(number) else { return false }
        }
        return true
    }

    /// Opens everything, whatever there is.
    package func unlock(_ keychain: Keychain) throws {
        if hasBase { try keychain.unlock(passcode: Self.base) }
    }

    private func adding(_ number: Int, to keychain: Keychain) -> AccessChange {
        switch kind {
        case .passcode: .passcode(passcode(number))
        case .recovery: .recoveryKey(recoveryKey(number, keychain))
        default:
            .add(
                NewAccessSlot(
                    kind,
                    secret: secret(number),
                    parameters: parameters(number),
                    salt: salt(number)
                )
            )
        }
    }

    private func parameters(_ number: Int) -> [UInt8] {
        switch kind {
        case .credential: []
        // N = 1,024, r = 8, p = 1.
        case .loginPassword: [0, 0, 4, 0, 0, 0, 0, 8, 0, 0, 0, 1]
        default: [UInt8(number)]
        }
    }

    private func proof(_ number: Int, in keychain: Keychain) throws -> AccessProof {
        switch kind {
        case .device: .device
        case .passcode: .passcode(passcode(number))
        case .recovery: .recoveryKey(recoveryKey(number, keychain))
        default: .slot(try slot(number, in: keychain), secret: secret(number))
        }
    }

    /// The identifier of a slot, which is the beginning of its salt in hexadecimal digits.
    private func slot(_ number: Int, in keychain: Keychain) throws -> String {
        if kind == .passcode || kind == .recovery {
            return try keychain.access.slots().first { $0.kind == kind }?.identifier ?? ""
        }
        return String(repeating: "0\(number)", count: 4)
    }

    private func salt(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 32) }
    private func passcode(_ number: Int) -> SecretBytes { SecretBytes(utf8: "passcode \(number)") }
    private func secret(_ number: Int) -> SecretBytes { SecretBytes(salt(number + 100)) }

    private func recoveryKey(_ number: Int, _ keychain: Keychain) -> RecoveryKey {
        keychain.access.newRecoveryKey(
            entropy: KeychainEntropy { room in
                for place in room.indices { room[place] = UInt8(number) }
            }
        )
    }
}
