#if os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    @testable import KeychainctlKit
    @testable import SafeText

    /// The effects of `browser enable` and `disable` on the files of browsers.
    @Suite struct BrowserSetupTests {
        /// Runs code in a home with a tool, and the folders of some browsers.
        private func inHome(
            _ browsers: [WebBrowser] = [.firefox, .chromium],
            _ body: (String, BrowserSetup) throws -> Void
        ) throws {
            let manager = FileManager.default
            let made = manager.temporaryDirectory.appendingPathComponent("browser-\(UUID())")
            try manager.createDirectory(at: made, withIntermediateDirectories: true)
            let home = made.resolvingSymlinksInPath().path
            defer { try? manager.removeItem(atPath: home) }
            for browser in browsers { try Self.makeFolder("\(home)/\(browser.folder)") }
            try Self.makeFolder("\(home)/bin")
            try Data().write(to: URL(filePath: "\(home)/bin/keychainctl"))
            let setup = BrowserSetup(
                home: home,
                folder: "\(home)/.local/share/keychain-browser",
                tool: "\(home)/bin/keychainctl"
            )
            try body(home, setup)
        }

        private static func makeFolder(_ path: String) throws {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        }

        private static func manifest(_ browser: WebBrowser, _ setup: BrowserSetup) throws
            -> JSONTree
        {
            let file = try #require(setup.manifests.first { $0.browser == browser }?.file)
            return try JSONTree(SecretBytes(Data(contentsOf: URL(filePath: file.path))))
        }

        /// Each browser finds a manifest in its folder, with the extension of its store.
        @Test(arguments: WebBrowser.allCases) func writesManifests(browser: WebBrowser) throws {
            try inHome([browser]) { home, setup in
                try setup.enable([])
                let tree = try Self.manifest(browser, setup)
                #expect(tree["name"].string == "org.keepassxc.keepassxc_browser")
                #expect(tree["type"].string == "stdio")
                let program = "\(home)/.local/share/keychain-browser/keychain-browser"
                #expect(tree["path"].string == program)
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: program)
                #expect(target == setup.tool)
                let member = browser == .firefox ? "allowed_extensions" : "allowed_origins"
                let allowed = tree[member].elements.map(\.string)
                #expect(
                    allowed.first
                        == (browser == .firefox
                            ? "keepassxc-browser@keepassxc.org"
                            : "chrome-extension://oboonakemofpalcgghocfoadofidjkkk/")
                )
                let written = setup.manifests.filter { $0.file.state == .written }
                #expect(written.map(\.browser) == [browser])
                try setup.enable([])
                try setup.disable()
                #expect(setup.manifests.allSatisfy { $0.file.state == .missing })
                #expect(!FileManager.default.fileExists(atPath: program))
                try setup.disable()
            }
        }

        /// A link beside the tool, as packages have it, is used; another file of that name is not.
        @Test func takesTheLinkOfAPackage() throws {
            try inHome { home, setup in
                let beside = "\(home)/bin/keychain-browser"
                try Data().write(to: URL(filePath: beside))
                #expect(setup.program != beside)
                try FileManager.default.removeItem(atPath: beside)
                try FileManager.default.createSymbolicLink(
                    atPath: beside,
                    withDestinationPath: "keychainctl"
                )
                #expect(setup.program == beside)
                try setup.enable([.firefox])
                #expect(try Self.manifest(.firefox, setup)["path"].string == beside)
                #expect(!FileManager.default.fileExists(atPath: setup.folder))
            }
        }

        /// KeePassXC's file is kept, also when that program writes it again, and put back.
        @Test func keepsTheFileOfAnotherProgram() throws {
            try inHome { home, setup in
                let file = try #require(setup.manifests.first { $0.browser == .firefox }).file
                let path = URL(filePath: file.path)
                try Self.makeFolder(path.deletingLastPathComponent().path)
                let theirs = Data(#"{"path": "/usr/bin/keepassxc-proxy", "name": "a"}"#.utf8)
                for _ in 0..<2 {
                    try theirs.write(to: path)
                    let manifest = try #require(setup.manifests.first { $0.browser == .firefox })
                    #expect(manifest.owner == "/usr/bin/keepassxc-proxy")
                    try setup.enable([.firefox])
                    #expect(file.state == .written)
                }
                // A third text is one that must not be removed.
                try Data("{}".utf8).write(to: path)
                #expect(throws: Failure.self) { try setup.enable([.firefox]) }
                #expect(try Data(contentsOf: path) == Data("{}".utf8))
                try FileManager.default.removeItem(at: path)
                try setup.enable([.firefox])
                try setup.disable()
                #expect(try Data(contentsOf: path) == theirs)
            }
        }

        /// Without a browser there is nothing to do; with more extensions, the file is another one.
        @Test func refusesWithoutABrowser() throws {
            try inHome([]) { home, setup in
                #expect(throws: Failure.self) { try setup.enable([]) }
                #expect(!FileManager.default.fileExists(atPath: setup.folder))
                try Self.makeFolder("\(home)/snap/firefox")
                #expect(setup.isSandboxed(.firefox) && !setup.isPresent(.firefox))
                #expect(throws: Failure.self) { try setup.enable([]) }
                var more = setup
                more.extensions = ["abcdef"]
                try more.enable([.chromium])
                let origins = try Self.manifest(.chromium, setup)["allowed_origins"].elements
                #expect(origins.map(\.string).contains("chrome-extension://abcdef/"))
                let file = setup.manifests.first { $0.browser == .chromium }?.file
                #expect(file?.state == .outdated)
            }
        }

        @Test(arguments: [
            ("/usr/lib/firefox-esr/firefox-esr", WebBrowser?.some(.firefox)),
            ("/usr/lib/chromium/chromium", .chromium), ("/opt/google/chrome/chrome", .chrome),
            ("/opt/brave.com/brave/brave", .brave), ("/opt/vivaldi/vivaldi-bin", .vivaldi),
            ("/opt/microsoft/msedge/msedge", .edge), ("/usr/bin/python3", nil), ("", nil),
        ]) func knowsBrowsersByTheirExecutables(path: String, browser: WebBrowser?) {
            #expect(WebBrowser.having(path) == browser)
        }
    }
#endif
