internal import PortableKeychain

/// What a device stores that joins by a number which people compare
/// (`Specification/sync-format.md` §9).
struct ComparisonRequest: Sendable, Equatable {
    /// What the device has said about its nonce.
    enum Content: Sendable, Equatable {
        /// The commitment to it.
        case committed([UInt8])
        /// The nonce, once the device has an offer that it does not replace any more.
        case opened(nonce: [UInt8])
    }

    static let nonceLength = 32
    private static let length = 1 + DeviceCertificate.length + SyncDigest.length

    let certificate: DeviceCertificate
    let content: Content

    /// What a device stores first: nobody can find its nonce from this.
    init(_ certificate: DeviceCertificate, committingTo nonce: [UInt8]) {
        let digest = SyncDigest.of(SyncLabels.commitment + certificate.encoded + nonce)
        self.init(certificate, .committed(digest))
    }

    /// What a device stores in its place when it has an offer.
    init(_ certificate: DeviceCertificate, opening nonce: [UInt8]) {
        self.init(certificate, .opened(nonce: nonce))
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
        }
    }

    /// Reads the bytes; `nil` for any others.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let version: UInt8 = try reader.integer()
            let certificate = try DeviceCertificate(&reader)
            let rest = try reader.array(SyncDigest.length)
            try reader.finish()
            return (version, certificate, rest)
        }
        guard let (version, certificate, rest) = read else { return nil }
        switch version {
        case 2: self.init(certificate, .committed(rest))
        case 3: self.init(certificate, .opened(nonce: rest))
        default: return nil
        }
    }
}
