internal import PortableKeychain

// Secret keys, in any class of items.

extension ItemLocator {
    /// A search for the bytes of the only such key.
    func keyData(
        _ authentication: Authentication = Authentication()
    ) -> ItemSearch<Crypto.KeyData?> {
        one(authentication) { Crypto.KeyData($0) }
    }

    /// A search for the only such key, which throws the error of its type for other bytes.
    func key<K: KeyDataRepresentable>(
        _ authentication: Authentication = Authentication()
    ) -> ItemSearch<K?> {
        one(authentication) { try K(keyData: Crypto.KeyData($0)) }
    }
}
