internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// `keychainctl certificate verify`.
struct CertificateVerifyCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check whether a certificate is trusted.",
        discussion: """
            A certificate is trusted if a chain of valid signatures leads from it to a root \
            certificate in the same keychain, and all certificates of the chain are valid now. \
            The chain is printed with one name on each line, the root last. If the certificate \
            is not trusted, nothing but JSON is printed, and the error message names the certificate \
            at fault.

            With --explain, each path that was tried is printed instead, also if none is \
            trusted: its certificates, and for each certificate the checks, passed or failed, \
            and why. The path that is the answer is the last one, and is called trusted.

            The certificates of the system are not consulted, and nothing is asked about \
            revocation.

            EXAMPLES
              keychainctl certificate verify --label example.com --host www.example.com
              keychainctl certificate verify --label example.com --explain
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @Option(
        help: ArgumentHelp(
            "Check the certificate for a TLS server with this name.",
            valueName: "name"
        )
    )
    var host: String?
    @Flag(help: "Check the certificate for a TLS client.") var client = false
    @Flag(help: "Print each path that was tried, with each check and what it found.")
    var explain = false
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard host == nil || !client else {
            throw ValidationError("--host and --client cannot be combined")
        }
    }

    func run() throws {
        let items = try Items(keychain: place.open())
        let wanted = try items.narrowed(
            ItemSelection(itemClass: .certificate, attributes: object.attributes),
            toHash: hashed.hash
        )
        guard let certificate = ObjectList.certificate(try items.only(wanted, .reference)) else {
            throw KeychainError(.undecodable, reason: "The payload is not a valid certificate.")
        }
        let all = try items.find(
            ItemSelection(itemClass: .certificate, attributes: [:]),
            .reference,
            interaction: .skip
        ).compactMap(ObjectList.certificate)
        let question = TrustQuestion(
            policy: policy,
            anchors: all.filter(\.isRoot),
            intermediates: all
        )
        var tried: [TrustPath] = []
        let path: [X509Certificate]
        do throws(CertificateTrustError) {
            path = try certificate.evaluateTrust(question, recording: { tried.append($0) })
        } catch {
            let sentence = error.reason.hasSuffix(".") ? error.reason.dropLast() : error.reason[...]
            show(tried, [("trusted", .bool(false)), ("reason", .string(String(sentence)))])
            throw Failure(
                .severalItems,
                "not trusted: \(sentence)",
                advice: advice(for: error.cause)
                    + (explain ? "" : ", and --explain shows each check")
            )
        }
        let names = path.map { $0.subjectSummary ?? "" }
        show(tried, [("trusted", .bool(true)), ("chain", .array(names.map(JSON.string)))])
        guard !explain, !json else { return }
        for name in names { Terminal.line("\(name)") }
    }

    /// Prints the tried paths, if they were asked for, and the answer for programs.
    private func show(_ tried: [TrustPath], _ answer: [(String, JSON)]) {
        let explanation = TrustExplanation(tried)
        guard !json else {
            return Terminal.json(.object(answer + (explain ? explanation.members : [])))
        }
        guard explain else { return }
        for line in explanation.lines { Terminal.line(line) }
    }

    /// The advice for a cause: a certificate that is missing can be added, others must be made
    /// otherwise.
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
