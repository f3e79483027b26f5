#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The file with the certificates that the operating system trusts.
///
/// Linux distributions install it under different names; `SSL_CERT_FILE` names another, as for
/// OpenSSL. It is read, never written, and what its certificates are is for the caller.
package enum TrustBundle {
    /// Where distributions install the file: Debian and Alpine, Fedora, openSUSE, and the default of
    /// OpenSSL.
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
            if let data = FileManager.default.contents(atPath: place) { return [UInt8](data) }
        }
        return nil
    }
}
