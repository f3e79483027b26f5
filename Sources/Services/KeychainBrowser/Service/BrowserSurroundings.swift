package import KeychainPasskeys
@_spi(Keepers) package import PortableKeychain

/// The values that the service takes from the program around it.
package struct BrowserSurroundings: Sendable {
    /// Opens the keychain; `true` creates it if it is the default one, and `nil` means that there is none yet.
    package var open: @Sendable (_ creates: Bool) throws(KeychainError) -> Keychain?
    /// The name of the keychain, for people.
    package var keychain: String
    /// A text that tells the keychain from others, such as its path: browsers know a digest of it.
    package var identity: String
    /// The browser that started the program, for people.
    package var browser: String
    package var asker: any BrowserAsker
    package var rules: DomainRules
    package var tools: BrowserTools
    package var entropy: KeychainEntropy
    /// The time, for the rest between questions.
    package var now: @Sendable () -> ContinuousClock.Instant

    package init(
        open: @escaping @Sendable (_ creates: Bool) throws(KeychainError) -> Keychain?,
        keychain: String,
        identity: String,
        browser: String,
        asker: any BrowserAsker,
        rules: DomainRules,
        tools: BrowserTools,
        entropy: KeychainEntropy = .system,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.open, self.keychain, self.identity) = (open, keychain, identity)
        (self.browser, self.asker) = (browser, asker)
        (self.rules, self.tools) = (rules, tools)
        (self.entropy, self.now) = (entropy, now)
    }
}

/// The knowledge of items that the tool has and this module has not: random passwords, one-time codes, folders.
package struct BrowserTools: Sendable {
    /// Makes a password.
    package var password: @Sendable () -> SecretBytes
    /// The words in descriptions and services of items with one-time codes.
    package var codeKind: String
    /// The present code of such an item's secret; `nil` if its codes do not depend on the time alone.
    package var code: @Sendable (SecretBytes) -> SecretBytes?
    /// The folder that a comment says; empty for none.
    package var folder: @Sendable (_ comment: String) -> String
    /// The comment of an item in a folder.
    package var comment: @Sendable (_ folder: String) -> String

    package init(
        password: @escaping @Sendable () -> SecretBytes,
        codeKind: String,
        code: @escaping @Sendable (SecretBytes) -> SecretBytes?,
        folder: @escaping @Sendable (_ comment: String) -> String,
        comment: @escaping @Sendable (_ folder: String) -> String
    ) {
        (self.password, self.codeKind, self.code) = (password, codeKind, code)
        (self.folder, self.comment) = (folder, comment)
    }
}
