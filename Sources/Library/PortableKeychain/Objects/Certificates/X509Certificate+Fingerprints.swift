internal import Crypto

extension X509Certificate {
    /// The SHA-256 of the certificate, by which people and tools name it.
    package var sha256Fingerprint: [UInt8] { Fingerprint.sha256(der) }

    /// The SHA-1 of the certificate, by which older tools name it; no proof of anything.
    package var sha1Fingerprint: [UInt8] { Array(Insecure.SHA1.hash(data: der)) }
}
