internal import ArgumentParser
@_spi(Keepers) internal import PortableKeychain

/// The options for attributes that only internet passwords have.
struct InternetPasswordOptions: ParsableArguments {
    @Option(help: "The host, such as example.com.")
    var server: String?
    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp(
            "https, ssh, imap and others, or Apple's four characters.",
            valueName: "protocol"
        )
    )
    var networkProtocol: String?
    @Option(help: "The port.") var port: String?
    @Option(help: "The path on the server.") var path: String?
    @Option(
        help: .rare(
            "http-basic, http-digest, html-form, ntlm and others, or Apple's four characters."
        )
    )
    var authType: String?
    @Option(help: .rare("The realm of the server that the account belongs to."))
    var securityDomain: String?

    var given: [(AttributeKey, String?)] {
        [
            (.server, server), (.networkProtocol, networkProtocol), (.port, port), (.path, path),
            (.authenticationType, authType), (.securityDomain, securityDomain),
        ]
    }
}
