internal import CryptoExtras
internal import Synchronization

/// One private RSA key in the forms in which swift-crypto uses it.
///
/// Reading a private key takes several times as long as a signature, because BoringSSL checks that
/// its numbers belong together. So the key stays parsed from its first use until the ``KeyMaterial``
/// that owns this object goes; BoringSSL overwrites the memory then.
final class RSAKeyMemory: Sendable {
    /// A key that several threads may use at once.
    ///
    /// Unchecked: swift-crypto marks only its keys for signing as `Sendable`, but those for encryption
    /// own the same object, which is.
    private struct Parsed<Key>: @unchecked Sendable {
        let key: Key
    }

    private let signing = Mutex<Parsed<_RSA.Signing.PrivateKey>?>(nil)
    private let encryption = Mutex<Parsed<_RSA.Encryption.PrivateKey>?>(nil)
    private let system = Mutex<Parsed<SystemRSA.KeptKey?>?>(nil)

    func signingKey(
        _ read: () throws -> _RSA.Signing.PrivateKey
    ) rethrows -> _RSA.Signing.PrivateKey {
        try Self.key(in: signing, read)
    }

    func encryptionKey(
        _ read: () throws -> _RSA.Encryption.PrivateKey
    ) rethrows -> _RSA.Encryption.PrivateKey {
        try Self.key(in: encryption, read)
    }

    /// The key as the system's OpenSSL has read it; `nil` if it has not.
    func systemKey(_ read: () -> SystemRSA.KeptKey?) -> SystemRSA.KeptKey? {
        Self.key(in: system, read)
    }

    private static func key<Key>(
        in memory: borrowing Mutex<Parsed<Key>?>,
        _ read: () throws -> Key
    ) rethrows -> Key {
        if let parsed = memory.withLock({ $0 }) { return parsed.key }
        // Outside of the lock, because it takes long. Two threads may both read a new key.
        let parsed = Parsed(key: try read())
        memory.withLock { $0 = parsed }
        return parsed.key
    }
}
