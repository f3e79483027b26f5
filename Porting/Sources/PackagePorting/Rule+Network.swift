extension Rule {
    private static let challenges = """
        URLSession on Linux judges servers itself and has no certificates of clients. Put this behind \
        '#if canImport(Darwin)', or use a client that takes SecTrust's answer, such as AsyncHTTPClient.
        """

    static let network = [
        Rule(
            words: ["URLCredential"],
            advice: "Linux has URLCredential(user:password:persistence:) alone. " + challenges,
            example:
                "let answer = URLCredential(identity: identity, certificates: nil, persistence: .none)"
        ) {
            $0.contains("URLCredential", "(", "identity", ":")
                || $0.contains("URLCredential", "(", "trust", ":")
        },
        Rule(
            words: [
                "NSURLAuthenticationMethodServerTrust",
                "NSURLAuthenticationMethodClientCertificate",
            ],
            advice: challenges,
            example: "guard method == NSURLAuthenticationMethodServerTrust else { return }"
        ),
        Rule(
            words: ["serverTrust"],
            advice: challenges,
            example: "let trust = challenge.protectionSpace.serverTrust"
        ) {
            $0.contains("protectionSpace", ".", "serverTrust")
                || $0.contains("protectionSpace", "?", ".", "serverTrust")
        },
    ]
}
