import Foundation
import Security

/// The reason why a server was refused.
public enum PinningError: Error {
    /// The system does not trust the certificate; the cause is the framework's.
    case untrusted(any Error)
    /// The trusted chain holds none of the pinned certificates.
    case noPinnedCertificate
    /// The trusted chain holds none of the pinned keys.
    case noPinnedKey
    /// The policies or anchors were not accepted.
    case status(OSStatus)
}

/// Decides whether a client talks to a server, from the certificates of the handshake.
public protocol ServerJudgement {
    /// Returns if the server is the one that the client wants, and throws why it is not otherwise.
    func judge(_ trust: SecTrust, host: String) throws
}

/// All that the system asks of a server's certificate.
public struct SystemJudgement: ServerJudgement {
    /// Whether the certificate must name the host.
    public let comparesHost: Bool

    public init(comparesHost: Bool = true) { self.comparesHost = comparesHost }

    public func judge(_ trust: SecTrust, host: String) throws {
        try trust.apply(SecPolicyCreateSSL(true, comparesHost ? host as CFString : nil))
        try trust.evaluate()
    }
}

/// A server that holds one of some certificates, or one that they issued.
public struct PinnedCertificates: ServerJudgement {
    private let certificates: [SecCertificate]
    private let areAnchors: Bool

    /// - Parameter areAnchors: Whether the certificates are trusted in place of the system's.
    public init(_ certificates: [SecCertificate], areAnchors: Bool = false) {
        self.certificates = certificates
        self.areAnchors = areAnchors
    }

    public func judge(_ trust: SecTrust, host: String) throws {
        if areAnchors {
            try trust.anchor(certificates)
        }
        try SystemJudgement().judge(trust, host: host)
        let pinned = Set(certificates.map { SecCertificateCopyData($0) as Data })
        let served = trust.chain.map { SecCertificateCopyData($0) as Data }
        if pinned.isDisjoint(with: served) { throw PinningError.noPinnedCertificate }
    }
}

/// A server that holds one of some keys, which it keeps when it renews its certificate.
public struct PinnedKeys: ServerJudgement {
    private let keys: [SecKey]

    public init(_ keys: [SecKey]) { self.keys = keys }

    public init(of certificates: [SecCertificate]) {
        keys = certificates.compactMap { SecCertificateCopyKey($0) }
    }

    public func judge(_ trust: SecTrust, host: String) throws {
        try SystemJudgement().judge(trust, host: host)
        for certificate in trust.chain {
            guard let served = SecCertificateCopyKey(certificate) else { continue }
            if keys.contains(where: { $0 as AnyHashable == served as AnyHashable }) { return }
        }
        throw PinningError.noPinnedKey
    }
}

/// A server that satisfies all of some judgements.
public struct EveryJudgement: ServerJudgement {
    private let parts: [any ServerJudgement]

    public init(_ parts: [any ServerJudgement]) { self.parts = parts }

    public func judge(_ trust: SecTrust, host: String) throws {
        try parts.forEach { try $0.judge(trust, host: host) }
    }
}
