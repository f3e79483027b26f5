/// Words about the certificates that the operating system trusts.
enum SystemAnchors {
    /// The advice to add when trust was refused without them.
    static let advice = """
        This system has no readable file of trusted certificates. Install the package \
        ca-certificates, or set SSL_CERT_FILE to such a file.
        """
}
