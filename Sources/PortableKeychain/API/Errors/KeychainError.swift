/// Why a keychain did not do what it was asked.
///
/// Compare by ``code``: `catch let error where error.code == .itemNotFound`, or
/// `catch KeychainError.Code.itemNotFound`. Two errors are equal when their codes are. No text in
/// it ever holds a secret or an attribute's value.
public struct KeychainError: Error, Sendable {
    /// What was being done.
    public enum Operation: String, Hashable, Sendable {
        /// Adding an item.
        case add
        /// Searching for items.
        case find
        /// Changing items.
        case update
        /// Removing items.
        case delete
        /// Creating a keychain.
        case create
        /// Opening a keychain.
        case open
        /// Locking a keychain.
        case lock
        /// Unlocking a keychain.
        case unlock
        /// Setting, changing or removing a passcode.
        case passcode
        /// Checking a keychain for damage.
        case verify
        /// Removing a keychain.
        case remove
    }

    /// The cause.
    public let code: Code
    /// What was being done, when known.
    public var operation: Operation?
    /// What is wrong and what to do, for a person.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The cause.
    ///   - operation: What was being done.
    ///   - reason: A sentence for a person; never a secret or an attribute's value.
    public init(_ code: Code, during operation: Operation? = nil, reason: String = "") {
        self.code = code
        self.operation = operation
        self.reason = reason.isEmpty ? code.explanation : reason
    }

    /// The same error, of what was being done.
    func during(_ operation: Operation) -> KeychainError {
        var error = self
        error.operation = operation
        return error
    }

    /// Apple's number for the cause (`OSStatus`).
    public var status: Int32 { code.status }
}

extension KeychainError: Equatable {
    /// Errors are equal when their codes are.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension KeychainError: CustomStringConvertible {
    /// The reason with the name and number of the cause.
    public var description: String {
        let doing = operation.map { "\($0.rawValue): " } ?? ""
        return "\(doing)\(reason) (\(code.name), \(code.status))"
    }
}
