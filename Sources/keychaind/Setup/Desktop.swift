internal import KeychainctlKit
internal import PortableKeychain
internal import SessionBus

/// The files of a user and of the system by which programs of a desktop are started.
struct Desktop: Sendable {
    /// `XDG_DATA_HOME`.
    var data: String
    /// `XDG_CONFIG_HOME`.
    var configuration: String
    /// `XDG_RUNTIME_DIR`; empty if there is none.
    var runtime: String
    /// `XDG_CONFIG_DIRS`, where files of the same names apply to all users.
    var systemConfiguration: [String]
    /// Where units of all users' service managers are.
    var systemUnits: [String]
    /// This program.
    var program: String

    static let unit = "keychaind.service"
    static let otherUnit = "gnome-keyring-daemon.service"
    /// After how many seconds without a call the service ends, if nothing is unlocked.
    static let idle = 600

    /// That of the user who runs this process.
    static func present() throws(Failure) -> Desktop {
        guard let program = UserEnvironment.executable else {
            throw Failure(.fileError, "cannot find the path of keychaind", advice: "mount /proc")
        }
        let home = UserEnvironment.home
        func folder(_ variable: String, _ usual: String) -> String {
            guard let value = UserEnvironment.variable(variable), value.hasPrefix("/") else {
                return home + usual
            }
            return value
        }
        let system = UserEnvironment.variable("XDG_CONFIG_DIRS") ?? "/etc/xdg"
        return Desktop(
            data: folder("XDG_DATA_HOME", "/.local/share"),
            configuration: folder("XDG_CONFIG_HOME", "/.config"),
            runtime: UserEnvironment.variable("XDG_RUNTIME_DIR") ?? "",
            systemConfiguration: system.split(separator: ":").map(String.init),
            systemUnits: ["/etc", "/usr/local/lib", "/usr/lib"].map { $0 + "/systemd/user" },
            program: program
        )
    }

    /// Whether a service manager of systemd runs for the user.
    var hasUnits: Bool { !runtime.isEmpty && SetupFile.exists(runtime + "/systemd/private") }

    /// The files that have this program started, and the other one no more.
    func files() throws(Failure) -> [SetupFile] {
        guard !program.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
            throw Failure(
                .fileError,
                "the path of keychaind has a character that the bus cannot read: \(program)",
                advice: "install it somewhere else"
            )
        }
        var files = [activation]
        if hasUnits, !isUnitInstalled {
            files.append(SetupFile(path: userUnits + Self.unit, content: unitText))
        }
        return files + others
    }

    /// The files that ``files()`` may have written at another time, such as before systemd ran.
    func allFiles() throws(Failure) -> [SetupFile] {
        var all = try files()
        for path in [userUnits + Self.unit, autostart, dropIn]
        where !all.contains(where: { $0.path == path }) {
            all.append(SetupFile(path: path, content: ""))
        }
        return all
    }

    /// Whether a package brought the unit of this very program, which follows its versions.
    private var isUnitInstalled: Bool {
        systemUnits.contains { SetupFile.read($0 + "/" + Self.unit) == unitText }
    }

    var userUnits: String { configuration + "/systemd/user/" }
    private var autostart: String { configuration + "/autostart/gnome-keyring-secrets.desktop" }
    private var dropIn: String { userUnits + Self.otherUnit + ".d/keychaind.conf" }

    /// What the bus reads; the user's folder comes before that of the system.
    private var activation: SetupFile {
        // With systemd, the unit says how it is started, and the bus asks for the unit.
        let unit = hasUnits ? "SystemdService=\(Self.unit)\n" : ""
        // In quotes as for a shell; and the bus reads a backslash in any value as an escape.
        let quoted = program.replacing("'", with: "'\\''").replacing("\\", with: "\\\\")
        return SetupFile(
            path: data + "/dbus-1/services/\(SessionBus.name).service",
            content: """
                [D-BUS Service]
                Name=\(SessionBus.name)
                Exec='\(quoted)' --user --idle \(Self.idle)
                \(unit)
                """
        )
    }

    /// The unit, as the service manager of a user reads it.
    ///
    /// A question is asked by pinentry, which runs under these limits too: no limit here keeps the
    /// program of a desktop's toolkit from drawing.
    var unitText: String {
        """
        [Unit]
        Description=Secrets of the desktop, in the user's keychains
        Documentation=man:keychainctl-secret-service(1)

        [Service]
        Type=dbus
        BusName=\(SessionBus.name)
        ExecStart=\(quotedProgram) --user --idle \(Self.idle)
        \(Self.limits)

        """
    }

    /// The program, as a unit has it in a command.
    var quotedProgram: String {
        let quoted = program.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("%", with: "%%").replacing("$", with: "$$")
        return "\"\(quoted)\""
    }

    /// What the process of a unit cannot do.
    static let limits = """
        NoNewPrivileges=yes
        LockPersonality=yes
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        LimitCORE=0
        UMask=0077
        """

    /// What keeps gnome-keyring from taking the name at the next login; its other parts go on.
    private var others: [SetupFile] {
        var files: [SetupFile] = []
        let entry = "/autostart/gnome-keyring-secrets.desktop"
        if systemConfiguration.contains(where: { SetupFile.exists($0 + entry) }) {
            let content = "[Desktop Entry]\nType=Application\nName=Secrets\nHidden=true\n"
            files.append(SetupFile(path: autostart, content: content))
        }
        if hasUnits, let command = otherCommand {
            let content = "[Service]\nExecStart=\nExecStart=\(command)\n"
            files.append(SetupFile(path: dropIn, content: content))
        }
        return files
    }

    /// The command of gnome-keyring's unit without the component that has the name; `nil` if there is
    /// no such unit, or it has no such component.
    private var otherCommand: String? {
        let units = systemUnits.map { $0 + "/" + Self.otherUnit }
        guard let text = units.lazy.compactMap({ SetupFile.read($0) }).first else { return nil }
        let key = "ExecStart="
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
            return nil
        }
        let words = line.dropFirst(key.count).split(separator: " ").map(String.init)
        let option = "--components="
        guard let place = words.firstIndex(where: { $0.hasPrefix(option) }) else { return nil }
        let components = words[place].dropFirst(option.count).filter { $0 != "\"" }
            .split(separator: ",")
        let kept = components.filter { $0 != "secrets" }
        guard kept.count < components.count else { return nil }
        // Nothing is left to do for a unit that has only this component.
        guard !kept.isEmpty else { return "/bin/true" }
        var changed = words
        changed[place] = option + kept.joined(separator: ",")
        return changed.joined(separator: " ")
    }
}
