package import KeychainctlKit
internal import PortableKeychain

/// The keychain that a helper works on, opened no sooner than it is needed.
package struct HelperKeychain {
    private let choice: KeychainChoice

    package init(_ choice: KeychainChoice) { self.choice = choice }

    /// The items to look in; `nil` while there is no default keychain yet, which is no error for a
    /// program that asks whether there is a password.
    ///
    /// - Throws: What opening a keychain throws.
    package func store() throws -> HelperStore? {
        do {
            return HelperStore(items: Items(keychain: try choice.open()))
        } catch let error as KeychainError
            where error.code == .noSuchKeychain && choice.name == nil
        {
            return nil
        }
    }

    /// The items to add to; makes the default keychain at its first use.
    ///
    /// - Throws: What opening a keychain throws.
    package func storeToWrite() throws -> HelperStore {
        HelperStore(items: Items(keychain: try choice.openToStore()))
    }
}
