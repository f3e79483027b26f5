internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The address of a registry, such as `https://index.docker.io/v1/` or `localhost:5000`.
struct RegistryAddress: Hashable {
    /// `http` or `https`, which is also the default.
    var scheme: String
    var server: HostAndPort
    /// The path with a slash at its start; empty if there is none.
    var path: String

    /// Parses an address; query and fragment are ignored.
    ///
    /// - Parameter text: The address.
    /// - Throws: ``DockerProblem`` for another scheme, and for an address without a host.
    init(_ text: String) throws(DockerProblem) {
        let query = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let rest = text[..<(query ?? text.endIndex)]
        var parts = SplitAddress(rest)
        if parts.scheme == nil, rest.utf8.starts(with: "//".utf8) {
            parts = SplitAddress(Substring(rest.utf8.dropFirst(2)))
        }
        scheme = parts.scheme?.asciiLowercased ?? "https"
        guard scheme == "https" || scheme == "http" else {
            throw .other("unsupported scheme: \(Escaping.escaped(scheme))")
        }
        path = String(parts.path)
        guard parts.user == nil else { throw .other("no hostname in URL") }
        do throws(HostAndPort.Problem) { server = try HostAndPort(parts.place) } catch {
            throw .other(
                error == .port
                    ? "the port is not \(HostAndPort.portExpectation)" : "no hostname in URL"
            )
        }
        guard !server.host.isEmpty, !path.unicodeScalars.contains(where: Escaping.isUnsafe)
        else { throw .other("no hostname in URL") }
    }

    /// The address of an item.
    init(_ item: ListedItem) {
        scheme = item.text(.networkProtocol) == NetworkProtocol.https.rawValue ? "https" : "http"
        server = HostAndPort(
            host: item.text(.server),
            port: UInt16(exactly: item.number(.port)).flatMap { $0 == 0 ? nil : $0 }
        )
        path = item.text(.path)
    }

    /// The address as text.
    var text: String { "\(scheme)://\(server.text)\(path)" }

    /// The attributes of a credential, as in macOS's docker-credential-osxkeychain.
    var attributes: ItemAttributes {
        let networkProtocol: NetworkProtocol = scheme == "https" ? .https : .http
        return [
            .networkProtocol: .string(networkProtocol.rawValue),
            .server: .string(server.host),
            .port: .number(Int64(server.port ?? 0)),
            .path: .string(path),
        ]
    }
}
