package import PortableKeychain

/// The address of a vault's etcd cluster, and the identity of this device there.
package struct EtcdConfiguration: Sendable {
    /// The addresses of servers of one cluster, such as `https://etcd1.example:2379`.
    package let endpoints: [String]
    /// The prefix of the vault's keys; ends with a slash.
    package let prefix: String
    /// The certificates of the authority that servers must have theirs from, in PEM.
    package let authority: [UInt8]
    /// The user, if the cluster has users.
    package let user: String
    package let password: SecretBytes
    /// The certificate of this device, in PEM, for servers that want one; empty for others.
    package let certificate: [UInt8]
    /// Its private key, in PEM.
    package let key: SecretBytes

    /// The reason why settings are refused.
    package enum Problem: Error, Sendable, Equatable {
        /// There are none, or more than ``EtcdConfiguration/mostEndpoints``.
        case numberOfEndpoints
        /// An address is not `http://` or `https://`, a host and a port.
        case endpoint(String)
        /// A password would go over a network readably.
        case readablePassword(String)
        /// An address is `https://`, and no authority is named.
        case noAuthority
        /// The prefix is empty, too long, or does not end with a slash.
        case prefix
        /// An address names a user.
        case userInAddress
        /// There is a certificate without its key, a key without its certificate, or either of them
        /// without an address that is `https://`.
        case certificate
        /// The private key requires a passphrase, and no user would be there to enter it.
        case encryptedKey
        /// The bytes are not settings.
        case malformed
    }

    package static let mostEndpoints = 9
    /// The longest settings in bytes.
    package static let longest = 1 << 18
    private static let longestName = ServerEndpoint.longest

    /// Checks settings.
    ///
    /// - Parameters:
    ///   - endpoints: 1 to 9 addresses of servers of one cluster.
    ///   - prefix: The prefix of the vault's keys, at most 255 bytes; ends with a slash.
    ///   - authority: Certificates in PEM; needed for `https`. No other authority is trusted.
    ///   - user: The user; empty for a cluster without users.
    ///   - password: Its password, which goes over `https` or within this machine only.
    ///   - certificate: The certificate of this device, and the certificates that signed it, in
    ///     PEM.
    ///   - key: Its private key in PEM, without a passphrase.
    /// - Throws: ``Problem``.
    package init(
        endpoints: [String],
        prefix: String,
        authority: [UInt8] = [],
        user: String = "",
        password: SecretBytes = SecretBytes([]),
        certificate: [UInt8] = [],
        key: SecretBytes = SecretBytes([])
    ) throws(Problem) {
        guard 1...Self.mostEndpoints ~= endpoints.count else { throw .numberOfEndpoints }
        for endpoint in endpoints {
            guard let address = ServerEndpoint(endpoint) else { throw .endpoint(endpoint) }
            if address.isEncrypted {
                if authority.isEmpty { throw .noAuthority }
            } else {
                guard user.isEmpty || address.isThisMachine else {
                    throw .readablePassword(endpoint)
                }
                guard certificate.isEmpty else { throw .certificate }
            }
        }
        guard certificate.isEmpty == key.isEmpty else { throw .certificate }
        // OpenSSL says so in either of its forms: 'ENCRYPTED PRIVATE KEY' and 'Proc-Type: 4,ENCRYPTED'.
        guard !key.withUnsafeBytes({ $0.contains(Array("ENCRYPTED".utf8)) }) else {
            throw .encryptedKey
        }
        guard prefix.hasSuffix("/"), prefix.utf8.count <= Self.longestName,
            user.utf8.count <= Self.longestName
        else { throw .prefix }
        (self.endpoints, self.prefix, self.authority) = (endpoints, prefix, authority)
        (self.user, self.password) = (user, password)
        (self.certificate, self.key) = (certificate, key)
    }
}

// MARK: The bytes that a helper program is given

extension EtcdConfiguration {
    private static let version: UInt8 = 1

    package var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        writer.integer(UInt8(endpoints.count))
        for endpoint in endpoints { writer.sized(endpoint.utf8) }
        writer.sized(prefix.utf8)
        writer.sized(authority)
        writer.sized(user.utf8)
        writer.sized(password)
        writer.sized(certificate)
        writer.sized(key)
        return writer.finished()
    }

    /// Reads settings.
    package init(_ encoded: SecretBytes) throws(Problem) {
        var parts: [SecretBytes] = []
        var count = 0
        do throws(KeychainError) {
            try encoded.withUnsafeBytes { bytes throws(KeychainError) in
                var reader = ByteReader(bytes)
                guard try reader.integer(UInt8.self) == Self.version else {
                    throw KeychainError(.corrupt)
                }
                count = Int(try reader.integer(UInt8.self))
                for _ in 0..<count + 6 {
                    let part = try reader.sized()
                    parts.append(SecretBytes(count: part.count) { $0.copyMemory(from: part) })
                }
                try reader.finish()
            }
        } catch {
            throw .malformed
        }
        let texts = (parts[..<(count + 1)] + [parts[count + 2]]).map { $0.string() }
        guard !texts.contains(nil) else { throw .malformed }
        let known = texts.compactMap(\.self)
        try self.init(
            endpoints: Array(known[..<count]),
            prefix: known[count],
            authority: parts[count + 1].withUnsafeBytes { Array($0) },
            user: known[count + 1],
            password: parts[count + 3],
            certificate: parts[count + 4].withUnsafeBytes { Array($0) },
            key: parts[count + 5]
        )
    }
}
