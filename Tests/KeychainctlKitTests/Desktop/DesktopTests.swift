#if os(Linux)
    import Foundation
    import PortableKeychain
    import TestPrograms
    import Testing

    @testable import KeychainctlKit

    /// The files that are written on each desktop.
    @Suite struct DesktopTests {
        @Test(
            arguments: [
                ([], ["data/dbus-1/services/org.freedesktop.secrets.service"]),
                (
                    ["xdg/autostart/gnome-keyring-secrets.desktop"],
                    [
                        "data/dbus-1/services/org.freedesktop.secrets.service",
                        "config/autostart/gnome-keyring-secrets.desktop",
                    ]
                ),
                (
                    ["run/systemd/private"],
                    [
                        "data/dbus-1/services/org.freedesktop.secrets.service",
                        "config/systemd/user/keychaind.service",
                    ]
                ),
                (
                    ["run/systemd/private", "units/gnome-keyring-daemon.service"],
                    [
                        "data/dbus-1/services/org.freedesktop.secrets.service",
                        "config/systemd/user/keychaind.service",
                        "config/systemd/user/gnome-keyring-daemon.service.d/keychaind.conf",
                    ]
                ),
            ] as [([String], [String])]
        )
        func filesFollowWhatIsThere(_ present: [String], _ expected: [String]) throws {
            try inFolder { folder, desktop in
                for path in present {
                    let url = URL(filePath: "\(folder)/\(path)")
                    try FileManager.default.createDirectory(
                        at: url.deletingLastPathComponent(),
                        withIntermediateDirectories: true
                    )
                    try Data(Self.unit("\"pkcs11,secrets\"").utf8).write(to: url)
                }
                #expect(try desktop.files().map(\.path) == expected.map { "\(folder)/\($0)" })
                // 'disable' looks for all that may have been written at another time.
                #expect(try desktop.allFiles().count == 4)
            }
        }

        /// The command of the drop-in, as systemd and a shell read it: with the program and without
        /// it.
        @Test(arguments: [
            (
                "\"pkcs11,secrets\"", "--x y --components=pkcs11",
                "--x y --components=pkcs11,secrets"
            ),
            ("secrets,ssh", "--x y --components=ssh", "--x y --components=secrets,ssh"),
            ("secrets", "", "--x y --components=secrets"),
            ("pkcs11", nil, nil),
        ])
        func theOtherUnitLosesOneComponentWhileTheProgramIsThere(
            _ components: String,
            _ with: String?,
            _ without: String?
        ) throws {
            try inFolder { folder, plain in
                var desktop = plain
                desktop.program = folder + "/a \"b\" $HOME/keychaind"
                for path in ["run/systemd", "units", "a \"b\" $HOME"] {
                    try FileManager.default.createDirectory(
                        atPath: "\(folder)/\(path)",
                        withIntermediateDirectories: true
                    )
                }
                try TestProgram.write(folder + "/other", "echo \"$@\"")
                try Data().write(to: URL(filePath: "\(folder)/run/systemd/private"))
                let unit = "[Service]\nExecStart=\(folder)/other --components=\(components) --x y\n"
                try Data(unit.utf8)
                    .write(to: URL(filePath: "\(folder)/units/gnome-keyring-daemon.service"))
                let dropIn = try desktop.files().first { $0.path.hasSuffix(".conf") }
                let lines = dropIn?.content.split(separator: "\n") ?? []
                #expect(lines.isEmpty == (with == nil))
                guard let with, let without else { return }
                #expect(lines.count == 3 && lines[0] == "[Service]" && lines[1] == "ExecStart=")
                // The result of systemd's reading: '$$' is a dollar sign, and the words are those of a shell.
                let parts = lines[2].dropFirst("ExecStart=".count).split(separator: "'")
                try #require(parts.count == 3)
                let command =
                    "\(parts[0])'\(parts[1].replacing("$$", with: "$"))'"
                    + parts[2].replacing("$$", with: "\\$")
                #expect(try output(of: command) == without)
                try TestProgram.write(desktop.program, "exit 1")
                #expect(try output(of: command) == with)
            }
        }

        private func output(of command: String) throws -> String {
            let answer = try ChildProgram(["/bin/sh", "-c", command])
                .run(limits: .init(output: 4096, seconds: 10))
            #expect(answer.status == 0)
            return String(decoding: answer.output, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// Links are made to the files of an installation, and lead nowhere when it is removed.
        ///
        /// Files of another text, such as of another version, are none of this.
        @Test(arguments: [(true, true), (true, false), (false, true)])
        func filesOfAnInstallationAreLinked(_ areThere: Bool, _ areTheSame: Bool) throws {
            try inFolder { folder, plain in
                var desktop = plain
                desktop.program = folder + "/libexec/portable-keychain/keychaind"
                let shared = folder + "/share/portable-keychain/desktop"
                for path in [shared, folder + "/xdg/autostart"] {
                    try FileManager.default.createDirectory(
                        atPath: path,
                        withIntermediateDirectories: true
                    )
                }
                let entry = "gnome-keyring-secrets.desktop"
                try Data().write(to: URL(filePath: "\(folder)/xdg/autostart/\(entry)"))
                let texts = [
                    "org.freedesktop.secrets.service": desktop.activation(withUnit: true).text,
                    entry: desktop.autostartEntry.text,
                ]
                for (name, text) in texts where areThere {
                    let changed = areTheSame ? text : text + "# another\n"
                    try Data(changed.utf8).write(to: URL(filePath: "\(shared)/\(name)"))
                }
                let files = try desktop.files()
                #expect(files.count == 2)
                for file in files {
                    let name = try #require(file.path.split(separator: "/").last)
                    let isLinked = areThere && areTheSame
                    #expect(file.target == (isLinked ? "\(shared)/\(name)" : nil))
                    _ = try file.install()
                    #expect(file.state == .written)
                }
                // The installation is removed, and 'disable' finds what it left.
                try FileManager.default.removeItem(atPath: folder + "/share")
                for file in try desktop.allFiles().filter(\.isOurs) { _ = try file.remove() }
                #expect(files.allSatisfy { $0.state == .missing })
            }
        }

        @Test(arguments: [
            ("/opt/a b/keychaind", "'/opt/a b/keychaind'", "\"/opt/a b/keychaind\""),
            ("/o'p/keychaind", "'/o'\\\\''p/keychaind'", "\"/o'p/keychaind\""),
            ("/o\\p/keychaind", "'/o\\\\p/keychaind'", "\"/o\\\\p/keychaind\""),
            ("/%h/$x/\"/keychaind", "'/%h/$x/\"/keychaind'", "\"/%%h/$$x/\\\"/keychaind\""),
            // For Swift, a sign and the letter behind it are one character.
            (
                "/%\u{301}/$\u{301}/\"\u{301}/'\u{301}/keychaind",
                "'/%\u{301}/$\u{301}/\"\u{301}/'\\\\''\u{301}/keychaind'",
                "\"/%%\u{301}/$$\u{301}/\\\"\u{301}/'\u{301}/keychaind\""
            ),
        ])
        func pathsAreQuoted(_ program: String, _ bus: String, _ unit: String) throws {
            try inFolder { _, plain in
                var desktop = plain
                desktop.program = program
                let line = "\nExec=\(bus) --user --idle 600\n"
                let text = try desktop.files().first?.content
                #expect(text?.contains(line) == true)
                #expect(desktop.unitText.contains("\nExecStart=\(unit) --user --idle 600\n"))
            }
        }

        /// A unit that a package brought does the same; one of another program does not.
        @Test(arguments: [("/usr/bin/keychaind", true), ("/opt/keychaind", false)])
        func theUnitOfAPackageIsUsed(_ program: String, _ isUsed: Bool) throws {
            try inFolder { folder, desktop in
                for path in ["run/systemd", "units"] {
                    try FileManager.default.createDirectory(
                        atPath: "\(folder)/\(path)",
                        withIntermediateDirectories: true
                    )
                }
                try Data().write(to: URL(filePath: "\(folder)/run/systemd/private"))
                var packaged = desktop
                packaged.program = program
                try Data(packaged.unitText.utf8)
                    .write(to: URL(filePath: "\(folder)/units/keychaind.service"))
                let hasOwn = try desktop.files().contains { $0.path.hasSuffix("keychaind.service") }
                #expect(hasOwn != isUsed)
            }
        }

        @Test func aPathThatNobodyCanReadIsRefused() throws {
            try inFolder { _, plain in
                var desktop = plain
                desktop.program = "/opt/a\nExec=evil/keychaind"
                #expect(throws: Failure.self) { try desktop.files() }
            }
        }

        private static func unit(_ components: String) -> String {
            """
            [Unit]
            Description=GNOME Keyring daemon

            [Service]
            ExecStart=/usr/bin/gnome-keyring-daemon --components=\(components) --x
            """
        }

        private func inFolder(_ body: (String, Desktop) throws -> Void) throws {
            let folder = NSTemporaryDirectory() + "desktop-" + UUID().uuidString.prefix(8)
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let desktop = Desktop(
                data: folder + "/data",
                configuration: folder + "/config",
                runtime: folder + "/run",
                systemConfiguration: [folder + "/xdg"],
                systemUnits: [folder + "/none", folder + "/units"],
                program: "/usr/bin/keychaind"
            )
            try body(folder, desktop)
        }
    }
#endif
