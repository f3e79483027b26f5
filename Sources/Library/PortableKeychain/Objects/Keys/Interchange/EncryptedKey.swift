internal import SwiftASN1

/// A private key under a passphrase: `EncryptedPrivateKeyInfo` (RFC 5958, 3).
///
/// Bundles contain such keys, and the tool reads and writes files of one, as openssl does.
package struct EncryptedKey {
    private let encryption: BundleEncryption
    private let ciphertext: [UInt8]

    /// The label of such a PEM document (RFC 7468, 11).
    private static let label = "ENCRYPTED PRIVATE KEY"

    /// Reads the structure.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for unknown ciphers too.
    init(_ node: ASN1Node) throws(KeychainError) {
        var parts = try DERCursor(node, .sequence)
        encryption = try BundleEncryption(try parts.take(.sequence))
        ciphertext = try parts.take().octets()
        try parts.finish()
    }

    /// Reads the structure from a file.
    ///
    /// - Parameter bytes: The DER, at most 64 KiB.
    /// - Throws: ``KeychainError/Code/undecodable`` for anything else, and for unknown ciphers.
    package init(der bytes: [UInt8]) throws(KeychainError) {
        guard bytes.count <= KeyDER.largest else { throw .noKey }
        try self.init(ASN1Node.bundlePart(bytes[...]))
    }

    /// Reads a PEM document.
    ///
    /// - Parameter text: The text of one document.
    /// - Throws: ``KeychainError/Code/undecodable`` for anything else, and for unknown ciphers.
    package init(pem text: SecretBytes) throws(KeychainError) {
        let document = try PEMKey(text)
        guard document.label == Self.label else { throw .noKey }
        try self.init(der: document.publicDER)
    }

    /// Opens a key whose passphrase nothing has checked yet.
    ///
    /// - Parameter passphrase: UTF-8 text.
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` if the result is not a key: the format
    ///   does not distinguish a wrong passphrase from damage.
    package func key(passphrase: SecretBytes) throws(KeychainError) -> KeyMaterial {
        let passphrase = try BundlePassphrase(passphrase)
        do throws(KeychainError) {
            return try key(passphrase)
        } catch  where error.code == .undecodable {
            throw KeychainError(.authenticationFailed)
        }
    }

    /// Opens the key.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` if it is damaged, or the passphrase is wrong.
    func key(_ passphrase: BundlePassphrase) throws(KeychainError) -> KeyMaterial {
        try KeyMaterial(pkcs8: try encryption.decrypt(ciphertext[...], passphrase))
    }

    /// A private key, encrypted with AES-256 under a key that PBKDF2 derives, which OpenSSL 1.1 and
    /// newer read.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - passphrase: UTF-8 text. All the protection there is: choose a long one.
    ///   - isText: Whether to write a PEM document.
    /// - Returns: The file.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a public key,
    ///   ``KeychainError/Code/authenticationFailed`` for a passphrase that is not text.
    package static func file(
        _ key: KeyMaterial,
        passphrase: SecretBytes,
        isText: Bool
    ) throws(KeychainError) -> SecretBytes {
        let seal = try BundleSeal(
            key.pkcs8(),
            BundlePassphrase(passphrase),
            rounds: BundleSeal.standardRounds
        )
        let der = SecretBytes(DERValue.sequence(seal.algorithm, .octets(seal.ciphertext)).bytes)
        return isText ? PEMKey(label: label, der: der).text() : der
    }
}
