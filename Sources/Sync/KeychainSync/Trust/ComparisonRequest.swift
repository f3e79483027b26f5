internal import PortableKeychain

/// The file of a device that joins by a number which two users compare
/// (`Specification/sync-format.md` §9).
struct ComparisonRequest: Sendable, Equatable {
    /// The statement of the device about its nonce.
    enum Content: Sendable, Equatable {
        /// The commitment to it.
        case committed([UInt8])
        /// The nonce, once the device has an offer that it no longer replaces.
        case opened(nonce: [UInt8])
        /// The device's signature of a comparison whose number its person has confirmed.
        case confirmed(signature: [UInt8])
    }

    static let nonceLength = 32
    private static let length = 1 + DeviceCertificate.length + SyncDigest.length
    private static let signatureLength = 64

    let certificate: DeviceCertificate
    let content: Content

    /// The first file of a device, from which its nonce cannot be computed.
    init(_ certificate: DeviceCertificate, committingTo nonce: [UInt8]) {
        let digest = SyncDigest.of(SyncLabels.commitment + certificate.encoded + nonce)
        self.init(certificate, .committed(digest))
    }

    /// The file that takes its place when the device has an offer.
    init(_ certificate: DeviceCertificate, opening nonce: [UInt8]) {
        self.init(certificate, .opened(nonce: nonce))
    }

    /// The last file of a device, when its user has confirmed the number.
    ///
    /// - Parameters:
    ///   - comparison: The result of ``comparison(_:_:device:member:)``.
    ///   - keys: The keys of the device.
    /// - Throws: ``KeychainError/Code/internalError``.
    init(confirming comparison: [UInt8], with keys: DeviceKeys) throws(KeychainError) {
        self.init(keys.certificate, .confirmed(signature: try keys.sign(comparison)))
    }

    /// The bytes that a device signs to confirm a number: all that the number follows from.
    static func comparison(
        _ vault: VaultID,
        _ certificate: DeviceCertificate,
        device: [UInt8],
        member: [UInt8]
    ) -> [UInt8] {
        SyncLabels.confirmed + vault.bytes + certificate.encoded + device + member
    }

    /// Whether this is the confirmation of a comparison by its device.
    func confirms(_ comparison: [UInt8], by device: DeviceCertificate) -> Bool {
        guard case .confirmed(let signature) = content, certificate == device else { return false }
        return device.hasSigned(comparison, signature)
    }

    private init(_ certificate: DeviceCertificate, _ content: Content) {
        (self.certificate, self.content) = (certificate, content)
    }

    /// The nonce, if this opens a request that was read before; `nil` for all others.
    func nonce(opening request: ComparisonRequest) -> [UInt8]? {
        guard case .opened(let nonce) = content,
            ComparisonRequest(certificate, committingTo: nonce) == request
        else { return nil }
        return nonce
    }

    var encoded: [UInt8] {
        switch content {
        case .committed(let digest): [2] + certificate.encoded + digest
        case .opened(let nonce): [3] + certificate.encoded + nonce
        case .confirmed(let signature): [4] + certificate.encoded + signature
        }
    }

    /// Reads the bytes; `nil` for any others.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.length - SyncDigest.length + Self.signatureLength else {
            return nil
        }
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let version: UInt8 = try reader.integer()
            let certificate = try DeviceCertificate(&reader)
            let content: Content
            switch version {
            case 2: content = .committed(try reader.array(SyncDigest.length))
            case 3: content = .opened(nonce: try reader.array(Self.nonceLength))
            case 4: content = .confirmed(signature: try reader.array(Self.signatureLength))
            default: throw KeychainError(.corrupt)
            }
            try reader.finish()
            return ComparisonRequest(certificate, content)
        }
        guard let read else { return nil }
        self = read
    }
}
