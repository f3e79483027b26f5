internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl certificate verify`.
struct CertificateVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check whether a certificate is trusted.",
        discussion: """
            A certificate is trusted if a chain of valid signatures leads from it to a root \
            certificate in the same keychain, and all certificates of the chain are valid now. \
            The chain is printed with one name on each line, the root last. If the certificate \
            is not trusted, nothing is printed, and the error message names the certificate at \
            fault.

            The certificates of the system are not consulted, and revocation is not checked.

            EXAMPLES
              keychainctl certificate verify --label example.com --host www.example.com
            """
    )

    @OptionGroup var object: ObjectOptions
    @Option(
        help: ArgumentHelp(
            "Check the certificate for a TLS server with this name.",
            valueName: "name"
        )
    )
    var host: String?
    @Flag(help: "Check the certificate for a TLS client.") var client = false
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard host == nil || !client else {
            throw ValidationError("--host and --client cannot be combined")
        }
    }

    func run() throws {
        let items = try Items(keychain: place.open())
        let wanted = ItemSelection(itemClass: .certificate, attributes: object.attributes)
        guard let certificate = ObjectList.certificate(try items.only(wanted, .reference)) else {
            throw KeychainError(.undecodable, reason: "The payload is not a valid certificate.")
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
                advice: advice(for: error.cause)
            )
        }
        for step in path { Terminal.line("\(step.subjectSummary ?? "")") }
    }

    /// What helps: a certificate that is missing can be added, others must be made otherwise.
    private func advice(for cause: CertificateTrustError.Cause) -> String {
        switch cause {
        case .noAnchor: "add the certificates of issuers with 'keychainctl certificate import'"
        case .notValidYet: "compare the clock of this machine with the date"
        case .wrongHost: "'keychainctl certificate show' lists the hosts that it names"
        default: "ask who issued it for another certificate"
        }
    }

    private var policy: CertificatePolicy {
        if client { return .tlsClient }
        return host.map { .tlsServer(host: $0) } ?? .basicX509
    }
}
