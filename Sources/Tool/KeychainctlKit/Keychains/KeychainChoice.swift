internal import KeychainLibC
package import PortableKeychain

/// The keychain that a command works on, as the options name it.
///
/// It opens the keychain with the tool's configuration. With `--password-fd`, the password for
/// items that are protected by an item password is read from that file descriptor.
package struct KeychainChoice: Equatable {
    /// The name, or a path if it contains a slash; `nil` for the default keychain.
    package let name: String?
    /// The file descriptor of the password for items with an item password.
    package let passwordFile: Int32?

    /// The variable that names the keychain of commands without the option.
    private static let variable = "PORTABLE_KEYCHAIN"

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - name: The name or path that the user gave; `nil` for that of the variable
    ///     `PORTABLE_KEYCHAIN`, if it is set.
    ///   - passwordFile: The file descriptor of the password for items with an item password.
    package init(name: String? = nil, passwordFile: Int32? = nil) {
        let chosen = Terminal.variable(Self.variable)
        self.name = name ?? (chosen.isEmpty ? nil : chosen)
        self.passwordFile = passwordFile
    }

    private init(exactly name: String?) { (self.name, passwordFile) = (name, nil) }

    /// The default keychain, whatever the variable says.
    package static var standard: KeychainChoice { KeychainChoice(exactly: nil) }

    /// Has commands without the option work on the default keychain from here on, in this process and in programs that
    /// it starts.
    package static func forgetVariable() { unsetenv(variable) }

    /// The name or path of the keychain that the command line of this process chooses, or the
    /// variable; `nil` for the default keychain.
    package static var onCommandLine: String? {
        let words = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
        for (word, next) in zip(words, Array(words.dropFirst()) + [""]) {
            if word == "--keychain", !next.isEmpty { return next }
            if word.hasPrefix("--keychain=") { return String(word.dropFirst("--keychain=".count)) }
        }
        return KeychainChoice().name
    }

    /// The location of the keychain.
    package var place: Keychain.Place { name.map(Keychain.Place.init(argument:)) ?? .standard }

    /// Opens the keychain.
    ///
    /// - Parameters:
    ///   - isAsking: Whether the user is asked for what is locked.
    ///   - configuration: The configuration for opening its file, where no agent is used.
    /// - Returns: The keychain, with the password for its items if one was given.
    /// - Throws: Any error of opening.
    package func open(
        asking isAsking: Bool = true,
        _ configuration: Keychain.Configuration = .tool
    ) throws -> Keychain {
        var configuration = configuration
        if !isAsking { configuration.authenticator = nil }
        return try proving(
            throughAgent() ?? Keychain.open(place, configuration: configuration)
        )
    }

    /// Opens the keychain for a command that reads one item in several steps: the user is asked for
    /// a proof only once.
    package func openOnce() throws -> Keychain {
        let keychain = try open()
        return passwordFile == nil
            ? keychain.authenticating(with: AuthenticationContext()) : keychain
    }

    /// Opens the keychain, if there is one: the default keychain is created only when the first item
    /// is stored.
    ///
    /// - Parameter configuration: As for ``open(asking:_:)``.
    /// - Returns: The keychain; `nil` if it is the default one, and nothing was stored yet.
    /// - Throws: As ``open(asking:_:)``.
    package func openIfPresent(
        _ configuration: Keychain.Configuration = .tool
    ) throws -> Keychain? { try ifPresent { try open(asking: true, configuration) } }

    /// Opens the keychain's file as ``openFile(creates:configuration:)`` does, if there is one.
    package func openFileIfPresent() throws -> Keychain? { try ifPresent { try openFile() } }

    private func ifPresent(_ open: () throws -> Keychain) throws -> Keychain? {
        do {
            return try open()
        } catch let error as KeychainError where error.code == .noSuchKeychain && name == nil {
            // One that the user chose may be on a disk that is not there now.
            let paths = try [Keychain.Place.standard, .named("default")].map {
                try Keychain.path(of: $0, configuration: .tool)
            }
            guard paths[0] == paths[1] else { throw error }
            return nil
        }
    }

    /// Opens the keychain to store an item; the default keychain is created at its first use.
    package func openToStore(
        _ configuration: Keychain.Configuration = .tool
    ) throws -> Keychain {
        guard name == nil else { return try open(asking: true, configuration) }
        return try proving(
            throughAgent() ?? Keychain.openOrCreate(.standard, configuration: configuration)
        )
    }

    /// Opens the keychain to store something that is asked for or read first.
    ///
    /// So a refused input creates no keychain.
    ///
    /// - Parameter ask: Asks for what is stored, with the keychain if there is one.
    /// - Returns: The keychain, which is created if it is the default one, and what was asked for.
    /// - Throws: As ``openToStore(_:)``, and what asking throws.
    package func openToStore<Value>(
        after ask: (Keychain?) throws -> Value
    ) throws -> (keychain: Keychain, value: Value) {
        let present = try openIfPresent()
        let value = try ask(present)
        return (try present ?? openToStore(), value)
    }

    /// Stores something in the keychain; the default keychain is created with it at its first use.
    ///
    /// - Parameters:
    ///   - keepingHistory: As for ``Keychain/openOrCreate(_:configuration:keepingHistory:changing:)``.
    ///   - change: Stores it. A new keychain exists only if that succeeds.
    /// - Throws: As ``openToStore(_:)``, or any error of `change`.
    package func storing(
        keepingHistory: Bool,
        _ change: (Keychain) throws -> Void
    ) throws {
        guard name == nil else { return try change(open()) }
        if let keychain = try throughAgent() { return try change(proving(keychain)) }
        try Failure.Passage.through { passage throws(KeychainError) in
            try Keychain.openOrCreate(
                .standard,
                configuration: .tool,
                keepingHistory: keepingHistory
            ) { keychain throws(KeychainError) in try passage { try change(proving(keychain)) } }
        }
    }

    /// Opens the keychain's file, even if the environment requires an agent: for commands that an
    /// agent does not serve.
    ///
    /// - Parameters:
    ///   - creates: Whether the default keychain is created if there is none.
    ///   - configuration: The configuration with which it is opened.
    /// - Returns: The keychain.
    /// - Throws: The same errors as ``file``, or any error of opening.
    package func openFile(
        creates: Bool = false,
        configuration: Keychain.Configuration = .tool
    ) throws -> Keychain {
        let file = try file
        return creates && name == nil
            ? try Keychain.openOrCreate(file, configuration: configuration)
            : try Keychain.open(file, configuration: configuration)
    }

    /// Prepares to open the keychain's file again, after it was moved, removed or replaced.
    ///
    /// - Parameter configuration: The configuration with which it is opened.
    /// - Returns: A function that opens it.
    /// - Throws: The same errors as ``file``.
    package func reopening(
        _ configuration: Keychain.Configuration
    ) throws(Failure) -> @Sendable () throws(KeychainError) -> Keychain {
        let file = try file
        return { () throws(KeychainError) in
            try Keychain.open(file, configuration: configuration)
        }
    }

    /// Changes the keychain's file; the default keychain is created with the change at its first use.
    ///
    /// - Parameter change: Changes the keychain.
    /// - Returns: The result of `change`.
    /// - Throws: As ``openFile(creates:configuration:)``, or any error of `change`.
    package func changingFile<R>(
        _ change: (Keychain) throws(KeychainError) -> R
    ) throws -> R {
        let file = try file
        guard name == nil else { return try change(Keychain.open(file, configuration: .tool)) }
        return try Keychain.openOrCreate(file, configuration: .tool, changing: change)
    }

    /// The location of the keychain's file, for commands that work on it.
    ///
    /// - Throws: ``Failure`` for a keychain of the system's agent, whose file belongs to another
    ///   user.
    package var file: Keychain.Place {
        get throws(Failure) {
            guard let name, name.hasPrefix(Self.system) else { return place }
            throw Failure(
                .usage,
                "this command works on files, and \(name) is a keychain of the system's agent",
                advice: "name another keychain"
            )
        }
    }

    /// The prefix of the names of keychains of the system's agent: `system:` is that of this user,
    /// `system:unit:web.service` that of a unit.
    private static let system = "system:"

    /// The keychain through an agent: that of the system, if the name says so, or the default
    /// keychain through the user's, if the environment says so.
    private func throughAgent() throws(KeychainError) -> Keychain? {
        guard let name else { return try Keychain.throughAgent(.tool) }
        guard name.hasPrefix(Self.system) else { return nil }
        let owner = String(name.dropFirst(Self.system.count))
        return try Keychain.throughSystemAgent(owner.isEmpty ? nil : owner, .tool)
    }

    /// The keychain with the password for its items, if one was given.
    private func proving(_ keychain: Keychain) throws -> Keychain {
        guard let passwordFile else { return keychain }
        let context = AuthenticationContext()
        context.setCredential(try SecretInput.line(from: passwordFile), for: .applicationPassword)
        return keychain.authenticating(with: context)
    }
}

extension Keychain.Place {
    /// The suffixes of the files of keychains, which users of macOS write after names.
    private static let suffixes = [".keychain-db", ".keychain"]

    /// The location that an argument names: a path if it contains a slash, otherwise a name, with or
    /// without the suffix of its file.
    package init(argument: String) {
        self = argument.contains(sign: "/") ? .file(argument) : .named(Self.name(argument))
    }

    /// The name without the suffix of a file, unless a keychain has the whole name.
    package static func name(_ word: String) -> String {
        let suffix = suffixes.first { word.hasSuffix($0) && word.count > $0.count }
        guard let suffix, !Keychain.names(configuration: .tool).contains(word) else { return word }
        return String(word.dropLast(suffix.count))
    }

    /// The argument that names the keychain in a file: its name, or the path if it has none.
    package static func argument(of path: String) throws(KeychainError) -> String {
        for name in ["default"] + Keychain.names(configuration: .tool)
        where try Keychain.path(of: .named(name), configuration: .tool) == path {
            return name
        }
        return path
    }
}
