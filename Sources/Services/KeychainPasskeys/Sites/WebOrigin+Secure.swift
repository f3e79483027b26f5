internal import SafeText

extension WebOrigin {
    /// Reads the origin of a page that may have passkeys: a domain over `https`, or this machine over `http`.
    ///
    /// - Parameters:
    ///   - text: The origin as the browser sends it, such as `https://login.example.com:8443`.
    ///   - rules: The rules that give names of other letters their form in ASCII.
    /// - Throws: ``PasskeyError/Code/originNotAllowed`` for an address, another scheme, and a text that has more than
    ///   scheme, host and port.
    init(secure text: String, _ rules: DomainRules) throws(PasskeyError) {
        let parts = SplitAddress(text, isOfBrowser: true)
        guard let origin = WebOrigin(text, rules), origin.host.isDomain,
            origin.scheme == .https || origin.host.isLocal,
            // An address may go on here, and have a user; an origin does not.
            parts.user == nil, parts.path.isEmpty,
            !text.hasSuffix(":")
        else { throw Self.notAllowed }
        self = origin
    }

    private static var notAllowed: PasskeyError {
        PasskeyError(
            .originNotAllowed,
            """
            Passkeys are for pages that a browser loaded from a named host over https, or from this \
            machine. This page is another one.
            """
        )
    }
}
