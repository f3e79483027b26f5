extension Optional where Wrapped == [Keychain.InternetPassword.Item] {
    /// Does something with every password that was found, and nothing when there was none.
    ///
    /// For code that goes through what `queryItems` returned without unwrapping it.
    ///
    /// - Parameter body: What to do with one password.
    /// - Throws: What `body` throws.
    public func forEach(
        _ body: (Keychain.InternetPassword.Item) throws -> Void
    ) rethrows {
        for item in self ?? [] { try body(item) }
    }
}
