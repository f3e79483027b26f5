internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl certificate verify`.
struct CertificateVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check whether a certificate can be trusted.",
        discussion: """
            A certificate is trusted when signatures lead from it to a root certificate in the same \
            keychain, and all of them are valid now. The path is printed, one name a line, the \
            root last. Without a path nothing is printed, and the complaint names the certificate \
            at fault.

            The certificates of the system are not consulted, and revocation is not checked.

            EXAMPLES
              keychainctl certificate verify --label example.com --host www.example.com
            """
    )

    @OptionGroup var object: ObjectOptions
    @Option(
        help: ArgumentHelp(
            "Check it for a TLS server of this name.",
            valueName: "name"
        )
    )
    var host: String?
    @Flag(help: "Check it for a TLS client.") var client = false
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard host == nil || !client else {
            throw ValidationError("--host and --client exclude each other")
        }
    }

    func run() throws {
        let items = try Items(keychain: place.open())
        let wanted = ItemSelection(itemClass: .certificate, attributes: object.attributes)
        guard let certificate = ObjectList.certificate(try items.only(wanted, .reference)) else {
            throw KeychainError(.undecodable, reason: "An item's payload is not a certificate.")
        }
        let all = try items.find(
            ItemSelection(itemClass: .certificate, attributes: [:]),
            .reference,
            interaction: .skip
        ).compactMap(ObjectList.certificate)
        let path: [X509Certificate]
        do throws(CertificateTrustError) {
            path = try certificate.evaluateTrust(
                for: policy,
                anchors: all.filter(\.isRoot),
                intermediates: all
            )
        } catch {
            let sentence = error.reason.hasSuffix(".") ? error.reason.dropLast() : error.reason[...]
            throw Failure(
                .severalItems,
                "not trusted: \(sentence)",
                advice: "'keychainctl certificate import' adds the certificates of issuers"
            )
        }
        for step in path { Terminal.line(Escaping.escaped(step.subjectSummary ?? "")) }
    }

    private var policy: CertificatePolicy {
        if client { return .tlsClient }
        return host.map { .tlsServer(host: $0) } ?? .basicX509
    }
}
