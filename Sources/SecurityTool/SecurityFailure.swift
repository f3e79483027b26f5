internal import KeychainctlKit
internal import PortableKeychain

/// What ends a verb of `security`: a status for scripts and a message for people.
struct SecurityFailure: Error {
    let status: Int32
    /// What is wrong; `nil` where the verb has said all there is.
    let message: String?
    /// Whether it helps to see how the verb is used.
    var showsUsage = false
    /// Whether the message begins with what failed.
    var namesItsSource = false

    init(_ status: Int32, _ message: String?) {
        self.status = status
        self.message = message
    }

    /// The words make no command.
    static func usage(_ message: String? = nil) -> SecurityFailure {
        var failure = SecurityFailure(2, message)
        failure.showsUsage = true
        return failure
    }

    /// The command means something that this system does not have.
    static func notHere(_ reason: String) -> SecurityFailure {
        SecurityFailure(
            KeychainError.Code.unimplemented.exitStatus,
            "does not apply here: \(reason)"
        )
    }

    /// Says an error of the library.
    init(_ error: KeychainError, _ verb: SecurityVerb) {
        // Several keychains may have been searched, so the file at fault is named.
        let place = error.keychain.map { " (\($0))" } ?? ""
        let text = Self.texts[error.code.status] ?? Failure(error).message + place
        // Where macOS names the function it is all that is named, which scripts compare.
        self.init(
            verb.failsWithOne ? 1 : error.code.exitStatus,
            "\(verb.function.isEmpty ? verb.name : verb.function): \(text)"
        )
        namesItsSource = true
    }

    /// What scripts look for in messages.
    private static let texts: [Int32: String] = [
        KeychainError.Code.itemNotFound.status:
            "The specified item could not be found in the keychain.",
        KeychainError.Code.duplicateItem.status:
            "The specified item already exists in the keychain.",
    ]
}

extension KeychainError.Code {
    /// What `security` exits with: the lowest byte of the status.
    var exitStatus: Int32 { status & 0xFF }
}
