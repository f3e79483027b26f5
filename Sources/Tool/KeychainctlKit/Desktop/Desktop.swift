internal import KeychainLibC
internal import PortableKeychain

/// The files of a user and of the system by which programs of a desktop are started.
package struct Desktop: Sendable {
    /// `XDG_DATA_HOME`.
    package var data: String
    /// `XDG_CONFIG_HOME`.
    package var configuration: String
    /// `XDG_RUNTIME_DIR`; empty if there is none.
    package var runtime: String
    /// `XDG_CONFIG_DIRS`, where files of the same names apply to all users.
    package var systemConfiguration: [String]
    /// The folders of the units of all users' service managers.
    package var systemUnits: [String]
    /// `XDG_DATA_DIRS`, where programs install what all users have.
    package var systemData: [String]
    /// `XDG_CURRENT_DESKTOP`, in lower case, the most special name first; empty outside of a desktop.
    package var names: [String]
    /// The path of `keychaind`, whether it is installed or not.
    package var program: String

    package init(
        data: String,
        configuration: String,
        runtime: String,
        systemConfiguration: [String],
        systemUnits: [String],
        systemData: [String] = [],
        names: [String] = [],
        program: String
    ) {
        (self.systemData, self.names) = (systemData, names)
        (self.data, self.configuration, self.runtime) = (data, configuration, runtime)
        (self.systemConfiguration, self.systemUnits) = (systemConfiguration, systemUnits)
        self.program = program
    }

    /// The name under which programs find the Secret Service.
    package static let busName = "org.freedesktop.secrets"
    package static let unit = "keychaind.service"
    package static let otherUnit = "gnome-keyring-daemon.service"
    /// The seconds without a call after which the service ends, if nothing is unlocked.
    static let idle = 600

    /// The desktop of the user that runs this process.
    ///
    /// - Throws: ``Failure`` if the path of the running program is not known.
    package static func present() throws(Failure) -> Desktop {
        guard let own = UserEnvironment.executable, let program = daemon(beside: own) else {
            throw Failure(.fileError, "cannot find the path of keychaind", advice: "mount /proc")
        }
        let home = UserEnvironment.home
        func folder(_ variable: String, _ usual: String) -> String {
            guard let value = UserEnvironment.variable(variable), value.hasPrefix("/") else {
                return home + usual
            }
            return value
        }
        func list(_ variable: String, _ usual: String) -> [String] {
            let value = UserEnvironment.variable(variable) ?? ""
            return (value.isEmpty ? usual : value).split(separator: ":").map(String.init)
        }
        return Desktop(
            data: folder("XDG_DATA_HOME", "/.local/share"),
            configuration: folder("XDG_CONFIG_HOME", "/.config"),
            runtime: UserEnvironment.variable("XDG_RUNTIME_DIR") ?? "",
            systemConfiguration: list("XDG_CONFIG_DIRS", "/etc/xdg"),
            systemUnits: ["/etc", "/usr/local/lib", "/usr/lib"].map { $0 + "/systemd/user" },
            systemData: list("XDG_DATA_DIRS", "/usr/local/share:/usr/share"),
            names: list("XDG_CURRENT_DESKTOP", "").map { $0.lowercased() }
                .filter { !$0.unicodeScalars.contains("/") },
            program: program
        )
    }

    /// The path of `keychaind`: of one that is installed beside a program, or else where a package
    /// would have it.
    private static func daemon(beside own: String) -> String? {
        guard !own.hasSuffix("/keychaind") else { return own }
        if let found = HelperProgram.beside("keychaind"), let path = realpath(found.path, nil) {
            defer { free(path) }
            return String(cString: path)
        }
        let folders = PrivateFile.parts(of: own).dropLast(2)
        return folders.map { "/" + $0 }.joined() + "/libexec/portable-keychain/keychaind"
    }

    /// Whether `keychaind` is there.
    package var isInstalled: Bool { access(program, X_OK) == 0 }

    /// Whether a service manager of systemd runs for the user.
    package var hasUnits: Bool {
        !runtime.isEmpty && SetupFile.exists(runtime + "/systemd/private")
    }

    /// The files that make the system start `keychaind`, and no longer the other program.
    ///
    /// None of them has an effect after the package was removed: they are links to files of the
    /// package, or look for the program first. So the other program answers again, and no script of a
    /// package has to change anything in a home.
    ///
    /// - Throws: ``Failure`` if no file can name `keychaind`.
    package func files() throws(Failure) -> [SetupFile] {
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
        return files + others + [DesktopPortal(of: self)?.file].compactMap(\.self)
    }

    /// The files that ``files()`` may have written at another time, such as before systemd ran.
    package func allFiles() throws(Failure) -> [SetupFile] {
        let all = try files()
        let possible =
            [userUnits + Self.unit, autostart, dropIn].map { SetupFile(path: $0, content: "") }
            + DesktopPortal.files(of: self)
        return all + possible.filter { file in !all.contains { $0.path == file.path } }
    }

    /// Whether a package brought the unit of this very program, which follows its versions.
    private var isUnitInstalled: Bool {
        systemUnits.contains { SetupFile.read($0 + "/" + Self.unit) == unitText }
    }

    var userUnits: String { configuration + "/systemd/user/" }
    static let entry = "/autostart/gnome-keyring-secrets.desktop"
    private var autostart: String { configuration + Self.entry }
    var dropIn: String { userUnits + Self.otherUnit + ".d/keychaind.conf" }

    /// A file as a link to the one of the installation with the same text, which goes with the
    /// program; the file itself where there is none.
    func linked(_ file: SetupFile) -> SetupFile {
        let folders = PrivateFile.parts(of: program).dropLast(3)
        guard let name = PrivateFile.parts(of: file.path).last else { return file }
        let target = folders.map { "/" + $0 }.joined() + SetupFile.shared + name
        guard SetupFile.read(target) == file.text else { return file }
        return SetupFile(path: file.path, linkedTo: target)
    }

    /// The file that the bus reads; the user's folder comes before that of the system.
    private var activation: SetupFile {
        let linked = linked(activation(withUnit: true))
        return linked.target == nil ? activation(withUnit: hasUnits) : linked
    }

    /// The file that the bus reads.
    ///
    /// - Parameter withUnit: Whether the bus asks systemd for the unit, if systemd has started it.
    /// - Returns: The file.
    package func activation(withUnit: Bool) -> SetupFile {
        let unit = withUnit ? "SystemdService=\(Self.unit)\n" : ""
        // In quotes as for a shell; and the bus reads a backslash in any value as an escape.
        let quoted = program.replacing(sign: "'", with: "'\\''")
            .replacing(sign: "\\", with: "\\\\")
        return SetupFile(
            path: data + "/dbus-1/services/\(Self.busName).service",
            content: """
                [D-BUS Service]
                Name=\(Self.busName)
                Exec='\(quoted)' --user --idle \(Self.idle)
                \(unit)
                """
        )
    }

    /// The entry that keeps gnome-keyring from being started for its secrets at the next login.
    package var autostartEntry: SetupFile {
        SetupFile(
            path: autostart,
            content: "[Desktop Entry]\nType=Application\nName=Secrets\nHidden=true\n"
        )
    }

    /// The unit, as the service manager of a user reads it.
    ///
    /// A question is asked by pinentry, which runs under these limits too: no limit here keeps the
    /// program of a desktop's toolkit from drawing.
    package var unitText: String {
        """
        [Unit]
        Description=Secrets of the desktop, in the user's keychains
        Documentation=man:keychainctl-secret-service(1)

        [Service]
        Type=dbus
        BusName=\(Self.busName)
        ExecStart=\(quotedProgram) --user --idle \(Self.idle)
        \(Self.limits)

        """
    }

    /// The program, as a unit has it in a command.
    var quotedProgram: String {
        let quoted = program.replacing(sign: "\\", with: "\\\\")
            .replacing(sign: "\"", with: "\\\"")
            .replacing(sign: "%", with: "%%").replacing(sign: "$", with: "$$")
        return "\"\(quoted)\""
    }

    /// The program, as a unit has it in a condition.
    var unitProgram: String { program.replacing(sign: "%", with: "%%") }

    /// The restrictions of the process of a unit.
    static let limits = """
        NoNewPrivileges=yes
        LockPersonality=yes
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        LimitCORE=0
        MemorySwapMax=0
        UMask=0077
        """
}
