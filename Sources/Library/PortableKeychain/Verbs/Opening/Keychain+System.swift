extension Keychain {
    #if canImport(Security) && canImport(Darwin)
        /// The system's keychain, which is the default one where there is one.
        static let system: Keychain? = Keychain(keeper: SecItemKeeper(.system))
    #else
        /// The system's keychain, which is the default one where there is one.
        static let system: Keychain? = nil
    #endif

    #if canImport(Security) && os(macOS)
        /// The system's keychain in files, which macOS had before version 10.15 and still has.
        package static let systemBeforeDataProtection: Keychain? =
            Keychain(keeper: SecItemKeeper(.functions(usingDataProtection: false)))
    #else
        /// The system's keychain in files, which macOS had before version 10.15 and still has.
        package static let systemBeforeDataProtection: Keychain? = nil
    #endif
}
