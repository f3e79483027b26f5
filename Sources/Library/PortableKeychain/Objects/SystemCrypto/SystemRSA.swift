internal import CKeychainPlatform

/// RSA by the system's OpenSSL: the paddings and sizes of keys that swift-crypto lacks.
struct SystemRSA {
    private let numbers: RSANumbers
    /// PKCS #1 for a private key, SubjectPublicKeyInfo for a public one.
    private let key: SecretBytes
    private let kept: KeptKey?

    /// A private key that OpenSSL has read, which several threads may use at once; OpenSSL overwrites
    /// its memory when the last reference goes.
    final class KeptKey: Sendable {
        // Written by init only.
        nonisolated(unsafe) fileprivate let handle: UnsafeMutableRawPointer

        /// Reads a private key in PKCS #1; `nil` where OpenSSL is missing or refuses it.
        init?(_ privateKey: SecretBytes) {
            guard SystemCrypto.isPresent else { return nil }
            let handle = privateKey.withUnsafeBytes {
                pk_system_rsa_key($0.assumingMemoryBound(to: UInt8.self).baseAddress, $0.count)
            }
            guard let handle else { return nil }
            self.handle = handle
        }

        deinit { pk_system_rsa_key_free(handle) }
    }

    /// Takes a private key in PKCS #1, and the same as OpenSSL has read it if that is kept.
    init(privateKey: SecretBytes, kept: KeptKey? = nil) throws(KeychainError) {
        numbers = try RSANumbers(privateKey: privateKey)
        key = privateKey
        self.kept = kept
    }

    /// Takes a public key in PKCS #1.
    init(publicKey: [UInt8]) throws(KeychainError) {
        numbers = try RSANumbers(publicKey: publicKey)
        key = SecretBytes(try SPKIKey(algorithm: .rsa, key: publicKey).der())
        kept = nil
    }

    /// Whether the numbers of a private key belong together.
    var isConsistent: Bool {
        get throws(KeychainError) {
            try perform(PK_RSA_CHECK, RSAPaddingName(.none, nil), []) != nil
        }
    }

    func sign(
        _ bytes: [UInt8],
        _ padding: KeyScheme.SignaturePadding,
        _ input: KeyScheme.Input,
        _ hash: KeyHash?
    ) throws(KeychainError) -> [UInt8] {
        let block = try block(bytes, padding, input, hash)
        let signature = try perform(PK_RSA_SIGN, RSAPaddingName(padding, hash), block)
        guard let signature else { throw .tooLongForKey }
        return signature.withUnsafeBytes { [UInt8]($0) }
    }

    func isValid(
        _ signature: [UInt8],
        of bytes: [UInt8],
        _ padding: KeyScheme.SignaturePadding,
        _ input: KeyScheme.Input,
        _ hash: KeyHash?
    ) throws(KeychainError) -> Bool {
        // As long as the modulus (RFC 8017, 8.1.2 and 8.2.2).
        guard signature.count == numbers.blockLength else { return false }
        let block = try block(bytes, padding, input, hash)
        return try perform(PK_RSA_VERIFY, RSAPaddingName(padding, hash), block, signature) != nil
    }

    func encrypt(
        _ plaintext: SecretBytes,
        _ padding: KeyScheme.EncryptionPadding
    ) throws(KeychainError) -> [UInt8] {
        let ciphertext = try plaintext.withArray { array throws(KeychainError) in
            var block = padding == .none ? try filled(array) : array
            defer { block.withUnsafeMutableBytes { SecretBytes.zero($0) } }
            return try perform(PK_RSA_ENCRYPT, RSAPaddingName(padding), block)
        }
        guard let ciphertext else { throw .tooLongForKey }
        return ciphertext.withUnsafeBytes { [UInt8]($0) }
    }

    /// - Throws: ``KeychainError/Code/invalidParameter``, the same for all causes.
    func decrypt(
        _ ciphertext: ArraySlice<UInt8>,
        _ padding: KeyScheme.EncryptionPadding
    ) throws(KeychainError) -> SecretBytes {
        guard ciphertext.count == numbers.blockLength,
            let plaintext = try perform(PK_RSA_DECRYPT, RSAPaddingName(padding), Array(ciphertext))
        else { throw .notDecrypted }
        return plaintext
    }

    /// The bytes to sign: a digest, or without a hash the bytes themselves.
    private func block(
        _ bytes: [UInt8],
        _ padding: KeyScheme.SignaturePadding,
        _ input: KeyScheme.Input,
        _ hash: KeyHash?
    ) throws(KeychainError) -> [UInt8] {
        guard let hash else { return padding == .none ? try filled(bytes) : bytes }
        guard input == .message else {
            guard bytes.count == hash.length else { throw .wrongDigestLength }
            return bytes
        }
        guard let function = hash.function else { throw .noSystemCrypto }
        return function.bytes(hashing: bytes)
    }

    /// Without padding, bytes are a number: zeroes in front change nothing.
    private func filled(_ bytes: [UInt8]) throws(KeychainError) -> [UInt8] {
        guard bytes.count <= numbers.blockLength else { throw .tooLongForKey }
        return [UInt8](repeating: 0, count: numbers.blockLength - bytes.count) + bytes
    }

    /// Carries an operation out; `nil` where OpenSSL refuses it.
    private func perform(
        _ operation: Int32,
        _ padding: RSAPaddingName,
        _ input: [UInt8],
        _ signature: [UInt8] = []
    ) throws(KeychainError) -> SecretBytes? {
        guard SystemCrypto.isPresent else { throw .noSystemCrypto }
        var count = 0
        let result = SecretBytes(count: numbers.blockLength) { room in
            count = key.withUnsafeBytes { key in
                input.withUnsafeBufferPointer { input in
                    signature.withUnsafeBufferPointer { signature in
                        padding.withCStrings { padding, hash in
                            var call = pk_rsa_call()
                            call.operation = operation
                            let bytes = key.assumingMemoryBound(to: UInt8.self)
                            (call.key, call.key_count) = (bytes.baseAddress, bytes.count)
                            call.kept_key = kept?.handle
                            (call.padding, call.hash) = (padding, hash)
                            (call.input, call.input_count) = (input.baseAddress, input.count)
                            call.signature = signature.baseAddress
                            call.signature_count = signature.count
                            let output = room.assumingMemoryBound(to: UInt8.self)
                            (call.output, call.output_count) = (output.baseAddress, output.count)
                            return pk_system_rsa(&call)
                        }
                    }
                }
            }
        }
        guard count != Int(PK_RSA_ABSENT) else { throw .noSystemCrypto }
        return count < 0 ? nil : result.prefix(count)
    }
}

/// A padding in OpenSSL's words.
private struct RSAPaddingName {
    private let name: String
    private let hash: String?

    init(_ padding: KeyScheme.SignaturePadding, _ hash: KeyHash?) {
        switch padding {
        case .none: name = "none"
        case .pkcs1: name = "pkcs1"
        case .pss: name = "pss"
        }
        self.hash = hash?.rawValue
    }

    init(_ padding: KeyScheme.EncryptionPadding) {
        switch padding {
        case .none: (name, hash) = ("none", nil)
        case .pkcs1: (name, hash) = ("pkcs1", nil)
        case .oaep(let hash): (name, self.hash) = ("oaep", hash.rawValue)
        }
    }

    func withCStrings<R>(
        _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>?) -> R
    ) -> R {
        name.withCString { name in
            guard let hash else { return body(name, nil) }
            return hash.withCString { body(name, $0) }
        }
    }
}

extension KeychainError {
    /// The error if the system lacks the library of an algorithm.
    static var noSystemCrypto: KeychainError {
        KeychainError(.unimplemented, reason: SystemCrypto.advice)
    }

    /// More than a block of the key holds.
    static var tooLongForKey: KeychainError {
        KeychainError(.invalidParameter, reason: "This is too long for the key.")
    }
}
