#if Agent && os(Linux)
    internal import KeychainSecretService
#endif

extension SessionBus {
    /// Has the bus start the program that its files name for the Secret Service.
    ///
    /// - Throws: ``SessionBusProblem`` if the bus cannot.
    package static func start() throws(SessionBusProblem) {
        #if Agent && os(Linux)
            let body: [BusValue] = [.text(name), .whole(0)]
            _ = try BusConnection.toSession()
                .callDriver("StartServiceByName", body, within: startPatience)
        #else
            throw .notBuilt
        #endif
    }

    #if Agent && os(Linux)
        /// The longest time that a program may take to start, in microseconds.
        private static let startPatience: UInt64 = 30_000_000
    #endif
}
