#if os(Linux)
    import Foundation
    import KeychainctlKit
    import Testing

    @testable import keychaind

    /// Which files are written on which desktop.
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

        @Test(arguments: [
            ("\"pkcs11,secrets\"", "/usr/bin/gnome-keyring-daemon --components=pkcs11 --x"),
            ("secrets,ssh", "/usr/bin/gnome-keyring-daemon --components=ssh --x"),
            ("secrets", "/bin/true"),
            ("pkcs11", nil),
        ])
        func theOtherUnitLosesOneComponent(_ components: String, _ expected: String?) throws {
            try inFolder { folder, desktop in
                for path in ["run/systemd", "units"] {
                    try FileManager.default.createDirectory(
                        atPath: "\(folder)/\(path)",
                        withIntermediateDirectories: true
                    )
                }
                try Data().write(to: URL(filePath: "\(folder)/run/systemd/private"))
                try Data(Self.unit(components).utf8)
                    .write(to: URL(filePath: "\(folder)/units/gnome-keyring-daemon.service"))
                let dropIn = try desktop.files().first { $0.path.hasSuffix(".conf") }
                let text = expected.map { "[Service]\nExecStart=\nExecStart=\($0)\n" }
                #expect(dropIn?.content == text)
            }
        }

        @Test(arguments: [
            ("/opt/a b/keychaind", "'/opt/a b/keychaind'", "\"/opt/a b/keychaind\""),
            ("/o'p/keychaind", "'/o'\\\\''p/keychaind'", "\"/o'p/keychaind\""),
            ("/o\\p/keychaind", "'/o\\\\p/keychaind'", "\"/o\\\\p/keychaind\""),
            ("/%h/$x/\"/keychaind", "'/%h/$x/\"/keychaind'", "\"/%%h/$$x/\\\"/keychaind\""),
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
            let folder = NSTemporaryDirectory() + "/desktop-" + UUID().uuidString.prefix(8)
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
