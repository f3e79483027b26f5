public import Foundation
internal import PortableKeychain
internal import Synchronization

/// A store for secrets that require user authentication when the first of them is read.
///
/// The authentication is valid until ``requirePromptOnNextAccess()``, or until the last
/// reference to the valet is released. Otherwise it is like ``SecureEnclaveValet``.
public final class SinglePromptSecureEnclaveValet: NSObject, Sendable {
    /// The required user authentication.
    public let accessControl: SecureEnclaveAccessControl
    /// The name of the valet; of one in a shared group without a name, the group.
    public let identifier: Identifier
    private let sandbox: Sandbox
    /// The proofs of the user.
    private let context = Mutex(AuthenticationContext())

    private static let instances = InstanceCache<SinglePromptSecureEnclaveValet>()

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
    ) -> SinglePromptSecureEnclaveValet {
        let sandbox = Sandbox(kind: .singlePrompt, name: name, protection: .proof(accessControl))
        return instances.instance(sandbox) { SinglePromptSecureEnclaveValet($0, accessControl) }
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
    ) -> SinglePromptSecureEnclaveValet { make(.identifier(identifier), accessControl) }

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
    ) -> SinglePromptSecureEnclaveValet { make(.group(groupIdentifier, identifier), accessControl) }

    /// Whether two valets share their values.
    public static func == (lhs: SinglePromptSecureEnclaveValet, rhs: SinglePromptSecureEnclaveValet)
        -> Bool
    {
        lhs.sandbox == rhs.sandbox
    }

    /// Whether another object is a valet with the same values.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SinglePromptSecureEnclaveValet).map { $0 == self } ?? false
    }

    /// A hash of the parts of the place.
    public override var hash: Int { sandbox.hashValue }
}

extension SinglePromptSecureEnclaveValet {
    /// Whether values can be read and written now, without asking the user; it never throws.
    public func canAccessKeychain() -> Bool { entries.canAccessKeychain() }

    /// Stores bytes, in place of the key's present value; the user is not asked.
    ///
    /// - Parameters:
    ///   - object: The bytes, at least one.
    ///   - key: The key, at least one character.
    /// - Throws: ``KeychainError/emptyKey``, ``KeychainError/emptyValue``,
    ///   ``KeychainError/missingEntitlement``, or ``KeychainError/couldNotAccessKeychain``, also
    ///   where no passcode is set; then the old value is kept.
    public func setObject(_ object: Data, forKey key: String) throws {
        try entries.setObject(object, key)
    }

    /// Asks the user unless they were asked before, and reads bytes, or a string as UTF-8.
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
    ) throws -> Data {
        try entries.object(key, prompt: userPrompt, context: context.withLock { $0 })
    }

    /// Whether a key has a value, without asking the user.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether there is one.
    /// - Throws: ``KeychainError/couldNotAccessKeychain``, also for an empty key, or
    ///   ``KeychainError/missingEntitlement``.
    public func containsObject(forKey key: String) throws -> Bool {
        try entries.contains(key)
    }

    /// Stores a string, in place of the key's present value; the user is not asked.
    ///
    /// - Parameters:
    ///   - string: The string, at least one character.
    ///   - key: The key, at least one character.
    /// - Throws: The same errors as ``setObject(_:forKey:)``.
    public func setString(_ string: String, forKey key: String) throws {
        try entries.setString(string, key)
    }

    /// Asks the user unless they were asked before, and reads a string.
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
    ) throws -> String {
        try entries.string(key, prompt: userPrompt, context: context.withLock { $0 })
    }

    /// Forgets the user's proof, so that the next reading asks again.
    public func requirePromptOnNextAccess() {
        // A reading that is under way keeps the old one.
        context.withLock { $0 = AuthenticationContext() }
    }

    /// Asks the user unless they were asked before, and returns the keys that have values.
    ///
    /// - Parameter userPrompt: The reason, for the user; may be empty.
    /// - Returns: The keys.
    /// - Throws: ``KeychainError/userCancelled``, ``KeychainError/missingEntitlement``,
    ///   ``KeychainError/couldNotAccessKeychain``.
    public func allKeys(userPrompt: String) throws -> Set<String> {
        try entries.keys(prompt: userPrompt, context: context.withLock { $0 })
    }

    /// Removes the value of a key, if there is one; the user is not asked.
    ///
    /// - Parameter key: The key.
    /// - Throws: ``KeychainError/emptyKey``, ``KeychainError/missingEntitlement``,
    ///   ``KeychainError/couldNotAccessKeychain``.
    public func removeObject(forKey key: String) throws {
        try entries.remove(key)
    }

    /// Removes all values; the user is not asked.
    ///
    /// - Throws: ``KeychainError/missingEntitlement``, ``KeychainError/couldNotAccessKeychain``.
    public func removeAllObjects() throws { try entries.removeAll() }

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
