@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// The keys and certificates of a PEM or DER file.
///
/// It is used by `keychainctl import` and by the verb `import` of the `security` tool. PKCS #12
/// bundles are only recognized here; `PKCS12` reads them.
package struct ObjectFile {
    package private(set) var bundle: PKCS12?
    package var keys: [KeyMaterial] = []
    package var certificates: [X509Certificate] = []

    /// Whether bytes are a PKCS #12 bundle: a sequence that begins with its version, 3.
    package static func isBundle(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.first == 0x30, bytes.count > 8 else { return false }
        let lengthBytes = bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7F)
        // The length is 0x80 if it is indefinite (BER), and has up to five bytes otherwise.
        guard lengthBytes <= 4 else { return false }
        return bytes[(2 + lengthBytes)...].starts(with: [0x02, 0x01, 0x03])
    }

    package init(bundle: PKCS12) { self.bundle = bundle }

    package init(certificates: [X509Certificate]) { self.certificates = certificates }

    /// Whether private keys in a file are encrypted, so that it is read with their passphrase.
    package static func isEncrypted(_ content: SecretBytes) -> Bool {
        let documents = content.withUnsafeBytes { PEMDocuments.ranges(in: $0) }
        guard documents.isEmpty else { return documents.contains { $0.kind == .encryptedKey } }
        return (try? EncryptedKey(der: bytes(content))) != nil
    }

    /// Reads PEM documents of all kinds, or one object in DER.
    ///
    /// - Parameters:
    ///   - content: The file.
    ///   - passphrase: The passphrase of its encrypted keys; without one, they are refused.
    /// - Throws: ``KeychainError``: `undecodable` for anything else, `authenticationFailed` for a
    ///   wrong passphrase.
    package init(
        _ content: SecretBytes,
        passphrase: SecretBytes? = nil
    ) throws(KeychainError) {
        let documents = content.withUnsafeBytes { PEMDocuments.ranges(in: $0) }
        guard !documents.isEmpty else {
            try read(der: content, passphrase)
            return
        }
        for document in documents {
            let part = SecretText.part(of: content, document.range)
            if document.kind == .certificate {
                certificates += try X509Certificate.all(in: part.withUnsafeBytes { Array($0) })
            } else if document.kind == .encryptedKey, let passphrase {
                keys.append(try EncryptedKey(pem: part).key(passphrase: passphrase))
            } else {
                keys.append(try KeyMaterial(pem: part))
            }
        }
    }

    /// The bytes of an object; larger ones are refused later.
    private static func bytes(_ content: SecretBytes) -> [UInt8] {
        content.withUnsafeBytes { Array($0.prefix(1 << 20)) }
    }

    private mutating func read(
        der: SecretBytes,
        _ passphrase: SecretBytes?
    ) throws(KeychainError) {
        let bytes = Self.bytes(der)
        if let passphrase, let encrypted = try? EncryptedKey(der: bytes) {
            keys = [try encrypted.key(passphrase: passphrase)]
        } else if let certificate = try? X509Certificate(der: bytes) {
            certificates = [certificate]
        } else if let key = try? KeyMaterial(pkcs8: der) {
            keys = [key]
        } else if let key = try? KeyMaterial(sec1: der) {
            keys = [key]
        } else if let key = try? KeyMaterial(subjectPublicKeyInfo: bytes) {
            keys = [key]
        } else {
            let halves: [KeyClass] = [.privateKey, .publicKey]
            for half in halves where keys.isEmpty {
                let key = try? KeyMaterial(
                    externalRepresentation: der,
                    type: .rsa,
                    keyClass: half
                )
                keys = key.map { [$0] } ?? []
            }
            guard !keys.isEmpty else { throw KeychainError(.undecodable) }
        }
    }

    /// The label that macOS gives a key without a name, by which scripts find it.
    static func label(of key: KeyMaterial) -> String {
        "Imported \(key.keyClass == .privateKey ? "Private" : "Public") Key"
    }

    /// The requests that add all keys and certificates.
    package var additions: [ItemRequest] {
        if let bundle { return bundle.additions([:]) }
        return keys.map { key in
            ItemRequest(
                .add,
                itemClass: .key,
                attributes: [.label: .string(Self.label(of: key))],
                object: .key(key)
            )
        }
            + certificates.map {
                ItemRequest(.add, itemClass: .certificate, object: .certificate($0))
            }
    }
}
