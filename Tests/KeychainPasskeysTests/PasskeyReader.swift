import PortableKeychain

@testable import KeychainPasskeys
@testable import SafeText

/// One way in which passkeys are read: options and pages of sites, and items that programs may have
/// changed; what the fuzzers and `CorpusTests` drive.
enum PasskeyReader: String, CaseIterable, Sendable {
    case passkeyRegistration
    case passkeyAssertion
    /// The details in an item.
    case passkeyDetails
    /// The origin of a page, a line feed, and the relying party that it names.
    case passkeyPage

    /// Reads bytes, and answers what was read.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        let page = PasskeyPage("https://example.com", domains: .anyLetters)
        switch self {
        case .passkeyRegistration:
            guard let registration = try? PasskeyRegistration(SecretBytes(bytes), for: page),
                let keychain = try? Keychain.inMemory()
            else { return false }
            let made = try? registration.credential(in: keychain, asking: Willing())
            guard let made else { return true }
            let stored = try? keychain.passkeys.list(relyingParty: registration.site)
            precondition(stored?.map(\.account) == [made.passkey.account], "another one is stored")
            precondition(Self.isBelow(registration.site), "a foreign site")
            return !made.json.line.isEmpty
        case .passkeyAssertion:
            guard let assertion = try? PasskeyAssertion(SecretBytes(bytes), for: page) else {
                return false
            }
            precondition(Self.isBelow(assertion.site), "a foreign site")
            return true
        case .passkeyDetails:
            let account = try? PasskeyAccount(relyingParty: "example.com", details: bytes)
            precondition(account.map { $0.details == bytes } ?? true, "details have two forms")
            return account != nil
        case .passkeyPage:
            let text = String(decoding: bytes, as: UTF8.self)
            let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            guard let origin = try? WebOrigin(secure: String(lines[0]), .anyLetters) else {
                return false
            }
            let again = try? WebOrigin(secure: origin.text, .anyLetters)
            precondition(again == origin, "an origin is read as another one")
            let claimed = lines.count > 1 ? String(lines[1]) : nil
            guard let party = try? RelyingParty(claimed, of: origin, .anyLetters) else {
                return false
            }
            let host = origin.host.text
            let isOwn = host == party.identifier || host.hasSuffix("." + party.identifier)
            precondition(isOwn && party.identifier != "github.io", "a foreign site")
            return true
        }
    }

    private static func isBelow(_ site: String) -> Bool { site == "example.com" }
}

private struct Willing: PasskeyAsker {
    func account(for question: PasskeyQuestion) throws(KeychainError) -> Int { 0 }
}

extension DomainRules {
    /// Takes the letters of a name one by one, so that all bytes lead somewhere.
    fileprivate static let anyLetters = DomainRules(
        ascii: {
            String(String.UnicodeScalarView($0.unicodeScalars.map { $0.isASCII ? $0 : "x" }))
        },
        unicode: { _ in nil },
        isPublicSuffix: { $0 == "github.io" }
    )
}
