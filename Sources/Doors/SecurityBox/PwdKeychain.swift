@_spi(Keepers) public import PortableKeychain

/// One password under a service and an account, in the manner of SecurityBox.
///
/// ```swift
/// let password = PwdKeychain(service: "com.example.app", account: "ann")
/// try password.savePassword("s3cret")
/// try password.readPassword()
/// ```
public struct PwdKeychain: Sendable {
    /// The errors of all methods, also under their short name.
    public typealias PwdKeychainError = SecurityBox.PwdKeychainError

    /// The account, as ``renameAccount(_:)`` left it.
    public private(set) var account: String
    private let service: String
    private let accessGroup: String?
    private let keychain: Keychain?

    /// Names a password; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - service: The service of the password.
    ///   - account: The account.
    ///   - accessGroup: The group of the item; `nil` for a new item in the first of the caller's
    ///     groups, and for an existing one in any of them.
    ///   - keychain: The keychain; `nil` for the current one (`PortableKeychain.Keychain.current`).
    public init(
        service: String,
        account: String,
        accessGroup: String? = nil,
        in keychain: Keychain? = nil
    ) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
        self.keychain = keychain
    }

    private var matching: KeychainQuery<GenericPassword> {
        Self.matching(service: service, account: account, accessGroup: accessGroup)
    }

    private static func matching(
        service: String,
        account: String?,
        accessGroup: String?
    ) -> KeychainQuery<GenericPassword> {
        .genericPassword(service: service, account: account)
            .with(.accessGroup, accessGroup.map { .string($0) })
    }
}

extension PwdKeychain {
    /// Reads the password.
    ///
    /// - Returns: The password; of several in different access groups, the oldest.
    /// - Throws: ``PwdKeychainError/noPassword`` when there is no item,
    ///   ``PwdKeychainError/unexpectedPasswordData`` when its data is not text, else
    ///   ``PwdKeychainError/unhandledError(status:)``.
    public func readPassword() throws -> String {
        let (isFound, password) = try asking { keychain throws(KeychainError) in
            switch try keychain.first(matching: matching) {
            case .none: (false, String?.none)
            case .some(let entry): (true, entry.secret.string())
            }
        }
        guard isFound else { throw PwdKeychainError.noPassword }
        guard let password else { throw PwdKeychainError.unexpectedPasswordData }
        return password
    }

    /// Saves the password, whether there is one already or not, in one step.
    ///
    /// - Parameter password: The password; may be empty.
    /// - Throws: ``PwdKeychainError/unhandledError(status:)``.
    public func savePassword(_ password: String) throws {
        let item = GenericPassword(service: service, account: account, accessGroup: accessGroup)
        try asking { keychain throws(KeychainError) in
            guard accessGroup == nil else { return try keychain.set(password, for: item) }
            // The item that would be read can be in any of the caller's groups.
            try keychain.set(password, for: item, matching: matching)
        }
    }

    /// Gives the item another account; without an item, the next one saved has it.
    ///
    /// - Parameter newAccountName: The account.
    /// - Throws: ``PwdKeychainError/unhandledError(status:)``, with `errSecDuplicateItem` when that
    ///   account has a password; then nothing was changed.
    public mutating func renameAccount(_ newAccountName: String) throws {
        try asking { keychain throws(KeychainError) in
            _ = try keychain.update(matching: matching) { $0.account = newAccountName }
        }
        account = newAccountName
    }

    /// Deletes the item, if there is one.
    ///
    /// - Throws: ``PwdKeychainError/unhandledError(status:)``.
    public func deleteItem() throws {
        try asking { keychain throws(KeychainError) in _ = try keychain.delete(matching: matching) }
    }

    /// Finds the passwords of a service.
    ///
    /// - Parameters:
    ///   - service: The service of the passwords.
    ///   - account: The account; `nil` for all.
    ///   - accessGroup: The group of the items; `nil` for all of the caller's.
    ///   - keychain: The keychain; `nil` for the current one (`PortableKeychain.Keychain.current`).
    /// - Returns: The passwords, each with its group; empty if there are none.
    /// - Throws: ``PwdKeychainError/unexpectedItemData`` when an account is not text, else
    ///   ``PwdKeychainError/unhandledError(status:)``.
    public static func items(
        service: String,
        account: String? = nil,
        accessGroup: String? = nil,
        in keychain: Keychain? = nil
    ) throws -> [PwdKeychain] {
        let matching = matching(service: service, account: account, accessGroup: accessGroup)
        let found = try asking(keychain) { keychain throws(KeychainError) in
            try keychain.items(matching: matching)
        }
        return try found.map { item in
            if case .data = item.attributes[.account] { throw PwdKeychainError.unexpectedItemData }
            return PwdKeychain(
                service: service,
                account: item.account,
                accessGroup: item.accessGroup,
                in: keychain
            )
        }
    }

    private func asking<R>(_ body: (Keychain) throws(KeychainError) -> R) throws -> R {
        try Self.asking(keychain, body)
    }

    private static func asking<R>(
        _ keychain: Keychain?,
        _ body: (Keychain) throws(KeychainError) -> R
    ) throws -> R {
        do throws(KeychainError) {
            let keychain = if let keychain { keychain } else { try Keychain.current }
            return try body(keychain)
        } catch {
            throw PwdKeychainError.unhandledError(status: error.status)
        }
    }
}
