extension Keychain.InternetPassword {
    /// The method by which a password is presented to its server.
    ///
    /// The raw values are the four characters of Apple's `kSecAttrAuthenticationType…` constants
    /// (Specification/item-semantics.md, 1.6).
    public enum AuthenticationType: String, Sendable {
        /// Windows NT LAN Manager.
        case ntlm = "ntlm"
        /// Microsoft Network.
        case msn = "msna"
        /// Distributed Password Authentication.
        case dpa = "dpaa"
        /// Remote Password Authentication.
        case rpa = "rpaa"
        /// HTTP Basic (RFC 7617).
        case httpBasic = "http"
        /// HTTP Digest (RFC 7616).
        case httpDigest = "httd"
        /// A form on a web page.
        case htmlForm = "form"
        /// The usual one of the protocol.
        case `default` = "dflt"
    }
}
