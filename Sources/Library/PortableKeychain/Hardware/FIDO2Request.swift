/// A program's request to `keychain-fido2`, which alone speaks to security keys.
///
/// A request is sent on a socket, because it can contain a PIN.
package enum FIDO2Request {
    /// Lists the connected security keys.
    case list
    /// Make a credential, and derive a secret with it.
    case enroll(FIDO2Enrollment)
    /// Derive the secret of one of the candidates: of the first one whose security key is
    /// connected.
    case derive([FIDO2Candidate], pin: SecretBytes?)

    /// The largest number of candidates: as many as a keychain has slots.
    package static let mostCandidates = 16
    /// The length of a salt and of a derived secret in bytes (CTAP 2.1, 12.5).
    package static let secretLength = 32
    /// The length of the longest PIN in bytes (CTAP 2.1, 6.5.1).
    package static let longestPIN = 63
    /// The length of the longest credential identifier in bytes; a slot has no room for more.
    package static let longestCredential = 1_000
    /// The length of the longest name of a device in bytes.
    package static let longestName = 256
    /// The limits of the messages, either way: three parts for each candidate.
    package static let limits = HelperMessage.Limits(
        message: 32 << 10,
        parts: 64,
        part: longestCredential
    )
}

/// A credential to be made.
package struct FIDO2Enrollment {
    /// The name of the device, as the list of devices has it; `nil` for the only one.
    package var device: String?
    /// 32 bytes, from which the secret is derived.
    package var salt: [UInt8]
    /// Whether the secret is derived only with the PIN.
    ///
    /// A security key derives other secrets with its PIN than without.
    package var requiresPIN: Bool
    /// The PIN, which many security keys want for each new credential once they have one.
    package var pin: SecretBytes?
    /// The credentials that the keychain has already: no security key gets a second one.
    package var known: [[UInt8]]

    package init(
        device: String? = nil,
        salt: [UInt8],
        requiresPIN: Bool,
        pin: SecretBytes? = nil,
        known: [[UInt8]] = []
    ) {
        self.device = device
        self.salt = salt
        self.requiresPIN = requiresPIN
        self.pin = pin
        self.known = known
    }
}

/// A credential from which a secret can be derived.
package struct FIDO2Candidate: Equatable, Sendable {
    package var credential: [UInt8]
    /// 32 bytes.
    package var salt: [UInt8]
    package var requiresPIN: Bool

    package init(credential: [UInt8], salt: [UInt8], requiresPIN: Bool) {
        self.credential = credential
        self.salt = salt
        self.requiresPIN = requiresPIN
    }
}

extension FIDO2Request: FIDO2Message {
    package static let malformed = FIDO2Failure.Cause.malformed

    package var written: HelperWriter {
        switch self {
        case .list: return HelperWriter(1)
        case .enroll(let enrollment):
            var writer = HelperWriter(2)
            writer.add(enrollment.device ?? "")
            writer.add(enrollment.salt)
            writer.add(enrollment.requiresPIN)
            writer.add(enrollment.pin)
            for credential in enrollment.known { writer.add(credential) }
            return writer
        case .derive(let candidates, let pin):
            var writer = HelperWriter(3)
            writer.add(pin)
            for candidate in candidates {
                writer.add(candidate.salt)
                writer.add(candidate.requiresPIN)
                writer.add(candidate.credential)
            }
            return writer
        }
    }

    package init(_ word: UInt8, _ reader: inout HelperReader) throws(KeychainError) {
        switch word {
        case 1: self = .list
        case 2:
            let device = try reader.text(atMost: Self.longestName)
            var enrollment = FIDO2Enrollment(
                device: device.isEmpty ? nil : device,
                salt: try reader.fido2Salt(),
                requiresPIN: try reader.flag()
            )
            enrollment.pin = try reader.fido2PIN()
            enrollment.known = try reader.many(atMost: Self.mostCandidates) {
                reader throws(KeychainError) in try reader.fido2Credential()
            }
            self = .enroll(enrollment)
        case 3:
            let pin = try reader.fido2PIN()
            let candidates = try reader.many(atMost: Self.mostCandidates) {
                reader throws(KeychainError) in
                let salt = try reader.fido2Salt()
                let requiresPIN = try reader.flag()
                return FIDO2Candidate(
                    credential: try reader.fido2Credential(),
                    salt: salt,
                    requiresPIN: requiresPIN
                )
            }
            guard !candidates.isEmpty else { throw KeychainError(.corrupt) }
            self = .derive(candidates, pin: pin)
        default: throw KeychainError(.corrupt)
        }
    }
}
