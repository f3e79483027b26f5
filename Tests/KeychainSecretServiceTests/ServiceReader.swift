import PortableKeychain

@testable import KeychainSecretService

/// One way in which the Secret Service reads what programs send; the fuzzers and `CorpusTests`
/// drive it.
enum ServiceReader: String, CaseIterable, Sendable {
    /// The attributes in a stored item.
    case attributePairs
    /// Calls of two programs, one after the other.
    case busCalls

    /// Reads bytes.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .attributePairs:
            guard let pairs = SearchAttributes(encoded: bytes) else { return false }
            let again = SearchAttributes(encoded: pairs.encoded)
            precondition(again == pairs, "attributes are not what they were")
            return true
        case .busCalls:
            var calls = CallSequence(bytes)
            return calls.run()
        }
    }
}

/// Bytes as calls, so that every input is some sequence of them.
private struct CallSequence {
    private var rest: ArraySlice<UInt8>
    /// The paths that the service has reported, which calls can use.
    private var known = [
        "/", "/org/freedesktop/secrets", "/org/freedesktop/secrets/aliases/default",
        "/org/freedesktop/secrets/aliases/session",
    ]

    private static let members = [
        "OpenSession", "CreateCollection", "SearchItems", "Unlock", "Lock", "GetSecrets",
        "ReadAlias", "SetAlias", "CreateItem", "Delete", "GetSecret", "SetSecret", "Close",
        "Prompt", "Dismiss", "Get", "GetAll", "Set", "Introspect",
    ]
    private static let words = [
        "", "plain", "dh-ietf1024-sha256-aes128-cbc-pkcs7", "default", "user", "ann", "Label",
        "Attributes", "Items", "Locked", "org.freedesktop.Secret.Item",
        "org.freedesktop.Secret.Collection", "org.freedesktop.Secret.Item.Attributes",
    ]
    private static let signatures = ["o", "{ss}", "{sv}", "s", "v"]

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Makes the calls; returns whether one was answered without an error.
    mutating func run() -> Bool {
        guard let keychain = try? Keychain.inMemory() else { return false }
        let shelf = KeychainShelf(
            configuration: Keychain.Configuration(applicationIdentifier: "fuzz"),
            standard: { "default" },
            names: { ["default"] },
            open: { _ in keychain },
            create: { _, _ throws(KeychainError) in throw KeychainError(.userCanceled) }
        )
        let service = SecretService(shelf, authenticator: Nobody())
        var isTaken = false
        for _ in 0..<64 {
            guard !rest.isEmpty else { break }
            let sender = byte() % 2 == 0 ? ":1.1" : ":1.2"
            let call = BusCall(
                sender: sender,
                path: path(),
                interface: "",
                member: Self.members[byte() % Self.members.count],
                body: (0..<byte() % 4).map { _ in value(depth: 0) }
            )
            let answer = service.answer(call)
            if let question = answer.question {
                _ = service.finish(question.prompt, question.work())
            }
            guard case .success(.values(let values)) = answer.reply else { continue }
            isTaken = true
            values.forEach { learn($0) }
        }
        service.clientLeft(":1.1")
        service.clientLeft(":1.2")
        precondition(service.sessions.isEmpty && service.prompts.isEmpty, "something was left")
        return isTaken
    }

    private mutating func value(depth: Int) -> BusValue {
        switch byte() % (depth < 4 ? 10 : 5) {
        case 0: return .text(text())
        case 1: return .path(path())
        case 2: return .flag(byte() % 2 == 0)
        case 3: return .number(UInt64(byte()))
        case 4: return .bytes(SecretBytes(Array(take(byte()))))
        case 5: return .variant(value(depth: depth + 1))
        case 6:
            let signature = Self.signatures[byte() % Self.signatures.count]
            return .list(of: signature, (0..<byte() % 4).map { _ in value(depth: depth + 1) })
        case 7: return .entry(value(depth: depth + 1), value(depth: depth + 1))
        case 8: return .group((0..<byte() % 5).map { _ in value(depth: depth + 1) })
        default: return .other("u")
        }
    }

    private mutating func learn(_ value: BusValue) {
        switch value {
        case .path(let path) where known.count < 64: known.append(path)
        case .list(_, let values), .group(let values): values.forEach { learn($0) }
        case .variant(let inner): learn(inner)
        default: break
        }
    }

    private mutating func path() -> String {
        let choice = byte()
        return choice < 128 ? known[choice % known.count] : "/org/freedesktop/secrets/" + text()
    }

    private mutating func text() -> String {
        let choice = byte()
        return choice < 128
            ? Self.words[choice % Self.words.count]
            : String(decoding: take(choice - 128), as: UTF8.self)
    }

    private mutating func byte() -> Int { rest.popFirst().map { Int($0) } ?? 0 }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

private struct Nobody: Authenticator {
    func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        throw KeychainError(.authenticationRequired)
    }
}
