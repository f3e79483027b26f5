#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    /// The keychains whose items `secret-service expose` shows.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct ExposingTests {
        private let bus: PrivateBus
        /// The path of a keychain that is not in the folder of the keychains.
        private let elsewhere: String
        private static let item = GenericPassword(
            service: "api",
            account: "ci",
            accessGroup: "keychainctl"
        )

        private var configuration: Keychain.Configuration {
            Keychain.Configuration(
                applicationIdentifier: "keychainctl",
                folder: bus.folder + "/portable-keychain"
            )
        }

        init() throws {
            bus = try PrivateBus()
            elsewhere = bus.folder + "/elsewhere.keychain"
            for place in [Keychain.Place.named("work"), .file(elsewhere)] {
                let keychain = try Keychain.create(place, configuration: configuration)
                try keychain.add(SecretBytes(utf8: "s3cret"), for: Self.item)
            }
        }

        private func run(_ words: String) throws -> (status: Int32, output: String) {
            let line = #"PORTABLE_KEYCHAIN=work "$0" --setup \#(words) 2>&1 </dev/null"#
            return try bus.run("/bin/sh", ["-c", line, PrivateBus.program.path])
        }

        private func expose(_ words: String = "") throws -> (status: Int32, output: String) {
            try run("expose --attribute user=ann \(words) -- api/ci")
        }

        /// The variable names the keychain of the item, and the default keychain has none.
        @Test func programsFindTheItemOfAKeychainWithAName() throws {
            let (status, output) = try expose()
            #expect(status == 0, "\(output)")
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
            #expect(try run("status").output.contains("exposed\t0\n"))
        }

        /// No program could ever read it, because the bus cannot ask the user.
        @Test func anItemThatRequiresItsUserIsRefused() throws {
            let work = try Keychain.open(.named("work"), configuration: configuration)
            var guarded = Self.item
            guarded.account = "guarded"
            guarded.accessControl = try AccessControl(.whenUnlocked, constraints: .userPresence)
            try work.add(SecretBytes(utf8: "s3cret"), for: guarded)
            let (status, output) = try run("expose --attribute user=ann -- api/guarded")
            #expect(status == 64, "\(output)")
            #expect(output.contains("'api/guarded' requires its user at each use"), "\(output)")
            #expect(try bus.secretTool("search --all user ann").output == "")
        }

        /// The rest of the status is what a user with a damaged keychain looks for.
        @Test func theStatusNeedsNoReadableKeychain() throws {
            try Data("no keychain".utf8)
                .write(to: URL(filePath: bus.folder + "/portable-keychain/default.keychain"))
            let (status, output) = try run("status")
            #expect(status == 0, "\(output)")
            #expect(output.contains("state\tdisabled\n"), "\(output)")
            #expect(!output.contains("exposed"))
        }

        @Test func aPathThatLeadsToOneIsNoOther() throws {
            let link = bus.folder + "/link.keychain"
            let file = bus.folder + "/portable-keychain/work.keychain"
            try #require(symlink(file, link) == 0)
            let (_, output) = try expose("--keychain '\(link)'")
            #expect(!output.contains("those with a name"), "\(output)")
        }

        @Test func aKeychainThatProgramsDoNotSeeIsRefused() throws {
            let (status, output) = try expose("--keychain '\(elsewhere)'")
            #expect(status == 64)
            #expect(output.contains("see only the default keychain and those with a name; choose"))
            let system = try expose("--keychain system:")
            #expect(system.status == 64)
            #expect(system.output.contains("is a keychain of the system's agent"))
        }
    }
#endif
