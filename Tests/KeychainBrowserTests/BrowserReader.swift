@_spi(Keepers) import PortableKeychain

@testable import KeychainBrowser
@testable import KeychainPasskeys
@testable import SafeText

/// One way in which bytes of browsers and their extensions are read; what the fuzzers and `CorpusTests` drive.
enum BrowserReader: String, CaseIterable, Sendable {
    /// A stream of messages with their lengths.
    case browserFrames
    /// The address of a page.
    case browserAddress
    /// A message that was sealed: an action, and what it says.
    case browserMessage

    /// Reads bytes.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .browserFrames:
            var buffer = FrameBuffer()
            bytes.withUnsafeBytes { buffer.append($0) }
            var isTaken = false
            while let frame = try? buffer.next() {
                guard let request = try? BrowserRequest(frame) else { continue }
                isTaken = true
                _ = try? BrowserSession(request, entropy: .system)
            }
            return isTaken
        case .browserAddress:
            let text = String(decoding: bytes, as: UTF8.self)
            guard let origin = WebOrigin(text, .system) else { return false }
            _ = (DomainRules.system.parents(of: origin.host), origin.text, origin.host.isLocal)
            return WebOrigin(origin.text, .system) == origin
        case .browserMessage:
            guard let keychain = try? Keychain.inMemory(),
                let tree = try? JSONTree(SecretBytes(bytes)),
                let action = BrowserAction(rawValue: tree["action"].string)
            else { return false }
            let service = BrowserService(Self.surroundings(keychain))
            return (try? service.perform(action, tree)) != nil
        }
    }

    private struct Yes: BrowserAsker {
        func answer(to question: BrowserQuestion) throws(KeychainError) -> BrowserConsent { .yes }
    }

    private static func surroundings(_ keychain: Keychain) -> BrowserSurroundings {
        BrowserSurroundings(
            open: { _ in keychain },
            keychain: "default",
            identity: "/default",
            browser: "Firefox",
            asker: Yes(),
            rules: .system,
            tools: BrowserTools(
                password: { SecretBytes(utf8: "made up") },
                codeKind: "one-time password",
                code: { $0 },
                folder: { $0 },
                comment: { $0 }
            )
        )
    }
}
