internal import Crypto
internal import SwiftASN1

/// The code by which a bundle shows that its passphrase is right and nothing was altered
/// (RFC 7292, 4).
struct BundleAuthentication {
    private enum Digest {
        case sha1, sha256, sha384, sha512
    }

    private let digest: Digest
    private let code: [UInt8]
    private let salt: [UInt8]
    private let rounds: Int

    /// Reads `MacData`.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for any other digest too.
    init(_ node: ASN1Node) throws(KeychainError) {
        var parts = try DERCursor(node, .sequence)
        var info = try parts.open(.sequence)
        salt = Array(try parts.take(.octetString).primitive(.octetString))
        rounds = try parts.takeIfPresent(.integer).map(BundleDerivation.rounds) ?? 1
        try parts.finish()
        var algorithm = try info.open(.sequence)
        let identifier = try algorithm.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        code = Array(try info.take(.octetString).primitive(.octetString))
        try info.finish()
        guard let digest = Self.digests[identifier] else { throw .malformed }
        self.digest = digest
    }

    /// Checks the authentication code of the content.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passphrase, and for altered
    ///   content, which look the same.
    func check(
        _ content: ArraySlice<UInt8>,
        _ passphrase: BundlePassphrase
    ) throws(KeychainError) {
        let fits =
            switch digest {
            case .sha1: try fits(content, passphrase, Insecure.SHA1.self)
            case .sha256: try fits(content, passphrase, SHA256.self)
            case .sha384: try fits(content, passphrase, SHA384.self)
            case .sha512: try fits(content, passphrase, SHA512.self)
            }
        guard fits else {
            throw KeychainError(
                .authenticationFailed,
                reason: "The passphrase is wrong, or the bundle was altered."
            )
        }
    }

    private func fits<Hash: HashFunction>(
        _ content: ArraySlice<UInt8>,
        _ passphrase: BundlePassphrase,
        _ hash: Hash.Type
    ) throws(KeychainError) -> Bool {
        let key = try Self.key(passphrase, salt: salt, rounds: rounds, by: hash)
        return HMAC<Hash>.isValidAuthenticationCode(code, authenticating: content, using: key)
    }

    static func key<Hash: HashFunction>(
        _ passphrase: BundlePassphrase,
        salt: [UInt8],
        rounds: Int,
        by hash: Hash.Type
    ) throws(KeychainError) -> SymmetricKey {
        var bytes = try passphrase.derive(
            Hash.Digest.byteCount,
            for: .authentication,
            salt: salt,
            rounds: rounds,
            by: hash
        )
        defer { bytes.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        return SymmetricKey(data: bytes)
    }

    private static let digests: [ASN1ObjectIdentifier: Digest] = [
        [1, 3, 14, 3, 2, 26]: .sha1,
        [2, 16, 840, 1, 101, 3, 4, 2, 1]: .sha256,
        [2, 16, 840, 1, 101, 3, 4, 2, 2]: .sha384,
        [2, 16, 840, 1, 101, 3, 4, 2, 3]: .sha512,
    ]
}
