internal import ForeignCrypto
internal import PortableKeychain

extension SecretService {
    private static let agreement = "dh-ietf1024-sha256-aes128-cbc-pkcs7"
    /// The longest secret on the bus: messages of up to 128 MiB exist, which no secret needs.
    static let longestSecret = 16 << 20
    /// The longest answer with several secrets.
    ///
    /// A bus ends the connection that sends a message above its limit, which is 32 MiB if it is configured with none; with
    /// the connection, all programs would lose their sessions.
    static let longestAnswer = 30 << 20

    func openSession(
        _ sender: String,
        _ algorithm: String,
        _ input: BusValue?
    ) throws(BusFailure) -> [BusValue] {
        guard clients[sender]?.sessionCount ?? 0 < BusClient.mostSessions else {
            throw .limitsExceeded
        }
        let cipher: SessionCipher?
        let output: BusValue
        switch algorithm {
        case "plain":
            guard input?.text != nil else { throw .invalid("The input of 'plain' is a text.") }
            (cipher, output) = (nil, .text(""))
        case Self.agreement:
            guard let peer = input?.bytes else { throw .invalid("The input is not an array.") }
            guard let ours = OakleyAgreement(entropy: entropy) else { throw .unknownAlgorithm }
            let bytes = peer.withUnsafeBytes { Array($0) }
            guard let agreed = ours.sessionCipher(with: bytes) else {
                throw .invalid("The public value is outside of the group.")
            }
            (cipher, output) = (agreed, .bytes(SecretBytes(ours.publicValue)))
        default: throw .unknownAlgorithm
        }
        let name = number("s")
        clients[sender, default: BusClient()].sessionCount += 1
        sessions[name] = SecretSession(owner: sender, cipher: cipher)
        return [.variant(output), .path(SecretPath.session(name).text)]
    }

    /// A session of a program, with its path.
    func session(
        _ sender: String,
        _ path: String?
    ) throws(BusFailure) -> (path: String, session: SecretSession) {
        guard let path, case .session(let name) = SecretPath(path),
            let session = sessions[name], session.owner == sender
        else { throw .noSession }
        return (path, session)
    }

    /// The secret of an item as a program gets it; `nil` if there is no such item.
    func sealed(
        _ collection: SecretCollection,
        _ name: String,
        _ session: (path: String, session: SecretSession)
    ) throws(BusFailure) -> BusValue? {
        let parts = try Self.keychain { () throws(KeychainError) in
            try collection.secret(name).map { secret throws(KeychainError) in
                (secret, try session.session.sealed(secret, entropy))
            }
        }
        guard let (secret, (parameters, value)) = parts else { return nil }
        let type = collection[name]?.details?.contentType ?? ""
        return .group([
            .path(session.path), .bytes(parameters), .bytes(value),
            .text(Self.type(of: secret, storedAs: type)),
        ])
    }

    /// The secrets of several items; those that are locked or absent, or cannot be read, are left out.
    ///
    /// - Throws: ``BusFailure/answerTooLong``, before any other secret is read.
    func secrets(
        _ sender: String,
        _ paths: [String],
        session path: String?
    ) throws(BusFailure) -> BusValue {
        let session = try session(sender, path)
        var (entries, size): ([BusValue], Int) = ([], 0)
        for path in paths {
            guard case .item(let holder, let name) = SecretPath(path),
                let collection = try? collection(holder), !collection.isLocked,
                let secret = try? sealed(collection, name, session)
            else { continue }
            let entry = BusValue.entry(.path(path), secret)
            size += entry.size
            guard size <= Self.longestAnswer else { throw .answerTooLong }
            entries.append(entry)
        }
        return .list(of: "{o(oayays)}", entries)
    }

    /// The secret that a program sent, and the type of its content.
    func opened(
        _ sender: String,
        _ value: BusValue?
    ) throws(BusFailure) -> (SecretBytes, String) {
        guard case .group(let parts) = value, parts.count == 4, let path = parts[0].path,
            let parameters = parts[1].bytes, let value = parts[2].bytes, let type = parts[3].text
        else { throw .invalid("This is not a secret of a session.") }
        let (_, session) = try session(sender, path)
        guard value.count <= Self.longestSecret, type.utf8.count <= 1024 else {
            throw .invalid("The secret is too long. Store it in a file, and its key here.")
        }
        guard let secret = session.opened(parameters: parameters, value: value) else {
            throw .brokenSecret
        }
        return (secret, type)
    }

    /// The type of a secret's content as programs see it.
    ///
    /// All text is `text/plain`, as gnome-keyring answers: libsecret finds no password in any other type of text, and
    /// programs in Go store theirs with a parameter.
    private static func type(of secret: SecretBytes, storedAs stored: String) -> String {
        let kind = stored.lowercased()
        let names = ["text/", "application/json"]
        guard stored.isEmpty || names.contains(where: { kind.hasPrefix($0) }) else { return stored }
        let isText = secret.withUnsafeBytes { String(validating: $0, as: UTF8.self) != nil }
        guard !isText else { return "text/plain" }
        return stored.isEmpty ? "application/octet-stream" : stored
    }
}
