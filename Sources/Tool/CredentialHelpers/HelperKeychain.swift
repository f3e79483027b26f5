package import KeychainctlKit
internal import PortableKeychain

/// The keychain that a helper works on, which is opened at its first use.
///
/// Each helper has one, so that a request that needs no keychain does not open it. The opened
/// keychain is a ``HelperStore``.
package struct HelperKeychain {
    /// Whether it is the default keychain.
    private let isStandard: Bool
    private let open: () throws -> Keychain
    private let openToStore: () throws -> Keychain

    package init(_ choice: KeychainChoice) {
        self.init(
            isStandard: choice.name == nil,
            open: { try choice.open() },
            openToStore: { try choice.openToStore() }
        )
    }

    /// Works on a keychain that is opened in another way.
    ///
    /// - Parameters:
    ///   - isStandard: Whether it is the default keychain.
    ///   - open: Opens it to read.
    ///   - openToStore: Opens it to write, or creates it.
    init(
        isStandard: Bool,
        open: @escaping () throws -> Keychain,
        openToStore: @escaping () throws -> Keychain
    ) {
        (self.isStandard, self.open, self.openToStore) = (isStandard, open, openToStore)
    }

    /// The store to read from; `nil` if the default keychain does not exist yet, which is not an
    /// error for a program that asks whether there is a password.
    ///
    /// - Throws: Any error of opening the keychain.
    package func store() throws -> HelperStore? {
        do {
            return HelperStore(items: Items(keychain: try open()))
        } catch let error as KeychainError where error.code == .noSuchKeychain && isStandard {
            return nil
        }
    }

    /// The store to write to; the default keychain is created at its first use.
    ///
    /// - Throws: Any error of opening the keychain.
    package func storeToWrite() throws -> HelperStore {
        HelperStore(items: Items(keychain: try openToStore()))
    }
}
