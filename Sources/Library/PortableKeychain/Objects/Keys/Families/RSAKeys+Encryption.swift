internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials

extension RSAKeys {
    func encrypt(
        _ plaintext: SecretBytes,
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        guard case .rsaEncryption(let padding, let sealing) = scheme else { throw .wrongAlgorithm }
        guard sealing else { return try encryptBlock(plaintext, padding, publicKey) }
        // A strong key deserves a strong session key (item-semantics.md §6.4).
        let size: SymmetricKeySize =
            sizeInBits(publicKey: publicKey) < 4096 ? .bits128 : .bits256
        let key = SymmetricKey(size: size)
        let wrapped = try encryptBlock(SecretBytes(copying: key), padding, publicKey)
        return wrapped + (try KeySealing(key: key, authenticating: publicKey).seal(plaintext))
    }

    func decrypt(
        _ ciphertext: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> SecretBytes {
        guard case .rsaEncryption(let padding, let sealing) = scheme else { throw .wrongAlgorithm }
        guard sealing else { return try decryptBlock(ciphertext[...], padding, privateKey) }
        guard let publicKey = publicKey(of: privateKey) else { throw .noKey }
        let blockLength = (sizeInBits(publicKey: publicKey) + 7) / 8
        let session = try decryptBlock(ciphertext.prefix(blockLength), padding, privateKey)
        guard session.count == 16 || session.count == 32 else { throw .notDecrypted }
        let key = session.withUnsafeBytes { SymmetricKey(data: $0) }
        return try KeySealing(key: key, authenticating: publicKey)
            .open(ciphertext.dropFirst(blockLength))
    }

    private func encryptBlock(
        _ plaintext: SecretBytes,
        _ padding: KeyScheme.EncryptionPadding,
        _ publicKey: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        guard let filling = padding.ofLibrary,
            let key = try? _RSA.Encryption.PublicKey(unsafeDERRepresentation: publicKey)
        else { return try SystemRSA(publicKey: publicKey).encrypt(plaintext, padding) }
        do {
            return [UInt8](try plaintext.withUnsafeBytes { try key.encrypt($0, padding: filling) })
        } catch {
            throw .tooLongForKey
        }
    }

    private func decryptBlock(
        _ ciphertext: ArraySlice<UInt8>,
        _ padding: KeyScheme.EncryptionPadding,
        _ privateKey: SecretBytes
    ) throws(KeychainError) -> SecretBytes {
        guard let filling = padding.ofLibrary,
            let key = try? encryptionKey(privateKey: privateKey)
        else { return try SystemRSA(privateKey: privateKey).decrypt(ciphertext, padding) }
        do {
            var plaintext = try key.decrypt(ciphertext, padding: filling)
            return SecretBytes(moving: &plaintext)
        } catch {
            throw .notDecrypted  // One answer for all causes (Bleichenbacher's attack).
        }
    }
}

extension KeyScheme.EncryptionPadding {
    /// The padding of swift-crypto, if it has it.
    fileprivate var ofLibrary: _RSA.Encryption.Padding? {
        switch self {
        case .pkcs1: ._WEAK_AND_INSECURE_PKCS_V1_5
        case .oaep(.sha1): .PKCS1_OAEP
        case .oaep(.sha256): .PKCS1_OAEP_SHA256
        case .oaep, .none: nil
        }
    }
}
