package import KeychainctlKit
internal import PortableKeychain

/// The keychain that a helper works on, which is opened at its first use.
///
/// Each helper has one, so that a request that needs no keychain does not open it. The opened
/// keychain is a ``HelperStore``.
package struct HelperKeychain {
    private let choice: KeychainChoice

    package init(_ choice: KeychainChoice) { self.choice = choice }

    /// The store to read from; `nil` if the default keychain does not exist yet, which is not an
    /// error for a program that asks whether there is a password.
    ///
    /// - Throws: Any error of opening the keychain.
    package func store() throws -> HelperStore? {
        do {
            return HelperStore(items: Items(keychain: try choice.open()))
        } catch let error as KeychainError
            where error.code == .noSuchKeychain && choice.name == nil
        {
            return nil
        }
    }

    /// The store to write to; the default keychain is created at its first use.
    ///
    /// - Throws: Any error of opening the keychain.
    package func storeToWrite() throws -> HelperStore {
        HelperStore(items: Items(keychain: try choice.openToStore()))
    }
}
