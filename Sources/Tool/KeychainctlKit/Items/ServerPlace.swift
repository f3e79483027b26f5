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
    package var name: String { named(after: "") }

    /// The same after the protocol.
    package var text: String { named(after: scheme) }

    private func named(after scheme: String) -> String {
        let host = HostAndPort.bracketed(server)
        let end = port == 0 ? "" : ":\(port)"
        let size = scheme.utf8.count + host.utf8.count + end.utf8.count + path.utf8.count + 4
        // Lists write many places, and a text that grows with each part takes several times as long.
        return String(unsafeUninitializedCapacity: size) { room in
            var count = 0
            func add(_ part: String) {
                var part = part
                count = part.withUTF8 { room[count...].initialize(fromContentsOf: $0) }
            }
            if !scheme.isEmpty {
                add(scheme)
                add("://")
            }
            add(host)
            if port != 0 { add(end) }
            switch path.utf8.first {
            case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break
            default: add("/")
            }
            if !path.isEmpty { add(path) }
            return count
        }
    }
}
