/// The names of extensions in words, for sentences about those that are not supported.
enum ExtensionWords {
    private static let words = [
        "1.3.6.1.4.1.11129.2.4.3": "a mark that it is only a draft of a certificate",
        "1.3.6.1.5.5.7.1.3": "statements of a qualified certificate",
        "1.3.6.1.5.5.7.1.24": "demands on the features of TLS",
        "2.5.29.16": "a period for the use of its private key",
        "2.5.29.18": "alternative names of its issuer",
        "2.5.29.30": "constraints on names in a form that is not valid",
        "2.5.29.31": "places of revocation lists",
        "2.5.29.32": "certificate policies",
        "2.5.29.33": "mappings of certificate policies",
        "2.5.29.36": "constraints on certificate policies",
        "2.5.29.54": "a bar to the policy for any purpose",
    ]

    /// The extension in words, with its object identifier; the identifier alone if it is not known.
    static func words(for identifier: String) -> String {
        words[identifier].map { "\($0) (\(identifier))" } ?? "the extension \(identifier)"
    }
}
