internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SSHAgent
internal import SafeText

/// The file that `export` writes.
struct ExportedFile {
    private var certificates: [X509Certificate] = []
    private var keys: [LabelledKey] = []
    private var identities: [(certificate: X509Certificate, key: LabelledKey)] = []
    /// The number of keys that cannot leave their token.
    private var inToken = 0
    private let format: ExchangeFormat?
    private let isText: Bool
    private let wraps: Bool
    private let call: SecurityInvocation

    /// Collects the objects that a command selects.
    ///
    /// - Parameters:
    ///   - call: The command.
    ///   - present: The keychains with the objects; `nil` for the keychains that the command names.
    /// - Throws: ``SecurityFailure`` for options that do not go together, and for no objects.
    init(_ call: SecurityInvocation, in present: SearchedKeychains? = nil) throws {
        self.call = call
        format = try ExchangeFormat.given(call)
        isText = call.has("p")
        wraps = call.has("w")
        guard !wraps || format?.isWrappable ?? true else {
            throw SecurityFailure(1, "-w is for -f pkcs8, pkcs12 and pemseq")
        }
        let kind = try call.text("t") ?? "all"
        let words = call.word("k").map { [$0] } ?? []
        let keychains = try present ?? SecurityKeychains.toSearch(words, call)
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
                case .key(let key): keys.append(LabelledKey(key, item, or: ""))
                case .identity(let certificate, let key):
                    let key = LabelledKey(key, item, or: certificate.subjectSummary)
                    identities.append((certificate, key))
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
        let format = format ?? standardFormat(certificates, keys, isOne)
        switch format {
        case .x509 where !keys.isEmpty: throw SecurityFailure(1, "-f x509 is for certificates")
        case .pkcs8 where !certificates.isEmpty || keys.contains { !$0.isPrivate }:
            throw SecurityFailure(1, "-f pkcs8 is for private keys; use -t privKeys")
        case .openssh2 where !certificates.isEmpty || keys.contains(where: \.isPrivate):
            throw SecurityFailure(1, "-f openssh2 is for public keys; use -t pubKeys")
        case .bsafe where !certificates.isEmpty || keys.contains { $0.material.type != .rsa }:
            throw SecurityFailure(1, "-f bsafe is for RSA keys")
        case .pemseq: return try sequence(certificates, keys)
        case .openssl where isText, .x509 where isText: return try sequence(certificates, keys)
        default: break
        }
        guard isOne else { throw SecurityFailure(1, "only -f pemseq can contain several objects") }
        guard let key = keys.first else { return SecretBytes(certificates.first?.der ?? []) }
        return switch format {
        case .pkcs8: try encrypted(key, isText: isText, passphrase())
        case .openssh2: try key.line()
        case .bsafe where !key.isPrivate:
            isText ? try key.material.rsaPublicPEM() : key.material.externalRepresentation
        default: try isText ? key.material.pem() : key.der()
        }
    }

    /// The format where none is named.
    private func standardFormat(
        _ certificates: [X509Certificate],
        _ keys: [LabelledKey],
        _ isOne: Bool
    ) -> ExchangeFormat {
        guard isOne, let key = keys.first else { return isOne ? .x509 : .pemseq }
        return wraps && key.isPrivate ? .pkcs8 : .openssl
    }

    /// PEM documents; the option `-w` encrypts private keys.
    private func sequence(
        _ certificates: [X509Certificate],
        _ keys: [LabelledKey]
    ) throws -> SecretBytes {
        var parts = certificates.map { SecretBytes(utf8: $0.pem) }
        let passphrase = wraps && keys.contains(where: \.isPrivate) ? try passphrase() : nil
        for key in keys {
            if let passphrase, key.isPrivate {
                parts.append(try encrypted(key, isText: true, passphrase))
            } else {
                parts.append(try key.material.pem())
            }
        }
        return SecretBytes.joining(parts)
    }

    private func encrypted(
        _ key: LabelledKey,
        isText: Bool,
        _ passphrase: SecretBytes
    ) throws(KeychainError) -> SecretBytes {
        try EncryptedKey.file(key.material, passphrase: passphrase, isText: isText)
    }

    /// The passphrase of the file: that of the command line, or one that is asked for.
    private func passphrase() throws(SecurityFailure) -> SecretBytes {
        if let passphrase = call.word("P") { return passphrase.bytes }
        return try call.prompts.askNew(
            "password for the file: ",
            again: "retype password for the file: "
        )
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
        let bytes = try PKCS12.encode(
            certificate: one.certificate,
            privateKey: one.key.material,
            friendlyName: one.key.label.isEmpty ? nil : one.key.label,
            passphrase: passphrase()
        )
        return SecretBytes(bytes)
    }
}

/// A key with the name that people see.
private struct LabelledKey {
    let material: KeyMaterial
    let label: String

    init(_ material: KeyMaterial, _ item: ItemAnswer.Item, or summary: String?) {
        self.material = material
        if case .string(let text) = item.attributes?[.label] {
            label = text
        } else {
            label = summary ?? ""
        }
    }

    var isPrivate: Bool { material.keyClass == .privateKey }

    func der() throws(KeychainError) -> SecretBytes {
        isPrivate ? try material.pkcs8() : SecretBytes(try material.subjectPublicKeyInfo())
    }

    /// The line of an `authorized_keys` file.
    func line() throws -> SecretBytes {
        guard let key = SSHPublicKey(material) else {
            throw SecurityFailure(1, "ssh does not support keys of this type; use -f openssl")
        }
        return SecretBytes(utf8: AgentIdentity(key: key, comment: label).line + "\n")
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
