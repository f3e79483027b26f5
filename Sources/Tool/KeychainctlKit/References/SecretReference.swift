@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// The name of a secret in a command line, a file of variables or a template.
///
/// | text | secret |
/// |---|---|
/// | `service/account`, `service` | that of the only generic password, or of what has this name |
/// | any other name | that of the only password with this ``ItemName`` |
/// | `server:host/account`, `server:host` | that of the only internet password |
/// | `label:text` | that of the only password with this label |
/// | `key:label` | the only private key with this label, as PEM (PKCS#8) |
/// | `certificate:label` | the only certificate with this label, as PEM |
///
/// `%2F` stands for a slash, `%3A` for a colon, and so on for any byte (RFC 3986, section 2.1). In
/// files, `keychain:` comes before it.
package struct SecretReference: Equatable {
    /// The target of a reference.
    package enum Target: Equatable {
        case password(ItemSelection)
        /// A password by a name that does not say more; if it can be a service and an account,
        /// those of a generic password count first.
        case named(String, first: ItemSelection?)
        case privateKey(label: String)
        case certificate(label: String)
    }

    /// The prefix that marks a reference in a file.
    package static let scheme = "keychain:"

    package let target: Target
    /// The reference as it was written, for messages.
    package let text: String

    /// Reads a reference, with or without ``scheme``.
    ///
    /// - Throws: ``Failure`` for a text that names nothing.
    package init(_ text: String) throws(Failure) {
        self.text = text
        let name = text.hasPrefix(Self.scheme) ? text.dropFirst(Self.scheme.count) : text[...]
        let parts = name.split(at: ":", maxSplits: 1)
        switch parts.count == 2 ? parts[0] : "" {
        case "server": target = .password(try Self.selection(parts[1], .server, of: text))
        case "label":
            let label = AttributeValue.string(try Self.decoded(parts[1], of: text))
            target = .password(ItemSelection(itemClass: nil, attributes: [.label: label]))
        case "key": target = .privateKey(label: try Self.decoded(parts[1], of: text))
        case "certificate": target = .certificate(label: try Self.decoded(parts[1], of: text))
        case let kind
        where kind.contains(where: \.isLetter) && kind.allSatisfy(\.isLetter)
            && !parts[1].hasPrefix("//"):
            throw Self.malformed(text, "'\(kind):' names no kind of item")
        default:
            let isPlain = parts.count == 1 && name.unicodeScalars.count { $0 == "/" } < 2
            target = .named(
                try Self.decoded(name, of: text),
                first: isPlain ? try Self.selection(name, .service, of: text) : nil
            )
        }
    }

    /// The passwords that a place and an account name.
    private static func selection(
        _ words: Substring,
        _ place: AttributeKey,
        of text: String
    ) throws(Failure) -> ItemSelection {
        let parts = words.split(at: "/", maxSplits: 1)
        guard let first = parts.first else { throw malformed(text, "it is empty") }
        var given: [(AttributeKey, String?)] = [(place, try decoded(first, of: text))]
        if parts.count == 2 {
            guard !parts[1].contains(sign: "/") else {
                throw malformed(text, "it has more than one '/'")
            }
            given.append((.account, try decoded(parts[1], of: text)))
        }
        return try ItemSelection(nil, given: given)
    }

    /// A part of a reference as text.
    private static func decoded(_ word: Substring, of text: String) throws(Failure) -> String {
        guard let bytes = PercentEncoding.decoded(SecretBytes(utf8: String(word))) else {
            throw malformed(text, "'%' needs two hexadecimal digits after it")
        }
        guard let result = SecretText.copy(bytes), !result.isEmpty, !result.utf8.contains(0) else {
            throw malformed(text, "a part of it is empty or is not text")
        }
        return result
    }

    private static func malformed(_ text: String, _ why: String) -> Failure {
        Failure(
            .usage,
            "'\(text)' names no secret: \(why)",
            advice: "write a name such as service/account, or server:host/account, label:text, "
                + "key:label or certificate:label, with %2F for '/' and %3A for ':'"
        )
    }
}

extension Items {
    /// The secret that a reference names.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - place: The place that needs the secret, for messages.
    /// - Returns: The payload of a password, or a key or certificate as PEM.
    /// - Throws: ``Failure`` with the place and the reference.
    package func secret(
        _ reference: SecretReference,
        for place: String
    ) throws(Failure) -> SecretBytes {
        do {
            switch reference.target {
            case .password(let selection):
                return try only(selection, .data, isReference: true).secret ?? SecretBytes([])
            case .named(let name, let selection):
                if let selection, let found = try one(selection, .data, isReference: true) {
                    return found.secret ?? SecretBytes([])
                }
                let item = try ItemName(name).only(in: keychain, isReference: true)
                return try secret(of: item)
            case .privateKey(let label):
                var attributes: ItemAttributes = [.label: .string(label)]
                attributes[.keyClass] = .string(KeyClass.privateKey.rawValue)
                let found = try only(
                    ItemSelection(itemClass: .key, attributes: attributes),
                    .reference,
                    isReference: true
                )
                guard case .key(let key) = found.object else {
                    throw KeychainError(.undecodable, reason: "The payload is not a valid key.")
                }
                return try key.pem()
            case .certificate(let label):
                let found = try only(
                    ItemSelection(itemClass: .certificate, attributes: [.label: .string(label)]),
                    .reference,
                    isReference: true
                )
                guard let certificate = ObjectList.certificate(found) else {
                    throw KeychainError(
                        .undecodable,
                        reason: "The payload is not a valid certificate."
                    )
                }
                return SecretBytes(utf8: certificate.pem)
            }
        } catch let failure as Failure {
            throw failure.about("\(place): \(reference.text)")
        } catch let error as KeychainError {
            // That is about the whole keychain.
            guard error.code != .locked else { throw Failure(error) }
            throw Failure(error).about("\(place): \(reference.text)")
        } catch {
            throw Failure(KeychainError(.internalError))
        }
    }
}

extension Failure {
    /// The same failure, with its subject before it.
    package func about(_ subject: String) -> Failure {
        Failure(status, "\(subject): \(problem)", advice: advice)
    }
}
