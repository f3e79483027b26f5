#if Agent && os(Linux)
    import Foundation
    import Testing

    /// The names of our own programs that the user sees, and the programs that are remembered,
    /// where packages install them.
    @Suite(
        .enabled(
            if: InstalledStage.isPossible,
            "only root can install programs, and only where namespaces are permitted"
        )
    )
    struct RememberedProgramTests {
        private static let all = "wants to use all items of the keychain."
        private static let password =
            "protocol=https host=example.com username=ann password=0ther "
        private static let filling =
            "git -c credential.helper= -c credential.helper=keychain credential fill"

        /// A process of ours hides its file, but not before the agent has seen it.
        @Test func ourProgramsAreNamed() throws {
            let lines = try InstalledStage.run(
                """
                ask keychainctl get api/ci
                ask security find-generic-password -s api -w
                ask git-credential-keychain get
                # Called by another name, which nobody declared.
                ask bash -c 'exec -a helper keychainctl get api/ci'
                """
            )
            #expect(
                lines == [
                    // Only `security` ends the secret with a new line.
                    "1|/mnt/keychainctl \(Self.all)|s3cret",
                    "1|/mnt/keychainctl \(Self.all)|s3cret ",
                    "1|/mnt/keychainctl as git-credential-keychain \(Self.all)|"
                        + "username=ann password=0ther ",
                    "1|/mnt/keychainctl \(Self.all)|s3cret",
                ]
            )
        }

        /// Each call of git starts its helper again, and the decision is about the program.
        @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0, "git is not installed"))
        func theHelperOfGitIsRemembered() throws {
            let lines = try InstalledStage.run(
                """
                allow_always
                for round in 1 2 3; do ask \(Self.filling); done
                keychainctl agent grants
                # The decision is about the helper: not about the program that gives whatever is named.
                allow
                ask keychainctl get api/ci
                ask bash -c 'exec -a git-credential-keychain keychainctl get api/ci'
                # A copy that its user can change is another program.
                cp /mnt/keychainctl git-credential-keychain
                ask ./git-credential-keychain get
                keychainctl agent revoke '/mnt/keychainctl as git-credential-keychain'
                ask \(Self.filling)
                """
            )
            let helper = "/mnt/keychainctl as git-credential-keychain"
            #expect(lines.count == 9, "\(lines)")
            #expect(
                lines.prefix(5) == [
                    "1|\(helper) \(Self.all)|\(Self.password)", "0||\(Self.password)",
                    "0||\(Self.password)", "always\t*\t\(helper)",
                    "1|/mnt/keychainctl \(Self.all)|s3cret",
                ]
            )
            #expect(lines[5].hasPrefix("0||") && !lines[5].contains("s3cret"), "\(lines[5])")
            #expect(lines[6].hasPrefix("1|") && lines[6].hasSuffix("username=ann password=0ther "))
            #expect(lines[7] == "Forgotten: 1")
            #expect(lines[8] == "1|\(helper) \(Self.all)|\(Self.password)")
        }
    }
#endif
