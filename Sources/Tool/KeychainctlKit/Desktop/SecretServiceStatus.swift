internal import SafeText

/// The findings that `keychainctl secret-service status` shows.
package struct SecretServiceStatus: Equatable, Sendable {
    package enum State: String, Sendable {
        case enabled
        case inPart = "in part"
        case disabled
        /// Enabled, and `keychaind` was removed since.
        case broken
    }

    /// A file of `enable`, and the state of its place.
    package struct File: Equatable, Sendable {
        package var path: String
        package var state: SetupFile.State
    }

    /// The number of items that `expose` shows.
    package enum Exposed: Sendable {
        case items(Int)
        case locked
        /// Only `keychaind` knows it.
        case unknown
    }

    package var state: State
    /// The path of `keychaind`; `nil` if it is not installed.
    package var program: String?
    /// The program that answers, for people.
    package var provider: String
    package var files: [File]
    /// The back-end of the desktop's portal that has the secrets of programs in sandboxes; `nil` without a portal.
    package var portal: String?
    /// The next step: a command, or a package to install.
    package var next: String

    /// Looks at the present state.
    ///
    /// - Parameters:
    ///   - desktop: The files of the user.
    ///   - bus: The session bus.
    /// - Throws: ``Failure`` if no file can name `keychaind`.
    package init(of desktop: Desktop, on bus: DesktopBus) throws(Failure) {
        let owner: NameOwner? = try? bus.owner()
        let answers: String?
        switch owner {
        case .program(let process, let name):
            (provider, answers) = ("\(name) (process \(process))", name)
        case .startable: (provider, answers) = ("none; the bus starts one at the first call", nil)
        case .nobody: (provider, answers) = ("none", nil)
        case nil: (provider, answers) = ("no session bus", nil)
        }
        portal = DesktopPortal(of: desktop).map { $0.shown ?? "none" }
        let isInstalled = desktop.isInstalled
        program = isInstalled ? desktop.program : nil
        // Without the program, what 'enable' would write is of no interest.
        let found =
            try isInstalled
            ? desktop.files() : desktop.allFiles().filter { $0.isOurs || $0.keepsOther }
        files = found.map { File(path: $0.path, state: $0.state) }
        let isPart = found.contains { $0.isOurs || $0.keepsOther }
        guard isInstalled else {
            state = isPart ? .broken : .disabled
            next =
                isPart ? "keychainctl secret-service disable" : "install the package keychaind"
            return
        }
        let isWhole = found.allSatisfy { $0.state == .written }
        let isServed = answers == SecretServiceSetup.program || owner == .startable
        state = isWhole ? .enabled : isPart ? .inPart : .disabled
        next = "keychainctl secret-service " + (isWhole && isServed ? "disable" : "enable")
    }

    /// Prints it.
    ///
    /// - Parameters:
    ///   - exposed: The number of items that `expose` shows.
    ///   - json: Whether to print a JSON object.
    package func show(_ exposed: Exposed, json: Bool) {
        guard !json else {
            var values: [(String, JSON)] = [
                ("state", .string(state.rawValue)), ("provider", .string(provider)),
                (
                    "files",
                    .object(files.map { ($0.path, JSON.string($0.state.rawValue)) })
                ), ("next", .string(next)),
            ]
            if let program { values.append(("program", .string(program))) }
            if let portal { values.append(("portal", .string(portal))) }
            if case .items(let count) = exposed {
                values.append(("exposed", .number(Int64(count))))
            }
            return Terminal.json(.object(values))
        }
        var lines = [
            ("state", state.rawValue), ("program", program ?? "keychaind is not installed"),
            ("provider", provider),
        ]
        if let portal { lines.append(("portal", portal)) }
        lines += files.map { ("file", "\($0.state.rawValue) \($0.path)") }
        switch exposed {
        case .items(let count): lines.append(("exposed", String(count)))
        case .locked: lines.append(("exposed", "locked"))
        case .unknown: break
        }
        Terminal.properties(lines + [("next", next)])
    }
}
