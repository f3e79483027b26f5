internal import PortableKeychain

/// The address of a vault in an etcd cluster, in the form that users write:
/// `etcds://HOST:PORT,HOST:PORT/PREFIX`.
///
/// `etcds` is etcd over TLS, `etcd` is without. It has no user and no password, so it can be shown.
package struct EtcdAddress: Sendable, Equatable {
    /// The addresses of the servers, such as `https://etcd1.example:2379`.
    package let endpoints: [String]
    /// The prefix of the vault's keys; begins and ends with a slash.
    package let prefix: String
    /// Whether sent data stay on this machine or are encrypted.
    package let isProtected: Bool

    private static let schemes = ["etcds://": "https://", "etcd://": "http://"]
    private static let usualPort = 2379

    /// Whether a text is meant to be the address of a cluster, and not that of a git repository.
    package static func isMeant(by text: String) -> Bool {
        schemes.keys.contains { text.hasPrefix($0) }
    }

    /// Reads an address.
    ///
    /// - Parameter text: The address; a host without a port has etcd's usual one, 2379.
    /// - Throws: ``EtcdConfiguration/Problem``.
    package init(_ text: String) throws(EtcdConfiguration.Problem) {
        guard let scheme = Self.schemes.first(where: { text.hasPrefix($0.key) }) else {
            throw .endpoint(text)
        }
        let rest = text.dropFirst(scheme.key.count)
        let hosts = rest.prefix { $0 != "/" }
        // It may be a password, and is not repeated.
        guard !hosts.contains(sign: "@") else { throw .userInAddress }
        let parts = rest.dropFirst(hosts.count + 1)
            .split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy(ServerEndpoint.isPlain) else { throw .prefix }
        prefix = "/" + parts.joined(separator: "/") + "/"
        endpoints = hosts.split(separator: ",", omittingEmptySubsequences: false).map { host in
            ServerEndpoint.text(scheme.value, host, usualPort: Self.usualPort)
        }
        var isProtected = true
        for endpoint in endpoints {
            guard let read = ServerEndpoint(endpoint) else { throw .endpoint(endpoint) }
            if !read.isEncrypted, !read.isThisMachine { isProtected = false }
        }
        self.isProtected = isProtected
    }
}
