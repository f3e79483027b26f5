extension Optional where Wrapped == [Keychain.InternetPassword.Item] {
    /// Does something with every password that was found, and nothing when there was none.
    ///
    /// For code that goes through what `queryItems` returned without unwrapping it.
    ///
    /// - Parameter body: The action for one password.
    /// - Throws: Any error of `body`.
    public func forEach(
        _ body: (Keychain.InternetPassword.Item) throws -> Void
    ) rethrows {
        for item in self ?? [] { try body(item) }
    }
}
