internal import KeychainEssentials

/// The file with the certificates that the operating system trusts.
///
/// Linux distributions install it under different names; `SSL_CERT_FILE` names another, as for
/// OpenSSL. It is read, never written, and the caller judges its certificates.
package enum TrustBundle {
    /// The places where distributions install the file: Debian and Alpine, Fedora, openSUSE, and
    /// the default of OpenSSL.
    package static let places = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// Reads the file of this system.
    ///
    /// - Returns: Its bytes in PEM; `nil` if there is none.
    package static func contents() -> [UInt8]? {
        contents(named: UserEnvironment.variable("SSL_CERT_FILE"), places: places)
    }

    /// Reads a file that the user names, or else the first that exists.
    static func contents(named name: String?, places: [String]) -> [UInt8]? {
        // No other file stands in for a named one, which may trust less.
        for place in name.map({ [$0] }) ?? places {
            if let bytes = read(place) { return bytes }
        }
        return nil
    }

    /// Reads an ordinary file of a bounded size: a device would never end, and a pipe would wait.
    private static func read(_ place: String) -> [UInt8]? {
        let path = URL(filePath: place).resolvingSymlinksInPath().path
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular,
            let size = facts[.size] as? UInt64, size <= maximumSize,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        return [UInt8](data)
    }

    /// In bytes, as ``X509Certificate/supported(in:)`` accepts; bundles have about 200 KiB.
    private static let maximumSize: UInt64 = 64 << 20
}
