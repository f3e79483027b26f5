package import PortableKeychain
internal import SafeText

/// An item of the Secret Service (specifications.freedesktop.org/secret-service-spec), which
/// gnome-keyring and others provide.
package enum SecretServiceEntry {
    /// The entry of an item, by the attributes that GNOME's network passwords and common programs
    /// use.
    package static func entry(
        _ label: String,
        _ attributes: [String: String],
        _ secret: SecretBytes
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry(title: label)
        let start = try ForeignText.start(of: secret)
        entry.password = SecretText.part(of: secret, start..<secret.count)
        var rest = attributes
        rest["xdg:schema"] = nil
        func take(_ names: String...) -> String {
            names.lazy.compactMap { rest.removeValue(forKey: $0) }.first { !$0.isEmpty } ?? ""
        }
        entry.account = take("user", "username", "account", "username_value")
        let server = take("server", "host", "hostname")
        if !server.isEmpty {
            let scheme = take("protocol")
            let port = take("port")
            entry.addAddress(
                (scheme.isEmpty ? "" : "\(scheme)://") + server + (port.isEmpty ? "" : ":\(port)")
                    + take("object", "path")
            )
        } else {
            entry.addAddress(take("signon_realm", "origin_url"))
        }
        entry.realm = take("domain")
        for (name, value) in rest.sorted(by: { $0.key < $1.key }) { entry.addDetail(name, value) }
        return entry
    }
}
