public import PortableKeychain

/// One password under a service and an account, to be read.
///
/// ```swift
/// let password = try KeychainItemStorable(service: "api", account: "anna").readPassword()
/// ```
///
/// It reads what any program stored as UTF-8; of a value that ``KeychainManager`` saved, it reads
/// the JSON.
public struct KeychainItemStorable: Sendable {
    /// The reasons for which a password cannot be returned.
    public enum Error: Swift.Error, Equatable {
        /// There is no such item.
        case passwordNotFound
        /// Any other error: the decimal number of `SecCopyErrorMessageString`.
        case unknownError(String)
        /// The item's data is not text in UTF-8.
        case invalidData
    }

    /// The service of the password.
    public let service: String
    /// The account.
    public let account: String
    private let keychain: PortableKeychain.Keychain?

    /// Names a password; nothing is read yet.
    ///
    /// - Parameters:
    ///   - service: The service of the password.
    ///   - account: The account.
    ///   - keychain: The keychain; `nil` for the current one (`PortableKeychain.Keychain.current`).
    public init(service: String, account: String, in keychain: PortableKeychain.Keychain? = nil) {
        self.service = service
        self.account = account
        self.keychain = keychain
    }

    /// Reads the password.
    ///
    /// - Returns: The password; of several in different access groups, the oldest.
    /// - Throws: ``Error``.
    public func readPassword() throws -> String {
        guard let secret = try find() else { throw Error.passwordNotFound }
        guard let password = secret else { throw Error.invalidData }
        return password
    }

    /// The text of the item, `nil` without an item, and `.some(nil)` where the data is not text.
    private func find() throws(Error) -> String?? {
        do throws(PortableKeychain.KeychainError) {
            let keychain = if let keychain { keychain } else { try Keychain.current }
            switch try keychain.first(
                matching: .genericPassword(service: service, account: account)
            ) {
            case .none: return .none
            case .some(let entry): return .some(entry.secret.string())
            }
        } catch {
            throw .unknownError(String(error.status))
        }
    }
}
