internal import PortableKeychain

/// The address of a mirror, in the form that users write: `mirror+https://HOST[:PORT]/PATH`.
///
/// `mirror+http` is for servers on this machine. An address has no user and no password, so it can
/// be shown.
package struct MirrorAddress: Sendable, Equatable {
    /// The address in its one form, which can be read again: with a port, and a slash at the end.
    package let text: String

    private static let scheme = "mirror+"
    private static let usualPorts = ["https://": 443, "http://": 80]
    /// The longest path in bytes.
    private static let longestPath = 255

    /// Whether a text is meant to be the address of a mirror, and not that of a git repository.
    package static func isMeant(by text: String) -> Bool {
        text.hasPrefix(scheme)
    }

    /// Reads an address.
    ///
    /// - Parameter text: The address; a host without a port has the usual one of its scheme. The path
    ///   may be empty, and may end with a slash.
    /// - Throws: ``MirrorConfiguration/Problem``.
    package init(_ text: String) throws(MirrorConfiguration.Problem) {
        guard let usual = Self.usualPorts.first(where: { text.hasPrefix(Self.scheme + $0.key) })
        else { throw .server(text) }
        let rest = text.dropFirst(Self.scheme.count + usual.key.count)
        let host = rest.prefix { $0 != "/" }
        // It may be a password, and is not repeated.
        guard !host.contains(sign: "@") else { throw .userInAddress }
        let server = ServerEndpoint.text(usual.key, host, usualPort: usual.value)
        guard let endpoint = ServerEndpoint(server) else { throw .server(server) }
        // A network would see which files are read, and could withhold new ones.
        guard endpoint.isEncrypted || endpoint.isThisMachine else { throw .readable(server) }
        var path = rest.dropFirst(host.count)
        if path.last == "/" { path.removeLast() }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard path.utf8.count < Self.longestPath, parts.allSatisfy(ServerEndpoint.isPlain) else {
            throw .path
        }
        self.text = Self.scheme + server + path + "/"
    }

    /// The address at which a file is fetched; its path is as ``MirrorPath`` has it.
    package func url(of path: String) -> String { text.dropFirst(Self.scheme.count) + path }
}
