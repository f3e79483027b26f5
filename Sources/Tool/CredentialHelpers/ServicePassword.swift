internal import KeychainctlKit
@_spi(Keepers) package import PortableKeychain

/// A generic password that other programs identify by a service and a user.
package struct ServicePassword {
    private let service: String
    private let username: String?

    /// Identifies a password.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - username: The user; `nil` for any.
    package init(service: String, username: String?) {
        self.service = service
        self.username = username
    }

    /// The attributes that an item must have to match.
    private var attributes: ItemAttributes {
        var attributes: ItemAttributes = [.service: .string(service)]
        if let username { attributes[.account] = .string(username) }
        return attributes
    }

    /// Finds the password and its user; if several users match, the one stored first.
    package func find(in store: HelperStore?) throws(KeychainError) -> (String, SecretBytes)? {
        guard let store, let found = try store.find(.genericPassword, attributes).first,
            let secret = try store.secret(of: found)
        else { return nil }
        return (found.text(.account), secret)
    }

    /// Stores a password.
    package func set(_ password: SecretBytes, in store: HelperStore) throws(KeychainError) {
        if let found = try store.find(.genericPassword, attributes).first,
            try store.change(found, to: password)
        {
            return
        }
        try store.set(password, .genericPassword, attributes, label: service)
    }

    /// Deletes the password; returns whether there was one.
    package func delete(in store: HelperStore?) throws(KeychainError) -> Bool {
        guard let store else { return false }
        let found = try store.find(.genericPassword, attributes)
        for item in found { try store.delete(item) }
        return !found.isEmpty
    }
}
