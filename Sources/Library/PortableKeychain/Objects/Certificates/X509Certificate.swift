internal import Crypto
internal import SwiftASN1

/// An X.509 certificate (RFC 5280), read from its DER.
///
/// Use it to read a certificate, to store one with `keychain.certificates.add(_:for:)`, and to check
/// whether one can be trusted. The properties are those of the RFC's `TBSCertificate`: version,
/// serial number, names, validity, public key and extensions.
///
/// A value holds the bytes as they were read, and nothing in it can be changed: every property is a
/// part of what the issuer signed. Two certificates are equal when their bytes are. The type reads
/// certificates and does not make them; openssl and swift-certificates do, and their DER can be
/// read here.
///
/// Reading a certificate checks only its format. The names, dates and rights in it are claims until
/// ``evaluateTrust(for:anchors:intermediates:at:)`` has found a path to a trusted certificate.
///
/// ```swift
/// import Foundation
///
/// let keychain = try Keychain.default
/// let certificate = try X509Certificate(der: Data(contentsOf: URL(filePath: "server.der")))
/// print(certificate.subjectSummary ?? "", certificate.validity.contains(.now))
/// let roots = try keychain.certificates.all(matching: .certificate(label: "Our root"))
/// try certificate.evaluateTrust(for: .tlsServer(host: "server.example"), anchors: roots)
/// ```
public struct X509Certificate: Sendable {
    /// The certificate as it was given.
    public let der: [UInt8]
    /// 1, 2 or 3.
    public let version: Int
    /// The content of the serial number: a signed number, a leading zero kept.
    public let serialNumber: [UInt8]
    /// The time in which the certificate is valid.
    public let validity: CertificateValidity
    /// The public key with its algorithm, DER.
    public let subjectPublicKeyInfo: [UInt8]
    /// The SHA-1 of the public key's bits, `kSecAttrPublicKeyHash`.
    public let publicKeyHash: [UInt8]
    let issuerName: DistinguishedName
    let subjectName: DistinguishedName
    let extensions: CertificateExtensions
    /// The signed bytes, the algorithm, and the signature.
    let signed: (content: [UInt8], algorithm: SignatureAlgorithm, signature: [UInt8])

    /// The largest certificate that is read, in bytes: real ones stay below 100 KB, and reading a
    /// hostile one takes many times its size.
    static let lengthLimit = 1 << 20

    /// Reads a certificate.
    ///
    /// - Parameter der: One certificate in DER with nothing after it, at most 1 MiB.
    /// - Throws: ``KeychainError/Code/undecodable`` when the bytes are not a certificate.
    public init(der: some Collection<UInt8>) throws(KeychainError) {
        try self.init(bytes: Array(der))
    }

    // Apart: programs would have all of it twice, for any collection and for arrays.
    private init(bytes: [UInt8]) throws(KeychainError) {
        let node = try ASN1Node.reading(bytes, atMost: Self.lengthLimit)
        var outer = try DERCursor(node, .sequence)
        let content = try outer.take(.sequence)
        let algorithm = try outer.take(.sequence)
        let signature = try outer.take(.bitString).decoded(ASN1BitString.self)
        try outer.finish()
        var parts = try DERCursor(content, .sequence)
        version = try Self.version(parts.takeIfPresent(.context(0)))
        serialNumber = Array(try parts.take(.integer).primitive(.integer))
        guard (1...37).contains(serialNumber.count) else { throw .malformed }
        guard
            try SignatureAlgorithm.areSame(try parts.take(.sequence), algorithm)
        else { throw .malformed }
        issuerName = try DistinguishedName(try parts.take(.sequence))
        var moments = try parts.open(.sequence)
        validity = CertificateValidity(
            notBefore: try CertificateTime.date(try moments.take()),
            notAfter: try CertificateTime.date(try moments.take())
        )
        try moments.finish()
        subjectName = try DistinguishedName(try parts.take(.sequence))
        let key = try parts.take(.sequence)
        subjectPublicKeyInfo = Array(key.encodedBytes)
        publicKeyHash = Array(Insecure.SHA1.hash(data: try Self.keyBits(key)))
        _ = parts.takeIfPresent(.context(1))
        _ = parts.takeIfPresent(.context(2))
        extensions = try Self.extensions(parts.takeIfPresent(.context(3)))
        try parts.finish()
        signed = (
            Array(content.encodedBytes), try SignatureAlgorithm(algorithm), Array(signature.bytes)
        )
        der = bytes
    }

    private static func version(_ node: ASN1Node?) throws(KeychainError) -> Int {
        guard let node else { return 1 }
        var parts = try DERCursor(node, .context(0))
        let number = try parts.take(.integer).decoded(Int64.self)
        try parts.finish()
        guard (0...2).contains(number) else { throw .malformed }
        return Int(number) + 1
    }

    private static func keyBits(_ node: ASN1Node) throws(KeychainError) -> ArraySlice<UInt8> {
        var parts = try DERCursor(node, .sequence)
        _ = try parts.take(.sequence)
        let bits = try parts.take(.bitString).decoded(ASN1BitString.self)
        try parts.finish()
        return bits.bytes
    }

    private static func extensions(
        _ node: ASN1Node?
    ) throws(KeychainError) -> CertificateExtensions {
        guard let node else { return CertificateExtensions() }
        var parts = try DERCursor(node, .context(3))
        let extensions = try CertificateExtensions(try parts.take(.sequence))
        try parts.finish()
        return extensions
    }
}

extension X509Certificate: Hashable {
    /// Certificates are equal when their bytes are.
    public static func == (left: Self, right: Self) -> Bool { left.der == right.der }

    /// Feeds the bytes into the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

extension X509Certificate {
    /// The subject's Name, DER.
    public var subject: [UInt8] { subjectName.der }
    /// The issuer's Name, DER.
    public var issuer: [UInt8] { issuerName.der }
    /// The content of the subject's Name in the form in which names compare, `kSecAttrSubject`.
    package var normalizedSubject: [UInt8] { subjectName.normalized }
    /// The content of the issuer's Name in the form in which names compare, `kSecAttrIssuer`.
    package var normalizedIssuer: [UInt8] { issuerName.normalized }
    /// The subject's whole Name in the form in which names compare, DER.
    package var normalizedSubjectName: [UInt8] {
        DERValue(tag: 0x30, content: normalizedSubject).bytes
    }
    /// The issuer's whole Name in the form in which names compare, DER.
    package var normalizedIssuerName: [UInt8] {
        DERValue(tag: 0x30, content: normalizedIssuer).bytes
    }
    /// The key identifier that the certificate states, `kSecAttrSubjectKeyID`.
    package var subjectKeyIdentifier: [UInt8]? { extensions.subjectKeyIdentifier }
    /// The identifier of the issuer's key, if the certificate states it (RFC 5280, 4.2.1.1).
    package var authorityKeyIdentifier: [UInt8]? { extensions.authorityKeyIdentifier }
    /// The host names among the alternative names, unchanged.
    public var dnsNames: [String] { extensions.dnsNames }
    /// The allowed uses of the key; `nil` if the certificate does not restrict them.
    package var keyUsage: KeyUsage? { extensions.keyUsage }
    /// The object identifiers of the purposes of the key, in dotted form; `nil` when it is for any
    /// purpose (RFC 5280, 4.2.1.12).
    public var extendedKeyUsage: [String]? { extensions.purposes }

    /// The public key.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/undecodable`` for a kind of key that is not supported.
    public func publicKey() throws(KeychainError) -> KeyMaterial {
        try KeyMaterial(subjectPublicKeyInfo: subjectPublicKeyInfo)
    }

    /// The bits of the public key, without the algorithm; `nil` never for a certificate that was read.
    var publicKeyBits: [UInt8]? {
        let node = try? ASN1Node.reading(subjectPublicKeyInfo, atMost: Self.lengthLimit)
        return node.flatMap { try? Self.keyBits($0) }.map { Array($0) }
    }

    /// Brings a Name into the form in which names compare: its content, without the outer header.
    ///
    /// - Parameter name: A Name in DER.
    /// - Returns: The normalized content; `nil` when the bytes are not a Name.
    package static func normalizedName(_ name: some Collection<UInt8>) -> [UInt8]? {
        try? DistinguishedName(der: name).normalized
    }

    /// The uses that a certificate allows its key (RFC 5280, 4.2.1.3).
    ///
    /// The two last bits of the RFC, which limit key agreement to one direction, have no name here
    /// and are kept.
    package struct KeyUsage: OptionSet, Hashable, Sendable {
        /// The bits, the first of the RFC in the lowest.
        package let rawValue: UInt16

        /// Makes a set from its bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        init(bits: [UInt8]) {
            var value: UInt16 = 0
            for place in 0..<min(bits.count * 8, 9)
            where bits[place / 8] & (0x80 >> UInt8(place % 8)) != 0 {
                value |= 1 << UInt16(place)
            }
            rawValue = value
        }

        /// Signing data.
        package static let digitalSignature = KeyUsage(rawValue: 1 << 0)
        /// Signing data so that the signer cannot deny it later.
        package static let contentCommitment = KeyUsage(rawValue: 1 << 1)
        /// Encrypting keys.
        package static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
        /// Encrypting data.
        package static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
        /// Agreeing on keys.
        package static let keyAgreement = KeyUsage(rawValue: 1 << 4)
        /// Signing certificates.
        package static let certificateSigning = KeyUsage(rawValue: 1 << 5)
        /// Signing revocation lists.
        package static let revocationListSigning = KeyUsage(rawValue: 1 << 6)
    }
}
