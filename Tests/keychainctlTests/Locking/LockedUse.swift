import ForeignCrypto
import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

/// One use of a command or helper that needs an item of a locked keychain.
struct LockedUse: CustomTestStringConvertible, Sendable {
    /// The name that the program is called by.
    var program = "keychainctl"
    let words: [String]
    /// The text to type before the passcode, each after what the terminal shows; in a pipe, all of
    /// it.
    var before: [(prompt: String, answer: String)] = []
    /// The content of a pipe in its place, if that is different.
    var input: String?
    /// The text to type after the passcode.
    var after: [(prompt: String, answer: String)] = []
    /// The text on the terminal at the end.
    var shows = ""
    /// The text that says that the keychain is locked, if there is no way to ask the user.
    var says = Says.message

    /// The form in which a program says that the keychain is locked.
    enum Says: Sendable {
        /// On standard error, after the name of the program.
        case message
        /// On standard output, as docker's and cargo's protocols demand.
        case answer(Int32)
        /// On standard error, after the name of a function, with the place of the keychain.
        case function(Int32)
        /// The command continues with the items that can be read.
        case nothing(String)
    }

    var testDescription: String { ([program] + words).joined(separator: " ") }

    /// The typed text, with the end of the input.
    static func typed(_ text: String) -> [(prompt: String, answer: String)] {
        [("", text + "\n\u{4}")]
    }

    /// The content of a pipe for the program.
    var piped: String {
        input ?? before.map { $0.answer.replacing("\u{4}", with: "") }.joined()
    }

    static let passcode = "correct horse"
    static let advice = "the keychain is locked; unlock it with 'keychainctl unlock'"

    /// Read once, because its passphrase takes long.
    private static let identity = Result {
        let bundle = try PKCS12(
            Array(Script.file("identity.p12")),
            passphrase: SecretBytes(utf8: "s3cret")
        )
        let pair = try #require(bundle.identities.first)
        return try IdentityMaterial(certificate: pair.certificate, privateKey: pair.privateKey)
    }

    /// Makes a locked keychain with items of all classes, the default one of a tool.
    static func prepare(_ tool: Tool) throws {
        let stage = Stage(tool: tool)
        try stage.perform(["keychain", "work", passcode])
        for file in ["ed25519.pem", "identity.p12"] { try stage.perform(["copy", file]) }
        try stage.perform(["file", "import.csv", "name,url,username,password\nx,https://a,me,q\n"])
        var configuration = tool.configuration
        configuration.history = .kept()
        let keychain = try Keychain.open(.named("work"), configuration: configuration)
        try keychain.unlock(passcode: SecretBytes(utf8: passcode))
        for (service, account, secret) in [
            ("api", "ci", "s3cret"), ("a", "me", "s3cret"), ("cargo-registry:a", "", "s3cret"),
            (
                "counted", "",
                "otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=0"
            ),
            (
                "aws-credential-process", "default",
                "{\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"s3cret\"}"
            ),
        ] {
            var item = GenericPassword(
                service: service,
                account: account,
                label: "\(service) label",
                accessGroup: "keychainctl"
            )
            if service == "counted" {
                item.attributes[.description] = .string("one-time password")
            }
            try keychain.set(SecretBytes(utf8: secret), for: item)
        }
        let server = InternetPassword(
            server: "a",
            account: "me",
            networkProtocol: .https,
            label: "Docker Credentials",
            accessGroup: "keychainctl"
        )
        try keychain.set("s3cret", for: server)
        let key = try KeyMaterial.generate(.ed25519)
        try keychain.keys.add(
            key,
            for: KeyItem(attributes: [.label: .string("laptop"), .alias: .string("ssh")])
        )
        var item = IdentityItem(attributes: [.label: .string("Mine")])
        item.accessibility = .whenUnlocked
        try keychain.identities.add(identity.get(), for: item)
        let sealed = try Backup.seal(
            keychain.backupContent().items,
            passphrase: SecretBytes(utf8: "sesame"),
            hashing: PasscodeHashing(rounds: 1 << 10, blockSize: 8, parallelism: 1)
        )
        try Data(sealed).write(to: URL(fileURLWithPath: "\(tool.folder)/all.backup"))
        try Keychain.setStandard(.named("work"), configuration: tool.configuration)
        let old = GenericPassword(service: "old", account: "ci", accessGroup: "keychainctl")
        try keychain.set("s3cret", for: old)
        try keychain.delete(old)
        try keychain.lock()
    }

    private static let secret = [("Secret: ", "n3w\n"), ("Secret again: ", "n3w\n")]

    /// Every command of `keychainctl` that needs items.
    static let commands: [LockedUse] = [
        LockedUse(words: ["get", "--service", "api"], shows: "s3cret"),
        LockedUse(
            words: ["run", "--env", "A=api/ci", "--", "sh", "-c", "echo got $A"],
            shows: "got s3cret"
        ),
        LockedUse(
            words: ["otp", "add", "--issuer", "a"],
            before: [("Address or secret: ", "gezdgnbvgy3tqojq\n")],
            shows: "present code"
        ),
        LockedUse(words: ["otp", "code", "counted"], shows: "755224"),
        LockedUse(
            words: ["inject"],
            before: LockedUse.typed("got {{ keychain:api/ci }}"),
            shows: "got s3cret"
        ),
        LockedUse(words: ["get", "api/ci"], shows: "s3cret"),
        // The terminal's clipboard, which is emptied at the end.
        LockedUse(words: ["copy", "api/ci", "--clear-after", "1"], shows: "Copied for 1 second;"),
        LockedUse(words: ["edit", "api/ci", "--label", "new"]),
        LockedUse(words: ["rename", "api/ci", "new/ci"]),
        LockedUse(
            words: ["browser", "passkeys", "synchronized"],
            shows: "New passkeys: synchronized."
        ),
        LockedUse(
            words: ["delete", "--service", "api"],
            shows: "'keychainctl undo' brings it back"
        ),
        LockedUse(words: ["undo"], shows: "old/ci is back"),
        LockedUse(words: ["history", "old/ci"], shows: "deleted"),
        LockedUse(words: ["trash", "list"], shows: "old"),
        LockedUse(words: ["trash", "restore", "old/ci"], shows: "old/ci is back"),
        LockedUse(words: ["trash", "empty", "--yes"], shows: "1 deleted item removed for good"),
        LockedUse(words: ["project", "files", "--file", "a=api/ci"], shows: "Wrote 1 file"),
        LockedUse(words: ["list"], shows: "api"),
        LockedUse(words: ["show", "--service", "api"], shows: "api label"),
        LockedUse(words: ["search", "api"], shows: "api"),
        LockedUse(
            words: ["set", "--service", "api", "--account", "ci"],
            before: secret,
            input: "n3w"
        ),
        LockedUse(words: ["add", "--service", "new"], before: secret, input: "n3w"),
        LockedUse(
            words: ["browse"],
            after: [("api", "\u{1B}")],
            says: .message
        ),
        LockedUse(
            words: ["watch", "--initial"],
            after: [("present", "\u{3}")],
            says: .nothing("Watching")
        ),
        LockedUse(words: ["verify"], shows: "checked.", says: .nothing("of them locked")),
        LockedUse(words: ["export", "all.json", "--plain"]),
        LockedUse(words: ["import", "import.csv", "--yes"], shows: "1 conflicting"),
        LockedUse(
            words: ["backup", "new.backup"],
            after: [("New passphrase: ", "sesame\n"), ("again: ", "sesame\n")],
            shows: "in the backup"
        ),
        LockedUse(
            words: ["restore", "all.backup", "--yes"],
            before: [("Passphrase: ", "sesame\n")],
            shows: "Nothing to restore"
        ),
        LockedUse(words: ["key", "list"], shows: "laptop"),
        LockedUse(words: ["key", "generate", "--type", "ed25519"], shows: "PUBLIC KEY"),
        LockedUse(words: ["key", "export", "--label", "laptop"], shows: "PRIVATE KEY"),
        LockedUse(words: ["key", "delete", "--label", "laptop"]),
        LockedUse(words: ["key", "ssh", "--label", "laptop", "--off"]),
        LockedUse(words: ["certificate", "list"], shows: "Mine"),
        LockedUse(words: ["certificate", "show", "--label", "Mine"], shows: "subject"),
        LockedUse(words: ["certificate", "verify", "--label", "Mine"]),
        LockedUse(words: ["certificate", "export", "--label", "Mine"], shows: "CERTIFICATE"),
        LockedUse(words: ["certificate", "delete", "--label", "Mine"]),
        LockedUse(words: ["identity", "list"], shows: "Mine"),
        LockedUse(
            words: ["identity", "import", "identity.p12"],
            before: [("Passphrase: ", "s3cret\n")]
        ),
        LockedUse(words: ["identity", "show", "--label", "Mine"], shows: "subject"),
        LockedUse(words: ["identity", "delete", "--label", "Mine"]),
        LockedUse(words: ["ssh-agent", "--list"], shows: "ssh-ed25519"),
        LockedUse(
            words: ["secret-service", "expose", "api/ci", "--attribute", "user=ann"],
            shows: "see 'api/ci' now"
        ),
    ]

    /// The exports that need a library of the system.
    static let databases: [LockedUse] =
        PasswordStretching.hasArgon2
        ? [
            LockedUse(
                words: ["export", "all.kdbx", "--format", "kdbx"],
                after: [("New passphrase: ", "sesame\n"), ("again: ", "sesame\n")]
            )
        ] : []
}
