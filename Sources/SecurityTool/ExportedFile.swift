internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// The file that `export` writes.
struct ExportedFile {
    private var certificates: [X509Certificate] = []
    private var keys: [KeyMaterial] = []
    private var identities: [(certificate: X509Certificate, key: KeyMaterial, label: String?)] = []
    /// The number of keys that cannot leave their token.
    private var inToken = 0
    private let format: ExchangeFormat?
    private let isText: Bool
    private let call: SecurityInvocation

    /// Collects the objects that a command selects.
    init(_ call: SecurityInvocation) throws {
        self.call = call
        format = try ExchangeFormat.given(call)
        isText = call.has("p")
        let kind = try call.text("t") ?? "all"
        let words = call.word("k").map { [$0] } ?? []
        let keychains = try SecurityKeychains.toSearch(words, call)
        switch kind {
        case "certs": try collect(.certificate, keychains)
        case "allKeys": try collect(.key, keychains)
        case "pubKeys": try collect(.key, keychains, .publicKey)
        case "privKeys": try collect(.key, keychains, .privateKey)
        case "identities": try collect(.identity, keychains)
        case "all" where format == .pkcs12: try collect(.identity, keychains)
        case "all":
            try collect(.certificate, keychains)
            try collect(.key, keychains)
        default: throw SecurityFailure.usage("\"\(kind)\" is not a type")
        }
        if inToken > 0 {
            call.say("Left out: \(counted(inToken, "key")) that cannot leave a token.")
        }
        guard count > 0 else { throw keychains.absence }
    }

    private var count: Int { certificates.count + keys.count + identities.count }

    private mutating func collect(
        _ itemClass: ItemClass,
        _ keychains: SearchedKeychains,
        _ half: KeyClass? = nil
    ) throws(KeychainError) {
        var selection = ItemSelection(itemClass: itemClass, attributes: [:])
        if let half { selection.attributes[.keyClass] = .string(half.rawValue) }
        for keychain in keychains.opened {
            for item in try Items(keychain: keychain).find(selection, [.attributes, .reference]) {
                switch item.object {
                case .certificate(let certificate): certificates.append(certificate)
                case .key(let key) where key.tokenID != nil,
                    .identity(_, let key) where key.tokenID != nil:
                    inToken += 1
                case .key(let key): keys.append(key)
                case .identity(let certificate, let key):
                    var label = certificate.subjectSummary
                    if case .string(let text) = item.attributes?[.label] { label = text }
                    identities.append((certificate, key, label))
                case nil: break
                }
            }
        }
    }

    /// The bytes of the file.
    func content() throws -> SecretBytes {
        if format == .pkcs12 { return try bundle() }
        let certificates = certificates + identities.map(\.certificate)
        let keys = keys + identities.map(\.key)
        if let collection = format?.collection {
            guard keys.isEmpty else {
                throw SecurityFailure(
                    1,
                    "-f pkcs7 and -f netscape are for certificates; use -t certs"
                )
            }
            return isText
                ? SecretBytes(utf8: collection.pem(certificates))
                : SecretBytes(collection.der(certificates))
        }
        let isOne = certificates.count + keys.count == 1
        switch format ?? (isOne ? (keys.isEmpty ? .x509 : .openssl) : .pemseq) {
        case .x509 where !keys.isEmpty: throw SecurityFailure(1, "-f x509 is for certificates")
        case .pkcs8 where !certificates.isEmpty:
            throw SecurityFailure(1, "-f pkcs8 is for keys; use -t privKeys")
        case .pemseq: break
        default:
            guard !isText else { break }
            guard isOne else {
                throw SecurityFailure(1, "only -f pemseq can contain several objects")
            }
            return try binary(certificates.first, keys.first)
        }
        var parts = certificates.map { SecretBytes(utf8: $0.pem) }
        for key in keys { parts.append(try key.pem()) }
        return SecretBytes.joining(parts)
    }

    private func binary(
        _ certificate: X509Certificate?,
        _ key: KeyMaterial?
    ) throws(KeychainError) -> SecretBytes {
        guard let key else { return SecretBytes(certificate?.der ?? []) }
        if key.keyClass == .privateKey { return try key.pkcs8() }
        return SecretBytes(try key.subjectPublicKeyInfo())
    }

    private func bundle() throws -> SecretBytes {
        guard let one = identities.first, keys.isEmpty, certificates.isEmpty else {
            throw SecurityFailure(1, "-f pkcs12 is for identities; use -t identities")
        }
        guard identities.count == 1 else {
            throw SecurityFailure(
                1,
                "\(identities.count) identities match, but a file can contain only one; "
                    + "use 'keychainctl identity export' to select one"
            )
        }
        let passphrase =
            try call.word("P")?.bytes
            ?? call.prompts.askNew(
                "password for the file: ",
                again: "retype password for the file: "
            )
        let bytes = try PKCS12.encode(
            certificate: one.certificate,
            privateKey: one.key,
            friendlyName: one.label,
            passphrase: passphrase
        )
        return SecretBytes(bytes)
    }
}

extension SecretBytes {
    /// Whether the file is a PEM document, which begins with a dash.
    var isText: Bool { withUnsafeBytes { $0.first == UInt8(ascii: "-") } }

    /// The concatenation of some secrets.
    fileprivate static func joining(_ parts: [SecretBytes]) -> SecretBytes {
        SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { room in
            var place = 0
            for part in parts {
                part.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: room[place...]).copyMemory(from: $0)
                }
                place += part.count
            }
        }
    }
}
