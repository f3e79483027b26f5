internal import PortableKeychain

/// The certificates that the operating system trusts, read when they are first needed.
enum SystemAnchors {
    /// The certificates; `nil` if the system has no readable file of them.
    static let certificates: [X509Certificate]? = TrustBundle.contents().flatMap {
        try? X509Certificate.supported(in: $0)
    }

    /// What to say in addition when trust was refused without them.
    static let advice = """
        This system has no readable file of trusted certificates. Install the package \
        ca-certificates, or set SSL_CERT_FILE to such a file.
        """
}
