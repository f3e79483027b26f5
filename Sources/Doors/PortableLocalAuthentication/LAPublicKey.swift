public import Foundation
public import PortableSecurity

/// The public key of a right; any program may use it.
public final class LAPublicKey: NSObject, Sendable {
    private let key: SecKey

    init(_ key: SecKey) { self.key = key }

    /// Gives out the bytes of the key.
    ///
    /// - Parameter handler: Called once, on another thread, with the uncompressed point.
    public func exportBytes(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        RightWork.run(handler) { [key] in
            try Self.bytes { SecKeyCopyExternalRepresentation(key, &$0) }
        }
    }

    /// The bytes of the key, the uncompressed point.
    public var bytes: Data {
        get async throws { try await RightWork.waiting { exportBytes(completion: $0) } }
    }

    /// Whether the key encrypts with an algorithm.
    public func canEncrypt(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .encrypt, algorithm)
    }

    /// Encrypts bytes to the owner of the private key.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - algorithm: The algorithm.
    ///   - handler: Called once, on another thread: with the ciphertext, or with an error of
    ///     `errSecParam`.
    public func encrypt(
        _ data: Data,
        algorithm: SecKeyAlgorithm,
        completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        RightWork.run(handler) { [key] in
            try Self.bytes { SecKeyCreateEncryptedData(key, algorithm, data as NSData, &$0) }
        }
    }

    /// Encrypts bytes to the owner of the private key.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - algorithm: The algorithm.
    /// - Returns: The ciphertext.
    /// - Throws: An error of `errSecParam`.
    public func encrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try await RightWork.waiting { encrypt(data, algorithm: algorithm, completion: $0) }
    }

    /// Whether the key verifies signatures of an algorithm.
    public func canVerify(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .verify, algorithm)
    }

    /// Checks a signature.
    ///
    /// - Parameters:
    ///   - signedData: The data that were signed.
    ///   - signature: The signature.
    ///   - algorithm: The algorithm with which the signature was made.
    ///   - handler: Called once, on another thread, with an error of `errSecVerifyFailed` or
    ///     `errSecParam` unless the signature is right.
    public func verify(
        _ signedData: Data,
        signature: Data,
        algorithm: SecKeyAlgorithm,
        completion handler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        RightWork.run({ (_: Bool?, error) in handler(error) }) { [key] in
            try Self.result {
                SecKeyVerifySignature(
                    key,
                    algorithm,
                    signedData as NSData,
                    signature as NSData,
                    &$0
                ) ? true : nil
            }
        }
    }

    /// Checks a signature, and returns when it is right.
    ///
    /// - Parameters:
    ///   - signedData: The data that were signed.
    ///   - signature: The signature.
    ///   - algorithm: The algorithm with which the signature was made.
    /// - Throws: An error of `errSecVerifyFailed` or `errSecParam`.
    public func verify(
        _ signedData: Data,
        signature: Data,
        algorithm: SecKeyAlgorithm
    ) async throws {
        try await RightWork.waiting { handler in
            verify(signedData, signature: signature, algorithm: algorithm) { handler((), $0) }
        }
    }
}

// MARK: - Functions that report by pointers

extension LAPublicKey {
    /// The result of a function of keys.
    ///
    /// - Throws: The error that it reports instead.
    static func result<R>(
        _ function: (inout Unmanaged<CFError>?) -> R?
    ) throws -> R {
        var error: Unmanaged<CFError>?
        if let result = function(&error) { return result }
        throw error?.takeRetainedValue() ?? LAError(.systemCancel) as any Error
    }

    /// The bytes that a function of keys returns.
    static func bytes(_ function: (inout Unmanaged<CFError>?) -> CFData?) throws -> Data {
        try result(function) as Data
    }
}
