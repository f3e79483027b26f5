import Foundation
import Security

extension SecTrust {
    /// The certificates from the server's to the anchor.
    var chain: [SecCertificate] {
        if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
            return SecTrustCopyCertificateChain(self) as? [SecCertificate] ?? []
        }
        return (0..<SecTrustGetCertificateCount(self)).compactMap {
            SecTrustGetCertificateAtIndex(self, $0)
        }
    }

    func evaluate() throws {
        var error: CFError?
        guard SecTrustEvaluateWithError(self, &error) else {
            throw PinningError.untrusted(error ?? PinningError.status(errSecNotTrusted))
        }
    }

    func apply(_ policy: SecPolicy) throws {
        let status = SecTrustSetPolicies(self, policy)
        guard status == errSecSuccess else { throw PinningError.status(status) }
    }

    func anchor(_ certificates: [SecCertificate]) throws {
        var status = SecTrustSetAnchorCertificates(self, certificates as CFArray)
        guard status == errSecSuccess else { throw PinningError.status(status) }
        status = SecTrustSetAnchorCertificatesOnly(self, true)
        guard status == errSecSuccess else { throw PinningError.status(status) }
    }
}

extension Array where Element == SecCertificate {
    /// The certificates among some files in DER; other files are left out.
    public init(files: [Data]) {
        self = files.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    }
}
