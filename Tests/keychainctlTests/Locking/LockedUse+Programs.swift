extension LockedUse {
    private static let git = "protocol=https\nhost=a\n"
    private static let docker = "{\"ServerURL\":\"https://a\",\"Username\":\"me\",\"Secret\":\"q\"}"
    private static let cargo =
        "{\"v\":1,\"registry\":{\"index-url\":\"a\"},\"kind\":\"get\",\"operation\":\"read\"}"

    /// Every request of the helpers of other programs that needs items.
    static let helpers: [LockedUse] = [
        LockedUse(
            program: "git-credential-keychain",
            words: ["get"],
            before: typed(git),
            shows: "password=s3cret"
        ),
        LockedUse(
            program: "git-credential-keychain",
            words: ["store"],
            before: typed(git + "username=new\npassword=q\n")
        ),
        LockedUse(program: "git-credential-keychain", words: ["erase"], before: typed(git)),
        LockedUse(
            program: "docker-credential-keychain",
            words: ["get"],
            before: typed("https://a"),
            shows: "\"Secret\":\"s3cret\"",
            says: .answer(1)
        ),
        LockedUse(
            program: "docker-credential-keychain",
            words: ["list"],
            shows: "\"me\"",
            says: .answer(1)
        ),
        LockedUse(
            program: "docker-credential-keychain",
            words: ["store"],
            before: typed(docker),
            says: .answer(1)
        ),
        LockedUse(
            program: "docker-credential-keychain",
            words: ["erase"],
            before: typed("https://a"),
            says: .answer(1)
        ),
        LockedUse(program: "keyring", words: ["get", "a", "me"], shows: "s3cret"),
        LockedUse(
            program: "keyring",
            words: ["set", "a", "me"],
            before: [("Password: ", "q\n"), ("Password again: ", "q\n")]
        ),
        LockedUse(program: "keyring", words: ["del", "a", "me"]),
        LockedUse(
            program: "cargo-credential-keychain",
            words: ["--cargo-plugin"],
            before: [("{\"v\":[1]}", cargo + "\n")],
            after: [("s3cret", "\u{4}")],
            shows: "\"token\":\"s3cret\"",
            says: .answer(0)
        ),
        LockedUse(program: "aws-credential-keychain", words: ["get"], shows: "\"s3cret\""),
        LockedUse(
            program: "aws-credential-keychain",
            words: ["set"],
            before: [("Access key ID: ", "A\n"), ("Secret access key: ", "q\n")],
            input: "{\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"q\"}"
        ),
        LockedUse(program: "aws-credential-keychain", words: ["delete"]),
    ]

    private static func security(
        _ words: String...,
        shows: String = "",
        says: Int32 = 36
    ) -> LockedUse {
        LockedUse(program: "security", words: words, shows: shows, says: .function(says))
    }

    /// Every verb of `security` that needs items.
    static let verbs: [LockedUse] = [
        security("find-generic-password", "-s", "api", "-w", shows: "s3cret"),
        security("find-internet-password", "-s", "a", "-w", shows: "s3cret"),
        security("add-generic-password", "-s", "new", "-a", "me", "-w", "q"),
        security("add-internet-password", "-s", "new", "-a", "me", "-w", "q"),
        security("delete-generic-password", "-s", "api"),
        security("delete-internet-password", "-s", "a"),
        security("dump-keychain", shows: "api label"),
        security("find-certificate", "-a", shows: "\"Mine\""),
        security("delete-certificate", "-c", "Mine"),
        security("find-key", shows: "laptop", says: 1),
        security("find-identity", shows: "Example"),
        security("delete-identity", "-c", "Mine"),
        security("export", "-t", "certs", "-p", shows: "CERTIFICATE", says: 1),
        security("import", "ed25519.pem", says: 1),
    ]
}
