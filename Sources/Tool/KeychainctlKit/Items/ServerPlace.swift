internal import SafeText

/// The place of an internet password, as addresses write it.
///
/// Attributes have the form that programs stored: an IPv6 address with or without brackets, and a
/// path with or without a slash at its start. In the text, host, port and path can always be
/// distinguished.
package struct ServerPlace {
    private let scheme: String
    private let server: String
    private let port: Int64
    private let path: String

    /// Describes a place.
    ///
    /// - Parameters:
    ///   - scheme: The protocol; empty or "0" if there is none.
    ///   - server: The host.
    ///   - port: The port; 0 for the default port of the protocol.
    ///   - path: The path with query and fragment.
    package init(scheme: String, server: String, port: Int64, path: String) {
        self.scheme = scheme == "0" ? "" : scheme
        self.server = server
        self.port = port
        self.path = path
    }

    /// Server, port and path.
    package var name: String {
        let start = path.first.map { "/?#".contains($0) } ?? true ? "" : "/"
        return HostAndPort.bracketed(server) + (port == 0 ? "" : ":\(port)") + start + path
    }

    /// The same after the protocol.
    package var text: String { scheme.isEmpty ? name : "\(scheme)://\(name)" }
}
