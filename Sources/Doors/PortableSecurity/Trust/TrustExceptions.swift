internal import Foundation
internal import PortableKeychain

/// Faults of certificates that a user accepted, for one certificate in question.
struct TrustExceptions: Sendable {
    /// One fault of one certificate.
    ///
    /// The name of a host and the moment are not part of it, as with Apple's.
    fileprivate struct Fault: Hashable {
        let certificate: [UInt8]
        let status: OSStatus
    }

    /// SHA-256 of the certificate in question.
    private let certificate: [UInt8]
    private let faults: Set<Fault>

    private static let version: UInt8 = 1
    private static let digestLength = 32
    private static let faultLength = digestLength + MemoryLayout<OSStatus>.size

    /// Accepts all faults that an evaluation without exceptions finds and that can be accepted.
    init(of state: SecTrust.State) {
        var faults: Set<Fault> = []
        // Each round excuses one more fault of a certificate, until none or no new one is found.
        while true {
            do throws(CertificateTrustError) {
                _ = try state.path { faults.contains(Fault($0)) }
                break
            } catch {
                guard error.cause.isExcusable, faults.insert(Fault(error)).inserted else { break }
            }
        }
        self.faults = faults
        certificate = state.certificate.sha256Fingerprint
    }

    /// Reads ``data``; `nil` for other bytes and for another certificate's.
    init?(_ data: Data, for certificate: X509Certificate) {
        var rest = [UInt8](data)[...]
        guard rest.popFirst() == Self.version, rest.count >= Self.digestLength,
            rest.prefix(Self.digestLength).elementsEqual(certificate.sha256Fingerprint)
        else { return nil }
        rest = rest.dropFirst(Self.digestLength)
        guard rest.count.isMultiple(of: Self.faultLength) else { return nil }
        var faults: Set<Fault> = []
        while !rest.isEmpty {
            faults.insert(Fault(rest.prefix(Self.faultLength), Self.digestLength))
            rest = rest.dropFirst(Self.faultLength)
        }
        self.faults = faults
        self.certificate = certificate.sha256Fingerprint
    }

    /// The bytes from which the exceptions can be read: a version, the certificate, the faults.
    var data: Data {
        let sorted = faults.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        return Data([Self.version] + certificate + sorted.joined())
    }

    /// Whether a fault is among them.
    func excuse(_ error: CertificateTrustError) -> Bool { faults.contains(Fault(error)) }
}

extension TrustExceptions.Fault {
    init(_ error: CertificateTrustError) {
        self.init(certificate: error.certificate.sha256Fingerprint, status: error.cause.status)
    }

    /// Takes bytes apart: the digest of the certificate, and the status, big-endian.
    init(_ bytes: ArraySlice<UInt8>, _ digestLength: Int) {
        let number = bytes.dropFirst(digestLength).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        self.init(
            certificate: Array(bytes.prefix(digestLength)),
            status: OSStatus(bitPattern: number)
        )
    }

    var bytes: [UInt8] {
        certificate + withUnsafeBytes(of: status.bigEndian) { Array($0) }
    }
}
