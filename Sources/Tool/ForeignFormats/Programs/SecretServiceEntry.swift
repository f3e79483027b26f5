package import PortableKeychain

/// An item of the Secret Service (specifications.freedesktop.org/secret-service-spec), which
/// gnome-keyring and others provide.
package enum SecretServiceEntry {
    /// The entry of an item, by the attributes that GNOME's network passwords and common programs
    /// use.
    ///
    /// Programs find their secrets again by these attributes, so service, server and user become
    /// attributes of the same meaning. The secret can be any bytes.
    ///
    /// - Parameters:
    ///   - label: The name of the item.
    ///   - attributes: Its attributes.
    ///   - secret: Its secret.
    /// - Returns: The entry.
    /// - Throws: ``FormatProblem`` for an address with an impossible port.
    package static func entry(
        _ label: String,
        _ attributes: [String: String],
        _ secret: SecretBytes
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry(title: label)
        entry.password = secret
        var rest = attributes
        func take(_ names: String...) -> String {
            names.lazy.compactMap { rest.removeValue(forKey: $0) }.first { !$0.isEmpty } ?? ""
        }
        let schema = take("xdg:schema")
        entry.account = take("user", "username", "account", "username_value")
        // docker finds its credentials by this label.
        if rest["docker_cli"] != nil, let label = rest.removeValue(forKey: "label") {
            entry.title = label
        }
        let server = ["server", "host", "hostname"].lazy.compactMap { rest[$0] }
            .first { !$0.isEmpty }
        if let server, let address = try address(of: server, rest) {
            for name in ["server", "host", "hostname"] where rest[name] == server {
                rest[name] = nil
            }
            for name in ["protocol", "port"] { rest[name] = nil }
            try entry.addAddress(address)
            // git's path has no slash at its start.
            let path = take("object", "path")
            if !path.isEmpty { entry.path = path }
            if schema == "org.git.Password" { entry.authenticationType = .default }
        } else if rest["service"]?.isEmpty == false {
            entry.service = take("service")
        } else {
            try entry.addAddress(take("signon_realm", "origin_url"))
        }
        entry.realm = take("domain")
        for (name, value) in rest.inOrderOfKeys() { entry.addDetail(name, value) }
        return entry
    }

    /// The address of a server; `nil` if its attributes are not an address.
    private static func address(
        of server: String,
        _ attributes: [String: String]
    ) throws(FormatProblem) -> String? {
        func text(_ name: String) -> String { attributes[name] ?? "" }
        let isWhole = server.contains("://") || text("protocol").isEmpty
        let isBare =
            server.contains(sign: ":") && !server.contains(sign: "/") && !server.hasPrefix("[")
        let host = isBare && attributes["port"] != nil ? "[\(server)]" : server
        let port = text("port").isEmpty || text("port") == "0" ? "" : ":\(text("port"))"
        let address = isWhole ? host + port : "\(text("protocol"))://\(host)\(port)"
        return try ForeignAddress(address) == nil ? nil : address
    }
}
