import Crypto
import Foundation
import Testing

@testable import PortableKeychain

/// A P-256 key and its self-signed certificate, made with OpenSSL 3.0: CN=server.example, with an
/// e-mail address, valid from 2026-11-21 to 2126-10-28.
enum KnownIdentity {
    static func key() throws -> P256.Signing.PrivateKey {
        let bytes = try #require(
            Data(base64Encoded: "63VLyy0Dllb0PPeC2R3DlwplN1DqF5BI+ul4zGLvDw4=")
        )
        return try P256.Signing.PrivateKey(rawRepresentation: bytes)
    }

    static func certificate() throws -> X509Certificate {
        try X509Certificate(der: #require(Data(base64Encoded: der)))
    }

    static func material() throws -> IdentityMaterial {
        try IdentityMaterial(certificate: certificate(), privateKey: key())
    }

    private static let der = """
        MIIB4DCCAYagAwIBAgIUdsc2qxOKoTtZdYCUCvDtw2ZVvD4wCgYIKoZIzj0EAwIwKzEQMA4GA1UECgwHRXhhbXBs\
        ZTEXMBUGA1UEAwwOc2VydmVyLmV4YW1wbGUwIBcNMjYxMTIxMDkyMjU2WhgPMjEyNjEwMjgwOTIyNTZaMCsxEDAO\
        BgNVBAoMB0V4YW1wbGUxFzAVBgNVBAMMDnNlcnZlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\
        6g9ILngp1sjkS+4SSsizIkktvEWKB9kG9tPBIijwGGsbO+FmPVd/Y3FmFB79ZK78m2nDovGcPDk/vB9pqG1pfKOB\
        hTCBgjAdBgNVHQ4EFgQU5Fs+e8c9kLLdyC9nM5lOWvpSQB8wHwYDVR0jBBgwFoAU5Fs+e8c9kLLdyC9nM5lOWvpS\
        QB8wDwYDVR0TAQH/BAUwAwEB/zAvBgNVHREEKDAmgg5zZXJ2ZXIuZXhhbXBsZYEUYWRtaW5Ac2VydmVyLmV4YW1w\
        bGUwCgYIKoZIzj0EAwIDSAAwRQIgCe2vEEdJy4ZkNDO57uA55aMo74zL9GDN/aEm7/i3I8UCIQCJcwnZ2vYsmQfW\
        NHGLY6lHZOm4fKI/vsSmRXcI+ZjXDg==
        """
}
