/// The error of every operation on a keychain.
///
/// Compare the ``code``: `catch let error where error.code == .itemNotFound`, or `catch
/// KeychainError.Code.itemNotFound`. Two errors are equal when their codes are.
///
/// ``reason`` is a sentence for the user, which states the problem and the next step. Show that one, and
/// not Foundation's `localizedDescription`, which names neither. An error is safe to log: no text in it
/// contains a secret or the value of an attribute.
///
/// ```swift
/// do {
///     let keychain = try Keychain.default
///     try keychain.set("s3cret", for: GenericPassword(service: "api"))
/// } catch let error as KeychainError where error.code == .locked {
///     print("Unlock the keychain first.")
/// } catch let error as KeychainError {
///     print(error.reason, error.status)
/// }
/// ```
public struct KeychainError: Error, Sendable {
    /// An operation on a keychain, as errors name it.
    ///
    /// A struct and not an enum, so that later versions can add operations.
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
        /// Replacing all keys of a keychain.
        public static let rotate = Self(rawValue: "rotate")
        /// Removing a keychain.
        public static let remove = Self(rawValue: "remove")
    }

    /// The cause.
    public let code: Code
    /// The operation that failed, if it is known.
    public var operation: Operation?
    /// The problem and the next step, as a sentence for the user.
    public let reason: String
    /// The file of the keychain, if it is known: a program can search several.
    public var keychain: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The cause.
    ///   - operation: The operation that failed.
    ///   - reason: A sentence for the user, by default that of the code; it must not contain a
    ///     secret or the value of an attribute.
    public init(_ code: Code, during operation: Operation? = nil, reason: String = "") {
        self.code = code
        self.operation = operation
        self.reason = reason.isEmpty ? code.explanation : reason
    }

    /// The same error with the operation that failed.
    func during(_ operation: Operation) -> KeychainError {
        var error = self
        error.operation = operation
        return error
    }

    /// The same error with the file of a keychain; an error that already has one keeps it.
    func of(_ keychain: String?) -> KeychainError {
        var error = self
        error.keychain = error.keychain ?? keychain
        return error
    }

    /// The error of opening a keychain, for callers that know only Apple's numbers.
    ///
    /// A keychain whose file cannot be read is ``Code/notAvailable``, for whatever reason, which is
    /// kept (item-semantics.md §3.1).
    package var ofUnavailable: KeychainError {
        let unreadable: [Code] = [
            .readOnly, .inputOutput, .unsafePermissions, .notAKeychain, .noSuchKeychain,
        ]
        return unreadable.contains(code) ? KeychainError(.notAvailable, reason: reason) : self
    }

    /// Apple's number for the cause (`OSStatus`).
    public var status: Int32 { code.status }
}

extension KeychainError: Equatable {
    /// Errors are equal when their codes are.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension KeychainError: CustomStringConvertible {
    /// The operation and the reason, with the name and number of the cause, and the keychain's
    /// file.
    public var description: String {
        let doing = operation.map { "\($0.rawValue): " } ?? ""
        let place = keychain.map { ", \($0)" } ?? ""
        return "\(doing)\(reason) (\(code.name), \(code.status)\(place))"
    }
}
