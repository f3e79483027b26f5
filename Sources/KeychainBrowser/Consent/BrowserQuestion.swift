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
        }
    }

    /// The title of the button that agrees.
    package var yes: String {
        switch self {
        case .associate: "Connect"
        case .subdomain, .form: "Fill in"
        case .replace: "Replace"
        }
    }

    /// The title of the button that refuses for ever; `nil` if a refusal is not remembered.
    package var never: String? {
        switch self {
        case .subdomain, .form: "Never"
        case .associate, .replace: nil
        }
    }

    private static let longest = 80

    /// Cuts in the middle, by scalars: one character can have thousands of marks.
    private static func name(_ text: String) -> String {
        let shown = Escaping.escaped(text).unicodeScalars
        guard shown.count > longest else { return String(shown) }
        let half = longest / 2 - 1
        return String(shown.prefix(half)) + "…" + String(shown.suffix(half))
    }
}

/// The answer of the user.
package enum BrowserConsent: Sendable {
    case yes
    /// Not now.
    case no
    case never
}

/// Asks the user about a browser.
package protocol BrowserAsker: Sendable {
    /// Asks.
    ///
    /// - Throws: ``KeychainError/Code/authenticationRequired`` if nobody can be asked.
    func answer(to question: BrowserQuestion) throws(KeychainError) -> BrowserConsent
}
