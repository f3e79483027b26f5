package import PortableKeychain

/// The address of a mirror, and the authority that its server must have its certificate from.
package struct MirrorConfiguration: Sendable {
    package let address: MirrorAddress
    /// Certificates in PEM; empty for the authorities that this machine trusts.
    package let authority: [UInt8]

    /// The reason why settings are refused.
    package enum Problem: Error, Sendable, Equatable {
        /// An address is not `mirror+https://` and a host.
        case server(String)
        /// The files would come over a network without encryption.
        case readable(String)
        /// The address names a user.
        case userInAddress
        /// The path has other characters than letters, digits, `-`, `.`, `_` and `/`, a part of it is
        /// empty or means another folder, or it is too long.
        case path
        /// The certificates are longer than ``MirrorConfiguration/longestAuthority``.
        case authority
        /// The bytes are not settings.
        case malformed
    }

    /// The longest settings in bytes, with the message that they come in.
    package static let longest = EtcdConfiguration.longest
    /// The longest certificates in bytes: those of a whole machine fit.
    package static let longestAuthority = longest - 1024

    /// Checks settings.
    ///
    /// - Parameters:
    ///   - address: The address of the mirror.
    ///   - authority: Certificates in PEM. If there are any, no other authority is trusted.
    /// - Throws: ``Problem``.
    package init(address: MirrorAddress, authority: [UInt8] = []) throws(Problem) {
        guard authority.count <= Self.longestAuthority else { throw .authority }
        (self.address, self.authority) = (address, authority)
    }
}

// MARK: The bytes that a helper program is given

extension MirrorConfiguration {
    /// The first byte, which differs from that of a cluster's settings: the helper is given both.
    private static let version: UInt8 = 2

    package var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        writer.sized(address.text.utf8)
        writer.sized(authority)
        return writer.finished()
    }

    /// Reads settings.
    package init(_ encoded: SecretBytes) throws(Problem) {
        var parts: [[UInt8]] = []
        do throws(KeychainError) {
            try encoded.withUnsafeBytes { bytes throws(KeychainError) in
                var reader = ByteReader(bytes)
                guard try reader.integer(UInt8.self) == Self.version else {
                    throw KeychainError(.corrupt)
                }
                for _ in 0..<2 { parts.append(Array(try reader.sized())) }
                try reader.finish()
            }
        } catch {
            throw .malformed
        }
        guard let text = String(validating: parts[0], as: UTF8.self) else { throw .malformed }
        try self.init(address: try MirrorAddress(text), authority: parts[1])
    }
}
