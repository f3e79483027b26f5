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
        var text = ""
        appendName(to: &text)
        return text
    }

    /// The same after the protocol.
    package var text: String {
        var text = ""
        if !scheme.isEmpty {
            // Once, and not again for each part: lists write many places.
            text.reserveCapacity(scheme.utf8.count + server.utf8.count + path.utf8.count + 12)
            text += scheme
            text += "://"
        }
        appendName(to: &text)
        return text
    }

    private func appendName(to text: inout String) {
        text += HostAndPort.bracketed(server)
        if port != 0 { text += ":\(port)" }
        guard let first = path.utf8.first else { return }
        if !"/?#".utf8.contains(first) { text += "/" }
        text += path
    }
}
