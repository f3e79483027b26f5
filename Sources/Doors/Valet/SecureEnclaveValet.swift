public import Foundation
internal import PortableKeychain

/// A store for secrets that require user authentication whenever they are read.
///
/// They are sealed under what the user proves (Specification/vault-format.md §12), so an unlocked
/// keychain is not enough. Where the keychain has a token, they are also encrypted to a key that
/// never leaves it. The keychain needs a passcode and an authenticator that can ask for it
/// (`Keychain.Configuration.authenticator`); the values go when the passcode is removed.
public final class SecureEnclaveValet: NSObject, Sendable {
    /// The required user authentication.
    public let accessControl: SecureEnclaveAccessControl
    /// The name of the valet; of one in a shared group without a name, the group.
    public let identifier: Identifier
    private let sandbox: Sandbox

    private static let instances = InstanceCache<SecureEnclaveValet>()

    @available(*, unavailable)
    public override init() { fatalError("Valets come from the functions of this class.") }

    private init(_ sandbox: Sandbox, _ accessControl: SecureEnclaveAccessControl) {
        self.sandbox = sandbox
        self.accessControl = accessControl
        identifier = sandbox.identifier
    }

    private static func make(
        _ name: Sandbox.Name,
        _ accessControl: SecureEnclaveAccessControl
    ) -> SecureEnclaveValet {
        let sandbox = Sandbox(kind: .secureEnclave, name: name, protection: .proof(accessControl))
        return instances.instance(sandbox) { SecureEnclaveValet($0, accessControl) }
    }

    private var entries: Entries { Entries(sandbox: sandbox) }

    /// Finds or makes a valet of the program's own.
    ///
    /// - Parameters:
    ///   - identifier: The name.
    ///   - accessControl: The required user authentication.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func valet(
        with identifier: Identifier,
        accessControl: SecureEnclaveAccessControl
    ) -> SecureEnclaveValet { make(.identifier(identifier), accessControl) }

    /// Finds or makes a valet whose values several programs share.
    ///
    /// - Parameters:
    ///   - groupIdentifier: The group, which the keychain's configuration has to name.
    ///   - identifier: A name within the group.
    ///   - accessControl: The required user authentication.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func sharedGroupValet(
        with groupIdentifier: SharedGroupIdentifier,
        identifier: Identifier? = nil,
        accessControl: SecureEnclaveAccessControl
    ) -> SecureEnclaveValet { make(.group(groupIdentifier, identifier), accessControl) }

    /// Whether two valets share their values.
    public static func == (lhs: SecureEnclaveValet, rhs: SecureEnclaveValet) -> Bool {
        lhs.sandbox == rhs.sandbox
    }

    /// Whether another object is a valet with the same values.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecureEnclaveValet).map { $0 == self } ?? false
    }

    /// A hash of the parts of the place.
    public override var hash: Int { sandbox.hashValue }
}

extension SecureEnclaveValet {
    /// Whether values can be read and written now, without asking the user; it never throws.
    ///
    /// `false` also where the token that the values are encrypted to does not answer.
    public func canAccessKeychain() -> Bool { entries.canAccessKeychain() }

    /// Stores bytes, in place of the key's present value; the user is not asked.
    ///
    /// - Parameters:
    ///   - object: The bytes, at least one.
    ///   - key: The key, at least one character.
    /// - Throws: ``KeychainError/emptyKey``, ``KeychainError/emptyValue``,
    ///   ``KeychainError/missingEntitlement``, or ``KeychainError/couldNotAccessKeychain``, also
    ///   where no passcode is set, or the token is gone to which this valet encrypts its values;
    ///   then the old value is kept. ``removeAllObjects()`` starts over with the token of today.
    public func setObject(_ object: Data, forKey key: String) throws(KeychainError) {
        try entries.setObject(object, key)
    }

    /// Asks the user, and reads bytes, or a string as UTF-8.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - userPrompt: The reason, for the user; may be empty.
    /// - Returns: The bytes.
    /// - Throws: ``KeychainError/emptyKey``, ``KeychainError/itemNotFound``,
    ///   ``KeychainError/userCancelled``, ``KeychainError/missingEntitlement``, or
    ///   ``KeychainError/couldNotAccessKeychain``, also if the user cannot be asked.
    public func object(
        forKey key: String,
        withPrompt userPrompt: String
    ) throws(KeychainError) -> Data { try entries.object(key, prompt: userPrompt) }

    /// Whether a key has a value, without asking the user.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether there is one.
    /// - Throws: ``KeychainError/couldNotAccessKeychain``, also for an empty key, or
    ///   ``KeychainError/missingEntitlement``.
    public func containsObject(forKey key: String) throws(KeychainError) -> Bool {
        try entries.contains(key)
    }

    /// Stores a string, in place of the key's present value; the user is not asked.
    ///
    /// - Parameters:
    ///   - string: The string, at least one character.
    ///   - key: The key, at least one character.
    /// - Throws: The same errors as ``setObject(_:forKey:)``.
    public func setString(_ string: String, forKey key: String) throws(KeychainError) {
        try entries.setString(string, key)
    }

    /// Asks the user, and reads a string.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - userPrompt: The reason, for the user; may be empty.
    /// - Returns: The string.
    /// - Throws: The same errors as ``object(forKey:withPrompt:)``; ``KeychainError/itemNotFound``
    ///   also for bytes that are not UTF-8.
    public func string(
        forKey key: String,
        withPrompt userPrompt: String
    ) throws(KeychainError) -> String { try entries.string(key, prompt: userPrompt) }

    /// Removes the value of a key, if there is one; the user is not asked.
    ///
    /// - Parameter key: The key.
    /// - Throws: ``KeychainError/emptyKey``, ``KeychainError/missingEntitlement``,
    ///   ``KeychainError/couldNotAccessKeychain``.
    public func removeObject(forKey key: String) throws(KeychainError) {
        try entries.remove(key)
    }

    /// Removes all values, and the key in the token that they are encrypted to; the user is not asked.
    ///
    /// This also starts over after the token was replaced: the next value gets a key in the new one.
    ///
    /// - Throws: ``KeychainError/missingEntitlement``, ``KeychainError/couldNotAccessKeychain``.
    public func removeAllObjects() throws(KeychainError) { try entries.removeAll() }

    /// Copies or moves the items that match a query.
    ///
    /// - Parameters:
    ///   - query: Generic passwords, by Apple's keys: `kSecClass`, `kSecAttrService` and other
    ///     attributes.
    ///   - removeOnCompletion: Whether the items go from where they were, in the same step.
    /// - Throws: ``MigrationError``, ``KeychainError/itemNotFound`` when nothing matches, or
    ///   another ``KeychainError``; then nothing was written.
    public func migrateObjects(
        matching query: [String: AnyHashable],
        removeOnCompletion: Bool
    ) throws { try entries.migrate(matching: query, removing: removeOnCompletion) }

    /// Copies or moves the values of a valet that does not require user authentication.
    ///
    /// - Parameters:
    ///   - valet: The other valet.
    ///   - removeOnCompletion: Whether the values go from there, in the same step.
    /// - Throws: The same errors as the form with a query.
    public func migrateObjects(from valet: Valet, removeOnCompletion: Bool) throws {
        try entries.migrate(from: valet, removing: removeOnCompletion)
    }
}

extension Sandbox {
    /// The values of the plain valet of the same name, which live as long as the passcode, too.
    ///
    /// Its canary shows whether this valet can be used, without prompting the user.
    var withoutProof: Entries {
        Entries(
            sandbox: Sandbox(
                kind: .valet,
                name: name,
                protection: .accessibility(.whenPasscodeSetThisDeviceOnly)
            )
        )
    }
}
