public import KeychainEssentials

extension KeychainQuery where Item == KeyItem {
    /// Keys with the given values; an omitted value matches anything.
    ///
    /// - Parameters:
    ///   - tag: The name that your program gave the key.
    ///   - label: The complete label.
    ///   - keyClass: Public or private.
    ///   - type: The algorithm.
    ///   - applicationLabel: The SHA-1 of the public key, as ``KeyMaterial/applicationLabel``;
    ///     equal in both halves of a pair.
    /// - Returns: The query.
    public static func key(
        tag: String? = nil,
        label: String? = nil,
        keyClass: KeyClass? = nil,
        type: KeyType? = nil,
        applicationLabel: [UInt8]? = nil
    ) -> Self {
        all.with(.applicationTag, tag.map { .data(Data($0.utf8)) })
            .with(.label, label.map { .string($0) })
            .with(.keyClass, keyClass.map { .string($0.rawValue) })
            .with(.type, type.map { .string($0.rawValue) })
            .with(.applicationLabel, applicationLabel.map { .data(Data($0)) })
    }
}

extension KeychainQuery where Item == CertificateItem {
    /// Certificates with the given values; an omitted value matches anything.
    ///
    /// - Parameters:
    ///   - label: The complete label, by default a summary of the subject.
    ///   - subject: The subject: a DER name as ``X509Certificate/subject``, or a
    ///     ``CertificateItemAttributes/subject``.
    ///   - issuer: The issuer, in the same formats.
    ///   - serialNumber: The serial number, as ``X509Certificate/serialNumber``.
    ///   - publicKeyHash: The SHA-1 of the public key, as ``KeyMaterial/applicationLabel``.
    /// - Returns: The query.
    public static func certificate(
        label: String? = nil,
        subject: [UInt8]? = nil,
        issuer: [UInt8]? = nil,
        serialNumber: [UInt8]? = nil,
        publicKeyHash: [UInt8]? = nil
    ) -> Self {
        all.with(.label, label.map { .string($0) })
            .with(.subject, subject.map(normalized))
            .with(.issuer, issuer.map(normalized))
            .with(.serialNumber, serialNumber.map { .data(Data($0)) })
            .with(.publicKeyHash, publicKeyHash.map { .data(Data($0)) })
    }
}

extension KeychainQuery where Item == IdentityItem {
    /// Identities with the given values; an omitted value matches anything.
    ///
    /// - Parameters:
    ///   - label: The complete label of the certificate.
    ///   - issuer: The issuer of the certificate: a DER name as ``X509Certificate/issuer``, or a
    ///     ``CertificateItemAttributes/issuer``.
    ///   - tag: The name that your program gave the key.
    /// - Returns: The query.
    public static func identity(
        label: String? = nil,
        issuer: [UInt8]? = nil,
        tag: String? = nil
    ) -> Self {
        all.with(.label, label.map { .string($0) })
            .with(.issuer, issuer.map(normalized))
            .with(.applicationTag, tag.map { .data(Data($0.utf8)) })
    }
}

extension KeychainQuery where Item: CertificateItemAttributes {
    /// Items whose certificate is valid at a date; only for searches.
    ///
    /// - Parameter moment: The date; `nil` for now.
    /// - Returns: The narrower query.
    public func validOn(_ moment: Date? = nil) -> Self {
        filtered(.validOnDate(moment))
    }

    /// Items whose certificate contains an e-mail address; only for searches.
    ///
    /// - Parameter address: The address.
    /// - Returns: The narrower query.
    public func emailAddress(_ address: String) -> Self { filtered(.emailAddress(address)) }

    /// Items whose certificate was issued by another certificate, directly or through certificates
    /// in the keychain; only for searches.
    ///
    /// Only names are compared; signatures are not checked.
    ///
    /// - Parameter issuer: The certificate of the issuer.
    /// - Returns: The narrower query.
    public func issuedBy(_ issuer: X509Certificate) -> Self {
        filtered(.issuers([issuer.subject]))
    }

    /// A name in the normalized form in which items store it.
    private static func normalized(_ name: [UInt8]) -> AttributeValue {
        .data(Data(X509Certificate.normalizedName(name) ?? name))
    }
}
