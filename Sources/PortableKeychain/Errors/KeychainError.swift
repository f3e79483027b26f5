/// Why a keychain did not do what it was asked.
///
/// Compare by ``code``: `catch let error where error.code == .itemNotFound`, or
/// `catch KeychainError.Code.itemNotFound`. Two errors are equal when their codes are. No text in
/// it ever holds a secret or an attribute's value.
public struct KeychainError: Error, Sendable {
    /// What was being done.
    ///
    /// A struct, so that later versions can name more operations.
    public struct Operation: RawRepresentable, Hashable, Sendable {
        /// A stable name.
        public let rawValue: String

        /// Makes an operation from its name, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Adding an item.
        public static let add = Self(rawValue: "add")
        /// Searching for items.
        public static let find = Self(rawValue: "find")
        /// Changing items.
        public static let update = Self(rawValue: "update")
        /// Removing items.
        public static let delete = Self(rawValue: "delete")
        /// Creating a keychain.
        public static let create = Self(rawValue: "create")
        /// Opening a keychain.
        public static let open = Self(rawValue: "open")
        /// Locking a keychain.
        public static let lock = Self(rawValue: "lock")
        /// Unlocking a keychain.
        public static let unlock = Self(rawValue: "unlock")
        /// Setting, changing or removing a passcode.
        public static let passcode = Self(rawValue: "passcode")
        /// Checking a keychain for damage.
        public static let verify = Self(rawValue: "verify")
        /// Removing a keychain.
        public static let remove = Self(rawValue: "remove")
    }

    /// The cause.
    public let code: Code
    /// What was being done, when known.
    public var operation: Operation?
    /// What is wrong and what to do, for a person.
    public let reason: String
    /// The file of the keychain, when known: a program may search several.
    public var keychain: String?

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

    /// The same error, of a keychain; an error that names one keeps it.
    func of(_ keychain: String?) -> KeychainError {
        var error = self
        error.keychain = error.keychain ?? keychain
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
    /// The reason with the name and number of the cause, and the file of the keychain.
    public var description: String {
        let doing = operation.map { "\($0.rawValue): " } ?? ""
        let place = keychain.map { ", \($0)" } ?? ""
        return "\(doing)\(reason) (\(code.name), \(code.status)\(place))"
    }
}
