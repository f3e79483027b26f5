package import KeychainEssentials
internal import SwiftASN1

/// An authority's answer whether certificates were revoked (RFC 6960, 4.2.1), as read.
///
/// Reading checks only the format: everybody can make one. ``answers(about:issuedBy:at:)`` gives what it
/// says as far as it is signed, current and about the certificate in question.
package struct OCSPResponse: Sendable {
    /// The answer about one certificate.
    package struct Answer: Sendable {
        let certificate: OCSPCertificateIdentifier
        /// The status that the answer states.
        package let status: Status
        /// The first moment at which it is known to be right.
        package let firstMoment: Date
        /// The last moment at which it counts.
        package let lastMoment: Date

        /// Whether the certificate was revoked.
        var isRevoked: Bool { if case .revoked = status { true } else { false } }
    }

    /// Whether a certificate was revoked.
    package enum Status: Sendable {
        case good
        /// The certificate was revoked, at a moment, and for a reason by its number if one is
        /// stated (RFC 5280, 5.3.1).
        case revoked(Date, reason: Int?)
        /// The authority does not know the certificate.
        case unknown
    }

    /// The one that says it has signed.
    enum Responder: Sendable {
        /// The subject, in the form in which names compare.
        case name([UInt8])
        /// The SHA-1 of the public key's bits.
        case key([UInt8])
    }

    let responder: Responder
    let answers: [Answer]
    /// The signed bytes, the algorithm, and the signature.
    let signed: (content: [UInt8], algorithm: SignatureAlgorithm, signature: [UInt8])
    /// Certificates that may be the signer's.
    let certificates: [X509Certificate]
    /// Whether it has a critical extension: none is supported.
    let hasCriticalExtension: Bool

    /// The largest response that is read, in bytes: real ones have a few thousand.
    static let lengthLimit = 1 << 17
    /// The most answers and certificates that are read.
    private static let answerLimit = 256
    private static let certificateLimit = 8

    /// Reads a response.
    ///
    /// - Parameter der: An `OCSPResponse` in DER with nothing after it, at most 128 KiB.
    /// - Throws: ``KeychainError/Code/undecodable`` when the bytes are none, or one without answers.
    package init(der: some Collection<UInt8>) throws(KeychainError) {
        var outer = try DERCursor(ASN1Node.reading(der, atMost: Self.lengthLimit), .sequence)
        guard try outer.take(.enumerated).primitive(.enumerated).elementsEqual([0]) else {
            throw .malformed
        }
        var wrapped = try outer.open(.context(0))
        try outer.finish()
        var typed = try wrapped.open(.sequence)
        try wrapped.finish()
        guard try typed.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self) == .basicResponse
        else { throw .malformed }
        let content = try typed.take(.octetString).primitive(.octetString)
        try typed.finish()
        try self.init(basic: ASN1Node.reading(content, atMost: Self.lengthLimit))
    }

    /// Reads a `BasicOCSPResponse`.
    private init(basic node: ASN1Node) throws(KeychainError) {
        var parts = try DERCursor(node, .sequence)
        let data = try parts.take(.sequence)
        let algorithm = try SignatureAlgorithm(try parts.take(.sequence))
        let signature = try parts.take(.bitString).decoded(ASN1BitString.self)
        guard signature.paddingBits == 0 else { throw .malformed }
        certificates = try Self.certificates(parts.takeIfPresent(.context(0)))
        try parts.finish()
        signed = (Array(data.encodedBytes), algorithm, Array(signature.bytes))

        var fields = try DERCursor(data, .sequence)
        if let version = fields.takeIfPresent(.context(0)) {
            var number = try DERCursor(version, .context(0))
            guard try number.take(.integer).decoded(Int64.self) == 0 else { throw .malformed }
            try number.finish()
        }
        responder = try Self.responder(fields.take())
        _ = try CertificateTime.date(try fields.take(.generalizedTime))
        var list = try fields.open(.sequence)
        var answers: [Answer] = []
        var isCritical = false
        while list.next != nil {
            var entry = try list.open(.sequence)
            answers.append(try Answer(&entry))
            isCritical = try Self.hasCritical(entry.takeIfPresent(.context(1))) || isCritical
            try entry.finish()
            guard answers.count <= Self.answerLimit else { throw .malformed }
        }
        self.answers = answers
        let isAllCritical = try Self.hasCritical(fields.takeIfPresent(.context(1)))
        hasCriticalExtension = isCritical || isAllCritical
        try fields.finish()
    }

    private static func responder(_ node: ASN1Node) throws(KeychainError) -> Responder {
        if node.identifier == .context(1) {
            var name = try DERCursor(node, .context(1))
            let subject = try DistinguishedName(try name.take(.sequence))
            try name.finish()
            return .name(subject.normalized)
        }
        var key = try DERCursor(node, .context(2))
        let digest = Array(try key.take(.octetString).primitive(.octetString))
        try key.finish()
        return .key(digest)
    }

    private static func certificates(
        _ node: ASN1Node?
    ) throws(KeychainError) -> [X509Certificate] {
        guard let node else { return [] }
        var outer = try DERCursor(node, .context(0))
        var list = try outer.open(.sequence)
        try outer.finish()
        var found: [X509Certificate] = []
        while list.next != nil {
            guard found.count < certificateLimit else { throw .malformed }
            found.append(try X509Certificate(der: list.take(.sequence).encodedBytes))
        }
        return found
    }

    /// Whether one of some extensions is critical.
    private static func hasCritical(_ node: ASN1Node?) throws(KeychainError) -> Bool {
        guard let node else { return false }
        var outer = try DERCursor(node, .context(1))
        let extensions = try CertificateExtensions(try outer.take(.sequence))
        try outer.finish()
        return extensions.unsupported != nil
    }
}

extension OCSPResponse.Answer {
    /// The time for which an answer without a next update is valid, in seconds.
    private static let day = 86_400.0

    /// Reads a `SingleResponse`, except for its extensions.
    fileprivate init(_ entry: inout DERCursor) throws(KeychainError) {
        certificate = try OCSPCertificateIdentifier(try entry.take(.sequence))
        status = try OCSPResponse.Status(try entry.take())
        firstMoment = try CertificateTime.date(try entry.take(.generalizedTime))
        if let next = entry.takeIfPresent(.context(0)) {
            var moment = try DERCursor(next, .context(0))
            lastMoment = try CertificateTime.date(try moment.take(.generalizedTime))
            try moment.finish()
        } else {
            lastMoment = firstMoment.addingTimeInterval(Self.day)
        }
    }
}

extension OCSPResponse.Status {
    fileprivate init(_ node: ASN1Node) throws(KeychainError) {
        switch node.identifier {
        case .context(0):
            guard try node.primitive(.context(0)).isEmpty else { throw .malformed }
            self = .good
        case .context(1):
            var parts = try DERCursor(node, .context(1))
            let moment = try CertificateTime.date(try parts.take(.generalizedTime))
            var reason: Int?
            if let stated = parts.takeIfPresent(.context(0)) {
                var number = try DERCursor(stated, .context(0))
                let content = try number.take(.enumerated).primitive(.enumerated)
                try number.finish()
                guard content.count == 1, let value = content.first else { throw .malformed }
                reason = Int(value)
            }
            try parts.finish()
            self = .revoked(moment, reason: reason)
        case .context(2):
            guard try node.primitive(.context(2)).isEmpty else { throw .malformed }
            self = .unknown
        default: throw .malformed
        }
    }
}

extension ASN1ObjectIdentifier {
    fileprivate static let basicResponse: Self = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
}
