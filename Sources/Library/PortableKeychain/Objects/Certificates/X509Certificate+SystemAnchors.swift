extension X509Certificate {
    /// The certificates that the operating system trusts, read when they are first needed; `nil` if
    /// the system has no readable file of them.
    package static let systemAnchors: [X509Certificate]? = TrustBundle.contents().flatMap {
        try? X509Certificate.supported(in: $0)
    }
}
