#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import TestPrograms
    import TestRounds
    import Testing

    /// A command leads to one dialog, however often it reads.
    @Suite(.thorough) struct DialogCountTests {
        private static let item = ["--service", "api", "--account", "ci"]
        private static let server = "protocol=https\nhost=example.com\n\n"

        @Test(
            arguments: [
                (["get", "api/ci"], "", 0),
                (["get", "--service", "api", "--account", "ci"], "", 0),
                (["get", "nothing"], "", 44), (["show"] + item, "", 0),
                (["copy", "api/ci"], "", 0), (["list"], "", 0), (["search", "ci"], "", 0),
                (["run", "--env", "A=api/ci", "--env", "B=web/ann", "--", "true"], "", 0),
                (["inject"], "{{ keychain:api/ci }} {{ keychain:web/ann }}", 0),
                (["helper", "git", "get"], server, 0), (["helper", "git", "erase"], server, 0),
                (["set"] + item, "other", 0), (["edit", "api/ci", "--label", "x"], "", 0),
                (["delete", "--yes"] + item, "", 0),
            ] as [([String], String, Int32)]
        )
        func oneCommandAsksOnce(_ words: [String], _ input: String, _ status: Int32) throws {
            let stage = try DoorStage { stage in
                let keychain = try Keychain.openOrCreate(configuration: stage.configuration)
                    .withAccessGroups(["keychainctl"])
                for (service, account) in [("api", "ci"), ("web", "ann")] {
                    try keychain.set(
                        "s3cret",
                        for: GenericPassword(service: service, account: account)
                    )
                }
                let login = "username=ann\npassword=0ther\n" + Self.server
                _ = try stage.run("keychainctl", ["helper", "git", "store"], input: login)
                try TestProgram.write(stage.folder + "/wl-copy", "cat >/dev/null")
            }
            let outcome = try stage.run(
                "keychainctl",
                words,
                input: input,
                agent: "require",
                variables: ["WAYLAND_DISPLAY": "none", "PATH": stage.folder + ":/usr/bin:/bin"]
            )
            #expect(outcome.status == status, "\(outcome.output)")
            let told = stage.told.split(separator: "\n")
            #expect(told.count { $0.hasPrefix("CONFIRM") } == 1, "\(words)")
            // The file of the program is said, although its process hides it soon after.
            #expect(told.contains { $0.contains("/keychainctl (process ") })
        }
    }
#endif
