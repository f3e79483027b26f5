#if Agent && os(Linux)
    import Foundation
    @_spi(Keepers) import PortableKeychain
    import Testing

    /// The default keychain is removed and made again while a real agent serves it.
    @Suite struct ReplacedKeychainTests {
        @Test(.enabled(if: access("/usr/bin/ssh-add", X_OK) == 0, "OpenSSH is missing"))
        func theNewOneIsServedWithoutARestart() throws {
            let stage = try DoorStage()
            let item = GenericPassword(service: "api", account: "ci")
            try stage.keychain().set("old", for: item)
            #expect(try stage.run("/usr/bin/ssh-add", ["-l"]).status == 1, "it has no key")
            try Keychain.remove(.standard, configuration: stage.configuration)
            let generate = ["key", "generate", "--type", "ed25519", "--label", "laptop", "--ssh"]
            #expect(try stage.run("keychainctl", generate).status == 0)
            #expect(try stage.run("/usr/bin/ssh-add", ["-L"]).output.hasPrefix("ssh-ed25519 "))
            #expect(throws: KeychainError(.noSuchKeychain)) {
                try stage.keychain().secret(for: item)
            }
            #expect(try stage.keychain().secret(for: item) == nil)
            try stage.keychain().set("new", for: item)
            let file = try Keychain.open(configuration: stage.configuration)
            #expect(try file.withAccessGroups(["app"]).secret(for: item)?.string() == "new")
        }
    }
#endif
