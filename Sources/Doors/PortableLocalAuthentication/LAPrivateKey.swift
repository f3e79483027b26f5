public import Foundation
internal import PortableKeychain
public import PortableSecurity

/// The private key of a right (``LAPersistedRight/key``): on P-256, and at work only while the right
/// is authorized.
///
/// Its operations end with ``LAError/Code/notInteractive`` when the right is not authorized, and with
/// an error of `errSecParam` for algorithms and bytes that do not fit.
public final class LAPrivateKey: NSObject, Sendable {
    private let right: LAPersistedRight
    /// The public half, which works at any time.
    public let publicKey: LAPublicKey

    init(_ right: LAPersistedRight, _ publicKey: LAPublicKey) {
        self.right = right
        self.publicKey = publicKey
    }

    private func use(
        _ handler: @escaping @Sendable (Data?, (any Error)?) -> Void,
        _ function: @escaping @Sendable (SecKey, inout Unmanaged<CFError>?) -> CFData?
    ) {
        RightWork.run(handler) { [right] in
            let key = try right.rights.privateKey(
                right.identifier,
                in: right.authenticationContext
            )
            return try LAPublicKey.bytes { function(SecKey(key), &$0) }
        }
    }

    // MARK: - Signatures

    /// Whether the key signs with an algorithm.
    public func canSign(using algorithm: SecKeyAlgorithm) -> Bool {
        algorithm.isSupported(for: .sign, by: .p256)
    }

    /// Signs bytes.
    ///
    /// - Parameters:
    ///   - data: The message, or its digest, as the algorithm says.
    ///   - algorithm: The algorithm.
    ///   - handler: Called once, on another thread, with the signature or an error.
    public func sign(
        _ data: Data,
        algorithm: SecKeyAlgorithm,
        completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        use(handler) { SecKeyCreateSignature($0, algorithm, data as NSData, &$1) }
    }

    /// Signs bytes.
    ///
    /// - Parameters:
    ///   - data: The message, or its digest, as the algorithm says.
    ///   - algorithm: The algorithm.
    /// - Returns: The signature.
    /// - Throws: The same errors as the other operations.
    public func sign(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try await RightWork.waiting { sign(data, algorithm: algorithm, completion: $0) }
    }

    // MARK: - Encryption

    /// Whether the key decrypts with an algorithm.
    public func canDecrypt(using algorithm: SecKeyAlgorithm) -> Bool {
        algorithm.isSupported(for: .decrypt, by: .p256)
    }

    /// Decrypts data that was encrypted to the public half.
    ///
    /// - Parameters:
    ///   - data: The ciphertext.
    ///   - algorithm: The algorithm with which it was encrypted.
    ///   - handler: Called once, on another thread, with the plaintext or an error.
    public func decrypt(
        _ data: Data,
        algorithm: SecKeyAlgorithm,
        completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        use(handler) { SecKeyCreateDecryptedData($0, algorithm, data as NSData, &$1) }
    }

    /// Decrypts data that was encrypted to the public half.
    ///
    /// - Parameters:
    ///   - data: The ciphertext.
    ///   - algorithm: The algorithm with which it was encrypted.
    /// - Returns: The plaintext.
    /// - Throws: The same errors as the other operations.
    public func decrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try await RightWork.waiting { decrypt(data, algorithm: algorithm, completion: $0) }
    }

    // MARK: - Key agreement

    /// Whether the key agrees on secrets with an algorithm.
    public func canExchangeKeys(using algorithm: SecKeyAlgorithm) -> Bool {
        algorithm.isSupported(for: .keyExchange, by: .p256)
    }

    /// Agrees on a secret with the owner of another key.
    ///
    /// - Parameters:
    ///   - publicKey: The other's public key, an uncompressed point on P-256.
    ///   - algorithm: The algorithm.
    ///   - parameters: `SecKeyKeyExchangeParameter` keys, as for `SecKeyCopyKeyExchangeResult`.
    ///   - handler: Called once, on another thread, with the secret or an error.
    public func exchangeKeys(
        publicKey: Data,
        algorithm: SecKeyAlgorithm,
        parameters: [AnyHashable: Any],
        completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        // A copy, which is never changed; its values are numbers and bytes, or are refused.
        nonisolated(unsafe) let parameters = NSDictionary(dictionary: parameters)
        use(handler) { key, error in
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                kSecAttrKeyClass: kSecAttrKeyClassPublic,
            ]
            let other = SecKeyCreateWithData(
                publicKey as NSData,
                attributes as CFDictionary,
                &error
            )
            guard let other else { return nil }
            return SecKeyCopyKeyExchangeResult(key, algorithm, other, parameters, &error)
        }
    }

    /// Agrees on a secret with the owner of another key.
    ///
    /// - Parameters:
    ///   - publicKey: The other's public key, an uncompressed point on P-256.
    ///   - algorithm: The algorithm.
    ///   - parameters: `SecKeyKeyExchangeParameter` keys, as for `SecKeyCopyKeyExchangeResult`.
    /// - Returns: The secret that both sides get.
    /// - Throws: The same errors as the other operations.
    public func exchangeKeys(
        publicKey: Data,
        algorithm: SecKeyAlgorithm,
        parameters: [AnyHashable: Any]
    ) async throws -> Data {
        try await RightWork.waiting { handler in
            exchangeKeys(
                publicKey: publicKey,
                algorithm: algorithm,
                parameters: parameters,
                completion: handler
            )
        }
    }
}
