package import PortableKeychain
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

    /// Reads PEM documents of all kinds, or one object in DER.
    package init(_ content: SecretBytes) throws(KeychainError) {
        let documents = content.withUnsafeBytes { PEMDocuments.ranges(in: $0) }
        guard !documents.isEmpty else {
            try read(der: content)
            return
        }
        for document in documents {
            let part = SecretText.part(of: content, document.range)
            if document.isCertificate {
                certificates += try X509Certificate.all(in: part.withUnsafeBytes { Array($0) })
            } else {
                keys.append(try KeyMaterial(pem: part))
            }
        }
    }

    private mutating func read(der: SecretBytes) throws(KeychainError) {
        let bytes = der.withUnsafeBytes { Array($0.prefix(1 << 20)) }
        if let certificate = try? X509Certificate(der: bytes) {
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

    /// The requests that add all keys and certificates.
    package var additions: [ItemRequest] {
        if let bundle { return bundle.additions([:]) }
        return keys.map { key in
            let half = key.keyClass == .privateKey ? "Private" : "Public"
            // The label that macOS uses, by which scripts find the key.
            return ItemRequest(
                .add,
                itemClass: .key,
                attributes: [.label: .string("Imported \(half) Key")],
                object: .key(key)
            )
        }
            + certificates.map {
                ItemRequest(.add, itemClass: .certificate, object: .certificate($0))
            }
    }
}
