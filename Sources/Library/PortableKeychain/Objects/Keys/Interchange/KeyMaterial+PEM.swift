extension KeyMaterial {
    /// Reads a key from a PEM document (RFC 7468): `PRIVATE KEY`, `EC PRIVATE KEY`,
    /// `RSA PRIVATE KEY`, `PUBLIC KEY` or `RSA PUBLIC KEY`, unencrypted.
    ///
    /// - Parameter text: The UTF-8 text of one document, at most 128 KiB; space around it and
    ///   `EC PARAMETERS` before a key, as openssl writes them, are passed over.
    /// - Throws: ``KeychainError/Code/undecodable`` for anything else, encrypted keys among it.
    public convenience init(pem text: SecretBytes) throws(KeychainError) {
        let document = try PEMKey(text)
        switch document.label {
        case "PRIVATE KEY": try self.init(pkcs8: document.der)
        case "EC PRIVATE KEY": try self.init(sec1: document.der)
        case "RSA PRIVATE KEY": try self.init(privateKey: document.der, family: RSAKeys())
        case "PUBLIC KEY": try self.init(subjectPublicKeyInfo: document.publicDER)
        case "RSA PUBLIC KEY": try self.init(publicKey: document.publicDER, family: RSAKeys())
        case "ENCRYPTED PRIVATE KEY": throw .encryptedKey
        default: throw KeychainError(.undecodable, reason: "This PEM document holds no plain key.")
        }
    }

    /// The key as a PEM document: PKCS #8 (`PRIVATE KEY`), unencrypted, or `PUBLIC KEY`.
    ///
    /// - Returns: The UTF-8 text, which ends with a line feed.
    public func pem() throws(KeychainError) -> SecretBytes {
        switch keyClass {
        case .privateKey: return PEMKey(label: "PRIVATE KEY", der: try pkcs8()).text()
        case .publicKey:
            var bytes = try subjectPublicKeyInfo()
            return PEMKey(label: "PUBLIC KEY", der: SecretBytes(moving: &bytes)).text()
        }
    }

    /// A public RSA key as a PEM document of PKCS #1 (`RSA PUBLIC KEY`).
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` for any other key.
    package func rsaPublicPEM() throws(KeychainError) -> SecretBytes {
        guard type == .rsa, keyClass == .publicKey else {
            throw KeychainError(.invalidParameter, reason: "This needs a public RSA key.")
        }
        return PEMKey(label: "RSA PUBLIC KEY", der: externalRepresentation).text()
    }
}
