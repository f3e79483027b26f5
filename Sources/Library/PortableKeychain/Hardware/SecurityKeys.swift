/// The security keys that are connected, through the program `keychain-fido2`.
///
/// Each request starts a new process of the program: it holds a PIN for the time of one request
/// only.
package struct SecurityKeys: Sendable {
    /// The name of the program.
    package static let program = "keychain-fido2"

    /// The longest time that the program may take for one request, in seconds: two touches of a
    /// minute each, and its own work.
    private static let patience = 150.0

    private let helper: HelperProgram?

    /// - Parameter helper: The program; by default the one that was installed with this one.
    package init(helper: HelperProgram? = .installed(Self.program)) { self.helper = helper }

    /// Whether the program is installed.
    package var isInstalled: Bool { helper != nil }

    /// The security keys that are connected.
    package func devices() throws(FIDO2Failure) -> [FIDO2Device] {
        guard case .devices(let devices) = try answer(.list, onTouch: {}) else {
            throw FIDO2Failure(.unspeakable)
        }
        return devices
    }

    /// Makes a credential.
    ///
    /// - Parameters:
    ///   - enrollment: The purpose of the credential.
    ///   - onTouch: Called before each touch: two.
    /// - Returns: The credential, and the secret that was derived with it.
    /// - Throws: ``FIDO2Failure``.
    package func enroll(
        _ enrollment: FIDO2Enrollment,
        onTouch: () -> Void
    ) throws(FIDO2Failure) -> (credential: [UInt8], secret: SecretBytes) {
        guard
            case .enrolled(let credential, let secret) = try answer(
                .enroll(enrollment),
                onTouch: onTouch
            )
        else { throw FIDO2Failure(.unspeakable) }
        return (credential, secret)
    }

    /// Derives the secret of one of the candidates.
    ///
    /// - Parameters:
    ///   - candidates: The credentials, 1 to 16.
    ///   - pin: The PIN, if it was asked for.
    ///   - onTouch: Called before the touch, when the security key was found.
    /// - Returns: The index of the candidate, and its secret.
    /// - Throws: ``FIDO2Failure``.
    package func derive(
        _ candidates: [FIDO2Candidate],
        pin: SecretBytes?,
        onTouch: () -> Void
    ) throws(FIDO2Failure) -> (index: Int, secret: SecretBytes) {
        guard
            case .derived(let index, let secret) = try answer(
                .derive(candidates, pin: pin),
                onTouch: onTouch
            ), candidates.indices.contains(index)
        else { throw FIDO2Failure(.unspeakable) }
        return (index, secret)
    }

    private func answer(
        _ request: FIDO2Request,
        onTouch: () -> Void
    ) throws(FIDO2Failure) -> FIDO2Answer {
        guard let helper else { throw FIDO2Failure(.noProgram) }
        guard let conversation = helper.start(limit: FIDO2Request.limits.message),
            conversation.send(request.encoded)
        else { throw FIDO2Failure(.unspeakable) }
        // One for each touch, and the answer.
        for _ in 0..<3 {
            guard let message = conversation.receive(within: Self.patience) else {
                throw FIDO2Failure(.unspeakable)
            }
            let answer = try FIDO2Answer(message)
            switch answer {
            case .touch: onTouch()
            case .failed(let failure): throw failure
            case .devices, .enrolled, .derived: return answer
            }
        }
        throw FIDO2Failure(.unspeakable)
    }
}
