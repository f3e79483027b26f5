#if os(Linux)
    import Foundation
    import Testing

    @testable import KeychainctlKit

    /// The back-end that the portal of a desktop takes, and the file that is written for that.
    @Suite struct DesktopPortalTests {
        private static let line = "org.freedesktop.impl.portal.Secret=keychain\n"
        private static let activation =
            "share/dbus-1/services/org.freedesktop.portal.Desktop.service"
        private static let folder = "xdg-desktop-portal/"

        /// A back-end with secrets, and one without.
        private static func backend(_ busName: String, _ desktops: String = "") -> String {
            let interfaces = "org.freedesktop.impl.portal.Other;org.freedesktop.impl.portal.Secret;"
            return "[portal]\nDBusName=\(busName)\nInterfaces=\(interfaces)\nUseIn=\(desktops)\n"
        }
        private static let portals = [
            activation: "",
            "share/xdg-desktop-portal/portals/kwallet.portal": backend("org.k", "KDE"),
            "share/xdg-desktop-portal/portals/keychain.portal": backend(Desktop.busName, "gnome"),
            "share/xdg-desktop-portal/portals/gtk.portal":
                "[portal]\nDBusName=org.gtk\nInterfaces=org.freedesktop.impl.portal.Other\n",
        ]

        private struct Case: Sendable {
            var files: [String: String]
            var names = ["kde"]
            var shown: String?
            /// The name of the file that is written, and its text.
            var written: (name: String, text: String)?
            /// The file in the advice.
            var advised: String?
        }

        private static let cases = [
            Case(
                files: ["share/\(folder)kde-portals.conf": "[preferred]\ndefault=kwallet\n"],
                shown: "kwallet",
                written: ("kde-portals.conf", "[preferred]\n\(line)default=kwallet\n")
            ),
            Case(
                files: [
                    "xdg/\(folder)portals.conf":
                        "# x\n[preferred]\norg.freedesktop.impl.portal.Secret=kwallet\n",
                    "share/\(folder)kde-portals.conf": "[preferred]\ndefault=keychain\n",
                ],
                shown: "kwallet",
                written: ("portals.conf", "# x\n[preferred]\n\(line)")
            ),
            Case(
                files: ["share/\(folder)kde-portals.conf": "[preferred]\ndefault=gtk\n"],
                names: ["sway"],
                shown: "none",
                advised: "portals.conf"
            ),
            Case(
                files: ["share/\(folder)kde-portals.conf": "[preferred]\ndefault=gtk;keychain\n"],
                shown: "secret service"
            ),
            Case(
                files: ["share/\(folder)kde-portals.conf": "[preferred]\ndefault=*\n"],
                shown: "secret service"
            ),
            Case(
                files: ["share/\(folder)kde-portals.conf": "[other]\ndefault=keychain\n"],
                shown: "kwallet",
                written: ("kde-portals.conf", "\(line)[other]\ndefault=keychain\n")
            ),
            Case(
                files: [
                    "share/\(folder)gnome-portals.conf":
                        "[preferred]\norg.freedesktop.impl.portal.Secret = absent ; \n"
                ],
                names: ["ubuntu", "gnome"],
                shown: "secret service"
            ),
            // What the user wrote is not touched, whatever its name.
            Case(
                files: [
                    "config/\(folder)portals.conf":
                        "[preferred]\norg.freedesktop.impl.portal.Secret=none\n",
                    "share/\(folder)kde-portals.conf": "[preferred]\ndefault=kwallet\n",
                ],
                shown: "none",
                advised: "portals.conf"
            ),
            Case(
                files: [
                    "config/\(folder)kde-portals.conf": "[preferred]\n\(line)",
                    "share/\(folder)kde-portals.conf": "[preferred]\ndefault=kwallet\n",
                ],
                shown: "secret service"
            ),
            // Version 1.16 reads no choices, and takes any.
            Case(files: [:], names: ["sway"], shown: "secret service"),
            Case(files: [:], shown: "kwallet"),
            // Outside of a desktop it is not known which file is in force.
            Case(
                files: ["share/\(folder)portals.conf": "[preferred]\ndefault=kwallet\n"],
                names: [],
                shown: "kwallet"
            ),
        ]

        @Test(arguments: cases.indices) func theChoiceIsFound(_ number: Int) throws {
            let expected = Self.cases[number]
            try inFolder(Self.portals.merging(expected.files) { $1 }, expected.names) { desktop in
                let portal = try #require(DesktopPortal(of: desktop))
                #expect(portal.shown ?? "none" == expected.shown)
                let folder = desktop.configuration + "/" + Self.folder
                #expect(portal.file?.path == expected.written.map { folder + $0.name })
                #expect(portal.file?.content == expected.written?.text)
                #expect((portal.advice == nil) == (expected.advised == nil))
                if let name = expected.advised {
                    #expect(portal.advice?.contains("in \(folder)\(name),") == true)
                }
            }
        }

        /// The file is written by `enable` and taken back by `disable`, also outside of the desktop.
        @Test func theFileIsTakenBack() throws {
            let choice = ["share/\(Self.folder)kde-portals.conf": "[preferred]\ndefault=kwallet\n"]
            try inFolder(Self.portals.merging(choice) { $1 }, ["kde"]) { desktop in
                for file in try desktop.files() { _ = try file.install() }
                #expect(DesktopPortal(of: desktop)?.shown == "secret service")
                #expect(DesktopPortal(of: desktop)?.file?.state == .written)
                #expect(DesktopPortal(of: desktop)?.advice == nil)
                var elsewhere = desktop
                elsewhere.names = []
                for file in try elsewhere.allFiles() { _ = try file.remove() }
                #expect(DesktopPortal(of: desktop)?.shown == "kwallet")
                let left = try FileManager.default
                    .contentsOfDirectory(atPath: desktop.configuration + "/" + Self.folder)
                #expect(left.isEmpty)
            }
        }

        @Test(arguments: [activation, "share/xdg-desktop-portal/portals/keychain.portal"])
        func nothingIsWrittenWithout(_ path: String) throws {
            var files = Self.portals
            files["share/\(Self.folder)kde-portals.conf"] = "[preferred]\ndefault=kwallet\n"
            files[path] = nil
            try inFolder(files, ["kde"]) { (desktop) throws in
                let portal = DesktopPortal(of: desktop)
                #expect((portal == nil) == (path == Self.activation))
                #expect(portal?.file == nil && portal?.advice == nil)
                #expect(try desktop.files().count == 1)
            }
        }

        private func inFolder(
            _ files: [String: String],
            _ names: [String],
            _ body: (Desktop) throws -> Void
        ) throws {
            let folder = NSTemporaryDirectory() + "portal-" + UUID().uuidString.prefix(8)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            for (path, text) in files {
                let url = URL(filePath: "\(folder)/\(path)")
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(text.utf8).write(to: url)
            }
            try body(
                Desktop(
                    data: folder + "/data",
                    configuration: folder + "/config",
                    runtime: folder + "/run",
                    systemConfiguration: [folder + "/xdg"],
                    systemUnits: [],
                    systemData: [folder + "/share"],
                    names: names,
                    program: "/usr/bin/keychaind"
                )
            )
        }
    }
#endif
