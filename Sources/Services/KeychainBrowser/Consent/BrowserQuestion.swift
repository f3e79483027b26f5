package import PortableKeychain
internal import SafeText

/// A question to the user about a browser.
///
/// It is consent, not a wall: a program of the same user can read the browser's key (`Specification/threat-model.md`).
package enum BrowserQuestion: Hashable, Sendable {
    /// Whether a browser may use the keychain from now on.
    case associate(browser: String, keychain: String)
    /// Whether items of a host may be filled into pages of a host below it.
    case subdomain(page: String, stored: String)
    /// Whether items of a page may be sent to another site by its form.
    case form(page: String, target: String)
    /// Whether the password of an item is replaced.
    case replace(account: String, site: String)
    /// A question about a passkey, in the words of the passkeys; the second button continues with another account.
    case passkey(String, hasMore: Bool)

    /// The question as sentences, in which names of others are escaped and short.
    package var text: String {
        switch self {
        case .associate(let browser, let keychain):
            """
            \(Self.name(browser)) wants to use the passwords of the keychain '\(Self.name(keychain))': to fill them \
            into the pages that they belong to, and to save new ones.
            """
        case .subdomain(let page, let stored):
            """
            The page \(Self.name(page)) wants a password that is stored for \(Self.name(stored)). Both belong to one \
            site. Fill it in there from now on?
            """
        case .form(let page, let target):
            """
            The page \(Self.name(page)) would send the password to another site, \(Self.name(target)). Fill it in \
            there from now on?
            """
        case .replace(let account, let site):
            """
            The browser wants to replace the password of '\(Self.name(account))' for \(Self.name(site)).
            """
        case .passkey(let text, _): text
        }
    }

    /// The title of the button that agrees.
    package var yes: String {
        switch self {
        case .associate: "Connect"
        case .subdomain, .form: "Fill in"
        case .replace: "Replace"
        case .passkey: "Yes"
        }
    }

    /// The title of the second button, which refuses forever or continues with another account; `nil` if there is none.
    package var other: String? {
        switch self {
        case .subdomain, .form: "Never"
        case .passkey(_, let hasMore): hasMore ? "Another account" : nil
        case .associate, .replace: nil
        }
    }

    private static let longest = 80

    private static func name(_ text: String) -> String { Escaping.short(text, to: longest) }
}

/// The answer of the user.
package enum BrowserConsent: Sendable {
    case yes
    /// Not now.
    case no
    /// The second button.
    case other
}

/// Asks the user about a browser.
package protocol BrowserAsker: Sendable {
    /// Asks.
    ///
    /// - Throws: ``KeychainError/Code/authenticationRequired`` if no user can be asked.
    func answer(to question: BrowserQuestion) throws(KeychainError) -> BrowserConsent
}
