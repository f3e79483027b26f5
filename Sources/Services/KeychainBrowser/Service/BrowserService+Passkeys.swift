internal import KeychainPasskeys
internal import PortableKeychain
internal import SafeText

extension BrowserService {
    /// Makes a passkey for the site of a page.
    func registerPasskey(_ message: JSONTree) throws -> [(String, JSON)] {
        try ceremony(message, creates: true) { options, page in
            let registration = try PasskeyRegistration(options, for: page)
            return (
                registration.site,
                { keychain, asker in
                    try registration.credential(
                        in: keychain,
                        asking: asker,
                        storing: Self.place(of: BrowserRecords(keychain).passkeyPlace())
                    )
                }
            )
        }
    }

    /// Signs in to the site of a page with a passkey.
    func usePasskey(_ message: JSONTree) throws -> [(String, JSON)] {
        try ceremony(message, creates: false) { options, page in
            let assertion = try PasskeyAssertion(options, for: page)
            return (
                assertion.site,
                { keychain, asker in
                    try assertion.credential(in: keychain, asking: asker)
                }
            )
        }
    }

    /// The part of a ceremony that asks the user and makes a credential.
    private typealias Making =
        (Keychain, PasskeyDialog) throws -> PublicKeyCredential

    /// Carries out a request for a passkey; its errors are part of the answer, as pages expect them.
    private func ceremony(
        _ message: JSONTree,
        creates: Bool,
        _ prepare: (JSONTree, PasskeyPage) throws -> (site: String, make: Making)
    ) throws -> [(String, JSON)] {
        let options = message["publicKey"]
        guard case .object = options else { throw BrowserFault.noOptions }
        var isCrossOrigin = false
        if case .truth(false) = options["sameOriginWithAncestors"] { isCrossOrigin = true }
        let page = PasskeyPage(
            message["origin"].string,
            isCrossOrigin: isCrossOrigin,
            domains: surroundings.rules
        )
        let number: Int
        do {
            let (site, make) = try prepare(options, page)
            return [("response", try credential(for: site, creates: creates, make).json)]
        } catch let error as PasskeyError {
            number = Self.number(of: error)
        } catch let fault as BrowserFault {
            number = fault.rawValue
        }
        return [("response", .object([("errorCode", .number(Int64(number)))]))]
    }

    /// Makes a credential, unless the user said no to this site just now.
    private func credential(
        for site: String,
        creates: Bool,
        _ make: Making
    ) throws -> PublicKeyCredential {
        let what = "passkey \(site)"
        guard mayAsk(what) else { throw BrowserFault.canceled }
        guard let keychain = try keychain(creates: creates) else { throw BrowserFault.noLogins }
        do {
            return try make(keychain, PasskeyDialog(asker: surroundings.asker))
        } catch let error as PasskeyError {
            if [.declined, .nobodyToAsk].contains(error.code) { refused(what) }
            throw error
        }
    }

    private static func place(
        of choice: BrowserRecords.PasskeyPlace
    ) -> PasskeyRegistration.Place {
        switch choice {
        case .keychain: .keychain
        case .synchronized: .synchronized
        case .chip: .token
        }
    }

    /// The number of the protocol for an error.
    private static func number(of error: PasskeyError) -> Int {
        switch error.code {
        case .malformedOptions: BrowserFault.noOptions.rawValue
        case .originNotAllowed: 27
        case .relyingPartyMismatch: 28
        case .noSupportedAlgorithm: 29
        case .excluded: 21
        case .noPasskey: BrowserFault.noLogins.rawValue
        case .declined, .nobodyToAsk: BrowserFault.canceled.rawValue
        // The browser may offer a security key meanwhile.
        case .otherAuthenticator, .notVerifiable: 30
        case .keychain:
            (error.underlying.map { BrowserFault($0) } ?? .unknown).rawValue
        }
    }
}

/// Asks about passkeys as about passwords; with several accounts, about one after the other.
private struct PasskeyDialog: PasskeyAsker {
    let asker: any BrowserAsker

    func account(for question: PasskeyQuestion) throws(KeychainError) -> Int {
        let last = max(question.accounts.count - 1, 0)
        for account in 0...last {
            let text = question.sentence(about: account)
            switch try asker.answer(to: .passkey(text, hasMore: account < last)) {
            case .yes: return account
            case .other where account < last: continue
            case .other, .no: throw KeychainError(.userCanceled)
            }
        }
        throw KeychainError(.userCanceled)
    }
}
