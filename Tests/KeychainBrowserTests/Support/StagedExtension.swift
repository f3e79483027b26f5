import ForeignCrypto
@_spi(Keepers) import PortableKeychain

@testable import KeychainBrowser
@testable import SafeText

/// The extension's side of the protocol.
final class StagedExtension {
    /// An answer as the extension gets it.
    struct Answer {
        /// The members of the message that was sealed; `nil` for an error.
        let message: JSONTree?
        /// The members in clear.
        let outer: JSONTree
        /// The messages that came after the answer.
        let signals: [String]

        /// The number of the error; empty for none.
        var fault: String { outer["errorCode"].string }
    }

    /// The identity of the profile, which the extension makes once.
    static let identity = [UInt8](repeating: 7, count: 32)
    private static let secret = [UInt8](1...32)

    private let service: BrowserService
    private(set) var box: MessageBox?
    private(set) var publicKey: [UInt8]
    let clientID = "client"
    private var count: UInt8 = 0

    init(_ service: BrowserService) {
        self.service = service
        // Any other key: the own public one does not depend on it.
        publicKey = Self.box(to: [9] + [UInt8](repeating: 0, count: 31))?.publicKey ?? []
    }

    private static func box(to key: [UInt8]) -> MessageBox? {
        MessageBox(to: key, entropy: KeychainEntropy { $0.copyBytes(from: secret) })
    }

    /// Sends a message in clear.
    func send(_ members: [(String, JSON)]) -> [JSONTree] {
        send(Array(JSON.object(members).line.utf8))
    }

    /// Sends bytes.
    func send(_ frame: [UInt8]) -> [JSONTree] {
        service.answers(to: frame).map { (try? JSONTree(SecretBytes($0))) ?? .null }
    }

    /// The next nonce.
    func nonce() -> [UInt8] {
        count += 2
        return [UInt8](repeating: 255, count: 2) + [count] + [UInt8](repeating: 3, count: 21)
    }

    func exchangeKeys() {
        let nonce = nonce()
        let answer = send([
            ("action", .string("change-public-keys")),
            ("publicKey", .string(BrowserAnswer.text(publicKey))),
            ("nonce", .string(BrowserAnswer.text(nonce))), ("clientID", .string(clientID)),
        ])
        guard let first = answer.first, let key = Base64.decoded(first["publicKey"].secret),
            first["nonce"].string == BrowserAnswer.text(BrowserSession.incremented(nonce))
        else { return box = nil }
        box = Self.box(to: key.withUnsafeBytes { Array($0) })
    }

    /// A message as it is sent.
    func sealed(
        _ action: String,
        _ members: [String: String],
        outer: [(String, JSON)] = [],
        inner: String? = nil
    ) -> (frame: [UInt8], nonce: [UInt8]) {
        sealed(action, json: members.map { ($0, .string($1)) }, outer: outer, inner: inner)
    }

    private func sealed(
        _ action: String,
        json members: [(String, JSON)],
        outer: [(String, JSON)] = [],
        inner: String? = nil
    ) -> (frame: [UInt8], nonce: [UInt8]) {
        let nonce = nonce()
        let all = [("action", JSON.string(inner ?? action))] + members
        let sealed = box?.seal(JSON.object(all).secretLine, nonce: nonce) ?? []
        let message: [(String, JSON)] = [
            ("action", .string(action)), ("message", .string(BrowserAnswer.text(sealed))),
            ("nonce", .string(BrowserAnswer.text(nonce))), ("clientID", .string(clientID)),
        ]
        return (Array(JSON.object(message + outer).line.utf8), nonce)
    }

    /// Sends a sealed message, and opens the answer.
    func ask(
        _ action: String,
        _ members: [String: String] = [:],
        triggersUnlock: Bool = false
    ) -> Answer {
        let outer: [(String, JSON)] =
            triggersUnlock ? [("triggerUnlock", .string("true"))] : []
        let (frame, nonce) = sealed(action, members, outer: outer)
        return open(send(frame), nonce)
    }

    /// Sends a sealed message with members of any type, and opens the answer.
    func ask(_ action: String, json members: [(String, JSON)]) -> Answer {
        let (frame, nonce) = sealed(action, json: members)
        return open(send(frame), nonce)
    }

    /// Opens an answer as the extension does: the nonce is the one after that of the request, outside and inside.
    func open(_ answers: [JSONTree], _ nonce: [UInt8]) -> Answer {
        let next = BrowserAnswer.text(BrowserSession.incremented(nonce))
        let outer = answers.first ?? .null
        var message: JSONTree?
        if outer["nonce"].string == next,
            let sealed = Base64.decoded(outer["message"].secret),
            let text = box?.open(
                sealed.withUnsafeBytes { Array($0) },
                nonce: BrowserSession.incremented(nonce)
            ),
            let tree = try? JSONTree(text), tree["nonce"].string == next,
            tree["success"].string == "true"
        {
            message = tree
        }
        let signals = answers.dropFirst().map { $0["action"].string }
        return Answer(message: message, outer: outer, signals: signals)
    }
}
