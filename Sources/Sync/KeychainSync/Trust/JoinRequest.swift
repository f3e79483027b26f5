@_spi(Keepers) internal import PortableKeychain

/// A request to the members, from a device that has an invite (`Specification/sync-format.md` §8).
struct JoinRequest: Sendable, Equatable {
    private static let version: UInt8 = 1
    static let longest =
        1 + DeviceCertificate.length + 4 + MembershipEntry.maximumNameLength + VaultProof.length

    let certificate: DeviceCertificate
    /// The name of the device, sealed under the invite.
    private let name: [UInt8]
    private let proof: [UInt8]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - certificate: The new device.
    ///   - name: The name of the device for users; at most 200 bytes of it are sent.
    ///   - secret: The secret of the invite.
    ///   - vault: The vault that the engine has shown.
    ///   - entropy: The source of nonces.
    /// - Throws: ``KeychainError/Code/internalError``.
    init(
        _ certificate: DeviceCertificate,
        name: String,
        _ secret: SyncSecret,
        to vault: VaultID,
        entropy: KeychainEntropy
    ) throws(KeychainError) {
        self.certificate = certificate
        self.name = try secret.seal(
            SecretBytes(name.utf8.prefix(200)),
            SyncLabels.name,
            context: certificate.id.bytes,
            entropy: entropy
        )
        let key = VaultProof.key(secret, SyncLabels.request)
        proof = Self.proof(key, Self.body(certificate, self.name), of: vault)
    }

    /// The name of the device, if the request was made with an invite for this vault; `nil` for all
    /// others.
    func name(under secret: SyncSecret, of vault: VaultID) -> String? {
        guard isMade(with: VaultProof.key(secret, SyncLabels.request), for: vault),
            let plain = secret.open(name, SyncLabels.name, context: certificate.id.bytes)
        else { return nil }
        return plain.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the request was made with the invite of a key, for a vault.
    ///
    /// - Parameters:
    ///   - key: The key of the invite for requests (``VaultProof/key(_:_:)``).
    ///   - vault: The vault.
    /// - Returns: Whether the proof is right.
    func isMade(with key: SyncSecret, for vault: VaultID) -> Bool {
        VaultProof.matches(proof, Self.proof(key, Self.body(certificate, name), of: vault))
    }

    private static func proof(
        _ key: SyncSecret,
        _ body: [UInt8],
        of vault: VaultID
    ) -> [UInt8] {
        VaultProof.code(under: key, SyncLabels.request, vault.bytes + body)
    }

    private static func body(_ certificate: DeviceCertificate, _ name: [UInt8]) -> [UInt8] {
        var writer = SecretEncoder()
        writer.integer(version)
        writer.raw(certificate.encoded)
        writer.sized(name)
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    var encoded: [UInt8] { Self.body(certificate, name) + proof }

    /// Reads the bytes; `nil` for any others.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest else { return nil }
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let version: UInt8 = try reader.integer()
            let certificate = try DeviceCertificate(&reader)
            let name = Array(try reader.sized())
            let proof = try reader.array(VaultProof.length)
            try reader.finish()
            return (version, certificate, name, proof)
        }
        guard let read, read.0 == Self.version else { return nil }
        (certificate, name, proof) = (read.1, read.2, read.3)
    }
}
