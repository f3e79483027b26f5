internal import Synchronization

extension Keychain {
    @TaskLocal private static var taskKeychain: Keychain?

    private static let processKeychain = Mutex<ProcessKeychain?>(nil)

    /// The default keychain of the process.
    private struct ProcessKeychain {
        let keychain: Keychain
        /// Whether ``default`` opened it, and may open another one in its place.
        let isOpenedHere: Bool

        var isGone: Bool {
            isOpenedHere && keychain.keeper.parts.measured?.fileHasMoved == true
        }
    }

    /// The process's default keychain: opened at first use, created at the very first.
    ///
    /// On Apple's platforms it is the system's. If the variable `PORTABLE_KEYCHAIN_AGENT` is `require`
    /// or `prefer`, it is reached through the user's agent: `require` is an error if none runs or if
    /// the program did not install the client of `KeychainAgentClient`, `prefer` opens the file then.
    ///
    /// After its file was removed or replaced, it is opened or created again, unless it was given to
    /// ``setProcessDefault(_:)``. A value from before stays the keychain that is gone.
    ///
    /// - Throws: The same errors as ``openOrCreate(_:configuration:)``, and
    ///   ``KeychainError/Code/notAvailable`` without an agent that is required; a later use tries
    ///   again.
    public static var `default`: Keychain {
        get throws(KeychainError) {
            if let present = processKeychain.withLock({ $0 }), !present.isGone {
                return present.keychain
            }
            let opened: Keychain
            let configuration = Configuration.fromEnvironment()
            if let system {
                opened = system
            } else if let keychain = try throughAgent(configuration) {
                opened = keychain
            } else {
                opened = try openOrCreate(configuration: configuration)
            }
            return processKeychain.withLock { present in
                if let present, !present.isGone { return present.keychain }
                present = ProcessKeychain(keychain: opened, isOpenedHere: true)
                return opened
            }
        }
    }

    /// Makes a keychain the default one of this process, as an app does at its start to name its
    /// access groups.
    ///
    /// - Parameter keychain: The keychain that ``default`` answers from now on.
    public static func setProcessDefault(_ keychain: Keychain) {
        processKeychain.withLock {
            $0 = ProcessKeychain(keychain: keychain, isOpenedHere: false)
        }
    }

    /// The keychain that code without one of its own uses: the task's, or else the default.
    ///
    /// All doors take this one. Run any code against an isolated keychain with
    /// ``withCurrent(_:operation:)``.
    ///
    /// - Throws: The same errors as ``default``.
    public static var current: Keychain {
        get throws(KeychainError) {
            if let taskKeychain { return taskKeychain }
            return try `default`
        }
    }

    /// Runs code with another current keychain, for this task and the tasks it starts.
    ///
    /// - Parameters:
    ///   - keychain: The keychain, such as one in memory.
    ///   - operation: The code.
    /// - Returns: The result of the code.
    /// - Throws: Any error of the code.
    public static func withCurrent<R>(
        _ keychain: Keychain,
        operation: () throws -> R
    ) rethrows -> R {
        try $taskKeychain.withValue(keychain, operation: operation)
    }

    /// Runs asynchronous code with another current keychain.
    ///
    /// - Parameters:
    ///   - keychain: The keychain, such as one in memory.
    ///   - isolation: The actor on which the code runs; the caller's by default.
    ///   - operation: The code.
    /// - Returns: The result of the code.
    /// - Throws: Any error of the code.
    public static func withCurrent<R>(
        _ keychain: Keychain,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> R
    ) async rethrows -> R {
        try await $taskKeychain.withValue(keychain, operation: operation, isolation: isolation)
    }
}
