internal import SwiftASN1

/// A bundle of private keys and certificates under a passphrase (PKCS #12, RFC 7292).
///
/// Use it to read and write the `.p12` and `.pfx` files that carry identities between systems. A
/// value holds the decrypted keys and certificates; the passphrase is needed to read a bundle, and
/// is not kept. `Specification/item-semantics.md`, 6.8, specifies how keys and certificates are
/// paired. For PEM files, use ``KeyMaterial/init(pem:)`` and ``X509Certificate/all(in:)``.
public struct PKCS12: Sendable {
    /// A private key with its certificate.
    public struct Identity: Sendable {
        /// The certificate.
        public let certificate: X509Certificate
        /// Its private key.
        public let privateKey: KeyMaterial
        /// The certificate, and those of its issuers that the bundle holds, in this order: each one
        /// carries a signature by the next.
        public let chain: [X509Certificate]
        /// The name that the bundle gives it.
        public let friendlyName: String?
        /// The identifier by which the bundle joins key and certificate.
        package let localKeyID: [UInt8]?
    }

    /// A private key whose certificate is not in the bundle.
    package struct LoneKey: Sendable {
        package let material: KeyMaterial
        /// The name that the bundle gives it.
        package let friendlyName: String?
    }

    /// The private keys that have a certificate.
    public let identities: [Identity]
    /// All certificates, in the order of the bundle.
    public let certificates: [X509Certificate]
    /// The other private keys.
    package let loneKeys: [LoneKey]
    /// The number of secrets, such as secret keys, which are not read.
    package let secretCount: Int
    /// The number of entries of unknown kinds, which are not read.
    package let unknownCount: Int

    /// The largest bundle that is read, in bytes: real ones stay below 1 MB.
    static let lengthLimit = 16 << 20

    /// Reads a bundle.
    ///
    /// The bundle states how many rounds of key derivation it needs. Reading one with as many as are
    /// accepted takes several seconds.
    ///
    /// - Parameters:
    ///   - bytes: The bundle, at most 16 MiB.
    ///   - passphrase: UTF-8 text, possibly empty.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passphrase and for altered
    ///   content, ``KeychainError/Code/undecodable`` for anything else, such as
    ///   bundles without a passphrase, or with keys or certificates of unknown kinds.
    public init(_ bytes: [UInt8], passphrase: SecretBytes) throws(KeychainError) {
        guard bytes.count <= Self.lengthLimit else { throw .malformed }
        let passphrase = try BundlePassphrase(passphrase)
        var outer = try DERCursor(try ASN1Node.bundlePart(bytes[...]), .sequence)
        guard try outer.take(.integer).decoded(Int64.self) == 3 else { throw .malformed }
        let content = try Self.plainContent(try outer.take(.sequence))
        let authentication = try BundleAuthentication(try outer.take(.sequence))
        try outer.finish()
        try authentication.check(content[...], passphrase)

        var contents = SafeContents()
        var parts = try DERCursor(try ASN1Node.bundlePart(content[...]), .sequence)
        while parts.next != nil {
            let part = try parts.take(.sequence)
            try Self.opened(part, passphrase).withArray { bytes throws(KeychainError) in
                try contents.read(bytes[...], passphrase)
            }
        }
        certificates = contents.certificates.map(\.content)
        (identities, loneKeys) = try Self.pairs(contents)
        (secretCount, unknownCount) = (contents.secretCount, contents.unknownCount)
    }

    /// The content of a `ContentInfo` that is not encrypted (RFC 5652, 4).
    private static func plainContent(_ node: ASN1Node) throws(KeychainError) -> [UInt8] {
        var info = try DERCursor(node, .sequence)
        let kind = try info.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        let value = try info.take(.context(0)).only()
        try info.finish()
        guard kind == .plainData, value.identifier == .octetString else { throw .malformed }
        return try value.octets()
    }

    /// The content of a `ContentInfo`, decrypted where it is encrypted (RFC 5652, 8).
    private static func opened(
        _ node: ASN1Node,
        _ passphrase: BundlePassphrase
    ) throws(KeychainError) -> SecretBytes {
        var info = try DERCursor(node, .sequence)
        let kind = try info.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        guard kind == .encryptedData else {
            var content = try plainContent(node)
            return SecretBytes(moving: &content)
        }
        let value = try info.take(.context(0)).only()
        try info.finish()
        var encrypted = try DERCursor(value, .sequence)
        _ = try encrypted.take(.integer)
        var content = try encrypted.open(.sequence)
        guard
            try content.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self) == .plainData
        else { throw .malformed }
        let encryption = try BundleEncryption(try content.take(.sequence))
        let ciphertext = try content.take(.context(0)).octets()
        try content.finish()
        return try encryption.decrypt(ciphertext[...], passphrase)
    }
}

// MARK: - Pairs

extension PKCS12 {
    /// Joins each key with its certificate: by mark, else by name, else by value.
    ///
    /// - Returns: The pairs, and the keys without a certificate.
    private static func pairs(
        _ contents: SafeContents
    ) throws(KeychainError) -> ([Identity], [LoneKey]) {
        var index = BundleIndex(contents.certificates)
        var identities: [Identity] = []
        var loneKeys: [LoneKey] = []
        for key in contents.keys {
            guard let bag = index.partner(of: key) else {
                loneKeys.append(LoneKey(material: key.content, friendlyName: key.friendlyName))
                continue
            }
            let publicKey = try bag.content.publicKey()
            guard publicKey == key.content.publicKey else { throw .malformed }
            identities.append(
                Identity(
                    certificate: bag.content,
                    privateKey: key.content,
                    chain: index.chain(from: bag.content),
                    friendlyName: key.friendlyName ?? bag.friendlyName,
                    localKeyID: key.localKeyID ?? bag.localKeyID
                )
            )
        }
        return (identities, loneKeys)
    }
}

extension ASN1ObjectIdentifier {
    static let plainData: Self = [1, 2, 840, 113549, 1, 7, 1]
    static let encryptedData: Self = [1, 2, 840, 113549, 1, 7, 6]
}
