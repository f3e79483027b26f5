/// A command that is refused, with the state in which it is.
struct Refusal: Sendable {
    let state: LostState
    let words: [String]
    let input: String
    let status: Int32
    /// The work that was done in spite of the refusal, according to the message, and the end of the
    /// names of new files.
    let done: String?

    init(
        _ state: LostState,
        _ line: String,
        _ input: String,
        _ status: Int32,
        done: String? = nil
    ) {
        self.state = state
        words = line.split(separator: " ").map(String.init)
        (self.input, self.status, self.done) = (input, status, done)
    }

    /// A command without an input.
    init(_ state: LostState, _ line: String, _ status: Int32, done: String? = nil) {
        self.init(state, line, "", status, done: done)
    }

    /// The files that commands find in the folder besides keychains: some exist, and some cannot be
    /// read.
    static let files: [(name: String, text: String)] = [
        ("taken", "mine\n"), ("bad.csv", "\"name\n"), ("bad.p12", "no bundle"),
        ("bin/keychainctl-mine", ""), ("bin/docker-credential-keychain", "mine\n"),
    ]

    private static let passcode = LockedUse.passcode + "\n"
    private static let otherKey = "00000-0000B-0000P-00001-0000C-0000Q-00002-0000D\n"
    private static let key = String(decoding: Script.file("ed25519.pem"), as: UTF8.self)

    /// The rows of the table; the same command is also tried in all states.
    static let all: [Refusal] = plain + output + items + objects + keychains + ways + others

    /// Commands without an input, with an open keychain, by the status that they end with.
    private static let byStatus: [(status: Int32, lines: [String])] = [
        (1, ["helper keyring get nothing me"]),
        (
            44,
            [
                "get nothing", "copy nothing", "show -s nothing", "show nothing", "delete nothing",
                "edit nothing --label new",
                "delete -s nothing --yes", "run --env A=nothing -- true",
                "project new --file a=nothing", "otp code nothing", "key ssh --label nothing",
                "key export --label nothing", "key delete --label nothing",
                "certificate show --label nothing", "certificate verify --label nothing",
                "certificate export --label nothing", "certificate delete --label nothing",
                "identity show --label nothing", "identity delete --label nothing",
                "recovery remove", "credential remove", "login-password remove",
                "login-password unlock",
                "secret-service expose nothing --attribute user=ann", "history nothing",
                "trash restore nothing", "trash empty nothing", "browser forget nothing",
            ]
        ),
        (45, ["add api/ci", "edit api/ci -s a -a me", "rename api/ci a/me"]),
        (48, ["create work"]),
        (49, ["remove-keychain ./taken --yes"]),
        (50, ["default nothing", "remove-keychain nothing --yes"]),
        (53, ["lock", "fido2 enroll"]),
        (
            64,
            [
                "settings nothing", "settings lock-with-screen maybe", "undo --nothing",
                "history old/ci --restore 9", "history --off",
                "trash list --nothing", "trash empty",
                "add -s api -a new", "set -s new", "set new/me", "set root@nas",
                "complete-names nothing", "list --class nothing", "search",
                "edit api/ci --server a", "rename api/ci new", "delete", "browse",
                "watch --nothing", "clear-clipboard --nothing", "export", "backup new",
                "key generate --type rsa --size 1", "key generate --token tpm --type rsa",
                "key list --nothing", "certificate list --nothing", "identity list --nothing",
                "create nowhere/", "keychains --nothing", "remove-keychain work",
                "status --nothing", "passcode set", "rotate --yes --keep-recovery",
                "slot list --nothing", "recovery create", "recovery status --nothing",
                "login-password enroll", "login-password status --nothing",
                "login-password notice --nothing",
                "fido2 list --nothing", "fido2 remove nothing", "tpm status --nothing",
                "tpm recovery --nothing", "tpm bind", "tpm enroll", "tpm unlock",
                "helper git get --nothing", "helper cargo --nothing", "helper aws get --nothing",
                "helper browser --nothing",
                "install-links bin nothing", "ssh-agent --nothing", "agent enable --nothing",
                "agent disable --nothing", "agent status", "agent grants", "agent revoke --all",
                "agent log", "agent answer", "agent exclusive on",
                "secret-service enable --nothing", "secret-service disable --nothing",
                "secret-service status --nothing", "session", "session --nothing",
                "browser enable nothing",
                "browser enable --nothing", "browser disable --nothing", "browser forget",
                "browser status --nothing", "browser passkeys nothing",
                "sync setup nowhere --unconfirmed",
                "sync setup taken --unconfirmed",
                "sync setup etcds://a.example:2379/keys --unconfirmed --user me", "sync invite",
                "sync invites", "sync now", "sync run", "sync approve laptop", "sync status",
                "sync devices", "sync doctor", "sync remove laptop", "sync rotate", "sync pause",
                "sync resume", "sync leave", "sync conflicts", "sync remote nowhere",
                "sync recovery create --unconfirmed", "sync recovery remove", "sync edits",
                "sync accept-older --yes", "sync repair", "sync history api/ci", "sync request",
                "sync publish nowhere", "sync publish taken", "sync admit taken",
                "sync setup mirror+https://a.example/keys --unconfirmed --user me",
                "sync setup mirror+https://a.example/keys",
                "sync join mirror+https://a.example/keys --unencrypted",
                "sync join mirror+http://a.example/keys",
                "sync join mirror+https://me@a.example/keys",
            ]
        ),
        (65, ["import bad.csv --yes", "import taken"]),
        (74, ["project taken --file a=api/ci", "man-pages taken"]),
    ]

    private static let plain: [Refusal] = byStatus.flatMap { group in
        group.lines.map { Refusal(.open, $0, group.status) }
    }

    /// Files that exist already, or cannot be made.
    private static let output: [Refusal] = ["taken", "nowhere/new"].flatMap { file in
        let status: Int32 = file == "taken" ? 64 : 74
        return [
            Refusal(.open, "export --plain \(file)", status),
            Refusal(.open, "backup \(file)", "sesame\n", status),
            Refusal(.open, "inject --output \(file)", "{{ keychain:api/ci }}", status),
            Refusal(.locked, "credential create \(file)", passcode, status),
            Refusal(.locked, "recovery create --unconfirmed --sheet \(file)", passcode, status),
        ]
    }

    private static let items: [Refusal] = [
        Refusal(.open, "add -s api -a ci", "1\n", 45),
        Refusal(.open, "set -a new", "1\n", 64),
        Refusal(.open, "inject", "{{ keychain:nothing }}", 44),
        Refusal(.open, "otp add --issuer a", "!\n", 65),
        Refusal(.open, "restore all.backup --yes", "wrong\n", 51),
        Refusal(.open, "restore taken --yes", "sesame\n", 65),
        Refusal(.open, "restore taken", "sesame\n", 65),
    ]

    private static let objects: [Refusal] = [
        Refusal(.open, "key import --label a", "no key", 65),
        Refusal(.open, "key import --label a --accessible nothing", key, 64),
        Refusal(.open, "certificate import", "no certificate", 65),
        Refusal(.open, "identity import identity.p12", "wrong\n", 51),
        Refusal(.open, "identity import bad.p12", "s3cret\n", 65),
        Refusal(.open, "identity export --label nothing", "1\n", 44),
    ]

    private static let keychains: [Refusal] = [
        Refusal(.damaged, "verify", 93),
        Refusal(.damaged, "doctor", 93),
        Refusal(.older, "accept-older", 64),
        Refusal(.open, "unlock", "1\n", 53),
        Refusal(.locked, "unlock", "wrong\n", 51),
        Refusal(.locked, "passcode set", "1\n1\n", 64),
        Refusal(.locked, "passcode change", "wrong\nnew\n", 51),
        Refusal(.locked, "passcode change", passcode, 64),
        Refusal(.locked, "passcode remove", "wrong\n", 51),
        Refusal(.locked, "rotate --yes", "wrong\n", 51),
        Refusal(.locked, "rotate", passcode, 64),
        Refusal(.locked, "rotate --yes --new-passcode", passcode, 64),
        Refusal(.locked, "rotate --yes --keep-recovery", passcode + otherKey, 51),
        Refusal(.locked, "rotate --yes --keep-credential taken", passcode, 64),
    ]

    private static let ways: [Refusal] = [
        Refusal(.locked, "slot remove nothing", passcode, 64),
        Refusal(.locked, "recovery create --unconfirmed", "wrong\n", 51),
        Refusal(.locked, "recovery remove", "wrong\n", 51),
        Refusal(.locked, "recover", otherKey + "new\n", 51),
        Refusal(.locked, "recover", "no key\nnew\n", 64),
        Refusal(.locked, "recover", recovery + "\n", 64),
        Refusal(.open, "recover", otherKey + "new\n", 53),
        Refusal(.deviceKeyMissing, "recover", otherKey + "new\n", 51),
        Refusal(.deviceKeyOfAnother, "recover", otherKey + "new\n", 51),
        Refusal(.locked, "credential create new", "wrong\n", 51),
        Refusal(.locked, "login-password enroll", "wrong\nas ana\n", 51),
        Refusal(.locked, "login-password enroll", passcode, 64),
        Refusal(.open, "tpm unbind --recovery", otherKey, 44),
    ]

    private static let recovery = LostState.recovery

    private static let others: [Refusal] = [
        Refusal(.open, "helper docker get", "nothing", 1),
        Refusal(.open, "install-links bin", 64, done: " is made."),
        Refusal(.open, "sync join nowhere", "no code\n", 64),
        Refusal(.open, "sync recover nowhere", otherKey, 64),
    ]
}
