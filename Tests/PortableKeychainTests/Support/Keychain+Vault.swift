@_spi(Keepers) @testable import PortableKeychain

extension Keychain {
    /// The vault behind a keychain of this library, for tests that look past its rules.
    var vault: Vault? { (keeper as? LocalKeeper)?.vault }
}
