package import PortableKeychain

/// Where the etcd cluster of a vault is, and who this device is there.
package struct EtcdConfiguration: Sendable {
    /// The addresses of servers of one cluster, such as `https://etcd1.example:2379`.
    package let endpoints: [String]
    /// How the keys of the vault begin; ends with a slash.
    package let prefix: String
    /// The certificates of the authority that servers must have theirs from, in PEM.
    package let authority: [UInt8]
    /// The user, if the cluster has users.
    package let user: String
    package let password: SecretBytes

    /// Why settings are refused.
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
        /// The bytes are no settings.
        case malformed
    }

    package static let mostEndpoints = 9
    /// The longest settings in bytes.
    package static let longest = 1 << 18
    private static let longestName = 255

    /// Checks settings.
    ///
    /// - Parameters:
    ///   - endpoints: 1 to 9 addresses of servers of one cluster.
    ///   - prefix: How the keys of the vault begin, at most 255 bytes; ends with a slash.
    ///   - authority: Certificates in PEM; needed for `https`. No other authority is trusted.
    ///   - user: The user; empty for a cluster without users.
    ///   - password: Its password, which goes over `https` or within this machine only.
    /// - Throws: ``Problem``.
    package init(
        endpoints: [String],
        prefix: String,
        authority: [UInt8] = [],
        user: String = "",
        password: SecretBytes = SecretBytes([])
    ) throws(Problem) {
        guard 1...Self.mostEndpoints ~= endpoints.count else { throw .numberOfEndpoints }
        for endpoint in endpoints {
            guard let address = Address(endpoint) else { throw .endpoint(endpoint) }
            if address.isEncrypted {
                if authority.isEmpty { throw .noAuthority }
            } else if !user.isEmpty, !address.isThisMachine {
                throw .readablePassword(endpoint)
            }
        }
        guard prefix.hasSuffix("/"), prefix.utf8.count <= Self.longestName,
            user.utf8.count <= Self.longestName
        else { throw .prefix }
        (self.endpoints, self.prefix, self.authority) = (endpoints, prefix, authority)
        (self.user, self.password) = (user, password)
    }

    /// A scheme, a host and a port, and nothing that a library could understand otherwise.
    private struct Address {
        let isEncrypted: Bool
        let isThisMachine: Bool

        init?(_ text: String) {
            let schemes = [("https://", true), ("http://", false)]
            guard text.utf8.count <= EtcdConfiguration.longestName,
                let scheme = schemes.first(where: { text.hasPrefix($0.0) })
            else { return nil }
            let rest = text.dropFirst(scheme.0.count)
            guard let colon = rest.lastIndex(of: ":") else { return nil }
            let (host, port) = (rest[..<colon], rest[rest.index(after: colon)...])
            let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
            let allowed = isBracketed ? "0123456789abcdefABCDEF:." : Self.nameCharacters
            let name = isBracketed ? host.dropFirst().dropLast() : host
            guard !name.isEmpty, name.allSatisfy({ allowed.contains($0) }), port.count <= 5,
                port.allSatisfy({ ("0"..."9").contains($0) }), UInt16(port) ?? 0 > 0
            else { return nil }
            isEncrypted = scheme.1
            let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
            let isLoopback =
                numbers.count == 4 && numbers[0] == "127"
                && numbers.allSatisfy { UInt8($0) != nil }
            isThisMachine = isLoopback || name == "localhost" || (isBracketed && name == "::1")
        }

        private static let nameCharacters =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-."
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
                for _ in 0..<count + 4 {
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
            password: parts[count + 3]
        )
    }
}
