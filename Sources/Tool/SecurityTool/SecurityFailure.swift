internal import KeychainctlKit
internal import PortableKeychain

/// The error with which a verb of `security` ends: a status for scripts and a message for people.
struct SecurityFailure: Error {
    let status: Int32
    /// The message; `nil` if the verb has already printed one.
    private(set) var message: String?
    /// Whether the usage of the verb is printed too.
    var showsUsage = false
    /// Whether the message already begins with the name of the failed function.
    var namesItsSource = false

    init(_ status: Int32, _ message: String?) {
        self.status = status
        self.message = message
    }

    /// The arguments are not valid.
    static func usage(_ message: String? = nil) -> SecurityFailure {
        var failure = SecurityFailure(2, message)
        failure.showsUsage = true
        return failure
    }

    /// The command requires something that this system does not have.
    static func notHere(_ reason: String) -> SecurityFailure {
        SecurityFailure(
            KeychainError.Code.unimplemented.exitStatus,
            "not available here: \(reason)"
        )
    }

    /// Names the keychain of a command in the commands that the message advises.
    ///
    /// - Parameter keychain: The keychain, as for `--keychain`; `nil` for the default one.
    /// - Returns: The failure with the same status.
    func naming(_ keychain: String?) -> SecurityFailure {
        var failure = self
        failure.message = message.map { AdvisedCommand.naming(keychain, in: $0) }
        return failure
    }

    /// Converts an error of the library.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - verb: The verb that ends with it.
    ///   - keychain: The keychain of an error that names none, as for `--keychain`; `nil` for the
    ///     default one.
    init(_ error: KeychainError, _ verb: SecurityVerb, of keychain: String?) {
        // Several keychains may have been searched, so the file at fault is named.
        let place = error.keychain.map { " (\($0))" } ?? ""
        let general = Failure(error, of: keychain).message
            // No verb has this option: it would be the name of a file.
            .replacing("see --help", with: "see 'security help \(verb.name)'")
        let text = Self.texts[error.code.status] ?? general + place
        // If macOS names the function, it does not name the verb; scripts compare the text.
        self.init(
            verb.failsWithOne ? 1 : error.code.exitStatus,
            "\(verb.function.isEmpty ? verb.name : verb.function): \(text)"
        )
        namesItsSource = true
    }

    /// The texts that scripts look for in messages.
    private static let texts: [Int32: String] = [
        KeychainError.Code.itemNotFound.status:
            "The specified item could not be found in the keychain.",
        KeychainError.Code.duplicateItem.status:
            "The specified item already exists in the keychain.",
    ]
}

extension KeychainError.Code {
    /// The exit status of `security`: the lowest byte of the status.
    var exitStatus: Int32 { status & 0xFF }
}
