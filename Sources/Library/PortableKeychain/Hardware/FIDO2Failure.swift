/// The reason why a security key gave no secret.
package struct FIDO2Failure: Error, Equatable {
    package let cause: Cause
    /// The number of tries that are left after a wrong PIN; with ``Cause/other``, the number of the
    /// error in CTAP 2.1, 8.2.
    package let detail: UInt8

    /// A number of tries that the security key did not tell.
    package static let unknown: UInt8 = 0xFF

    package init(_ cause: Cause, detail: UInt8 = Self.unknown) {
        self.cause = cause
        self.detail = detail
    }

    /// The numbers are those of the protocol.
    package enum Cause: UInt8, CaseIterable, Sendable {
        case noDevice = 1
        case severalDevices
        /// None of those that are connected made the credential.
        case otherDevice
        /// The key is there, but the system does not let this user open it.
        case unreachable
        case noHMACSecret
        case pinRequired
        case pinNotSet
        case wrongPIN
        /// Until it is unplugged, after three wrong PINs in a row.
        case pinPaused
        /// Until it is reset, which destroys its credentials.
        case pinBlocked
        /// The user did not touch it in time.
        case noTouch
        /// The person declined, or another program interrupted.
        case declined
        /// The key was removed, or did not speak the protocol.
        case lost
        case enrolledAlready
        case other
        /// The program was built without libfido2.
        case notSupported
        /// The program cannot read the request.
        case malformed
        /// The program is missing.
        case noProgram
        /// The program does not answer, or its answer cannot be read.
        case unspeakable
    }

    /// The error of the library, with the next step.
    package var error: KeychainError { KeychainError(code, reason: reason) }

    private var code: KeychainError.Code {
        switch cause {
        case .pinRequired, .wrongPIN: .authenticationFailed
        case .noTouch, .declined: .userCanceled
        case .enrolledAlready: .duplicateItem
        case .noHMACSecret, .notSupported: .unimplemented
        case .malformed: .internalError
        default: .notAvailable
        }
    }

    /// The problem, and the next step.
    package var reason: String {
        switch cause {
        case .noDevice: "No security key is connected. Connect it and try again."
        case .severalDevices:
            "Several security keys are connected. Leave only one connected, or name it with --device."
        case .otherDevice:
            """
            No connected security key was enrolled for this keychain. Connect the one that was, \
            and try again.
            """
        case .unreachable:
            """
            The security key cannot be opened. Check that you may read and write its device; the \
            udev rules of libfido2 allow it to the person at the screen.
            """
        case .noHMACSecret:
            """
            This security key cannot derive secrets: it has no hmac-secret. Use another one, with \
            FIDO2.
            """
        case .pinRequired: "The security key requires its PIN. Enter it when you are asked."
        case .pinNotSet:
            "The security key has no PIN. Set one with 'fido2-token -S', or omit --pin."
        case .wrongPIN:
            detail == Self.unknown
                ? "The PIN of the security key is wrong. Try again."
                : """
                The PIN of the security key is wrong, and it allows \(detail) more \
                \(detail == 1 ? "try" : "tries"). Try again.
                """
        case .pinPaused:
            """
            The security key accepts no PIN after three wrong ones. Remove it, connect it again, \
            and try once more.
            """
        case .pinBlocked:
            """
            The security key has blocked its PIN after too many wrong ones, and only a reset \
            helps, after which it no longer opens this keychain. Use another way to unlock.
            """
        case .noTouch: "Nobody touched the security key in time. Try again."
        case .declined: "The request to the security key was canceled. Try again."
        case .lost:
            "The security key was removed, or does not answer as it should. Try again."
        case .enrolledAlready:
            """
            This security key is enrolled for this keychain already. Run 'keychainctl \
            fido2 enroll' on a terminal to enroll another one: it says when to connect it.
            """
        case .other: "The security key refuses the request (error \(detail)). Try another one."
        case .notSupported:
            """
            The program keychain-fido2 was built without libfido2. Install one that was built \
            with the trait FIDO2.
            """
        case .malformed:
            "The program keychain-fido2 does not know the request. Install the same version of it."
        case .noProgram:
            """
            The program keychain-fido2 is not installed beside this one. Install it to use \
            security keys.
            """
        case .unspeakable:
            """
            The program keychain-fido2 does not answer as it should. Install the same version of \
            it.
            """
        }
    }
}
