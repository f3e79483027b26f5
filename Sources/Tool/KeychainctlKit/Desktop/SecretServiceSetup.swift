/// Shows the changes of `keychainctl secret-service enable`, and takes them back: with `keychaind`
/// installed or without it.
///
/// Each step looks at what is there, so a run that was interrupted is finished by the next one.
package struct SecretServiceSetup {
    package let desktop: Desktop
    package let manager: ServiceManager
    package let bus: DesktopBus

    /// The kernel's name of `keychaind`.
    package static let program = "keychaind"

    package init(desktop: Desktop, manager: ServiceManager, bus: DesktopBus) {
        (self.desktop, self.manager, self.bus) = (desktop, manager, bus)
    }

    /// Writes the files of `enable`, and has the bus and the service manager read them.
    ///
    /// - Throws: ``Failure`` if a file cannot be written, or there is no bus.
    package func install() throws(Failure) {
        var changed: [SetupFile] = []
        for file in try desktop.files() {
            let isNew = try file.install()
            Terminal.say("\(file.path): \(isNew ? "written" : "there already").")
            if isNew { changed.append(file) }
        }
        restartPortal(after: changed)
        if let advice = DesktopPortal(of: desktop)?.advice { Terminal.say(advice) }
        try AgentSetup(desktop: desktop, manager: manager).follow()
        try reload()
    }

    /// Has the bus and the service manager read their files again.
    ///
    /// - Throws: ``Failure`` if there is no bus.
    private func reload() throws(Failure) {
        if desktop.hasUnits { _ = manager.run(["daemon-reload"]) }
        try bus.reload()
    }

    /// Has the portal of the desktop read its choices, which it does only when it starts.
    private func restartPortal(after changed: [SetupFile]) {
        guard desktop.hasUnits, changed.contains(where: { $0.path.hasSuffix("portals.conf") })
        else { return }
        _ = manager.run(["try-restart", "xdg-desktop-portal.service"])
    }

    /// Makes `keychaind` the program that answers.
    ///
    /// Other keyrings are ended one after the other: the bus may have started a second one, which
    /// gets the name when the first one ends.
    ///
    /// - Parameter start: Has the bus start the program that its files name.
    /// - Returns: The keyrings that were ended, the last one last.
    /// - Throws: ``Failure`` if another program keeps the name, or `start` fails.
    package func takeName(
        start: () throws(Failure) -> Void
    ) throws(Failure) -> [OtherKeyring] {
        var ended: [OtherKeyring] = []
        for _ in 0..<Self.turns {
            let owner = try bus.owner()
            switch owner {
            case .program(_, Self.program): return ended
            case .program(let process, _):
                guard let other = try OtherKeyring.having(owner) else { continue }
                try bus.end(process, other.shown)
                Terminal.say("\(other.shown) has ended. Its keyring stays as it is.")
                ended.append(other)
            case .startable, .nobody: try start()
            }
        }
        throw Failure(
            .unfit,
            "other programs take the name \(Desktop.busName) again and again",
            advice: "switch them off in their settings, and run this again"
        )
    }

    /// The number of times that ``takeName(start:)`` checks the owner of the name: a desktop starts
    /// two keyrings at most.
    private static let turns = 10

    /// Removes the files of `enable`, gives those from before their names again, and ends `keychaind`.
    ///
    /// - Parameter result: The last message; by default for a user without `keychaind`, to whom no other command helps.
    /// - Throws: ``Failure`` if a file cannot be removed, or `keychaind` does not end.
    package func disable(
        saying result: String? = "What programs stored meanwhile stays in your keychain."
    ) throws(Failure) {
        var changed: [SetupFile] = []
        for file in try desktop.allFiles() {
            guard try file.remove() else { continue }
            changed.append(file)
            let isBack = SetupFile.exists(file.path)
            Terminal.say("\(file.path): \(isBack ? "as it was before" : "removed").")
        }
        restartPortal(after: changed)
        var isChanged = !changed.isEmpty
        try AgentSetup(desktop: desktop, manager: manager).follow()
        // Without a bus there is nothing to tell and nothing to end.
        let owner = try? bus.owner()
        if let owner {
            try reload()
            if case .program(let process, Self.program) = owner {
                try bus.end(process, Self.program)
                Terminal.say("\(Self.program) has ended.")
                isChanged = true
            }
            if desktop.hasUnits { _ = manager.run(["try-restart", Desktop.otherUnit]) }
        }
        guard isChanged else { return Terminal.say("keychaind was not enabled.") }
        let next: NameOwner? = if owner == nil { nil } else { try bus.owner() }
        switch next {
        case .startable?:
            Terminal.say("The bus starts the program from before at the next call.")
        case .program(_, let name)? where !["", Self.program].contains(name):
            // Those of desktops have a name for people.
            let other = next.flatMap { try? OtherKeyring.having($0) }
            Terminal.say("\(other?.shown ?? name) answers again.")
        default: Terminal.say("Log out and in, and the program from before answers again.")
        }
        if let result { Terminal.say(result) }
    }
}
